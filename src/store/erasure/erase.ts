/** Erases everything that is stored about a connection or a tenant, and counts it for the receipt. */
import { type Database, type Queryable, transaction } from "../postgres/database.ts";
import { dataMap } from "./dataMap.ts";

/** The number of rows that were erased, by table. Tables without any are left out. */
export type ErasedRows = Readonly<Record<string, number>>;

export const eraseConnection = (database: Database, id: string): Promise<ErasedRows> =>
  erase(database, async (client, count) => {
    await eraseQueued(client, [id], count);
    for (const { table, ofConnections } of dataMap)
      if (ofConnections !== undefined) await count(table, `DELETE FROM ${table} WHERE ${ofConnections}`, [[id]]);
  });

export const eraseTenant = (database: Database, id: string): Promise<ErasedRows> =>
  erase(database, async (client, count) => {
    const { rows } = await client.query<{ id: string }>("SELECT id FROM connections WHERE tenant_id = $1", [id]);
    const connections = rows.map((row) => row.id);
    await eraseQueued(client, connections, count);
    for (const { table, ofConnections, ofTenant } of dataMap) {
      if (ofConnections !== undefined) await count(table, `DELETE FROM ${table} WHERE ${ofConnections}`, [connections]);
      if (ofTenant !== undefined) await count(table, `DELETE FROM ${table} WHERE ${ofTenant}`, [id]);
    }
  });

type Count = (table: string, statement: string, values: unknown[]) => Promise<void>;

async function erase(
  database: Database,
  work: (client: Queryable, count: Count) => Promise<void>,
): Promise<ErasedRows> {
  return transaction(database, async (client) => {
    await client.query("SET LOCAL statement_timeout = 0");
    const erased: Record<string, number> = {};
    await work(client, async (table, statement, values) => {
      const { rowCount } = await client.query(statement, values);
      if (rowCount) erased[table] = (erased[table] ?? 0) + rowCount;
    });
    return erased;
  });
}

/** The queue has the ids of tasks. It does not exist before the first start. */
async function eraseQueued(client: Queryable, connections: readonly string[], count: Count): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS exists");
  if (rows[0]?.exists !== true) return;
  await count(
    "pgboss.job",
    "DELETE FROM pgboss.job WHERE data->>'taskId' IN (SELECT id FROM tasks WHERE connection_id = ANY ($1))",
    [connections],
  );
}
