-- A tenant has an event log of its own, for what concerns none of its connections. Its number is in `connection_id`, too: the
-- id of a log is the id of its connection or its tenant. The row of the log refers to its owner, so that no event is appended
-- after the owner has been erased: whoever appends events locks that row.
ALTER TABLE event_logs DROP CONSTRAINT event_logs_connection_id_fkey;
ALTER TABLE event_logs ADD COLUMN tenant_id text REFERENCES tenants ON DELETE CASCADE;
ALTER TABLE event_logs ADD COLUMN of_connection text
  GENERATED ALWAYS AS (CASE WHEN tenant_id IS NULL THEN connection_id END) STORED REFERENCES connections ON DELETE CASCADE;
CREATE INDEX event_logs_of_connection ON event_logs (of_connection);
CREATE INDEX event_logs_of_tenant ON event_logs (tenant_id) WHERE tenant_id IS NOT NULL;
DO $$
DECLARE
  reference text;
BEGIN
  FOR reference IN
    SELECT conname FROM pg_constraint
    WHERE contype = 'f' AND conrelid = 'events'::regclass AND confrelid = 'connections'::regclass
  LOOP
    EXECUTE format('ALTER TABLE events DROP CONSTRAINT %I', reference);
  END LOOP;
END $$;

-- The log that a subscription gets events of. A tenant-wide one gets those of the tenant itself, its child rows those of the
-- connections.
ALTER TABLE subscriptions ADD COLUMN log_id text NOT NULL
  GENERATED ALWAYS AS (coalesce(connection_id, tenant_id)) STORED;
CREATE INDEX subscriptions_by_log ON subscriptions (log_id);
