/** Credentials that belong to no connection yet: read from what somebody entered, and tried at the vendor. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { type PlainCredentials, secretsOf } from "../accounts/connection.ts";
import { PrivateAddress } from "../outbound/client.ts";
import { checkAddress } from "../outbound/suppliedUrl.ts";
import { asksOf, makeWithApp } from "../session/appCredentials.ts";
import { type Connecting } from "./context.ts";

/** The end user can mend this: the page is shown again with a plain text. */
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

/** Whose credentials they are to be. */
export interface Candidate {
  readonly tenantId: string;
  readonly connector: Connector;
}

/** What the connector asks for, and nothing else. */
export async function readCredentials(
  { outbound, clientFor }: Pick<Connecting, "outbound" | "clientFor">,
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

/** A real call to the vendor. What it answers is what to keep: with a session, where the vendor makes one. */
export async function prove(
  connecting: Connecting,
  { tenantId, connector }: Candidate,
  given: PlainCredentials,
): Promise<PlainCredentials> {
  const whole = await withApp(connecting, { tenantId, connector }, given);
  const session = await connecting.startSession(connector, whole);
  await readProof(connector, connecting.openSession(connector, { ...whole, ...session }));
  return { ...given, ...session };
}

async function withApp({ clientFor }: Connecting, { tenantId, connector }: Candidate, given: PlainCredentials) {
  const whole = await makeWithApp(clientFor)(tenantId, connector, secretsOf(given));
  return Object.fromEntries(Object.entries(whole).map(([name, secret]) => [name, secret.reveal()]));
}

/** A session with credentials that belong to no connection yet. */
export const openCandidate = async (
  connecting: Connecting,
  candidate: Candidate,
  credentials: PlainCredentials,
): Promise<Session> => connecting.openSession(candidate.connector, await withApp(connecting, candidate, credentials));

export const readProof = ({ proof }: Connector, session: Session): Promise<unknown> =>
  typeof proof === "string" ? session.read(proof) : proof(session);

export async function proveForPage(
  connecting: Connecting,
  candidate: Candidate,
  given: PlainCredentials,
): Promise<PlainCredentials> {
  try {
    return await prove(connecting, candidate, given);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "target_timeout") throw new UserFixableError("systemTimeout");
    const unreachable = error.status >= 500 || error.status === 429;
    throw new UserFixableError(unreachable ? "systemUnreachable" : "credentialsRefused");
  }
}
