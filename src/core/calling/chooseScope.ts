/** Determines which environment and company a request is for. */
import type { Connector, Need } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import type { Scope, Session } from "../../contract/session.ts";
import type { OpenConnection } from "../accounts/connection.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";

const parameterOf: Readonly<Record<Need, { parameter: string; code: FailureCode }>> = {
  environment: { parameter: "environmentName", code: "environment_required" },
  company: { parameter: "companyId", code: "company_required" },
};

type Chosen = Record<Need, string | undefined>;
type Values = Readonly<Record<string, unknown>>;

/** The request's parameters take precedence over the end user's choice at sign-in. `open` opens an unscoped session. */
export async function chooseScope(
  connector: Connector,
  connection: Pick<OpenConnection, Need>,
  values: Values,
  open: () => Promise<Session>,
): Promise<Scope> {
  const scope: Chosen = { environment: undefined, company: undefined };
  for (const need of connector.needs)
    scope[need] = (values[parameterOf[need].parameter] as string | undefined) ?? connection[need] ?? undefined;
  if (connector.needs.includes("environment") && scope.environment === undefined && scope.company !== undefined)
    scope.environment = await environmentOf(connector, scope.company, await open());
  const missing = connector.needs.find((need) => scope[need] === undefined);
  if (missing === undefined) return scope;
  const { parameter, code } = parameterOf[missing];
  const message = `${connector.name} requires ${parameter}. Send it, or let the end user choose at sign-in.`;
  throw new Failure(code, message, { field: parameter });
}

/** The only environment with this company; undefined if no environment or several have it. */
async function environmentOf(connector: Connector, company: string, session: Session): Promise<string | undefined> {
  const name = `environment of ${company}`;
  const known = session.memory.get(name);
  if (typeof known === "string") return known;
  const found: string[] = [];
  await asVendorFailure(connector, async () => {
    for (const { environmentId } of (await connector.environments?.(session)) ?? [])
      if ((await connector.companies?.(session, environmentId))?.some(({ id }) => id === company))
        found.push(environmentId);
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return undefined;
  session.memory.set(name, only);
  return only;
}
