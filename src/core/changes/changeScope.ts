/** Where changes of a connection come from: the company that was chosen, or the one that its subscriptions mean. */
import type { Need } from "../../contract/connector.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import { findSubscribedScope } from "../../store/subscriptions.ts";

export type ChosenScope = Readonly<Record<Need, string | null>>;

export async function changeScopeOf(
  database: Queryable,
  { id, environment, company }: ChosenScope & { readonly id: string },
): Promise<ChosenScope> {
  if (environment !== null && company !== null) return { environment, company };
  const meant = await findSubscribedScope(database, id);
  return { environment: environment ?? meant?.environment ?? null, company: company ?? meant?.company ?? null };
}
