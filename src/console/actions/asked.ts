/** What is asked for, by whom, and whether it is theirs to ask. */
import type { FastifyRequest } from "fastify";
import { type ConnectionWithTenant, findConnection } from "../../store/connections.ts";
import { listTenants } from "../../store/tenants.ts";
import type { Outcome } from "../parts/outcome.ts";
import type { View } from "../parts/view.ts";

/** What was asked for: who, with which form. The view reads and writes as any other part of the service. */
export interface Asked {
  readonly view: Omit<View, "client">;
  readonly ids: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly request: FastifyRequest;
}

/** Undefined: there is no such thing, or not for this person. */
export type Act = (asked: Asked) => Promise<Outcome | undefined>;

export interface ConsoleAction {
  /** Below /console. */
  readonly path: string;
  /** As the audit log calls it. */
  readonly name: string;
  /** Only for who sees all tenants. */
  readonly isOperators?: boolean;
  /** The page that shows what came of it, where that is not the one that its path begins with. */
  readonly shownOn?: string;
  readonly act: Act;
}

export const databaseOf = ({ view }: Asked) => view.deps.auth.connecting.database;

/** Of the tenant that is looked at; another's looks unknown. */
export async function connectionIn(asked: Asked, id = asked.ids["id"] ?? ""): Promise<ConnectionWithTenant | undefined> {
  const { tenantId } = asked.view.scope;
  const found = await findConnection(databaseOf(asked), id);
  return found !== undefined && (tenantId === null || found.tenantId === tenantId) ? found : undefined;
}

/** The tenant of the address, where this person may see it. */
export async function tenantIn(asked: Asked): Promise<string | undefined> {
  const { tenantId } = asked.view.scope;
  const wanted = asked.ids["id"] ?? "";
  if (tenantId !== null && tenantId !== wanted) return undefined;
  return (await listTenants(databaseOf(asked))).find(({ id }) => id === wanted)?.id;
}
