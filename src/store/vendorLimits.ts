/** Counts recent calls to vendors, for all processes together. */
import type { Queryable } from "./postgres/database.ts";
import { deleteInBatches } from "./postgres/deleteInBatches.ts";

export interface CountedWindow {
  readonly key: string;
  readonly most: number;
  /** The length of a part of the window in seconds, and the number of parts that count. */
  readonly width: number;
  readonly parts: number;
}

export interface TakenCalls {
  readonly permits: number;
  /** If there are no permits: seconds until the next one may be available. */
  readonly wait: number;
}

/** How much of the free permits is granted in advance, so that the next calls need no query. */
const spare = { share: 0.1, most: 20 };

/**
 * Takes permits from all windows or from none: as many as requested, fewer if fewer are left, more if many are left. It is
 * one statement that locks rows in a fixed order, so that processes neither deadlock nor wait for a dead one.
 */
const take = `WITH asked AS (
  SELECT *, floor(extract(epoch FROM (SELECT steady_now())) / width)::bigint AS present
  FROM unnest($1::text[], $2::integer[], $3::double precision[], $4::integer[]) AS a (key, most, width, parts)
), locked AS (
  SELECT * FROM vendor_limits WHERE key = ANY ($1) ORDER BY key FOR UPDATE
), moved AS (
  SELECT a.*, greatest(l.newest, a.present) AS newest, l.closed_until,
    (array_fill(0, ARRAY[least(greatest(a.present - l.newest, 0), a.parts)::integer]) || l.calls)[1:a.parts] AS calls
  FROM asked a JOIN locked l USING (key)
), measured AS (
  SELECT m.*, m.most - (SELECT sum(calls) FROM unnest(m.calls) AS u (calls)) AS free FROM moved m
), timed AS (
  SELECT m.*, greatest(
    extract(epoch FROM m.closed_until),
    -- The moment when as many have left the window as are too many for one more.
    (SELECT (m.newest + m.parts + 1 - max(place)) * m.width FROM (
      SELECT place, sum(calls) OVER (ORDER BY place DESC) AS left_by_then FROM unnest(m.calls) WITH ORDINALITY AS u (calls, place)
    ) o WHERE m.free < 1 AND left_by_then >= 1 - m.free)
  ) - extract(epoch FROM (SELECT steady_now())) AS wait FROM measured m
), granted AS (
  SELECT greatest(max(wait), 0)::double precision AS wait, CASE WHEN max(wait) > 0 OR count(*) < cardinality($1) THEN 0
    ELSE least(min(free), $5::integer + least($7::integer, greatest(0, floor((min(free) - $5::integer) * $6::numeric)))) END::integer AS permits
  FROM timed
)
UPDATE vendor_limits l SET newest = t.newest, calls = (t.calls[1] + g.permits) || t.calls[2:], used_at = now()
FROM timed t, granted g WHERE l.key = t.key RETURNING g.permits, g.wait`;

export async function takeCalls(
  database: Queryable,
  windows: readonly CountedWindow[],
  wanted: number,
): Promise<TakenCalls> {
  const keys = windows.map(({ key }) => key);
  const values = [
    keys,
    windows.map(({ most }) => most),
    windows.map(({ width }) => width),
    windows.map(({ parts }) => parts),
    wanted,
    spare.share,
    spare.most,
  ];
  const { rows } = await database.query<TakenCalls>(take, values);
  const [taken] = rows;
  if (taken !== undefined && rows.length === keys.length) return taken;
  // Also in a fixed order, because two processes that add the same rows would deadlock.
  await database.query(
    "INSERT INTO vendor_limits (key) SELECT key FROM unnest($1::text[]) AS k (key) ORDER BY key ON CONFLICT DO NOTHING",
    [keys],
  );
  return takeCalls(database, windows, wanted);
}

/** The vendor accepts no calls for that many seconds. */
export async function blockLimit(database: Queryable, key: string, seconds: number): Promise<void> {
  await database.query(
    `INSERT INTO vendor_limits AS l (key, closed_until) VALUES ($1, steady_now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET closed_until = greatest(l.closed_until, excluded.closed_until)`,
    [key, seconds],
  );
}

/** No window is longer than a day. */
export async function pruneVendorLimits(database: Queryable): Promise<void> {
  await deleteInBatches(database, {
    from: "vendor_limits",
    where: "used_at < now() - interval '2 days' AND closed_until < (SELECT steady_now())",
  });
}
