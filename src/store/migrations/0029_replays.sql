-- Bulk replays count and find their deliveries by an index, however many there are.
DROP INDEX deliveries_by_subscription;
CREATE INDEX deliveries_by_subscription ON deliveries (subscription_id, created_at, sequence) INCLUDE (state);
CREATE INDEX deliveries_failed ON deliveries (subscription_id, sequence) INCLUDE (created_at) WHERE state = 'failed';
-- Deliveries of several events are few; for all others, `sequence` is the only event.
CREATE INDEX deliveries_of_lists ON deliveries (subscription_id, sequence) WHERE cardinality(sequences) > 1;
CREATE INDEX events_by_time ON events (connection_id, recorded_at, sequence);
-- The open replays of a tenant share its pace.
CREATE INDEX bulk_replays_open ON bulk_replays (tenant_id) WHERE state = 'open';
