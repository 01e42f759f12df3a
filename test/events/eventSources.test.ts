/** From a change in a target system to a signed event at a receiver, reported by webhook or found by polling. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { operationTable } from "../../src/contract/operations.ts";
import { signatureOf, signingSecret } from "../../src/sandbox/webhooks/post.ts";
import { bodies } from "../support/bodies.ts";
import { type Listener, listenTo } from "../support/receivedWebhooks.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
const listeners: Listener[] = [];

beforeAll(async () => {
  service = await startService({ POLL_SECONDS: "1" }, { worker: true });
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});
afterAll(() => service.stop());

async function listen(targetSystem: string, company?: string): Promise<Listener> {
  const listener = await listenTo(service, targetSystem, company);
  listeners.push(listener);
  return listener;
}

const patience = { timeout: 20_000, interval: 50 };

async function waitForRow(listener: Listener, table: string, condition: string): Promise<void> {
  const ready = async () => {
    const statement = `SELECT FROM ${table} WHERE connection_id = $1 AND ${condition}`;
    return (await service.storage.database.query(statement, [listener.connectionId])).rowCount;
  };
  await expect.poll(ready, patience).toBeGreaterThan(0);
}

const webhookReady = (listener: Listener) => waitForRow(listener, "vendor_subscriptions", "facts IS NOT NULL");
const pollReady = (listener: Listener) => waitForRow(listener, "polls", "polled_until IS NOT NULL");

const write = async (listener: Listener, method: string, path: string, body?: object) => {
  const { status, data, text } = await listener.call(method, path, { ...(body && { body }) });
  if (status !== statusOf(method, path)) throw new Error(`${method} ${path} returned ${status}: ${text}`);
  return data;
};

/** The status in the operation table. Other endpoints return 200 for a deletion. */
function statusOf(method: string, path: string): number {
  const matches = (row: string) => new RegExp(`^${row.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
  const [, operation] = operationTable.find(([, row]) => row.method === method && matches(row.path)) ?? [];
  if (operation === undefined && path.startsWith("/accounting/"))
    throw new Error(`${method} ${path} is not in the operation table.`);
  return operation?.status ?? 200;
}

const seen = ({ received }: Listener) =>
  received.map(({ eventType, resource, resourceId }) => [eventType, resource, resourceId]);

describe.each([
  ["sandbox", "reported by webhook", webhookReady],
  ["sandbox-key", "polled", pollReady],
] as const)("%s, where changes are %s", (targetSystem, _source, ready) => {
  test("events of created, changed and deleted documents arrive in order", async () => {
    const listener = await listen(targetSystem);
    await listener.subscribe({ resource: "INVOICE" });
    await listener.subscribe({ resource: "BILL" });
    await ready(listener);
    const { invoiceId = "" } = await write(listener, "POST", "/accounting/invoices", {
      ...bodies["invoices.create"],
      invoiceNumber: `R-${targetSystem}`,
    });
    await expect.poll(() => seen(listener), patience).toEqual([["CREATED", "INVOICE", invoiceId]]);
    await write(listener, "PATCH", `/accounting/invoices/${invoiceId}`, { reference: "neu" });
    await expect.poll(() => seen(listener).slice(1), patience).toEqual([["UPDATED", "INVOICE", invoiceId]]);
    const draft = { ...bodies["bills.create"], status: "DRAFT", billNumber: `B-${targetSystem}` };
    const { id = "" } = await write(listener, "POST", "/accounting/bills", draft);
    await expect.poll(() => seen(listener).slice(2), patience).toEqual([["CREATED", "BILL", id]]);
    await write(listener, "DELETE", `/accounting/bills/${id}`);
    await expect.poll(() => seen(listener).slice(3), patience).toEqual([["DELETED", "BILL", id]]);
    expect(listener.unsigned).toBe(0);
  });
});

describe("a subscription at the vendor", () => {
  const query = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await service.storage.database.query<Row>(statement, values)).rows;
  const atVendor = async () =>
    query<{ id: string; url: string; days: number }>(
      "SELECT id, url, (extract(epoch FROM expires_at - now()) / 86400)::float AS days FROM sandbox.webhook_subscriptions",
    );
  const makeDue = (listener: Listener) =>
    query("UPDATE vendor_subscriptions SET due_at = now() WHERE connection_id = $1", [listener.connectionId]);
  const renewalIn = async (listener: Listener) => {
    const statement = `SELECT (extract(epoch FROM due_at - now()) / 86400)::float AS days FROM vendor_subscriptions
      WHERE connection_id = $1`;
    return (await query<{ days: number }>(statement, [listener.connectionId]))[0]?.days ?? 0;
  };

  test("is renewed every day, and created again if the vendor has lost it", async () => {
    await query("DELETE FROM sandbox.webhook_subscriptions");
    const listener = await listen("sandbox");
    await listener.subscribe({ resource: "CUSTOMER" });
    await webhookReady(listener);
    expect(Math.round(await renewalIn(listener))).toBe(1);
    // As if two days had passed for both sides.
    await query("UPDATE sandbox.webhook_subscriptions SET expires_at = now() + interval '1 day'");
    await makeDue(listener);
    await expect.poll(async () => (await atVendor()).map(({ days }) => Math.round(days)), patience).toEqual([3]);
    await expect.poll(async () => Math.round(await renewalIn(listener)), patience).toBe(1);
    const [before] = await atVendor();
    await query("DELETE FROM sandbox.webhook_subscriptions");
    await makeDue(listener);
    await expect.poll(async () => (await atVendor()).length, patience).toBe(1);
    const [after] = await atVendor();
    expect(after?.url).toBe(before?.url);
    expect(after?.id).not.toBe(before?.id);
    await expect.poll(async () => Math.round(await renewalIn(listener)), patience).toBe(1);
    const { id } = await write(listener, "POST", "/accounting/customers", bodies["customers.create"]);
    await expect.poll(() => seen(listener), patience).toEqual([["CREATED", "CUSTOMER", id]]);
  });

  test("ends with the last subscription of a platform, and with the connection", async () => {
    await query("DELETE FROM sandbox.webhook_subscriptions");
    const first = await listen("sandbox");
    const second = await listen("sandbox");
    const id = await first.subscribe({ resource: "CUSTOMER" });
    await second.subscribe();
    await webhookReady(first);
    await webhookReady(second);
    expect(await atVendor()).toHaveLength(2);
    await write(second, "DELETE", "/auth/connection");
    expect(await atVendor()).toHaveLength(1);
    const leftOf = ({ connectionId }: typeof first) =>
      query("SELECT FROM vendor_subscriptions WHERE connection_id = $1", [connectionId]);
    await expect.poll(() => leftOf(second), patience).toEqual([]);
    await write(first, "DELETE", `/webhooks/${id}`);
    await expect.poll(atVendor, patience).toEqual([]);
    await expect.poll(() => leftOf(first), patience).toEqual([]);
  });
});

describe("a post to a connection's webhook URL", () => {
  const post = async (url: string, body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { method: "POST", body, headers });
    return { status: answer.status, text: await answer.text() };
  };

  test("is accepted only with the vendor's signature, and recorded once", async () => {
    const { database } = service.storage;
    await database.query("DELETE FROM sandbox.webhook_subscriptions");
    const listener = await listen("sandbox");
    await listener.subscribe({ resource: "ITEM" });
    await webhookReady(listener);
    const { rows } = await database.query<{ id: string; url: string; seed: Buffer }>(
      "SELECT id, url, (SELECT seed FROM sandbox.installation) AS seed FROM sandbox.webhook_subscriptions",
    );
    const { id = "", url = "", seed = Buffer.alloc(0) } = rows[0] ?? {};
    const events = [{ list: "items", id: "item-7", kind: "updated", at: "2026-09-30T10:00:00Z" }];
    const body = JSON.stringify({ type: "changes", subscription_id: id, events });
    const signed = { "x-sandbox-signature": signatureOf(signingSecret(seed, id), body) };
    expect(await post(url, body)).toEqual({ status: 401, text: "" });
    expect(await post(url, body, { "x-sandbox-signature": "00" })).toEqual({ status: 401, text: "" });
    expect(await post(url, `${body} `, signed)).toEqual({ status: 401, text: "" });
    const stranger = { "x-sandbox-token": "wrong" };
    expect(await post(url, JSON.stringify({ type: "handshake", challenge: "x" }), stranger)).toMatchObject({
      status: 401,
    });
    for (let times = 0; times < 3; times++) expect(await post(url, body, signed)).toEqual({ status: 200, text: "" });
    await expect.poll(() => seen(listener), patience).toEqual([["UPDATED", "ITEM", "item-7"]]);
    const { rows: log } = await database.query("SELECT FROM events WHERE connection_id = $1", [listener.connectionId]);
    expect(log).toHaveLength(1);
  });

  test("gets 404 for an unknown URL and 413 if it is too long", async () => {
    const refusalOf = async (path: string) => {
      const { status, text } = await post(`${service.url}${path}`, "{}");
      return { status, code: (JSON.parse(text) as { errors: { code: string }[] }).errors[0]?.code };
    };
    const unknown = { status: 404, code: "route_not_found" };
    for (const path of [
      "/events/sandbox/nobody",
      "/events/nowhere/nobody",
      "/events/sandbox",
      "/events/sandbox-key/x",
      "/no/route",
    ])
      expect(await refusalOf(path)).toEqual(unknown);
    const long = await post(`${service.url}/events/sandbox/nobody`, "x".repeat(1024 * 1024 + 1));
    expect(long.status).toBe(413);
  });
});

describe("polls", () => {
  test("start with a baseline, and find changes that the vendor's webhooks do not report", async () => {
    const listener = await listen("sandbox", "kornfeld");
    await listener.subscribe({ resource: "ACCOUNT" });
    await pollReady(listener);
    const { id = "" } = await write(listener, "POST", "/accounting/accounts", {
      ...bodies["accounts.create"],
      number: "4998",
      code: "4998",
    });
    await expect.poll(() => seen(listener), patience).toEqual([["CREATED", "ACCOUNT", id]]);
  });

  test("deliver lists if the target system delivers in batches", async () => {
    const listener = await listen("sandbox-export");
    const writer = await listen("sandbox-key");
    await listener.subscribe({ resource: "CONTACT" });
    await pollReady(listener);
    const { id } = await write(writer, "POST", "/accounting/contacts", bodies["contacts.create"]);
    await expect.poll(() => seen(listener), patience).toContainEqual(["CREATED", "CONTACT", id]);
    expect(listener.lists).not.toContain(false);
  });

  test("pause for a vendor's Retry-After and then continue where they stopped", async () => {
    const listener = await listen("sandbox-key");
    const { database } = service.storage;
    await listener.subscribe({ resource: "ITEM" });
    await pollReady(listener);
    const behave = (behaviour: object | null) =>
      database.query(
        "UPDATE sandbox.tokens SET behaviour = $1 WHERE created_at = (SELECT max(created_at) FROM sandbox.tokens)",
        [behaviour],
      );
    await behave({ failures: [{ status: 429, times: 100, retry_after: 900 }] });
    const { id } = await write(await listen("sandbox"), "POST", "/accounting/items", bodies["items.create"]);
    const schedule = async () => {
      const { rows } = await database.query<{ seconds: number; last_fault: string }>(
        "SELECT extract(epoch FROM due_at - now())::int AS seconds, last_fault FROM poll_schedule WHERE connection_id = $1",
        [listener.connectionId],
      );
      return rows[0];
    };
    await expect.poll(async () => (await schedule())?.last_fault, patience).toBe("target_rate_limited");
    expect((await schedule())?.seconds).toBeGreaterThan(850);
    expect(listener.received).toEqual([]);
    await database.query("UPDATE sandbox.tokens SET behaviour = NULL");
    await database.query("UPDATE poll_schedule SET due_at = now() WHERE connection_id = $1", [listener.connectionId]);
    await expect.poll(() => seen(listener), patience).toEqual([["CREATED", "ITEM", id]]);
  });
});

test("the sandbox's simulated business activity produces events for new, changed and deleted records", async () => {
  const listener = await listen("sandbox", "kornfeld");
  await listener.subscribe();
  await webhookReady(listener);
  const life = { path: "/life", method: "PUT", body: { every_seconds: 1 } };
  await write(listener, "POST", "/accounting/passThrough", life);
  const kinds = () => new Set(listener.received.map(({ eventType, resource }) => `${eventType} ${resource}`));
  const expected = ["CREATED INVOICE", "UPDATED INVOICE", "CREATED PAYMENT", "CREATED BILL", "DELETED BILL"];
  await expect.poll(() => expected.filter((kind) => !kinds().has(kind)), patience).toEqual([]);
  await write(listener, "POST", "/accounting/passThrough", { path: "/life", method: "DELETE" });
});

test("a target system states which events come from webhooks and which from polls", async () => {
  const of = async (slug: string) => {
    const { data } = (await (await fetch(`${service.url}/targetSystems/${slug}`)).json()) as {
      data: { webhooks: { native: string[]; polled: string[]; batches: boolean } };
    };
    return data.webhooks;
  };
  expect((await of("sandbox")).native).toContain("INVOICE");
  expect((await of("sandbox")).polled).toEqual(["ACCOUNT", "BANK_ACCOUNT", "DIMENSION"]);
  expect(await of("sandbox-key")).toMatchObject({ native: [], polled: expect.arrayContaining(["INVOICE", "ACCOUNT"]) });
  expect(await of("sandbox-export")).toEqual({ native: [], polled: ["CONTACT"], batches: true });
});
