/**
 * Connects an end user to a company. If the same end user has connected the same company before, the existing connection gets
 * the new credentials and another account key: a second connection would report every change twice. Earlier keys stay valid.
 */

import type { Connector } from "../../contract/connector.ts";
import { addAccountKey, type Connection, lockEndUser, renewConnection } from "../../store/connections.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import { createConnection, type NewConnection, openConnection, sealCredentials } from "../accounts/connection.ts";
import { newId } from "../secrets/ids.ts";
import { newKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";

export interface ConnectedCompany {
  readonly id: string;
  readonly accountKey: string;
}

/** Has to run in a transaction. */
export async function connectCompany(
  client: Queryable,
  vault: Vault,
  connector: Connector,
  connection: NewConnection,
): Promise<ConnectedCompany> {
  const existing = await findExisting(client, vault, connector, connection);
  if (existing === undefined) {
    const id = newId();
    return { id, accountKey: await createConnection(client, vault, connection, id) };
  }
  const { scopes, ...credentials } = connection.credentials;
  const { environment, company, companyName, endUserId, endUserName } = connection;
  await renewConnection(client, {
    id: existing.id,
    credentials: sealCredentials(vault, existing.id, credentials),
    scopes,
    environment,
    company,
    companyName,
    endUserId,
    endUserName,
  });
  const { text, hash, hint } = newKey("account");
  await addAccountKey(client, { connectionId: existing.id, hash, hint });
  return { id: existing.id, accountKey: text };
}

/** Without the platform's id of the end user, nobody knows whether two connections belong to the same one. */
async function findExisting(
  client: Queryable,
  vault: Vault,
  connector: Connector,
  { tenantId, targetSystem, endUserId, environment, company, credentials }: NewConnection,
): Promise<Connection | undefined> {
  if (endUserId === undefined) return undefined;
  const found = await lockEndUser(client, { tenantId, targetSystem, endUserId });
  return found.find(
    (known) =>
      (environment === undefined || known.environment === environment) &&
      known.company === (company ?? null) &&
      (company !== undefined || hasSameKey(vault, connector, known, credentials)),
  );
}

/** A key belongs to one company, so the same key is the same company. A user of an OAuth vendor may have several. */
function hasSameKey(
  vault: Vault,
  { signIn }: Connector,
  known: Connection,
  credentials: NewConnection["credentials"],
): boolean {
  if (signIn.kind === "oauth2") return false;
  const stored = openConnection(known, vault).credentials;
  return signIn.asks.every(({ name }) => stored[name]?.reveal() === credentials[name]);
}
