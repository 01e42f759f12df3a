/** A database that was restored from a backup: it is paused until its operator resumes it. */
import type { OperationRow } from "../operations.ts";
import type { Queryable } from "../postgres/database.ts";
import { sandboxSchema } from "./tables.ts";

export interface Restore {
  /** When the backup was made. */
  readonly madeAt: Date;
  readonly version: string;
  readonly restoredAt: Date;
  /** Null: paused. */
  readonly resumedAt: Date | null;
  /** When a worker had looked up the writes in doubt and tried the tokens of all connections. */
  readonly completedAt: Date | null;
}

/** Undefined if the database was not restored. */
export async function findRestore(database: Queryable): Promise<Restore | undefined> {
  const { rows } = await database.query<Restore>(
    `SELECT made_at AS "madeAt", version, restored_at AS "restoredAt", resumed_at AS "resumedAt",
       completed_at AS "completedAt" FROM restores`,
  );
  return rows[0];
}

export interface RestoredBackup {
  readonly madeAt: string;
  readonly version: string;
  /** Operations that only read: their tasks may run again. */
  readonly readOperations: readonly string[];
}

/**
 * The service went on after the backup. A write that the backup knows as not sent may have been sent since, and numbers of
 * events have been used for other events.
 */
export async function markRestored(
  client: Queryable,
  { madeAt, version, readOperations }: RestoredBackup,
): Promise<void> {
  await client.query(
    `INSERT INTO restores (made_at, version) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET made_at = excluded.made_at, version = excluded.version,
       restored_at = excluded.restored_at, resumed_at = NULL, completed_at = NULL`,
    [madeAt, version],
  );
  await releaseLeases(client);
  await client.query(
    `UPDATE operations SET state = 'unknown' WHERE state = 'sent' OR (state = 'intended'
       AND (created_at > $1::timestamptz - interval '1 hour' OR (idempotency_key IS NOT NULL AND key_expires_at > $1)))`,
    [madeAt],
  );
  await client.query(
    `UPDATE tasks SET status = 'FAILED', updated_at = now(), expires_at = now() + interval '7 days',
       information = information || jsonb_build_array(jsonb_build_object('type', 'ERROR', 'date',
         to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'message', $2::text))
     WHERE status IN ('OPEN', 'IN_PROGRESS') AND operation <> ALL ($1)`,
    [readOperations, interruptedTask],
  );
  await client.query(
    `UPDATE import_entries SET state = 'failed', request = NULL, failure = $1 WHERE state IN ('waiting', 'renewing')`,
    [{ code: "connection_needs_reauth", message: interruptedImport, next: "reconnect" }],
  );
  await client.query("UPDATE imports SET ended_at = now() WHERE ended_at IS NULL");
  await client.query("DELETE FROM task_files f USING tasks t WHERE t.id = f.task_id AND t.status = 'FAILED'");
  await client.query(
    `INSERT INTO event_logs (connection_id, tenant_id, last)
     SELECT id, NULL, ${eventGap} FROM connections WHERE state <> 'disabled'
     UNION ALL SELECT id, id, ${eventGap} FROM tenants
     ON CONFLICT (connection_id) DO UPDATE SET last = event_logs.last + ${eventGap}`,
  );
}

/** For a database that was recovered with PostgreSQL's own tools, which copy everything. */
export async function markRecovered(client: Queryable, restored: RestoredBackup): Promise<void> {
  await client.query("DELETE FROM workers");
  await client.query("DELETE FROM console_links");
  await client.query("DELETE FROM console_sessions");
  const { rows } = await client.query<{ hasQueue: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS "hasQueue"`,
  );
  if (rows[0]?.hasQueue === true) await client.query("DELETE FROM pgboss.job");
  await markRestored(client, restored);
}

const interruptedTask =
  "outcome_unknown: Kontor was restored from a backup that was made before this task ended. Check at the target system whether it was carried out before you send it again.";

const interruptedImport =
  "Kontor was restored from a backup that was made before this import ended. The refresh token may have been used since. Let the end user sign in again.";

/** More events than a log gets between two backups. */
const eventGap = 1_000_000;

/** The processes that hold them do not use this database. */
async function releaseLeases(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.columns
     WHERE column_name = 'leased_until' AND table_schema IN (current_schema(), $1)`,
    [sandboxSchema],
  );
  for (const { schema, name } of rows)
    await client.query(`UPDATE "${schema}"."${name}" SET leased_until = NULL WHERE leased_until IS NOT NULL`);
}

/** The deliveries that wait at a subscription. */
export interface WaitingDeliveries {
  readonly subscriptionId: string;
  readonly connectionId: string;
  readonly url: string;
  readonly deliveries: number;
  readonly oldest: Date;
}

export async function listWaitingDeliveries(database: Queryable): Promise<WaitingDeliveries[]> {
  const { rows } = await database.query<WaitingDeliveries>(
    `SELECT coalesce(s.parent_id, s.id) AS "subscriptionId", d.connection_id AS "connectionId", s.callback_url AS url,
       count(*)::int AS deliveries, min(d.created_at) AS oldest
     FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id
     WHERE d.state = 'open' GROUP BY s.id, d.connection_id ORDER BY min(d.created_at), s.id`,
  );
  return rows;
}

/** A write whose outcome is not known. */
export type WriteInDoubt = Pick<OperationRow, "id" | "connectionId" | "operation" | "createdAt">;

export async function listWritesInDoubt(database: Queryable): Promise<WriteInDoubt[]> {
  const { rows } = await database.query<WriteInDoubt>(
    `SELECT id, connection_id AS "connectionId", operation, created_at AS "createdAt" FROM operations
     WHERE state IN ('sent', 'unknown', 'taken', 'undoing') ORDER BY created_at, id`,
  );
  return rows;
}

/** A connection whose token may have been replaced after the backup, and its end user. */
export interface ConnectionToTry {
  readonly id: string;
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly endUserName: string | null;
}

const connectionColumns = `id, tenant_id AS "tenantId", target_system AS "targetSystem", end_user_name AS "endUserName"`;

/** Active connections to these target systems whose tokens were not renewed since the service was resumed. */
export async function listConnectionsToTry(
  database: Queryable,
  targetSystems: readonly string[],
): Promise<ConnectionToTry[]> {
  const { rows } = await database.query<ConnectionToTry>(
    `SELECT ${connectionColumns} FROM connections
     WHERE state = 'active' AND target_system = ANY ($1)
       AND granted_at < coalesce((SELECT resumed_at FROM restores), 'infinity') ORDER BY granted_at, id`,
    [targetSystems],
  );
  return rows;
}

/** Connections that need a new sign-in. */
export async function listConnectionsToSignIn(database: Queryable): Promise<ConnectionToTry[]> {
  const { rows } = await database.query<ConnectionToTry>(
    `SELECT ${connectionColumns} FROM connections WHERE state = 'needs_reauth' ORDER BY updated_at, id`,
  );
  return rows;
}

/** Tasks that were not finished in the backup. */
export async function listOpenTasks(
  database: Queryable,
): Promise<{ taskId: string; turn: number; tenantId: string }[]> {
  const { rows } = await database.query<{ taskId: string; turn: number; tenantId: string }>(
    `SELECT id AS "taskId", turn, tenant_id AS "tenantId" FROM tasks WHERE status IN ('OPEN', 'IN_PROGRESS')
     ORDER BY created_at, id`,
  );
  return rows;
}

/** Returns how many deliveries were dropped, or undefined if the service is not paused. */
export async function resume(
  client: Queryable,
  { dropDeliveries }: { readonly dropDeliveries: boolean },
): Promise<{ dropped: number } | undefined> {
  const { rows } = await client.query<{ madeAt: Date }>(
    `UPDATE restores SET resumed_at = now() WHERE resumed_at IS NULL RETURNING made_at AS "madeAt"`,
  );
  const [restore] = rows;
  if (restore === undefined) return undefined;
  let dropped = 0;
  if (dropDeliveries) {
    const { rowCount } = await client.query(
      "UPDATE deliveries SET state = 'failed', settled_at = now() WHERE state = 'open'",
    );
    dropped = rowCount ?? 0;
    await client.query("UPDATE bulk_replays SET state = 'stopped', ended_at = now() WHERE state = 'open'");
  }
  // Nobody should wait for the next attempt of a service that is gone.
  await client.query("UPDATE deliveries SET due_at = now() WHERE state = 'open' AND due_at > now()");
  await client.query("UPDATE subscriptions SET due_at = now() WHERE state = 'active' AND due_at > now()");
  // An endpoint has not failed for longer because the service was paused.
  await client.query(
    `UPDATE subscriptions SET failing_since = failing_since + (now() - $1::timestamptz)
     WHERE failing_since IS NOT NULL AND failing_since < $1`,
    [restore.madeAt],
  );
  // Vendors may have ended or renewed their subscriptions since.
  await client.query("UPDATE vendor_subscriptions SET due_at = now()");
  return { dropped };
}

export async function completeRestore(database: Queryable): Promise<void> {
  await database.query("UPDATE restores SET completed_at = now() WHERE resumed_at IS NOT NULL");
}
