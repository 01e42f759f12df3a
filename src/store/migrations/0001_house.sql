-- Tenants, their keys and their connections. Keys are stored as SHA-256, credentials encrypted (core/secrets/vault.ts).

CREATE TABLE tenants (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz
);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  -- The first characters, so that people can tell their keys apart.
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX api_keys_by_tenant ON api_keys (tenant_id);

CREATE TABLE connections (
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  target_system text NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'needs_reauth', 'disabled')),
  environment text,
  company text,
  credentials bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX connections_by_tenant ON connections (tenant_id, created_at);

CREATE TABLE account_keys (
  hash bytea PRIMARY KEY,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX account_keys_by_connection ON account_keys (connection_id);

-- The processes that run background duties, so that an operator can see whether any does.
CREATE TABLE workers (
  id text PRIMARY KEY,
  host text NOT NULL,
  process_id integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);
