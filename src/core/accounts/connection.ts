/** A connection with its credentials open: made, sealed, opened, and whether it may be used. */

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

/** Sealed credentials that were opened lately are the same as long as they are sealed the same. */
const keptMs = 60_000;
const mostKept = 10_000;

/** Opens connections like `openConnection`; whether a row is still what it was is not its business. */
export function openCachedConnections(vault: Vault, now: () => number): (row: Connection) => OpenConnection {
  // In the order in which they were opened: the first is the oldest.
  const kept = new Map<
    string,
    { readonly sealed: Buffer; readonly credentials: Credentials; readonly until: number }
  >();
  return (row) => {
    const { credentials: sealed, ...rest } = row;
    const known = kept.get(row.id);
    if (known !== undefined && known.until > now() && known.sealed.equals(sealed))
      return { ...rest, credentials: known.credentials };
    const opened = openConnection(row, vault);
    kept.delete(row.id);
    kept.set(row.id, { sealed, credentials: opened.credentials, until: now() + keptMs });
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? "");
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
  readonly endUserId?: string | undefined;
  readonly endUserName?: string | undefined;
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
    endUserId: wanted.endUserId ?? null,
    endUserName: wanted.endUserName ?? null,
  });
  const { text, hash, hint } = newKey("account");
  await addAccountKey(database, { connectionId: id, hash, hint });
  return text;
}

/** What is made anew when it ends. A vendor that refuses to is not asked again: that may lock the end user out there. */
export const isRenewable = ({ kind }: SignIn): boolean => kind === "oauth2" || kind === "session";

/** A key that was refused is tried again with every call: the vendor may take it again, and nobody else can tell. */
export function checkState({ state }: OpenConnection, { id: targetSystem, name, signIn }: Connector): void {
  if (state === "disabled")
    throw new Failure("connection_inactive", `This connection to ${name} was disabled. Connect the end user again.`, {
      targetSystem,
    });
  if (state === "needs_reauth" && isRenewable(signIn))
    throw new Failure("connection_needs_reauth", `The end user has to authorise ${name} again.`, { targetSystem });
}

/** As it is told: what nobody said is left out. */
export const endUserOf = ({ endUserId, endUserName }: EndUser) => ({
  ...(endUserId !== null && { endUserId }),
  ...(endUserName !== null && { endUserName }),
});

export const scopeOf = ({ environment, company }: Pick<Connection | OpenConnection, "environment" | "company">) => ({
  environment: environment ?? undefined,
  company: company ?? undefined,
});

/** Whom its calls count for, where many share something. */
export const slotOwnerOf = ({ id, tenantId }: Pick<Connection | OpenConnection, "id" | "tenantId">) => ({
  tenant: tenantId,
  connection: id,
});
