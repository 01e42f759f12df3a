/** Vendors say that nothing is there, whatever is missing: whether it is the company or the environment is found out here. */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Scope, Session } from "../../contract/session.ts";
import { checkChoice } from "../session/checkChoice.ts";

interface Asked {
  readonly connector: Connector;
  readonly values: Readonly<Record<string, unknown>>;
  readonly scope: Scope;
  readonly ids: Readonly<Record<string, string>>;
  /** A session outside any company. */
  readonly outside: () => Promise<Session>;
}

type Choice = keyof typeof listings;
const listings = {
  companyId: { what: "company", list: "GET /auth/companies" },
  environmentName: { what: "environment", list: "GET /auth/environments" },
} as const;

export async function asMissingChoice(asked: Asked, error: unknown): Promise<unknown> {
  if (!(error instanceof Failure) || error.code !== "not_found") return error;
  const field = await missing(asked);
  if (field === undefined) return error;
  const { what, list } = listings[field];
  const message = `${asked.connector.name} has no such ${what}. Check ${field}: ${list} lists those there are.`;
  return new Failure("not_found", message, { ...error.details, field });
}

async function missing({ connector, values, scope, ids, outside }: Asked): Promise<Choice | undefined> {
  // A request that names no record can only be missing as a whole: the company that it was to be of is not there.
  const usual = Object.keys(ids).length === 0 && scope.company !== undefined ? "companyId" : undefined;
  if (values["companyId"] === undefined && values["environmentName"] === undefined) return usual;
  try {
    await checkChoice(connector, await outside(), scope);
  } catch (error) {
    const { field } = error instanceof Failure && error.code === "invalid_request" ? error.details : {};
    return field === "companyId" || field === "environmentName" ? field : usual;
  }
  return undefined;
}
