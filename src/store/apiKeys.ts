import type { Queryable } from "./postgres/database.ts";

/** What the key may do. Null: every target system, every resource. */
export interface KeyScopeRow {
  readonly access: "read" | "write";
  readonly targetSystems: readonly string[] | null;
  readonly resources: readonly string[] | null;
}

export interface ApiKeyRow extends KeyScopeRow {
  readonly id: string;
  readonly tenantId: string;
  readonly hash: Buffer;
  readonly hint: string;
}

export async function addApiKey(database: Queryable, key: ApiKeyRow): Promise<void> {
  await database.query(
    `INSERT INTO api_keys (id, tenant_id, hash, hint, access, target_systems, resources)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [key.id, key.tenantId, key.hash, key.hint, key.access, key.targetSystems, key.resources],
  );
}

/** By the key's id or by the key itself. Returns the revoked key, if there was one. */
export async function revokeApiKey(
  database: Queryable,
  by: { id: string; hash: Buffer },
): Promise<Pick<ApiKeyRow, "id" | "tenantId"> | undefined> {
  const { rows } = await database.query<Pick<ApiKeyRow, "id" | "tenantId">>(
    `UPDATE api_keys SET revoked_at = now() WHERE (id = $1 OR hash = $2) AND revoked_at IS NULL
     RETURNING id, tenant_id AS "tenantId"`,
    [by.id, by.hash],
  );
  return rows[0];
}

/** The id of a key that is not revoked. */
export async function findApiKeyId(database: Queryable, hash: Buffer): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM api_keys WHERE hash = $1 AND revoked_at IS NULL",
    [hash],
  );
  return rows[0]?.id;
}

/** Whether the key exists, even if its tenant is disabled. */
export async function isApiKey(database: Queryable, hash: Buffer): Promise<boolean> {
  const { rowCount } = await database.query("SELECT FROM api_keys WHERE hash = $1 AND revoked_at IS NULL", [hash]);
  return rowCount === 1;
}
