/** What an operator does for a caller: give it a tenant, keys, and, for the demo, a connection. */

import { addApiKey } from "../../store/apiKeys.ts";
import type { Database, Queryable } from "../../store/postgres/database.ts";
import {
  addTenant,
  type CallbackUrls,
  findCallbackUrls,
  findPlainCallbackUrls,
  setCallbackUrls,
} from "../../store/tenants.ts";
import { newId } from "../secrets/ids.ts";
import { newKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";

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

const addressesPlace = (id: string) => ({ table: "tenants", row: id, column: "callback_addresses" });

interface Sealing {
  readonly database: Database;
  readonly vault: Vault;
}

/** Where end users go back to unless a flow says otherwise. They may carry secrets of the caller's. */
export async function callbackUrlsOf({ database, vault }: Sealing, id: string): Promise<CallbackUrls> {
  const { sealed, ...plain } = await findCallbackUrls(database, id);
  return sealed === null ? plain : (JSON.parse(vault.open(addressesPlace(id), sealed)) as CallbackUrls);
}

export const keepCallbackUrls = ({ database, vault }: Sealing, id: string, urls: CallbackUrls): Promise<void> =>
  setCallbackUrls(database, id, vault.seal(addressesPlace(id), JSON.stringify(urls)));

/** Once after an upgrade: what was stored in the clear. */
export async function sealPlainCallbackUrls(deps: Sealing): Promise<void> {
  for (const id of await findPlainCallbackUrls(deps.database))
    await keepCallbackUrls(deps, id, await callbackUrlsOf(deps, id));
}
