/** Credentials that belong to no connection yet: read from what somebody entered, and tried at the vendor. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Scope, Session } from "../../contract/session.ts";
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

/** What was chosen without a page has to be there, where the vendor tells what is. */
export async function checkChoice(
  connector: Connector,
  session: Session,
  { environment, company }: Scope,
): Promise<void> {
  const { environments, companies } = connector;
  if (environment !== undefined && environments !== undefined) {
    const all = (await environments(session)).map(({ environmentId }) => environmentId);
    if (!all.includes(environment)) throw unknownChoice(connector, "environmentName", all);
  }
  const isPlaced = environment !== undefined || !connector.needs.includes("environment");
  if (company === undefined || companies === undefined || !isPlaced) return;
  const all = (await companies(session, environment)).map(({ id }) => id);
  if (!all.includes(company)) throw unknownChoice(connector, "companyId", all);
}

const shownAtMost = 20;

function unknownChoice({ name }: Connector, field: string, all: readonly string[]): Failure {
  const some = all.slice(0, shownAtMost).join(", ");
  const listed = all.length === 0 ? "this sign-in has none" : `this sign-in has ${some}`;
  return new Failure("invalid_request", `${field} is not one of ${name}'s; ${listed}`, { field });
}
