/** Faults of deliverers, of the database and of endpoints (R1, R2, R3, R5, R8, R9). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate, openDatabase } from "../../src/store/postgres/database.ts";
import { startEmbedded } from "../../src/store/postgres/embedded.ts";
import { measured, reportFigure, scaled } from "../faults/scale.ts";
import { databaseForTest } from "../support/database.ts";
import { serveHttp } from "../support/loopback.ts";
import { delays, killRepeatedly, pauseDeliverer, percentile, restartDatabase } from "./deliveries/faults.ts";
import { ledgerOf } from "./deliveries/rig.ts";

async function newDatabase() {
  const { database, url } = await databaseForTest();
  await migrate(database);
  return { database, databaseUrl: url };
}

const subscriptions = scaled(100, 10);
const manyDeliveries = { subscriptions, eventsEach: Math.ceil(scaled(100_000, 2000) / subscriptions) };
const total = subscriptions * manyDeliveries.eventsEach;

test("no delivery is lost or out of order when deliverers are killed repeatedly", async () => {
  const kills = scaled(200, 6);
  const load = { ...manyDeliveries, kills, leaseSeconds: scaled(5, 1) };
  const { lost, twice, goneBack, killed, ...rest } = await killRepeatedly(await newDatabase(), load);
  expect({ ...rest, lost, goneBack, killed }).toMatchObject({ total, lost: 0, goneBack: 0, killed: kills });
  // At most the deliveries that each killed process had in progress.
  expect(twice).toBeLessThanOrEqual(kills * 32);
  const share = (100 * twice) / total;
  const seen = `${lost} lost of ${total}, ${share.toFixed(2)} % twice, ${killed} killed`;
  reportFigure("R1", `${seen}, leases of ${load.leaseSeconds} s`, share <= 3);
  reportFigure("R9", `${goneBack} of ${total} arrived after a later event of the same record`);
});

test("every delivery arrives exactly once when no process is killed", async () => {
  const rig = await newDatabase();
  const eventsEach = measured(100_000, 2000) / subscriptions;
  const total = subscriptions * eventsEach;
  // Long leases, so that a busy machine loses none.
  const load = { subscriptions, eventsEach, kills: 0, leaseSeconds: 60 };
  const { lost, twice, inversions, seconds } = await killRepeatedly(rig, load);
  expect({ lost, twice, inversions }).toEqual({ lost: 0, twice: 0, inversions: 0 });
  expect(await ledgerOf(rig.database)).toEqual({ open: 0, done: total, failed: 0, attempts: total });
  reportFigure("R2", `${(total / seconds).toFixed(0)} a second, ${twice} twice of ${total}`, total / seconds >= 3000);
});

test("refuses the results of a deliverer that was stopped for three leases", async () => {
  const stops = { subscriptions: scaled(20, 6), eventsEach: scaled(100, 50), leaseSeconds: scaled(5, 1) };
  const { total, lost, refused, attempts, inversions } = await pauseDeliverer(await newDatabase(), stops);
  expect({ lost, attempts, inversions }).toEqual({ lost: 0, attempts: total, inversions: 0 });
  expect(refused).toBeGreaterThan(0);
  reportFigure("R5", `${refused} refused, ${attempts - total} written, ${lost} lost of ${total}`);
});

test("deliveries resume and none is lost when PostgreSQL is killed", async () => {
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
  const { total, lost, exits, slowestMs } = await restartDatabase({ database, databaseUrl: server.url, folder }, load);
  expect({ lost, exits }).toEqual({ lost: 0, exits: 0 });
  const ready = (slowestMs / 1000).toFixed(2);
  reportFigure(
    "R3",
    `${lost} lost of ${total}, ${exits} ended, on again in ${ready} s at worst of ${load.restarts}`,
    slowestMs <= 3000,
  );
});

test("every delivery to other endpoints arrives beside a dead endpoint", async () => {
  const hole = await serveHttp(() => {});
  onTestFinished(hole.close);
  const seconds = measured(30, 3);
  const perSecond = measured(100, 50);
  // Long enough for a healthy endpoint on a busy machine. A delivery that times out is retried only seconds later.
  const trickle = { healthy: measured(50, 20), seconds, perSecond, deadlineMs: measured(20_000, 5000) };
  const alone = percentile(await delays(await newDatabase(), trickle), 0.99);
  const sorted = await delays(await newDatabase(), { ...trickle, deadUrl: hole.url });
  expect(sorted).toHaveLength(seconds * perSecond);
  const withDeadEndpoint = percentile(sorted, 0.99);
  reportFigure(
    "R8",
    `${withDeadEndpoint.toFixed(1)} ms, ${(withDeadEndpoint / alone).toFixed(2)} × ${alone.toFixed(1)} ms`,
    withDeadEndpoint <= 2 * alone,
  );
});
