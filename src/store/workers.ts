import { type Database, type Queryable, transaction } from "./postgres/database.ts";

export interface WorkerRow {
  readonly id: string;
  readonly role: "api" | "worker";
  readonly host: string;
  readonly processId: number;
}

const isLivingApiService = "role = 'api' AND seen_at > now() - interval '15 seconds'";

/**
 * Adds the worker or updates its heartbeat, and removes workers without a heartbeat for a minute. Returns the number of
 * other living API services.
 */
export async function keepWorker(database: Queryable, worker: WorkerRow): Promise<number> {
  const { rows } = await database.query<{ others: number }>({
    name: "keep-worker",
    text: `WITH gone AS (DELETE FROM workers WHERE seen_at < now() - interval '1 minute' AND id <> $1)
     INSERT INTO workers (id, host, process_id, role) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET seen_at = now()
     RETURNING (SELECT count(*)::int FROM workers WHERE ${isLivingApiService} AND id <> $1) AS others`,
    values: [worker.id, worker.host, worker.processId, worker.role],
  });
  return rows[0]?.others ?? 0;
}

export async function removeWorker(database: Queryable, id: string): Promise<void> {
  await database.query("DELETE FROM workers WHERE id = $1", [id]);
}

/** The number of API services. A dead one counts until its heartbeat is overdue. */
export async function countApiServices(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM workers WHERE ${isLivingApiService}`,
  );
  return rows[0]?.count ?? 0;
}

/** The part of the service's health that the database knows. */
export interface WorkState {
  /** Workers with a recent heartbeat. */
  readonly workers: number;
  /** Seconds since the oldest open delivery was created; null if there is none. */
  readonly oldestUndelivered: number | null;
}

export async function readWorkState(database: Queryable): Promise<WorkState> {
  const { rows } = await database.query<WorkState>(
    `SELECT (SELECT count(*)::int FROM workers WHERE role = 'worker' AND seen_at > now() - interval '30 seconds') AS workers,
       (SELECT floor(extract(epoch FROM now() - d.created_at))::int FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id
        WHERE d.state = 'open' AND s.state = 'active' ORDER BY d.created_at LIMIT 1) AS "oldestUndelivered"`,
  );
  return rows[0] ?? { workers: 0, oldestUndelivered: null };
}

/** Whether the database accepts no changes, such as a standby or one that its operator has locked. */
export async function isReadOnly(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ yes: boolean }>(
    "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS yes",
  );
  return rows[0]?.yes === true;
}

/** Takes some disk space for a moment, and throws if there is none. */
export async function tryWrite(database: Database): Promise<void> {
  await transaction(database, (client) =>
    client.query(
      `CREATE TEMPORARY TABLE disk_probe ON COMMIT DROP AS
         SELECT repeat(md5(number::text), 100) AS filling FROM generate_series(1, 50) AS number`,
    ),
  );
}
