/** The redirect flow and the choice of environment and company, from the platform's first request to data. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "../support/oauth.ts";
import {
  accountKeyIn,
  callback,
  type Fields,
  hmac,
  hrefOf,
  openPlatform,
  type Platform,
  problem,
} from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
});
afterAll(() => service.stop());

/** The fiscal years, which differ between the companies. */
async function chartsOf(accountKey: string, query: Fields = {}): Promise<readonly Fields[]> {
  const { status, text, rows } = await platform.call("GET", "/accounting/fiscalYears", { accountKey, query });
  if (status !== 200) throw new Error(text);
  return rows;
}

const begin = (targetSystem: string, query: Fields = {}, headers: Fields = {}) =>
  platform.call("GET", `/auth/${targetSystem}`, { query: { callbackUrl: callback, ...query }, headers });

describe("redirect flow", () => {
  test("leads through login and consent to the callback with a working account key", async () => {
    const browser = platform.browser();
    const address = await platform.begin("sandbox");
    expect(address).toMatch(new RegExp(`^${platform.url}/auth/start\\?flow=[0-9a-z]{32}$`));
    const back = await platform.signIn(browser, address);
    expect(back.origin + back.pathname).toBe(`${platform.url}/auth/callback/sandbox`);
    const arrived = await browser.open(back.href);
    expect(arrived.headers.get("referrer-policy")).toBe("no-referrer");
    expect([...new URL(hrefOf(arrived)).searchParams.keys()]).toEqual(["kept", "accountKey"]);
    expect(hrefOf(arrived).startsWith(callback)).toBe(true);
    const query = { environmentName: "production", companyId: "kornfeld" };
    const terms = await platform.call("GET", "/accounting/paymentTerms", {
      accountKey: accountKeyIn(hrefOf(arrived)),
      query,
    });
    expect(terms.status).toBe(200);
    expect(terms.rows.length).toBeGreaterThan(0);
  });

  test("uses PKCE S256 and a new state for every attempt", async () => {
    const browser = platform.browser();
    const address = await platform.begin("sandbox");
    const tries = [await browser.open(address), await browser.open(address)].map((page) => new URL(hrefOf(page)));
    const [first, second] = tries.map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(first).toMatchObject({
      response_type: "code",
      redirect_uri: `${platform.url}/auth/callback/sandbox`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(second?.["state"]).not.toBe(first?.["state"]);
    expect(second?.["code_challenge"]).not.toBe(first?.["code_challenge"]);
  });

  test("returns the bare URL if the caller accepts text", async () => {
    const accepts = { "text/plain": "text/plain", "text/html": "text/html,application/xhtml+xml" };
    for (const [type, accept] of Object.entries(accepts)) {
      const { headers, text } = await begin("sandbox", {}, { accept });
      expect(headers.get("content-type")).toBe(`${type}; charset=utf-8`);
      expect(text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\/start\?flow=[0-9a-z]{32}$/);
    }
    expect((await begin("sandbox", {}, { accept: "*/*" })).data["url"]).toContain("/auth/start?flow=");
  });

  test("redirects to the cancel callback without a connection if the end user denies consent", async () => {
    const before = await platform.count("connections");
    const browser = platform.browser();
    const address = await platform.begin("sandbox", { cancelCallbackUrl: "http://127.0.0.1:9/cancelled?a=b" });
    const back = await platform.signIn(browser, address, "deny");
    const arrived = await browser.open(back.href);
    expect(hrefOf(arrived)).toBe("http://127.0.0.1:9/cancelled?a=b&error=cancelled");
    expect(await platform.count("connections")).toBe(before);
  });

  test("redirects to the callback with an error if there is no cancel callback", async () => {
    const browser = platform.browser();
    const back = await platform.signIn(browser, await platform.begin("sandbox"), "deny");
    expect(hrefOf(await browser.open(back.href))).toBe(`${callback}&error=cancelled`);
  });

  test("redirects to the callback with an error code if the vendor fails", async () => {
    const browser = platform.browser();
    const back = await platform.signIn(browser, await platform.begin("sandbox"));
    back.searchParams.set("error", "server_error");
    expect(hrefOf(await browser.open(back.href))).toBe(`${callback}&error=target_rejected`);
  });
});

describe("parameters", () => {
  test.each([
    [{ callbackUrl: "ftp://127.0.0.1/" }, { status: 400, code: "invalid_request", field: "callbackUrl" }],
    [{ cancelCallbackUrl: "nowhere" }, { status: 400, code: "invalid_request", field: "cancelCallbackUrl" }],
    [{ environmentSelection: "yes" }, { status: 400, code: "invalid_request", field: "environmentSelection" }],
    [{ include_signature: "1" }, { status: 400, code: "invalid_request", field: "include_signature" }],
    [{ locale: "not a language" }, { status: 400, code: "unknown_locale", field: "locale" }],
    [{ locale: "de_DE" }, { status: 400, code: "unknown_locale", field: "locale" }],
    [{ company: "" }, { status: 400, code: "invalid_request", field: "company" }],
    [{ baseUrl: "javascript:alert(1)" }, { status: 400, code: "invalid_request", field: "baseUrl" }],
  ])("%o is refused", async (query, expected) => {
    expect(problem(await begin("sandbox", query))).toMatchObject(expected);
  });

  test("refuses an unknown target system and a missing key, and warns of an unknown parameter", async () => {
    expect(problem(await begin("nowhere"))).toMatchObject({ status: 404, code: "target_system_unknown" });
    const keyless = await platform.call("GET", "/auth/sandbox", { apiKey: "", query: { callbackUrl: callback } });
    expect(problem(keyless)).toMatchObject({ status: 401, code: "api_key_missing" });
    const odd = await begin("sandbox", { colour: "red" });
    expect(odd.status).toBe(200);
    expect(odd.meta.warnings).toEqual([expect.stringContaining("colour")]);
  });

  test("accepts callback URLs of up to 2000 characters", async () => {
    const long = (length: number) => callback.padEnd(length, "x");
    expect((await begin("sandbox", { callbackUrl: long(2000) })).status).toBe(200);
    const tooLong = { status: 400, code: "invalid_request", field: "callbackUrl" };
    expect(problem(await begin("sandbox", { callbackUrl: long(2001) }))).toMatchObject(tooLong);
    const body = { webhookCallbackUrl: callback, callbackUrl: long(2001) };
    expect(problem(await platform.call("POST", "/auth/sandbox", { body }))).toMatchObject(tooLong);
  });

  test("stores company and environment from the request, under both parameter names", async () => {
    for (const query of [
      { environment: "production", company: "kornfeld" },
      { environment: "production", companyId: "kornfeld" },
    ]) {
      const accountKey = accountKeyIn(await platform.join(query));
      const { data } = await platform.call("GET", "/auth/connection", { accountKey });
      expect(data).toMatchObject({ environmentName: "production", companyId: "kornfeld", healthy: true });
      expect(await chartsOf(accountKey)).toEqual(await chartsOf(accountKey, { companyId: "kornfeld" }));
      expect(await chartsOf(accountKey)).not.toEqual(await chartsOf(accountKey, { companyId: "bergblick" }));
    }
  });

  test("uses the registered callbacks by default", async () => {
    const apiKey = await platform.newTenant();
    const lost = await platform.call("GET", "/auth/sandbox-key", { apiKey });
    expect(problem(lost)).toMatchObject({ status: 400, code: "invalid_request", field: "callbackUrl" });
    const body = { callbackUrl: "http://127.0.0.1:9/all", cancelCallbackUrl: "http://127.0.0.1:9/none" };
    expect((await platform.call("POST", "/tenants/add-callback-urls", { apiKey, body })).status).toBe(201);
    expect((await platform.call("GET", "/tenant/get-callback-url", { apiKey })).data).toEqual(body);

    const browser = platform.browser();
    const start = async (query: Fields = {}) => {
      const { data } = await platform.call("GET", "/auth/sandbox-key", { apiKey, query });
      return browser.open(data["url"] ?? "");
    };
    const apiKeyOfUser = await platform.sandbox.issueToken("Test");
    const through = await browser.submit(await start(), { apiKey: apiKeyOfUser });
    expect(hrefOf(through)).toMatch(/^http:\/\/127\.0\.0\.1:9\/all\?accountKey=/);
    expect(hrefOf(await cancelOn(browser, await start()))).toBe("http://127.0.0.1:9/none?error=cancelled");
    // The request takes precedence.
    const other = await start({ cancelCallbackUrl: "http://127.0.0.1:9/other" });
    expect(hrefOf(await cancelOn(browser, other))).toBe("http://127.0.0.1:9/other?error=cancelled");
  });

  test("passes the flow's language to the vendor's page", async () => {
    const away = await platform.browser().open(await platform.begin("sandbox", { locale: "de-AT" }));
    expect(away.location?.searchParams.get("ui_locales")).toBe("de-AT");
    expect((await platform.browser().open(away.location?.href ?? "")).text).toContain('<html lang="de">');
  });

  test("keeps the locale until the selection page", async () => {
    const browser = platform.browser();
    const query = { environmentSelection: "true", locale: "de-AT" };
    const back = await platform.signIn(browser, await platform.begin("sandbox", query));
    const page = await browser.open(hrefOf(await browser.open(back.href)));
    expect(page.text).toContain('<html lang="de');
    expect(page.text).toContain("Umgebung");
  });
});

const cancelOn = (browser: Browser, page: Page) =>
  browser.submit({ ...page, text: page.text.slice(page.text.indexOf('<form id="cancel"')) }, {});

describe("signed callbacks", () => {
  const signed = { include_signature: "true" };
  const makeSecret = async (path = "/tenant/signing-secret") => {
    const { status, data } = await platform.call("POST", path);
    expect(status).toBe(201);
    return data["signingSecret"] ?? "";
  };
  /** Verifies as the documentation describes. */
  const isGenuine = ({ searchParams }: URL, secret: string): boolean => {
    const ts = searchParams.get("ts") ?? "";
    if (!/^\d+$/.test(ts) || Math.abs(Date.now() / 1000 - Number(ts)) > 300) return false;
    return (
      hmac(secret, `accountKey=${searchParams.get("accountKey")}&ts=${ts}`) === searchParams.get("service_signature")
    );
  };

  test("are refused at the start without a signing secret", async () => {
    const query = { callbackUrl: callback, ...signed };
    const refused = await platform.call("GET", "/auth/sandbox", { query, apiKey: await platform.newTenant() });
    expect(problem(refused)).toMatchObject({
      status: 400,
      code: "signing_secret_missing",
      field: "include_signature",
    });
  });

  test("verify with the tenant's secret only", async () => {
    const secret = await makeSecret();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const arrived = await platform.join(signed);
    expect([...arrived.searchParams.keys()]).toEqual([
      "kept",
      "accountKey",
      "ts",
      "service_signature",
      "service_signature_v2",
    ]);
    expect(arrived.searchParams.get("service_signature")).toMatch(/^[0-9a-f]{64}$/);
    expect(isGenuine(arrived, secret)).toBe(true);
    expect(isGenuine(arrived, "0".repeat(64))).toBe(false);
    expect((await platform.join()).searchParams.has("service_signature")).toBe(false);
  });

  test("the second signature covers the end user", async () => {
    const secret = await makeSecret();
    const endUser = { endUserId: "17&ts=1", endUserName: "Bäckerei = Söhne" };
    const { searchParams } = await platform.join({ ...signed, ...endUser });
    expect(Object.fromEntries(searchParams)).toMatchObject(endUser);
    const message = (endUserName: string) =>
      [
        `accountKey=${searchParams.get("accountKey")}`,
        `endUserId=${endUser.endUserId}`,
        `endUserName=${endUserName}`,
        `ts=${searchParams.get("ts")}`,
      ].join("\n");
    expect(searchParams.get("service_signature_v2")).toBe(hmac(secret, message(endUser.endUserName)));
    expect(searchParams.get("service_signature_v2")).not.toBe(hmac(secret, message("Somebody else")));
    const plain = (await platform.join(signed)).searchParams;
    const lines = [`accountKey=${plain.get("accountKey")}`, "endUserId=", "endUserName=", `ts=${plain.get("ts")}`];
    expect(plain.get("service_signature_v2")).toBe(hmac(secret, lines.join("\n")));
    // A line break would let one value pass for two.
    const query = { callbackUrl: callback, endUserId: "17\nendUserName=x" };
    expect((await platform.call("GET", "/auth/sandbox", { query })).status).toBe(400);
    const body = { webhookCallbackUrl: "http://127.0.0.1:9/keys", endUserName: "a\nb" };
    expect((await platform.call("POST", "/auth/sandbox", { body })).status).toBe(400);
  });

  test("use the new secret immediately after a rotation, also in open flows", async () => {
    const old = await makeSecret();
    const browser = platform.browser();
    const back = await platform.signIn(browser, await platform.begin("sandbox", signed));
    const secret = await makeSecret("/tenants/signing-secret");
    expect(secret).not.toBe(old);
    const arrived = new URL(hrefOf(await browser.open(back.href)));
    expect(isGenuine(arrived, old)).toBe(false);
    expect(isGenuine(arrived, secret)).toBe(true);
  });
});

describe("interactive selection", () => {
  const select = { environmentSelection: "true" };
  const choicesOn = ({ text }: Page) =>
    [...text.matchAll(/name="choice" id="[^"]*" value="([^"]*)"/g)].map(([, id]) => id);
  async function selection(query: Fields = {}) {
    const browser = platform.browser();
    const back = await platform.signIn(browser, await platform.begin("sandbox", { ...select, ...query }));
    const redirect = await browser.open(back.href);
    expect(hrefOf(redirect)).toMatch(/\/auth\/selections\?flow=[0-9a-z]{32}$/);
    return { browser, page: await browser.open(hrefOf(redirect)) };
  }

  test("asks for environment, then company, and later calls need no companyId", async () => {
    const { browser, page } = await selection();
    expect(choicesOn(page)).toEqual(["production", "test"]);
    // The redirect keeps the back button from sending the form again.
    const companies = await browser.open(hrefOf(await browser.submit(page, { choice: "production" })));
    expect(choicesOn(companies)).toEqual(["bergblick", "kornfeld"]);
    // A reload shows the remaining choice.
    expect(choicesOn(await browser.open(page.url))).toEqual(["bergblick", "kornfeld"]);
    const done = await browser.submit(companies, { choice: "kornfeld" });
    const accountKey = accountKeyIn(hrefOf(done));
    const terms = await platform.call("GET", "/accounting/paymentTerms", { accountKey });
    expect(terms.status).toBe(200);
    expect(terms.rows.length).toBeGreaterThan(0);
    expect(await chartsOf(accountKey)).toEqual(await chartsOf(accountKey, { companyId: "kornfeld" }));
    expect(await chartsOf(accountKey)).not.toEqual(await chartsOf(accountKey, { companyId: "bergblick" }));
  });

  test("skips a choice with only one option", async () => {
    const { browser, page } = await selection();
    const done = await browser.submit(page, { choice: "test" });
    const { data } = await platform.call("GET", "/auth/connection", { accountKey: accountKeyIn(hrefOf(done)) });
    expect(data).toMatchObject({ environmentName: "test", companyId: "probelauf" });
  });

  test("skips a choice that the request has made", async () => {
    const { browser, page } = await selection({ environment: "production" });
    expect(choicesOn(page)).toEqual(["bergblick", "kornfeld"]);
    expect(accountKeyIn(hrefOf(await browser.submit(page, { choice: "kornfeld" })))).toMatch(/^kacc_/);
    const both = await selection({ environment: "production", company: "kornfeld" });
    const { data } = await platform.call("GET", "/auth/connection", { accountKey: accountKeyIn(hrefOf(both.page)) });
    expect(data).toMatchObject({ environmentName: "production", companyId: "kornfeld" });
  });

  test("shows the page again for an unknown choice, and allows no skipped step", async () => {
    const { browser, page } = await selection();
    const again = await browser.submit(page, { choice: "nowhere" });
    expect(again.status).toBe(422);
    expect(again.text).toContain('role="alert"');
    expect(choicesOn(again)).toEqual(["production", "test"]);
    const jumped = await browser.submit(again, { step: "company", choice: "kornfeld" });
    expect(choicesOn(await browser.open(hrefOf(jumped)))).toEqual(["production", "test"]);
    const companies = await browser.open(hrefOf(await browser.submit(again, { choice: "production" })));
    expect((await browser.submit(companies, { choice: "probelauf" })).status).toBe(422);
  });

  test("cancelling at the last step leaves no connection and no secrets", async () => {
    const before = await platform.count("connections");
    const { browser, page } = await selection({ cancelCallbackUrl: "http://127.0.0.1:9/no" });
    expect(hrefOf(await cancelOn(browser, page))).toBe("http://127.0.0.1:9/no?error=cancelled");
    expect(await platform.count("connections")).toBe(before);
    expect(await platform.count("flows WHERE step = 'cancelled' AND secrets IS NOT NULL")).toBe(0);
  });
});
