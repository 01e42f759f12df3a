/** What an operator does for a caller: give it a tenant, keys, and, for the demo, a connection. */
import { addApiKey } from "../../store/apiKeys.ts";
import { addAccountKey, addConnection } from "../../store/connections.ts";
import type { Queryable } from "../../store/database.ts";
import { addTenant } from "../../store/tenants.ts";
import { newId } from "../secrets/ids.ts";
import { newKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";
import { sealCredentials } from "./callers.ts";

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

export interface NewConnection {
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly credentials: Record<string, string>;
  readonly environment?: string;
  readonly company?: string;
}

/** The account key is in this answer and nowhere else. */
export async function createConnection(database: Queryable, vault: Vault, wanted: NewConnection): Promise<string> {
  const id = newId();
  await addConnection(database, {
    id,
    tenantId: wanted.tenantId,
    targetSystem: wanted.targetSystem,
    state: "active",
    environment: wanted.environment ?? null,
    company: wanted.company ?? null,
    credentials: sealCredentials(vault, id, wanted.credentials),
  });
  const { text, hash, hint } = newKey("account");
  await addAccountKey(database, { connectionId: id, hash, hint });
  return text;
}
