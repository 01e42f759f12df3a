import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../../../test/support/service.ts";
import { callersChannel } from "../../store/connections.ts";
import { type Database, openDatabase, transaction } from "../../store/postgres/database.ts";
import { type Callers, openCallers } from "./callers.ts";
import { createConnection } from "./connection.ts";
import { openKnownKeys } from "./knownKeys.ts";
import { createApiKey, createTenant } from "./tenants.ts";

let service: Service;
let pool: Database;
let callers: Callers;
let keys: { readonly api: string; readonly account: string };
let ids: { readonly tenantId: string; readonly connectionId: string };
/** Stands still: only what is told makes anybody forget. */
let time = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  const { database, vault, config } = service.storage;
  const { databaseUrl: url = "" } = config;
  pool = openDatabase({ url, connections: 1, onLost: () => {}, channel: callersChannel });
  onTestFinished(() => pool.end());
  const now = () => time;
  callers = openCallers({ database: pool, vault, knownKeys: openKnownKeys(database, now), now });
  const tenantId = await createTenant(database, "Neuland");
  const { apiKey: api } = await createApiKey(database, tenantId);
  const choice = { targetSystem: "sandbox-key", environment: "production", company: "bergblick" };
  const account = await createConnection(database, vault, { tenantId, ...choice, credentials: { apiKey: "key" } });
  keys = { api, account };
  ids = { tenantId, connectionId: (await callers.find(keys)).connection.id };
});

const change = (sql: string, id: string) => service.storage.database.query(sql, [id]);
const outcome = () =>
  callers.find(keys).then(
    ({ connection }) => connection.company,
    (error: { code: string }) => error.code,
  );

/** Whoever asks the database for a caller waits until the work is done. */
const whileNobodyIsFound = <Result>(work: () => Promise<Result>): Promise<Result> =>
  transaction(service.storage.database, async (client) => {
    await client.query("LOCK TABLE account_keys IN ACCESS EXCLUSIVE MODE");
    return work();
  });
const isRemembered = () =>
  whileNobodyIsFound(() => Promise.race([outcome().then(() => true), pause(100).then(() => false)]));

test("shares one query among calls until it has been unanswered for half a second", async () => {
  expect(await isRemembered()).toBe(true);
  time += 499;
  expect(await isRemembered()).toBe(true);
  time += 1;
  expect(await isRemembered()).toBe(false);
  await outcome();
  expect(await isRemembered()).toBe(true);
});

test("caches a caller for a minute while the database answers, but not after the clock was set back", async () => {
  const { database, vault } = service.storage;
  const account = await createConnection(database, vault, {
    tenantId: ids.tenantId,
    targetSystem: "sandbox-key",
    credentials: { apiKey: "key" },
  });
  const other = async () => {
    callers.forget((await callers.find({ api: keys.api, account })).connection.id);
    await callers.find({ api: keys.api, account });
  };
  for (let turn = 0; turn < 149; turn++) {
    time += 400;
    await other();
  }
  expect(await isRemembered()).toBe(true);
  time += 400;
  await other();
  expect(await isRemembered()).toBe(false);
  await outcome();
  time -= 3_600_000;
  expect(await isRemembered()).toBe(false);
});

test.each([
  ["an API key is revoked", "UPDATE api_keys SET revoked_at = now() WHERE tenant_id = $1", "api_key_invalid"],
  ["an API key is deleted", "DELETE FROM api_keys WHERE tenant_id = $1", "api_key_invalid"],
  ["a tenant is disabled", "UPDATE tenants SET disabled_at = now() WHERE id = $1", "api_key_invalid"],
  ["a tenant is deleted", "DELETE FROM tenants WHERE id = $1", "api_key_invalid"],
  [
    "an account key is revoked",
    "UPDATE account_keys SET revoked_at = now() WHERE connection_id = $1",
    "account_key_invalid",
  ],
  ["an account key is deleted", "DELETE FROM account_keys WHERE connection_id = $1", "account_key_invalid"],
  ["another company is chosen", "UPDATE connections SET company = 'seeblick' WHERE id = $1", "seeblick"],
  ["a connection is deleted", "DELETE FROM connections WHERE id = $1", "account_key_invalid"],
])("sees immediately when %s in another process", async (_, sql, expected) => {
  await change(sql, /connection/.test(sql) ? ids.connectionId : ids.tenantId);
  await expect.poll(outcome).toBe(expected);
});

test("keeps the entry when other rows change or a key is only used", async () => {
  const { database } = service.storage;
  const notified: (string | undefined)[] = [];
  const listener = await service.storage.openPool(1).connect();
  onTestFinished(() => listener.release(true));
  listener.on("notification", ({ payload }) => notified.push(payload));
  await listener.query(`LISTEN ${callersChannel}`);
  await database.query("UPDATE api_keys SET last_used_at = now()");
  const other = await createTenant(database, "Altland");
  await change("UPDATE tenants SET disabled_at = now() WHERE id = $1", other);
  await expect.poll(() => notified).toEqual([other]);
  expect(await isRemembered()).toBe(true);
});

test("shows a change in this process to the next call, even if a query is running", async () => {
  callers.forget(ids.connectionId);
  const lookup = await whileNobodyIsFound(async () => {
    const underWay = outcome();
    callers.forget(ids.tenantId);
    return { underWay };
  });
  await lookup.underWay;
  expect(await isRemembered()).toBe(false);
});

test("drops all entries when a database connection breaks", async () => {
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const removed = new Promise((resolve) => pool.once("remove", resolve));
  await service.storage.database.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await removed;
  expect(await isRemembered()).toBe(false);
  await outcome();
  expect(await isRemembered()).toBe(true);
});
