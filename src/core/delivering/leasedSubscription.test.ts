import { expect, test } from "vitest";
import type { DueDelivery } from "../../store/deliveryLedger.ts";
import type { Receiver } from "./attempt.ts";
import { LeasedSubscription } from "./leasedSubscription.ts";

const lease = (): LeasedSubscription =>
  new LeasedSubscription(
    { id: "s", fence: "1", tenantId: "t", connectionId: "c", targetSystem: "notebook", parentId: null, origin: {} },
    { receiver: {} as Receiver, endpoint: "http://127.0.0.1:9" },
    { goodUntil: 1, turnEnds: 1 },
  );
const due = (sequence: string): DueDelivery => ({
  subscriptionId: "s",
  sequence,
  lane: "record",
  attempts: 0,
  events: [],
});
const sent = (leased: LeasedSubscription) => leased.take()?.sequence;

test("sends the next delivery of a lane after the result of the previous one is recorded", () => {
  const leased = lease();
  leased.add([due("1"), due("2")], leased.putBacks);
  expect([sent(leased), sent(leased)]).toEqual(["1", undefined]);
  leased.written({ sequence: "1", lane: "record", result: "done" });
  expect(sent(leased)).toBe("2");
});

test("does not send later deliveries ahead of one that was put back during the query", () => {
  const leased = lease();
  leased.add([due("1")], leased.putBacks);
  // The ledger is queried while 1 is known; before it answers, the turn ends and 1 is put back.
  const before = leased.putBacks;
  leased.requeue();
  leased.add([due("2")], before);
  expect(sent(leased)).toBeUndefined();
  expect(leased.mayHaveMore).toBe(true);
});

test("does not send later deliveries ahead of one that has to be retried", () => {
  const leased = lease();
  leased.add([due("1"), due("2")], leased.putBacks);
  expect(sent(leased)).toBe("1");
  const before = leased.putBacks;
  leased.written({ sequence: "1", lane: "record", result: "retry" });
  leased.add([due("3")], before);
  expect(sent(leased)).toBeUndefined();
});

test("accepts no deliveries after the lease is lost", () => {
  const leased = lease();
  leased.isLost = true;
  leased.add([due("1")], leased.putBacks);
  expect([sent(leased), leased.known.size]).toEqual([undefined, 0]);
});
