-- For a query that runs every second: new connections, which a tenant's subscription may include.
CREATE INDEX connections_by_age ON connections (created_at);
