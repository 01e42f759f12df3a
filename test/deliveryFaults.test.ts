/** What may happen to deliverers, in small (R1, R2, R3, R5, R8, R9); `npm run faults` does the same in whole. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate, openDatabase } from "../src/store/postgres/database.ts";
import { startEmbedded } from "../src/store/postgres/embedded.ts";
import { databaseForTest } from "./database.ts";
import { delays, killAgainAndAgain, percentile, restartDatabase, stopForAWhile } from "./deliveries/faults.ts";
import { ledgerOf } from "./deliveries/yard.ts";
import { serveHttp } from "./loopback.ts";

async function place() {
  const { database, url } = await databaseForTest();
  await migrate(database);
  return { database, databaseUrl: url };
}

test("deliverers are killed again and again: nothing is lost, nothing out of order", async () => {
  const kills = { subscriptions: 10, eventsEach: 200, kills: 6, leaseSeconds: 1 };
  const { total, lost, twice, goneBack, killed } = await killAgainAndAgain(await place(), kills);
  expect({ total, lost, goneBack, killed }).toEqual({ total: 2000, lost: 0, goneBack: 0, killed: 6 });
  // No more than each had under way.
  expect(twice).toBeLessThanOrEqual(6 * 32);
});

test("nobody is killed: everything arrives once", async () => {
  const there = await place();
  const { lost, twice, inversions } = await killAgainAndAgain(there, {
    ...{ subscriptions: 10, eventsEach: 200, kills: 0, leaseSeconds: 5 },
  });
  expect({ lost, twice, inversions }).toEqual({ lost: 0, twice: 0, inversions: 0 });
  expect(await ledgerOf(there.database)).toEqual({ open: 0, done: 2000, failed: 0, attempts: 2000 });
});

test("what a deliverer did before it was stopped for three leases counts no more", async () => {
  const stops = { subscriptions: 6, eventsEach: 50, leaseSeconds: 1 };
  const { total, lost, refused, attempts, inversions } = await stopForAWhile(await place(), stops);
  expect({ lost, attempts, inversions }).toEqual({ lost: 0, attempts: total, inversions: 0 });
  expect(refused).toBeGreaterThan(0);
});

test("PostgreSQL is killed: nobody ends, nothing is lost, and it goes on within seconds", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kontor-faults-"));
  const server = await startEmbedded({ folder });
  const database = openDatabase({ url: server.url, connections: 5, onLost: () => {} });
  onTestFinished(async () => {
    await database.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  await migrate(database);
  const load = { subscriptions: 10, eventsEach: 200, restarts: 1 };
  const { lost, exits, slowestMs } = await restartDatabase({ database, databaseUrl: server.url, folder }, load);
  expect({ lost, exits }).toEqual({ lost: 0, exits: 0 });
  expect(slowestMs).toBeLessThan(3000);
}, 60_000);

test("a dead endpoint holds up nobody else", async () => {
  const hole = await serveHttp(() => {});
  onTestFinished(hole.close);
  const trickle = { healthy: 20, seconds: 3, perSecond: 50, deadlineMs: 1000 };
  const sorted = await delays(await place(), { ...trickle, deadUrl: hole.url });
  expect(sorted).toHaveLength(150);
  // Far below the time that the dead one takes.
  expect(percentile(sorted, 0.99)).toBeLessThan(500);
});
