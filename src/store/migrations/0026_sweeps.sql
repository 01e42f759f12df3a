-- Lists that a vendor reports itself are swept: polled slowly, for changes whose notice was lost.
ALTER TABLE polls ADD COLUMN is_sweep boolean NOT NULL DEFAULT false;
-- When a sweep is due. Other polls are due with their connection.
ALTER TABLE polls ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
-- Seconds between two sweeps; null for other polls.
ALTER TABLE polls ADD COLUMN every_seconds integer;
-- The comparison of all ids goes on page by page, over several sweeps.
ALTER TABLE polls ADD COLUMN scan_page integer NOT NULL DEFAULT 1;
ALTER TABLE polls ADD COLUMN scan_began_at timestamptz;
ALTER TABLE polls ADD COLUMN last_fault text;
ALTER TABLE polls ADD COLUMN last_fault_at timestamptz;
-- When a comparison of all ids last found the record.
ALTER TABLE record_snapshots ADD COLUMN scanned_at timestamptz;
ALTER TABLE poll_schedule ADD COLUMN last_fault_at timestamptz;

-- When the vendor last confirmed the subscription, and when it was last found to be lost.
ALTER TABLE vendor_subscriptions ADD COLUMN checked_at timestamptz;
ALTER TABLE vendor_subscriptions ADD COLUMN lost_at timestamptz;
ALTER TABLE vendor_subscriptions ADD COLUMN last_fault_at timestamptz;
-- Subscriptions without an end were never due again. From now on all are checked daily.
UPDATE vendor_subscriptions SET due_at = now() + interval '1 day' * random() WHERE due_at = 'infinity';

-- Whether a change of a record was reported already.
CREATE INDEX events_of_record ON events (connection_id, resource_id);
