/** A sandbox that other machines can reach: off by default, and protected by a password, a rate limit and a maximum size. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { run } from "../../src/wiring/run.ts";
import { openStorage } from "../../src/wiring/storage.ts";
import { reportFigure } from "../faults/scale.ts";
import { freshDatabase } from "../support/database.ts";
import { openBrowser } from "../support/oauth.ts";

const login = { user: "demo", password: "demo" };

async function open(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "kontor-door-"));
  const fresh = await freshDatabase();
  const serviceSettings = {
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: fresh.url,
    SANDBOX_ENTRIES: "1000",
    HOST: "0.0.0.0",
  };
  const config = readConfig({ ...serviceSettings, RATE_LIMIT: "10000", ...settings }, new Date());
  const storage = await openStorage({ config, log: pino({ level: "silent" }), exclusive: false });
  const running = await run(storage, { api: true, worker: false });
  onTestFinished(async () => {
    await running.stop();
    await fresh.drop();
    await rm(folder, { recursive: true, force: true });
  });
  /** The rows of all tables, and their size. */
  const size = async () => {
    const { rows: tables } = await storage.database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const counts = tables.map(async ({ name }) => {
      const { rows } = await storage.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
      return [name, rows[0]?.count ?? 0] as const;
    });
    // After the start, a background job creates tables for the coming days.
    const filled = (await Promise.all(counts)).filter(([, count]) => count > 0);
    return { tables: tables.length, rows: Object.fromEntries(filled) };
  };
  return { ...running, config, folder, size };
}

test("sandbox and demo are off by default on a public address", async () => {
  const { url, demo, config } = await open({});
  expect((await fetch(`${url}/sandbox/keys`)).status).toBe(404);
  const systems = await (await fetch(`${url}/targetSystems`)).text();
  expect(systems).toContain('"xero"');
  expect(systems).not.toContain('"sandbox');
  expect(demo).toBeUndefined();
  expect(config.notices).toEqual([expect.stringContaining("SANDBOX=on")]);
});

test("an enabled sandbox has a password that is stored only in the data folder", async () => {
  const { url, folder } = await open({ SANDBOX: "on" });
  const browser = openBrowser(url);
  const page = await browser.open("/sandbox/keys");
  const storedLogin = JSON.parse(await readFile(join(folder, "sandbox.json"), "utf8")) as typeof login;
  expect(storedLogin.password).toMatch(/^[\w-]{24}$/);
  expect(page.text).not.toContain(storedLogin.password);
  expect(page.text).not.toContain("with the password");
  const refused = await browser.submit(page, login);
  expect(refused.status).toBe(400);
  expect((await browser.submit(refused, storedLogin)).location?.pathname).toBe("/sandbox/keys");
});

test("requests to the sandbox are rate limited, except the service's own", async () => {
  const { url, demo } = await open({ SANDBOX: "on", RATE_LIMIT: "1", RATE_LIMIT_BURST: "2" });
  const keys = { "x-api-key": demo?.apiKey ?? "", "x-account-key": demo?.accountKey ?? "" };
  // Requests with a new key count for the caller's IP address.
  expect((await fetch(`${url}/accounting/units`, { headers: keys })).status).toBe(200);
  const requests = Array.from({ length: 20 }, () => fetch(`${url}/sandbox/v1/me`));
  const answers = await Promise.all(requests);
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(1);
  const [late] = answers.filter(({ status }) => status === 429);
  expect(Number(late?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await late?.json()).toMatchObject({ errors: [{ code: "rate_limited" }] });
  expect((await fetch(`${url}/accounting/units`, { headers: keys })).status).toBe(200);
});

test("requests without a key add rows only to the request log", async () => {
  const { url, size } = await open({ SANDBOX: "on", REQUEST_LOG_DAYS: "0" });
  const before = await size();
  const browser = openBrowser(url);
  for (let count = 0; count < 5; count++) await browser.submit(await browser.open("/sandbox/keys"), login);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const posts = ["token", "revoke", "login", "consent"].map((path) => [`/sandbox/oauth/${path}`, form, "a=1"] as const);
  const json = { "content-type": "application/json" };
  const more = ["/auth/submit", "/auth/cancel", "/auth/selections", "/sandbox/keys", "/sandbox/v1/behaviour"];
  const path = "/sandbox/v1/environments/production/companies/bergblick/customers";
  const others = [
    ...more,
    path,
    "/events/sandbox/x",
    "/webhooks",
    "/accounting/invoices",
    "/auth/accounts/sandbox-key",
  ];
  const all = [...posts, ...others.map((path) => [path, json, '{"name":"x"}'] as const)];
  for (const [path, headers, body] of all)
    expect((await fetch(`${url}${path}`, { method: "POST", headers, body })).status, path).toBeGreaterThanOrEqual(400);
  for (const path of ["/auth/start?flow=x", "/auth/callback/sandbox?state=x&code=y", "/health", "/docs", "/events/x"])
    await fetch(`${url}${path}`);
  const after = await size();
  expect(after.rows).toEqual(before.rows);
  reportFigure("H2", `no additional rows in ${after.tables} tables`);
});

test("a full sandbox refuses new records, and still reads and deletes", async () => {
  const { url, demo } = await open({ SANDBOX: "on", SANDBOX_MEGABYTES: "1" });
  const headers = { "x-api-key": demo?.apiKey ?? "", "x-account-key": demo?.accountKey ?? "" };
  const upload = async () => {
    const form = new FormData();
    const noise = crypto.getRandomValues(new Uint8Array(65_536));
    form.set("file", new Blob(Array.from({ length: 32 }, () => noise)), "a.pdf");
    return fetch(`${url}/accounting/files`, { method: "POST", headers, body: form });
  };
  expect((await upload()).status).toBe(201);
  // The size is checked once a second.
  await expect
    .poll(async () => (await upload()).json(), { timeout: 10_000, interval: 300 })
    .toMatchObject({ errors: [{ code: "target_rejected", targetMessage: expect.stringContaining("full") }] });
  expect((await fetch(`${url}/accounting/units`, { headers })).status).toBe(200);
});
