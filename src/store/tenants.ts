import type { Queryable } from "./database.ts";

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
}

const columns = `id, name, created_at AS "createdAt", disabled_at AS "disabledAt"`;

export async function addTenant(database: Queryable, tenant: { id: string; name: string }): Promise<void> {
  await database.query("INSERT INTO tenants (id, name) VALUES ($1, $2)", [tenant.id, tenant.name]);
}

export async function listTenants(database: Queryable): Promise<Tenant[]> {
  return (await database.query<Tenant>(`SELECT ${columns} FROM tenants ORDER BY created_at, id`)).rows;
}

/** Tells whether there was such a tenant. */
export async function disableTenant(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "UPDATE tenants SET disabled_at = coalesce(disabled_at, now()) WHERE id = $1",
    [id],
  );
  return rowCount === 1;
}
