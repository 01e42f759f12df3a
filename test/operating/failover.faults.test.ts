/** R22: the primary database dies under load, and its streaming replica is promoted. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/store/postgres/database.ts";
import { ConnectedToStandby, troubleOf } from "../../src/store/postgres/unavailable.ts";
import { reportFigure, scaled } from "../faults/scale.ts";
import { serveHttp } from "../support/loopback.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { type Replicated, startReplicated } from "../support/replica.ts";
import { type Service, startService } from "../support/service.ts";
import { type Access, expectWrittenOnce, startWriteLoad, subscribeToCustomers } from "../support/writeLoad.ts";

let servers: Replicated;
/** The address in DATABASE_URL, which moves to the promoted server. */
let address: Relay;
let service: Service;
let access: Access;

const portOf = (url: string): number => Number(new URL(url).port);

function through(relay: Relay, url: string): string {
  const moved = new URL(url);
  moved.port = String(relay.port);
  return moved.href;
}

beforeAll(async () => {
  servers = await startReplicated();
  address = await startRelay(portOf(servers.primary.url));
  service = await startService({ DATABASE_URL: through(address, servers.primary.url) }, { worker: true });
  access = { url: service.url, apiKey: service.keys.apiKey, accountKey: service.keys.accountKey };
});
afterAll(async () => {
  await service.stop();
  await address.close();
  await servers.close();
});

test("a pool refuses connections to a standby, and tries again", async () => {
  const relay = await startRelay(portOf(servers.standby.url));
  const pool = openDatabase({ url: through(relay, servers.primary.url), connections: 1, onLost: () => {} });
  try {
    const error = await pool.query("SELECT 1").catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectedToStandby);
    expect(troubleOf(error)).toBe("standby");
    relay.target = portOf(servers.primary.url);
    expect((await pool.query("SELECT 1")).rowCount).toBe(1);
  } finally {
    await pool.end();
    await relay.close();
  }
});

test("requests during a failover get 503 until the replica is promoted; nothing is lost or doubled", async () => {
  const delivered = new Set<string>();
  const receiver = await serveHttp((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      for (const { resourceId } of [JSON.parse(body) as { resourceId: string }].flat()) delivered.add(resourceId);
      response.end();
    });
  });
  await subscribeToCustomers(access, receiver.url);
  const load = startWriteLoad(access, 4);
  await expect.poll(() => load.confirmed.size, { timeout: 120_000 }).toBeGreaterThan(scaled(500, 20));
  await servers.killPrimary();
  const died = performance.now();
  address.target = portOf(servers.standby.url);
  address.cut();
  await expect
    .poll(async () => (await fetch(`${service.url}/health`)).text(), { interval: 50 })
    .toContain("The database is a standby, which accepts no changes.");
  await servers.promoteStandby();
  await expect.poll(async () => (await fetch(`${service.url}/health`)).status, { interval: 50 }).toBe(200);
  const seconds = (performance.now() - died) / 1000;
  const before = load.confirmed.size;
  await expect.poll(() => load.confirmed.size, { timeout: 120_000 }).toBeGreaterThan(before + scaled(500, 20));
  await load.stop();
  expect(load.faults).toEqual([]);
  expect(load.refusals()).toBeGreaterThan(0);
  await expectWrittenOnce(access, load);
  const undelivered = () => [...load.confirmed.values()].filter((id) => !delivered.has(id));
  await expect.poll(undelivered, { timeout: 120_000 }).toEqual([]);
  await receiver.close();
  const figure = `failover: healthy after ${seconds.toFixed(1)} s, 0 of ${load.confirmed.size} writes lost or doubled`;
  reportFigure("R22", figure, seconds <= 10);
});
