/**
 * From two keys to a tenant and a connection. What the database said is remembered for half a second, so that a busy
 * caller costs hardly any queries and a revoked key still ends within a second everywhere.
 */

import { Failure } from "../../contract/failure.ts";
import { findCaller } from "../../store/connections.ts";
import type { Database } from "../../store/postgres/database.ts";
import { hashKey, isKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";
import { type OpenConnection, openConnection } from "./connection.ts";

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

const rememberedFor = 500;
const rememberedAtMost = 10_000;
const noAccount = Buffer.alloc(0);

interface Remembered {
  readonly until: number;
  readonly caller: Promise<Caller>;
}

export function openCallers(database: Database, vault: Vault, now: () => number): Callers {
  const remembered = new Map<string, Remembered>();

  const look = async (api: string, account: string | undefined): Promise<Caller> => {
    const accountHash = account !== undefined && isKey("account", account) ? hashKey(account) : noAccount;
    const row = await findCaller(database, { api: hashKey(api), account: accountHash });
    if (row === undefined) throw wrongApiKey();
    if (account === undefined)
      throw new Failure("account_key_missing", "Send the end user's account key in the X-ACCOUNT-KEY header.");
    if (row.connection === undefined)
      throw new Failure("account_key_invalid", "The account key is not valid. Check X-ACCOUNT-KEY.");
    return { tenantId: row.tenantId, connection: openConnection(row.connection, vault) };
  };

  return {
    find: (keys) => {
      const api = checkApiKey(keys.api);
      const name = `${api} ${keys.account ?? ""}`;
      const known = remembered.get(name);
      if (known !== undefined && known.until > now()) return known.caller;
      const caller = look(api, keys.account);
      remembered.delete(name);
      remembered.set(name, { until: now() + rememberedFor, caller });
      // A refusal or a fault of the database is not worth remembering, nor what the end user may mend any moment.
      caller.then(
        ({ connection }) => connection.state === "active" || remembered.delete(name),
        () => remembered.delete(name),
      );
      const [oldest] = remembered.keys();
      if (remembered.size > rememberedAtMost && oldest !== undefined) remembered.delete(oldest);
      return caller;
    },
    findTenant: async (apiKey) => {
      const row = await findCaller(database, { api: hashKey(checkApiKey(apiKey)), account: noAccount });
      if (row === undefined) throw wrongApiKey();
      return row.tenantId;
    },
  };
}

const wrongApiKey = (): Failure => new Failure("api_key_invalid", "The API key is not valid. Check X-API-KEY.");

function checkApiKey(apiKey: string | undefined): string {
  if (apiKey === undefined) throw new Failure("api_key_missing", "Send your API key in the X-API-KEY header.");
  if (!isKey("api", apiKey)) throw wrongApiKey();
  return apiKey;
}
