-- The end user of a connection, in the platform's own terms.
ALTER TABLE connections ADD COLUMN end_user_id text;
ALTER TABLE connections ADD COLUMN end_user_name text;
CREATE INDEX connections_by_end_user ON connections (tenant_id, end_user_id) WHERE end_user_id IS NOT NULL;
