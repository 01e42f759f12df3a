import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { barriersOn, openBrowser } from "../../../test/support/browser.ts";
import { type Service, startService } from "../../../test/support/service.ts";

// Browsers are slow on a busy machine.

let service: Service;
let browser: Browser;
let page: Page;
let pageErrors: string[];
let foreignRequests: string[];

beforeAll(async () => {
  // The examples use days of this year, which must not be closed.
  service = await startService({ SANDBOX_DATE: new Date().toISOString().slice(0, 10) });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(60_000);
  pageErrors = [];
  foreignRequests = [];
  // Violations of the content security policy are logged as console errors.
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") pageErrors.push(message.text());
  });
  page.on("pageerror", (error) => pageErrors.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && origin !== service.url) foreignRequests.push(request.url());
  });
});
afterEach(() => page.close());

/** Searches for the text and opens the first result with this title. */
async function find(typed: string, title: RegExp): Promise<void> {
  await page.getByLabel("Search", { exact: true }).fill(typed);
  await page.locator("#found").getByRole("link", { name: title }).first().click();
}

const openForm = (): Promise<void> => page.getByRole("tab", { name: "Try it" }).click();

test("sends a request with the demo's keys and shows the response", async () => {
  await page.goto(`${service.url}/docs`);
  await find("List units", /List units/);
  await openForm();
  await page.getByRole("button", { name: "Send" }).click();
  const answer = await page.locator(".outcome pre").textContent();
  expect((JSON.parse(answer ?? "") as { data: object[] }).data.length).toBeGreaterThan(0);
  expect(await page.locator(".outcome .state").textContent()).toMatch(/^200 /);
  expect(pageErrors).toEqual([]);
  expect(foreignRequests).toEqual([]);
});

test("shows samples and the form beside the fields on wide screens only", async () => {
  const boxes = async () => ({
    fields: await page.locator(".described").boundingBox(),
    samples: await page.locator(".tried").boundingBox(),
  });
  await page.goto(`${service.url}/docs/invoices.create`);
  const wide = await boxes();
  expect(wide.samples?.x).toBeGreaterThan((wide.fields?.x ?? 0) + (wide.fields?.width ?? 0));
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await boxes();
  expect(narrow.samples?.x).toBe(narrow.fields?.x);
  // Required fields come first.
  const names = await page.locator("#body + p + .fields > div > dt > code").allTextContents();
  expect(names.slice(0, 2)).toEqual(["invoiceDate", "lineItems"]);
});

test("fields and form are side by side on wide screens, without scrolling past the samples", async () => {
  for (const width of [1280, 1400, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${service.url}/docs/invoices.create`);
    await page.locator('[id="body.currency"]').evaluate("field => field.scrollIntoView()");
    await openForm();
    expect(await page.getByRole("tabpanel", { name: "Samples" }).isVisible()).toBe(false);
    const send = await page.getByRole("button", { name: "Send" }).boundingBox();
    expect(send?.y).toBeLessThan(900 - (send?.height ?? 0));
    expect(send?.y).toBeGreaterThan(0);
    await page.getByRole("tab", { name: "Try it" }).press("ArrowLeft");
    expect(await page.getByRole("tabpanel", { name: "Samples" }).isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Send" }).isVisible()).toBe(false);
  }
  // Someone who tries several operations stays in the form.
  await openForm();
  await page.goto(`${service.url}/docs/units.list`);
  expect(await page.getByRole("button", { name: "Send" }).isVisible()).toBe(true);
  // The form cannot send files.
  await page.goto(`${service.url}/docs/files.create`);
  expect(await page.getByRole("tab").count()).toBe(0);
  expect(await page.getByRole("heading", { name: "Samples" }).isVisible()).toBe(true);
  expect(pageErrors).toEqual([]);
});

test("sends the example of a record with unique numbers twice", async () => {
  await page.goto(`${service.url}/docs/vendorCredits.create`);
  await openForm();
  for (const example of ["Minimal", "All fields", "All fields"]) {
    await page.getByRole("button", { name: example, exact: true }).click();
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => page.locator(".outcome .state").textContent()).toMatch(/^201 /);
    await page.evaluate("document.querySelector('.outcome').replaceChildren()");
  }
  const { meta } = await service.ask("vendorCredits.list", { query: { limit: 5 } }).then(({ body }) => body);
  expect(meta?.pagination?.["total"]).toBeGreaterThanOrEqual(3);
});

test("shows the rules of the target system that the reader chooses, with and without scripts", async () => {
  await page.goto(`${service.url}/docs/invoices.create`);
  expect(await page.locator(".systems").innerText()).not.toContain("Cannot store");
  await page.getByLabel("Show for").selectOption("xero");
  await page.waitForURL(`${service.url}/docs/invoices.create?system=xero#systems`);
  expect(await page.locator(".systems").innerText()).toContain("Cannot store");
  expect(await page.locator('[id="body.contactId"] dt').innerText()).toContain("required by Xero");
  expect(await page.locator('[id="body.journalCode"] dt').innerText()).toContain("not at Xero");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${service.url}/docs/invoices.create`);
  await plain.getByLabel("Show for").selectOption("sandbox-drafts");
  await plain.getByRole("button", { name: "Show" }).click();
  expect(await plain.locator(".systems").innerText()).toContain("does not support this operation");
  await context.close();
});

test("coverage groups target systems, keeps the sandbox apart and filters by operation, with the evidence", async () => {
  await page.goto(`${service.url}/docs/coverage`);
  expect(await page.locator("main h2").allTextContents()).toEqual([
    "In the cloud",
    "Self-hosted",
    "Sandbox and test editions",
  ]);
  const cloud = page.getByRole("region", { name: "In the cloud" });
  expect(await cloud.locator("tbody").innerText()).not.toMatch(/sandbox/i);
  expect(await page.getByRole("row", { name: /^Xero/ }).locator(".evidence").count()).toBeGreaterThan(0);
  await page.getByLabel("Show").selectOption("invoices.create");
  await page.waitForURL(`${service.url}/docs/coverage?operation=invoices.create`);
  const row = page.getByRole("row", { name: /^hledger-web/ });
  expect(await row.innerText()).toContain("not supported");
  const xero = page.getByRole("row", { name: /^Xero/ });
  expect(await xero.innerText()).toMatch(/✓ supported\s+(?:Live|Recorded|Documented)/);
  await xero.getByRole("link", { name: "Xero" }).click();
  await page.waitForURL(`${service.url}/docs/invoices.create?system=xero#systems`);
  expect(pageErrors).toEqual([]);
});

const uploads = ["journalEntries.create", "bookingProposals.create", "expenses.create", "files.create"];

test.skipIf(spawnSync("curl", ["--version"]).status !== 0).each(uploads)(
  "the multipart sample of %s works when pasted (skipped without curl)",
  async (id) => {
    await page.goto(`${service.url}/docs/${id}`);
    const sample = page.locator("details.variant", { has: page.getByText("With a file", { exact: true }) });
    const code = (await sample.locator("code").first().textContent()) ?? "";
    const folder = await mkdtemp(join(tmpdir(), "kontor-sample-"));
    await writeFile(join(folder, "receipt.pdf"), "%PDF-1.7\n");
    const pasted = spawn("sh", ["-c", `${code} --silent --write-out ' %{http_code}'`], { cwd: folder });
    expect(await text(pasted.stdout)).toMatch(/ 201$/);
    await rm(folder, { recursive: true });
  },
);

test("navigates between operations and back to the overview", async () => {
  await page.goto(`${service.url}/docs/units.list`);
  expect(await page.locator("h1").textContent()).toBe("List units");
  await page.getByText("Tax rates", { exact: true }).click();
  await page.getByRole("link", { name: "Get a tax rate" }).click();
  await page.locator(".path", { hasText: "{taxRateId}" }).waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { name: "Reference" }).waitFor();
  expect(pageErrors).toEqual([]);
});

test("redirects a link to the former reference to the operation", async () => {
  await page.goto(`${service.url}/docs#invoices.get`);
  await page.waitForURL(`${service.url}/docs/invoices.get`);
  expect(await page.locator("h1").textContent()).toBe("Get an invoice");
});

test("keeps entered keys across a reload but not in a new tab", async () => {
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
  expect(pageErrors).toEqual([]);
});

test("finds paths, fields, parameters, error codes, target systems and guides, and links to them", async () => {
  await page.goto(`${service.url}/docs`);
  for (const [typed, title, path] of [
    ["/accounting/trialBalance", /List the trial balance/, "/docs/trialBalance.list"],
    ["Invoice.dueDate", /Invoice\.dueDate/, "/docs/invoices.list#answer.data.dueDate"],
    ["transactionDateFrom", /transactionDateFrom/, "/docs/journalEntries.list#parameter.transactionDateFrom"],
    ["target_rejected", /target_rejected/, "/docs/errors#target_rejected"],
    ["xero", /Xero/, "/docs/systems/xero"],
    ["rotating the secret", /Rotating the secret/, "/docs/guides/events#rotating-the-secret"],
  ] as const) {
    await find(typed, title);
    await page.waitForURL(service.url + path);
    const { hash } = new URL(page.url());
    if (hash !== "") expect(await page.locator(`[id="${hash.slice(1)}"]`).isVisible(), path).toBe(true);
  }
  expect(pageErrors).toEqual([]);
});

test("can be read and searched without scripts", async () => {
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
  await plain.getByText("Python").first().click();
  expect(await plain.getByText("import requests").first().isVisible()).toBe(true);
  const errors = plain.locator("details.errors");
  expect(await errors.getByText("idempotency_key_reused").isVisible()).toBe(false);
  await errors.locator("summary").click();
  expect(await errors.getByText("idempotency_key_reused").isVisible()).toBe(true);
  await context.close();
});

test("the pages are accessible in light and dark mode, on desktop and phone", async () => {
  const found: string[] = [];
  const desk = { colorScheme: "light", viewport: { width: 1280, height: 900 } } as const;
  const phone = { colorScheme: "dark", viewport: { width: 390, height: 844 } } as const;
  for (const [options, paths] of [
    [desk, ["/", "/docs/units.list", "/docs/invoices.create?system=xero", "/docs/guides/writing"]],
    [phone, ["/", "/docs/errors", "/docs/coverage", "/docs/coverage?operation=invoices.list", "/docs/items.patch"]],
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

test("no page allows foreign or inline scripts", async () => {
  for (const path of ["/", "/docs", "/docs/units.list", "/docs/guides/reading", "/changelog"]) {
    const response = await fetch(service.url + path, { headers: { accept: "text/html" } });
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|(?:src|href)="https?:\/\/(?!127)/);
  }
});

test("the changelog page loads without errors", async () => {
  await page.goto(`${service.url}/changelog`);
  expect(await page.locator("h2").first().textContent()).toBe("November 2026");
  // The stylesheet is applied: the content is narrower than the window.
  expect((await page.locator("main").boundingBox())?.width).toBeLessThan(1000);
  expect(pageErrors).toEqual([]);
  expect(foreignRequests).toEqual([]);
});
