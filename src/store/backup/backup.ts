/**
 * Makes a backup while the service runs: all tables are read in one transaction, which sees the database as it was when the
 * transaction began.
 */
import { to as copyTo } from "pg-copy-streams";
import type { Database, Queryable } from "../postgres/database.ts";
import { BackupFault, type BackupHeader, type BackupPart, type BackupSequence, writeBackupFile } from "./backupFile.ts";
import { columnsOf, listTables, nameOf, sandboxSchema, textSettings } from "./tables.ts";

export interface BackupOptions {
  readonly database: Database;
  readonly file: string;
  /** The version of Kontor. */
  readonly version: string;
  readonly onProgress?: (done: number, of: number) => void;
}

export interface BackupResult {
  readonly header: BackupHeader;
  readonly rows: number;
}

/** A partition of the request log may be dropped between two statements. */
const attempts = 3;

export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptBackup(options);
    } catch (error) {
      if ((error as { code?: string }).code !== "42P01" || attempt === attempts) throw error;
    }
  }
}

async function attemptBackup({ database, file, version, onProgress }: BackupOptions): Promise<BackupResult> {
  const client = await database.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await client.query(textSettings);
    const header = await readHeader(client, version);
    await client.query(`LOCK TABLE ${header.tables.map(nameOf).join(", ")} IN ACCESS SHARE MODE`);
    const counted = { rows: 0 };
    await writeBackupFile(file, header, readTables(client, header, { counted, onProgress }));
    await client.query("COMMIT");
    client.release();
    return { header, rows: counted.rows };
  } catch (error) {
    // The connection may be in the middle of a COPY.
    client.release(true);
    throw error;
  }
}

async function readHeader(client: Queryable, version: string): Promise<BackupHeader> {
  const { rows: made } = await client.query<{ isMade: boolean; at: Date }>(
    `SELECT to_regclass('migrations') IS NOT NULL AND to_regclass('master_keys') IS NOT NULL AS "isMade", now() AS at`,
  );
  if (made[0]?.isMade !== true)
    throw new BackupFault("The database has no tables of Kontor yet, so there is nothing to back up.");
  const { rows: migrations } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY name");
  const { rows: masterKeys } = await client.query<{ id: string }>("SELECT id FROM master_keys ORDER BY first_used_at");
  return {
    version,
    madeAt: made[0].at.toISOString(),
    migrations: migrations.map(({ name }) => name),
    masterKeys: masterKeys.map(({ id }) => id),
    tables: await listTables(client),
  };
}

interface Counting {
  readonly counted: { rows: number };
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
}

async function* readTables(
  client: Queryable,
  { tables }: BackupHeader,
  { counted, onProgress }: Counting,
): AsyncGenerator<BackupPart> {
  for (const [index, table] of tables.entries()) {
    const copy = client.query(copyTo(`COPY ${nameOf(table)} (${columnsOf(table)}) TO STDOUT`));
    for await (const bytes of copy) yield { kind: "rows", bytes: bytes as Buffer };
    // The number of rows arrives after the last row, and before the next statement.
    await client.query("SELECT 1");
    counted.rows += copy.rowCount;
    yield { kind: "tableEnd", rows: copy.rowCount };
    onProgress?.(index + 1, tables.length);
  }
  yield { kind: "sequences", sequences: await listSequences(client) };
}

/** Sequences do not follow transactions. Read last, they are never behind the rows. */
async function listSequences(client: Queryable): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ isMain: boolean; name: string; last: string }>(
    `SELECT schemaname = current_schema() AS "isMain", sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname IN (current_schema(), $1) AND last_value IS NOT NULL ORDER BY sequencename`,
    [sandboxSchema],
  );
  return rows.map(({ isMain, name, last }) => ({ schema: isMain ? undefined : sandboxSchema, name, last }));
}
