/** Workers that die while they work: every change becomes exactly one event, whether reported by webhook or polled. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bodies } from "../support/bodies.ts";
import { type Kontor, kontor } from "../support/process.ts";
import { type Listener, listenTo } from "../support/receivedWebhooks.ts";
import { day, type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const settings = () => {
  const { databaseUrl = "", dataFolder } = service.storage.config;
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    SANDBOX_DATE: day,
    LOG_LEVEL: "info",
    ALLOW_PRIVATE_NETWORK: "true",
  };
};

async function startWorker(): Promise<Kontor> {
  const worker = kontor(["worker"], settings());
  onTestFinished(async () => {
    worker.process.kill("SIGKILL");
    await worker.ended;
  });
  await worker.until(/The worker is running/);
  return worker;
}

const patience = { timeout: 60_000, interval: 100 };

const isReady = async (table: string, { connectionId }: Listener, condition: string) => {
  const { database } = service.storage;
  const found = await database.query(`SELECT FROM ${table} WHERE connection_id = $1 AND ${condition}`, [connectionId]);
  return (found.rowCount ?? 0) > 0;
};

test("killed workers lose no event and record none twice", async () => {
  const reported = await listenTo(service, "sandbox");
  const polled = await listenTo(service, "sandbox-key");
  onTestFinished(async () => {
    await reported.close();
    await polled.close();
  });
  for (const listener of [reported, polled]) await listener.subscribe({ resource: "ITEM" });
  const pace = kontor(["connections", "poll", polled.connectionId, "1"], settings());
  expect(await pace.ended).toMatchObject({ code: 0, out: "The connection is polled every 1 seconds.\n" });
  let worker = await startWorker();
  await expect.poll(() => isReady("vendor_subscriptions", reported, "facts IS NOT NULL"), patience).toBe(true);
  await expect.poll(() => isReady("polls", polled, "polled_until IS NOT NULL"), patience).toBe(true);

  const ids: string[] = [];
  for (let round = 0; round < 3; round++) {
    const next = startWorker();
    for (let count = 0; count < 8; count++) {
      const { status, data, text } = await reported.call("POST", "/accounting/items", {
        body: { ...bodies["items.create"], itemNumber: `Q-${round}-${count}` },
      });
      if (status !== 201) throw new Error(text);
      ids.push(data["id"] ?? "");
      if (count === 4) {
        // At a random moment of its work.
        await pause(50 + 200 * Math.random());
        worker.process.kill("SIGKILL");
      }
    }
    worker = await next;
  }
  // A poll of a killed worker is blocked until its lease expires.
  await service.storage.database.query("UPDATE poll_schedule SET leased_until = NULL, due_at = now()");
  const log = async ({ connectionId }: Listener) => {
    const { rows } = await service.storage.database.query<{ line: string }>(
      "SELECT event_type || ' ' || resource_id AS line FROM events WHERE connection_id = $1 ORDER BY line",
      [connectionId],
    );
    return rows.map(({ line }) => line);
  };
  const expected = ids.map((id) => `CREATED ${id}`).toSorted();
  await expect.poll(() => log(reported), patience).toEqual(expected);
  await expect.poll(() => log(polled), patience).toEqual(expected);
  const delivered = ({ received }: Listener) => new Set(received.map(({ resourceId }) => resourceId)).size;
  await expect.poll(() => delivered(reported), patience).toBe(ids.length);
  await expect.poll(() => delivered(polled), patience).toBe(ids.length);
  expect(reported.unsigned + polled.unsigned).toBe(0);
});
