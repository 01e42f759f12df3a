/** Credentials that belong to no connection yet: read from what somebody entered, and tried at the vendor. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type PlainCredentials } from "../accounts/connection.ts";
import { checkAddress } from "../outbound/suppliedUrl.ts";
import { type Connecting } from "./context.ts";

/** The end user can mend this: the page is shown again with a plain text. */
export class UserFixableError extends Error {
  readonly problem: UserFixableProblem;
  readonly field: string | undefined;

  constructor(problem: UserFixableProblem, field?: string) {
    super(problem);
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
    throw error instanceof Failure ? new UserFixableError("invalidBaseUrl", "baseUrl") : error;
  });
  return credentials;
}

/** A real call to the vendor. */
export async function prove(
  connecting: Connecting,
  connector: Connector,
  credentials: PlainCredentials,
): Promise<void> {
  await connecting.openSession(connector, credentials).read(connector.proof);
}

export async function proveForPage(
  connecting: Connecting,
  connector: Connector,
  credentials: PlainCredentials,
): Promise<void> {
  try {
    await prove(connecting, connector, credentials);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "target_timeout") throw new UserFixableError("systemTimeout");
    const unreachable = error.status >= 500 || error.status === 429;
    throw new UserFixableError(unreachable ? "systemUnreachable" : "credentialsRefused");
  }
}
