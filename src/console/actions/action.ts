/** The input of every console action, and how it finds records within the person's tenant. */
import type { FastifyRequest } from "fastify";
import { type ConnectionWithTenant, findConnection } from "../../store/connections.ts";
import { listTenants } from "../../store/tenants.ts";
import type { Outcome } from "../parts/outcome.ts";
import type { ActionName, PagePath } from "../parts/permissions.ts";
import type { View } from "../parts/view.ts";

export interface ActionContext {
  /** Without the read-only client: actions use the database itself. */
  readonly view: Omit<View, "client">;
  readonly ids: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly request: FastifyRequest;
}

/** Returns undefined if the object does not exist or belongs to another tenant. */
export type Act = (context: ActionContext) => Promise<Outcome | undefined>;

export interface ConsoleAction {
  /** Below /console. */
  readonly path: string;
  /** The name in the audit log. */
  readonly name: ActionName;
  /** The page that shows the outcome, if it is not the one that the path starts with. */
  readonly shownOn?: PagePath;
  /** Waits for its turn like a page: for work in the database of which many at once would slow down everybody else. */
  readonly takesTurn?: boolean;
  readonly act: Act;
}

export const databaseOf = ({ view }: ActionContext) => view.deps.auth.connecting.database;

/** Finds a connection of the selected tenant; those of other tenants seem not to exist. */
export async function connectionIn(
  context: ActionContext,
  id = context.ids["id"] ?? "",
): Promise<ConnectionWithTenant | undefined> {
  const { tenantId } = context.view.scope;
  const found = await findConnection(databaseOf(context), id);
  return found !== undefined && (tenantId === null || found.tenantId === tenantId) ? found : undefined;
}

/** The tenant in the path, if this person may see it. */
export async function tenantIn(context: ActionContext): Promise<string | undefined> {
  const { tenantId } = context.view.scope;
  const id = context.ids["id"] ?? "";
  if (tenantId !== null && tenantId !== id) return undefined;
  return (await listTenants(databaseOf(context))).find((tenant) => tenant.id === id)?.id;
}
