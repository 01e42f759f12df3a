-- Access that end users give to assistants (OAuth 2.1 for /mcp).

-- The most that an assistant may get through a link to an end user's page. Null: the page offers no assistants.
ALTER TABLE end_user_pages ADD COLUMN assistant_access text CHECK (assistant_access IN ('read', 'write'));
-- The resources of the API key that made the link. Null: every resource.
ALTER TABLE end_user_pages ADD COLUMN assistant_resources text[];

-- Clients that registered themselves. Clients with a metadata document are not stored.
CREATE TABLE assistant_clients (
  id text PRIMARY KEY,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX assistant_clients_by_age ON assistant_clients (created_at);

-- One-time codes that an end user reads on their page and enters where the assistant asks for access.
CREATE TABLE assistant_codes (
  hash bytea PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  access text NOT NULL CHECK (access IN ('read', 'write')),
  resources text[],
  locale text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX assistant_codes_by_connection ON assistant_codes (connection_id);
CREATE INDEX assistant_codes_by_tenant ON assistant_codes (tenant_id);
CREATE INDEX assistant_codes_by_expiry ON assistant_codes (expires_at);

-- Questions for consent. A row begins with a valid one-time code; its id becomes the id of the grant.
CREATE TABLE assistant_requests (
  id text PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  browser_hash bytea NOT NULL,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  client_id text NOT NULL,
  client_name text NOT NULL,
  redirect_uri text NOT NULL,
  state text,
  code_challenge text NOT NULL,
  -- What the assistant may get at most. After the consent: what it gets.
  access text NOT NULL CHECK (access IN ('read', 'write')),
  resources text[],
  locale text,
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- The authorization code. Null: not allowed, or not yet.
  code_hash bytea UNIQUE,
  -- The browser in which the person confirms writes.
  person_hash bytea,
  exchanged_at timestamptz
);
CREATE INDEX assistant_requests_by_connection ON assistant_requests (connection_id);
CREATE INDEX assistant_requests_by_tenant ON assistant_requests (tenant_id);
CREATE INDEX assistant_requests_by_expiry ON assistant_requests (expires_at);

CREATE TABLE assistant_grants (
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  client_id text NOT NULL,
  client_name text NOT NULL,
  -- Where the authorization code went.
  host text NOT NULL,
  -- The only URL at which the tokens are valid.
  resource text NOT NULL,
  access text NOT NULL CHECK (access IN ('read', 'write')),
  resources text[],
  person_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX assistant_grants_by_connection ON assistant_grants (connection_id);
CREATE INDEX assistant_grants_by_tenant ON assistant_grants (tenant_id);
CREATE INDEX assistant_grants_by_client ON assistant_grants (client_id);

CREATE TABLE assistant_tokens (
  hash bytea PRIMARY KEY,
  grant_id text NOT NULL REFERENCES assistant_grants ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at timestamptz NOT NULL,
  -- A refresh token is used once. It is kept, so that a second use is noticed.
  used_at timestamptz
);
CREATE INDEX assistant_tokens_by_grant ON assistant_tokens (grant_id);
CREATE INDEX assistant_tokens_by_expiry ON assistant_tokens (expires_at);

-- Writes that a person confirms on a hosted page, because the assistant's program cannot ask.
CREATE TABLE assistant_questions (
  id text PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  grant_id text NOT NULL REFERENCES assistant_grants ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  -- A keyed hash of exactly what is confirmed.
  subject bytea NOT NULL,
  -- Encrypted.
  message bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  answer text CHECK (answer IN ('confirmed', 'declined'))
);
CREATE INDEX assistant_questions_by_grant ON assistant_questions (grant_id);
CREATE INDEX assistant_questions_by_connection ON assistant_questions (connection_id);
CREATE INDEX assistant_questions_by_expiry ON assistant_questions (expires_at);
