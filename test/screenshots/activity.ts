/** A service with some activity, so that its pages have content: customers, failures, events, deliveries. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../../src/config.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { ensureDays } from "../../src/store/log/requestLog.ts";
import { setBudget } from "../../src/store/log/vendorUsage.ts";
import type { Database } from "../../src/store/postgres/database.ts";

import { listTenants } from "../../src/store/tenants.ts";
import { run } from "../../src/wiring/run.ts";
import { openStorage, type Storage } from "../../src/wiring/storage.ts";

export interface BusyService {
  readonly url: string;
  readonly apiKey: string;
  readonly storage: Storage;
  stop(): Promise<void>;
}

export async function openBusyService(moreSettings: Readonly<Record<string, string>>): Promise<BusyService> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-screenshots-"));
  const settings = {
    PORT: "0",
    DATA_DIR: folder,
    SANDBOX_ENTRIES: "1000",
    LOG_LEVEL: "silent",
    ALLOW_PRIVATE_NETWORK: "true",
    REQUEST_LOG_BODY_HOURS: "24",
    OPERATOR_NAME: "Rechnungswerk",
    POLL_SECONDS: "10",
    ...moreSettings,
  };
  const config = readConfig(settings, new Date());
  const storage = await openStorage({ config, log: pino({ level: "silent" }), exclusive: true });
  const running = await run(storage, { api: true, worker: true });
  const receivers = [await openReceiver(204), await openReceiver(500)] as const;
  const apiKey = running.demo?.apiKey ?? "";
  await addActivity({ url: running.url, apiKey, storage, receivers: receivers.map(({ url }) => url) });
  return {
    url: running.url,
    apiKey,
    storage,
    stop: async () => {
      for (const { close } of receivers) close();
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openReceiver(status: number): Promise<{ url: string; close: () => void }> {
  const answer = status < 300 ? "" : "The queue behind us is full.";
  const server = createServer((request, response) =>
    request.resume().on("end", () => response.writeHead(status).end(answer)),
  );
  await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, close };
}

interface Activity {
  readonly url: string;
  readonly apiKey: string;
  readonly storage: Storage;
  readonly receivers: readonly string[];
}

interface RequestOptions {
  readonly accountKey: string;
  readonly body?: object;
  readonly key?: string;
}

type Send = (method: string, path: string, options: RequestOptions) => Promise<number>;

const sender =
  (url: string, apiKey: string): Send =>
  async (method, path, { accountKey, body, key }) => {
    const headers = {
      "x-api-key": apiKey,
      "x-account-key": accountKey,
      "user-agent": "blattwerk/4.2",
      ...(body && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key }),
    };
    const { status } = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return status;
  };

const customer = (companyName: string) => ({ contactType: "COMPANY", role: "CUSTOMER", companyName });

async function addActivity({ url, apiKey, storage, receivers }: Activity): Promise<void> {
  const { database, vault, config } = storage;
  const { issueToken, issueGrant } = await openSandbox({ pool: database, ...config.sandbox });
  const demo = (await listTenants(database))[0]?.id ?? "";
  const other = await createTenant(database, "Blattwerk");
  const otherKey = (await createApiKey(database, other)).apiKey;
  const selection = { environment: "production", company: "bergblick" };
  const withKey = async (tenantId: string, endUserName: string, targetSystem = "sandbox-key") => {
    const token = await issueToken(endUserName);
    const connection = {
      tenantId,
      targetSystem,
      credentials: { apiKey: token },
      endUserName,
      endUserId: "4711",
      ...selection,
    };
    return { token, accountKey: await createConnection(database, vault, connection) };
  };
  const misbehave = (token: string, behaviour: object) =>
    fetch(`${url}/sandbox/v1/behaviour`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(behaviour),
    });
  const healthy = await createConnection(database, vault, {
    tenantId: demo,
    targetSystem: "sandbox",
    credentials: { ...(await issueGrant("Lindenau")) },
    ...selection,
    endUserName: "Hofladen Lindenau",
  });
  const slow = await withKey(demo, "Kiebitz Garten- und Landschaftsbau GmbH & Co. KG");
  const rejected = await withKey(demo, "Zaunkönig KG");
  const exporting = await withKey(demo, "Wiesel Werkzeuge", "sandbox-export");
  const otherConnection = await withKey(other, "Kranich Verlag", "sandbox-ledger");
  const send = sender(url, apiKey);
  const sendOther = sender(url, otherKey);

  for (const [index, callbackUrl] of receivers.entries())
    await send("POST", "/webhooks", { accountKey: index === 0 ? healthy : slow.accountKey, body: { callbackUrl } });
  await firstPolls(database);
  for (const path of ["customers", "invoices", "units", "taxRates", "accounts", "trialBalance", "items"])
    for (const accountKey of [healthy, slow.accountKey]) await send("GET", `/accounting/${path}`, { accountKey });
  for (const name of ["Dohle Druck", "Amsel Akustik", "Star Stahlbau"]) {
    await send("POST", "/accounting/customers", {
      accountKey: healthy,
      body: customer(name),
      key: `order-${name.replace(" ", "-")}`,
    });
    await send("POST", "/accounting/customers", { accountKey: slow.accountKey, body: customer(name) });
  }
  const invoiceDate = `${config.sandbox.day}T00:00:00Z`;
  const lineItems = [{ name: "Heu", quantity: 3, unitAmount: 149.5, taxRatePercentage: 19 }];
  await send("POST", "/accounting/invoices", {
    accountKey: healthy,
    body: { contactId: "cus-1", invoiceDate, currency: "EUR", lineItems },
    key: "order-4711",
  });
  await send("POST", "/accounting/customers", { accountKey: healthy, body: { contactType: "FIRM", companyName: 5 } });
  await send("GET", "/accounting/invoices?limit=7", { accountKey: healthy });
  await send("GET", "/accounting/invoices/00000000-0000-0000-0000-000000000000", { accountKey: healthy });
  await send("GET", "/accounting/invoices", { accountKey: "kacc_unknown" });
  await send("GET", "/accounting/journalEntries?fiscalYearStartDate=2026-01-01", { accountKey: exporting.accountKey });
  await sendOther("GET", "/accounting/journalEntries", otherConnection);
  await sendOther("GET", "/accounting/invoices?limit=100", otherConnection);
  await misbehave(slow.token, { delay_ms: 300, failures: [{ status: 503, times: 6 }] });
  for (let times = 0; times < 2; times++) await send("GET", "/accounting/bills", { accountKey: slow.accountKey });
  const closedPeriod = { errors: [{ message: "The period is closed." }] };
  await misbehave(slow.token, { failures: [{ status: 422, times: 1, body: JSON.stringify(closedPeriod) }] });
  await send("POST", "/accounting/customers", { accountKey: slow.accountKey, body: customer("Elster Elektro") });
  await misbehave(rejected.token, { failures: [{ status: 401, times: 1000 }] });
  await send("GET", "/accounting/customers", { accountKey: rejected.accountKey });
  await send("POST", "/tasks", { accountKey: healthy, body: {} }).catch(() => undefined);
  await setBudget(database, demo, { targetSystem: "sandbox-key", callsPerDay: 50, bytesPerDay: null });
  await setBudget(database, demo, { targetSystem: "sandbox", callsPerDay: 5000, bytesPerDay: 100_000_000 });
  await deliveryAttempts(database);
  await addPast(database);
}

/** Waits for the first poll of every subscription, which only sets the baseline. */
const firstPolls = (database: Database): Promise<void> =>
  waitUntil(database, "EXISTS (SELECT FROM polls) AND NOT EXISTS (SELECT FROM polls WHERE polled_until IS NULL)");

/** Waits waitUntil there are deliveries, some of them failed. */
const deliveryAttempts = (database: Database): Promise<void> =>
  waitUntil(
    database,
    `(SELECT count(DISTINCT subscription_id) FROM delivery_attempts) > 1
     AND EXISTS (SELECT FROM deliveries WHERE state = 'open' AND attempts > 0)`,
  );

async function waitUntil(database: Database, condition: string): Promise<void> {
  const ends = Date.now() + 60_000;
  const isMet = async () =>
    (await database.query<{ met: boolean }>(`SELECT ${condition} AS met`)).rows[0]?.met === true;
  while (!(await isMet()) && Date.now() < ends) await new Promise((resolve) => void setTimeout(resolve, 500));
}

/** Fakes states that take days to occur, and spreads the log over a day. */
async function addPast(database: Database): Promise<void> {
  const newest = "SELECT id FROM operations ORDER BY created_at DESC LIMIT 1";
  await database.query(`UPDATE operations SET state = 'unknown', settled_at = NULL WHERE id = (${newest})`);
  await database.query(
    `UPDATE deliveries SET state = 'failed', attempts = 10, settled_at = now() WHERE (subscription_id, sequence) IN (
       SELECT subscription_id, sequence FROM deliveries WHERE state = 'open' AND attempts > 0 ORDER BY sequence LIMIT 2)`,
  );
  const days = [0, 1, 2].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  await ensureDays(database, days);
  for (const [table, id] of [
    ["request_log", "id"],
    ["vendor_calls", "request_id"],
  ] as const) {
    const { rows } = await database.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position",
      [table],
    );
    const columns = rows.map(({ name }) => name).join(", ");
    const moved = rows.map(({ name }) =>
      name === "at"
        ? "at - hour * interval '47 minutes' - random() * interval '40 minutes'"
        : name === id
          ? `${id} || hour`
          : name,
    );
    await database.query(
      `INSERT INTO ${table} (${columns}) SELECT ${moved.join(", ")} FROM ${table}, generate_series(1, 28) AS hour
       WHERE random() < 0.35`,
    );
  }
}
