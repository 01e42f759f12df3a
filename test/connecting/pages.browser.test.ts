/** The hosted pages of a running service in Chromium: every way for an end user to connect. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliverKeys } from "../../src/core/connecting/accountKeyDelivery.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import {
  barriersInEach,
  byDayAndNight,
  openBrowser,
  openSite,
  openWindow,
  type Site,
  type Window,
} from "../support/browser.ts";
import {
  allowAtSandbox,
  choose,
  chooseSecondCompany,
  enterKey,
  environments,
  makeSandboxKey,
  seesProblem,
} from "../support/endUser.ts";
import { hmac, openPlatform, type Platform, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

// A browser on a busy machine is slow.

let service: Service;
let platform: Platform;
let browser: Browser;
let site: Site;
let secret: string;

const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1" fill="#0f766e"/></svg>';
const style = {
  backgroundColor: "#ecfdf5",
  submitButtonColor: "#0f766e",
  logoSvg,
  pageLocalizations: [{ locale: "de", freeText: "Fragen? hilfe@blattwerk.example" }],
};

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
  site = await openSite();
  browser = await openBrowser();
  secret = (await platform.call("POST", "/tenant/signing-secret")).data["signingSecret"] ?? "";
  await platform.call("POST", "/tenants/submission-page-style", { body: style });
});
afterAll(async () => {
  await browser.close();
  site.close();
  await service.stop();
});

const flowQuery = (more: Readonly<Record<string, string>> = {}) => ({
  callbackUrl: `${site.origin}/back?kept=1`,
  cancelCallbackUrl: `${site.origin}/cancelled`,
  locale: "de",
  ...more,
});
const withSelection = { environmentSelection: "true" };

async function visiting(options: BrowserContextOptions, visit: (window: Window) => Promise<void>): Promise<void> {
  const window = await openWindow(browser, options);
  await visit(window);
  expect(window.complaints).toEqual([]);
  await window.close();
}

async function waitForReturn({ page }: Window, path = "/back"): Promise<URL> {
  await page.waitForURL((url) => url.origin === site.origin && url.pathname === path);
  return new URL(page.url());
}

const keyIn = (address: URL): string => address.searchParams.get("accountKey") ?? "";

/** The payment terms, which all companies share, and the number of customers, which differs by company. */
const readBooks = async (accountKey: string, query: Record<string, string> = {}): Promise<unknown> => {
  const terms = await platform.call("GET", "/accounting/paymentTerms", { accountKey, query });
  const customers = await platform.call("GET", "/accounting/customers", { accountKey, query });
  expect([terms.status, customers.status], terms.text).toEqual([200, 200]);
  return { terms: terms.rows, customers: customers.meta.pagination?.["total"] };
};
/** Read through the demo's connection, which is set to the first company. */
const booksOfSecond = () =>
  readBooks(service.keys.accountKey, { environmentName: "production", companyId: "kornfeld" });
const connectionHealth = async (accountKey: string) =>
  (await platform.call("GET", "/auth/connection", { accountKey })).data;

test("redirect flow: connects the second company with a signed callback, reconnects and disconnects", async () => {
  await visiting({}, async (window) => {
    const { page } = window;
    const began = Date.now();
    await page.goto(await platform.begin("sandbox", flowQuery({ ...withSelection, include_signature: "true" })));
    await allowAtSandbox(page);
    await page.getByRole("heading", { name: "Umgebung auswählen" }).waitFor();
    // The heading may appear before its style is loaded.
    const colour = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    await expect.poll(colour).toBe("rgb(236, 253, 245)");
    await page.waitForFunction("document.querySelector('img').naturalWidth > 0");
    await chooseSecondCompany(page);
    const address = await waitForReturn(window);
    const signed = ["ts", "service_signature", "service_signature_v2"];
    expect([...address.searchParams.keys()]).toEqual(["kept", "accountKey", ...signed]);
    const accountKey = keyIn(address);
    const ts = address.searchParams.get("ts") ?? "";
    expect(Number(ts) + 1).toBeGreaterThanOrEqual(began / 1000);
    expect(Number(ts)).toBeLessThanOrEqual(Date.now() / 1000);
    expect(address.searchParams.get("service_signature")).toBe(hmac(secret, `accountKey=${accountKey}&ts=${ts}`));
    expect(await readBooks(accountKey)).toEqual(await booksOfSecond());
    expect(await readBooks(accountKey)).not.toEqual(await readBooks(service.keys.accountKey));

    await platform.sandbox.changeGrants({ revoke: true }, { name: "demo" });
    expect(problem(await platform.call("GET", "/accounting/paymentTerms", { accountKey }))).toMatchObject({
      code: "connection_needs_reauth",
      next: "reconnect",
    });
    const reconnect = await platform.call("POST", "/auth/reconnect", { accountKey, body: flowQuery() });
    await page.goto(reconnect.data["url"] ?? "");
    await allowAtSandbox(page);
    expect(keyIn(await waitForReturn(window))).toBe(accountKey);
    expect(await connectionHealth(accountKey)).toMatchObject({ state: "active", healthy: true, companyId: "kornfeld" });
    expect(await readBooks(accountKey)).toEqual(await booksOfSecond());

    const ended = await platform.call("DELETE", "/auth/connection", { accountKey });
    expect(ended.data).toEqual({ targetSystem: "sandbox", state: "disabled", revoked: true });
    // Keys are cached for half a second.
    for (const path of ["/accounting/paymentTerms", "/auth/connection"])
      await expect
        .poll(async () => problem(await platform.call("GET", path, { accountKey })))
        .toMatchObject({ status: 401, code: "account_key_invalid" });
  });
});

test("key-entry page: reports a wrong key; the right key connects the second company", async () => {
  await visiting({}, async (window) => {
    const { page } = window;
    await page.goto(await platform.begin("sandbox-key", flowQuery(withSelection)));
    expect(await page.textContent("h1")).toBe("Sandbox mit Demo verbinden");
    expect(await page.textContent(".free")).toBe("Fragen? hilfe@blattwerk.example");
    await enterKey(page, "sandbox_wrong");
    await seesProblem(page);
    expect(await page.textContent("#problem p")).toContain("hat diese Angaben nicht angenommen");
    await enterKey(page, await makeSandboxKey(page, service.url));
    await chooseSecondCompany(page);
    const accountKey = keyIn(await waitForReturn(window));
    expect(await readBooks(accountKey)).toEqual(await booksOfSecond());
  });
});

test("headless: turns the user's API key into an account key without a page", async () => {
  await visiting({}, async ({ page }) => {
    const apiKey = await makeSandboxKey(page, service.url);
    const body = { apiKey, environmentName: "production", companyId: "kornfeld" };
    const made = await platform.call("POST", "/auth/accounts/sandbox-key", { body });
    expect(await readBooks(made.data["accountKey"] ?? "")).toEqual(await booksOfSecond());
  });
});

test("webhook flow: the user sees a confirmation, and the platform gets the key in a signed event", async () => {
  const { database, vault } = service.storage;
  const body = {
    webhookCallbackUrl: `${site.origin}/hook`,
    locale: "de",
    environment: "production",
    company: "kornfeld",
  };
  const begun = await platform.call("POST", "/auth/sandbox", { body });
  await visiting({}, async ({ page }) => {
    await page.goto(begun.data["url"] ?? "");
    await allowAtSandbox(page);
    await page.getByRole("heading", { name: "Verbunden" }).waitFor();
    expect(await page.textContent(".intro")).toContain("Sandbox ist jetzt mit Demo verbunden.");
    expect(await page.evaluate("document.querySelector('img').naturalWidth > 0")).toBe(true);
  });
  const outbound = openHttpClient({ allowPrivate: true });
  await deliverKeys({ database, vault, outbound, now: Date.now }, () => {});
  await outbound.close();
  const event = site.received.findLast(({ url }) => url.pathname === "/hook");
  expect(event?.headers["x-service-signature"]).toBe(hmac(secret, event?.body ?? ""));
  const { accountKey } = JSON.parse(event?.body ?? "{}") as { accountKey: string };
  expect(await readBooks(accountKey)).toEqual(await booksOfSecond());
});

describe("cancelling", () => {
  const cancel = ({ page }: Window) => page.click(".cancel");
  const toEnvironments = async ({ page }: Window) => {
    await enterKey(page, await makeSandboxKey(page, service.url));
    await page.getByRole("heading", { name: "Umgebung auswählen" }).waitFor();
  };
  const ways: readonly [string, string, (window: Window) => Promise<void>][] = [
    ["at the vendor", "sandbox", ({ page }) => allowAtSandbox(page, "deny")],
    ["on the key-entry page", "sandbox-key", cancel],
    [
      "on the key-entry page after a wrong key",
      "sandbox-key",
      async (window) => {
        await enterKey(window.page, "sandbox_wrong");
        await seesProblem(window.page);
        await cancel(window);
      },
    ],
    [
      "at the choice of an environment",
      "sandbox-key",
      async (window) => {
        await toEnvironments(window);
        await cancel(window);
      },
    ],
    [
      "at the choice of a company",
      "sandbox-key",
      async (window) => {
        await toEnvironments(window);
        await choose(window.page, environments.production);
        await window.page.getByRole("heading", { name: "Firma auswählen" }).waitFor();
        await cancel(window);
      },
    ],
  ];
  test.each(ways)("%s redirects to the cancel URL and connects nothing", async (_, system, cancelFlow) => {
    const before = await platform.count("connections");
    await visiting({}, async (window) => {
      const begun = await platform.begin(system, flowQuery(withSelection));
      await window.page.goto(begun);
      await cancelFlow(window);
      expect((await waitForReturn(window, "/cancelled")).search).toBe("?error=cancelled");
      await window.page.goto(begun);
      await window.page.getByRole("heading", { name: "Dieser Link wurde bereits verwendet" }).waitFor();
    });
    expect(await platform.count("connections")).toBe(before);
  });
});

test("the key flow works without scripts", async () => {
  await visiting({ javaScriptEnabled: false }, async (window) => {
    const { page } = window;
    const key = await platform.sandbox.issueToken("Test");
    await page.goto(await platform.begin("sandbox-key", flowQuery(withSelection)));
    await enterKey(page, "sandbox_wrong");
    await seesProblem(page);
    await enterKey(page, key);
    await chooseSecondCompany(page);
    expect(await connectionHealth(keyIn(await waitForReturn(window)))).toMatchObject({
      healthy: true,
      companyId: "kornfeld",
    });
  });
});

test("the key flow works without a mouse", async () => {
  await visiting({}, async (window) => {
    const { page } = window;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.goto(await platform.begin("sandbox-key", flowQuery(withSelection)));
    await press("Tab");
    await page.keyboard.type("sandbox_wrong");
    await press("Enter");
    // The problem has the focus, and its link leads to the field.
    await seesProblem(page);
    await press("Tab", "Enter");
    await page.locator("#field-apiKey:focus").waitFor();
    await page.keyboard.type(await platform.sandbox.issueToken("Test"));
    // Skips the “Show” button and the link to the vendor's key page.
    await press("Tab", "Tab", "Tab", "Enter");
    await page.getByRole("heading", { name: "Umgebung auswählen" }).waitFor();
    await press("Tab", "Space", "Enter");
    await page.getByRole("heading", { name: "Firma auswählen" }).waitFor();
    await press("Tab", "ArrowDown", "Tab", "Enter");
    expect(await connectionHealth(keyIn(await waitForReturn(window)))).toMatchObject({ companyId: "kornfeld" });
  });
});

test("every page of the flow is accessible in light and dark mode on a phone", async () => {
  const viewport = { width: 360, height: 700 };
  await visiting({ viewport, bypassCSP: true }, async (window) => {
    const { page } = window;
    const barriers: string[] = [];
    const look = async (heading: string) => {
      await page.getByRole("heading", { name: heading }).waitFor();
      barriers.push(...(await barriersInEach(page, byDayAndNight(viewport))));
    };
    await page.goto(await platform.begin("sandbox", flowQuery(withSelection)));
    await look("Anmelden");
    await allowAtSandbox(page, "deny");
    await waitForReturn(window, "/cancelled");
    const begun = await platform.begin("sandbox-key", flowQuery(withSelection));
    await page.goto(begun);
    await look("Sandbox mit Demo verbinden");
    await enterKey(page, "sandbox_wrong");
    await seesProblem(page);
    await look("Sandbox mit Demo verbinden");
    await enterKey(page, await makeSandboxKey(page, service.url));
    await look("Umgebung auswählen");
    await choose(page, environments.production);
    await look("Firma auswählen");
    await page.goto(begun);
    await page.click(".cancel");
    await waitForReturn(window, "/cancelled");
    await page.goto(begun);
    await look("Dieser Link wurde bereits verwendet");
    await page.goto(`${service.url}/auth/submit?flow=unknown`);
    await look("That did not work");
    await page.goto(`${service.url}/sandbox/keys`);
    await look("API keys");
    expect(barriers).toEqual([]);
  });
});
