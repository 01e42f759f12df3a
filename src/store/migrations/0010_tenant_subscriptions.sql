-- A wish to hear of all connections of a tenant has no connection of its own. For each connection that something happens
-- at it gets a row below it, with its own lease and its own deliveries: one slow connection holds up no other.
ALTER TABLE subscriptions ALTER COLUMN connection_id DROP NOT NULL;
ALTER TABLE subscriptions ADD COLUMN parent_id text REFERENCES subscriptions ON DELETE CASCADE;
CREATE UNIQUE INDEX subscriptions_below ON subscriptions (parent_id, connection_id) WHERE parent_id IS NOT NULL;
CREATE INDEX subscriptions_of_tenant ON subscriptions (tenant_id) WHERE connection_id IS NULL;
-- Where the connection itself has none, the company whose changes are meant.
ALTER TABLE subscriptions ADD COLUMN environment text;
ALTER TABLE subscriptions ADD COLUMN company text;
