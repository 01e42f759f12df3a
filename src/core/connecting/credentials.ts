/** Credentials that belong to no connection yet: read from what somebody entered, and tried at the vendor. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { type PlainCredentials } from "../accounts/connection.ts";
import { PrivateAddress } from "../outbound/client.ts";
import { checkAddress } from "../outbound/suppliedUrl.ts";
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

/** What the connector asks for, and nothing else. */
export async function readCredentials(
  { outbound }: Pick<Connecting, "outbound">,
  { signIn }: Connector,
  values: Readonly<Record<string, string | undefined>>,
): Promise<PlainCredentials> {
  const credentials: PlainCredentials = {};
  for (const { name, optional } of signIn.asks) {
    const value = values[name]?.trim() ?? "";
    if (value !== "") credentials[name] = value;
    else if (optional !== true) throw new UserFixableError("missingField", name);
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
  connector: Connector,
  given: PlainCredentials,
): Promise<PlainCredentials> {
  const credentials = { ...given, ...(await connecting.startSession(connector, given)) };
  await readProof(connector, connecting.openSession(connector, credentials));
  return credentials;
}

export const readProof = ({ proof }: Connector, session: Session): Promise<unknown> =>
  typeof proof === "string" ? session.read(proof) : proof(session);

export async function proveForPage(
  connecting: Connecting,
  connector: Connector,
  given: PlainCredentials,
): Promise<PlainCredentials> {
  try {
    return await prove(connecting, connector, given);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "target_timeout") throw new UserFixableError("systemTimeout");
    const unreachable = error.status >= 500 || error.status === 429;
    throw new UserFixableError(unreachable ? "systemUnreachable" : "credentialsRefused");
  }
}
