-- Old deliveries and attempts are deleted by dropping tables: one for each day, which src/store/postgres/dayTables.ts creates and drops.
--
-- Open deliveries, which are the queue, have a table of their own, however old they are. A delivery that is accepted or given up
-- moves to the table of the day on which it was created, and back if it is replayed. PostgreSQL moves the row when its state
-- changes. A unique key of a partitioned table would have to contain state and day, so only the queue enforces
-- (subscription_id, sequence). A delivery is made once nevertheless: numbers of a log are given under its lock, and replays look
-- for existing deliveries under the lock of the subscription.

-- Before the work that takes long.
LOCK TABLE subscriptions IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE deliveries, delivery_attempts IN ACCESS EXCLUSIVE MODE;

-- The rows until now stay in their table, which becomes the partition of all days up to today, without copying or indexing them again.
ALTER TABLE delivery_attempts DROP CONSTRAINT delivery_attempts_subscription_id_sequence_fkey;
ALTER TABLE delivery_attempts RENAME TO delivery_attempts_before;
ALTER TABLE deliveries RENAME TO settled_deliveries_before;
ALTER TABLE settled_deliveries_before DROP CONSTRAINT deliveries_subscription_id_fkey;
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT indexrelid::regclass::text FROM pg_index
    WHERE indrelid IN ('delivery_attempts_before'::regclass, 'settled_deliveries_before'::regclass)
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', name, name || '_before');
  END LOOP;
END $$;

CREATE TABLE deliveries (LIKE settled_deliveries_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY LIST (state);

CREATE TABLE open_deliveries PARTITION OF deliveries FOR VALUES IN ('open');
INSERT INTO open_deliveries SELECT * FROM settled_deliveries_before WHERE state = 'open';
DELETE FROM settled_deliveries_before WHERE state = 'open';
ALTER TABLE open_deliveries ADD PRIMARY KEY (subscription_id, sequence);
ALTER TABLE open_deliveries ADD FOREIGN KEY (subscription_id) REFERENCES subscriptions ON DELETE CASCADE;
CREATE INDEX open_deliveries_due ON open_deliveries (subscription_id, due_at, sequence);
-- Deliveries are read in the order of the log: by due time, a failed one could be overtaken by a later one of its lane.
CREATE INDEX open_deliveries_in_order ON open_deliveries (subscription_id, sequence, due_at);
CREATE INDEX open_deliveries_lanes ON open_deliveries (subscription_id, lane, sequence);
CREATE INDEX open_deliveries_by_age ON open_deliveries (created_at);
CREATE INDEX open_deliveries_by_subscription ON open_deliveries (subscription_id, created_at, sequence) INCLUDE (state);
CREATE INDEX open_deliveries_of_lists ON open_deliveries (subscription_id, sequence) WHERE cardinality(sequences) > 1;
-- Rows come and go all the time.
ALTER TABLE open_deliveries SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

CREATE TABLE settled_deliveries PARTITION OF deliveries FOR VALUES IN ('done', 'failed') PARTITION BY RANGE (created_at);
CREATE TABLE delivery_attempts (LIKE delivery_attempts_before INCLUDING DEFAULTS) PARTITION BY RANGE (at);

-- New installations have no rows, and need no table for them.
DO $$
DECLARE
  tomorrow timestamptz := date_trunc('day', now(), 'UTC') + interval '1 day';
BEGIN
  IF EXISTS (SELECT FROM settled_deliveries_before) THEN
    EXECUTE format('ALTER TABLE settled_deliveries ATTACH PARTITION settled_deliveries_before FOR VALUES FROM (MINVALUE) TO (%L)',
      (SELECT greatest(tomorrow, date_trunc('day', max(created_at), 'UTC') + interval '1 day') FROM settled_deliveries_before));
  ELSE
    DROP TABLE settled_deliveries_before;
  END IF;
  IF EXISTS (SELECT FROM delivery_attempts_before) THEN
    EXECUTE format('ALTER TABLE delivery_attempts ATTACH PARTITION delivery_attempts_before FOR VALUES FROM (MINVALUE) TO (%L)',
      (SELECT greatest(tomorrow, date_trunc('day', max(at), 'UTC') + interval '1 day') FROM delivery_attempts_before));
  ELSE
    DROP TABLE delivery_attempts_before;
  END IF;
END $$;

-- Only for new days: the table of the rows until now has the same as its primary key.
CREATE INDEX settled_deliveries_by_sequence ON ONLY settled_deliveries (subscription_id, sequence);
CREATE INDEX settled_deliveries_by_age ON settled_deliveries (created_at);
CREATE INDEX settled_deliveries_by_subscription ON settled_deliveries (subscription_id, created_at, sequence) INCLUDE (state);
CREATE INDEX settled_deliveries_of_lists ON settled_deliveries (subscription_id, sequence) WHERE cardinality(sequences) > 1;
CREATE INDEX settled_deliveries_failed ON settled_deliveries (subscription_id, sequence) INCLUDE (created_at) WHERE state = 'failed';
CREATE INDEX settled_deliveries_given_up ON settled_deliveries (subscription_id, settled_at) WHERE state = 'failed';
CREATE INDEX delivery_attempts_of ON delivery_attempts (subscription_id, sequence, at);

-- Rows of days that have no table, such as deliveries that were open for longer than they are kept.
CREATE TABLE settled_deliveries_rest PARTITION OF settled_deliveries DEFAULT;
CREATE TABLE delivery_attempts_rest PARTITION OF delivery_attempts DEFAULT;

-- Instead of foreign keys, which PostgreSQL would check again whenever a row moves.
CREATE FUNCTION delete_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM settled_deliveries WHERE subscription_id = OLD.id;
  DELETE FROM delivery_attempts WHERE subscription_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_deliveries AFTER DELETE ON subscriptions FOR EACH ROW EXECUTE FUNCTION delete_deliveries();
