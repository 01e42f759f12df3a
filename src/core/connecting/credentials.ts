/** Credentials that do not belong to a connection yet: reads them from the form and tries them at the vendor. */

import type { Connector, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import { type PlainCredentials, secretsOf } from "../accounts/connection.ts";
import { PrivateAddress } from "../outbound/client.ts";
import { checkAddress } from "../outbound/suppliedUrl.ts";
import { asksOf, makeWithApp } from "../session/appCredentials.ts";
import { type ConnectingDeps } from "./context.ts";

/** An error that the end user can fix: the page is shown again with an explanation. */
export class UserFixableError extends Error {
  readonly problem: UserFixableProblem;
  readonly field: string | undefined;

  constructor(problem: UserFixableProblem, field?: string, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
    this.field = field;
  }
}

export type UserFixableProblem =
  | "credentialsRefused"
  | "systemUnreachable"
  | "systemTimeout"
  | "missingField"
  | "invalidBaseUrl"
  | "privateBaseUrl"
  | "choiceUnknown"
  | "tooManyTries";

/** The tenant and target system of a new connection. */
export interface Candidate {
  readonly tenantId: string;
  readonly connector: Connector;
}

/** Reads only the values that the connector asks for. */
export async function readCredentials(
  { outbound, clientFor }: Pick<ConnectingDeps, "outbound" | "clientFor">,
  { tenantId, connector }: Candidate,
  values: Readonly<Record<string, string | undefined>>,
): Promise<PlainCredentials> {
  const credentials: PlainCredentials = {};
  const needed = await asksOf(clientFor, tenantId, connector);
  for (const ask of connector.signIn.asks) {
    const value = values[ask.name]?.trim() ?? "";
    if (value !== "") credentials[ask.name] = value;
    else if (ask.optional !== true && needed.includes(ask)) throw new UserFixableError("missingField", ask.name);
  }
  await checkAddress(outbound, "baseUrl", credentials["baseUrl"]).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    const problem = error.cause instanceof PrivateAddress ? "privateBaseUrl" : "invalidBaseUrl";
    throw new UserFixableError(problem, "baseUrl", error);
  });
  return credentials;
}

/** Tries the credentials with a real call to the vendor. Returns the credentials to store, including a started session. */
export async function prove(
  connecting: ConnectingDeps,
  { tenantId, connector }: Candidate,
  credentials: PlainCredentials,
): Promise<PlainCredentials> {
  const allCredentials = await withApp(connecting, { tenantId, connector }, credentials);
  const session = await connecting.startSession(connector, allCredentials);
  await readProof(connector, connecting.openSession(connector, { ...allCredentials, ...session }));
  return { ...credentials, ...session };
}

async function withApp({ clientFor }: ConnectingDeps, { tenantId, connector }: Candidate, entered: PlainCredentials) {
  const complete = await makeWithApp(clientFor)(tenantId, connector, secretsOf(entered));
  return Object.fromEntries(Object.entries(complete).map(([name, secret]) => [name, secret.reveal()]));
}

/** A session with credentials that do not belong to a connection yet. */
export const openCandidate = async (
  connecting: ConnectingDeps,
  candidate: Candidate,
  credentials: PlainCredentials,
): Promise<Session> => connecting.openSession(candidate.connector, await withApp(connecting, candidate, credentials));

/** Missing rights of the user. The sign-in itself does not depend on them. */
export async function restrictionsOf(connector: Connector, session: Session): Promise<readonly string[]> {
  try {
    return connector.restrictions === undefined
      ? await forbiddenLists(connector, session)
      : await connector.restrictions(session);
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** Lists that most users may read, and their names in messages. */
const probedLists = {
  "customers.list": "customers",
  "suppliers.list": "suppliers",
  "invoices.list": "invoices",
  "bills.list": "bills",
  "payments.list": "payments",
  "journalEntries.list": "journal entries",
} as const satisfies { readonly [Id in OperationId]?: string };

/** Reads one record of each list. Vendors refuse lists that the user or the app has no right to. */
async function forbiddenLists(connector: Connector, session: Session): Promise<readonly string[]> {
  const forbidden: string[] = [];
  for (const [id, name] of Object.entries(probedLists))
    if (await isForbidden(connector.operations[id as OperationId], session)) forbidden.push(name);
  if (forbidden.length === 0) return [];
  const names = new Intl.ListFormat("en-GB").format(forbidden);
  return [`The connected user or app may not read ${names} in ${connector.name}.`];
}

/** A list that has to be read as a whole would take too long. */
async function isForbidden(handler: unknown, session: Session): Promise<boolean> {
  const list = handler as ListHandler<unknown> | undefined;
  if (list === undefined || !("list" in list) || list.requires.length > 0 || list.readsWholeList) return false;
  try {
    await list.list({ ids: {}, filters: {}, window: { page: 1, limit: 1 } }, session);
    return false;
  } catch (error) {
    return error instanceof Failure && error.code === "target_forbidden";
  }
}

export const readProof = ({ proof }: Connector, session: Session): Promise<unknown> =>
  typeof proof === "string" ? session.read(proof) : proof(session);

export async function proveForPage(
  connecting: ConnectingDeps,
  candidate: Candidate,
  credentials: PlainCredentials,
): Promise<PlainCredentials> {
  try {
    return await prove(connecting, candidate, credentials);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "target_timeout") throw new UserFixableError("systemTimeout");
    const unreachable = error.status >= 500 || error.status === 429;
    throw new UserFixableError(unreachable ? "systemUnreachable" : "credentialsRefused");
  }
}
