/** Slow callers do not block others: callers of one vendor, slow and quick ones, over real HTTP. */

import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { measured, reportFigure } from "../faults/scale.ts";
import { type Call, makeCall, problem, type Reply } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { startVendor, type Vendor } from "../support/vendor.ts";

let vendor: Vendor;
let service: Service;
/** Requests that the vendor has not answered yet. */
let open: ServerResponse[] = [];

beforeAll(async () => {
  vendor = await startVendor();
  vendor.answer = ({ headers }, response) => {
    const isSlow = JSON.stringify(headers).includes("slow-");
    if (isSlow) open.push(response);
    return isSlow;
  };
  service = await startService({ TARGET_SITE_SANDBOX_KEY: vendor.url });
});
afterEach(() => release());
afterAll(async () => {
  await service.stop();
  await vendor.close();
});

function release(): void {
  for (const response of open.splice(0))
    response.setHeader("content-type", "application/json").end(JSON.stringify({ items: [], total: 0 }));
}

interface Tenant {
  readonly call: Call;
  /** Connects with this API key, by which the vendor recognises the connection. */
  connect(key: string): Promise<() => Promise<Reply>>;
}

async function newTenant(): Promise<Tenant> {
  const { database, vault } = service.storage;
  const tenantId = await createTenant(database, "Neuland");
  const { apiKey } = await createApiKey(database, tenantId);
  const call = makeCall(service.url, apiKey);
  const choice = { targetSystem: "sandbox-key", environment: "production", company: "bergblick" };
  return {
    call,
    connect: async (key) => {
      const accountKey = await createConnection(database, vault, { tenantId, ...choice, credentials: { apiKey: key } });
      return () => call("GET", "/accounting/units", { accountKey });
    },
  };
}

const times = <Result>(count: number, work: () => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: count }, work);

/** Starts reads that the vendor does not answer, and waits until as many as allowed are in progress. */
async function keepOpen(read: () => Promise<Reply>, count: number): Promise<Promise<Reply>[]> {
  const reads = times(count, read);
  await expect.poll(() => open.length, { timeout: 10_000 }).toBeGreaterThan(40);
  return reads;
}

/** Lets the vendor answer until all reads are done. */
async function answered(reads: readonly Promise<Reply>[]): Promise<Reply[]> {
  const releasing = setInterval(release, 5);
  return Promise.all(reads).finally(() => clearInterval(releasing));
}

test("200 slow reads of one connection block neither other tenants nor the tenant's other connections", async () => {
  const greedy = await newTenant();
  const other = await newTenant();
  const reads = await keepOpen(await greedy.connect("slow-one"), 200);
  let ended = 0;
  for (const read of reads) void read.finally(() => ended++);
  const neighbour = await greedy.connect("quick");
  const stranger = await other.connect("quick");
  for (let round = 0; round < 20; round++) {
    const replies = await Promise.all([neighbour(), ...times(3, stranger)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  expect(ended).toBe(0);
  expect((await answered(reads)).map(({ status }) => status)).toEqual(Array(200).fill(200));
});

test("another tenant's requests take at most twice as long beside slow reads", async () => {
  const greedy = await newTenant();
  const other = await newTenant();
  const stranger = await other.connect("quick");
  const slowest = async (): Promise<number> => {
    const durations: number[] = [];
    for (let count = 0; count < measured(3000, 50); count++) {
      const began = performance.now();
      expect((await stranger()).status).toBe(200);
      durations.push(performance.now() - began);
    }
    return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? Number.NaN;
  };
  await slowest();
  const alone = await slowest();
  const reads = await keepOpen(await greedy.connect("slow-one"), 200);
  const underLoad = await slowest();
  expect((await answered(reads)).map(({ status }) => status)).toEqual(Array(200).fill(200));
  const ratio = underLoad / alone;
  const seen = `p99 of the other tenant ${underLoad.toFixed(1)} ms beside 200 slow reads, ${ratio.toFixed(2)} × alone`;
  reportFigure("H4", seen, ratio <= 2);
});

test("a full queue refuses its own tenant's requests immediately, and no others", async () => {
  const greedy = await newTenant();
  const other = await newTenant();
  const reads = await keepOpen(await greedy.connect("slow-many"), 500);
  const refused = await Promise.race(reads);
  expect(problem(refused)).toMatchObject({ status: 503, code: "target_unavailable", next: "wait" });
  expect(refused.headers.get("retry-after")).toBe("5");
  const stranger = await other.connect("quick");
  expect((await stranger()).status).toBe(200);
  const statuses = (await answered(reads)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});

test("a tenant that keeps the database busy leaves database connections to others", async () => {
  const greedy = await newTenant();
  const other = await newTenant();
  const stranger = await other.connect("quick");
  const locked = await service.storage.openPool(1).connect();
  await locked.query("BEGIN; LOCK TABLE page_styles IN ACCESS EXCLUSIVE MODE");
  const blocked = times(50, () => greedy.call("GET", "/tenants/submission-page-style"));
  await expect.poll(waitingForLock).toBeGreaterThan(4);
  for (let round = 0; round < 5; round++) expect((await stranger()).status).toBe(200);
  await locked.query("COMMIT");
  locked.release(true);
  expect((await Promise.all(blocked)).map(({ status }) => status)).toEqual(Array(50).fill(200));
});

async function waitingForLock(): Promise<number> {
  const { rows } = await service.storage.database.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}
