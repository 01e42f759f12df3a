/** A vendor that announces changes on a WebSocket: its connections are polled when something has changed, by one process. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { announceChanges } from "../../src/store/announcements.ts";
import { type AdvisoryLocks, openAdvisoryLocks } from "../../src/store/postgres/advisoryLocks.ts";
import { type Subscriber, subscribe } from "../support/idleSubscriber.ts";
import { type IdleRig, openIdleVendors } from "../support/idleVendors.ts";

const targetSystem = "fortnox";
/** Of the operator's OAuth client. */
const lock = `announcements ${targetSystem} `;

let rig: IdleRig;
let otherProcess: AdvisoryLocks;
beforeAll(async () => {
  rig = await openIdleVendors([targetSystem]);
  otherProcess = openAdvisoryLocks(rig.storage.openPool(1));
});
afterAll(async () => {
  await otherProcess.close();
  await rig.close();
});

const keep = () => rig.core().listener.keep();

async function scheduleOf({ connectionId }: Subscriber) {
  const { rows } = await rig.storage.database.query<{ isListening: boolean; seconds: number }>(
    `SELECT listening_until IS NOT NULL AS "isListening", extract(epoch FROM due_at - now())::float AS seconds
     FROM poll_schedule WHERE connection_id = $1`,
    [connectionId],
  );
  const [schedule] = rows;
  if (schedule === undefined) throw new Error("The connection is not polled.");
  return schedule;
}

/** Subscribed, polled for the first time, and listened to. */
async function listening(): Promise<Subscriber> {
  const subscriber = await subscribe(rig, targetSystem);
  onTestFinished(() => rig.core().listener.close());
  await subscriber.work();
  await keep();
  expect(await scheduleOf(subscriber)).toMatchObject({ isListening: true });
  await dueAndPolled(subscriber);
  return subscriber;
}

async function dueAndPolled(subscriber: Subscriber): Promise<void> {
  await expect.poll(async () => (await scheduleOf(subscriber)).seconds).toBeLessThanOrEqual(0);
  await subscriber.work();
}

test("a change is polled as soon as it is announced, and otherwise polls are rare", async () => {
  const subscriber = await listening();
  const [first = "", second = ""] = subscriber.ids;
  // Without announcements, at most 450 seconds: half as long again as the usual 300.
  expect((await scheduleOf(subscriber)).seconds).toBeGreaterThan(449);
  expect(await subscriber.state()).toMatchObject({ reportedBy: "polling", intervalSeconds: 900 });

  for (const id of [first, second]) {
    subscriber.simulator.vendor.touch(id);
    await dueAndPolled(subscriber);
    expect(await subscriber.eventsOf(id)).toEqual(["UPDATED"]);
  }
});

test("what changes while nobody listens is found when the vendor listens again", async () => {
  const subscriber = await listening();
  const [first = ""] = subscriber.ids;
  subscriber.simulator.vendor.dropSubscriptions();
  subscriber.simulator.vendor.touch(first);
  // The service notices the end of the WebSocket a moment later.
  await expect
    .poll(async () => {
      await keep();
      return (await scheduleOf(subscriber)).seconds;
    })
    .toBeLessThanOrEqual(0);
  await subscriber.work();
  expect(await subscriber.eventsOf(first)).toEqual(["UPDATED"]);
  await keep();
  expect(await scheduleOf(subscriber)).toMatchObject({ isListening: true });
});

test("one process listens, and another takes over when it has lost its lock", async () => {
  const subscriber = await subscribe(rig, targetSystem);
  onTestFinished(() => rig.core().listener.close());
  await subscriber.work();
  expect(await otherProcess.tryAcquire(lock)).toBe(true);
  await keep();
  expect(await scheduleOf(subscriber)).toMatchObject({ isListening: false });

  await otherProcess.release(lock);
  await keep();
  expect(await scheduleOf(subscriber)).toMatchObject({ isListening: true });
  expect(await otherProcess.tryAcquire(lock)).toBe(false);

  await rig.storage.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
       AND (classid::bigint << 32) + objid::bigint = hashtextextended($1, 7201006)`,
    [lock],
  );
  await expect.poll(() => otherProcess.tryAcquire(lock)).toBe(true);
  await expect
    .poll(async () => {
      await keep();
      return (await scheduleOf(subscriber)).isListening;
    })
    .toBe(false);
  await otherProcess.release(lock);
});

test("connections whose access token the vendor refuses are polled as usual, until it is renewed", async () => {
  const subscriber = await subscribe(rig, targetSystem);
  onTestFinished(() => rig.core().listener.close());
  await subscriber.work();
  subscriber.simulator.vendor.expireTokens();
  await keep();
  expect(await scheduleOf(subscriber)).toMatchObject({ isListening: false });

  // The vendor refuses a call with the token, so it is renewed.
  expect((await rig.call("GET", "/accounting/accounts", { accountKey: subscriber.accountKey })).status).toBe(200);
  await keep();
  expect(await scheduleOf(subscriber)).toMatchObject({ isListening: true });
});

test("an announcement during a poll has the poll repeated", async () => {
  const subscriber = await listening();
  const { connectionId } = subscriber;
  const { database } = rig.storage;
  const { poller } = rig.core().sources;
  const pollsOf = async (during: () => Promise<unknown>): Promise<number> => {
    const fence = async (): Promise<number> => {
      const { rows } = await database.query<{ fence: string }>(
        "SELECT fence FROM poll_schedule WHERE connection_id = $1",
        [connectionId],
      );
      return Number(rows[0]?.fence);
    };
    const before = await fence();
    await database.query("UPDATE poll_schedule SET due_at = now() WHERE connection_id = $1", [connectionId]);
    await poller.begin();
    await during();
    await poller.idle();
    return (await fence()) - before;
  };
  expect(await pollsOf(async () => {})).toBe(1);
  // The list with the change may have been read already.
  expect(await pollsOf(() => announceChanges(database, [connectionId]))).toBe(2);
});
