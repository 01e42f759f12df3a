/** The console as a real Chromium shows it: usable by everybody, in both schemes and sizes, with and without scripts. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeConsoleLink } from "../../src/core/accounts/consoleAccess.ts";
import { barriersInEach, openBrowser, openWindow, type Setting } from "../support/browser.ts";
import { openDoor } from "../support/consoleVisitor.ts";
import { makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

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
  const person = { role: "operator", tenantId: null, person: "Ada" } as const;
  await window.page.goto((await makeConsoleLink(service.storage.database, service.url, person)).url);
  await window.page.click("button");
  await window.page.waitForURL(`${service.url}/console`);
  return window;
}

/** Where sending many again is watched. */
async function begunReplay(): Promise<string> {
  const door = openDoor(service);
  const { send } = await door.signIn(await door.linkFor("operator", null));
  const range = "2026-01-01T00:00:00.000Z..2026-01-02T00:00:00.000Z";
  return (await send("/console/deliveries/send", { which: "failed", rate: "1", range })).location ?? "";
}

const linkOn = async (page: Page, path: string): Promise<string> => {
  await page.goto(service.url + path);
  return (await page.getAttribute("main tbody a", "href")) ?? "";
};

test("no page has a barrier, is wider than the screen, or complains, by day at a desk and by night on a phone", async () => {
  const settings: readonly Setting[] = [
    { colorScheme: "light", viewport: { width: 1280, height: 900 } },
    { colorScheme: "dark", viewport: { width: 390, height: 844 } },
  ];
  // In the language with the longer words.
  const { page, complaints, close } = await signedIn({ locale: "de-DE", bypassCSP: true });
  const paths = ["", "/issues", "/requests", "/connections", "/writes", "/events", "/subscriptions", "/deliveries"];
  // Of the two long tables some rows: to look at a thousand cells that are alike takes a fifth of all this.
  const targets = ["/targets", "/targets/sandbox"].map((path) => `${path}?text=paymentTerms.get`);
  const others = ["/tasks", ...targets, "/tenants", "/audit", "/system", `/requests/${failed}`];
  const connection = await linkOn(page, "/console/connections");
  const tenant = await linkOn(page, "/console/tenants");
  const explorer = `/console/explorer?connection=${connection.split("/").at(-1)}&operation=customers.create`;
  const preview = `${tenant}/preview?page=problem&language=pl&scheme=dark`;
  const replay = await begunReplay();
  const details = [connection, tenant, `${tenant}/style`, preview, explorer, "/console/deliveries/replay", replay];
  const barriers: string[] = [];
  for (const path of [...[...paths, ...others].map((each) => `/console${each}`), ...details]) {
    await page.goto(service.url + path);
    // What is around every page is searched on the first.
    const known = path === "/console" ? undefined : "body > :not(main)";
    barriers.push(...(await barriersInEach(page, settings, known)));
  }
  expect(barriers).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("from the overview to the cause of a failed request it is two clicks, without scripts", async () => {
  const { page, complaints, close } = await signedIn({ javaScriptEnabled: false, locale: "en-GB" });
  await page.click(".strip a");
  await page.click("main tbody a");
  const shown = await page.textContent("main");
  expect(shown).toContain("companyName must be string");
  expect(shown).toContain("The caller must act.");
  // The failing step stands open.
  expect(await page.locator("details[open] .errors").count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1"/></svg>',
);

test("the preview follows what is chosen, and what is saved is what it shows", async () => {
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
  // Said while it is tried out, not only when it is too late.
  await page.getByText("Hard to read:").waitFor();
  await page.selectOption("[name=page]", "submit");
  await page.locator("[name='text.titleText']").fill("Bonjour {platform}");
  await frame.getByRole("heading", { name: "Bonjour Demo" }).waitFor();
  await page.setInputFiles("input[type=file]", { name: "logo.svg", mimeType: "image/svg+xml", buffer: logo });
  await frame.getByRole("img", { name: "Demo" }).waitFor();
  await page.getByRole("link", { name: "Desktop" }).click();
  expect(await page.locator("iframe").getAttribute("class")).toBe("frame desktop");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("end users see it from now on").waitFor();
  expect(await page.inputValue("[name=backgroundColor]")).toBe("#102030");
  expect(await page.inputValue("[name='text.titleText']")).toBe("Bonjour {platform}");
  await frame.getByRole("img", { name: "Demo" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("a new request comes into the list by itself, and / leads to the search", async () => {
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

test("keys lead through a list and what was opened from it, and can be turned off", async () => {
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
  await page.getByRole("dialog", { name: "Keys" }).getByLabel("Keys are on").uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  await page.goto(list);
  await page.keyboard.press("/");
  expect(await page.evaluate("document.activeElement.id")).not.toBe("find");
  expect(complaints).toEqual([]);
  await close();
});
