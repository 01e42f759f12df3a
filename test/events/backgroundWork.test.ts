/** Background work leaves part of a vendor's rate limit to callers: polls, tasks and vendor subscriptions. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { connectors } from "../../src/connectors/index.ts";
import type { Connector, ListHandler, StartHandler } from "../../src/contract/connector.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { openStorage, type Storage } from "../../src/wiring/storage.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { listenWith } from "../support/wired.ts";

const listable = { fields: {}, filters: [], orders: [], requires: [] };
const listOf = (path: string): ListHandler<never> => ({
  ...listable,
  list: async (_call, session) => (await session.read(path), { records: [], raw: [], total: 0 }),
});
const slowList: StartHandler<never> = {
  ...listable,
  start: async () => "begun",
  job: {
    poll: async (_begun, session) => (await session.read("/task"), { state: "done" }),
    records: async function* () {},
  },
};

/** Allows five calls in four seconds, of which background work may use four. */
const tulip: Connector = {
  id: "tulip",
  name: "Tulip Books",
  about: "A vendor that exists only in tests.",
  site: "https://tulip.test",
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/",
  refusals: { message: () => undefined },
  rawData: false,
  operations: {
    "contacts.list": listOf("/caller"),
    "items.list": listOf("/poll"),
    "accounts.list": slowList,
  },
  limits: [{ per: "connection", calls: 5, seconds: 4 }],
};
const sandboxWebhooks = connectors.find(({ id }) => id === "sandbox")?.webhooks;
const daisy: Connector = { ...tulip, id: "daisy", ...(sandboxWebhooks && { webhooks: sandboxWebhooks }) };

let vendor: Loopback;
let fresh: FreshDatabase;
let folder = "";
let storage: Storage;
let service: Awaited<ReturnType<typeof listenWith>>;
let call: Call;
let accountKey = "";
let tenantId = "";
const seen: string[] = [];

beforeAll(async () => {
  vendor = await serveHttp((request, response) => {
    seen.push((request.url ?? "").replace("/tulip.test", ""));
    response.end('{"id":"1"}');
  });
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "kontor-background-"));
  const sites = { TARGET_SITE_TULIP: vendor.url, TARGET_SITE_DAISY: vendor.url };
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: fresh.url, ...sites }, new Date());
  storage = await openStorage({ config, log: pino({ level: "silent" }), exclusive: false });
  service = await listenWith(storage, [tulip, daisy]);
  tenantId = await createTenant(storage.database, "Neuland");
  call = makeCall(service.url, (await createApiKey(storage.database, tenantId)).apiKey);
});
afterAll(async () => {
  await service.core.sources.poller.close();
  await service.close();
  await storage.close();
  await fresh.drop();
  await vendor.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  seen.length = 0;
});

const read = async (path = "contacts") => call("GET", `/accounting/${path}`, { accountKey });

/** Connects, and subscribes if a resource is given. */
async function connect(targetSystem: string, resource?: string): Promise<void> {
  const { database, vault } = storage;
  await database.query("DELETE FROM connections");
  const choice = { environment: "production", company: "c1" };
  accountKey = await createConnection(database, vault, { tenantId, targetSystem, credentials: {}, ...choice });
  if (resource !== undefined)
    await database.query(
      `INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, resource, secret, expires_at)
       SELECT gen_random_uuid()::text, $1, id, 'https://x.example', $2, '', now() + interval '1 day' FROM connections`,
      [tenantId, resource],
    );
}
/** Uses up the share of background work, which leaves callers one call. */
async function useUp(): Promise<void> {
  for (let calls = 0; calls < 4; calls++) expect((await read()).status).toBe(200);
}
/** Starts the work and waits until it has asked for a permit. */
async function beginBeforeCallers(work: () => Promise<unknown>): Promise<{ done: Promise<unknown> }> {
  const version = async () =>
    (
      await storage.database.query<{ xmin: string }>(
        "SELECT v.xmin::text FROM vendor_limits v JOIN connections c ON v.key LIKE '%' || c.id || '%'",
      )
    ).rows;
  const before = await version();
  const done = work();
  await expect.poll(version, { interval: 10 }).not.toEqual(before);
  return { done };
}
const fiveCallers = Array<string>(5).fill("/caller");

test("a poll waits for its share of the limit while a caller proceeds", async () => {
  await connect("tulip", "ITEM");
  const { poller } = service.core.sources;
  await poller.schedule();
  await useUp();
  const { done } = await beginBeforeCallers(async () => {
    await poller.begin();
    await poller.idle();
  });
  expect((await read()).status).toBe(200);
  await done;
  expect(seen).toEqual([...fiveCallers, "/poll"]);
});

test("a task waits for its share of the limit while a caller proceeds", async () => {
  await connect("tulip");
  const { taskId } = (await read("accounts")).body["data"] as unknown as { taskId: string };
  await useUp();
  const { signal } = new AbortController();
  const { done } = await beginBeforeCallers(() =>
    service.core.tasks.run({ taskId, turn: 0 }, { isLast: true, signal }),
  );
  expect((await read()).status).toBe(200);
  await done;
  expect(seen).toEqual([...fiveCallers, "/task"]);
});

test("subscribing at the vendor waits for its share of the limit while a caller proceeds", async () => {
  await connect("daisy", "ITEM");
  await useUp();
  const { done } = await beginBeforeCallers(() => service.core.sources.renewVendorSubscriptions());
  expect((await read()).status).toBe(200);
  await done;
  expect(seen).toEqual([...fiveCallers, "/environments/production/companies/c1/webhook-subscriptions"]);
});

test("TARGET_LIMITS=off neither waits nor counts calls", async () => {
  await connect("tulip");
  const config = { ...storage.config, targetLimits: false };
  const free = await listenWith({ ...storage, config }, [tulip]);
  const { apiKey } = await createApiKey(storage.database, tenantId);
  const unlimited = makeCall(free.url, apiKey);
  for (let calls = 0; calls < 7; calls++)
    expect((await unlimited("GET", "/accounting/contacts", { accountKey })).status).toBe(200);
  const { rows } = await storage.database.query(
    "SELECT key FROM vendor_limits WHERE key LIKE '%' || (SELECT id FROM connections) || '%'",
  );
  expect(rows).toEqual([]);
  await free.close();
});
