import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Scope, Session } from "../../contract/session.ts";

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
