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

export async function countWorkers(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM workers WHERE seen_at > now() - interval '30 seconds'",
  );
  return rows[0]?.count ?? 0;
}
