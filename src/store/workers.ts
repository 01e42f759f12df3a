import type { Queryable } from "./postgres/database.ts";

export interface WorkerRow {
  readonly id: string;
  readonly host: string;
  readonly processId: number;
}

/** Adds the worker or renews its sign of life, and forgets those that gave none for a minute. */
export async function keepWorker(database: Queryable, worker: WorkerRow): Promise<void> {
  await database.query(
    `INSERT INTO workers (id, host, process_id) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [worker.id, worker.host, worker.processId],
  );
  await database.query("DELETE FROM workers WHERE seen_at < now() - interval '1 minute'");
}

export async function removeWorker(database: Queryable, id: string): Promise<void> {
  await database.query("DELETE FROM workers WHERE id = $1", [id]);
}

/** What only the database knows of the service's health. */
export interface WorkState {
  /** Workers that give signs of life. */
  readonly workers: number;
  /** Seconds that the oldest event has waited which nobody has taken; null where nothing waits. */
  readonly oldestUndelivered: number | null;
}

export async function readWorkState(database: Queryable): Promise<WorkState> {
  const { rows } = await database.query<WorkState>(
    `SELECT (SELECT count(*)::int FROM workers WHERE seen_at > now() - interval '30 seconds') AS workers,
       (SELECT floor(extract(epoch FROM now() - d.created_at))::int FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id
        WHERE d.state = 'open' AND s.state = 'active' ORDER BY d.created_at LIMIT 1) AS "oldestUndelivered"`,
  );
  return rows[0] ?? { workers: 0, oldestUndelivered: null };
}
