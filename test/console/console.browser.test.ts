/** The console in Chromium: accessible in both colour schemes and sizes, with and without scripts. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeConsoleLink } from "../../src/core/accounts/consoleAccess.ts";
import { barriersInEach, openBrowser, openWindow, type Setting } from "../support/browser.ts";
import { openConsole } from "../support/consoleVisitor.ts";
import { makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

// A browser on a busy machine is slow.

let service: Service;
let browser: Browser;
let failed = "";

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  const call = makeCall(service.url, service.keys.apiKey);
  const { accountKey } = service.keys;
  for (let times = 0; times < 3; times++) await call("GET", "/accounting/units", { accountKey });
  const answer = await call("POST", "/accounting/customers", {
    accountKey,
    body: { contactType: "<b>", companyName: 5 },
  });
  failed = answer.headers.get("x-request-id") ?? "";
  await vi.waitFor(
    async () => {
      const { rows } = await service.storage.database.query("SELECT FROM request_log WHERE id = $1", [failed]);
      if (rows.length === 0) throw new Error("The request is not in the log yet.");
    },
    { timeout: 10_000 },
  );
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

async function signedIn(options: BrowserContextOptions) {
  const window = await openWindow(browser, options);
  const person = { role: "owner", tenantId: null, person: "Ada" } as const;
  await window.page.goto((await makeConsoleLink(service.storage.database, service.url, person)).url);
  await window.page.click("button");
  await window.page.waitForURL(`${service.url}/console`);
  return window;
}

/** The page that shows the progress of a bulk replay. */
async function startReplay(): Promise<string> {
  const consoleClient = openConsole(service);
  const { send } = await consoleClient.signIn(await consoleClient.linkFor("owner", null));
  const range = "2026-01-01T00:00:00.000Z..2026-01-02T00:00:00.000Z";
  return (await send("/console/deliveries/send", { which: "failed", rate: "1", range })).location ?? "";
}

const linkOn = async (page: Page, path: string): Promise<string> => {
  await page.goto(service.url + path);
  return (await page.getAttribute("main tbody a", "href")) ?? "";
};

test("every page is accessible, fits the screen and logs no error, light on a desktop and dark on a phone", async () => {
  const settings: readonly Setting[] = [
    { colorScheme: "light", viewport: { width: 1280, height: 900 } },
    { colorScheme: "dark", viewport: { width: 390, height: 844 } },
  ];
  // German has the longer words.
  const { page, complaints, close } = await signedIn({ locale: "de-DE", bypassCSP: true });
  const paths = ["", "/issues", "/requests", "/connections", "/writes", "/events", "/subscriptions", "/deliveries"];
  // Only some rows of the two long tables: checking a thousand similar cells takes a fifth of this test's time.
  const targets = ["/targets", "/targets/sandbox"].map((path) => `${path}?text=paymentTerms.get`);
  const others = ["/tasks", ...targets, "/tenants", "/people", "/audit", "/system", `/requests/${failed}`];
  const connection = await linkOn(page, "/console/connections");
  const tenant = await linkOn(page, "/console/tenants");
  const explorer = `/console/explorer?connection=${connection.split("/").at(-1)}&operation=customers.create`;
  const preview = `${tenant}/preview?page=problem&language=pl&scheme=dark`;
  const replay = await startReplay();
  const details = [connection, tenant, `${tenant}/style`, preview, explorer, "/console/deliveries/replay", replay];
  const barriers: string[] = [];
  for (const path of [...[...paths, ...others].map((page) => `/console${page}`), ...details]) {
    await page.goto(service.url + path);
    // The frame is the same on every page, so it is checked only on the first.
    const excluded = path === "/console" ? undefined : "body > :not(main)";
    barriers.push(...(await barriersInEach(page, settings, excluded)));
  }
  expect(barriers).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("the cause of a failed request is two clicks from the overview, without scripts", async () => {
  const { page, complaints, close } = await signedIn({ javaScriptEnabled: false, locale: "en-GB" });
  await page.click(".strip a");
  await page.click("main tbody a");
  const shown = await page.textContent("main");
  expect(shown).toContain("companyName must be a string");
  expect(shown).toContain("The platform needs to act.");
  // The failing step is open.
  expect(await page.locator("details[open] .errors").count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1"/></svg>',
);

test("the preview follows every input and shows what will be saved", async () => {
  const { page, complaints, close } = await signedIn({ locale: "en-GB" });
  await page.goto(`${service.url}${await linkOn(page, "/console/tenants")}/style`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Connect Sandbox to Demo" }).waitFor();
  await page.selectOption("[name=language]", "fr");
  await page.selectOption("[name=page]", "done");
  await page.fill("[name=backgroundColor]", "#102030");
  await page.fill("[name=titleColor]", "#203040");
  await frame.getByRole("heading", { name: "Connexion établie" }).waitFor();
  const colour = () => page.frame("preview")?.evaluate("getComputedStyle(document.body).backgroundColor");
  await expect.poll(colour).toBe("rgb(16, 32, 48)");
  // The warning appears before saving.
  await page.getByText("Low contrast:").waitFor();
  await page.selectOption("[name=page]", "submit");
  await page.locator("[name='text.titleText']").fill("Bonjour {platform}");
  await frame.getByRole("heading", { name: "Bonjour Demo" }).waitFor();
  await page.setInputFiles("input[type=file]", { name: "logo.svg", mimeType: "image/svg+xml", buffer: logo });
  await frame.getByRole("img", { name: "Demo" }).waitFor();
  await page.getByRole("link", { name: "Desktop" }).click();
  expect(await page.locator("iframe").getAttribute("class")).toBe("frame desktop");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("End users see the new design from now on").waitFor();
  expect(await page.inputValue("[name=backgroundColor]")).toBe("#102030");
  expect(await page.inputValue("[name='text.titleText']")).toBe("Bonjour {platform}");
  await frame.getByRole("img", { name: "Demo" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("a new request appears in the list by itself, and / focuses the search", async () => {
  const { page, complaints, close } = await signedIn({ locale: "en-GB" });
  await page.goto(`${service.url}/console/requests?operation=taxRates.list`);
  expect(await page.locator("main tbody tr").count()).toBe(0);
  await makeCall(service.url, service.keys.apiKey)("GET", "/accounting/taxRates", {
    accountKey: service.keys.accountKey,
  });
  await page.waitForSelector("main tbody tr", { timeout: 60_000 });
  await page.keyboard.press("/");
  expect(await page.evaluate("document.activeElement.id")).toBe("find");
  expect(complaints).toEqual([]);
  await close();
});

test("shortcuts move through a list and its entries, and can be turned off", async () => {
  const { page, complaints, close } = await signedIn({ locale: "en-GB" });
  const list = `${service.url}/console/requests?operation=units.list`;
  await page.goto(list);
  const [first = "", second = ""] = await page.evaluate<string[]>(
    "[...document.querySelectorAll('main tbody tr td:first-child a')].map(({ href }) => href)",
  );
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(first);
  await page.keyboard.press("j");
  await page.waitForURL(second);
  await page.keyboard.press("k");
  await page.waitForURL(first);
  await page.keyboard.press("Escape");
  await page.waitForURL(list);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByLabel("Use shortcuts").uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  await page.goto(list);
  await page.keyboard.press("/");
  expect(await page.evaluate("document.activeElement.id")).not.toBe("find");
  expect(complaints).toEqual([]);
  await close();
});
