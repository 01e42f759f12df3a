/** The fields that tenants and connections hide: groups or names (`contract/hiddenFields.ts`). */
import type { Queryable } from "../postgres/database.ts";

export interface Hiding {
  readonly tenantId: string;
  /** Undefined: the tenant's own list. */
  readonly connectionId?: string | undefined;
}

/** Returns false if the tenant has no such connection. */
export async function setHiddenFields(
  database: Queryable,
  { tenantId, connectionId, fields }: Hiding & { readonly fields: readonly string[] },
): Promise<boolean> {
  const { rowCount } =
    connectionId === undefined
      ? await database.query("UPDATE tenants SET hidden_fields = $2 WHERE id = $1", [tenantId, fields])
      : await database.query("UPDATE connections SET hidden_fields = $2 WHERE id = $3 AND tenant_id = $1", [
          tenantId,
          fields,
          connectionId,
        ]);
  return rowCount === 1;
}

/** Undefined if the tenant has no such connection. */
export async function findHiddenFields(
  database: Queryable,
  { tenantId, connectionId }: Hiding,
): Promise<readonly string[] | undefined> {
  const { rows } = await database.query<{ fields: string[] }>(
    connectionId === undefined
      ? "SELECT hidden_fields AS fields FROM tenants WHERE id = $1 AND $2::text IS NULL"
      : "SELECT hidden_fields AS fields FROM connections WHERE tenant_id = $1 AND id = $2",
    [tenantId, connectionId ?? null],
  );
  return rows[0]?.fields;
}
