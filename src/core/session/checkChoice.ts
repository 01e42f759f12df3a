import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Scope, Session } from "../../contract/session.ts";

/** Checks that the chosen environment and company exist, if the vendor can list them. */
export async function checkChoice(
  connector: Connector,
  session: Session,
  { environment, company }: Scope,
): Promise<void> {
  const { environments, companies } = connector;
  if (environment !== undefined && environments !== undefined) {
    const names = (await environments(session)).map(({ environmentId }) => environmentId);
    if (!names.includes(environment)) throw unknownChoice(connector, "environmentName", names);
  }
  const isEnvironmentKnown = environment !== undefined || !connector.needs.includes("environment");
  if (company === undefined || companies === undefined || !isEnvironmentKnown) return;
  const ids = (await companies(session, environment)).map(({ id }) => id);
  if (!ids.includes(company)) throw unknownChoice(connector, "companyId", ids);
}

const maxShown = 20;

function unknownChoice({ name }: Connector, field: string, valid: readonly string[]): Failure {
  const choices = valid.length === 0 ? "This sign-in has none" : `Use one of ${valid.slice(0, maxShown).join(", ")}`;
  return new Failure("invalid_request", `${field} is not known at ${name}. ${choices}.`, { field });
}
