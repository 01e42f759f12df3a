/** Subscriptions for a whole tenant, end users in events, test events, and the choice of a company. */
import { once } from "node:events";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { listConnections } from "../../src/store/connections.ts";
import { call as callService, codesOf, fieldsOf } from "../support/calling.ts";
import { invoice, note } from "../support/events.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Call, hmac, makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

interface Arrival {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: Readonly<Record<string, unknown>>;
}

let service: Service;
let server: Loopback;
let call: Call;
let status = 200;
const arrivals: Arrival[] = [];
beforeAll(async () => {
  service = await startService({ POLL_SECONDS: "3600" }, { worker: true });
  call = makeCall(service.url, service.keys.apiKey);
  server = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(request, "end");
    const body = Buffer.concat(chunks).toString();
    arrivals.push({
      headers: request.headers as Record<string, string>,
      body,
      event: JSON.parse(body) as object as never,
    });
    response.writeHead(status).end("Gesehen");
  });
});
afterAll(async () => {
  await service.stop();
  await server.close();
});

const chosen = { environmentName: "production", companyId: "bergblick" };
async function connect(endUser: object): Promise<{ id: string; accountKey: string }> {
  const { issueToken } = await sandbox();
  const { body } = await call("POST", "/auth/accounts/sandbox-key", {
    body: { apiKey: await issueToken("Test"), ...chosen, ...endUser },
  });
  const accountKey = body["accountKey"] ?? "";
  return { accountKey, id: (await call("GET", "/auth/connection", { accountKey })).data["id"] ?? "" };
}
const sandbox = () => openSandbox({ pool: service.storage.database, ...service.storage.config.sandbox });
const waitForArrivals = async (count: number): Promise<Arrival[]> => {
  await expect.poll(() => arrivals.length, { timeout: 10_000 }).toBe(count);
  return arrivals;
};

test("a connection shows its end user, and the list of end users can be filtered by it", async () => {
  const { id, accountKey } = await connect({ endUserId: "kunde-7", endUserName: "Kunde Sieben" });
  const endUser = { endUserId: "kunde-7", endUserName: "Kunde Sieben" };
  expect((await call("GET", "/auth/connection", { accountKey })).data).toMatchObject(endUser);
  for (const query of [{ endUserId: "kunde-7" }, { endUserName: "Kunde Sieben" }]) {
    const { rows, meta } = await call("GET", "/tenants/get-end-user-list", { query });
    expect(rows).toMatchObject([{ id, ...endUser }]);
    expect(meta.pagination?.["total"]).toBe(1);
  }
  const long = await call("GET", "/auth/sandbox", { query: { endUserId: "x".repeat(201) } });
  expect([long.status, long.text]).toEqual([400, expect.stringContaining("endUserId")]);
});

test("one subscription receives the events of all connections, also later ones, with their end users", async () => {
  arrivals.length = 0;
  const first = await connect({ endUserId: "a" });
  const other = await connect({});
  const made = await call("POST", "/tenants/webhooks", { body: { callbackUrl: server.url, resource: "INVOICE" } });
  expect([made.status, made.data["expiresDate"]]).toEqual([201, expect.any(String)]);
  const later = await connect({ endUserId: "c" });
  const { database } = service.storage;
  for (const { id } of [first, other, later]) await note(database, id, [invoice(`of-${id}`)]);
  // The tenant's subscription does not appear among a connection's subscriptions.
  expect((await call("GET", "/webhooks/subscriptions", { accountKey: first.accountKey })).rows).toEqual([]);

  const events = (await waitForArrivals(3))
    .map(({ event }) => event)
    .toSorted((a, b) => (String(a["resourceId"]) < String(b["resourceId"]) ? -1 : 1));
  expect(events).toEqual(
    [first, other, later]
      .map(({ id }, index) => ({
        eventType: "CREATED",
        filterDate: expect.any(String),
        resource: "INVOICE",
        resourceId: `of-${id}`,
        connectionId: id,
        targetSystem: "sandbox-key",
        ...(index !== 1 && { endUserId: index === 0 ? "a" : "c" }),
      }))
      .toSorted((a, b) => (a.resourceId < b.resourceId ? -1 : 1)),
  );
  const { id = "", secret = "", standardWebhooksSecret = "" } = made.data;
  for (const { headers, body } of arrivals) {
    expect(headers["x-service-signature"]).toBe(hmac(secret, Buffer.from(body)));
    expect(headers["x-service-subscription"]).toBe(id);
    expect(() => new Webhook(standardWebhooksSecret).verify(body, headers)).not.toThrow();
  }

  const deliveries = async () => (await call("GET", `/tenants/webhooks/${id}/deliveries`)).rows;
  await expect.poll(async () => (await deliveries()).map(({ state }) => state)).toEqual(["done", "done", "done"]);
  const [delivery] = await deliveries();
  expect(
    (await call("POST", `/tenants/webhooks/${id}/replay`, { body: { deliveryId: delivery?.["id"] } })).data,
  ).toEqual({
    deliveries: 1,
  });
  await waitForArrivals(4);
  const everything = { from: "2026-01-01T00:00:00Z" };
  expect((await call("POST", `/tenants/webhooks/${id}/replay`, { body: everything })).data).toEqual({ deliveries: 3 });
  await waitForArrivals(7);

  const rotated = await call("POST", `/tenants/webhooks/${id}/secret`);
  await note(database, first.id, [invoice("after")]);
  const last = (await waitForArrivals(8)).at(-1);
  expect(last?.headers["x-service-signature"]).toBe(hmac(rotated.data["secret"] ?? "", Buffer.from(last?.body ?? "")));

  expect((await call("GET", "/tenants/webhooks")).data["id"]).toBe(id);
  expect((await call("DELETE", `/tenants/webhooks/${id}`)).status).toBe(200);
  await note(database, first.id, [invoice("unheard")]);
  expect((await call("GET", "/tenants/webhooks/subscriptions")).rows).toEqual([]);
  const { rows: left } = await database.query("SELECT FROM subscriptions WHERE resource = 'INVOICE'");
  expect(left).toEqual([]);
});

test("410 ends the tenant's subscription for all connections", async () => {
  const connections = [await connect({}), await connect({})];
  const made = await call("POST", "/tenants/webhooks", { body: { callbackUrl: server.url, resource: "BILL" } });
  const id = made.data["id"] ?? "";
  status = 410;
  for (const connection of connections)
    await note(service.storage.database, connection.id, [{ ...invoice("x"), resource: "BILL" }]);
  const states = async () => (await call("GET", "/tenants/webhooks/subscriptions")).rows.map(({ state }) => state);
  await expect.poll(states).toEqual(["ended"]);
  status = 200;
  const { rows } = await service.storage.database.query<{ state: string }>(
    "SELECT DISTINCT state FROM subscriptions WHERE $1 IN (id, parent_id)",
    [id],
  );
  expect(rows).toEqual([{ state: "ended" }]);
});

test("another tenant's subscription is not found", async () => {
  const { data } = await call("POST", "/tenants/webhooks", { body: { callbackUrl: server.url } });
  const { database } = service.storage;
  const { apiKey } = await createApiKey(database, await createTenant(database, "Andere"));
  for (const [method, path] of [
    ["DELETE", ""],
    ["POST", "/test"],
    ["POST", "/secret"],
    ["GET", "/deliveries"],
  ] as const)
    expect((await call(method, `/tenants/webhooks/${data["id"] ?? ""}${path}`, { apiKey })).status).toBe(404);
  await call("DELETE", `/tenants/webhooks/${data["id"] ?? ""}`);
});

test("a test event is marked, signed and sent immediately, and its outcome is returned", async () => {
  const { accountKey } = await connect({ endUserId: "t" });
  const created = await call("POST", "/webhooks", { accountKey, body: { callbackUrl: server.url, resource: "OFFER" } });
  const all = await call("POST", "/tenants/webhooks", { body: { callbackUrl: server.url, eventType: "DELETED" } });
  for (const [path, made, expected] of [
    ["/webhooks", created, { eventType: "CREATED", resource: "OFFER", endUserId: "t", test: true }],
    ["/tenants/webhooks", all, { eventType: "DELETED", resource: "INVOICE", test: true }],
  ] as const) {
    arrivals.length = 0;
    const { id = "", secret = "" } = made.data;
    const answer = await call("POST", `${path}/${id}/test`, { accountKey });
    expect(answer.data).toEqual({
      delivered: true,
      status: 200,
      answer: "Gesehen",
      milliseconds: expect.any(Number),
    });
    const [{ headers, body, event } = { headers: {}, body: "", event: {} }] = await waitForArrivals(1);
    expect(event).toMatchObject(expected);
    expect((headers as Record<string, string>)["x-service-signature"]).toBe(hmac(secret, Buffer.from(body)));
    status = 500;
    const failed = await call("POST", `${path}/${id}/test`, { accountKey });
    expect(failed.data).toMatchObject({ delivered: false, status: 500, answer: "Gesehen" });
    status = 200;
    expect((await call("GET", `${path}/${id}/deliveries`, { accountKey })).rows).toEqual([]);
    await call("DELETE", `${path}/${id}`, { accountKey });
  }
});

test("a subscription must name the company if the connection has none", async () => {
  const accountKey = await service.connect("sandbox-key");
  const headers = { "x-account-key": accountKey, "content-type": "application/json" };
  const subscribe = (query: string, options: object = { resource: "INVOICE" }) =>
    callService(service, `/webhooks?${query}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ callbackUrl: server.url, ...options }),
    });
  expect(codesOf(await subscribe(""))).toEqual(["environment_required"]);
  expect(codesOf(await subscribe("environmentName=production"))).toEqual(["company_required"]);
  // Events that do not come from the target system need no company.
  expect((await subscribe("", { resource: "TOKEN" })).status).toBe(201);
  expect((await subscribe("companyId=bergblick")).status).toBe(201);
  expect((await subscribe("")).status).toBe(201);
  const nowhere = await subscribe("companyId=probelauf&environmentName=production");
  expect([codesOf(nowhere), fieldsOf(nowhere)]).toEqual([["invalid_request"], ["companyId"]]);
  // The poll uses the company of the subscription.
  const connection = (await listConnections(service.storage.database)).at(-1);
  const polled = async () =>
    (
      await service.storage.database.query(
        "SELECT FROM polls WHERE connection_id = $1 AND resource = 'INVOICE' AND polled_until IS NOT NULL",
        [connection?.id],
      )
    ).rowCount;
  await expect.poll(polled, { timeout: 15_000 }).toBe(1);
});
