/** Begins sessions of people whom the provider identified, with the role that the operator's settings grant them now. */
import { endOutdatedSessions, type Granted, upsertPerson } from "../../store/log/consolePeople.ts";
import {
  beginPersonSession,
  type EndedSession,
  endSession,
  removeOldSessions,
  type SignedInPerson,
  storeIdToken,
} from "../../store/log/consoleSessions.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { listTenants } from "../../store/tenants.ts";
import { type Browser, type ConsoleSession, sessionLifetime } from "../accounts/consoleAccess.ts";
import { hashToken, newId, newToken } from "../secrets/ids.ts";
import type { SealedColumn, Vault } from "../secrets/vault.ts";
import type { Identity, IdentityProvider } from "./identityProvider.ts";
import { type Denial, mapRole } from "./roleMapping.ts";

export interface SignInDeps {
  readonly database: Database;
  readonly vault: Vault;
}

export type ProviderSignIn = {
  /** Sessions that had another role, or have none now. */
  readonly ended: readonly EndedSession[];
} & (
  | { readonly session: ConsoleSession; readonly denial?: undefined }
  | { readonly session?: undefined; readonly denial: Denial | "noTenant" }
);

/** The name in the audit log. */
export const nameOfIdentity = ({ email, name, subject }: Identity): string => email ?? name ?? subject;

export async function signInAtProvider(
  { database, vault }: SignInDeps,
  { settings }: IdentityProvider,
  identity: Identity,
  { userAgent }: Browser,
): Promise<ProviderSignIn> {
  const mapped = await checkTenant(database, mapRole(settings.mapping, identity));
  const granted = typeof mapped === "string" ? undefined : mapped;
  return transaction(database, async (client) => {
    const ended = await endOutdatedSessions(client, identity, granted);
    if (typeof mapped === "string") return { denial: mapped, ended };
    await removeOldSessions(client);
    const personId = await upsertPerson(client, newId(), { ...identity, tenantId: mapped.tenantId });
    const token = newToken();
    const person: SignedInPerson = {
      id: newId(),
      personId,
      person: nameOfIdentity(identity),
      apiKeyId: null,
      ...mapped,
    };
    await beginPersonSession(client, {
      ...person,
      hash: hashToken(token),
      browser: hashToken(userAgent),
      expiresAt: new Date(Date.now() + sessionLifetime),
    });
    await storeIdToken(client, person.id, vault.seal(idTokenColumn(person.id), identity.idToken));
    return { session: { ...person, token }, ended };
  });
}

/** A session for a tenant that does not exist, or is disabled, would end with the next page. */
async function checkTenant(database: Database, mapped: Granted | Denial): Promise<Granted | Denial | "noTenant"> {
  if (typeof mapped === "string" || mapped.tenantId === null) return mapped;
  const tenant = (await listTenants(database)).find(({ id }) => id === mapped.tenantId);
  return tenant === undefined || tenant.disabledAt !== null ? "noTenant" : mapped;
}

const idTokenColumn = (id: string): SealedColumn => ({ table: "console_sessions", row: id, column: "id_token" });

/** Ends the session. Returns the ID token, if the person signed in at the provider. */
export async function signOut({ database, vault }: SignInDeps, session: ConsoleSession): Promise<string | undefined> {
  const sealed = await endSession(database, hashToken(session.token));
  return sealed === undefined ? undefined : vault.open(idTokenColumn(session.id), sealed);
}
