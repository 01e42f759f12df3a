-- Links to the page on which an end user sees their connections, and can renew or end them.
CREATE TABLE end_user_pages (
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  -- The browser that first submitted a form of the page.
  browser_hash bytea,
  -- The connections of the page: all of an end user, or these.
  end_user_id text,
  connection_ids text[],
  locale text,
  -- Encrypted, because it may contain secrets of the platform.
  return_url bytea,
  expires_at timestamptz NOT NULL,
  CHECK ((end_user_id IS NULL) <> (connection_ids IS NULL))
);
CREATE INDEX end_user_pages_by_expiry ON end_user_pages (expires_at);
