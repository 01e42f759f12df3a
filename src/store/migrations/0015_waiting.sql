-- The time of the oldest event that was not accepted yet, for monitoring.
CREATE INDEX deliveries_waiting ON deliveries (created_at) WHERE state = 'open';

-- Not only workers send heartbeats: processes that answer requests share the limits.
ALTER TABLE workers ADD COLUMN role text NOT NULL DEFAULT 'worker' CHECK (role IN ('api', 'worker'));
