import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { databaseForTest } from "../../../test/support/database.ts";
import { mainCompany, openTestSandbox, type TestSandbox } from "../../../test/support/sandbox.ts";
import { openSandbox } from "../sandbox.ts";
import { decide } from "./faults.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox(500);
});
afterEach(() => sandbox.ask("/behaviour", { method: "DELETE" }));
afterAll(() => sandbox.close());

const turnOn = (payload: object) => sandbox.ask("/behaviour", { method: "PUT", payload });

test("fails the given number of times, with the given body and Retry-After", async () => {
  await turnOn({
    failures: [
      { status: 503, times: 2, retry_after: 7 },
      { status: 200, times: 1, body: "<html>" },
    ],
  });
  const answers = [
    await sandbox.ask("/me"),
    await sandbox.ask("/me"),
    await sandbox.ask("/me"),
    await sandbox.ask("/me"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
  expect(answers[0]?.headers["retry-after"]).toBe("7");
  expect(answers[0]?.json()).toMatchObject({ error: { code: "unavailable" } });
  expect(answers[2]?.text).toBe("<html>");
  expect(answers[3]?.json()).toMatchObject({ name: "test" });
});

test("limits a failure to a path", async () => {
  await turnOn({ failures: [{ status: 409, times: 1, path: "/journals" }] });
  expect((await sandbox.ask("/me")).status).toBe(200);
  expect((await sandbox.ask(`${mainCompany}/journals`)).json()).toMatchObject({ error: { code: "conflict" } });
});

test("limits requests per minute, even if they are concurrent", async () => {
  await turnOn({ requests_per_minute: 3 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => sandbox.ask("/me")));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.json()).toMatchObject({ error: { code: "rate_limited" } });
  expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(50);
});

test("a new minute begins after sixty seconds", () => {
  const behaviour = { requests_per_minute: 1 };
  const first = decide(behaviour, { start: 0, count: 0 }, { path: "/", now: 100_000 });
  expect(first).toEqual({ behaviour, usage: { start: 100_000, count: 1 } });
  expect(decide(behaviour, first.usage, { path: "/", now: 159_001 }).failure).toEqual({ status: 429, retry_after: 1 });
  expect(decide(behaviour, first.usage, { path: "/", now: 160_000 }).failure).toBeUndefined();
});

test("delays responses", async () => {
  await turnOn({ delay_ms: 80 });
  const start = performance.now();
  await sandbox.ask("/me");
  expect(performance.now() - start).toBeGreaterThanOrEqual(79);
});

test("shows and removes the behaviour of a token, and of that token only", async () => {
  const other = { headers: { authorization: `Bearer ${await sandbox.issueToken("other")}` } };
  await turnOn({ delay_ms: 0, failures: [{ status: 500, times: 5 }] });
  expect((await sandbox.ask("/me", other)).status).toBe(200);
  expect((await sandbox.ask("/me")).status).toBe(500);
  const shown = { delay_ms: 0, failures: [{ status: 500, times: 4 }] };
  expect((await sandbox.ask("/behaviour")).json()).toEqual(shown);
  expect((await sandbox.ask("/behaviour", { method: "DELETE" })).status).toBe(204);
  expect((await sandbox.ask("/behaviour")).json()).toEqual({});
  expect((await sandbox.ask("/me")).status).toBe(200);
});

test.each([
  ["a text", "delay_ms", { delay_ms: "5" }],
  ["an unknown word", "speed", { speed: 1 }],
  ["a status that is none", "status", { failures: [{ status: 99 }] }],
  ["a list that is none", "failures", { failures: {} }],
  ["an inherited word", "constructor", { constructor: 1 }],
])("%s is refused by name", async (_, name, payload) => {
  const answer = await turnOn(payload);
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ error: { code: "invalid", message: expect.stringContaining(name) } });
});

test("a hanging request is never answered and does not block the server from closing", async () => {
  const { database } = await databaseForTest();
  const opened = await openSandbox({ pool: database, day: "2026-06-15", entries: 500 });
  const headers = { authorization: `Bearer ${await opened.issueToken("hanging")}` };
  const app = Fastify();
  await app.register(opened.routes, { prefix: "/sandbox" });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const payload = { failures: [{ hang: true, times: 1 }] };
  await app.inject({ method: "PUT", url: "/sandbox/v1/behaviour", headers, payload });

  const { port } = app.server.address() as AddressInfo;
  const pending = request({ port, path: "/sandbox/v1/me", headers }).end();
  const outcome = Promise.race([
    once(pending, "response").then(() => "answered"),
    once(pending, "close").then(() => "cut"),
  ]);
  outcome.catch(() => {});
  const used = async () => (await app.inject({ url: "/sandbox/v1/behaviour", headers })).json<typeof payload>();
  await expect.poll(async () => (await used()).failures[0]?.times).toBe(0);
  await app.close();
  await expect(outcome).rejects.toThrow("socket hang up");
});
