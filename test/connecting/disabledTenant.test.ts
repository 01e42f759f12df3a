/** All work for a disabled tenant stops, and continues where it stopped once the tenant is enabled again. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendChanges } from "../../src/core/events/eventLog.ts";
import { addKeyDelivery } from "../../src/store/connecting/keyDeliveries.ts";
import { transaction } from "../../src/store/postgres/database.ts";
import { disableTenant, enableTenant, listTenants } from "../../src/store/tenants.ts";
import { reportFigure } from "../faults/scale.ts";
import { call } from "../support/calling.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { makeCall } from "../support/platform.ts";
import { type Listener, listenTo } from "../support/receivedWebhooks.ts";
import { type Service, startService } from "../support/service.ts";
import { askTask, taskIdOf, taskOf } from "../support/tasks.ts";
import { startVendor, type Vendor } from "../support/vendor.ts";

let vendor: Vendor;
let service: Service;
let keyReceiver: Loopback;
let keysReceived = 0;
let isExported = false;
let tenantId = "";

beforeAll(async () => {
  vendor = await startVendor();
  vendor.answer = ({ method, path }, response) => {
    if (method !== "GET" || !path.includes("/jobs/")) return false;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(path.includes("records") ? { items: [], total: 0 } : jobStatus()));
    return true;
  };
  const stands = ["SANDBOX", "SANDBOX_KEY", "SANDBOX_EXPORT"].map((slug) => [`TARGET_SITE_${slug}`, vendor.url]);
  service = await startService({ POLL_SECONDS: "1", ...Object.fromEntries(stands) }, { worker: true });
  keyReceiver = await serveHttp((_request, response) => {
    keysReceived++;
    response.end();
  });
  [{ id: tenantId } = { id: "" }] = await listTenants(service.storage.database);
});
afterAll(async () => {
  await service.stop();
  await keyReceiver.close();
  await vendor.close();
});

const jobStatus = () => ({ id: "made", status: isExported ? "done" : "running" });
const requestCount = (part: string) => vendor.received.filter(({ path }) => path.includes(part)).length;

async function happen({ connectionId }: Listener, count: number, from: number): Promise<void> {
  const changes = Array.from({ length: count }, (_, index) => ({
    resource: "INVOICE" as const,
    eventType: "UPDATED" as const,
    resourceId: "one",
    changedAt: new Date(),
    mark: `change ${from + index}`,
  }));
  await transaction(service.storage.database, (client) =>
    appendChanges(client, { id: connectionId, batches: false }, changes),
  );
}

/** Adds a desired vendor subscription while the tenant is disabled. */
const desireVendorSubscription = (connectionId: string) =>
  service.storage.database.query(
    `INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, resource, secret, expires_at)
     VALUES ('desired', $1, $2, 'https://x.example', 'INVOICE', '', now() + interval '1 day')`,
    [tenantId, connectionId],
  );

/** Waits until the counts have not changed for some time; returns when they last changed. */
async function untilQuiet(counts: () => object, quietMs: number): Promise<number> {
  let last = performance.now();
  let seen = JSON.stringify(counts());
  while (performance.now() < last + quietMs) {
    await pause(50);
    const now = JSON.stringify(counts());
    if (now !== seen) last = performance.now();
    seen = now;
  }
  return last;
}

test("deliveries, polls, tasks, renewals, account keys and flows stop and resume later", async () => {
  const { database, vault } = service.storage;
  // Events of one record are delivered one by one, which takes a while.
  const listener = await listenTo(service, "sandbox-key", "bergblick", 25);
  const reported = await listenTo(service, "sandbox");
  await listener.subscribe();
  const exporting = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  const task = taskIdOf(
    await call(service, "/accounting/journalEntries?fiscalYearStartDate=2026-01-01", {
      headers: { "x-account-key": exporting },
    }),
  );
  const asTenant = makeCall(service.url, service.keys.apiKey);
  const { data } = await asTenant("GET", "/auth/sandbox", { query: { callbackUrl: "http://127.0.0.1:9/back" } });
  await happen(listener, 400, 0);
  await expect.poll(() => listener.received.length, { timeout: 20_000 }).toBeGreaterThan(20);
  await expect.poll(() => requestCount("/jobs/"), { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(() => requestCount("/invoices"), { timeout: 20_000 }).toBeGreaterThan(0);

  await disableTenant(database, tenantId);
  await desireVendorSubscription(reported.connectionId);
  const sealed = { table: "key_deliveries", row: "key", column: "body" };
  const body = vault.seal(sealed, "{}");
  await addKeyDelivery(database, { id: "key", tenantId, url: keyReceiver.url, body });
  const disabled = performance.now();
  const counts = () => ({
    delivered: listener.received.length,
    vendorRequests: vendor.received.length,
    keysReceived,
  });
  const lastSent = await untilQuiet(counts, 4000);
  const before = counts();
  expect(before.delivered).toBeLessThan(400);
  expect(keysReceived).toBe(0);
  const seconds = Math.max(0, lastSent - disabled) / 1000;
  reportFigure(
    "H6",
    `${400 - before.delivered} deliveries waited; the last request was sent ${seconds.toFixed(1)} s after the tenant was disabled`,
    seconds <= 1,
  );
  expect((await fetch(data["url"] ?? "", { redirect: "manual" })).status).toBe(400);
  expect((await asTenant("GET", "/auth/sandbox")).status).toBe(401);

  await enableTenant(database, tenantId);
  isExported = true;
  const since = vendor.received.length;
  const later = (part: string) => vendor.received.slice(since).some(({ path }) => path.includes(part));
  await expect.poll(() => listener.received.length, { timeout: 40_000 }).toBe(400);
  await expect.poll(() => later("/invoices"), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => later("/webhook-subscriptions"), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => keysReceived, { timeout: 20_000 }).toBe(1);
  const status = async () => taskOf(await askTask(service, task, { accountKey: exporting })).status;
  await expect.poll(status, { timeout: 20_000 }).toBe("SUCCESS");
  expect((await fetch(data["url"] ?? "", { redirect: "manual" })).status).toBeLessThan(400);
  await listener.close();
  await reported.close();
});
