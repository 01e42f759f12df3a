-- For queries that duties run every second or every minute, and for lookups of the writes of a connection or a tenant.
CREATE INDEX subscriptions_by_change ON subscriptions (updated_at);
CREATE INDEX subscriptions_by_expiry ON subscriptions (expires_at) WHERE state <> 'ended';
CREATE INDEX operations_by_connection ON operations (connection_id, created_at);
CREATE INDEX operations_by_tenant ON operations (tenant_id, created_at);
