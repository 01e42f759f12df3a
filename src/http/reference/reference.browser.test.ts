import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openBrowser } from "../../../test/browser.ts";
import { type Service, startService } from "../../../test/service.ts";

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

/** Fills the page's keys, opens the operation from the list and sends its request. */
async function send(summary: string): Promise<string> {
  await page.getByLabel("X-API-KEY").fill(service.keys.apiKey);
  await page.getByLabel("X-ACCOUNT-KEY").fill(service.keys.accountKey);
  await page.getByLabel("Search operations").fill(summary);
  await page.getByRole("link", { name: summary }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  const answer = page.locator(".live-responses-table .highlight-code").first();
  await answer.waitFor();
  return (await answer.textContent()) ?? "";
}

test("a request can be sent from the reference, and its answer is shown", async () => {
  await page.goto(`${service.url}/docs`);
  const answer = JSON.parse((await send("List units")).replace(/^Download/, "")) as { data: object[] };
  expect(answer.data.length).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});

test("from an operation one comes to another, and back to the overview", async () => {
  await page.goto(`${service.url}/docs#units.list`);
  await page.locator(".opblock.is-open .opblock-summary-path", { hasText: "units" }).waitFor();
  await page.getByText("Tax rates", { exact: true }).click();
  await page.getByRole("link", { name: "Get a tax rate" }).click();
  await page.locator(".opblock.is-open .opblock-summary-path", { hasText: "{taxRateId}" }).waitFor();
  expect(await page.locator(".opblock.is-open").count()).toBe(1);
  await page.getByRole("link", { name: "Kontor" }).click();
  await page.getByText("target_system_unknown").waitFor();
  expect(await page.locator(".opblock").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("the address names the operation, and the keys outlive a reload but not the tab", async () => {
  await page.goto(`${service.url}/docs#invoices.get`);
  await page.locator(".opblock.is-open .opblock-summary-path", { hasText: "{invoiceId}" }).waitFor();
  await page.getByLabel("X-API-KEY").fill("kept");
  await page.reload();
  await page.locator(".opblock.is-open").waitFor();
  expect(await page.getByLabel("X-API-KEY").inputValue()).toBe("kept");
  const other = await browser.newPage();
  await other.goto(`${service.url}/docs`);
  await other.locator("aside nav details").first().waitFor();
  expect(await other.getByLabel("X-API-KEY").inputValue()).toBe("");
  await other.close();
  expect(complaints).toEqual([]);
});

test("neither page lets a foreign or an inline script run", async () => {
  for (const path of ["/docs", "/changelog"]) {
    const response = await fetch(service.url + path, { headers: { accept: "text/html" } });
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|https?:\/\//);
  }
});

test("the changelog is a page without complaints", async () => {
  await page.goto(`${service.url}/changelog`);
  expect(await page.locator("h2").first().textContent()).toBe("November 2026");
  // Its style is allowed to apply: the page itself is narrower than the window.
  expect((await page.locator("main").boundingBox())?.width).toBeLessThan(800);
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});
