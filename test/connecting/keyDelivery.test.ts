/** The webhook flow: the platform receives the account key as an event, even after failures. */

import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deliverKeys } from "../../src/core/connecting/accountKeyDelivery.ts";
import { type Outbound, openHttpClient } from "../../src/core/outbound/client.ts";
import { run } from "../../src/wiring/run.ts";
import { openStorage } from "../../src/wiring/storage.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { hmac, hrefOf, openPlatform, type Platform, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let service: Service;
let platform: Platform;
let secret: string;
let outbound: Outbound;
let receiver: Loopback;
const received: Received[] = [];
let status = 200;

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
  secret = (await platform.call("POST", "/tenant/signing-secret")).data["signingSecret"] ?? "";
  outbound = openHttpClient({ allowPrivate: true });
  receiver = await serveHttp(async (request, answer) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await buffer(request) });
    answer.writeHead(status, { location: `${receiver.url}/elsewhere` }).end();
  });
});
afterAll(async () => {
  await outbound.close();
  await receiver.close();
  await service.stop();
});
beforeEach(async () => {
  await platform.database.query("DELETE FROM key_deliveries");
  received.length = 0;
  status = 200;
});

const post = (targetSystem: string, body: object) => platform.call("POST", `/auth/${targetSystem}`, { body });
const deliver = (onGivenUp: (id: string) => void = () => {}) =>
  deliverKeys({ ...service.storage, outbound, now: Date.now }, onGivenUp);
const becomeDue = () => platform.database.query("UPDATE key_deliveries SET due_at = now()");

/** An end user connects with an API key. The event then waits for its delivery. */
async function connect(more: object = {}) {
  const { data } = await post("sandbox-key", { webhookCallbackUrl: `${receiver.url}/keys?of=us`, ...more });
  const browser = platform.browser();
  return browser.submit(await browser.open(data["url"] ?? ""), { apiKey: await platform.sandbox.issueToken("Test") });
}

const waiting = async () => {
  const { rows } = await platform.database.query<{ attempts: number; dueAt: Date; answer: string | null }>(
    'SELECT attempts, due_at AS "dueAt", last_answer AS answer FROM key_deliveries',
  );
  return rows;
};

describe("the event", () => {
  test("has the documented body, signed over the bytes that are sent", async () => {
    const through = await connect({ locale: "de" });
    expect(through.status).toBe(200);
    expect(through.text).toContain('<html lang="de');
    expect(through.text).not.toContain("kacc_");
    expect(await deliver()).toBe(1);
    const [event] = received;
    expect(received).toHaveLength(1);
    expect(event).toMatchObject({ method: "POST", url: "/keys?of=us" });
    expect(event?.headers["content-type"]).toBe("application/json");
    expect(event?.headers["x-service-signature"]).toBe(hmac(secret, event?.body ?? ""));
    const body = JSON.parse(String(event?.body)) as Record<string, string>;
    expect(body).toEqual({
      eventType: "CREATED",
      resource: "ACCOUNT_KEY",
      accountKey: expect.stringMatching(/^kacc_/),
      targetSystem: "sandbox-key",
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    const health = await platform.call("GET", "/auth/connection", { accountKey: body["accountKey"] ?? "" });
    expect(health.data).toMatchObject({ healthy: true });
    // It is deleted after a successful delivery.
    expect(await deliver()).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  test("is also sent in the redirect flow, whose callback then has no key", async () => {
    const body = { webhookCallbackUrl: receiver.url, callbackUrl: "http://127.0.0.1:9/thanks", company: "bergblick" };
    const { data } = await post("sandbox", body);
    const browser = platform.browser();
    const back = await platform.signIn(browser, data["url"] ?? "");
    expect(hrefOf(await browser.open(back.href))).toBe("http://127.0.0.1:9/thanks");
    expect(await deliver()).toBe(1);
    expect(JSON.parse(String(received[0]?.body))).toMatchObject({ targetSystem: "sandbox" });
  });

  test("is not sent if the end user cancels", async () => {
    const cancelCallbackUrl = "http://127.0.0.1:9/no";
    const { data } = await post("sandbox", { webhookCallbackUrl: receiver.url, cancelCallbackUrl });
    const browser = platform.browser();
    const back = await platform.signIn(browser, data["url"] ?? "", "deny");
    expect(hrefOf(await browser.open(back.href))).toBe("http://127.0.0.1:9/no?error=cancelled");
    expect(await waiting()).toEqual([]);
  });
});

describe("the request", () => {
  test.each([
    [{}, { status: 400, code: "invalid_request", field: "webhookCallbackUrl" }],
    [{ environmentSelection: true }, { status: 400, code: "invalid_request", field: "environmentSelection" }],
    [{ locale: "?" }, { status: 400, code: "unknown_locale", field: "locale" }],
    [{ webhookCallbackUrl: "mailto:a@b.example" }, { status: 400, field: "webhookCallbackUrl" }],
    [{ environmentSelection: "true" }, { status: 400, field: "environmentSelection" }],
    [{ colour: "red" }, { status: 400, field: "colour" }],
  ])("%o is refused", async (change, expected) => {
    const update = Object.keys(change).length === 0 ? {} : { webhookCallbackUrl: receiver.url, ...change };
    expect(problem(await post("sandbox-key", update))).toMatchObject(expected);
  });

  test("is refused without a signing secret", async () => {
    const body = { webhookCallbackUrl: receiver.url };
    const refused = await platform.call("POST", "/auth/sandbox-key", { body, apiKey: await platform.newTenant() });
    expect(problem(refused)).toMatchObject({ status: 400, code: "signing_secret_missing" });
  });
});

describe("delivery", () => {
  test("is retried on schedule, within a fifth, and then given up", async () => {
    await connect();
    const minute = 60;
    const hour = 60 * minute;
    const schedule = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
    status = 500;
    for (const [index, wait] of schedule.entries()) {
      await becomeDue();
      const before = Date.now();
      expect(await deliver()).toBe(1);
      const after = Date.now();
      const [row] = await waiting();
      expect(row).toMatchObject({ attempts: index + 1, answer: "status 500" });
      expect(row?.dueAt.getTime()).toBeGreaterThan(before + 790 * wait);
      expect(row?.dueAt.getTime()).toBeLessThan(after + 1210 * wait);
      // Not before it is due.
      expect(await deliver()).toBe(0);
    }
    await becomeDue();
    const onGivenUp = vi.fn<(id: string) => void>();
    await deliver(onGivenUp);
    expect(onGivenUp).toHaveBeenCalledTimes(1);
    expect(await waiting()).toEqual([]);
    expect(received).toHaveLength(schedule.length + 1);
    expect(new Set(received.map(({ body }) => String(body))).size).toBe(1);
  });

  test("does not follow redirects, and is retried if the receiver is down", async () => {
    await connect({ webhookCallbackUrl: `${receiver.url}/moved` });
    status = 307;
    await deliver();
    expect(received.map(({ url }) => url)).toEqual(["/moved"]);
    expect(await waiting()).toMatchObject([{ attempts: 1, answer: "status 307" }]);
    await platform.database.query("UPDATE key_deliveries SET due_at = now(), url = 'http://127.0.0.1:1/'");
    await deliver();
    expect(await waiting()).toMatchObject([{ attempts: 2, answer: "network" }]);
  });

  test("is signed with the current secret", async () => {
    await connect();
    const renewed = (await platform.call("POST", "/tenant/signing-secret")).data["signingSecret"] ?? "";
    await deliver();
    const [event] = received;
    expect(event?.headers["x-service-signature"]).toBe(hmac(renewed, event?.body ?? ""));
    secret = renewed;
  });

  test("happens once with two workers", async () => {
    await connect();
    await Promise.all(Array.from({ length: 5 }, () => deliver()));
    expect(received).toHaveLength(1);
  });

  test("by the worker succeeds once the receiver is up again", async () => {
    await connect();
    status = 503;
    const storage = await openStorage({ ...service.storage, exclusive: false });
    const worker = await run(storage, { api: false, worker: true });
    try {
      await expect.poll(waiting, { timeout: 10_000 }).toMatchObject([{ attempts: 1, answer: "status 503" }]);
      status = 204;
      await becomeDue();
      await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
    } finally {
      await worker.stop();
    }
    expect(received).toHaveLength(2);
    expect(String(received[1]?.body)).toBe(String(received[0]?.body));
  });
});
