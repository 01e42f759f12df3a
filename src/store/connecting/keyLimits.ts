/** What a platform can see at most: the scopes of its valid keys, and the fields that it hides. */
import type { KeyScopeRow } from "../apiKeys.ts";
import type { Queryable } from "../postgres/database.ts";

export interface KeyLimits {
  readonly keys: readonly KeyScopeRow[];
  readonly hiddenFields: readonly string[];
}

export async function limitsOf(database: Queryable, tenantId: string): Promise<KeyLimits> {
  const { rows } = await database.query<KeyScopeRow>(
    `SELECT DISTINCT access, target_systems AS "targetSystems", resources FROM api_keys
     WHERE tenant_id = $1 AND revoked_at IS NULL`,
    [tenantId],
  );
  const { rows: tenants } = await database.query<{ hiddenFields: string[] }>(
    `SELECT hidden_fields AS "hiddenFields" FROM tenants WHERE id = $1`,
    [tenantId],
  );
  return { keys: rows, hiddenFields: tenants[0]?.hiddenFields ?? [] };
}
