-- For what is asked every second: connections that are new, because a tenant's subscription may be about them.
CREATE INDEX connections_by_age ON connections (created_at);
