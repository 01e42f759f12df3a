/** Deletes old events, deliveries and ended subscriptions. */
import type { Database } from "./postgres/database.ts";
import { createNextDays, dropDays, listUndated } from "./postgres/dayTables.ts";
import { deleteInBatches } from "./postgres/deleteInBatches.ts";

const retention = "make_interval(days => $1)";
/** Rows in one statement, so that it does not run into its timeout. */
const portion = 50_000;

/**
 * Keeps open deliveries, their events, and all later events of the same log: a log is pruned only from its beginning, so
 * that it has no gaps.
 */
export async function pruneEvents(database: Database, days: number): Promise<void> {
  await pruneDeliveries(database, days);
  await pruneLogs(database, days);
  await deleteInBatches(database, {
    from: "subscriptions",
    where: `state = 'ended' AND updated_at < cautious_now() - ${retention}`,
    values: [days],
    batch: 100,
  });
}

/**
 * Reads no row twice, so the time grows with the number of rows. Events that an open delivery needs at the beginning are kept
 * until the next run, even if the delivery ends meanwhile: otherwise later events of the log could be deleted before them.
 */
async function pruneLogs(database: Database, days: number): Promise<void> {
  const { rows: kept } = await database.query<{ connectionId: string; first: string }>(
    `SELECT n.connection_id AS "connectionId", n.first::text FROM (${neededFrom("deliveries WHERE state = 'open'")}) AS n
     JOIN events e ON e.connection_id = n.connection_id AND e.sequence = n.first
     WHERE e.recorded_at < cautious_now() - ${retention}`,
    [days],
  );
  const connections = kept.map(({ connectionId }) => connectionId);
  const firsts = kept.map(({ first }) => first);
  // As text, because a Date has no microseconds.
  let after = "-infinity";
  for (;;) {
    const { rows } = await database.query<{ until: string | null }>(
      `SELECT max(recorded_at)::text AS until FROM (
         SELECT recorded_at FROM events WHERE recorded_at > $2::timestamptz AND recorded_at < cautious_now() - ${retention}
         ORDER BY recorded_at LIMIT ${portion}
       ) AS oldest`,
      [days, after],
    );
    const until = rows[0]?.until ?? null;
    if (until === null) return;
    await database.query(
      `WITH open_or_kept AS (
         SELECT connection_id, sequence FROM deliveries WHERE state = 'open'
         UNION ALL SELECT * FROM unnest($3::text[], $4::bigint[])
       ), needed AS (${neededFrom("open_or_kept")})
       DELETE FROM events WHERE ctid = ANY (ARRAY (
         SELECT e.ctid FROM events e LEFT JOIN needed n ON n.connection_id = e.connection_id
         WHERE e.recorded_at > $1::timestamptz AND e.recorded_at <= $2::timestamptz AND coalesce(e.sequence < n.first, true)
       ))`,
      [after, until, connections, firsts],
    );
    after = until;
  }
}

/** The first event of each log that a delivery needs. */
const neededFrom = (deliveries: string): string =>
  `SELECT connection_id, min(sequence) AS first FROM ${deliveries} GROUP BY connection_id`;

/** Deliveries that are no longer open, and their attempts: whole days. */
async function pruneDeliveries(database: Database, days: number): Promise<void> {
  await createNextDays(
    database,
    dayTables.map(({ table }) => table),
  );
  const { rows } = await database.query<{ day: Date }>(
    `SELECT date_trunc('day', cautious_now() - ${retention}, 'UTC') AS day`,
    [days],
  );
  const [oldest] = rows;
  if (oldest === undefined) throw new Error("The database did not return a time.");
  for (const { table, column } of dayTables) {
    await dropDays(database, table, oldest.day);
    for (const from of await listUndated(database, table))
      await deleteInBatches(database, { from, where: `${column} < $1`, values: [oldest.day], batch: 10_000 });
  }
}

const dayTables = [
  { table: "settled_deliveries", column: "created_at" },
  { table: "delivery_attempts", column: "at" },
] as const;
