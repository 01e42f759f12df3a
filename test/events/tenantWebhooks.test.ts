/** Subscriptions for a whole tenant, whose connection an event is about, test events, and whose changes are meant. */
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
}, 60_000);
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
const heard = async (count: number): Promise<Arrival[]> => {
  await expect.poll(() => arrivals.length, { timeout: 10_000 }).toBe(count);
  return arrivals;
};

test("whose connection it is is told wherever the connection is, and end users are found by it", async () => {
  const { id, accountKey } = await connect({ endUserId: "kunde-7", endUserName: "Kunde Sieben" });
  const whose = { endUserId: "kunde-7", endUserName: "Kunde Sieben" };
  expect((await call("GET", "/auth/connection", { accountKey })).data).toMatchObject(whose);
  for (const query of [{ endUserId: "kunde-7" }, { endUserName: "Kunde Sieben" }]) {
    const { rows, meta } = await call("GET", "/tenants/get-end-user-list", { query });
    expect(rows).toMatchObject([{ id, ...whose }]);
    expect(meta.pagination?.["total"]).toBe(1);
  }
  const long = await call("GET", "/auth/sandbox", { query: { endUserId: "x".repeat(201) } });
  expect([long.status, long.text]).toEqual([400, expect.stringContaining("endUserId")]);
});

test("one subscription hears of all connections, also of those that come later, and each event says whose it is", async () => {
  arrivals.length = 0;
  const first = await connect({ endUserId: "a" });
  const other = await connect({});
  const made = await call("POST", "/tenants/webhooks", { body: { callbackUrl: server.url, resource: "INVOICE" } });
  expect([made.status, made.data["expiresDate"]]).toEqual([201, expect.any(String)]);
  const later = await connect({ endUserId: "c" });
  const { database } = service.storage;
  for (const { id } of [first, other, later]) await note(database, id, [invoice(`of-${id}`)]);
  // A connection's own subscription is another one, and knows nothing of the tenant's.
  expect((await call("GET", "/webhooks/subscriptions", { accountKey: first.accountKey })).rows).toEqual([]);

  const events = (await heard(3))
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
  const [one] = await deliveries();
  expect((await call("POST", `/tenants/webhooks/${id}/replay`, { body: { deliveryId: one?.["id"] } })).data).toEqual({
    deliveries: 1,
  });
  await heard(4);
  const everything = { from: "2026-01-01T00:00:00Z" };
  expect((await call("POST", `/tenants/webhooks/${id}/replay`, { body: everything })).data).toEqual({ deliveries: 3 });
  await heard(7);

  const rotated = await call("POST", `/tenants/webhooks/${id}/secret`);
  await note(database, first.id, [invoice("after")]);
  const last = (await heard(8)).at(-1);
  expect(last?.headers["x-service-signature"]).toBe(hmac(rotated.data["secret"] ?? "", Buffer.from(last?.body ?? "")));

  expect((await call("GET", "/tenants/webhooks")).data["id"]).toBe(id);
  expect((await call("DELETE", `/tenants/webhooks/${id}`)).status).toBe(200);
  await note(database, first.id, [invoice("unheard")]);
  expect((await call("GET", "/tenants/webhooks/subscriptions")).rows).toEqual([]);
  const { rows: left } = await database.query("SELECT FROM subscriptions WHERE resource = 'INVOICE'");
  expect(left).toEqual([]);
});

test("a receiver that is gone ends the tenant's subscription for all connections", async () => {
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

test("another tenant's subscription looks unknown", async () => {
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

test("a test event is marked, signed, sent at once, and its outcome told", async () => {
  const { accountKey } = await connect({ endUserId: "t" });
  const own = await call("POST", "/webhooks", { accountKey, body: { callbackUrl: server.url, resource: "OFFER" } });
  const all = await call("POST", "/tenants/webhooks", { body: { callbackUrl: server.url, eventType: "DELETED" } });
  for (const [path, made, expected] of [
    ["/webhooks", own, { eventType: "CREATED", resource: "OFFER", endUserId: "t", test: true }],
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
    const [{ headers, body, event } = { headers: {}, body: "", event: {} }] = await heard(1);
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

test("a subscription says whose changes are meant where the connection has nothing chosen", async () => {
  const accountKey = await service.connect("sandbox-key");
  const headers = { "x-account-key": accountKey, "content-type": "application/json" };
  const subscribe = (query: string, wish: object = { resource: "INVOICE" }) =>
    callService(service, `/webhooks?${query}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ callbackUrl: server.url, ...wish }),
    });
  expect(codesOf(await subscribe(""))).toEqual(["environment_required"]);
  expect(codesOf(await subscribe("environmentName=production"))).toEqual(["company_required"]);
  // What is not the target system's needs no company.
  expect((await subscribe("", { resource: "TOKEN" })).status).toBe(201);
  expect((await subscribe("companyId=bergblick")).status).toBe(201);
  expect((await subscribe("")).status).toBe(201);
  const nowhere = await subscribe("companyId=probelauf&environmentName=production");
  expect([codesOf(nowhere), fieldsOf(nowhere)]).toEqual([["invalid_request"], ["companyId"]]);
  // The poll takes it from there.
  const connection = (await listConnections(service.storage.database)).at(-1);
  const polled = async () =>
    (
      await service.storage.database.query(
        "SELECT FROM polls WHERE connection_id = $1 AND resource = 'INVOICE' AND polled_until IS NOT NULL",
        [connection?.id],
      )
    ).rowCount;
  await expect.poll(polled, { timeout: 15_000 }).toBe(1);
}, 30_000);
