-- Problems that somebody has to solve. A cause has one open issue, which is closed when the cause is gone.
CREATE TABLE issues (
  id text PRIMARY KEY DEFAULT gen_random_uuid()::text,
  kind text NOT NULL,
  -- Identifies the cause within its kind.
  cause text NOT NULL,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  connection_id text REFERENCES connections ON DELETE CASCADE,
  target_system text,
  subscription_id text,
  -- The write in the journal, and the operation of the API.
  operation_id text,
  operation text,
  -- The latest failure.
  code text,
  message text,
  request_id text,
  count integer NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  -- When the same operation last succeeded at the same connection. Only for failed requests.
  succeeded_at timestamptz,
  closed_at timestamptz,
  -- The state in the latest event about the issue; null: there is none yet.
  reported text CHECK (reported IN ('open', 'closed'))
);
CREATE UNIQUE INDEX issues_open ON issues (kind, cause) WHERE closed_at IS NULL;
CREATE INDEX issues_by_cause ON issues (kind, cause, closed_at);
CREATE INDEX issues_by_tenant ON issues (tenant_id, last_seen);
CREATE INDEX issues_of_requests ON issues (connection_id, operation) WHERE closed_at IS NULL AND kind = 'requests_failing';
CREATE INDEX issues_unreported ON issues (connection_id)
  WHERE reported IS DISTINCT FROM (CASE WHEN closed_at IS NULL THEN 'open' ELSE 'closed' END);

-- The target system stored something else than the body says, and nobody has looked at it yet.
ALTER TABLE operations ADD COLUMN needs_review boolean NOT NULL DEFAULT false;
CREATE INDEX operations_to_review ON operations (connection_id) WHERE needs_review;
CREATE INDEX operations_unknown ON operations (connection_id, operation) WHERE state = 'unknown';
CREATE INDEX connections_needing_sign_in ON connections (id) WHERE state = 'needs_reauth';
CREATE INDEX subscriptions_failing ON subscriptions (id) WHERE failing_since IS NOT NULL AND state <> 'ended';

-- Muting belongs to the cause.
DELETE FROM muted_issues;
