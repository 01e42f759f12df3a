/** What may happen to deliverers (R1, R2, R3, R5, R8, R9). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate, openDatabase } from "../../src/store/postgres/database.ts";
import { startEmbedded } from "../../src/store/postgres/embedded.ts";
import { measured, patience, scaled, tell } from "../faults/scale.ts";
import { databaseForTest } from "../support/database.ts";
import { serveHttp } from "../support/loopback.ts";
import { delays, killAgainAndAgain, percentile, restartDatabase, stopForAWhile } from "./deliveries/faults.ts";
import { ledgerOf } from "./deliveries/rig.ts";

async function place() {
  const { database, url } = await databaseForTest();
  await migrate(database);
  return { database, databaseUrl: url };
}

const subscriptions = scaled(100, 10);
const manyDeliveries = { subscriptions, eventsEach: Math.ceil(scaled(100_000, 2000) / subscriptions) };
const total = subscriptions * manyDeliveries.eventsEach;

test("deliverers are killed again and again: nothing is lost, nothing out of order", async () => {
  const kills = scaled(200, 6);
  const load = { ...manyDeliveries, kills, leaseSeconds: scaled(5, 1) };
  const { lost, twice, goneBack, killed, ...rest } = await killAgainAndAgain(await place(), load);
  expect({ ...rest, lost, goneBack, killed }).toMatchObject({ total, lost: 0, goneBack: 0, killed: kills });
  // No more than each had under way.
  expect(twice).toBeLessThanOrEqual(kills * 32);
  const share = (100 * twice) / total;
  const seen = `${lost} lost of ${total}, ${share.toFixed(2)} % twice, ${killed} killed`;
  tell("R1", `${seen}, leases of ${load.leaseSeconds} s`, share <= 3);
  tell("R9", `${goneBack} of ${total} after something later of their record`);
});

test("nobody is killed: everything arrives once", async () => {
  const there = await place();
  const eventsEach = measured(100_000, 2000) / subscriptions;
  const total = subscriptions * eventsEach;
  const load = { subscriptions, eventsEach, kills: 0, leaseSeconds: 5 };
  const { lost, twice, inversions, seconds } = await killAgainAndAgain(there, load);
  expect({ lost, twice, inversions }).toEqual({ lost: 0, twice: 0, inversions: 0 });
  expect(await ledgerOf(there.database)).toEqual({ open: 0, done: total, failed: 0, attempts: total });
  tell("R2", `${(total / seconds).toFixed(0)} a second, ${twice} twice of ${total}`, total / seconds >= 3000);
});

test("what a deliverer did before it was stopped for three leases counts no more", async () => {
  const stops = { subscriptions: scaled(20, 6), eventsEach: scaled(100, 50), leaseSeconds: scaled(5, 1) };
  const { total, lost, refused, attempts, inversions } = await stopForAWhile(await place(), stops);
  expect({ lost, attempts, inversions }).toEqual({ lost: 0, attempts: total, inversions: 0 });
  expect(refused).toBeGreaterThan(0);
  tell("R5", `${refused} refused, ${attempts - total} written, ${lost} lost of ${total}`);
});

test(
  "PostgreSQL is killed: nobody ends, nothing is lost, and it goes on within seconds",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "kontor-faults-"));
    const server = await startEmbedded({ folder });
    const database = openDatabase({ url: server.url, connections: 5, onLost: () => {} });
    onTestFinished(async () => {
      await database.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    });
    await migrate(database);
    const load = { subscriptions: scaled(20, 10), eventsEach: scaled(5000, 200), restarts: scaled(5, 1) };
    const { total, lost, exits, slowestMs } = await restartDatabase(
      { database, databaseUrl: server.url, folder },
      load,
    );
    expect({ lost, exits }).toEqual({ lost: 0, exits: 0 });
    expect(slowestMs).toBeLessThan(3000);
    const ready = (slowestMs / 1000).toFixed(2);
    tell("R3", `${lost} lost of ${total}, ${exits} ended, on again in ${ready} s at worst of ${load.restarts}`);
  },
  patience(60_000),
);

test("a dead endpoint holds up nobody else", async () => {
  const hole = await serveHttp(() => {});
  onTestFinished(hole.close);
  const seconds = measured(30, 3);
  const perSecond = measured(100, 50);
  // Long enough for a healthy one on a busy machine: what takes longer is sent again, seconds later.
  const trickle = { healthy: measured(50, 20), seconds, perSecond, deadlineMs: measured(20_000, 5000) };
  const alone = percentile(await delays(await place(), trickle), 0.99);
  const sorted = await delays(await place(), { ...trickle, deadUrl: hole.url });
  expect(sorted).toHaveLength(seconds * perSecond);
  const beside = percentile(sorted, 0.99);
  // Far below the time that the dead one takes; on a machine that does other things the ratio says little.
  expect(beside).toBeLessThan(Math.max(2 * alone, 500));
  tell("R8", `${beside.toFixed(1)} ms, ${(beside / alone).toFixed(2)} × ${alone.toFixed(1)} ms`, beside <= 2 * alone);
});
