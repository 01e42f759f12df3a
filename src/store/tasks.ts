/** Asynchronous tasks and their results. */
import type { AsyncTask, AsyncTaskInformation } from "../contract/records/documents.ts";
import type { Queryable } from "./postgres/database.ts";
import { deleteInBatches } from "./postgres/deleteInBatches.ts";

export type TaskStatus = NonNullable<AsyncTask["status"]>;
export type TaskNote = AsyncTaskInformation;

export interface TaskRow {
  readonly id: string;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly operation: string;
  readonly status: TaskStatus;
  /** Encrypted, like `job`, for table `tasks`, the row's id and the column. */
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

/** Stores the reference to the vendor's job. */
export async function noteJob(database: Queryable, { id, job }: { id: string; job: Buffer }): Promise<void> {
  await database.query("UPDATE tasks SET job = $2, updated_at = now() WHERE id = $1", [id, job]);
}

export async function nextTurn(database: Queryable, id: string): Promise<number> {
  const { rows } = await database.query<{ turn: number }>(
    "UPDATE tasks SET turn = turn + 1, updated_at = now() WHERE id = $1 RETURNING turn",
    [id],
  );
  return rows[0]?.turn ?? 0;
}

export async function markInProgress(database: Queryable, id: string): Promise<void> {
  await database.query("UPDATE tasks SET status = 'IN_PROGRESS', updated_at = now() WHERE id = $1", [id]);
}

export interface TaskEnd {
  readonly id: string;
  readonly status: TaskStatus;
  readonly information: readonly TaskNote[];
}

/** An ended task does not change. Its files are deleted: they were sent, or never will be. */
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

/** A block of a hundred records; the last block may have fewer. */
export interface Block {
  readonly position: number;
  readonly records: number;
  /** Encrypted for table `task_blocks`, the task's id and the position, column `body`. */
  readonly body: Buffer;
}

export const blockSize = 100;

/** Replaces a block that an interrupted attempt may have left. */
export async function keepBlock(database: Queryable, id: string, { position, records, body }: Block): Promise<void> {
  await database.query(
    `INSERT INTO task_blocks (task_id, position, records, body) VALUES ($1, $2, $3, $4)
     ON CONFLICT (task_id, position) DO UPDATE SET records = excluded.records, body = excluded.body`,
    [id, position, records, body],
  );
}

export async function dropBlocksFrom(database: Queryable, id: string, position: number): Promise<void> {
  await database.query("DELETE FROM task_blocks WHERE task_id = $1 AND position >= $2", [id, position]);
}

/** The blocks with the records of a range, and the total number of records. */
export async function findBlocks(
  database: Queryable,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<{ blocks: Block[]; total: number }> {
  const { rows: blocks } = await database.query<Block>(
    `SELECT position, records, body FROM task_blocks WHERE task_id = $1 AND position BETWEEN $2 AND $3
     ORDER BY position`,
    [id, Math.floor(from / blockSize), Math.floor(to / blockSize)],
  );
  const { rows } = await database.query<{ total: number }>(
    `SELECT position * ${blockSize} + records AS total FROM task_blocks WHERE task_id = $1
     ORDER BY position DESC LIMIT 1`,
    [id],
  );
  return { blocks, total: rows[0]?.total ?? 0 };
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

export async function pruneTasks(database: Queryable, days: number): Promise<void> {
  await deleteInBatches(database, {
    from: "tasks",
    where: "expires_at < cautious_now() OR created_at < cautious_now() - make_interval(days => $1)",
    values: [days],
    // Each task has its files and the blocks of its result.
    batch: 100,
  });
}
