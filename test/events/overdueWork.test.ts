/** Work that nobody announces starts soon after it is due, although the worker asks a single question about all of it. */
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { appendChanges } from "../../src/core/events/eventLog.ts";
import { transaction } from "../../src/store/postgres/database.ts";
import { openQueue } from "../../src/store/postgres/queue.ts";
import { serveHttp } from "../support/loopback.ts";
import { openPlatform, type Platform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
beforeAll(async () => {
  service = await startService({}, { worker: true, pace: 1 });
  platform = await openPlatform(service);
});
afterAll(() => service.stop());

/** Shorter than the minute after which the queues look by themselves. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 100 });

test("a delivery whose next attempt is due is sent", async () => {
  const accountKey = await service.connect("sandbox", { environment: "production", company: "bergblick" });
  const answers = [503, 200];
  const answered: number[] = [];
  const receiver = await serveHttp(async (request, response) => {
    request.resume();
    await once(request, "end");
    response.statusCode = answers[answered.length] ?? 200;
    answered.push(response.statusCode);
    response.end();
  });
  const subscribed = await platform.call("POST", "/webhooks", { accountKey, body: { callbackUrl: receiver.url } });
  expect(subscribed.status).toBe(201);
  const { data } = await platform.call("GET", "/auth/connection", { accountKey });
  const invoice = { eventType: "CREATED", resource: "INVOICE", resourceId: "inv-1", changedAt: new Date() } as const;
  const connection = { id: data["id"] ?? "", batches: false };
  const { database } = service.storage;
  await transaction(database, (client) => appendChanges(client, connection, [invoice]));
  // The worker no longer holds the subscription, and would not look at it again.
  await eventually(async () => {
    const { rowCount } = await database.query(
      "SELECT FROM subscriptions WHERE due_at > now() AND leased_until IS NULL",
    );
    expect({ rowCount, answered }).toEqual({ rowCount: 1, answered: [503] });
  });
  await database.query("UPDATE deliveries SET due_at = now() WHERE state = 'open'");
  await database.query("UPDATE subscriptions SET due_at = now() WHERE state = 'active'");
  await eventually(() => expect(answered).toEqual([503, 200]));
  await receiver.close();
});

test("a task whose next attempt is due is run", async () => {
  const { database } = service.storage;
  const queue = await openQueue({ database, worker: undefined, onFault: (error) => expect.fail(String(error)) });
  await queue.send({ taskId: "of-an-erased-connection", turn: 0, tenantId: "neuland" }, { afterSeconds: 3600 });
  await database.query("UPDATE pgboss.job SET start_after = now() WHERE name = 'tasks'");
  await eventually(async () => {
    const { rows } = await database.query("SELECT state FROM pgboss.job WHERE name = 'tasks'");
    expect(rows).toEqual([{ state: "completed" }]);
  });
  await queue.close();
});
