/** The environments or companies to choose from on the selection page. */
import type { Connector, Need } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";

export interface Choice {
  readonly id: string;
  readonly name: string;
}

export async function choicesOf(
  connector: Connector,
  session: Session,
  need: Need,
  environment: string | undefined,
): Promise<readonly Choice[]> {
  if (need === "environment")
    return ((await connector.environments?.(session)) ?? []).map(({ environmentId, name }) => ({
      id: environmentId,
      name: name ?? environmentId,
    }));
  const companies = (await connector.companies?.(session, environment)) ?? [];
  return companies.map(({ id, name }) => ({ id, name: name ?? id }));
}
