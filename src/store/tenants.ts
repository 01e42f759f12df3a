import type { Queryable } from "./postgres/database.ts";

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

/** Notified when a tenant is disabled or enabled. */
export const tenantsChannel = "kontor_tenants";

/** Returns whether the tenant exists. */
export async function disableTenant(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `WITH changed AS (UPDATE tenants SET disabled_at = coalesce(disabled_at, now()) WHERE id = $1 RETURNING id)
     SELECT pg_notify('${tenantsChannel}', id) FROM changed`,
    [id],
  );
  return rowCount === 1;
}

/** Returns whether the tenant exists. */
export async function enableTenant(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `WITH changed AS (UPDATE tenants SET disabled_at = NULL, ending_at = NULL WHERE id = $1 RETURNING id)
     SELECT pg_notify('${tenantsChannel}', id) FROM changed`,
    [id],
  );
  return rowCount === 1;
}

/** An SQL condition on a column with a tenant's id: the tenant is not disabled. */
export const isEnabled = (tenantId: string): string =>
  `NOT EXISTS (SELECT FROM tenants disabled WHERE disabled.id = ${tenantId} AND disabled.disabled_at IS NOT NULL)`;

export interface CallbackUrls {
  readonly callbackUrl: string | null;
  readonly cancelCallbackUrl: string | null;
}

export interface StoredCallbackUrls extends CallbackUrls {
  /** Encrypted for table `tenants`, the row's id, column `callback_addresses`. Null in old rows, or if there are none. */
  readonly sealed: Buffer | null;
}

export async function findCallbackUrls(database: Queryable, id: string): Promise<StoredCallbackUrls> {
  const { rows } = await database.query<StoredCallbackUrls>(
    `SELECT callback_url AS "callbackUrl", cancel_callback_url AS "cancelCallbackUrl", callback_addresses AS sealed
     FROM tenants WHERE id = $1`,
    [id],
  );
  return rows[0] ?? { callbackUrl: null, cancelCallbackUrl: null, sealed: null };
}

export async function setCallbackUrls(database: Queryable, id: string, sealed: Buffer): Promise<void> {
  await database.query(
    "UPDATE tenants SET callback_url = NULL, cancel_callback_url = NULL, callback_addresses = $2 WHERE id = $1",
    [id, sealed],
  );
}

/** Tenants whose URLs are from before they were encrypted. */
export async function findPlainCallbackUrls(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>("SELECT id FROM tenants WHERE callback_url IS NOT NULL");
  return rows.map(({ id }) => id);
}

/** Encrypted for table `tenants`, the row's id, column `signing_secret`. */
export async function findSigningSecret(database: Queryable, id: string): Promise<Buffer | null> {
  const { rows } = await database.query<{ secret: Buffer | null }>(
    "SELECT signing_secret AS secret FROM tenants WHERE id = $1",
    [id],
  );
  return rows[0]?.secret ?? null;
}

export async function setSigningSecret(database: Queryable, id: string, secret: Buffer): Promise<void> {
  await database.query("UPDATE tenants SET signing_secret = $2 WHERE id = $1", [id, secret]);
}
