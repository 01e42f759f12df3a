/** The company that the end user chose on Intuit's page, which only the callback names. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { simulation } from "../../../simulators/quickbooks/simulation.ts";
import { type Simulator, startSimulator } from "../../../simulators/start.ts";
import {
  accountKeyIn,
  callback,
  type Fields,
  hrefOf,
  openPlatform,
  type Platform,
} from "../../../test/support/platform.ts";
import { type Service, startService } from "../../../test/support/service.ts";

let simulator: Simulator;
let service: Service;
let platform: Platform;
const realm = "4620816365000000001";

beforeAll(async () => {
  simulator = await startSimulator(simulation);
  const { clientId = "", clientSecret = "" } = simulator.vendor.access.oauthClient ?? {};
  service = await startService({
    TARGET_SITE_QUICKBOOKS: simulator.url,
    OAUTH_CLIENT_ID_QUICKBOOKS: clientId,
    OAUTH_CLIENT_SECRET_QUICKBOOKS: clientSecret,
  });
  platform = await openPlatform(service);
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

/** The URL that the browser ends up at after this callback. */
async function arrive(query: Fields = {}, change: (back: URL) => void = () => undefined): Promise<string> {
  const browser = platform.browser();
  const back = await platform.signIn(browser, await platform.begin("quickbooks", query));
  change(back);
  return hrefOf(await browser.open(back.href));
}

test("takes the company from the callback without asking again", async () => {
  const accountKey = accountKeyIn(await arrive());
  const companies = await platform.call("GET", "/auth/companies", { accountKey });
  expect(companies.rows).toEqual([{ id: realm, name: "Heron & Finch Outfitters Ltd" }]);
  const terms = await platform.call("GET", "/accounting/paymentTerms", { accountKey });
  expect([terms.status, terms.rows.length]).toEqual([200, 4]);
  const health = await platform.call("GET", "/auth/connection", { accountKey });
  expect(health.status === 200 ? health.data : health.text).toMatchObject({ healthy: true, companyId: realm });
});

test("connects the company that the caller named, and refuses another one", async () => {
  expect(accountKeyIn(await arrive({ company: realm }))).toMatch(/\w/);
  expect(await arrive({ company: "1" })).toBe(`${callback}&error=invalid_request`);
});

test("refuses a callback without a company", async () => {
  const before = await platform.count("connections");
  expect(await arrive({}, ({ searchParams }) => searchParams.delete("realmId"))).toBe(
    `${callback}&error=target_bad_response`,
  );
  expect(await platform.count("connections")).toBe(before);
});

test("requires the same company when an end user signs in again", async () => {
  const accountKey = accountKeyIn(await arrive());
  const again = async (chosen: string) => {
    const begun = await platform.call("POST", "/auth/reconnect", { accountKey, body: { callbackUrl: callback } });
    const browser = platform.browser();
    const back = await platform.signIn(browser, begun.data["url"] ?? begun.text);
    back.searchParams.set("realmId", chosen);
    return new URL(hrefOf(await browser.open(back.href))).searchParams.get("error");
  };
  expect([await again("99"), await again(realm)]).toEqual(["target_forbidden", null]);
  expect((await platform.call("GET", "/accounting/paymentTerms", { accountKey })).status).toBe(200);
});

test("refuses a company that the tokens are not for", async () => {
  const accountKey = accountKeyIn(await arrive({}, ({ searchParams }) => searchParams.set("realmId", "99")));
  expect((await platform.call("GET", "/accounting/paymentTerms", { accountKey })).status).toBe(403);
});
