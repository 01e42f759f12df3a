-- A connection can have subscriptions for several companies. Polls, vendor subscriptions and snapshots are separated by scope:
-- '' is the connection's own choice; others are named by subscriptions: the environment and the company, separated by a tab.
UPDATE subscriptions s SET environment = NULL, company = NULL FROM connections c
  WHERE c.id = s.connection_id AND s.company = c.company AND s.environment IS NOT DISTINCT FROM c.environment;
ALTER TABLE subscriptions ADD COLUMN scope text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN environment IS NULL AND company IS NULL THEN '' ELSE coalesce(environment, '') || E'\t' || coalesce(company, '') END
) STORED;

ALTER TABLE polls ADD COLUMN scope text NOT NULL DEFAULT '';
ALTER TABLE record_snapshots ADD COLUMN scope text NOT NULL DEFAULT '';
ALTER TABLE record_snapshots DROP CONSTRAINT seen_records_connection_id_resource_fkey;
ALTER TABLE polls DROP CONSTRAINT looks_pkey;
ALTER TABLE polls ADD PRIMARY KEY (connection_id, scope, resource);
ALTER TABLE record_snapshots DROP CONSTRAINT seen_records_pkey;
ALTER TABLE record_snapshots ADD PRIMARY KEY (connection_id, scope, resource, record_id);

ALTER TABLE vendor_subscriptions ADD COLUMN scope text NOT NULL DEFAULT '';
-- The name of the row in the context that its secrets are encrypted for.
ALTER TABLE vendor_subscriptions ADD COLUMN name text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN scope = '' THEN connection_id ELSE connection_id || E'\t' || scope END
) STORED;
ALTER TABLE vendor_subscriptions DROP CONSTRAINT vendor_subscriptions_pkey;
ALTER TABLE vendor_subscriptions ADD PRIMARY KEY (connection_id, scope);

-- Null: about the connection itself, whichever company.
ALTER TABLE events ADD COLUMN scope text;

-- What was polled so far where only a subscription named the company. A vendor's own subscription is made anew there.
CREATE TEMPORARY TABLE meant ON COMMIT DROP AS
  SELECT DISTINCT ON (s.connection_id) s.connection_id, s.scope FROM subscriptions s
  WHERE s.scope <> '' AND s.state <> 'ended' ORDER BY s.connection_id, s.created_at;
UPDATE polls p SET scope = m.scope FROM meant m WHERE m.connection_id = p.connection_id;
UPDATE record_snapshots r SET scope = m.scope FROM meant m WHERE m.connection_id = r.connection_id;
ALTER TABLE record_snapshots ADD FOREIGN KEY (connection_id, scope, resource) REFERENCES polls ON DELETE CASCADE;
