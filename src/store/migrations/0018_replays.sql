-- Many deliveries that are sent again, a portion at a time. One begins a moment after it was asked for, and can be stopped.
CREATE TABLE bulk_replays (
  id text PRIMARY KEY,
  -- Null: of all tenants.
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  -- Of one subscription that a platform knows, or of one connection; null: of all.
  subscription_id text,
  connection_id text,
  -- failed: what failed. missing: what was never sent. all: both, and what was taken.
  which text NOT NULL CHECK (which IN ('failed', 'missing', 'all')),
  -- What entered the log in this time.
  begins timestamptz NOT NULL,
  ends timestamptz NOT NULL,
  per_second integer NOT NULL CHECK (per_second > 0),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'stopped')),
  -- As it was counted when it was asked for.
  expected integer NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  -- How far it has come: all subscriptions up to this one, and of the next one its ledger up to a number of the log.
  after_subscription text NOT NULL DEFAULT '',
  after_ledger text,
  after_sequence bigint,
  due_at timestamptz NOT NULL,
  person text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX bulk_replays_due ON bulk_replays (due_at) WHERE state = 'open';
CREATE INDEX bulk_replays_by_age ON bulk_replays (created_at);

-- Who did something to a connection.
CREATE INDEX audit_log_by_subject ON audit_log (subject, id) WHERE subject IS NOT NULL;
