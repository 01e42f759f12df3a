/**
 * Chooses the next delivery to send: each endpoint has an allowance, each tenant a share, and the process a maximum number
 * of concurrent requests.
 */

import type { DueDelivery } from "../../store/deliveryLedger.ts";
import { mayHaveMore } from "../outbound/slots.ts";
import type { LeasedSubscription } from "./leasedSubscription.ts";

interface Endpoint {
  readonly name: string;
  allowance: number;
  inFlight: number;
  usedAt: number;
  /** Leases with deliveries ready to send, in turn. */
  readonly queue: Set<LeasedSubscription>;
}

export interface Endpoints {
  /** Call this when the lease has deliveries ready to send. */
  enqueue(lease: LeasedSubscription): void;
  /** Sends all deliveries that may be sent now. */
  pump(): void;
  /** How many deliveries of further subscriptions could be sent now. */
  room(): number;
  /** Endpoints and tenants that cannot use more deliveries now. */
  full(): { readonly endpoints: string[]; readonly tenants: string[] };
  inFlight(): number;
}

export interface EndpointsOptions {
  /** Concurrent requests. */
  readonly maxInFlight: number;
  readonly now: () => number;
  /** Never fails; returns whether the endpoint is healthy. */
  readonly send: (lease: LeasedSubscription, delivery: DueDelivery) => Promise<boolean>;
}

export function makeEndpoints({ maxInFlight, now, send }: EndpointsOptions): Endpoints {
  const endpoints = new Map<string, Endpoint>();
  /** Endpoints that have deliveries ready and may get more requests. */
  const sendable = new Set<Endpoint>();
  /** Endpoints whose tenants have used up their share for now. */
  let waitingForShare = new Set<Endpoint>();
  const tenants = new Map<string, number>();
  let inFlight = 0;
  const mayTake = ({ identity: { tenantId } }: LeasedSubscription): boolean =>
    mayHaveMore(tenants.get(tenantId) ?? 0, tenantShare * (maxInFlight - inFlight));
  const count = ({ identity: { tenantId } }: LeasedSubscription, change: 1 | -1): void => {
    inFlight += change;
    const requests = (tenants.get(tenantId) ?? 0) + change;
    if (requests === 0) tenants.delete(tenantId);
    else tenants.set(tenantId, requests);
  };

  const find = (name: string): Endpoint => {
    const endpoint = endpoints.get(name) ?? {
      name,
      allowance: fullAllowance,
      inFlight: 0,
      usedAt: now(),
      queue: new Set<LeasedSubscription>(),
    };
    endpoints.set(name, endpoint);
    return endpoint;
  };
  const forgetOld = (): void => {
    for (const [name, { inFlight, queue, usedAt }] of endpoints)
      if (inFlight === 0 && queue.size === 0 && usedAt < now() - rememberedMs) endpoints.delete(name);
  };
  const start = async (endpoint: Endpoint, lease: LeasedSubscription, delivery: DueDelivery): Promise<void> => {
    endpoint.inFlight++;
    count(lease, 1);
    const isHealthy = await send(lease, delivery);
    endpoint.inFlight--;
    endpoint.usedAt = now();
    count(lease, -1);
    for (const waitingEndpoint of waitingForShare) sendable.add(waitingEndpoint);
    waitingForShare = new Set();
    endpoint.allowance = allowanceAfter(endpoint.allowance, isHealthy);
    if (endpoint.queue.size > 0) sendable.add(endpoint);
    else if (endpoint.inFlight === 0 && endpoint.allowance === fullAllowance) endpoints.delete(endpoint.name);
    pump();
  };
  const startNext = (endpoint: Endpoint): void => {
    const lease = endpoint.inFlight < endpoint.allowance ? endpoint.queue.values().find(mayTake) : undefined;
    if (lease === undefined) {
      sendable.delete(endpoint);
      if (endpoint.queue.size > 0 && endpoint.inFlight < endpoint.allowance) waitingForShare.add(endpoint);
      return;
    }
    endpoint.queue.delete(lease);
    // Nothing is sent without a valid lease; it is enqueued again when renewed.
    const delivery = maySend(lease, now()) ? lease.take() : undefined;
    if (delivery === undefined) return;
    if (lease.ready > 0) endpoint.queue.add(lease);
    void start(endpoint, lease, delivery);
  };
  const pump = (): void => {
    for (let mayContinue = true; mayContinue; ) {
      mayContinue = false;
      for (const endpoint of sendable) {
        if (inFlight >= maxInFlight) return;
        startNext(endpoint);
        mayContinue = true;
      }
    }
  };
  const waiting = ({ queue }: Endpoint): number => queue.values().reduce((sum, { ready }) => sum + ready, 0);

  return {
    pump,
    inFlight: () => inFlight,
    enqueue: (lease) => {
      const endpoint = find(lease.endpoint);
      endpoint.queue.add(lease);
      sendable.add(endpoint);
    },
    room: () => {
      const soon = sendable
        .values()
        .reduce((sum, each) => sum + Math.min(waiting(each), each.allowance - each.inFlight), 0);
      return maxInFlight - inFlight - soon;
    },
    full: () => {
      forgetOld();
      return {
        endpoints: [...endpoints.values()]
          .filter((each) => each.inFlight + waiting(each) >= each.allowance)
          .map(({ name }) => name),
        // A tenant that waits for its share cannot use more deliveries.
        tenants: [
          ...new Set([...waitingForShare].flatMap(({ queue }) => [...queue].map(({ identity }) => identity.tenantId))),
        ],
      };
    },
  };
}

/** An endpoint that failed longer ago may have recovered. */
const rememberedMs = 3_600_000;

/** A single tenant gets three quarters of the concurrent requests; the rest stays free for other tenants. */
const tenantShare = 3;

const maySend = ({ validUntil, isLeaving, isLost }: LeasedSubscription, now: number): boolean =>
  now < validUntil && !isLeaving && !isLost;

/**
 * The number of concurrent requests to one endpoint: halved with each failure, increased with each success. A dead endpoint
 * gets a single request at a time, so that its timeouts delay nobody else.
 */
export const fullAllowance = 32;

export const allowanceAfter = (allowance: number, isHealthy: boolean): number =>
  isHealthy ? Math.min(fullAllowance, allowance + 1) : Math.max(1, Math.floor(allowance / 2));
