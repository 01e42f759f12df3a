import { afterEach, beforeEach, expect, test } from "vitest";
import { recordEvents, subscribe } from "../../../test/events/deliveries/rig.ts";
import { makeClockMovable, setDatabaseClock } from "../../../test/operating/clocks/movableDatabase.ts";
import { type FreshDatabase, freshDatabase } from "../../../test/support/database.ts";
import { claimSubscriptions } from "../deliveryLeases.ts";
import { pruneEvents } from "../pruneEvents.ts";
import { takeCalls } from "../vendorLimits.ts";
import { type Database, migrate, openDatabase } from "./database.ts";
import { watchDatabaseClock } from "./databaseClock.ts";
import { openQueue } from "./queue.ts";

const day = 86_400;

let fresh: FreshDatabase;
let database: Database;
let jumps: number[];
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  fresh = await freshDatabase();
  await makeClockMovable(fresh.database);
  database = openDatabase({ url: fresh.url, connections: 5, onLost: () => {} });
  await migrate(database);
  await (await openQueue({ database, worker: undefined, onFault: () => {} })).close();
  jumps = [];
  stops = [];
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await database.end();
  await fresh.drop();
});

async function watch(): Promise<void> {
  const onFault = (error: unknown) => expect.fail(String(error));
  stops.push(await watchDatabaseClock({ database, everyMs: 100, onJump: (by) => jumps.push(Math.round(by)), onFault }));
}

/** Waits until the jump has been noticed. */
async function jumpTo(seconds: number): Promise<void> {
  const before = jumps.length;
  await setDatabaseClock(database, seconds);
  await expect.poll(() => jumps.length).toBe(before + 1);
}

const claim = async () =>
  (await claimSubscriptions(database, { most: 5, leaseSeconds: 30, without: { endpoints: [], tenants: [] } })).length;
const secondsUntil = async (column: string, table: string) => {
  const { rows } = await database.query<{ seconds: number }>(
    `SELECT round(extract(epoch FROM ${column} - now()) / 60)::int * 60 AS seconds FROM ${table}`,
  );
  return rows.map(({ seconds }) => seconds);
};

test("one of several processes moves the schedules after each jump, and they keep their remaining time", async () => {
  await watch();
  await watch();
  const { connectionId } = await subscribe(database, "http://127.0.0.1:9/");
  await recordEvents(database, connectionId, { events: 1, records: 1 });
  await database.query("UPDATE deliveries SET due_at = now() + interval '1 hour'");
  await database.query("INSERT INTO poll_schedule (connection_id, due_at) VALUES ($1, now() + interval '10 minutes')", [
    connectionId,
  ]);
  await database.query(
    "INSERT INTO polls (connection_id, scope, resource, due_at) VALUES ($1, '', 'INVOICE', now() + interval '1 day')",
    [connectionId],
  );
  await database.query(
    "INSERT INTO connection_upkeep (connection_id, check_due_at) VALUES ($1, now() + interval '1 day')",
    [connectionId],
  );
  for (const shift of [-60, 40 * day, 0, -365 * day]) {
    await jumpTo(shift);
    expect(await secondsUntil("due_at", "deliveries")).toEqual([3600]);
    expect(await secondsUntil("due_at", "poll_schedule")).toEqual([600]);
    expect(await secondsUntil("due_at", "polls")).toEqual([day]);
    expect(await secondsUntil("check_due_at", "connection_upkeep")).toEqual([day]);
  }
  expect(jumps).toEqual([-60, 40 * day + 60, -40 * day, -365 * day]);
});

test("what was planned after a jump, and before it was noticed, keeps its time", async () => {
  await watch();
  const { connectionId } = await subscribe(database, "http://127.0.0.1:9/");
  for (const shift of [40 * day, 0]) {
    const before = jumps.length;
    // In one transaction, so that the clocks are not compared in between.
    await database.query(`
      UPDATE moved.clock SET shift = make_interval(secs => ${shift});
      INSERT INTO poll_schedule (connection_id, due_at) VALUES ('${connectionId}', now() + interval '10 minutes')`);
    await expect.poll(() => jumps.length).toBe(before + 1);
    expect(await secondsUntil("due_at", "poll_schedule")).toEqual([600]);
    await database.query("DELETE FROM poll_schedule");
  }
});

test("a lease outlives every jump, also before the jump is noticed", async () => {
  await watch();
  const { connectionId } = await subscribe(database, "http://127.0.0.1:9/");
  await recordEvents(database, connectionId, { events: 1, records: 1 });
  expect(await claim()).toBe(1);
  await setDatabaseClock(database, 40 * day);
  expect(await claim()).toBe(0);
  await expect.poll(() => jumps).toEqual([40 * day]);
  expect(await claim()).toBe(0);
  await jumpTo(0);
  expect(await claim()).toBe(0);
});

test("a vendor's limit is neither forgotten nor closed by a jump", async () => {
  await watch();
  const window = { key: "limit", most: 10, width: 1, parts: 61 };
  const take = () => takeCalls(database, [window], 10);
  expect((await take()).permits).toBe(10);
  for (const shift of [40 * day, 0, -365 * day]) {
    await setDatabaseClock(database, shift);
    const { permits, wait } = await take();
    expect(permits).toBe(0);
    expect(wait).toBeLessThanOrEqual(62);
    await expect.poll(() => jumps.at(-1)).not.toBe(undefined);
  }
});

test("nothing is deleted by age for a day after a jump", async () => {
  await watch();
  const { connectionId } = await subscribe(database, "http://127.0.0.1:9/");
  await recordEvents(database, connectionId, { events: 3, records: 3 });
  await database.query("UPDATE deliveries SET state = 'done', settled_at = now()");
  const left = async () => (await database.query("SELECT FROM events")).rowCount;
  await setDatabaseClock(database, 40 * day);
  await pruneEvents(database, 30);
  expect(await left()).toBe(3);
  await expect.poll(() => jumps).toEqual([40 * day]);
  await pruneEvents(database, 30);
  expect(await left()).toBe(3);
  // The clock has been right all along, or nobody has corrected it.
  await database.query("UPDATE database_clock SET jumped_at = now() - interval '25 hours'");
  await pruneEvents(database, 30);
  expect(await left()).toBe(0);
});
