/**
 * From two keys to a tenant and a connection. Every call asks the database, one row by its hash: so a connection that was
 * changed, ended or authorised again is seen by the very next call, in every process.
 */

import { Failure } from "../../contract/failure.ts";
import { findCaller } from "../../store/connections.ts";
import type { Database } from "../../store/postgres/database.ts";
import { hashKey, isKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";
import { type OpenConnection, openConnection } from "./connection.ts";
import type { KnownKeys } from "./knownKeys.ts";

export interface Caller {
  readonly tenantId: string;
  readonly connection: OpenConnection;
}

export interface Keys {
  readonly api: string | undefined;
  readonly account: string | undefined;
}

export interface Callers {
  find(keys: Keys): Promise<Caller>;
  /** For requests that are about the tenant itself. */
  findTenant(apiKey: string | undefined): Promise<string>;
}

const noAccount = Buffer.alloc(0);

export interface CallerDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly knownKeys: KnownKeys;
}

export function openCallers({ database, vault, knownKeys }: CallerDeps): Callers {
  const check = (apiKey: string | undefined): string => {
    const api = checkApiKey(apiKey);
    if (knownKeys.recall(api) === false) throw wrongApiKey();
    return api;
  };
  const find: Callers["find"] = async (keys) => {
    const api = check(keys.api);
    const { account } = keys;
    const accountHash = account !== undefined && isKey("account", account) ? hashKey(account) : noAccount;
    const row = await findCaller(database, { api: hashKey(api), account: accountHash });
    if (row === undefined) throw wrongApiKey();
    if (account === undefined)
      throw new Failure("account_key_missing", "Send the end user's account key in the X-ACCOUNT-KEY header.");
    if (row.connection === undefined)
      throw new Failure(
        "account_key_invalid",
        isKey("api", account)
          ? "X-ACCOUNT-KEY has an API key: send the end user's account key there."
          : "The account key is not valid. Check X-ACCOUNT-KEY.",
      );
    return { tenantId: row.tenantId, connection: openConnection(row.connection, vault) };
  };

  return {
    find,
    findTenant: async (apiKey) => {
      const row = await findCaller(database, { api: hashKey(check(apiKey)), account: noAccount });
      if (row === undefined) throw wrongApiKey();
      return row.tenantId;
    },
  };
}

const wrongApiKey = (): Failure => new Failure("api_key_invalid", "The API key is not valid. Check X-API-KEY.");

function checkApiKey(apiKey: string | undefined): string {
  if (apiKey === undefined) throw new Failure("api_key_missing", "Send your API key in the X-API-KEY header.");
  if (isKey("account", apiKey))
    throw new Failure("api_key_invalid", "X-API-KEY has an account key: are the two keys swapped?");
  if (!isKey("api", apiKey)) throw wrongApiKey();
  return apiKey;
}
