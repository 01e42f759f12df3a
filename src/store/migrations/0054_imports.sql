-- Imports of connections that another service has made. Credentials and account keys are encrypted.
CREATE TABLE imports (
  -- The task id.
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  target_system text NOT NULL,
  -- A keyed hash of the body, to recognise a request that is sent again.
  body_hash bytea NOT NULL,
  -- When a worker continues it. Later than now if the vendor's limit is reached.
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX imports_due ON imports (due_at) WHERE ended_at IS NULL;
CREATE INDEX imports_by_tenant ON imports (tenant_id, target_system);
CREATE INDEX imports_by_age ON imports (created_at);

CREATE TABLE import_entries (
  import_id text NOT NULL REFERENCES imports ON DELETE CASCADE,
  -- Of the body, from 0.
  position integer NOT NULL,
  -- renewing: its refresh token is on the way to the vendor.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'renewing', 'connected', 'failed')),
  end_user_id text NOT NULL,
  -- Credentials and choices. Null: ended.
  request bytea,
  -- A keyed hash of the refresh token. Null: it has none.
  token_hash bytea,
  token_sent_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  connection_id text REFERENCES connections ON DELETE SET NULL,
  -- Null: not connected, or erased.
  account_key bytea,
  -- The entry of an error response.
  failure jsonb,
  PRIMARY KEY (import_id, position)
);
CREATE INDEX import_entries_open ON import_entries (import_id, due_at) WHERE state IN ('waiting', 'renewing');
CREATE INDEX import_entries_by_token ON import_entries (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX import_entries_by_connection ON import_entries (connection_id) WHERE connection_id IS NOT NULL;
