/** The master keys in use in this database, and the columns with encrypted values. */
import type { Database, Queryable } from "./postgres/database.ts";
import { transaction } from "./postgres/database.ts";

export async function findMasterKeys(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>("SELECT id FROM master_keys ORDER BY first_used_at");
  return rows.map(({ id }) => id);
}

export async function addMasterKey(database: Queryable, id: string): Promise<void> {
  await database.query("INSERT INTO master_keys (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
}

export async function removeOtherMasterKeys(database: Queryable, id: string): Promise<void> {
  await database.query("DELETE FROM master_keys WHERE id <> $1", [id]);
}

/** A column of encrypted values, and the key columns that identify its rows. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that identify and order the rows. */
  readonly key: readonly string[];
  /** The table name that the values are bound to, if the table was renamed. */
  readonly placeTable?: string;
}

const all = (table: string, key: readonly string[], ...columns: string[]): SealedColumn[] =>
  columns.map((column) => ({ table, key, column }));

/** Values are bound to the row's key values, joined by spaces. */
export const sealedColumns: readonly SealedColumn[] = [
  ...all("connections", ["id"], "credentials"),
  ...all("tenants", ["id"], "signing_secret", "callback_addresses"),
  ...all("registrations", ["tenant_id", "target_system"], "client_secret"),
  ...all("subscriptions", ["id"], "secret", "previous_secret", "address"),
  ...all("vendor_subscriptions", ["name"], "address", "facts"),
  ...all("flows", ["id"], "secrets"),
  ...all("console_sessions", ["id"], "id_token"),
  ...all("key_deliveries", ["id"], "body"),
  ...all("import_entries", ["import_id", "position"], "request", "account_key"),
  ...all("end_user_pages", ["id"], "return_url"),
  ...all("assistant_questions", ["id"], "message"),
  ...all("operations", ["id"], "request", "reply", "answer", "stored"),
  ...all("tasks", ["id"], "request", "job"),
  ...all("task_results", ["task_id"], "body"),
  ...all("task_blocks", ["task_id", "position"], "body"),
  ...all("request_bodies", ["id"], "bodies"),
  ...all("task_files", ["task_id", "file", "chunk"], "bytes"),
  { table: "ambiguous_notices", key: ["id"], column: "notice", placeTable: "unclear_notices" },
];

export interface SealedBlob {
  readonly key: readonly string[];
  readonly blob: Buffer;
}

/**
 * Encrypts values of a column again that were encrypted with another key, a few at a time. Rows that are locked by another
 * transaction are skipped: it writes them with the new key, or the next round finds them.
 */
export async function reseal(
  database: Database,
  { table, column, key }: SealedColumn,
  { keyId, after, most }: { keyId: string; after: readonly string[] | undefined; most: number },
  renew: (blob: SealedBlob) => Buffer,
): Promise<{ renewed: number; last: readonly string[] | undefined }> {
  const asText = key.map((name) => `${name}::text`);
  const from =
    after === undefined ? "" : `AND (${asText.join(", ")}) > (${after.map((_, at) => `$${at + 3}`).join(", ")})`;
  return transaction(database, async (client) => {
    const { rows } = await client.query<SealedBlob>(
      `SELECT ARRAY[${asText.join(", ")}] AS key, ${column} AS blob FROM ${table}
       WHERE length(${column}) > 9 AND substring(${column} FROM 2 FOR 8) <> decode($1, 'hex') ${from}
       ORDER BY ${asText.join(", ")} LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
      [keyId, most, ...(after ?? [])],
    );
    for (const row of rows)
      await client.query(
        `UPDATE ${table} SET ${column} = $1 WHERE (${asText.join(", ")}) = (${row.key.map((_, at) => `$${at + 2}`).join(", ")})`,
        [renew(row), ...row.key],
      );
    return { renewed: rows.length, last: rows.at(-1)?.key };
  });
}

/** How many values of a column are encrypted with other keys. */
export async function countSealedByOthers(
  database: Queryable,
  { table, column }: SealedColumn,
  keyId: string,
): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}
     WHERE length(${column}) > 9 AND substring(${column} FROM 2 FOR 8) <> decode($1, 'hex')`,
    [keyId],
  );
  return rows[0]?.count ?? 0;
}
