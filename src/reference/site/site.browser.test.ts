import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { barriersOn, openBrowser } from "../../../test/support/browser.ts";
import { type Service, startService } from "../../../test/support/service.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

let service: Service;
let browser: Browser;
let page: Page;
let complaints: string[];
let strangers: string[];

beforeAll(async () => {
  service = await startService();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(60_000);
  complaints = [];
  strangers = [];
  // A breach of the content security policy is an error on the console too.
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && origin !== service.url) strangers.push(request.url());
  });
});
afterEach(() => page.close());

/** Finds the operation by searching, and opens it. */
async function find(typed: string, title: RegExp): Promise<void> {
  await page.getByLabel("Search", { exact: true }).fill(typed);
  await page.locator("#found").getByRole("link", { name: title }).first().click();
}

test("a request can be sent from the reference with the demo's keys, and its answer is shown", async () => {
  await page.goto(`${service.url}/docs`);
  await find("List units", /List units/);
  await page.getByRole("button", { name: "Send" }).click();
  const answer = await page.locator(".outcome pre").textContent();
  expect((JSON.parse(answer ?? "") as { data: object[] }).data.length).toBeGreaterThan(0);
  expect(await page.locator(".outcome .state").textContent()).toMatch(/^200 /);
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});

test("from an operation one comes to another, and back to the overview", async () => {
  await page.goto(`${service.url}/docs/units.list`);
  expect(await page.locator("h1").textContent()).toBe("List units");
  await page.getByText("Tax rates", { exact: true }).click();
  await page.getByRole("link", { name: "Get a tax rate" }).click();
  await page.locator(".path", { hasText: "{taxRateId}" }).waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { name: "Reference" }).waitFor();
  expect(complaints).toEqual([]);
});

test("an address of the former reference leads to its operation", async () => {
  await page.goto(`${service.url}/docs#invoices.get`);
  await page.waitForURL(`${service.url}/docs/invoices.get`);
  expect(await page.locator("h1").textContent()).toBe("Get an invoice");
});

test("keys that were entered outlive a reload but not the tab", async () => {
  await page.goto(`${service.url}/docs/invoices.get`);
  await page.getByText("Keys", { exact: true }).click();
  await page.getByLabel("X-API-KEY").fill("kept");
  await page.reload();
  expect(await page.locator("#api-key").inputValue()).toBe("kept");
  const other = await browser.newPage();
  await other.goto(`${service.url}/docs`);
  await other.locator(".keybox").waitFor();
  expect(await other.locator("#api-key").inputValue()).toBe(service.keys.apiKey);
  await other.close();
  expect(complaints).toEqual([]);
});

test("searching finds paths, fields, parameters, codes, systems and guides, and leads to their place", async () => {
  await page.goto(`${service.url}/docs`);
  for (const [typed, title, place] of [
    ["/accounting/trialBalance", /List the trial balance/, "/docs/trialBalance.list"],
    ["Invoice.dueDate", /Invoice\.dueDate/, "/docs/invoices.list#answer.data.dueDate"],
    ["transactionDateFrom", /transactionDateFrom/, "/docs/journalEntries.list#parameter.transactionDateFrom"],
    ["target_rejected", /target_rejected/, "/docs/errors#target_rejected"],
    ["xero", /Xero/, "/docs/systems/xero"],
    ["rotating the secret", /Rotating the secret/, "/docs/guides/events#rotating-the-secret"],
  ] as const) {
    await find(typed, title);
    await page.waitForURL(service.url + place);
    const { hash } = new URL(page.url());
    if (hash !== "") expect(await page.locator(`[id="${hash.slice(1)}"]`).isVisible(), place).toBe(true);
  }
  expect(complaints).toEqual([]);
});

test("without scripts everything can be read and searched", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${service.url}/docs`);
  await plain.getByLabel("Search", { exact: true }).fill("create an invoice");
  await plain.getByLabel("Search", { exact: true }).press("Enter");
  await plain
    .getByRole("link", { name: /Create an invoice/ })
    .first()
    .click();
  await plain.getByRole("heading", { name: "Create an invoice" }).waitFor();
  await plain.getByText("Python").click();
  expect(await plain.getByText("import requests").isVisible()).toBe(true);
  const errors = plain.locator("details.errors");
  expect(await errors.getByText("idempotency_key_reused").isVisible()).toBe(false);
  await errors.locator("summary").click();
  expect(await errors.getByText("idempotency_key_reused").isVisible()).toBe(true);
  await context.close();
});

test("the pages have no barriers, by day and by night, on a desk and on a phone", async () => {
  const found: string[] = [];
  const desk = { colorScheme: "light", viewport: { width: 1280, height: 900 } } as const;
  const phone = { colorScheme: "dark", viewport: { width: 390, height: 844 } } as const;
  for (const [options, paths] of [
    [desk, ["/", "/docs/units.list", "/docs/guides/writing"]],
    [phone, ["/", "/docs/errors", "/docs/items.patch"]],
  ] as const) {
    const context = await browser.newContext({ ...options, bypassCSP: true });
    const shown = await context.newPage();
    for (const path of paths) {
      await shown.goto(service.url + path);
      found.push(...(await barriersOn(shown)));
    }
    await context.close();
  }
  expect(found).toEqual([]);
});

test("no page lets a foreign or an inline script run", async () => {
  for (const path of ["/", "/docs", "/docs/units.list", "/docs/guides/reading", "/changelog"]) {
    const response = await fetch(service.url + path, { headers: { accept: "text/html" } });
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|(?:src|href)="https?:\/\/(?!127)/);
  }
});

test("the changelog is a page without complaints", async () => {
  await page.goto(`${service.url}/changelog`);
  expect(await page.locator("h2").first().textContent()).toBe("November 2026");
  // Its style is allowed to apply: the page itself is narrower than the window.
  expect((await page.locator("main").boundingBox())?.width).toBeLessThan(1000);
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});
