/** Work that goes on after its request was answered, and what comes of it. */
import type { AsyncTask, AsyncTaskInformation } from "../contract/records/documents.ts";
import type { Queryable } from "./database.ts";

export type TaskStatus = NonNullable<AsyncTask["status"]>;
export type TaskNote = AsyncTaskInformation;

export interface TaskRow {
  readonly id: string;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly operation: string;
  readonly status: TaskStatus;
  /** Encrypted, like `job`; the place is `tasks`, the row's id, the column. */
  readonly request: Buffer;
  readonly information: readonly TaskNote[];
  readonly job: Buffer | null;
  readonly turn: number;
}

const columns = `id, tenant_id AS "tenantId", connection_id AS "connectionId", operation, status, request, information,
  job, turn`;
const keptFor = "7 days";

export type NewTask = Pick<TaskRow, "id" | "tenantId" | "connectionId" | "operation" | "request">;

export async function addTask(database: Queryable, task: NewTask): Promise<void> {
  await database.query(
    `INSERT INTO tasks (id, tenant_id, connection_id, operation, request, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + interval '${keptFor}')`,
    [task.id, task.tenantId, task.connectionId, task.operation, task.request],
  );
}

export async function findTask(database: Queryable, id: string): Promise<TaskRow | undefined> {
  const { rows } = await database.query<TaskRow>(`SELECT ${columns} FROM tasks WHERE id = $1 AND expires_at > now()`, [
    id,
  ]);
  return rows[0];
}

/** The vendor's job has begun. */
export async function noteJob(database: Queryable, { id, job }: { id: string; job: Buffer }): Promise<void> {
  await database.query("UPDATE tasks SET job = $2, updated_at = now() WHERE id = $1", [id, job]);
}

export async function takeTurn(database: Queryable, id: string): Promise<number> {
  const { rows } = await database.query<{ turn: number }>(
    "UPDATE tasks SET turn = turn + 1, updated_at = now() WHERE id = $1 RETURNING turn",
    [id],
  );
  return rows[0]?.turn ?? 0;
}

export async function beginWork(database: Queryable, id: string): Promise<void> {
  await database.query("UPDATE tasks SET status = 'IN_PROGRESS', updated_at = now() WHERE id = $1", [id]);
}

export interface TaskEnd {
  readonly id: string;
  readonly status: TaskStatus;
  readonly information: readonly TaskNote[];
}

/** What has ended stays as it is. The files were handed on, or never will be. */
export async function endTask(database: Queryable, { id, status, information }: TaskEnd): Promise<void> {
  await database.query(
    `WITH ended AS (
       UPDATE tasks SET status = $2, information = $3, updated_at = now(), expires_at = now() + interval '${keptFor}'
       WHERE id = $1 AND status IN ('OPEN', 'IN_PROGRESS') RETURNING id
     )
     DELETE FROM task_files USING ended WHERE task_id = ended.id`,
    [id, status, JSON.stringify(information)],
  );
}

export async function keepResult(database: Queryable, { id, body }: { id: string; body: Buffer }): Promise<void> {
  await database.query(
    "INSERT INTO task_results (task_id, body) VALUES ($1, $2) ON CONFLICT (task_id) DO UPDATE SET body = excluded.body",
    [id, body],
  );
}

export async function findResult(database: Queryable, id: string): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ body: Buffer }>("SELECT body FROM task_results WHERE task_id = $1", [id]);
  return rows[0]?.body;
}

/** From this position on; an attempt that was cut short may have left some of them. */
export async function keepRows(
  database: Queryable,
  { id, from, bodies }: { id: string; from: number; bodies: readonly Buffer[] },
): Promise<void> {
  await database.query(
    `INSERT INTO task_rows (task_id, position, body)
     SELECT $1, $2::int + place - 1, body FROM unnest($3::bytea[]) WITH ORDINALITY AS page (body, place)
     ON CONFLICT (task_id, position) DO UPDATE SET body = excluded.body`,
    [id, from, bodies],
  );
}

export async function dropRowsFrom(database: Queryable, { id, from }: { id: string; from: number }): Promise<void> {
  await database.query("DELETE FROM task_rows WHERE task_id = $1 AND position >= $2", [id, from]);
}

export interface StoredRow {
  readonly position: number;
  readonly body: Buffer;
}

export async function findRows(
  database: Queryable,
  { id, from, limit }: { id: string; from: number; limit: number },
): Promise<{ rows: StoredRow[]; total: number }> {
  const { rows } = await database.query<StoredRow>(
    "SELECT position, body FROM task_rows WHERE task_id = $1 AND position >= $2 AND position < $3 ORDER BY position",
    [id, from, from + limit],
  );
  const { rows: counted } = await database.query<{ total: number }>(
    "SELECT coalesce(max(position) + 1, 0) AS total FROM task_rows WHERE task_id = $1",
    [id],
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

export interface FileChunk {
  readonly id: string;
  readonly file: number;
  readonly chunk: number;
}

export async function keepChunk(database: Queryable, { id, file, chunk }: FileChunk, bytes: Buffer): Promise<void> {
  await database.query("INSERT INTO task_files (task_id, file, chunk, bytes) VALUES ($1, $2, $3, $4)", [
    id,
    file,
    chunk,
    bytes,
  ]);
}

export async function findChunk(database: Queryable, { id, file, chunk }: FileChunk): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ bytes: Buffer }>(
    "SELECT bytes FROM task_files WHERE task_id = $1 AND file = $2 AND chunk = $3",
    [id, file, chunk],
  );
  return rows[0]?.bytes;
}

export async function forgetOldTasks(database: Queryable): Promise<void> {
  await database.query("DELETE FROM tasks WHERE expires_at < now()");
}
