-- The audit log is a chain: each entry has the hash of the entry before it. Entries hold ids. Names and IP addresses are in
-- audit_names and are erased with the tenant; the chain has a salted hash of them, so that a changed name is noticed.
DROP TRIGGER audit_log_kept ON audit_log;
ALTER TABLE audit_log
  -- INSERT takes these three; the trigger moves them to audit_names.
  ALTER COLUMN person DROP NOT NULL,
  ADD COLUMN subject_name text,
  -- The API key or console session that acted. Null: the shell, the service, or an end user.
  ADD COLUMN actor_id text,
  ADD COLUMN names_hash bytea,
  ADD COLUMN previous_hash bytea,
  ADD COLUMN hash bytea;

CREATE TABLE audit_names (
  entry_id bigint PRIMARY KEY,
  tenant_id text,
  person text,
  subject text,
  -- The IP address.
  address text,
  -- Without it, the hash in the chain could be compared with guessed names after they were erased.
  salt text NOT NULL
);
CREATE INDEX audit_names_by_tenant ON audit_names (tenant_id);

-- The last entry, in one row. Writers in all processes wait for each other here. It shows if entries were cut off.
CREATE TABLE audit_head (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  last_id bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '\x'
);
INSERT INTO audit_head DEFAULT VALUES;

-- The last entry that was deleted because of its age. The chain is verified from there on.
CREATE TABLE audit_checkpoints (
  last_id bigint PRIMARY KEY,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- JSON arrays, so that programs in other languages can compute the same (docs/operate/audit.md).
CREATE FUNCTION audit_names_hash(salt text, person text, subject text, address text)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(json_build_array(salt, person, subject, address)::text, 'UTF8'))
$$;
CREATE FUNCTION audit_hash(
  id bigint, at timestamptz, role text, actor_id text, tenant_id text, action text, subject text, refused boolean,
  names_hash bytea, previous_hash bytea
) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(json_build_array(
    id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), role, actor_id, tenant_id, action, subject, refused,
    encode(names_hash, 'hex'), encode(previous_hash, 'hex'))::text, 'UTF8'))
$$;

CREATE FUNCTION chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head audit_head%ROWTYPE;
  salt text := gen_random_uuid()::text;
BEGIN
  -- Only ids belong into the chain.
  IF NEW.subject !~ '^[A-Za-z0-9_.:-]{1,200}$' THEN
    NEW.subject_name := coalesce(NEW.subject_name, NEW.subject);
    NEW.subject := NULL;
  END IF;
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  NEW.id := head.last_id + 1;
  NEW.previous_hash := head.hash;
  IF num_nonnulls(NEW.person, NEW.subject_name, NEW.address) > 0 THEN
    NEW.names_hash := audit_names_hash(salt, NEW.person, NEW.subject_name, NEW.address);
    INSERT INTO audit_names VALUES (NEW.id, NEW.tenant_id, NEW.person, NEW.subject_name, NEW.address, salt);
  END IF;
  NEW.person := NULL;
  NEW.subject_name := NULL;
  NEW.address := NULL;
  NEW.hash := audit_hash(NEW.id, NEW.at, NEW.role, NEW.actor_id, NEW.tenant_id, NEW.action, NEW.subject, NEW.refused,
    NEW.names_hash, NEW.previous_hash);
  UPDATE audit_head SET last_id = NEW.id, hash = NEW.hash;
  RETURN NEW;
END $$;

-- Earlier entries are chained in their order. Their subject was a name in some cases.
CREATE TEMPORARY TABLE earlier_audit ON COMMIT DROP AS
  SELECT at, role, CASE WHEN person IN ('shell', 'API key', 'API key revoked') THEN NULL ELSE person END AS person, tenant_id,
    action, address, refused, subject, row_number() OVER (ORDER BY id) AS id,
    action IN ('console.link', 'console.linkEnded', 'console.sessionEnded', 'tenant.create')
      OR subject !~ '^[A-Za-z0-9_.:-]{1,200}$' AS is_name
  FROM audit_log;
TRUNCATE audit_log;
DO $$
DECLARE
  entry earlier_audit%ROWTYPE;
  salt text;
  name text;
  subject_id text;
  names bytea;
  previous bytea := '\x';
  current bytea;
BEGIN
  FOR entry IN SELECT * FROM earlier_audit ORDER BY id LOOP
    salt := gen_random_uuid()::text;
    name := CASE WHEN entry.is_name THEN entry.subject END;
    subject_id := CASE WHEN NOT entry.is_name THEN entry.subject WHEN entry.action = 'tenant.create' THEN entry.tenant_id END;
    names := NULL;
    IF num_nonnulls(entry.person, name, entry.address) > 0 THEN
      names := audit_names_hash(salt, entry.person, name, entry.address);
      INSERT INTO audit_names VALUES (entry.id, entry.tenant_id, entry.person, name, entry.address, salt);
    END IF;
    current := audit_hash(entry.id, entry.at, entry.role, NULL, entry.tenant_id, entry.action, subject_id, entry.refused,
      names, previous);
    INSERT INTO audit_log (id, at, role, tenant_id, action, subject, refused, names_hash, previous_hash, hash)
      OVERRIDING SYSTEM VALUE VALUES (entry.id, entry.at, entry.role, entry.tenant_id, entry.action, subject_id, entry.refused,
        names, previous, current);
    previous := current;
  END LOOP;
  UPDATE audit_head SET last_id = (SELECT coalesce(max(id), 0) FROM audit_log), hash = previous;
END $$;
ALTER TABLE audit_log ALTER COLUMN previous_hash SET NOT NULL, ALTER COLUMN hash SET NOT NULL;
CREATE TRIGGER audit_log_chained BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit();

-- Entries up to a checkpoint may be deleted, names may be erased, and nothing can be changed.
CREATE FUNCTION refuse_audit_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.id <= (SELECT max(last_id) FROM audit_checkpoints) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log is only written to';
END $$;
CREATE TRIGGER audit_log_kept BEFORE UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_entry_kept BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_deletion();
CREATE TRIGGER audit_names_kept BEFORE UPDATE OR TRUNCATE ON audit_names
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE INDEX audit_log_by_action ON audit_log (tenant_id, action, id);

CREATE OR REPLACE FUNCTION end_console_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH ended AS (
    DELETE FROM console_sessions WHERE api_key_id = NEW.id RETURNING id, person, tenant_id, 'console.sessionEnded' AS action
  ), withdrawn AS (
    DELETE FROM console_links WHERE api_key_id = NEW.id RETURNING id, person, tenant_id, 'console.linkEnded' AS action
  )
  INSERT INTO audit_log (role, tenant_id, action, subject, subject_name, refused)
  SELECT 'service', tenant_id, action, id, person, false FROM (TABLE ended UNION ALL TABLE withdrawn) AS gone;
  RETURN NULL;
END $$;

-- What Kontor itself does to connections and subscriptions. Deferred, because other writers wait for the end of the
-- transaction once it has added an entry.
CREATE FUNCTION audit_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_log (role, tenant_id, action, subject) VALUES ('service', NEW.tenant_id, TG_ARGV[0], NEW.id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER subscriptions_audit_end AFTER UPDATE ON subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.parent_id IS NULL AND NEW.state = 'ended' AND OLD.state <> 'ended')
  EXECUTE FUNCTION audit_service('subscription.end');
CREATE CONSTRAINT TRIGGER subscriptions_audit_pause AFTER UPDATE ON subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.parent_id IS NULL AND NEW.state = 'paused' AND OLD.state <> 'paused')
  EXECUTE FUNCTION audit_service('subscription.pause');
CREATE CONSTRAINT TRIGGER connections_audit_refusal AFTER UPDATE ON connections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'needs_reauth' AND OLD.state <> 'needs_reauth')
  EXECUTE FUNCTION audit_service('connection.refused');
