/** Where changes of a connection come from: the company that was chosen, and those that its subscriptions name. */
import type { Need } from "../../contract/connector.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import { findSubscribedScopes } from "../../store/subscriptions.ts";

export type ChosenScope = Readonly<Record<Need, string | null>>;

/** `scope` is "" for what the connection itself has chosen. Nothing, where no subscription names it any more. */
export async function changeScopeOf(
  database: Queryable,
  { id, environment, company }: ChosenScope & { readonly id: string },
  scope: string,
): Promise<ChosenScope> {
  if (scope === "") return { environment, company };
  const [named] = await findSubscribedScopes(database, id, scope);
  return { environment: named?.environment ?? null, company: named?.company ?? null };
}
