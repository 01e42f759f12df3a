/** Connections that lack scopes which their connector requests are listed, and their end users can be invited again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingsFor, simulationOf } from "../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../simulators/start.ts";
import { run } from "../../src/wiring/run.ts";
import { openStorage } from "../../src/wiring/storage.ts";
import { connectEndUser } from "../conformance/connect.ts";
import { openConsole } from "../support/consoleVisitor.ts";
import { openBrowser } from "../support/oauth.ts";
import { type Call, makeCall, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { connectorOf } from "../support/vendors.ts";

/** The scopes of apps before Xero made them granular. */
const broadScopes =
  "offline_access accounting.attachments accounting.contacts accounting.journals.read accounting.settings accounting.transactions";
const missing = [
  "accounting.banktransactions",
  "accounting.invoices",
  "accounting.manualjournals",
  "accounting.payments",
  "accounting.reports.trialbalance.read",
];
const xero = connectorOf("xero");

let simulator: Simulator;
/** The service before the change of scopes, and after it, with the same database. */
let before: Service;
let after: { readonly url: string; stop(): Promise<void> };
let call: Call;

beforeAll(async () => {
  simulator = await startSimulator(await simulationOf("xero"));
  before = await startService({ ...settingsFor(xero, simulator), OAUTH_SCOPES_XERO: broadScopes });
  const { config, log } = before.storage;
  after = await run(await openStorage({ config: { ...config, oauthScopes: {} }, log, exclusive: false }), {
    api: true,
    worker: false,
  });
  call = makeCall(after.url, before.keys.apiKey);
});
afterAll(async () => {
  await after.stop();
  await before.stop();
  await simulator.close();
});

const connect = (url: string) =>
  connectEndUser({ url, call: makeCall(url, before.keys.apiKey), connector: xero, vendor: simulator.vendor });
const needing = async (needs: string, more: Record<string, string> = {}) =>
  (await call("GET", "/tenants/connections", { query: { needs, ...more } })).rows;
const idOf = async (accountKey: string) => (await call("GET", "/auth/connection", { accountKey })).data["id"] ?? "";
const query = (statement: string, ...values: unknown[]) => before.storage.database.query(statement, values);

test("the console shows connections that need consent, with the permissions and a way to a link", async () => {
  const accountKey = await connect(before.url);
  const id = await idOf(accountKey);
  const otherKey = await connect(after.url);
  const other = await idOf(otherKey);
  const consoleClient = openConsole({ url: after.url, storage: before.storage });
  const operator = await consoleClient.signIn(await consoleClient.linkFor("owner", null));
  const { text: listed } = await operator.open("/console/connections?state=needs_consent");
  expect(listed).toContain(`/console/connections/${id}"`);
  expect(listed).not.toContain(`/console/connections/${other}"`);
  expect(listed).toContain("needs consent");
  expect(listed).toContain(`action="/console/connections/${id}/reconnect"`);
  const { text: shown } = await operator.open(`/console/connections/${id}`);
  expect(shown).toContain(missing.join(", "));
  expect((await operator.open(`/console/connections/${other}`)).text).not.toContain("needs consent");
  const { text: linked } = await operator.send(`/console/connections/${id}/reconnect`);
  expect(linked).toMatch(/\/auth\/start\?flow=[0-9a-z]{32}/);
  for (const key of [accountKey, otherKey]) await call("DELETE", "/auth/connection", { accountKey: key });
});

test("a connection without the new scopes is listed, and a link gets the end user's consent", async () => {
  const accountKey = await connect(before.url);
  const id = await idOf(accountKey);
  await connect(after.url);
  expect(await needing("consent")).toEqual([
    expect.objectContaining({ id, targetSystem: "xero", state: "active", needs: ["consent"], missingScopes: missing }),
  ]);
  const all = await call("GET", "/tenants/connections", { query: { targetSystem: "xero" } });
  expect(all.rows.map(({ needs }) => needs)).toEqual([["consent"], []]);
  expect(all.meta.pagination).toMatchObject({ total: 2 });

  const links = await call("POST", "/tenants/connections/links", { body: { needs: "consent" } });
  expect(links.status).toBe(201);
  expect(links.rows).toEqual([
    { id, targetSystem: "xero", url: expect.stringContaining("/auth/start?flow="), expiresDate: expect.any(String) },
  ]);
  const browser = openBrowser(after.url);
  let page = await browser.open(links.rows[0]?.["url"] ?? "");
  while (page.location !== undefined) page = await browser.open(page.location.href);
  page = await browser.submit(page, {});
  while (page.location !== undefined) page = await browser.open(page.location.href);
  expect(page.status).toBe(200);
  expect(await needing("consent")).toEqual([]);
  // The same account key as before.
  expect((await call("GET", "/accounting/paymentTerms", { accountKey })).status).toBe(200);
});

test("an older connection is recognised by the scopes that the vendor names when it renews the token", async () => {
  const accountKey = await connect(before.url);
  const id = await idOf(accountKey);
  await query("UPDATE connections SET scopes = NULL WHERE id = $1", id);
  expect(await needing("consent")).toEqual([]);
  simulator.vendor.expireTokens();
  expect((await call("GET", "/accounting/accounts", { accountKey })).status).toBe(200);
  expect(await needing("consent")).toMatchObject([{ id, missingScopes: missing }]);
  await call("DELETE", "/auth/connection", { accountKey });
  expect(await needing("consent")).toEqual([]);
});

test("connections whose credentials are refused can be listed and invited too", async () => {
  const accountKey = await connect(after.url);
  const id = await idOf(accountKey);
  await query("UPDATE connections SET state = 'needs_reauth' WHERE id = $1", id);
  expect(await needing("reauth")).toMatchObject([{ id, needs: ["reauth"], missingScopes: [] }]);
  expect(await needing("reauth", { targetSystem: "sandbox" })).toEqual([]);
  const invite = (body: object) => call("POST", "/tenants/connections/links", { body });
  expect((await invite({ needs: "reauth", ids: [id, "unknown"] })).rows).toMatchObject([{ id }]);
  expect((await invite({ needs: "reauth", ids: ["unknown"] })).rows).toEqual([]);
  expect(problem(await invite({ needs: "reauth", targetSystem: "nowhere" }))).toMatchObject({
    status: 404,
    code: "target_system_unknown",
  });
  expect(problem(await call("GET", "/tenants/connections", { query: { needs: "money" } }))).toMatchObject({
    status: 400,
    field: "needs",
  });
});
