/** A connection from its first health check to its end. */
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connectors } from "../../src/connectors/index.ts";
import { accountKeyIn, callback, hrefOf, openPlatform, type Platform, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { listenWith } from "../support/wired.ts";

let service: Service;
let platform: Platform;
let accountKey: string;

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  accountKey = accountKeyIn(await platform.join({ environment: "production", company: "kornfeld" }));
});

const get = (path: string, query = {}) => platform.call("GET", path, { accountKey, query });
const newest = async () => {
  const { rows } = await platform.database.query<{ id: string; state: string; credentials: Buffer; company: string }>(
    "SELECT id, state, credentials, company FROM connections ORDER BY created_at DESC LIMIT 1",
  );
  if (rows[0] === undefined) throw new Error("No connection exists.");
  return rows[0];
};
/** Whether the end user's latest grant is revoked. */
const grantIsRevoked = async () => {
  const { rows } = await platform.database.query<{ revoked: boolean }>(
    `SELECT revoked_at IS NOT NULL AS revoked FROM sandbox.grants JOIN sandbox.tokens USING (hash)
     ORDER BY created_at DESC LIMIT 1`,
  );
  return rows[0]?.revoked;
};

describe("returns", () => {
  test("environments", async () => {
    const { status, rows } = await get("/auth/environments");
    expect(status).toBe(200);
    expect(rows.map(({ id, environmentId, name }) => ({ id, environmentId, name }))).toEqual([
      { id: "production", environmentId: "production", name: "Produktion" },
      { id: "test", environmentId: "test", name: "Testumgebung" },
    ]);
  });

  test("companies of the chosen environment, or of the environment in the query", async () => {
    const ids = async (query = {}) => (await get("/auth/companies", query)).rows.map(({ id }) => id);
    expect(await ids()).toEqual(["bergblick", "kornfeld"]);
    expect(await ids({ environmentName: "test" })).toEqual(["probelauf"]);
  });

  test("the health of the connection, checked by a real call", async () => {
    const { data } = await get("/auth/connection");
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      targetSystem: "sandbox",
      state: "active",
      healthy: true,
      environmentName: "production",
      companyId: "kornfeld",
      createdDate: expect.stringMatching(/Z$/),
      updatedDate: expect.stringMatching(/Z$/),
    });
    await platform.sandbox.changeGrants({ revoke: true });
    expect((await get("/auth/connection")).data).toMatchObject({
      state: "needs_reauth",
      healthy: false,
      problem: "connection_needs_reauth",
    });
  });

  test("401 without an account key", async () => {
    const keyless = await platform.call("GET", "/auth/connection");
    expect(problem(keyless)).toMatchObject({ status: 401, code: "account_key_missing" });
  });
});

describe("reconnect", () => {
  const begin = async (body?: object) => {
    const { status, data, text } = await platform.call("POST", "/auth/reconnect", { accountKey, body });
    if (status !== 200) throw new Error(text);
    return data["url"] ?? "";
  };

  test("keeps the account key and the company, and makes the connection active again", async () => {
    await platform.sandbox.changeGrants({ revoke: true });
    for (const path of ["/accounting/paymentTerms", "/auth/environments", "/accounting/units"])
      expect(problem(await get(path))).toMatchObject({ status: 409, next: "reconnect" });
    const before = await newest();
    const browser = platform.browser();
    const back = await platform.signIn(browser, await begin({ callbackUrl: callback }));
    const arrived = hrefOf(await browser.open(back.href));
    expect(accountKeyIn(arrived)).toBe(accountKey);
    expect((await get("/accounting/paymentTerms")).status).toBe(200);
    expect(await newest()).toMatchObject({ id: before.id, state: "active", company: "kornfeld" });
    expect((await newest()).credentials.equals(before.credentials)).toBe(false);
  });

  test("takes effect immediately", async () => {
    await platform.database.query("UPDATE connections SET state = 'needs_reauth'");
    expect(problem(await get("/accounting/units"))).toMatchObject({ code: "connection_needs_reauth" });
    const browser = platform.browser();
    const back = await platform.signIn(browser, await begin({ callbackUrl: callback }));
    await browser.open(back.href);
    expect((await get("/accounting/units")).status).toBe(200);
  });

  test("can choose another company", async () => {
    const browser = platform.browser();
    const body = { callbackUrl: callback, environmentSelection: true };
    const back = await platform.signIn(browser, await begin(body));
    const page = await browser.open(hrefOf(await browser.open(back.href)));
    const done = await browser.submit(page, { choice: "test" });
    expect(accountKeyIn(hrefOf(done))).toBe(accountKey);
    expect(await newest()).toMatchObject({ company: "probelauf" });
  });

  test("needs no body if a callback is registered", async () => {
    const refused = await platform.call("POST", "/auth/reconnect", { accountKey });
    expect(problem(refused)).toMatchObject({ status: 400, field: "callbackUrl" });
    const body = { callbackUrl: callback, cancelCallbackUrl: callback };
    await platform.call("POST", "/tenants/add-callback-urls", { body });
    expect(await begin()).toContain("/auth/start?flow=");
  });

  test("works with API keys too", async () => {
    const apiKey = await platform.sandbox.issueToken("Test");
    const made = await platform.call("POST", "/auth/accounts/sandbox-key", { body: { apiKey } });
    accountKey = made.data["accountKey"] ?? "";
    const browser = platform.browser();
    const page = await browser.open(await begin({ callbackUrl: callback }));
    const done = await browser.submit(page, { apiKey: await platform.sandbox.issueToken("Test") });
    expect(accountKeyIn(hrefOf(done))).toBe(accountKey);
    expect((await get("/auth/connection")).data).toMatchObject({ healthy: true });
  });

  test("changes nothing if cancelled", async () => {
    const before = await newest();
    const browser = platform.browser();
    const back = await platform.signIn(browser, await begin({ callbackUrl: callback }), "deny");
    await browser.open(back.href);
    expect(await newest()).toEqual(before);
    expect((await get("/accounting/paymentTerms")).status).toBe(200);
  });
});

describe("deleting a connection", () => {
  const end = () => platform.call("DELETE", "/auth/connection", { accountKey });

  test("erases the credentials, revokes the token at the vendor and ends the account key", async () => {
    expect((await end()).data).toEqual({ targetSystem: "sandbox", state: "disabled", revoked: true });
    expect(await grantIsRevoked()).toBe(true);
    expect(await newest()).toMatchObject({ state: "disabled", credentials: Buffer.alloc(0) });
    const refused = { status: 401, code: "account_key_invalid" };
    // A recently used key may be cached for a moment.
    await expect.poll(async () => problem(await get("/accounting/paymentTerms"))).toMatchObject(refused);
    expect(problem(await end())).toMatchObject(refused);
    for (const path of ["/auth/connection", "/auth/companies"]) expect(problem(await get(path))).toMatchObject(refused);
    const again = await platform.call("POST", "/auth/reconnect", { accountKey, body: { callbackUrl: callback } });
    expect(problem(again)).toMatchObject(refused);
  });

  test("succeeds even if the vendor does not revoke the token", async () => {
    const body = { targetSystem: "sandbox", clientId: "nobody", clientSecret: "wrong", customValues: [] };
    await platform.call("POST", "/tenants/register-system", { body });
    expect((await end()).data).toEqual({ targetSystem: "sandbox", state: "disabled", revoked: false });
    await platform.call("DELETE", "/tenants/delete-registered-system/sandbox");
    expect((await newest()).credentials).toHaveLength(0);
  });

  test("with an API key revokes nothing", async () => {
    const apiKey = await platform.sandbox.issueToken("Test");
    const made = await platform.call("POST", "/auth/accounts/sandbox-key", { body: { apiKey } });
    accountKey = made.data["accountKey"] ?? "";
    expect((await end()).data).toEqual({ targetSystem: "sandbox-key", state: "disabled", revoked: false });
    expect((await newest()).credentials).toHaveLength(0);
  });

  test("is not undone by an open reconnect flow", async () => {
    const body = { callbackUrl: callback, environmentSelection: true };
    const { data } = await platform.call("POST", "/auth/reconnect", { accountKey, body });
    const browser = platform.browser();
    const back = await platform.signIn(browser, data["url"] ?? "");
    const page = await browser.open(hrefOf(await browser.open(back.href)));
    await end();
    expect(await platform.count("flows WHERE step = 'signed_in' AND secrets IS NOT NULL")).toBe(0);
    const done = await browser.submit(page, { choice: "test" });
    expect(done).toMatchObject({ status: 410, location: undefined });
    expect(await newest()).toMatchObject({ state: "disabled", credentials: Buffer.alloc(0) });
  });
});

test("a process sees its own changes in the next call, before any database notification", async () => {
  const { storage, keys } = service;
  // This pool receives no notifications.
  const callersDatabase = storage.openPool(1);
  const { url, close } = await listenWith({ ...storage, callersDatabase }, connectors, { ownUrl: service.url });
  onTestFinished(async () => {
    await close();
    await callersDatabase.end();
  });
  const headers = { "x-api-key": keys.apiKey, "x-account-key": accountKey };
  const ask = async (method: string, path: string) => (await fetch(url + path, { method, headers })).status;
  expect(await ask("GET", "/accounting/units")).toBe(200);
  expect(await ask("DELETE", "/auth/connection")).toBe(200);
  expect(await ask("GET", "/accounting/units")).toBe(401);
});
