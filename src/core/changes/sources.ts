/** The resources whose changes a target system reports by webhook, and those that have to be polled. */
import type { Connector, ListHandler } from "../../contract/connector.ts";
import { type EventResource, type EventType, listOfResource, type RecordResource } from "../../contract/event.ts";
import { operations } from "../../contract/operations.ts";

export const recordResources = Object.keys(listOfResource) as RecordResource[];

/** Resources whose changes the target system can report by webhook. */
export const resourcesReportedBy = ({ webhooks }: Connector): RecordResource[] =>
  recordResources.filter((resource) => webhooks?.resources[resource] !== undefined);

/** The choices that the end user has to make before changes can be read. */
export const scopeNeedsOf = ({ needs }: Connector) => ({
  needsCompany: needs.includes("company"),
  needsEnvironment: needs.includes("environment"),
});

/** Resources whose lists can be polled. */
export const pollableResourcesOf = (connector: Connector): RecordResource[] =>
  recordResources.filter((resource) => listHandlerOf(connector, resource) !== undefined);

/** Resources that are polled even if the webhooks are set up. */
export function polledResourcesOf(connector: Connector): RecordResource[] {
  const reported = resourcesReportedBy(connector);
  return pollableResourcesOf(connector).filter((resource) => !reported.includes(resource));
}

/** Lists that run as tasks or require a filter cannot be polled. */
export function listHandlerOf(connector: Connector, resource: RecordResource): ListHandler<unknown> | undefined {
  const handler = connector.operations[listOfResource[resource]];
  return handler !== undefined && "list" in handler && handler.requires.length === 0 ? handler : undefined;
}

/** The id field of a record: its first required field. */
export function idFieldOf(resource: RecordResource): string {
  const { required = [] } = operations[listOfResource[resource]].record as { readonly required?: readonly string[] };
  return required[0] ?? "id";
}

export const isPaged = (resource: RecordResource): boolean => "page" in operations[listOfResource[resource]].query;

const isRecord = (resource: EventResource): resource is RecordResource => resource in listOfResource;

/** Warnings for a subscription that can never deliver. It is still stored: the target system may add support later. */
export function neverReported(
  connector: Connector | undefined,
  { resource, eventType }: { readonly resource?: EventResource; readonly eventType?: EventType },
): string[] {
  if (connector === undefined || resource === undefined || !isRecord(resource)) return [];
  if (![...resourcesReportedBy(connector), ...pollableResourcesOf(connector)].includes(resource))
    return [`${connector.name} does not report changes of ${resource}; nothing will be delivered.`];
  return eventType === "REVOKED"
    ? [`Only a TOKEN can be REVOKED. A subscription to REVOKED events of ${resource} will never receive anything.`]
    : [];
}
