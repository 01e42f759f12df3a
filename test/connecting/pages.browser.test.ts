/** The hosted pages of the running service in a real Chromium: every way to a connection, as an end user goes it. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

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

const asked = (more: Readonly<Record<string, string>> = {}) => ({
  callbackUrl: `${site.origin}/back?kept=1`,
  cancelCallbackUrl: `${site.origin}/cancelled`,
  locale: "de",
  ...more,
});
const chosen = { environmentSelection: "true" };

async function visiting(options: BrowserContextOptions, visit: (window: Window) => Promise<void>): Promise<void> {
  const window = await openWindow(browser, options);
  await visit(window);
  expect(window.complaints).toEqual([]);
  await window.close();
}

async function arrived({ page }: Window, path = "/back"): Promise<URL> {
  await page.waitForURL((url) => url.origin === site.origin && url.pathname === path);
  return new URL(page.url());
}

const keyIn = (address: URL): string => address.searchParams.get("accountKey") ?? "";

/** Payment terms, which all companies share, and how many customers, of whom each has its own number. */
const readBooks = async (accountKey: string, query: Record<string, string> = {}): Promise<unknown> => {
  const terms = await platform.call("GET", "/accounting/paymentTerms", { accountKey, query });
  const customers = await platform.call("GET", "/accounting/customers", { accountKey, query });
  expect([terms.status, customers.status], terms.text).toEqual([200, 200]);
  return { terms: terms.rows, customers: customers.meta.pagination?.["total"] };
};
/** Through the demo's connection, which has chosen the first one. */
const booksOfSecond = () =>
  readBooks(service.keys.accountKey, { environmentName: "production", companyId: "kornfeld" });
const connectionHealth = async (accountKey: string) =>
  (await platform.call("GET", "/auth/connection", { accountKey })).data;

test("redirect flow: signed, with the second company; then authorised again, and ended", async () => {
  await visiting({}, async (window) => {
    const { page } = window;
    await page.goto(await platform.begin("sandbox", asked({ ...chosen, include_signature: "true" })));
    await allowAtSandbox(page);
    await page.getByRole("heading", { name: "Umgebung auswählen" }).waitFor();
    // The heading is there before the style that it is shown with.
    const colour = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    await expect.poll(colour).toBe("rgb(236, 253, 245)");
    await page.waitForFunction("document.querySelector('img').naturalWidth > 0");
    await chooseSecondCompany(page);
    const address = await arrived(window);
    expect([...address.searchParams.keys()]).toEqual(["kept", "accountKey", "ts", "service_signature"]);
    const accountKey = keyIn(address);
    const ts = address.searchParams.get("ts") ?? "";
    expect(Math.abs(Date.now() / 1000 - Number(ts))).toBeLessThan(60);
    expect(address.searchParams.get("service_signature")).toBe(hmac(secret, `accountKey=${accountKey}&ts=${ts}`));
    expect(await readBooks(accountKey)).toEqual(await booksOfSecond());
    expect(await readBooks(accountKey)).not.toEqual(await readBooks(service.keys.accountKey));

    await platform.sandbox.changeGrants({ revoke: true }, { name: "demo" });
    expect(problem(await platform.call("GET", "/accounting/paymentTerms", { accountKey }))).toMatchObject({
      code: "connection_needs_reauth",
      next: "reconnect",
    });
    const again = await platform.call("POST", "/auth/reconnect", { accountKey, body: asked() });
    await page.goto(again.data["url"] ?? "");
    await allowAtSandbox(page);
    expect(keyIn(await arrived(window))).toBe(accountKey);
    expect(await connectionHealth(accountKey)).toMatchObject({ state: "active", healthy: true, companyId: "kornfeld" });
    expect(await readBooks(accountKey)).toEqual(await booksOfSecond());

    const ended = await platform.call("DELETE", "/auth/connection", { accountKey });
    expect(ended.data).toEqual({ targetSystem: "sandbox", state: "disabled", revoked: true });
    // What is known of a key is remembered for half a second.
    for (const path of ["/accounting/paymentTerms", "/auth/connection"])
      await expect
        .poll(async () => problem(await platform.call("GET", path, { accountKey })))
        .toMatchObject({ status: 401, code: "account_key_invalid" });
  });
});

test("key-entry page: a wrong key is told, the right one leads to the second company and to the platform", async () => {
  await visiting({}, async (window) => {
    const { page } = window;
    await page.goto(await platform.begin("sandbox-key", asked(chosen)));
    expect(await page.textContent("h1")).toBe("Sandbox mit Demo verbinden");
    expect(await page.textContent(".free")).toBe("Fragen? hilfe@blattwerk.example");
    await enterKey(page, "sandbox_wrong");
    await seesProblem(page);
    expect(await page.textContent("#problem p")).toContain("hat diese Angaben nicht angenommen");
    await enterKey(page, await makeSandboxKey(page, service.url));
    await chooseSecondCompany(page);
    const accountKey = keyIn(await arrived(window));
    expect(await readBooks(accountKey)).toEqual(await booksOfSecond());
  });
});

test("headless: a key that the user made becomes an account key without a page", async () => {
  await visiting({}, async ({ page }) => {
    const apiKey = await makeSandboxKey(page, service.url);
    const body = { apiKey, environmentName: "production", companyId: "kornfeld" };
    const made = await platform.call("POST", "/auth/accounts/sandbox-key", { body });
    expect(await readBooks(made.data["accountKey"] ?? "")).toEqual(await booksOfSecond());
  });
});

test("webhook flow: the user is told that it is done, the platform gets the key in a signed event", async () => {
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
  test.each(ways)("%s leads to the cancel address, and nothing is connected", async (_, system, giveUp) => {
    const before = await platform.count("connections");
    await visiting({}, async (window) => {
      const begun = await platform.begin(system, asked(chosen));
      await window.page.goto(begun);
      await giveUp(window);
      expect((await arrived(window, "/cancelled")).search).toBe("?error=cancelled");
      await window.page.goto(begun);
      await window.page.getByRole("heading", { name: "Dieser Link wurde bereits verwendet" }).waitFor();
    });
    expect(await platform.count("connections")).toBe(before);
  });
});

test("the key flow needs no script", async () => {
  await visiting({ javaScriptEnabled: false }, async (window) => {
    const { page } = window;
    const key = await platform.sandbox.issueToken("Test");
    await page.goto(await platform.begin("sandbox-key", asked(chosen)));
    await enterKey(page, "sandbox_wrong");
    await seesProblem(page);
    await enterKey(page, key);
    await chooseSecondCompany(page);
    expect(await connectionHealth(keyIn(await arrived(window)))).toMatchObject({
      healthy: true,
      companyId: "kornfeld",
    });
  });
});

test("the key flow needs no mouse", async () => {
  await visiting({}, async (window) => {
    const { page } = window;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.goto(await platform.begin("sandbox-key", asked(chosen)));
    await press("Tab");
    await page.keyboard.type("sandbox_wrong");
    await press("Enter");
    // The problem has the focus; from there lead its link and the field.
    await seesProblem(page);
    await press("Tab", "Enter");
    await page.locator("#field-apiKey:focus").waitFor();
    await page.keyboard.type(await platform.sandbox.issueToken("Test"));
    // Past the button that shows it and the link to where a key is made.
    await press("Tab", "Tab", "Tab", "Enter");
    await page.getByRole("heading", { name: "Umgebung auswählen" }).waitFor();
    await press("Tab", "Space", "Enter");
    await page.getByRole("heading", { name: "Firma auswählen" }).waitFor();
    await press("Tab", "ArrowDown", "Tab", "Enter");
    expect(await connectionHealth(keyIn(await arrived(window)))).toMatchObject({ companyId: "kornfeld" });
  });
});

test("everybody can use every page of the way, by day and by night, on a phone", async () => {
  const viewport = { width: 360, height: 700 };
  await visiting({ viewport, bypassCSP: true }, async (window) => {
    const { page } = window;
    const barriers: string[] = [];
    const look = async (heading: string) => {
      await page.getByRole("heading", { name: heading }).waitFor();
      barriers.push(...(await barriersInEach(page, byDayAndNight(viewport))));
    };
    await page.goto(await platform.begin("sandbox", asked(chosen)));
    await look("Anmelden");
    await allowAtSandbox(page, "deny");
    await arrived(window, "/cancelled");
    const begun = await platform.begin("sandbox-key", asked(chosen));
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
    await arrived(window, "/cancelled");
    await page.goto(begun);
    await look("Dieser Link wurde bereits verwendet");
    await page.goto(`${service.url}/auth/submit?flow=unknown`);
    await look("That did not work");
    await page.goto(`${service.url}/sandbox/keys`);
    await look("API keys");
    expect(barriers).toEqual([]);
  });
});
