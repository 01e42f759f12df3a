/** Connections and their credentials: creates, encrypts and decrypts them, and checks whether they may be used. */

import { type Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type SignIn } from "../../contract/signIn.ts";
import { addAccountKey, addConnection, type Connection, type EndUser } from "../../store/connections.ts";
import { type Queryable } from "../../store/postgres/database.ts";
import { newId } from "../secrets/ids.ts";
import { newKey } from "../secrets/keys.ts";
import { Secret } from "../secrets/secret.ts";
import { type Vault } from "../secrets/vault.ts";

export type Credentials = Readonly<Record<string, Secret>>;

export interface OpenConnection extends Omit<Connection, "credentials"> {
  readonly credentials: Credentials;
}

export const credentialsColumn = (connectionId: string) => ({
  table: "connections",
  row: connectionId,
  column: "credentials",
});

export function openConnection({ credentials, ...rest }: Connection, vault: Vault): OpenConnection {
  const plain = JSON.parse(vault.open(credentialsColumn(rest.id), credentials)) as PlainCredentials;
  return { ...rest, credentials: secretsOf(plain) };
}

export const secretsOf = (plain: PlainCredentials): Credentials =>
  Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, new Secret(value)]));

const cacheMs = 60_000;
const maxCached = 10_000;

/** Like `openConnection`, but reuses decrypted credentials while their encrypted form is the same. */
export function openCachedConnections(vault: Vault, now: () => number): (row: Connection) => OpenConnection {
  // Ordered by the time of decryption: the first entry is the oldest.
  const cache = new Map<
    string,
    { readonly sealed: Buffer; readonly credentials: Credentials; readonly until: number }
  >();
  return (row) => {
    const { credentials: sealed, ...rest } = row;
    const known = cache.get(row.id);
    if (known !== undefined && known.until > now() && known.sealed.equals(sealed))
      return { ...rest, credentials: known.credentials };
    const opened = openConnection(row, vault);
    cache.delete(row.id);
    cache.set(row.id, { sealed, credentials: opened.credentials, until: now() + cacheMs });
    if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? "");
    return opened;
  };
}

export function sealCredentials(vault: Vault, connectionId: string, plain: Record<string, string>): Buffer {
  return vault.seal(credentialsColumn(connectionId), JSON.stringify(plain));
}

export type PlainCredentials = Record<string, string>;

export interface NewConnection {
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly credentials: Record<string, string>;
  readonly environment?: string | undefined;
  readonly company?: string | undefined;
  readonly companyName?: string | undefined;
  readonly endUserId?: string | undefined;
  readonly endUserName?: string | undefined;
}

/** Returns the account key, which cannot be read again later. */
export async function createConnection(
  database: Queryable,
  vault: Vault,
  connection: NewConnection,
  id = newId(),
): Promise<string> {
  // Not a secret, and connections are searched by it.
  const { scopes = null, ...credentials } = connection.credentials;
  await addConnection(database, {
    id,
    tenantId: connection.tenantId,
    targetSystem: connection.targetSystem,
    state: "active",
    environment: connection.environment ?? null,
    company: connection.company ?? null,
    companyName: connection.companyName ?? null,
    credentials: sealCredentials(vault, id, credentials),
    scopes,
    endUserId: connection.endUserId ?? null,
    endUserName: connection.endUserName ?? null,
  });
  const { text, hash, hint } = newKey("account");
  await addAccountKey(database, { connectionId: id, hash, hint });
  return text;
}

/** Whether the credentials can be renewed. After a refusal they are not tried again: that could lock the end user out. */
export const isRenewable = ({ kind }: SignIn): boolean => kind === "oauth2" || kind === "session";

/** A refused API key is tried again with every call, because only a call shows whether the vendor accepts it again. */
export function checkState({ state }: OpenConnection, { id: targetSystem, name, signIn }: Connector): void {
  if (state === "disabled")
    throw new Failure("connection_inactive", `This connection to ${name} was disabled. Connect the end user again.`, {
      targetSystem,
    });
  if (state === "needs_reauth" && isRenewable(signIn))
    throw new Failure("connection_needs_reauth", `The end user has to authorise ${name} again.`, { targetSystem });
}

/** Without the fields that are not set. */
export const endUserOf = ({ endUserId, endUserName }: EndUser) => ({
  ...(endUserId !== null && { endUserId }),
  ...(endUserName !== null && { endUserName }),
});

export const scopeOf = ({ environment, company }: Pick<Connection | OpenConnection, "environment" | "company">) => ({
  environment: environment ?? undefined,
  company: company ?? undefined,
});

/** The owner of the connection slots that its calls use. */
export const slotOwnerOf = ({ id, tenantId }: Pick<Connection | OpenConnection, "id" | "tenantId">) => ({
  tenant: tenantId,
  connection: id,
});
