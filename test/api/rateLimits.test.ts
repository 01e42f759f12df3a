/** Kontor's rate limits cannot be evaded with invented keys, forged addresses or more processes. */

import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { newKey } from "../../src/core/secrets/keys.ts";
import { run } from "../../src/wiring/run.ts";
import { openStorage } from "../../src/wiring/storage.ts";
import { reportFigure } from "../faults/scale.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT: "1", RATE_LIMIT_BURST: "5", TRUST_PROXY: "127.0.0.0/8" });
});
afterAll(() => service.stop());

interface Sent {
  readonly from?: string;
  readonly key?: string;
  readonly at?: Pick<Service, "url">;
}

async function ask(path: string, { from, key, at = service }: Sent = {}) {
  const answer = await fetch(at.url + path, {
    headers: { ...(from !== undefined && { "x-forwarded-for": from }), ...(key !== undefined && { "x-api-key": key }) },
  });
  await answer.arrayBuffer();
  return { status: answer.status, left: /r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1] };
}

const path = "/tenants/get-registered-systems";
const statuses = async (count: number, send: (number: number) => Promise<{ status: number }>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, (_, number) => send(number))))
    .map(({ status }) => status)
    .sort((a, b) => a - b);

test("counts invented keys against the sender's address only", async () => {
  const refused = await statuses(30, () => ask(path, { from: "198.51.100.1", key: newKey("api").text }));
  expect(refused.slice(0, 5)).toEqual(Array(5).fill(401));
  expect(refused).toContain(429);
  expect((await ask(path, { from: "198.51.100.2", key: newKey("api").text })).status).toBe(401);
  // A real key has its own limit, whatever the address.
  expect(await ask(path, { from: "198.51.100.3", key: service.keys.apiKey })).toEqual({ status: 200, left: "4" });
  expect(await ask(path, { from: "198.51.100.1", key: service.keys.apiKey })).toMatchObject({ status: 200 });
});

test("a repeated invented key costs no database query", async () => {
  const key = newKey("api").text;
  expect((await ask(path, { from: "198.51.100.10", key })).status).toBe(401);
  const pool = service.storage.openPool(1);
  const locked = await pool.connect();
  await locked.query("BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE");
  onTestFinished(async () => {
    locked.release(true);
    await pool.end();
  });
  // A query would wait for the lock.
  for (const from of ["198.51.100.11", "198.51.100.12", "198.51.100.13"])
    expect((await ask(path, { from, key })).status).toBe(401);
});

test("ignores addresses that a caller forges behind a trusted proxy", async () => {
  const results = await statuses(30, (number) => ask("/nowhere", { from: `203.0.113.${number}, 198.51.100.20` }));
  expect(results).toContain(429);
  expect((await ask("/nowhere", { from: "198.51.100.20, 198.51.100.21" })).left).toBe("4");
});

test("counts all addresses of an IPv6 network as one", async () => {
  const results = await statuses(30, (number) => ask("/nowhere", { from: `2001:db8:0:1::${number + 1}` }));
  expect(results).toContain(429);
  expect((await ask("/nowhere", { from: "2001:db8:0:2::1" })).left).toBe("4");
});

test("counts the reference, the OpenAPI description and health checks separately", async () => {
  const from = "198.51.100.30";
  expect(await statuses(30, () => ask("/nowhere", { from }))).toContain(429);
  for (const free of ["/docs", "/openapi.json", "/connect.js", "/health"])
    expect([free, (await ask(free, { from })).status]).toEqual([free, 200]);
});

test("limits pages and files, and counts them together", async () => {
  const from = "198.51.100.31";
  const files = [
    "/docs/site.css",
    "/openapi.json",
    "/openapi.yaml",
    "/connect.js",
    "/connect/systems",
    "/console/sign-in",
  ];
  const began = performance.now();
  const results = await statuses(30, (number) => ask(files[number % files.length] ?? "", { from }));
  // The limit refills while the requests run. A file with a limit of its own would add five.
  const refilled = Math.ceil((performance.now() - began) / 1000);
  expect(results.filter((status) => status === 200).length).toBeLessThanOrEqual(5 + refilled);
  expect(results).toContain(429);
  expect((await ask("/health", { from })).status).toBe(200);
});

test("ignores X-Forwarded-For without a trusted proxy", async () => {
  const plain = await startService({ RATE_LIMIT: "1", RATE_LIMIT_BURST: "5" });
  onTestFinished(() => plain.stop());
  const results = await statuses(30, (number) => ask("/nowhere", { at: plain, from: `203.0.113.${number}` }));
  expect(results).toContain(429);
});

test("running processes share the limit", async () => {
  const first = await startService({ RATE_LIMIT: "1", RATE_LIMIT_BURST: "40" });
  onTestFinished(() => first.stop());
  const { config, log } = first.storage;
  const second = await run(await openStorage({ config, log, exclusive: false }), { api: true, worker: false });
  onTestFinished(() => second.stop());
  const left = async (at: Pick<Service, "url">) => Number((await ask("/nowhere", { at })).left);
  await expect.poll(() => left(first), { timeout: 15_000, interval: 1000 }).toBeLessThan(20);
  const began = performance.now();
  const answers = await Promise.all([first, second].map((at) => statuses(60, () => ask("/nowhere", { at }))));
  const seconds = Math.ceil((performance.now() - began) / 1000);
  const accepted = answers.flat().filter((status) => status === 404).length;
  expect(accepted).toBeLessThanOrEqual(40 + seconds);
  reportFigure(
    "S16",
    `${accepted} of ${answers.flat().length} accepted by two processes, where ${40 + seconds} are allowed`,
  );
});
