-- A subscription's deliveries, newest first, a page at a time, however many there are.
CREATE INDEX deliveries_by_subscription ON deliveries (subscription_id, created_at, sequence);
