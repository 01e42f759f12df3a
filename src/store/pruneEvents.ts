/** Deletes old events, deliveries and ended subscriptions. */
import type { Queryable } from "./postgres/database.ts";
import { deleteInBatches } from "./postgres/deleteInBatches.ts";

const retention = "make_interval(days => $1)";
/** Rows in one statement, so that others do not wait long. */
const portion = 10_000;

/**
 * Keeps open deliveries, their events, and all later events of the same log: a log is pruned only from its beginning, so
 * that it has no gaps.
 */
export async function pruneEvents(database: Queryable, days: number): Promise<void> {
  await inPortions(
    database,
    days,
    `DELETE FROM deliveries WHERE (subscription_id, sequence) IN (
       SELECT subscription_id, sequence FROM deliveries
       WHERE created_at < cautious_now() - ${retention} AND state <> 'open' ORDER BY created_at LIMIT ${portion}
       FOR UPDATE SKIP LOCKED
     )`,
  );
  await inPortions(
    database,
    days,
    `WITH needed AS (
       SELECT connection_id, min(sequence) AS first FROM deliveries WHERE state = 'open' GROUP BY connection_id
     )
     DELETE FROM events WHERE (connection_id, sequence) IN (
       SELECT e.connection_id, e.sequence FROM events e LEFT JOIN needed n ON n.connection_id = e.connection_id
       WHERE e.recorded_at < cautious_now() - ${retention} AND coalesce(e.sequence < n.first, true)
       ORDER BY e.recorded_at, e.sequence LIMIT ${portion}
     )`,
  );
  await deleteInBatches(database, {
    from: "subscriptions",
    where: `state = 'ended' AND updated_at < cautious_now() - ${retention}`,
    values: [days],
    batch: 100,
  });
}

async function inPortions(database: Queryable, days: number, statement: string): Promise<void> {
  for (;;) if (((await database.query(statement, [days])).rowCount ?? 0) < portion) return;
}
