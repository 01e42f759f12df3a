/** Finds out whether a vendor's "not found" means the company, the environment or the record: vendors do not say which. */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Scope, Session } from "../../contract/session.ts";
import { checkChoice } from "../session/checkChoice.ts";

interface ScopedRequest {
  readonly connector: Connector;
  readonly values: Readonly<Record<string, unknown>>;
  readonly scope: Scope;
  readonly ids: Readonly<Record<string, string>>;
  readonly openUnscoped: () => Promise<Session>;
}

type Choice = keyof typeof listings;
const listings = {
  companyId: { what: "company", list: "GET /auth/companies" },
  environmentName: { what: "environment", list: "GET /auth/environments" },
} as const;

export async function asMissingChoice(request: ScopedRequest, error: unknown): Promise<unknown> {
  if (!(error instanceof Failure) || error.code !== "not_found") return error;
  const field = await missingChoice(request);
  if (field === undefined) return error;
  const { what, list } = listings[field];
  const message = `${request.connector.name} has no such ${what}. Check ${field}: ${list} lists the valid values.`;
  return new Failure("not_found", message, { ...error.details, field });
}

async function missingChoice({
  connector,
  values,
  scope,
  ids,
  openUnscoped,
}: ScopedRequest): Promise<Choice | undefined> {
  // If the request names no record, only the company can be missing.
  const usual = Object.keys(ids).length === 0 && scope.company !== undefined ? "companyId" : undefined;
  if (values["companyId"] === undefined && values["environmentName"] === undefined) return usual;
  try {
    await checkChoice(connector, await openUnscoped(), scope);
  } catch (error) {
    const { field } = error instanceof Failure && error.code === "invalid_request" ? error.details : {};
    return field === "companyId" || field === "environmentName" ? field : usual;
  }
  return undefined;
}
