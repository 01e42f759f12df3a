-- When the vendor issued the current credentials. A refresh token that nobody uses expires some time later.
ALTER TABLE connections ADD COLUMN granted_at timestamptz NOT NULL DEFAULT now();
UPDATE connections SET granted_at = updated_at WHERE state <> 'disabled';
CREATE INDEX connections_by_grant ON connections (target_system, granted_at) WHERE state = 'active';

-- Work that keeps connections usable while nobody calls: renewals of grants, and daily checks.
CREATE TABLE connection_upkeep (
  connection_id text PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
  leased_until timestamptz,
  -- Null: as soon as the age of the grant requires it. Set after a failed renewal.
  renewal_due_at timestamptz,
  -- Null: a day after the connection was made.
  check_due_at timestamptz,
  -- When the vendor last accepted a check.
  checked_at timestamptz,
  -- In a row.
  failures integer NOT NULL DEFAULT 0,
  -- The error code of the last attempt; null if it succeeded.
  last_fault text,
  last_fault_at timestamptz
);
CREATE INDEX connection_upkeep_by_check ON connection_upkeep (check_due_at);
