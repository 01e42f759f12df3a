-- Recent calls to vendors, by all processes together: a row for each limit and the party that the vendor counts.
-- Unlogged: after a database crash, the vendors' 429 responses enforce the limits.
CREATE UNLOGGED TABLE vendor_limits (
  key text PRIMARY KEY,
  -- The window moves in small parts: the number of the newest one, since 1970, and the calls in it and those before it.
  newest bigint NOT NULL DEFAULT 0,
  calls integer[] NOT NULL DEFAULT '{}',
  -- Until when the vendor accepts no calls, as it reported.
  closed_until timestamptz NOT NULL DEFAULT '-infinity',
  used_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
