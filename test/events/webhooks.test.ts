import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventResources } from "../../src/contract/event.ts";
import { previousSecretColumn, secretColumn } from "../../src/core/delivering/subscriptions.ts";
import { type EndUser, invoice, newEndUser, receiver, setState, upTo } from "../support/events.ts";
import { makeCall, openPlatform, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let user: EndUser;

beforeAll(async () => {
  // The receiver of these tests is the only private address allowed.
  service = await startService({ ALLOW_PRIVATE_NETWORK: "127.0.0.9" });
  user = await newEndUser(service);
});

afterAll(() => service.stop());

const days = (from = "", to = "") => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const isoSecond = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);

async function rowOf(id: string) {
  const { rows } = await service.storage.database.query<{
    secret: Buffer;
    previous_secret: Buffer;
    due_at: Date | null;
  }>("SELECT * FROM subscriptions WHERE id = $1", [id]);
  const [row] = rows;
  if (row === undefined) throw new Error("The subscription does not exist.");
  const { vault } = service.storage;
  return {
    ...row,
    now: () => vault.open(secretColumn(id), row.secret),
    before: () => vault.open(previousSecretColumn(id), row.previous_secret),
  };
}

const standard = (hex = ""): string => `whsec_${Buffer.from(hex, "hex").toString("base64")}`;

describe("a subscription", () => {
  test("has a secret that is shown once and stored encrypted", async () => {
    const { status, data } = await user.call("POST", "/webhooks", { body: { callbackUrl: receiver } });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      callbackUrl: receiver,
      createdDate: isoSecond,
      expiresDate: isoSecond,
      updatedDate: isoSecond,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      standardWebhooksSecret: standard(data["secret"]),
    });
    expect(days(data["createdDate"], data["expiresDate"])).toBe(90);
    const { secret = "", standardWebhooksSecret: _, ...rest } = data;
    expect((await user.call("GET", "/webhooks")).data).toEqual(rest);
    const row = await rowOf(data["id"] ?? "");
    expect(row.now()).toBe(secret);
    expect(row.secret.includes(Buffer.from(secret, "hex")) || row.secret.includes(secret)).toBe(false);
  });

  test("is returned as a single object: the newest that matches", async () => {
    const endUser = await newEndUser(service);
    expect(problem(await endUser.call("GET", "/webhooks"))).toMatchObject({ status: 404, code: "not_found" });
    const first = await endUser.subscribe({ callbackUrl: `${receiver}?1` });
    const second = await endUser.subscribe();
    const idOf = async (query: Record<string, string>) =>
      (await endUser.call("GET", "/webhooks", { query })).data["id"];
    expect(await idOf({})).toBe(second);
    expect(await idOf({ id: first })).toBe(first);
    expect(await idOf({ callbackUrl: `${receiver}?1` })).toBe(first);
    await service.storage.database.query(
      "UPDATE subscriptions SET created_at = '2026-01-02T03:04:05.6Z', expires_at = expires_at + interval '1 day' WHERE id = $1",
      [first],
    );
    const { data: dates } = await endUser.call("GET", "/webhooks", { query: { id: first } });
    for (const name of ["createdDate", "expiresDate"])
      expect(await idOf({ [name]: dates[name] ?? "" }), name).toBe(first);
    const never = { updatedDate: "2020-01-01T00:00:00Z" };
    expect((await endUser.call("GET", "/webhooks", { query: never })).status).toBe(404);
    const neither = { id: first, callbackUrl: receiver };
    expect(problem(await endUser.call("GET", "/webhooks", { query: neither }))).toMatchObject({
      status: 404,
      field: "id",
    });
    const query = { rawData: "true", companyId: "bergblick", environmentName: "production" };
    const { status, meta } = await endUser.call("GET", "/webhooks", { query });
    expect([status, meta.warnings?.map((warning) => warning.split(" ")[0])]).toEqual([200, Object.keys(query)]);
  });

  test("is listed with all its fields, newest first", async () => {
    const endUser = await newEndUser(service);
    const ids = [];
    for (const resource of ["INVOICE", "CUSTOMER", "PAYMENT"]) ids.unshift(await endUser.subscribe({ resource }));
    for (let count = 0; count < 4; count++) ids.unshift(await endUser.subscribe({ eventType: "DELETED" }));
    const page = (number: number) =>
      endUser.call("GET", "/webhooks/subscriptions", { query: { page: String(number), limit: "5" } });
    const firstPage = await page(1);
    const two = await page(2);
    const three = await page(3);
    expect([...firstPage.rows, ...two.rows].map(({ id }) => id)).toEqual(ids);
    expect(three.rows).toEqual([]);
    expect(two.meta.pagination).toEqual({ total: 7, perPage: 5, currentPage: 2, totalPages: 2 });
    expect(two.rows[1]).toEqual({
      id: ids.at(-1),
      callbackUrl: receiver,
      state: "active",
      resource: "INVOICE",
      createdDate: isoSecond,
      expiresDate: isoSecond,
      updatedDate: isoSecond,
    });
    expect(firstPage.rows[0]).toMatchObject({ eventType: "DELETED" });
    expect(firstPage.rows[0]).not.toHaveProperty("resource");
  });

  test("can be for any resource", async () => {
    const endUser = await newEndUser(service);
    for (const resource of eventResources) await endUser.subscribe({ resource });
    expect((await endUser.call("GET", "/webhooks/subscriptions")).meta.pagination).toMatchObject({
      total: eventResources.length,
    });
  });

  test("is created with a warning if it will never receive events", async () => {
    const exporting = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
    const subscribe = async (options: object, accountKey?: string) => {
      const request = { body: { callbackUrl: receiver, ...options }, ...(accountKey && { accountKey }) };
      const { status, meta } = await user.call("POST", "/webhooks", request);
      return { status, warnings: (meta as { warnings?: string[] } | undefined)?.warnings };
    };
    expect(await subscribe({ resource: "SALES_ORDER" }, exporting)).toEqual({
      status: 201,
      warnings: [expect.stringMatching(/does not report changes of SALES_ORDER/)],
    });
    expect(await subscribe({ resource: "INVOICE", eventType: "REVOKED" })).toEqual({
      status: 201,
      warnings: [expect.stringMatching(/^Only a TOKEN can be REVOKED\./)],
    });
    expect(await subscribe({ resource: "TOKEN", eventType: "REVOKED" })).toEqual({ status: 201 });
    expect(await subscribe({ resource: "CONTACT" }, exporting)).toEqual({ status: 201 });
  });

  test("is deleted with its open deliveries", async () => {
    const endUser = await newEndUser(service);
    const id = await endUser.subscribe();
    await endUser.note([invoice("1")]);
    const removed = await endUser.call("DELETE", `/webhooks/${id}`);
    expect([removed.status, removed.data]).toEqual([200, { id }]);
    const { rowCount } = await service.storage.database.query("SELECT FROM deliveries WHERE subscription_id = $1", [
      id,
    ]);
    expect(rowCount).toBe(0);
    expect(problem(await endUser.call("DELETE", `/webhooks/${id}`))).toMatchObject({ status: 404, field: "webhookId" });
    expect(await endUser.note([invoice("2")])).toBe(1);
  });

  test("is refused if the connection already has a hundred", async () => {
    const endUser = await newEndUser(service);
    const [first] = await Promise.all(upTo(100).map(() => endUser.subscribe()));
    const more = () => endUser.call("POST", "/webhooks", { body: { callbackUrl: receiver } });
    expect(problem(await more())).toMatchObject({ status: 400, field: "callbackUrl" });
    await setState(service.storage.database, first ?? "", "ended");
    expect((await more()).status).toBe(201);
  });
});

describe("a secret", () => {
  test("is rotated: the new one is shown once, the old one stays valid for a day", async () => {
    const made = await user.call("POST", "/webhooks", { body: { callbackUrl: receiver } });
    const { id = "", secret } = made.data;
    const { status, data } = await user.call("POST", `/webhooks/${id}/secret`);
    expect(status).toBe(201);
    expect(data).toEqual({
      id,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      standardWebhooksSecret: standard(data["secret"]),
      previousUntilDate: isoSecond,
    });
    expect(data["secret"]).not.toBe(secret);
    expect(days(made.data["createdDate"], data["previousUntilDate"])).toBeCloseTo(1, 3);
    const row = await rowOf(id);
    expect([row.now(), row.before()]).toEqual([data["secret"], secret]);
  });

  test("is never lost when two callers rotate at once", async () => {
    const id = await user.subscribe();
    for (let turn = 0; turn < 10; turn++) {
      const rotate = () => user.call("POST", `/webhooks/${id}/secret`);
      const secrets = (await Promise.all([rotate(), rotate()])).map(({ data }) => data["secret"] ?? "");
      const row = await rowOf(id);
      expect([row.now(), row.before()].toSorted()).toEqual(secrets.toSorted());
    }
  });
});

describe("renewing", () => {
  test("extends a subscription by 90 days and resumes a paused one immediately", async () => {
    const { database } = service.storage;
    const id = await user.subscribe({ resource: "OFFER" });
    await user.note([{ ...invoice("1"), resource: "OFFER" }]);
    await database.query("UPDATE deliveries SET due_at = now() + interval '1 day' WHERE subscription_id = $1", [id]);
    const { rows: asleep } = await user.call("GET", `/webhooks/${id}/deliveries`);
    await database.query("UPDATE subscriptions SET expires_at = now() + interval '1 day' WHERE id = $1", [id]);
    await setState(database, id, "paused");
    const { status, data } = await user.call("POST", `/webhooks/${id}/renew`);
    expect([status, data]).toMatchObject([200, { id, state: "active", resource: "OFFER" }]);
    expect(days(data["updatedDate"], data["expiresDate"])).toBe(90);
    expect((await rowOf(id)).due_at).toBeInstanceOf(Date);
    const { rows: awake } = await user.call("GET", `/webhooks/${id}/deliveries`);
    expect(days(awake[0]?.["nextAttemptDate"], asleep[0]?.["nextAttemptDate"])).toBeCloseTo(1, 3);
  });

  test("does not change the schedule of an active subscription", async () => {
    const id = await user.subscribe({ resource: "ITEM" });
    await user.note([{ ...invoice("1"), resource: "ITEM" }]);
    const { database } = service.storage;
    await database.query("UPDATE deliveries SET due_at = now() + interval '1 day' WHERE subscription_id = $1", [id]);
    const before = await user.call("GET", `/webhooks/${id}/deliveries`);
    expect((await user.call("POST", `/webhooks/${id}/renew`)).status).toBe(200);
    expect((await user.call("GET", `/webhooks/${id}/deliveries`)).rows).toEqual(before.rows);
  });

  test("is refused for an ended subscription, like rotating and replaying", async () => {
    const id = await user.subscribe();
    await setState(service.storage.database, id, "ended");
    const refusal = { status: 400, code: "invalid_request", field: "webhookId" };
    for (const [path, body] of [
      ["renew", {}],
      ["secret", {}],
      ["replay", { failed: true }],
    ] as const) {
      const refused = await user.call("POST", `/webhooks/${id}/${path}`, { body });
      expect(problem(refused), path).toMatchObject(refusal);
      expect(refused.text, path).toContain("POST /webhooks");
    }
  });
});

const invalidBodies: readonly [string, object, string, string][] = [
  ["a missing URL", {}, "callbackUrl", "is required"],
  ["an empty URL", { callbackUrl: "" }, "callbackUrl", "https://platform.example/events"],
  ["text that is not a URL", { callbackUrl: "events, please" }, "callbackUrl", "https://platform.example/events"],
  ["a relative URL", { callbackUrl: "/events" }, "callbackUrl", "https://platform.example/events"],
  ["a number", { callbackUrl: 7 }, "callbackUrl", "must be a string"],
  ["ftp", { callbackUrl: "ftp://93.184.215.14/" }, "callbackUrl", "must begin with https:// or http://"],
  ["a script URL", { callbackUrl: "javascript:alert(1)" }, "callbackUrl", "must begin with https:// or http://"],
  [
    "a URL with a password",
    { callbackUrl: "https://a:b@93.184.215.14/" },
    "callbackUrl",
    "must not contain a user name",
  ],
  ["a private address", { callbackUrl: "http://10.0.0.1/" }, "callbackUrl", "Send a public URL"],
  ["a name with a private address", { callbackUrl: "http://localhost/" }, "callbackUrl", "Send a public URL"],
  ["a private address as a number", { callbackUrl: "http://2130706433/" }, "callbackUrl", "Send a public URL"],
  ["the cloud's metadata address", { callbackUrl: "http://169.254.169.254/" }, "callbackUrl", "Send a public URL"],
  ["a URL that is too long", { callbackUrl: `${receiver}?${"x".repeat(2000)}` }, "callbackUrl", "2000 characters"],
  ["an unknown event type", { callbackUrl: receiver, eventType: "CHANGED" }, "eventType", "CREATED, UPDATED, DELETED"],
  ["a lower-case event type", { callbackUrl: receiver, eventType: "created" }, "eventType", "CREATED, UPDATED"],
  ["an unknown resource", { callbackUrl: receiver, resource: "UNICORN" }, "resource", "must be one of ACCOUNT"],
  ["several resources", { callbackUrl: receiver, resource: ["INVOICE"] }, "resource", "must be a string"],
  ["an unknown field", { callbackUrl: receiver, secret: "mine" }, "secret", "is not a known field"],
];

describe("refuses", () => {
  test.each(invalidBodies)("%s", async (_, body, field, remedy) => {
    const refused = await user.call("POST", "/webhooks", { body });
    expect(problem(refused)).toMatchObject({ status: 400, code: "invalid_request", field });
    const { message } = problem(refused) as { message: string };
    expect(message).toContain(field);
    expect(message).toContain(remedy);
  });

  test("invalid subscriptions without storing them", async () => {
    const endUser = await newEndUser(service);
    for (const [, body] of invalidBodies) await endUser.call("POST", "/webhooks", { body });
    expect((await endUser.call("GET", "/webhooks/subscriptions")).meta.pagination).toMatchObject({ total: 0 });
  });

  test("requests without keys", async () => {
    const none = await makeCall(service.url, "")("GET", "/webhooks/subscriptions");
    expect(problem(none)).toMatchObject({ status: 401, code: "api_key_missing" });
    const half = await makeCall(service.url, service.keys.apiKey)("GET", "/events");
    expect(problem(half)).toMatchObject({ status: 401, code: "account_key_missing" });
  });
});

test("another account's subscription is indistinguishable from an unknown one", async () => {
  const platform = await openPlatform(service);
  const owner = await newEndUser(service);
  const neighbour = await newEndUser(service);
  const id = await owner.subscribe();
  await owner.note([invoice("1")]);
  const unknown = "0".repeat(26);
  const bare = (text: string) =>
    text
      .replaceAll(/"requestId":"\w+"/g, "")
      .replaceAll(id, "")
      .replaceAll(unknown, "");
  for (const [method, path, body] of [
    ["DELETE", "", undefined],
    ["POST", "/secret", {}],
    ["POST", "/renew", {}],
    ["GET", "/deliveries", undefined],
    ["POST", "/replay", { failed: true }],
    ["POST", "/replay", { deliveryId: `msg_${id}_1` }],
  ] as const) {
    const ask = (subscription: string) => neighbour.call(method, `/webhooks/${subscription}${path}`, { body });
    const foreign = await ask(id);
    const absent = await ask(unknown);
    expect(problem(foreign), path).toMatchObject({ status: 404, code: "not_found", field: "webhookId" });
    expect(bare(foreign.text), path).toBe(bare(absent.text));
    const otherTenant = await owner.call(method, `/webhooks/${id}${path}`, {
      body,
      apiKey: await platform.newTenant(),
    });
    expect(problem(otherTenant), path).toMatchObject({ status: 401, code: "account_key_invalid" });
  }
  expect(problem(await neighbour.call("GET", "/webhooks", { query: { id } }))).toMatchObject({ status: 404 });
  expect((await neighbour.call("GET", "/webhooks/subscriptions")).rows).toEqual([]);
  expect((await neighbour.call("GET", "/events")).rows).toEqual([]);
  expect((await owner.call("GET", "/webhooks", { query: { id } })).data["id"]).toBe(id);
});
