/** Where changes of a target system come from: what it tells itself, and what has to be polled. */
import type { Connector, ListHandler } from "../../contract/connector.ts";
import { type EventResource, type EventType, listOfResource, type RecordResource } from "../../contract/event.ts";
import { operations } from "../../contract/operations.ts";

export const recordResources = Object.keys(listOfResource) as RecordResource[];

/** What the target system can tell of by itself. */
export const resourcesReportedBy = ({ webhooks }: Connector): RecordResource[] =>
  recordResources.filter((resource) => webhooks?.resources[resource] !== undefined);

/** What has to be chosen before it tells anything. */
export const neededBy = ({ needs }: Connector) => ({
  needsCompany: needs.includes("company"),
  needsEnvironment: needs.includes("environment"),
});

/** What can be found in its lists. */
export const pollableAt = (connector: Connector): RecordResource[] =>
  recordResources.filter((resource) => listHandlerOf(connector, resource) !== undefined);

/** What is polled where its webhooks are set up. */
export function polledAt(connector: Connector): RecordResource[] {
  const told = resourcesReportedBy(connector);
  return pollableAt(connector).filter((resource) => !told.includes(resource));
}

/** A list that is a task, or that needs a filter nobody can choose, cannot be read again and again. */
export function listHandlerOf(connector: Connector, resource: RecordResource): ListHandler<unknown> | undefined {
  const handler = connector.operations[listOfResource[resource]];
  return handler !== undefined && "list" in handler && handler.requires.length === 0 ? handler : undefined;
}

/** The field that names a record: the one that it always has. */
export function idFieldOf(resource: RecordResource): string {
  const { required = [] } = operations[listOfResource[resource]].record as { readonly required?: readonly string[] };
  return required[0] ?? "id";
}

export const isPaged = (resource: RecordResource): boolean => "page" in operations[listOfResource[resource]].query;

const isRecord = (resource: EventResource): resource is RecordResource => resource in listOfResource;

/** A wish that nothing will ever fulfil is kept, for the target system may learn, but not in silence. */
export function neverReported(
  connector: Connector | undefined,
  { resource, eventType }: { readonly resource?: EventResource; readonly eventType?: EventType },
): string[] {
  if (connector === undefined || resource === undefined || !isRecord(resource)) return [];
  if (![...resourcesReportedBy(connector), ...pollableAt(connector)].includes(resource))
    return [`${connector.name} has no changes of ${resource} to tell of; nothing will be delivered.`];
  return eventType === "REVOKED" ? [`A ${resource} is never REVOKED, only a TOKEN is; nothing will be delivered.`] : [];
}
