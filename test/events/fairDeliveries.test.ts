/** Deliveries to a tenant's many dead endpoints leave room for those of others. */

import { expect, onTestFinished, test } from "vitest";
import { startDeliverer } from "../../src/core/delivering/deliverer.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { migrate } from "../../src/store/postgres/database.ts";
import { databaseForTest } from "../support/database.ts";
import { serveHttp } from "../support/loopback.ts";
import { happen, rigVault, subscribe } from "./deliveries/rig.ts";

test("a tenant with twenty endpoints that do not answer holds up nobody else's events", async () => {
  const { database } = await databaseForTest();
  await migrate(database);
  let hanging = 0;
  const holes = await Promise.all(Array.from({ length: 20 }, () => serveHttp(() => void hanging++)));
  let arrived = 0;
  const receiver = await serveHttp((_request, response) => {
    arrived++;
    response.end();
  });
  for (const { url } of holes) {
    const { connectionId } = await subscribe(database, url, "notebook", "greedy");
    await happen(database, connectionId, { events: 1, records: 1 });
  }
  const outbound = openHttpClient({ allowPrivate: true });
  const deliverer = startDeliverer({
    database,
    outbound,
    vault: rigVault(),
    now: Date.now,
    random: Math.random,
    maxInFlight: 16,
    batches: () => false,
    onFault: () => {},
    onLeaseLost: () => {},
  });
  onTestFinished(async () => {
    await outbound.close();
    await deliverer.stop();
    await Promise.all([...holes, receiver].map((server) => server.close()));
  });
  await expect.poll(() => hanging, { timeout: 10_000 }).toBe(12);
  const { connectionId } = await subscribe(database, receiver.url, "notebook", "other");
  await happen(database, connectionId, { events: 30, records: 10 });
  await expect.poll(() => arrived, { timeout: 10_000 }).toBe(30);
  expect(hanging).toBe(12);
}, 30_000);
