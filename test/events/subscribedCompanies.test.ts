/** One connection, several companies: each subscription hears of its own, and nothing that cannot be heard is promised. */
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { bodies } from "../support/bodies.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Call, makeCall, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

interface Heard {
  readonly subscription: string;
  readonly resourceId: string;
  readonly companyId?: string;
}

let service: Service;
let server: Loopback;
let call: Call;
let tenantId = "";
const arrivals: Heard[] = [];
beforeAll(async () => {
  service = await startService({ POLL_SECONDS: "1" }, { worker: true });
  server = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(request, "end");
    const { resourceId, companyId } = JSON.parse(Buffer.concat(chunks).toString()) as Heard;
    const subscription = String(request.headers["x-service-subscription"]);
    // What an earlier test began may still arrive.
    if (request.url === `/${tenantId}`)
      arrivals.push({ subscription, resourceId, ...(companyId !== undefined && { companyId }) });
    response.end();
  });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await server.close();
});
/** A tenant of its own for each: one for all would hear of every connection to these books. */
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
const made = async (path: string, request: object): Promise<Record<string, string>> => {
  const { status, data, text } = await call("POST", path, request);
  if (status !== 201) throw new Error(`Answered ${status}: ${text}`);
  return data;
};
const wish = () => ({ callbackUrl: `${server.url}/${tenantId}`, resource: "CUSTOMER" });
const subscribe = async (accountKey: string, companyId?: string) =>
  (await made("/webhooks", { accountKey, body: wish(), ...(companyId !== undefined && { query: { companyId } }) }))[
    "id"
  ] ?? "";
const write = async (accountKey: string, companyId: string) =>
  (
    await made("/accounting/customers", {
      accountKey,
      query: { companyId, environmentName: "production" },
      body: { ...bodies["customers.create"], number: undefined },
    })
  )["id"] ?? "";

async function ready(accountKey: string, count: number): Promise<void> {
  const { data } = await call("GET", "/auth/connection", { accountKey });
  const begun = async () =>
    (
      await service.storage.database.query(
        `SELECT FROM polls WHERE connection_id = $1 AND polled_until IS NOT NULL
         UNION ALL SELECT FROM vendor_subscriptions WHERE connection_id = $1 AND facts IS NOT NULL`,
        [data["id"]],
      )
    ).rowCount;
  await expect.poll(begun, patience).toBe(count);
}

describe.each([
  ["sandbox", "told by the vendor"],
  ["sandbox-key", "polled for"],
])("at %s, where changes are %s", (targetSystem) => {
  test("each hears of its own company, the tenant of all, also when sent again", async () => {
    const accountKey = await connect(targetSystem, { environment: "production", company: "bergblick" });
    const own = await subscribe(accountKey);
    const other = await subscribe(accountKey, "kornfeld");
    await ready(accountKey, 2);
    const { id: all = "" } = await made("/tenants/webhooks", { body: wish() });

    const atOwn = await write(accountKey, "bergblick");
    await expect.poll(() => arrivals.length, patience).toBe(2);
    expect(inOrder()).toEqual([
      { subscription: own, resourceId: atOwn },
      { subscription: all, resourceId: atOwn },
    ]);
    arrivals.length = 0;
    const atOther = await write(accountKey, "kornfeld");
    await expect.poll(() => arrivals.length, patience).toBe(2);
    const told = { resourceId: atOther, companyId: "kornfeld" };
    expect(inOrder()).toEqual([
      { subscription: other, ...told },
      { subscription: all, ...told },
    ]);
    const { rows } = await call("GET", "/events", { accountKey });
    const customers = rows.filter(({ resource }) => resource === "CUSTOMER");
    expect(customers.map(({ resourceId, companyId }) => [resourceId, companyId])).toEqual([
      [atOwn, undefined],
      [atOther, "kornfeld"],
    ]);

    arrivals.length = 0;
    for (const id of [own, other]) {
      const again = await call("POST", `/webhooks/${id}/replay`, {
        accountKey,
        body: { from: "2026-01-01T00:00:00Z" },
      });
      expect(again.data).toEqual({ deliveries: 1 });
    }
    await expect.poll(() => arrivals.length, patience).toBe(2);
    expect(inOrder()).toEqual([
      { subscription: own, resourceId: atOwn },
      { subscription: other, ...told },
    ]);
    const listed = await call("GET", "/webhooks/subscriptions", { accountKey });
    expect(listed.rows.map(({ id, companyId }) => [id, companyId])).toEqual([
      [other, "kornfeld"],
      [own, undefined],
    ]);
    await call("DELETE", `/tenants/webhooks/${all}`);
    expect((await call("DELETE", "/auth/connection", { accountKey })).status).toBe(200);
  }, 60_000);
});

test("a company that another subscription named first keeps its changes when that one ends", async () => {
  const accountKey = await connect("sandbox-key");
  const first = await subscribe(accountKey, "bergblick");
  const second = await subscribe(accountKey, "kornfeld");
  await ready(accountKey, 2);
  const unclear = await call("POST", "/webhooks", { accountKey, body: wish() });
  expect(problem(unclear)).toMatchObject({ status: 400, code: "environment_required" });
  await call("DELETE", `/webhooks/${first}`, { accountKey });
  const id = await write(accountKey, "kornfeld");
  await expect
    .poll(() => inOrder(), patience)
    .toEqual([{ subscription: second, resourceId: id, companyId: "kornfeld" }]);
}, 30_000);

test("a company that is not there is refused", async () => {
  const accountKey = await connect("sandbox-key", { environment: "production", company: "bergblick" });
  const refused = await call("POST", "/webhooks", { accountKey, query: { companyId: "nobody" }, body: wish() });
  expect(problem(refused)).toMatchObject({ status: 400, code: "invalid_request", field: "companyId" });
});

test("a subscription for the tenant says of which connections nothing will be heard", async () => {
  const accountKey = await connect("sandbox-key");
  const { data } = await call("GET", "/auth/connection", { accountKey });
  const { meta, data: subscription } = await call("POST", "/tenants/webhooks", { body: wish() });
  expect(meta.warnings).toEqual([expect.stringMatching(`^No company is selected for .*${data["id"] ?? "?"}`)]);
  await call("DELETE", `/tenants/webhooks/${subscription["id"] ?? ""}`);
  const { meta: none } = await call("POST", "/tenants/webhooks", { body: { ...wish(), resource: "TOKEN" } });
  expect(none?.warnings).toBeUndefined();
});
