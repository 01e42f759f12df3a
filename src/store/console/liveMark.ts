/** A value that changes whenever a list of the console may have changed. */
import type { Queryable } from "../postgres/database.ts";

/** Always cheap: reads the ends of indexes, and counts open deliveries only up to a limit. */
export async function readLiveMark(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ mark: string }>({
    name: "read-live-mark",
    text: `SELECT concat_ws(' ', (SELECT max(at) FROM request_log WHERE at > now() - interval '1 hour'),
       (SELECT max(recorded_at) FROM events), (SELECT max(created_at) FROM operations),
       (SELECT max(created_at) FROM deliveries), (SELECT max(id) FROM connection_history), (SELECT max(id) FROM audit_log),
       (SELECT max(due_at) FROM bulk_replays WHERE state = 'open'),
       (SELECT count(*) FROM (SELECT FROM deliveries WHERE state = 'open' LIMIT 1000) AS open)) AS mark`,
  });
  return rows[0]?.mark ?? "";
}
