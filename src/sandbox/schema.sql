-- The data of the sandbox, which is a separate system in the same database.
CREATE SCHEMA IF NOT EXISTS sandbox;

CREATE TABLE IF NOT EXISTS sandbox.environments (
  id text PRIMARY KEY,
  position integer NOT NULL,
  body jsonb NOT NULL
);

CREATE TABLE IF NOT EXISTS sandbox.companies (
  id text PRIMARY KEY,
  environment text NOT NULL REFERENCES sandbox.environments,
  position integer NOT NULL,
  body jsonb NOT NULL
);

-- One row as soon as the books are complete. It is written in the transaction that seeds them.
CREATE TABLE IF NOT EXISTS sandbox.filling (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  day date NOT NULL,
  entries bigint NOT NULL,
  filled_at timestamptz NOT NULL DEFAULT now()
);
-- The size of all tables at that time (server/room.ts).
ALTER TABLE sandbox.filling ADD COLUMN IF NOT EXISTS bytes bigint;

CREATE TABLE IF NOT EXISTS sandbox.tokens (
  hash bytea PRIMARY KEY,
  name text NOT NULL,
  -- The faults that are switched on and not used up (server/faults.ts).
  behaviour jsonb,
  minute_start timestamptz,
  minute_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- All records but the ledger, complete with their lines.
CREATE TABLE IF NOT EXISTS sandbox.records (
  company text NOT NULL REFERENCES sandbox.companies,
  collection text NOT NULL,
  id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  updated_at timestamptz NOT NULL,
  body jsonb NOT NULL,
  PRIMARY KEY (company, collection, id)
);
CREATE UNIQUE INDEX IF NOT EXISTS records_position ON sandbox.records (company, collection, position);
CREATE UNIQUE INDEX IF NOT EXISTS records_marker ON sandbox.records (company, collection, (body->>'client_reference'))
  WHERE body->>'client_reference' IS NOT NULL;

-- The bytes of files in chunks. Their names are in records.
CREATE TABLE IF NOT EXISTS sandbox.file_chunks (
  company text NOT NULL REFERENCES sandbox.companies,
  id text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (company, id, place)
);

DO $$
BEGIN
  IF to_regclass('sandbox.contents') IS NOT NULL THEN
    INSERT INTO sandbox.file_chunks SELECT company, id, 0, bytes FROM sandbox.contents;
    DROP TABLE sandbox.contents;
  END IF;
END
$$;

-- Exports and bulk writes (writing/jobs.ts).
CREATE TABLE IF NOT EXISTS sandbox.jobs (
  company text NOT NULL REFERENCES sandbox.companies,
  id text COLLATE "C" NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The number of polls.
  polls integer NOT NULL DEFAULT 0,
  body jsonb NOT NULL,
  PRIMARY KEY (company, id)
);
CREATE UNIQUE INDEX IF NOT EXISTS jobs_marker ON sandbox.jobs (company, (body->>'client_reference'));

-- The ledger. Entries are never deleted and their numbers have no gaps, so a page is a range of numbers.
CREATE TABLE IF NOT EXISTS sandbox.entries (
  company text NOT NULL REFERENCES sandbox.companies,
  number bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  transaction_date date NOT NULL,
  fiscal_year text NOT NULL,
  updated_at timestamptz NOT NULL,
  -- json instead of jsonb, because it is sent as it was stored, without being parsed.
  body json NOT NULL,
  PRIMARY KEY (company, number)
);
CREATE UNIQUE INDEX IF NOT EXISTS entries_id ON sandbox.entries (company, id);
CREATE INDEX IF NOT EXISTS entries_updated ON sandbox.entries (company, updated_at);
CREATE INDEX IF NOT EXISTS entries_date ON sandbox.entries (company, transaction_date);
ALTER TABLE sandbox.entries ADD COLUMN IF NOT EXISTS client_reference text;
CREATE UNIQUE INDEX IF NOT EXISTS entries_marker ON sandbox.entries (company, client_reference)
  WHERE client_reference IS NOT NULL;
-- Finds the entries of a document. Most entries have none.
CREATE INDEX IF NOT EXISTS entries_document ON sandbox.entries (company, (body->>'document_id'))
  WHERE body->>'document_id' IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_year ON sandbox.entries (company, fiscal_year, number);

-- The sums of the ledger without drafts, updated together with it. Month 0 is the opening balance.
CREATE TABLE IF NOT EXISTS sandbox.balances (
  company text NOT NULL REFERENCES sandbox.companies,
  fiscal_year text NOT NULL,
  account text COLLATE "C" NOT NULL,
  month smallint NOT NULL CHECK (month BETWEEN 0 AND 12),
  debit numeric(20, 2) NOT NULL,
  credit numeric(20, 2) NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company, fiscal_year, account, month)
);

-- The OAuth server (oauth/). Codes, tokens and other secrets are stored as SHA-256 hashes only.
CREATE TABLE IF NOT EXISTS sandbox.installation (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  -- The built-in client's secret and the forms' check values are derived from it.
  seed bytea NOT NULL
);

CREATE TABLE IF NOT EXISTS sandbox.clients (
  id text PRIMARY KEY,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  -- Exact URLs. One that ends in /* matches one more path segment.
  redirect_uris text[] NOT NULL
);

-- A user's consent for a client. Its row in tokens has its name and behaviour, like that of an API key, but no secret has its hash.
CREATE TABLE IF NOT EXISTS sandbox.grants (
  hash bytea PRIMARY KEY REFERENCES sandbox.tokens ON DELETE CASCADE,
  client text NOT NULL REFERENCES sandbox.clients,
  scope text NOT NULL,
  revoked_at timestamptz
);

CREATE TABLE IF NOT EXISTS sandbox.codes (
  hash bytea PRIMARY KEY,
  grant_hash bytea NOT NULL REFERENCES sandbox.grants ON DELETE CASCADE,
  redirect_uri text NOT NULL,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE IF NOT EXISTS sandbox.grant_tokens (
  hash bytea PRIMARY KEY,
  grant_hash bytea NOT NULL REFERENCES sandbox.grants ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at timestamptz NOT NULL,
  -- Refresh tokens work once. Used ones are kept, because a second use ends the grant.
  used_at timestamptz
);
CREATE INDEX IF NOT EXISTS grant_tokens_grant ON sandbox.grant_tokens (grant_hash);

-- Users who are signed in with a browser.
CREATE TABLE IF NOT EXISTS sandbox.sessions (
  hash bytea PRIMARY KEY,
  user_name text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Webhook subscriptions (webhooks/). Their signing secrets are derived and not stored.
CREATE TABLE IF NOT EXISTS sandbox.webhook_subscriptions (
  id text PRIMARY KEY,
  company text NOT NULL REFERENCES sandbox.companies,
  url text NOT NULL,
  collections text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Failed posts in a row, and the time of the next attempt.
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  UNIQUE (company, url)
);

-- Changes to deliver: one row per record and transaction, however often the transaction changed the record.
CREATE TABLE IF NOT EXISTS sandbox.webhook_changes (
  subscription text NOT NULL REFERENCES sandbox.webhook_subscriptions ON DELETE CASCADE,
  number bigint GENERATED ALWAYS AS IDENTITY,
  transaction xid8 NOT NULL,
  collection text NOT NULL,
  record text NOT NULL,
  kind text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (subscription, transaction, collection, record)
);
CREATE INDEX IF NOT EXISTS webhook_changes_order ON sandbox.webhook_changes (subscription, number);

-- Records every change of the books for the subscriptions. It becomes visible when the transaction is committed.
CREATE OR REPLACE FUNCTION sandbox.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
  list text;
  what text := CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'updated' ELSE 'deleted' END;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  IF TG_NARGS > 0 THEN list := TG_ARGV[0]; ELSE list := changed.collection; END IF;
  INSERT INTO sandbox.webhook_changes AS noted (subscription, transaction, collection, record, kind, at)
  SELECT s.id, pg_current_xact_id(), list, changed.id, what,
    CASE what WHEN 'deleted' THEN clock_timestamp() ELSE changed.updated_at END
  FROM sandbox.webhook_subscriptions s
  WHERE s.company = changed.company AND list = ANY (s.collections) AND s.expires_at > now()
  ON CONFLICT (subscription, transaction, collection, record) DO UPDATE SET at = excluded.at,
    kind = CASE WHEN excluded.kind = 'deleted' OR noted.kind = 'deleted' THEN excluded.kind ELSE noted.kind END;
  RETURN NULL;
END
$$;

-- Companies with simulated activity (simulatedActivity.ts).
CREATE TABLE IF NOT EXISTS sandbox.lives (
  company text PRIMARY KEY REFERENCES sandbox.companies,
  every_seconds integer NOT NULL,
  seed integer NOT NULL,
  -- The number of actions so far.
  step integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL
);
