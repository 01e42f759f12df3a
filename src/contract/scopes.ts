/** What an API key may do: read or write, in which target systems, with which resources. */
import { Failure } from "./failure.ts";
import { type OperationId, operationTable } from "./operations.ts";

export const accesses = ["read", "write"] as const;
/** `write` includes `read`. */
export type Access = (typeof accesses)[number];

export interface Scopes {
  readonly access: Access;
  /** Slugs. Null: every target system, also future ones. */
  readonly targetSystems: readonly string[] | null;
  /** Null: every resource, also future ones. */
  readonly resources: readonly string[] | null;
}

export const allScopes: Scopes = { access: "write", targetSystems: null, resources: null };

/** What a request needs. */
export interface NeededScope {
  readonly access: Access;
  /** Absent if the request is about no resource. */
  readonly resource?: string;
  /** Null: the request concerns every target system. */
  readonly targetSystems: readonly string[] | null;
  /** Whether only a key without limits may do this, because the result could exceed them. */
  readonly isUnrestricted?: boolean;
}

/** The resource of an operation: `invoices` of `invoices.lineItems.list`. */
export const resourceOfOperation = (id: string): string => id.split(".")[0] ?? id;

/** The groups of endpoints that are not data: connecting end users, the event log, settings, subscriptions. */
const serviceResources = ["auth", "events", "tenant", "webhooks"] as const;

export const scopeResources: readonly string[] = [
  ...new Set([...operationTable.map(([id]) => resourceOfOperation(id)), ...serviceResources]),
];

/** Refuses a request that exceeds the scopes of its key. The message names the missing scope. */
export function checkScope(scopes: Scopes, needed: NeededScope): void {
  const missing = missingScope(scopes, needed);
  if (missing === undefined) return;
  throw new Failure(
    "scope_missing",
    `This API key lacks the scope ${missing}. Use a key that has it, or create one in the console or with "kontor keys create".`,
  );
}

/** Such as `write`, `resource:invoices` or `target-system:sandbox`. */
export function missingScope(scopes: Scopes, needed: NeededScope): string | undefined {
  if (needed.isUnrestricted === true && !isUnrestricted(scopes)) return "all";
  if (needed.access === "write" && scopes.access === "read") return "write";
  const { resource } = needed;
  if (resource !== undefined && scopes.resources?.includes(resource) === false) return `resource:${resource}`;
  const { targetSystems } = scopes;
  if (targetSystems === null) return undefined;
  if (needed.targetSystems === null) return "target-system:all";
  const other = needed.targetSystems.find((slug) => !targetSystems.includes(slug.toLowerCase()));
  return other === undefined ? undefined : `target-system:${other}`;
}

const isUnrestricted = ({ access, targetSystems, resources }: Scopes): boolean =>
  access === "write" && targetSystems === null && resources === null;

/** Whether the key may see records of an operation, for answers that contain results of earlier requests. */
export const allowsResourceOf = ({ resources }: Scopes, id: OperationId): boolean =>
  resources === null || resources.includes(resourceOfOperation(id));
