/** Deliveries to receivers: requests, the meaning of responses, and malicious receivers. */
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { LookupFunction } from "node:net";
import { buffer } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Deliverer, startDeliverer } from "../../src/core/delivering/deliverer.ts";
import type { DeliveryLoopOptions } from "../../src/core/delivering/deliveryLoop.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { newSigningSecret } from "../../src/core/secrets/signature.ts";
import { endExpiredSubscriptions } from "../../src/store/deliveryLedger.ts";
import { migrate, openDatabase, transaction } from "../../src/store/postgres/database.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { type Loopback, serveHttp, serveSocket } from "../support/loopback.ts";
import { hmac } from "../support/platform.ts";
import { type Ledger, ledgerOf, recordEvents, rigVault, type Subscribed, subscribe } from "./deliveries/rig.ts";

interface Received {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly event: Readonly<Record<string, string>>;
}

let fresh: FreshDatabase;
let receiver: Loopback;
let answer: (response: ServerResponse, request: Received) => void;
const received: Received[] = [];
const faults: unknown[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.database);
  receiver = await serveHttp(async (request, response) => {
    const { url, headers } = request;
    const body = await buffer(request);
    const delivery = { url, headers, body, event: JSON.parse(body.toString()) as Received["event"] };
    received.push(delivery);
    answer(response, delivery);
  });
});
afterAll(async () => {
  await receiver.close();
  await fresh.drop();
});
beforeEach(async () => {
  await fresh.database.query("DELETE FROM connections");
  received.length = 0;
  faults.length = 0;
  answer = (response) => response.end();
});

/** Stops when the test ends. */
function deliver(options: Partial<DeliveryLoopOptions> & { lookup?: LookupFunction } = {}): Deliverer {
  const { lookup, ...more } = options;
  const database = openDatabase({ url: fresh.url, connections: 5, onLost: () => {} });
  const outbound = openHttpClient({ allowPrivate: lookup === undefined, ...(lookup && { lookup }) });
  const deliverer = startDeliverer({
    database,
    outbound,
    vault: rigVault(),
    now: Date.now,
    random: () => 0.5,
    batches: (targetSystem) => targetSystem === "batching",
    onFault: (error) => faults.push(error),
    onLeaseLost: () => {},
    ...more,
  });
  onTestFinished(async () => {
    await deliverer.stop();
    await outbound.close();
    await database.end();
    expect(faults).toEqual([]);
  });
  return deliverer;
}

const hook = (path = "/hook") => subscribe(fresh.database, receiver.url + path);
const oneEvent = { events: 1, records: 1 };
async function waitForLedger(ledger: Partial<Ledger>): Promise<void> {
  await expect.poll(() => ledgerOf(fresh.database), { timeout: 15_000, interval: 20 }).toMatchObject(ledger);
}

/** The last attempt, and the seconds from it to the next one. */
async function lastAttempt() {
  const { rows } = await fresh.database.query<{ status: number | null; answer: string | null; wait: number | null }>(
    `SELECT a.status, a.answer, CASE WHEN d.state = 'open' THEN extract(epoch FROM d.due_at - a.at)::float8 END AS wait
     FROM delivery_attempts a JOIN deliveries d USING (subscription_id, sequence) ORDER BY a.at DESC LIMIT 1`,
  );
  return rows[0];
}

/** Makes all open deliveries due, as if time had passed. */
async function becomeDue(): Promise<void> {
  await transaction(fresh.database, async (client) => {
    await client.query("UPDATE deliveries SET due_at = now() WHERE state = 'open'");
    await client.query("UPDATE subscriptions SET due_at = now() WHERE state = 'active'");
    await client.query("NOTIFY kontor_deliveries");
  });
}

async function stateOf({ id }: Subscribed) {
  const { rows } = await fresh.database.query<{ state: string; failing: boolean; days: number }>(
    `SELECT state, failing_since IS NOT NULL AS failing, extract(epoch FROM expires_at - now())::float8 / 86400 AS days
     FROM subscriptions WHERE id = $1`,
    [id],
  );
  return rows[0];
}

describe("a request", () => {
  test("has the event as body, our signature and the headers of Standard Webhooks", async () => {
    const { id, connectionId, secret } = await hook("/hook?of=us");
    await recordEvents(fresh.database, connectionId, oneEvent);
    deliver();
    await waitForLedger({ done: 1 });
    const [{ url, headers, body, event } = expect.fail("nothing was received")] = received;
    expect(url).toBe("/hook?of=us");
    expect(event).toEqual({
      eventType: "CREATED",
      resource: "INVOICE",
      resourceId: "record-0",
      filterDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
    });
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "kontor",
      "x-service-subscription": id,
      "x-service-signature": hmac(secret, body),
      "webhook-id": `msg_${id}_1`,
    });
    expect(headers["x-service-signature-previous"]).toBeUndefined();
    expect(await lastAttempt()).toEqual({ status: 200, answer: null, wait: null });
  });

  test("is a list, even of one event, if the target system delivers in batches", async () => {
    const { connectionId } = await subscribe(fresh.database, receiver.url, "batching");
    await recordEvents(fresh.database, connectionId, { events: 150, records: 150, batches: true });
    await recordEvents(fresh.database, connectionId, { ...oneEvent, batches: true });
    deliver();
    await waitForLedger({ done: 3 });
    const lists = received.map(({ event }) => event as unknown as readonly object[]);
    expect(lists.map((list) => list.length)).toEqual([100, 50, 1]);
  });

  test("verifies with the old or the new secret while the secret is rotated", async () => {
    const { id, connectionId, secret } = await hook();
    const next = newSigningSecret();
    const verifier = (hex: string) => new Webhook(Buffer.from(hex, "hex").toString("base64"));
    deliver();
    const rotate = async () => {
      const seal = (column: string, content: string) =>
        rigVault().seal({ table: "subscriptions", row: id, column }, content);
      await fresh.database.query(
        `UPDATE subscriptions SET secret = $2, previous_secret = $3, previous_until = now() + interval '1 day' WHERE id = $1`,
        [id, seal("secret", next), seal("previous_secret", secret)],
      );
    };
    await recordEvents(fresh.database, connectionId, { events: 300, records: 300 });
    await expect.poll(() => received.length, { interval: 5 }).toBeGreaterThan(20);
    await rotate();
    await waitForLedger({ done: 300 });
    await recordEvents(fresh.database, connectionId, { events: 10, records: 10 });
    await waitForLedger({ done: 310 });
    const accepts = (hex: string, { body, headers }: Received): boolean => {
      try {
        verifier(hex).verify(body.toString(), headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    // The old secret verifies all deliveries, the new one those after the rotation.
    expect(received.filter((request) => !accepts(secret, request))).toEqual([]);
    expect(received.slice(-10).filter((request) => !accepts(next, request))).toEqual([]);
    for (const { headers, body } of received.slice(-10)) {
      expect(headers["x-service-signature"]).toBe(hmac(next, body));
      expect(headers["x-service-signature-previous"]).toBe(hmac(secret, body));
    }
    expect(accepts(newSigningSecret(), received[0] ?? expect.fail())).toBe(false);
  });
});

describe("a response", () => {
  test("with an error leads to ten attempts on schedule with the same id, then the delivery has failed", async () => {
    const subscribed = await hook();
    answer = (response) => response.writeHead(500).end("no");
    await recordEvents(fresh.database, subscribed.connectionId, oneEvent);
    deliver();
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 9; attempts++) {
      await waitForLedger({ open: 1, attempts });
      waits.push(Math.round((await lastAttempt())?.wait ?? 0));
      await becomeDue();
    }
    await waitForLedger({ open: 0, failed: 1, attempts: 10 });
    const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, wait] of schedule.entries()) expect(Math.abs((waits[index] ?? 0) - wait)).toBeLessThanOrEqual(1);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    await expect.poll(() => stateOf(subscribed)).toMatchObject({ state: "active", failing: true });
  });

  test("with Retry-After delays the next attempt", async () => {
    const { connectionId } = await hook();
    answer = (response) => response.writeHead(429, { "retry-after": "3600" }).end();
    await recordEvents(fresh.database, connectionId, oneEvent);
    deliver();
    await waitForLedger({ open: 1, attempts: 1 });
    expect((await lastAttempt())?.wait).toBeGreaterThan(3590);
  });

  test("of 410 ends the subscription and its open deliveries", async () => {
    const subscribed = await hook();
    answer = (response) => response.writeHead(410).end();
    await recordEvents(fresh.database, subscribed.connectionId, { events: 3, records: 1 });
    deliver();
    await waitForLedger({ open: 0, failed: 3, attempts: 1 });
    expect(await stateOf(subscribed)).toMatchObject({ state: "ended" });
    expect(received).toHaveLength(1);
  });

  test("with a redirect is a failure and is not followed", async () => {
    const { connectionId } = await hook();
    answer = (response) => response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end();
    await recordEvents(fresh.database, connectionId, oneEvent);
    deliver();
    await waitForLedger({ open: 1, attempts: 1 });
    expect((await lastAttempt())?.status).toBe(307);
    expect(received.map(({ url }) => url)).toEqual(["/hook"]);
  });

  test("with an error delays only events of the same record, which stay in order", async () => {
    const { connectionId } = await hook();
    let broken = true;
    answer = (response, { event }) =>
      void response.writeHead(broken && event["resourceId"] === "record-0" ? 500 : 200).end();
    await recordEvents(fresh.database, connectionId, { events: 6, records: 2 });
    deliver();
    await waitForLedger({ open: 3, done: 3, attempts: 4 });
    // A new event of the waiting record must not overtake it.
    await recordEvents(fresh.database, connectionId, { events: 2, records: 2 });
    await waitForLedger({ open: 4, done: 4, attempts: 5 });
    const due = "SELECT count(*)::int AS count FROM deliveries WHERE state = 'open' AND due_at <= now()";
    await expect.poll(async () => (await fresh.database.query(due)).rows).toEqual([{ count: 0 }]);
    broken = false;
    await becomeDue();
    await waitForLedger({ open: 0, done: 8, attempts: 9 });
    const order = (record: string) =>
      received
        .filter(({ event }) => event["resourceId"] === record)
        .map(({ headers }) => Number(String(headers["webhook-id"]).split("_")[2]));
    expect(order("record-0")).toEqual([1, 1, 3, 5, 7]);
    expect(order("record-1")).toEqual([2, 4, 6, 8]);
  });

  test("of success clears earlier failures and extends the subscription", async () => {
    const subscribed = await hook();
    await fresh.database.query(
      "UPDATE subscriptions SET failing_since = now() - interval '9 days', expires_at = now() + interval '59 days'",
    );
    await recordEvents(fresh.database, subscribed.connectionId, oneEvent);
    deliver();
    await waitForLedger({ done: 1 });
    await expect.poll(() => stateOf(subscribed)).toMatchObject({ state: "active", failing: false });
    expect((await stateOf(subscribed))?.days).toBeGreaterThan(89);
  });

  test("with errors for five days pauses the subscription and adds an event", async () => {
    const subscribed = await hook();
    await fresh.database.query("UPDATE subscriptions SET failing_since = now() - interval '121 hours'");
    answer = (response) => response.writeHead(500).end();
    await recordEvents(fresh.database, subscribed.connectionId, oneEvent);
    deliver();
    await expect.poll(() => stateOf(subscribed), { timeout: 10_000 }).toMatchObject({ state: "paused" });
    const { rows } = await fresh.database.query(
      "SELECT event_type, resource, resource_id FROM events WHERE connection_id = $1 ORDER BY sequence DESC LIMIT 1",
      [subscribed.connectionId],
    );
    expect(rows).toEqual([{ event_type: "UPDATED", resource: "WEBHOOK", resource_id: subscribed.id }]);
    await becomeDue();
    expect(received).toHaveLength(1);
  });

  test("is no longer awaited when the subscription has expired", async () => {
    const subscribed = await hook();
    await recordEvents(fresh.database, subscribed.connectionId, oneEvent);
    await fresh.database.query("UPDATE subscriptions SET expires_at = now() - interval '1 second'");
    expect(await endExpiredSubscriptions(fresh.database)).toBe(1);
    expect(await stateOf(subscribed)).toMatchObject({ state: "ended" });
    expect(await ledgerOf(fresh.database)).toMatchObject({ open: 0, failed: 1 });
  });
});

describe("a malicious receiver", () => {
  const to = async (url: string) => {
    const { connectionId } = await subscribe(fresh.database, url);
    await recordEvents(fresh.database, connectionId, oneEvent);
  };
  const serve = async (misbehave: Parameters<typeof serveSocket>[0]): Promise<string> => {
    const server = await serveSocket(misbehave);
    onTestFinished(server.close);
    return server.url;
  };

  test.each<[string, Parameters<typeof serveSocket>[0], object]>([
    ["hangs", () => {}, { status: null, answer: "There was no complete response in time." }],
    ["hangs up", (socket) => void socket.destroy(), { status: null }],
    [
      "talks nonsense",
      (socket) => void socket.end("hello\r\n\r\n"),
      { status: null, answer: "The response is not HTTP." },
    ],
    ["drips its headers", (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx: "), { status: null }],
    ["drips a refusal", (socket) => drip(socket, "HTTP/1.1 500 No\r\n\r\n"), { status: 500 }],
    [
      "refuses with 10 GB",
      (socket) => pour(socket, 500),
      { status: 500, answer: "The response has more than 65536 bytes." },
    ],
  ])("that %s has not accepted the delivery", async (_title, misbehave, attempt) => {
    await to(await serve(misbehave));
    deliver({ deadlineMs: 1000 });
    await waitForLedger({ open: 1, attempts: 1 });
    expect(await lastAttempt()).toMatchObject(attempt);
  });

  test.each<[string, Parameters<typeof serveSocket>[0]]>([
    ["10 GB", (socket) => pour(socket, 200)],
    ["a dripping body", (socket) => drip(socket, "HTTP/1.1 200 OK\r\n\r\n")],
  ])("that returns 200 with %s has accepted the delivery", async (_title, misbehave) => {
    await to(await serve(misbehave));
    const before = process.memoryUsage().rss;
    deliver({ deadlineMs: 1000 });
    await waitForLedger({ done: 1, attempts: 1 });
    expect((await lastAttempt())?.status).toBe(200);
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 2 ** 20);
  });

  test.each(["http://127.0.0.1", "http://[::1]", "http://2130706433", "http://0x7f.1", "http://[::ffff:7f00:1]"])(
    "at the private address %s is not called",
    async (host) => {
      const hits = receiver.hits();
      await to(`${host}:${receiver.port}/hook`);
      deliver({ lookup: leadingTo("93.184.215.14") });
      await waitForLedger({ open: 1, attempts: 1 });
      expect(await lastAttempt()).toMatchObject({ status: null, answer: expect.stringMatching(/private/) as string });
      expect(receiver.hits()).toBe(hits);
    },
  );

  test("whose name resolves to a private address at delivery is not called", async () => {
    const hits = receiver.hits();
    const lookup = leadingTo("93.184.215.14", "127.0.0.1");
    const guarded = openHttpClient({ allowPrivate: false, lookup });
    await guarded.checkSuppliedUrl(`http://receiver.example:${receiver.port}/hook`);
    await guarded.close();
    await to(`http://receiver.example:${receiver.port}/hook`);
    deliver({ lookup });
    await waitForLedger({ open: 1, attempts: 1 });
    expect(await lastAttempt()).toMatchObject({ status: null, answer: expect.stringMatching(/private/) as string });
    expect(receiver.hits()).toBe(hits);
  });
});

/** Resolves to the next address each time, then always to the last one. */
function leadingTo(...addresses: string[]): LookupFunction {
  let lookups = 0;
  return (_name, { all }, callback) => {
    const address = addresses[Math.min(lookups++, addresses.length - 1)] ?? "";
    if (all === true) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
}

type Socket = Parameters<Parameters<typeof serveSocket>[0]>[0];

function drip(socket: Socket, beginning: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write("x"), 20);
  socket.on("close", () => clearInterval(timer));
}

function pour(socket: Socket, status: number): void {
  socket.write(`HTTP/1.1 ${status} Much\r\ntransfer-encoding: chunked\r\n\r\n`);
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
}
