import { expect, test } from "vitest";
import type { DueDelivery } from "../../store/deliveryLedger.ts";
import { makeEndpoints } from "./endpoints.ts";
import { LeasedSubscription } from "./leasedSubscription.ts";

const hour = 3_600_000;
let moment = 0;

function leaseOf(deliveries: number): LeasedSubscription {
  const held = { id: "s", fence: "1", tenantId: "t", connectionId: "c", targetSystem: "x", parentId: null, origin: {} };
  const receiver = {} as LeasedSubscription["receiver"];
  const times = { goodUntil: Infinity, turnEnds: Infinity };
  const lease = new LeasedSubscription(held, { receiver, endpoint: "https://one.example" }, times);
  const due = Array.from({ length: deliveries }, (_, count) => ({ sequence: `${count}`, lane: `${count}` }));
  lease.add(due as DueDelivery[], lease.putBacks);
  return lease;
}

/** How many concurrent requests an endpoint gets when many deliveries are ready. */
function concurrentRequests(endpoints: ReturnType<typeof makeEndpoints>): number {
  endpoints.enqueue(leaseOf(100));
  endpoints.pump();
  return endpoints.inFlight();
}

test("gives a failing endpoint fewer requests, and forgets the failures after an hour", async () => {
  let answer = Promise.withResolvers<boolean>();
  const endpoints = makeEndpoints({ maxInFlight: 1000, now: () => moment, send: () => answer.promise });
  const failOnce = async (): Promise<void> => {
    endpoints.enqueue(leaseOf(1));
    endpoints.pump();
    answer.resolve(false);
    await answer.promise;
    await Promise.resolve();
    answer = Promise.withResolvers();
  };
  for (let count = 0; count < 5; count++) await failOnce();
  moment += hour / 2;
  endpoints.full();
  endpoints.enqueue(leaseOf(1));
  expect(endpoints.room()).toBe(999);
  endpoints.pump();
  answer.resolve(false);
  await answer.promise;
  await Promise.resolve();
  answer = Promise.withResolvers();
  moment += hour + 1;
  endpoints.full();
  expect(concurrentRequests(endpoints)).toBe(32);
});
