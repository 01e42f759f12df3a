/** What an operator does for a caller: give it a tenant, keys, and, for the demo, a connection. */
import { addApiKey } from "../../store/apiKeys.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import { addTenant } from "../../store/tenants.ts";
import { newId } from "../secrets/ids.ts";
import { newKey } from "../secrets/keys.ts";

export async function createTenant(database: Queryable, name: string): Promise<string> {
  const id = newId();
  await addTenant(database, { id, name });
  return id;
}

/** The key is in this answer and nowhere else. */
export async function createApiKey(database: Queryable, tenantId: string): Promise<{ id: string; apiKey: string }> {
  const { text, hash, hint } = newKey("api");
  const id = newId();
  await addApiKey(database, { id, tenantId, hash, hint });
  return { id, apiKey: text };
}

/** What is under way for a tenant stops with it, and goes on when the tenant is enabled again. */
export class TenantDisabled extends Error {}
