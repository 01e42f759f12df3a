/** The operator registers the app, so an end user only has to give the grant: by pasting it or on the vendor's page. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simulation } from "../../../simulators/e-conomic/simulation.ts";
import { settingsFor } from "../../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../../simulators/start.ts";
import { type Browser, openBrowser } from "../../../test/support/oauth.ts";
import { accountKeyIn, type Call, callback, hrefOf, makeCall } from "../../../test/support/platform.ts";
import { type Service, startService } from "../../../test/support/service.ts";
import { eConomic } from "./connector.ts";

let simulator: Simulator;
let service: Service;
let call: Call;
beforeAll(async () => {
  simulator = await startSimulator(simulation);
  const { TARGET_SITE_E_CONOMIC = "" } = settingsFor(eConomic, simulator);
  service = await startService({ TARGET_SITE_E_CONOMIC });
  call = makeCall(service.url, service.keys.apiKey);
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

const credentials = () => simulator.vendor.access.credentials ?? {};
const register = (clientSecret: string) => {
  const { clientId = "" } = simulator.vendor.access.oauthClient ?? {};
  const body = { targetSystem: "e-conomic", clientId, clientSecret, customValues: [] };
  return call("POST", "/tenants/register-system", { body });
};
const requirements = async () =>
  (await call("GET", "/tenants/get-target-system-requirements", { query: { targetSystem: "e-conomic" } })).rows.map(
    ({ name }) => name,
  );
const begin = async (query = {}) =>
  (await call("GET", "/auth/e-conomic", { query: { callbackUrl: callback, ...query } })).data["url"] ?? "";
const page = async () => (await fetch(await begin())).text();
const signInLink = /<a class="submit" href="([^"]+)">/;

test("asks for both tokens if no app is registered", async () => {
  expect(await requirements()).toEqual(["clientSecret", "apiKey"]);
  expect(await page()).toMatch(/name="clientSecret"/);
  expect(await page()).not.toMatch(signInLink);
  const { apiKey = "" } = credentials();
  const answer = await fetch(`${service.url}/auth/accounts/e-conomic`, {
    method: "POST",
    headers: { "x-api-key": service.keys.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ apiKey }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(/clientSecret is required/);
});

test("asks only for the grant once an app is registered, and uses a new app secret at once for existing connections", async () => {
  const { apiKey = "", clientSecret = "" } = credentials();
  await register(clientSecret);
  expect(await requirements()).toEqual(["apiKey"]);
  expect(await page()).not.toMatch(/name="clientSecret"/);
  const { body } = await call("POST", "/auth/accounts/e-conomic", { body: { apiKey } });
  const accountKey = body["accountKey"] ?? "";
  const customers = async () =>
    (await call("GET", "/accounting/customers", { accountKey, query: { limit: "5" } })).status;
  expect(await customers()).toBe(200);
  await register("another secret");
  expect(await customers()).toBe(409);
  await register(clientSecret);
  expect(await customers()).toBe(200);
});

describe("the vendor's grant page", () => {
  beforeAll(() => register(credentials()["clientSecret"] ?? ""));
  /** Opens the vendor's page; `answer` submits it. */
  const goThere = async (browser: Browser, query = {}) => {
    const entry = await browser.open(await begin(query));
    const [, link = ""] = signInLink.exec(entry.text) ?? [];
    const away = hrefOf(await browser.open(link));
    return { entry, away, answer: async (fields = {}) => browser.submit(await browser.open(away), fields) };
  };
  const connections = async () =>
    (await service.storage.database.query("SELECT FROM connections WHERE target_system = 'e-conomic'")).rowCount;

  test("gets the app, the return URL and the language, and returns the grant", async () => {
    const browser = openBrowser(service.url);
    const { away, answer } = await goThere(browser, { locale: "da" });
    const { clientId } = simulator.vendor.access.oauthClient ?? {};
    const { appPublicToken, redirectUrl, locale } = Object.fromEntries(new URL(away).searchParams);
    expect({ appPublicToken, locale }).toEqual({ appPublicToken: clientId, locale: "da-DK" });
    expect(redirectUrl).toMatch(`${service.url}/auth/callback/e-conomic?state=`);
    const back = hrefOf(await answer());
    expect(new URL(back).searchParams.get("token")).toBe(credentials()["apiKey"]);
    const accountKey = accountKeyIn(hrefOf(await browser.open(back)));
    const { data } = await call("GET", "/auth/connection", { accountKey });
    expect(data).toMatchObject({ targetSystem: "e-conomic", state: "active", healthy: true });
    // The same link cannot connect a second time.
    expect(await browser.open(back)).toMatchObject({ status: 410, location: undefined });
  });

  test("refuses a grant that another browser returns, or that belongs to no flow", async () => {
    const before = await connections();
    const back = hrefOf(await (await goThere(openBrowser(service.url))).answer());
    const victim = openBrowser(service.url);
    const { away } = await goThere(victim);
    expect(await victim.open(back)).toMatchObject({ status: 403, location: undefined });
    expect(await openBrowser(service.url).open(back)).toMatchObject({ status: 403 });
    const state = new URL(new URL(away).searchParams.get("redirectUrl") ?? "").searchParams.get("state") ?? "";
    const forged = new URL(back);
    forged.searchParams.set("state", `${state.slice(0, -4)}AAAA`);
    expect(await victim.open(forged.href)).toMatchObject({ status: 403 });
    forged.searchParams.delete("state");
    expect(await victim.open(forged.href)).toMatchObject({ status: 400 });
    expect(await connections()).toBe(before);
  });

  test("shows the form again after a denied or invalid grant, and stops repeated guesses", async () => {
    const browser = openBrowser(service.url);
    const { entry, answer } = await goThere(browser);
    const refused = new URL(hrefOf(await answer({ answer: "deny" })));
    expect((await browser.open(refused.href)).location?.href).toBe(entry.url);
    refused.searchParams.set("token", "made-up-grant");
    const again = await browser.open(refused.href);
    expect(again).toMatchObject({ status: 422, location: undefined });
    expect(again.text).toMatch(/name="apiKey"/);
    expect(again.text).not.toContain("made-up-grant");
    const pasted = await browser.submit(again, { apiKey: credentials()["apiKey"] ?? "" });
    expect(accountKeyIn(hrefOf(pasted))).toMatch(/^kacc_/);
    const guesser = openBrowser(service.url);
    const guess = new URL(hrefOf(await (await goThere(guesser)).answer()));
    const right = guess.href;
    guess.searchParams.set("token", "made-up-grant");
    for (let count = 0; count < 10; count++) expect((await guesser.open(guess.href)).status).toBe(422);
    expect(await guesser.open(right)).toMatchObject({ status: 422, location: undefined });
  });
});
