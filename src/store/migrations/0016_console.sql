-- The data of the console: what happened to each request and each connection, and who changed what.

-- One row a request, without bodies. A day is a partition, so that forgetting one costs nothing. Nothing here refers to other
-- tables: who writes it is never held up, and a log outlives what it is about.
CREATE TABLE request_log (
  -- The request id, which begins with the moment it came.
  id text NOT NULL,
  at timestamptz NOT NULL,
  -- Null: the request had no known key.
  tenant_id text,
  connection_id text,
  target_system text,
  method text NOT NULL,
  operation text NOT NULL,
  status integer NOT NULL,
  -- The failure's code. Null if the request succeeded.
  code text,
  milliseconds real NOT NULL,
  vendor_milliseconds real NOT NULL,
  vendor_calls integer NOT NULL,
  idempotency_key text,
  -- The write in the journal.
  operation_id text,
  api_key_hint text,
  account_key_hint text,
  -- The details of a request: caller, checks, journal, token, mapping, answer.
  facts jsonb NOT NULL,
  PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX request_log_by_time ON request_log (at);
CREATE INDEX request_log_by_tenant ON request_log (tenant_id, at);
CREATE INDEX request_log_by_connection ON request_log (connection_id, at) WHERE connection_id IS NOT NULL;
CREATE INDEX request_log_failed ON request_log (at) WHERE code IS NOT NULL;
CREATE INDEX request_log_by_key ON request_log (idempotency_key) WHERE idempotency_key IS NOT NULL;

-- One row for each call to a target system.
CREATE TABLE vendor_calls (
  -- Null: not part of a request, but of a poll, a task or a renewal.
  request_id text,
  at timestamptz NOT NULL,
  tenant_id text,
  connection_id text,
  target_system text NOT NULL,
  method text NOT NULL,
  host text NOT NULL,
  -- Without the query.
  path text NOT NULL,
  -- The outcome, or the reason that there is none.
  status integer,
  reason text,
  milliseconds real NOT NULL,
  facts jsonb NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX vendor_calls_of ON vendor_calls (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX vendor_calls_by_time ON vendor_calls (at);

-- The history of a connection, written by a trigger so that no change is missed.
CREATE TABLE connection_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  -- recorded: the connection existed when the history began. renewed: its tokens, counted by day.
  kind text NOT NULL CHECK (kind IN
    ('recorded', 'connected', 'renewed', 'refused', 'accepted', 'reconnected', 'company', 'disabled')),
  at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  times integer NOT NULL DEFAULT 1
);
CREATE INDEX connection_history_of ON connection_history (connection_id, id);
INSERT INTO connection_history (connection_id, kind) SELECT id, 'recorded' FROM connections;

CREATE FUNCTION record_connection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  what text := CASE
    WHEN TG_OP = 'INSERT' THEN 'connected'
    WHEN NEW.state = 'disabled' AND OLD.state <> 'disabled' THEN 'disabled'
    WHEN NEW.state = 'needs_reauth' AND OLD.state = 'active' THEN 'refused'
    WHEN NEW.state = 'active' AND OLD.state <> 'active' THEN
      CASE WHEN NEW.generation = OLD.generation THEN 'accepted' ELSE 'reconnected' END
    WHEN NEW.company IS DISTINCT FROM OLD.company OR NEW.environment IS DISTINCT FROM OLD.environment THEN 'company'
    WHEN NEW.generation <> OLD.generation THEN 'renewed'
  END;
BEGIN
  IF what IS NULL THEN RETURN NULL; END IF;
  IF what = 'renewed' THEN
    UPDATE connection_history SET times = times + 1, last_at = now()
    WHERE id = (SELECT max(id) FROM connection_history WHERE connection_id = NEW.id)
      AND kind = 'renewed' AND at >= date_trunc('day', now());
    IF FOUND THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO connection_history (connection_id, kind) VALUES (NEW.id, what);
  RETURN NULL;
END $$;
CREATE TRIGGER connections_recorded AFTER INSERT OR UPDATE ON connections
  FOR EACH ROW EXECUTE FUNCTION record_connection();

-- The source of a change: the vendor's webhook, a poll, or Kontor itself. Null: before sources were recorded.
ALTER TABLE events ADD COLUMN heard_by text CHECK (heard_by IN ('vendor', 'poll', 'us'));
CREATE INDEX events_by_record ON events (resource_id);

ALTER TABLE api_keys ADD COLUMN name text;
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz;

-- Who did what, when, from where. Rows cannot be changed or deleted.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- operator, member, viewer: in the console. shell: a person with access to the machine. api: a tenant's API key.
  role text NOT NULL,
  person text NOT NULL,
  tenant_id text,
  action text NOT NULL,
  subject text,
  -- The IP address, if known.
  address text
);
CREATE INDEX audit_log_by_tenant ON audit_log (tenant_id, id);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the audit log is only written to'; END $$;
CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A link that opens the console once, and the sessions that such links began. Their tokens are stored as SHA-256.
CREATE TABLE console_links (
  hash bytea PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('operator', 'member', 'viewer')),
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  person text NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((role = 'operator') = (tenant_id IS NULL))
);
CREATE TABLE console_sessions (
  hash bytea PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('operator', 'member', 'viewer')),
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  person text NOT NULL,
  -- SHA-256 of the browser's own identifier: a cookie that was copied to another browser is useless.
  browser_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK ((role = 'operator') = (tenant_id IS NULL))
);

-- Issues that are muted for a while.
CREATE TABLE muted_issues (
  name text PRIMARY KEY,
  until timestamptz NOT NULL
);
