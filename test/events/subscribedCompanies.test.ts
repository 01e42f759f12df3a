/** A connection with several companies: each subscription receives the events of its company only. */
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { bodies } from "../support/bodies.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Call, makeCall, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

interface ReceivedEvent {
  readonly subscription: string;
  readonly resourceId: string;
  readonly companyId?: string;
}

let service: Service;
let server: Loopback;
let call: Call;
let tenantId = "";
const arrivals: ReceivedEvent[] = [];
beforeAll(async () => {
  service = await startService({ POLL_SECONDS: "1" }, { worker: true });
  server = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(request, "end");
    const { resourceId, companyId } = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedEvent;
    const subscription = String(request.headers["x-service-subscription"]);
    // Events of an earlier test may still arrive.
    if (request.url === `/${tenantId}`)
      arrivals.push({ subscription, resourceId, ...(companyId !== undefined && { companyId }) });
    response.end();
  });
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
/** A new tenant for each test, because a tenant's subscription receives the events of all its connections. */
beforeEach(async () => {
  arrivals.length = 0;
  const { database } = service.storage;
  tenantId = await createTenant(database, "Neuland");
  const { apiKey } = await createApiKey(database, tenantId);
  call = makeCall(service.url, apiKey);
});

async function connect(targetSystem: string, choice: { environment?: string; company?: string } = {}): Promise<string> {
  const { database, vault, config } = service.storage;
  const { issueToken, issueGrant } = await openSandbox({ pool: database, ...config.sandbox });
  const credentials =
    targetSystem === "sandbox" ? { ...(await issueGrant("Test")) } : { apiKey: await issueToken("Test") };
  return createConnection(database, vault, { tenantId, targetSystem, credentials, ...choice });
}

const patience = { timeout: 20_000, interval: 50 };
const inOrder = () => arrivals.toSorted((a, b) => (a.subscription < b.subscription ? -1 : 1));
const create = async (path: string, request: object): Promise<Record<string, string>> => {
  const { status, data, text } = await call("POST", path, request);
  if (status !== 201) throw new Error(`POST ${path} returned ${status}: ${text}`);
  return data;
};
const subscriptionBody = () => ({ callbackUrl: `${server.url}/${tenantId}`, resource: "CUSTOMER" });
const subscribe = async (accountKey: string, companyId?: string) =>
  (
    await create("/webhooks", {
      accountKey,
      body: subscriptionBody(),
      ...(companyId !== undefined && { query: { companyId } }),
    })
  )["id"] ?? "";
const write = async (accountKey: string, companyId: string) =>
  (
    await create("/accounting/customers", {
      accountKey,
      query: { companyId, environmentName: "production" },
      body: { ...bodies["customers.create"], number: undefined },
    })
  )["id"] ?? "";

/** Waits until the changes of both companies are reported or polled. */
async function ready(accountKey: string, changesAre: "reported" | "polled"): Promise<void> {
  const { data } = await call("GET", "/auth/connection", { accountKey });
  const begun = changesAre === "reported" ? "vendor_subscriptions WHERE facts" : "polls WHERE polled_until";
  const count = async () =>
    (await service.storage.database.query(`SELECT FROM ${begun} IS NOT NULL AND connection_id = $1`, [data["id"]]))
      .rowCount;
  await expect.poll(count, patience).toBe(2);
}

describe.each([
  ["sandbox", "reported"],
  ["sandbox-key", "polled"],
] as const)("%s, where changes are %s", (targetSystem, changesAre) => {
  test("a subscription receives its company's events, the tenant's all, also in a replay", async () => {
    const accountKey = await connect(targetSystem, { environment: "production", company: "bergblick" });
    const ownCompany = await subscribe(accountKey);
    const otherCompany = await subscribe(accountKey, "kornfeld");
    await ready(accountKey, changesAre);
    const { id: all = "" } = await create("/tenants/webhooks", { body: subscriptionBody() });

    const atOwn = await write(accountKey, "bergblick");
    await expect.poll(() => arrivals.length, patience).toBe(2);
    expect(inOrder()).toEqual([
      { subscription: ownCompany, resourceId: atOwn },
      { subscription: all, resourceId: atOwn },
    ]);
    arrivals.length = 0;
    const atOther = await write(accountKey, "kornfeld");
    await expect.poll(() => arrivals.length, patience).toBe(2);
    const otherEvent = { resourceId: atOther, companyId: "kornfeld" };
    expect(inOrder()).toEqual([
      { subscription: otherCompany, ...otherEvent },
      { subscription: all, ...otherEvent },
    ]);
    const { rows } = await call("GET", "/events", { accountKey });
    const customers = rows.filter(({ resource }) => resource === "CUSTOMER");
    expect(customers.map(({ resourceId, companyId }) => [resourceId, companyId])).toEqual([
      [atOwn, undefined],
      [atOther, "kornfeld"],
    ]);

    arrivals.length = 0;
    for (const id of [ownCompany, otherCompany]) {
      const again = await call("POST", `/webhooks/${id}/replay`, {
        accountKey,
        body: { from: "2026-01-01T00:00:00Z" },
      });
      expect(again.data).toEqual({ deliveries: 1 });
    }
    await expect.poll(() => arrivals.length, patience).toBe(2);
    expect(inOrder()).toEqual([
      { subscription: ownCompany, resourceId: atOwn },
      { subscription: otherCompany, ...otherEvent },
    ]);
    const listed = await call("GET", "/webhooks/subscriptions", { accountKey });
    expect(listed.rows.map(({ id, companyId }) => [id, companyId])).toEqual([
      [otherCompany, "kornfeld"],
      [ownCompany, undefined],
    ]);
    await call("DELETE", `/tenants/webhooks/${all}`);
    expect((await call("DELETE", "/auth/connection", { accountKey })).status).toBe(200);
  });
});

test("a company's events continue when the connection's first subscription is deleted", async () => {
  const accountKey = await connect("sandbox-key");
  const first = await subscribe(accountKey, "bergblick");
  const second = await subscribe(accountKey, "kornfeld");
  await ready(accountKey, "polled");
  const unclear = await call("POST", "/webhooks", { accountKey, body: subscriptionBody() });
  expect(problem(unclear)).toMatchObject({ status: 400, code: "environment_required" });
  await call("DELETE", `/webhooks/${first}`, { accountKey });
  const id = await write(accountKey, "kornfeld");
  await expect
    .poll(() => inOrder(), patience)
    .toEqual([{ subscription: second, resourceId: id, companyId: "kornfeld" }]);
});

test("refuses an unknown company", async () => {
  const accountKey = await connect("sandbox-key", { environment: "production", company: "bergblick" });
  const refused = await call("POST", "/webhooks", {
    accountKey,
    query: { companyId: "nobody" },
    body: subscriptionBody(),
  });
  expect(problem(refused)).toMatchObject({ status: 400, code: "invalid_request", field: "companyId" });
});

test("a tenant's subscription warns about connections without a chosen company", async () => {
  const accountKey = await connect("sandbox-key");
  const { data } = await call("GET", "/auth/connection", { accountKey });
  const { meta, data: subscription } = await call("POST", "/tenants/webhooks", { body: subscriptionBody() });
  expect(meta.warnings).toEqual([expect.stringMatching(`^No company is selected for .*${data["id"] ?? "?"}`)]);
  await call("DELETE", `/tenants/webhooks/${subscription["id"] ?? ""}`);
  const { meta: none } = await call("POST", "/tenants/webhooks", {
    body: { ...subscriptionBody(), resource: "TOKEN" },
  });
  expect(none?.warnings).toBeUndefined();
});
