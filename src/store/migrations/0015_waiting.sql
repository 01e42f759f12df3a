-- Since when the oldest event waits that nobody has taken: asked by whoever watches the service.
CREATE INDEX deliveries_waiting ON deliveries (created_at) WHERE state = 'open';
