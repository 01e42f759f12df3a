/** Erases everything that is stored about a connection or a tenant, and keeps a receipt. */
import { type AuditRole, addAudit } from "../log/auditLog.ts";
import { type Database, type Queryable, transaction } from "../postgres/database.ts";
import { dataMap } from "./dataMap.ts";

/** The number of rows that were erased, by table. Tables without any are left out. */
export type ErasedRows = Readonly<Record<string, number>>;

export interface Receipt {
  readonly id: string;
  readonly kind: "connection" | "tenant";
  /** The id of the connection or the tenant. */
  readonly subject: string;
  readonly tenantId: string;
  readonly erasedAt: Date;
  readonly erasedRows: ErasedRows;
}

/** Undefined if there is no such connection, or if another process is erasing it. */
export const eraseConnection = (database: Database, id: string, role: AuditRole): Promise<Receipt | undefined> =>
  erase(database, async (client, count) => {
    const tenantId = await lock(client, "SELECT tenant_id AS id FROM connections WHERE id = $1", id);
    if (tenantId === undefined) return undefined;
    await eraseQueued(client, [id], count);
    for (const { table, ofConnections } of dataMap)
      if (ofConnections !== undefined) await count(table, `DELETE FROM ${table} WHERE ${ofConnections}`, [[id]]);
    return { kind: "connection", subject: id, tenantId, role };
  });

/** Undefined if there is no such tenant, or if another process is erasing it. */
export const eraseTenant = (database: Database, id: string, role: AuditRole): Promise<Receipt | undefined> =>
  erase(database, async (client, count) => {
    if ((await lock(client, "SELECT id FROM tenants WHERE id = $1", id)) === undefined) return undefined;
    const { rows } = await client.query<{ id: string }>("SELECT id FROM connections WHERE tenant_id = $1", [id]);
    const connections = rows.map((row) => row.id);
    await eraseQueued(client, connections, count);
    for (const { table, ofConnections, ofTenant } of dataMap) {
      if (ofConnections !== undefined) await count(table, `DELETE FROM ${table} WHERE ${ofConnections}`, [connections]);
      if (ofTenant !== undefined) await count(table, `DELETE FROM ${table} WHERE ${ofTenant}`, [id]);
    }
    return { kind: "tenant", subject: id, tenantId: id, role };
  });

type Count = (table: string, statement: string, values: unknown[]) => Promise<void>;
type Erased = Pick<Receipt, "kind" | "subject" | "tenantId"> & { readonly role: AuditRole };

async function erase(
  database: Database,
  work: (client: Queryable, count: Count) => Promise<Erased | undefined>,
): Promise<Receipt | undefined> {
  return transaction(database, async (client) => {
    await client.query("SET LOCAL statement_timeout = 0");
    const counts: Record<string, number> = {};
    const erased = await work(client, async (table, statement, values) => {
      const { rowCount } = await client.query(statement, values);
      if (rowCount) counts[table] = (counts[table] ?? 0) + rowCount;
    });
    if (erased === undefined) return undefined;
    const { kind, subject, tenantId, role } = erased;
    const { rows } = await client.query<Receipt>(
      `INSERT INTO erasures (kind, subject, tenant_id, erased_rows) VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
      [kind, subject, tenantId, counts],
    );
    const action = kind === "tenant" ? "tenant.delete" : "connection.erase";
    await addAudit(client, { role, tenantId, action, subject });
    return rows[0];
  });
}

/** Two processes must not both write a receipt. */
async function lock(client: Queryable, statement: string, id: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(`${statement} FOR UPDATE SKIP LOCKED`, [id]);
  return rows[0]?.id;
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

const columns = `id::text, kind, subject, tenant_id AS "tenantId", erased_at AS "erasedAt", erased_rows AS "erasedRows"`;

export interface ReceiptQuery {
  readonly tenantId?: string | undefined;
  readonly window?: { readonly page: number; readonly limit: number };
}

/** Newest first. */
export async function listReceipts(database: Queryable, { tenantId, window }: ReceiptQuery): Promise<Receipt[]> {
  const { page, limit } = window ?? { page: 1, limit: 1000 };
  const { rows } = await database.query<Receipt>(
    `SELECT ${columns} FROM erasures WHERE $1::text IS NULL OR tenant_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
    [tenantId ?? null, limit, (page - 1) * limit],
  );
  return rows;
}

export async function countReceipts(database: Queryable, tenantId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM erasures WHERE tenant_id = $1",
    [tenantId],
  );
  return rows[0]?.count ?? 0;
}

/** In one run, so that other duties are not kept waiting. */
const mostInARun = 100;

/** Connections that ended this long ago. */
export async function findEndedConnections(database: Queryable, minutes: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM connections WHERE state = 'disabled' AND updated_at <= cautious_now() - make_interval(mins => $1)
     ORDER BY updated_at LIMIT ${mostInARun}`,
    [minutes],
  );
  return rows.map(({ id }) => id);
}

/** Returns false if there is no such tenant, or if it is not disabled. */
export async function startDeletion(database: Queryable, tenantId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "UPDATE tenants SET ending_at = coalesce(ending_at, now()) WHERE id = $1 AND disabled_at IS NOT NULL",
    [tenantId],
  );
  return rowCount === 1;
}

export async function findEndingTenants(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM tenants WHERE ending_at IS NOT NULL AND disabled_at IS NOT NULL ORDER BY ending_at LIMIT 10",
  );
  return rows.map(({ id }) => id);
}
