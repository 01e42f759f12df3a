/** Creates tenants and API keys, and stores tenants' callback URLs. */

import { allScopes, type Scopes } from "../../contract/scopes.ts";
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

/** Returns the key, which cannot be read again later. */
export async function createApiKey(
  database: Queryable,
  tenantId: string,
  scopes: Scopes = allScopes,
): Promise<{ id: string; apiKey: string }> {
  const { text, hash, hint } = newKey("api");
  const id = newId();
  await addApiKey(database, { id, tenantId, hash, hint, ...scopes });
  return { id, apiKey: text };
}

/** Interrupts work for a disabled tenant; it continues when the tenant is enabled again. */
export class TenantDisabled extends Error {}

const addressesColumn = (id: string) => ({ table: "tenants", row: id, column: "callback_addresses" });

interface TenantDeps {
  readonly database: Database;
  readonly vault: Vault;
}

/** The default URLs to which end users return. They may contain secrets of the caller. */
export async function callbackUrlsOf({ database, vault }: TenantDeps, id: string): Promise<CallbackUrls> {
  const { sealed, ...plain } = await findCallbackUrls(database, id);
  return sealed === null ? plain : (JSON.parse(vault.open(addressesColumn(id), sealed)) as CallbackUrls);
}

export const keepCallbackUrls = ({ database, vault }: TenantDeps, id: string, urls: CallbackUrls): Promise<void> =>
  setCallbackUrls(database, id, vault.seal(addressesColumn(id), JSON.stringify(urls)));

/** Runs once after an upgrade: encrypts URLs that were stored in plain text. */
export async function sealPlainCallbackUrls(deps: TenantDeps): Promise<void> {
  for (const id of await findPlainCallbackUrls(deps.database))
    await keepCallbackUrls(deps, id, await callbackUrlsOf(deps, id));
}
