-- Connecting end users: the caller's settings for pages and callbacks, and every attempt to connect.

ALTER TABLE tenants
  ADD COLUMN signing_secret bytea,
  ADD COLUMN callback_url text,
  ADD COLUMN cancel_callback_url text;

CREATE TABLE page_styles (
  tenant_id text PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
  style jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- A caller's own OAuth client at a target system.
CREATE TABLE registrations (
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  target_system text NOT NULL,
  client_id text NOT NULL,
  client_secret bytea NOT NULL,
  custom_values jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, target_system)
);

-- Counts the changes of the credentials: a token that was rotated by somebody else is never overwritten by an older one.
ALTER TABLE connections ADD COLUMN generation integer NOT NULL DEFAULT 0;

-- One attempt of an end user to connect. All tokens that the browser holds are stored as SHA-256.
CREATE TABLE flows (
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  target_system text NOT NULL,
  -- Set when an existing connection is authorised again.
  connection_id text REFERENCES connections ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  browser_hash bytea,
  state_hash bytea UNIQUE,
  step text NOT NULL DEFAULT 'begun' CHECK (step IN ('begun', 'away', 'signed_in', 'done', 'cancelled')),
  options jsonb NOT NULL,
  -- PKCE verifier and, when authorising again, the account key; later the credentials until the choice is made.
  secrets bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX flows_by_expiry ON flows (expires_at);

-- Account keys on their way to a caller's webhook address.
CREATE TABLE key_deliveries (
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  url text NOT NULL,
  body bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Held by a worker until then.
  leased_until timestamptz,
  last_answer text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX key_deliveries_due ON key_deliveries (due_at);
