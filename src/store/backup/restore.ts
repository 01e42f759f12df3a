/**
 * Loads a backup into an empty database, in one transaction: the tables of the version that made it, its rows, and then the
 * migrations since. A backup that cannot be restored leaves the database empty.
 */
import { finished } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import {
  applyMigrations,
  type Database,
  lockMigrations,
  migrationNames,
  type Queryable,
  transaction,
} from "../postgres/database.ts";
import { BackupFault, type BackupFile, type BackupPart, type BackupSequence, type BackupTable } from "./backupFile.ts";
import { markRestored } from "./restored.ts";
import { columnsOf, nameOf, sandboxSchema, textSettings } from "./tables.ts";

export interface RestoreOptions {
  readonly database: Database;
  readonly backup: BackupFile;
  /** Creates the tables of the sandbox. */
  readonly createSandbox: (client: Queryable) => Promise<void>;
  /** Operations that only read: their tasks may run again. */
  readonly readOperations: readonly string[];
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
}

export interface CheckOptions {
  /** The ids of the master keys that this installation has. */
  readonly masterKeys: readonly string[];
  /** Says in the message which keys were found, and in which file or setting. */
  readonly keySource: string;
}

/** Reads the whole file, and refuses it before the database is touched. Returns the number of rows. */
export async function checkBackup(
  { header, parts }: BackupFile,
  { masterKeys, keySource }: CheckOptions,
): Promise<number> {
  const { migrations, version } = header;
  const known = await migrationNames();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new BackupFault(
      `The backup was made by Kontor ${version}, whose tables are newer than those of this version (${unknown.join(", ")}). Restore it with that version or a newer one.`,
    );
  let rows = 0;
  for await (const part of parts()) if (part.kind === "tableEnd") rows += part.rows;
  const missing = header.masterKeys.filter((id) => !masterKeys.includes(id));
  if (missing.length > 0)
    throw new BackupFault(
      `The secrets in the backup were encrypted with the master key ${missing.join(" and ")}, which is missing. ${keySource} Backups do not contain master keys: restore the key from where you keep it, and try again.`,
    );
  return rows;
}

export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { database, backup, createSandbox, readOperations } = options;
  const { header } = backup;
  await transaction(database, async (client) => {
    await client.query(textSettings);
    await lockMigrations(client);
    await checkEmpty(client);
    await applyMigrations(client, header.migrations);
    if (header.tables.some(({ schema }) => schema === sandboxSchema)) await createSandbox(client);
    const rebuild = await dropIndexes(client);
    await loadTables(client, options);
    for (const statement of rebuild) await client.query(statement);
    const known = await migrationNames();
    await applyMigrations(
      client,
      known.filter((name) => !header.migrations.includes(name)),
    );
    await markRestored(client, { madeAt: header.madeAt, version: header.version, readOperations });
  });
  await database.query("ANALYZE");
}

async function checkEmpty(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN (current_schema(), $1, 'pgboss') AND c.relkind IN ('r', 'p', 'v', 'm', 'S') ORDER BY 1 LIMIT 1`,
    [sandboxSchema],
  );
  if (rows[0] !== undefined)
    throw new BackupFault(
      `The database is not empty: it has the table ${rows[0].name}. Restore into a new data folder (DATA_DIR), or set DATABASE_URL to a new database.`,
    );
}

/**
 * Checking each row against other tables and adding it to each index took 2.5 times as long as doing so once for all rows
 * (measured with 600,000 rows). Returns the statements that build them again. Those of partitioned tables stay, because they
 * cannot be built in one statement.
 */
async function dropIndexes(client: Queryable): Promise<string[]> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace IN (
       SELECT oid FROM pg_namespace WHERE nspname IN (current_schema(), $1))`,
    [sandboxSchema],
  );
  for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT c.oid::regclass::text AS name, pg_get_indexdef(c.oid) AS definition
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'i' AND NOT c.relispartition AND n.nspname IN (current_schema(), $1)
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)`,
    [sandboxSchema],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  return [
    ...indexes.map(({ definition }) => definition),
    ...references.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
  ];
}

async function loadTables(client: Queryable, { backup, onProgress }: RestoreOptions): Promise<void> {
  const { tables } = backup.header;
  const triggers = [
    ...new Set(tables.filter(({ schema, partition }) => schema === undefined && partition === undefined)),
  ];
  // Triggers record changes and notify processes; these rows are not changes.
  for (const table of triggers) await client.query(`ALTER TABLE ${nameOf(table)} DISABLE TRIGGER USER`);
  const parts = backup.parts();
  for (const [index, table] of tables.entries()) {
    await prepareTable(client, table);
    await loadTable(client, table, parts);
    onProgress?.(index + 1, tables.length);
  }
  for await (const part of parts) if (part.kind === "sequences") await setSequences(client, part.sequences);
  for (const table of triggers) await client.query(`ALTER TABLE ${nameOf(table)} ENABLE TRIGGER USER`);
}

async function prepareTable(client: Queryable, { partition, ...table }: BackupTable): Promise<void> {
  if (partition !== undefined) {
    await client.query(
      // Migrations have made those that are not for a day.
      `CREATE TABLE IF NOT EXISTS ${nameOf(table)} PARTITION OF ${nameOf({ schema: table.schema, name: partition.of })} ${partition.bound}`,
    );
    return;
  }
  // Migrations may have added rows.
  await client.query(`DELETE FROM ${nameOf(table)}`);
}

/** Loads the rows up to the end of the table, and compares their number. */
async function loadTable(client: Queryable, table: BackupTable, parts: AsyncGenerator<BackupPart>): Promise<void> {
  const copy = client.query(copyFrom(`COPY ${nameOf(table)} (${columnsOf(table)}) FROM STDIN`));
  const loaded = finished(copy);
  // An error is thrown where the rows are awaited.
  loaded.catch(() => {});
  for (;;) {
    const { value: part } = await parts.next();
    if (part === undefined || part.kind === "sequences")
      throw new BackupFault(`The backup has no rows for ${table.name}. Nothing was restored.`);
    if (part.kind === "rows") {
      if (!copy.write(part.bytes)) await Promise.race([drained(copy), loaded]);
      continue;
    }
    copy.end();
    await loaded;
    if (copy.rowCount !== part.rows)
      throw new BackupFault(
        `The table ${table.name} has ${copy.rowCount} rows instead of ${part.rows}. Nothing was restored.`,
      );
    return;
  }
}

const drained = (stream: NodeJS.EventEmitter): Promise<void> =>
  new Promise((resolve) => void stream.once("drain", resolve));

async function setSequences(client: Queryable, sequences: readonly BackupSequence[]): Promise<void> {
  for (const sequence of sequences)
    await client.query("SELECT setval($1::regclass, $2::bigint)", [nameOf(sequence), sequence.last]);
}
