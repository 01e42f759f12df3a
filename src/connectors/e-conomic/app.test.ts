/** The app's tokens are the operator's: the end user gives the grant only, or has the browser bring it. */
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
  // Nobody has registered an app yet.
  const { TARGET_SITE_E_CONOMIC = "" } = settingsFor(eConomic, simulator);
  service = await startService({ TARGET_SITE_E_CONOMIC });
  call = makeCall(service.url, service.keys.apiKey);
}, 60_000);
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

const given = () => simulator.vendor.access.credentials ?? {};
const register = (clientSecret: string) => {
  const { clientId = "" } = simulator.vendor.access.oauthClient ?? {};
  const body = { targetSystem: "e-conomic", clientId, clientSecret, customValues: [] };
  return call("POST", "/tenants/register-system", { body });
};
const asked = async () =>
  (await call("GET", "/tenants/get-target-system-requirements", { query: { targetSystem: "e-conomic" } })).rows.map(
    ({ name }) => name,
  );
const begin = async (query = {}) =>
  (await call("GET", "/auth/e-conomic", { query: { callbackUrl: callback, ...query } })).data["url"] ?? "";
const page = async () => (await fetch(await begin())).text();
const signInLink = /<a class="submit" href="([^"]+)">/;

test("without a registered app both tokens are asked for", async () => {
  expect(await asked()).toEqual(["clientSecret", "apiKey"]);
  expect(await page()).toMatch(/name="clientSecret"/);
  expect(await page()).not.toMatch(signInLink);
  const { apiKey = "" } = given();
  // The description does not say which of them a target system cannot do without.
  const answer = await fetch(`${service.url}/auth/accounts/e-conomic`, {
    method: "POST",
    headers: { "x-api-key": service.keys.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ apiKey }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(/clientSecret is required/);
});

test("with one the grant is enough, and a new secret of the app counts at once for who is connected", async () => {
  const { apiKey = "", clientSecret = "" } = given();
  await register(clientSecret);
  expect(await asked()).toEqual(["apiKey"]);
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

describe("the vendor's own page", () => {
  beforeAll(() => register(given()["clientSecret"] ?? ""));
  /** As far as the vendor's question, and what it answers to the browser. */
  const goThere = async (browser: Browser, query = {}) => {
    const entry = await browser.open(await begin(query));
    const [, link = ""] = signInLink.exec(entry.text) ?? [];
    const away = hrefOf(await browser.open(link));
    return { entry, away, answer: async (fields = {}) => browser.submit(await browser.open(away), fields) };
  };
  const connections = async () =>
    (await service.storage.database.query("SELECT FROM connections WHERE target_system = 'e-conomic'")).rowCount;

  test("names the app and the way back, in the end user's language, and brings the grant", async () => {
    const browser = openBrowser(service.url);
    const { away, answer } = await goThere(browser, { locale: "da" });
    const { clientId } = simulator.vendor.access.oauthClient ?? {};
    const { appPublicToken, redirectUrl, locale } = Object.fromEntries(new URL(away).searchParams);
    expect({ appPublicToken, locale }).toEqual({ appPublicToken: clientId, locale: "da-DK" });
    expect(redirectUrl).toMatch(`${service.url}/auth/callback/e-conomic?state=`);
    const back = hrefOf(await answer());
    expect(new URL(back).searchParams.get("token")).toBe(given()["apiKey"]);
    const accountKey = accountKeyIn(hrefOf(await browser.open(back)));
    const { data } = await call("GET", "/auth/connection", { accountKey });
    expect(data).toMatchObject({ targetSystem: "e-conomic", state: "active", healthy: true });
    // Who goes back is told that it is done; nobody connects a second time with it.
    expect(await browser.open(back)).toMatchObject({ status: 410, location: undefined });
  });

  test("brings nothing to a flow that another browser holds, or that never left from here", async () => {
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

  test("leaves the fields to who comes back without a grant, or with one that is refused; guessing ends", async () => {
    const browser = openBrowser(service.url);
    const { entry, answer } = await goThere(browser);
    const refused = new URL(hrefOf(await answer({ answer: "deny" })));
    expect((await browser.open(refused.href)).location?.href).toBe(entry.url);
    refused.searchParams.set("token", "made-up-grant");
    const again = await browser.open(refused.href);
    expect(again).toMatchObject({ status: 422, location: undefined });
    expect(again.text).toMatch(/name="apiKey"/);
    expect(again.text).not.toContain("made-up-grant");
    const pasted = await browser.submit(again, { apiKey: given()["apiKey"] ?? "" });
    expect(accountKeyIn(hrefOf(pasted))).toMatch(/^kacc_/);
    const guesser = openBrowser(service.url);
    const guess = new URL(hrefOf(await (await goThere(guesser)).answer()));
    const right = guess.href;
    guess.searchParams.set("token", "made-up-grant");
    for (let count = 0; count < 10; count++) expect((await guesser.open(guess.href)).status).toBe(422);
    expect(await guesser.open(right)).toMatchObject({ status: 422, location: undefined });
  });
});
