/** The tables of a backup. They are read from the database's catalogue, so that no new table can be forgotten. */
import pg from "pg";
import type { Queryable } from "../postgres/database.ts";
import type { BackupTable } from "./backupFile.ts";

/** The schema of the sandbox. The queue's tables are left out: they are filled again from the tasks. */
export const sandboxSchema = "sandbox";

/** Tables whose rows mean nothing in another database. */
const leftOut: readonly string[] = [
  // The migrations are named in the header, and applied again.
  "migrations",
  "restores",
  // Processes, and vendors' limits of the last minutes.
  "workers",
  "vendor_limits",
  // Whoever was signed in to the console signs in again: a session may have been ended since the backup.
  "console_links",
  "console_sessions",
];

interface TableRow extends BackupTable {
  readonly id: string;
}

/** In an order in which each table follows those that it refers to. */
export async function listTables(client: Queryable): Promise<BackupTable[]> {
  const { rows } = await client.query<{
    id: string;
    isMain: boolean;
    name: string;
    columns: string[];
    parent: string | null;
    bound: string | null;
  }>(
    `SELECT c.oid::text AS id, n.nspname = current_schema() AS "isMain", c.relname AS name, p.relname AS parent,
       pg_get_expr(c.relpartbound, c.oid) AS bound,
       ARRAY(SELECT a.attname::text FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relkind = 'r' AND n.nspname IN (current_schema(), $1) ORDER BY n.nspname <> $1, c.relname`,
    [sandboxSchema],
  );
  const tables = rows
    .filter(({ isMain, name }) => !isMain || !leftOut.includes(name))
    .map(
      ({ id, isMain, name, columns, parent, bound }): TableRow => ({
        id,
        schema: isMain ? undefined : sandboxSchema,
        name,
        columns,
        partition: parent === null || bound === null ? undefined : { of: parent, bound },
      }),
    );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT conrelid::text AS "from", confrelid::text AS "to" FROM (
       SELECT conrelid::oid, confrelid::oid FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid
     ) AS foreign_keys`,
  );
  return inOrder(tables, references).map(({ id: _id, ...table }) => table);
}

function inOrder(tables: readonly TableRow[], references: readonly { from: string; to: string }[]): TableRow[] {
  const ordered = new Map<string, TableRow>();
  const byId = new Map(tables.map((table) => [table.id, table]));
  const add = (table: TableRow): void => {
    if (ordered.has(table.id) || !byId.delete(table.id)) return;
    for (const { to } of references.filter(({ from }) => from === table.id)) {
      const target = byId.get(to);
      if (target !== undefined) add(target);
    }
    ordered.set(table.id, table);
  };
  for (const table of tables) add(table);
  return [...ordered.values()];
}

/** The name of a table, for SQL. */
export const nameOf = ({ schema, name }: { readonly schema?: string | undefined; readonly name: string }): string =>
  schema === undefined ? pg.escapeIdentifier(name) : `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

export const columnsOf = ({ columns }: BackupTable): string => columns.map(pg.escapeIdentifier).join(", ");

/** Values as text must not depend on the settings of a server. */
export const textSettings =
  "SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";
