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
const sent = (one: LeasedSubscription) => one.take()?.sequence;

test("the next of a lane goes when what came of the one before is written down", () => {
  const one = lease();
  one.add([due("1"), due("2")], one.putBacks);
  expect([sent(one), sent(one)]).toEqual(["1", undefined]);
  one.written({ sequence: "1", lane: "record", result: "done" });
  expect(sent(one)).toBe("2");
});

test("what the ledger said before something was put back is not sent ahead of that", () => {
  const one = lease();
  one.add([due("1")], one.putBacks);
  // Asked for what is due besides 1; before it answers, the turn is over and 1 goes back.
  const asked = one.putBacks;
  one.requeue();
  one.add([due("2")], asked);
  expect(sent(one)).toBeUndefined();
  expect(one.mayHaveMore).toBe(true);
});

test("nor ahead of what has to be sent again", () => {
  const one = lease();
  one.add([due("1"), due("2")], one.putBacks);
  expect(sent(one)).toBe("1");
  const asked = one.putBacks;
  one.written({ sequence: "1", lane: "record", result: "retry" });
  one.add([due("3")], asked);
  expect(sent(one)).toBeUndefined();
});

test("a lease that was lost takes nothing more", () => {
  const one = lease();
  one.isLost = true;
  one.add([due("1")], one.putBacks);
  expect([sent(one), one.known.size]).toEqual([undefined, 0]);
});
