-- What processes share follows the database's clock. Every process compares it with its own monotonic clock once a second
-- (src/store/postgres/databaseClock.ts), so that a jump of the database's clock ends no lease and deletes nothing.
CREATE TABLE database_clock (
  -- There is one row.
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- When a process last compared the clocks; null until one does.
  seen_at timestamptz,
  -- All jumps so far.
  shift interval NOT NULL DEFAULT '0',
  -- How far the last jumps moved the clock ahead, and when. After a day, the new time is accepted.
  ahead interval NOT NULL DEFAULT '0',
  jumped_at timestamptz
);
INSERT INTO database_clock DEFAULT VALUES;

-- A time without jumps, for leases and for vendors' limits. It has no meaning as a date.
CREATE FUNCTION steady_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(least(greatest(clock_timestamp(), seen_at), seen_at + interval '5 seconds'), clock_timestamp()) - shift
  FROM database_clock
$$;

-- The present date, or an earlier one while the clock may be wrong. For what is deleted, or ends, by its age.
CREATE FUNCTION cautious_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(least(now(), seen_at + interval '5 seconds'), now())
    - CASE WHEN now() < jumped_at + interval '1 day' THEN ahead ELSE interval '0' END
  FROM database_clock
$$;

-- Leases were set on the database's clock, and no process holds one during a migration.
UPDATE subscriptions SET leased_until = NULL WHERE leased_until IS NOT NULL;
UPDATE poll_schedule SET leased_until = NULL WHERE leased_until IS NOT NULL;
