-- How often vendors were called lately, by all processes together: a row for each limit and whom the vendor counts.
-- Not worth a log: after a crash of the database the vendors themselves say what is too much.
CREATE UNLOGGED TABLE vendor_limits (
  key text PRIMARY KEY,
  -- The window moves in small parts: the number of the newest one, since 1970, and the calls in it and those before it.
  newest bigint NOT NULL DEFAULT 0,
  calls integer[] NOT NULL DEFAULT '{}',
  -- Until when the vendor said that it takes nothing.
  closed_until timestamptz NOT NULL DEFAULT '-infinity',
  used_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
