-- Bulk replays of deliveries, a batch at a time. A replay starts a moment after the request, and can be stopped.
CREATE TABLE bulk_replays (
  id text PRIMARY KEY,
  -- Null: all tenants.
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  -- One subscription of a platform, or one connection; null: all.
  subscription_id text,
  connection_id text,
  -- failed: failed deliveries. missing: events that were never sent. all: both, and accepted deliveries.
  which text NOT NULL CHECK (which IN ('failed', 'missing', 'all')),
  -- Events that entered the log in this period.
  begins timestamptz NOT NULL,
  ends timestamptz NOT NULL,
  per_second integer NOT NULL CHECK (per_second > 0),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'stopped')),
  -- The number of deliveries when the replay was requested.
  expected integer NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  -- Progress: all subscriptions up to this one, and the next one's deliveries up to a number of the log.
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

-- The person or process that changed a connection.
CREATE INDEX audit_log_by_subject ON audit_log (subject, id) WHERE subject IS NOT NULL;
