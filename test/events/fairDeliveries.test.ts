/** A tenant with many dead endpoints does not block the deliveries of other tenants. */

import { expect, onTestFinished, test } from "vitest";
import { startDeliverer } from "../../src/core/delivering/deliverer.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { migrate } from "../../src/store/postgres/database.ts";
import { databaseForTest } from "../support/database.ts";
import { serveHttp } from "../support/loopback.ts";
import { recordEvents, rigVault, subscribe } from "./deliveries/rig.ts";

test("twenty endpoints of one tenant that never respond do not delay another tenant's events", async () => {
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
    await recordEvents(database, connectionId, { events: 1, records: 1 });
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
  await recordEvents(database, connectionId, { events: 30, records: 10 });
  await expect.poll(() => arrived, { timeout: 10_000 }).toBe(30);
  expect(hanging).toBe(12);
});
