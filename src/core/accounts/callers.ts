/**
 * Finds the tenant and connection of two keys: one database row by their hashes, cached for a moment
 * (`recentCallers.ts`). Concurrent lookups share one query.
 */

import { Failure } from "../../contract/failure.ts";
import { allScopes, type Scopes } from "../../contract/scopes.ts";
import { type CallerRow, type ConnectionWithTenant, findCallers } from "../../store/connections.ts";
import type { Database } from "../../store/postgres/database.ts";
import { combineQueries } from "../../store/postgres/together.ts";
import { hashKey, isKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";
import { type OpenConnection, openCachedConnections, openConnection } from "./connection.ts";
import type { KnownKeys } from "./knownKeys.ts";
import { openRecentCallers } from "./recentCallers.ts";

export interface Caller {
  readonly tenantId: string;
  readonly connection: OpenConnection;
  readonly scopes: Scopes;
  /** Groups or names of fields, of the tenant and of the connection. */
  readonly hiddenFields: readonly string[];
}

/** A caller without keys, such as a person in the console. */
export function callerOf(
  { hiddenFields, ...row }: ConnectionWithTenant,
  vault: Vault,
  scopes: Scopes = allScopes,
): Caller {
  return { tenantId: row.tenantId, connection: openConnection(row, vault), scopes, hiddenFields };
}

/** The owner of an API key. */
export type TenantCaller = Pick<Caller, "tenantId" | "scopes">;

export interface Keys {
  readonly api: string | undefined;
  readonly account: string | undefined;
}

export interface Callers {
  find(keys: Keys): Promise<Caller>;
  /** For requests about the tenant itself. */
  findTenant(apiKey: string | undefined): Promise<TenantCaller>;
  /** Call this after changing the tenant or connection with this id, or any of them: the next call sees the change. */
  forget(id?: string): void;
}

const noAccount = "";

export interface CallerDeps {
  /** Its connections listen to `callersChannel`. */
  readonly database: Database;
  readonly vault: Vault;
  readonly knownKeys: KnownKeys;
  readonly now: () => number;
}

export function openCallers({ database, vault, knownKeys, now }: CallerDeps): Callers {
  const open = openCachedConnections(vault, now);
  const recent = openRecentCallers<Caller>(database, now);
  const together = combineQueries<CallerRow>(async (pairs) => {
    const keys = pairs.map((pair) => pair.split(" ").map(hashKey));
    const rows = await findCallers(database, keys);
    return new Map(rows.map(({ pairIndex, ...row }) => [pairs[pairIndex] ?? "", row]));
  });
  const ask = (api: string, account: string) => together(`${api} ${account}`);
  const check = (apiKey: string | undefined): string => {
    const api = checkApiKey(apiKey);
    if (knownKeys.recall(api) === false) throw wrongApiKey();
    return api;
  };
  const find: Callers["find"] = async (keys) => {
    const api = check(keys.api);
    const { account } = keys;
    const pair = `${api} ${account}`;
    const known = recent.recall(pair);
    if (known !== undefined) return known;
    const keep = recent.startLookup(pair);
    const row = await ask(api, account !== undefined && isKey("account", account) ? account : noAccount);
    if (row === undefined) throw wrongApiKey();
    if (account === undefined)
      throw new Failure("account_key_missing", "Send the end user's account key in the X-ACCOUNT-KEY header.");
    if (row.connection === undefined)
      throw new Failure(
        "account_key_invalid",
        isKey("api", account)
          ? "X-ACCOUNT-KEY contains an API key. Send the end user's account key there."
          : "The account key is not valid. Check X-ACCOUNT-KEY.",
      );
    const caller = { ...tenantOf(row), connection: open(row.connection), hiddenFields: row.hiddenFields };
    keep(caller);
    return caller;
  };

  return {
    find,
    forget: recent.forget,
    findTenant: async (apiKey) => {
      const row = await ask(check(apiKey), noAccount);
      if (row === undefined) throw wrongApiKey();
      return tenantOf(row);
    },
  };
}

const tenantOf = ({ tenantId, access, targetSystems, resources }: CallerRow): TenantCaller => ({
  tenantId,
  scopes: { access, targetSystems, resources },
});

const wrongApiKey = (): Failure => new Failure("api_key_invalid", "The API key is not valid. Check X-API-KEY.");

function checkApiKey(apiKey: string | undefined): string {
  if (apiKey === undefined) throw new Failure("api_key_missing", "Send your API key in the X-API-KEY header.");
  if (isKey("account", apiKey))
    throw new Failure("api_key_invalid", "X-API-KEY contains an account key. Check whether the two keys are swapped.");
  if (!isKey("api", apiKey)) throw wrongApiKey();
  return apiKey;
}
