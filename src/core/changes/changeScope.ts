/** The companies whose changes a connection reports: the chosen company, and those named by its subscriptions. */
import type { Need } from "../../contract/connector.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import { findSubscribedScopes } from "../../store/subscriptions.ts";

export type ChosenScope = Readonly<Record<Need, string | null>>;

/** `scope` is "" for the connection's own choice. Both fields are null if no subscription names the scope any more. */
export async function changeScopeOf(
  database: Queryable,
  { id, environment, company }: ChosenScope & { readonly id: string },
  scope: string,
): Promise<ChosenScope> {
  if (scope === "") return { environment, company };
  const [named] = await findSubscribedScopes(database, id, scope);
  return { environment: named?.environment ?? null, company: named?.company ?? null };
}
