/**
 * Who may be sent to next: each endpoint within its allowance, each tenant within its share, all within what this process
 * can have under way.
 */

import type { DueDelivery } from "../../store/deliveryLedger.ts";
import { mayHaveMore } from "../outbound/slots.ts";
import type { LeasedSubscription } from "./leasedSubscription.ts";

interface Endpoint {
  readonly name: string;
  allowance: number;
  inFlight: number;
  usedAt: number;
  /** Holdings with something ready, taking turns. */
  readonly queue: Set<LeasedSubscription>;
}

export interface Endpoints {
  /** Something of it is ready to be sent. */
  enqueue(lease: LeasedSubscription): void;
  /** Sends what may be sent. */
  pump(): void;
  /** How many deliveries of further subscriptions could be sent now. */
  room(): number;
  /** Those that have as much as they can take. */
  full(): { readonly endpoints: string[]; readonly tenants: string[] };
  inFlight(): number;
}

export interface EndpointsOptions {
  /** Requests under way at one time. */
  readonly most: number;
  readonly now: () => number;
  /** Never fails; tells whether the endpoint did well. */
  readonly send: (lease: LeasedSubscription, delivery: DueDelivery) => Promise<boolean>;
}

export function makeEndpoints({ most, now, send }: EndpointsOptions): Endpoints {
  const endpoints = new Map<string, Endpoint>();
  /** Those with something ready and room for it. */
  const able = new Set<Endpoint>();
  /** Those whose tenants have had their share for now. */
  let aside = new Set<Endpoint>();
  const tenants = new Map<string, number>();
  let inFlight = 0;
  const mayTake = ({ held: { tenantId } }: LeasedSubscription): boolean =>
    mayHaveMore(tenants.get(tenantId) ?? 0, tenantsShare * (most - inFlight));
  const count = ({ held: { tenantId } }: LeasedSubscription, change: 1 | -1): void => {
    inFlight += change;
    const now = (tenants.get(tenantId) ?? 0) + change;
    if (now === 0) tenants.delete(tenantId);
    else tenants.set(tenantId, now);
  };

  const find = (name: string): Endpoint => {
    const known = endpoints.get(name) ?? {
      name,
      allowance: fullAllowance,
      inFlight: 0,
      usedAt: now(),
      queue: new Set<LeasedSubscription>(),
    };
    endpoints.set(name, known);
    return known;
  };
  const forgetOld = (): void => {
    for (const [name, { inFlight, queue, usedAt }] of endpoints)
      if (inFlight === 0 && queue.size === 0 && usedAt < now() - rememberedMs) endpoints.delete(name);
  };
  const start = async (endpoint: Endpoint, lease: LeasedSubscription, delivery: DueDelivery): Promise<void> => {
    endpoint.inFlight++;
    count(lease, 1);
    const well = await send(lease, delivery);
    endpoint.inFlight--;
    endpoint.usedAt = now();
    count(lease, -1);
    for (const each of aside) able.add(each);
    aside = new Set();
    endpoint.allowance = allowanceAfter(endpoint.allowance, well);
    if (endpoint.queue.size > 0) able.add(endpoint);
    else if (endpoint.inFlight === 0 && endpoint.allowance === fullAllowance) endpoints.delete(endpoint.name);
    pump();
  };
  const startNext = (endpoint: Endpoint): void => {
    const lease = endpoint.inFlight < endpoint.allowance ? endpoint.queue.values().find(mayTake) : undefined;
    if (lease === undefined) {
      able.delete(endpoint);
      if (endpoint.queue.size > 0 && endpoint.inFlight < endpoint.allowance) aside.add(endpoint);
      return;
    }
    endpoint.queue.delete(lease);
    // Without a lease nothing is sent; when it is renewed, the lease comes again.
    const delivery = maySend(lease, now()) ? lease.take() : undefined;
    if (delivery === undefined) return;
    if (lease.ready > 0) endpoint.queue.add(lease);
    void start(endpoint, lease, delivery);
  };
  const pump = (): void => {
    for (let goesOn = true; goesOn; ) {
      goesOn = false;
      for (const endpoint of able) {
        if (inFlight >= most) return;
        startNext(endpoint);
        goesOn = true;
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
      able.add(endpoint);
    },
    room: () => {
      const soon = able
        .values()
        .reduce((sum, each) => sum + Math.min(waiting(each), each.allowance - each.inFlight), 0);
      return most - inFlight - soon;
    },
    full: () => {
      forgetOld();
      return {
        endpoints: [...endpoints.values()]
          .filter((each) => each.inFlight + waiting(each) >= each.allowance)
          .map(({ name }) => name),
        // Who waits for a share has no use for more.
        tenants: [...new Set([...aside].flatMap(({ queue }) => [...queue].map(({ held }) => held.tenantId)))],
      };
    },
  };
}

/** What failed longer ago may be well by now, or gone for ever. */
const rememberedMs = 3_600_000;

/** A tenant alone gets three quarters of what may be under way; the rest is for whoever has something to hear next. */
const tenantsShare = 3;

const maySend = ({ goodUntil, isLeaving, isLost }: LeasedSubscription, now: number): boolean =>
  now < goodUntil && !isLeaving && !isLost;

/**
 * How many requests an endpoint may have from us at once: fewer with each failure, more with each success. One that is
 * dead is left with a single one, so that its time-outs hold up nobody else.
 */
export const fullAllowance = 32;

export const allowanceAfter = (allowance: number, taken: boolean): number =>
  taken ? Math.min(fullAllowance, allowance + 1) : Math.max(1, Math.floor(allowance / 2));
