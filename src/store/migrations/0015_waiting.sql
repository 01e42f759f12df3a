-- Since when the oldest event waits that nobody has taken: asked by whoever watches the service.
CREATE INDEX deliveries_waiting ON deliveries (created_at) WHERE state = 'open';

-- Not only workers give signs of life: those that answer requests share the limits.
ALTER TABLE workers ADD COLUMN role text NOT NULL DEFAULT 'worker' CHECK (role IN ('api', 'worker'));
