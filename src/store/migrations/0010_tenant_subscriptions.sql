-- A subscription for all connections of a tenant has no connection itself. Each connection with events gets a child row,
-- with its own lease and its own deliveries, so that one slow connection does not delay the others.
ALTER TABLE subscriptions ALTER COLUMN connection_id DROP NOT NULL;
ALTER TABLE subscriptions ADD COLUMN parent_id text REFERENCES subscriptions ON DELETE CASCADE;
CREATE UNIQUE INDEX subscriptions_below ON subscriptions (parent_id, connection_id) WHERE parent_id IS NOT NULL;
CREATE INDEX subscriptions_of_tenant ON subscriptions (tenant_id) WHERE connection_id IS NULL;
-- The company whose changes are meant, if the connection itself has none.
ALTER TABLE subscriptions ADD COLUMN environment text;
ALTER TABLE subscriptions ADD COLUMN company text;
