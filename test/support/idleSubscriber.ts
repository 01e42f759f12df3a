/** A platform that subscribes to changes at an idle vendor, and the worker's duties that bring them. */
import { onTestFinished } from "vitest";
import { portalKey } from "../../simulators/settings.ts";
import type { Simulator } from "../../simulators/start.ts";
import { listOfResource, type RecordResource } from "../../src/contract/event.ts";
import { operations } from "../../src/contract/operations.ts";
import { listHandlerOf, pollableResourcesOf, resourcesReportedBy } from "../../src/core/changes/sources.ts";
import type { IdleRig } from "./idleVendors.ts";
import { connectorOf } from "./vendors.ts";

/** A list with records that can be changed in the vendor's own UI. */
const preferred: readonly RecordResource[] = ["CUSTOMER", "CONTACT", "ITEM"];

/** Undefined if the target system has no list that can be read by the time of changes. */
export function listResourceOf(targetSystem: string): RecordResource | undefined {
  const connector = connectorOf(targetSystem);
  const reported = resourcesReportedBy(connector);
  const known = (reported.length > 0 ? reported : pollableResourcesOf(connector)).filter((each) =>
    listHandlerOf(connector, each)?.filters.includes("lastModifiedAt"),
  );
  return preferred.find((each) => known.includes(each)) ?? known[0];
}

export interface Subscriber {
  readonly accountKey: string;
  readonly connectionId: string;
  readonly simulator: Simulator;
  readonly resource: RecordResource;
  /** The ids of the list's records, as the API returns them. */
  readonly ids: readonly string[];
  /** Runs the worker's duties until nothing is left to do. */
  work(): Promise<void>;
  events(): Promise<readonly Readonly<Record<string, string>>[]>;
  eventsOf(id: string): Promise<readonly string[]>;
  state(): Promise<ResourceState | undefined>;
}

interface ResourceState {
  readonly resource: string;
  readonly reportedBy: string;
  readonly completeUntilDate?: string;
  readonly intervalSeconds?: number;
}

export async function runDuties({ core }: IdleRig, simulator: Simulator): Promise<void> {
  const { sources } = core();
  await sources.sweepVendorSubscriptions();
  await sources.renewVendorSubscriptions();
  await sources.poller.sweep();
  await sources.poller.begin();
  await sources.poller.idle();
  await simulator.vendor.untilIdle();
  while ((await sources.resolveNotices()) > 0);
}

export async function subscribe(rig: IdleRig, targetSystem: string): Promise<Subscriber> {
  const simulator = rig.simulatorOf(targetSystem);
  const resource = listResourceOf(targetSystem);
  if (resource === undefined) throw new Error(`${targetSystem} reports no list that can be polled.`);
  const { accountKey, connectionId } = await rig.connect(targetSystem);
  const call = async (method: string, path: string, request: object = {}) => {
    const reply = await rig.call(method, path, { accountKey, ...request });
    if (reply.status > 299) throw new Error(`${method} ${path} returned ${reply.status}: ${reply.text}`);
    return reply;
  };
  // Some vendors allow one subscription for all connections.
  onTestFinished(async () => void (await rig.call("DELETE", "/auth/connection", { accountKey })));
  const { webhooks } = connectorOf(targetSystem);
  if (webhooks?.setUp === "portal")
    simulator.vendor.portal?.subscribe({ url: `${rig.url()}/events/${targetSystem}`, key: portalKey(targetSystem) });
  await call("POST", "/webhooks", { body: { callbackUrl: "http://127.0.0.9:9/events", resource } });
  const { rows } = await call("GET", operations[listOfResource[resource]].path, { query: { limit: "100" } });
  const events: Subscriber["events"] = async () => {
    const all: Readonly<Record<string, string>>[] = [];
    for (let cursor = "0"; ; ) {
      const { rows: some, meta } = await call("GET", "/events", { query: { limit: "100", cursor } });
      if (some.length === 0) return all;
      all.push(...some);
      cursor = (meta as { readonly cursor?: string }).cursor ?? cursor;
    }
  };
  return {
    accountKey,
    connectionId,
    simulator,
    resource,
    // An open document becomes overdue at some midnight that the test passes, which polls report as a change of its own.
    ids: rows.filter(({ status }) => status !== "OPEN").map(({ id }) => id ?? ""),
    work: () => runDuties(rig, simulator),
    events,
    eventsOf: async (id) =>
      (await events())
        .filter((event) => event["resource"] === resource && event["resourceId"] === id)
        .map(({ eventType = "" }) => eventType),
    state: async () => {
      const { data } = await call("GET", "/auth/connection");
      const states = (data as { readonly resources?: unknown })["resources"] as readonly ResourceState[] | undefined;
      return states?.find((state) => state.resource === resource);
    },
  };
}
