/** A new user's first steps: from an empty folder to a failure that was found and fixed. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Demo } from "../../src/core/accounts/demo.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import { enterKey, makeSandboxKey } from "../support/endUser.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { openPlatformPage, type PlatformPage } from "../support/platformPage.ts";
import { type Kontor, kontor } from "../support/process.ts";

// A browser and the whole program on a busy machine are slow.

let folder = "";
let program: Kontor;
let browser: Browser;
let platform: PlatformPage;
let receiver: Server;
let demo: Demo;
let call: Call;
/** The status that the receiver returns. */
let receiverStatus = 500;

const settings = () => ({
  DATA_DIR: folder,
  PORT: "0",
  SANDBOX_ENTRIES: "1000",
  ALLOW_PRIVATE_NETWORK: "true",
  LOG_LEVEL: "warn",
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-new-user-"));
  program = kontor(["start"], settings());
  [browser] = await Promise.all([openBrowser(), program.until(/is running\.[^]*npx kontor console/)]);
  demo = JSON.parse(await readFile(join(folder, "demo.json"), "utf8")) as Demo;
  call = makeCall(demo.baseUrl, demo.apiKey);
  const company = { environment: "production", company: "bergblick" };
  platform = await openPlatformPage(demo.baseUrl, demo.apiKey, company);
  receiver = createServer((request, response) =>
    request.resume().on("end", () => response.writeHead(receiverStatus).end()),
  );
  await new Promise<void>((ready) => void receiver.listen(0, "127.0.0.1", ready));
});
afterAll(async () => {
  await browser.close();
  platform.close();
  receiver.close();
  receiver.closeAllConnections();
  program.process.kill("SIGTERM");
  await program.ended;
  await rm(folder, { recursive: true, force: true });
});

async function signIn(page: Page): Promise<void> {
  await page.goto(`${demo.baseUrl}/`);
  await page.getByRole("link", { name: "Console", exact: true }).last().click();
  expect(await page.textContent("main")).toContain("npx kontor console");
  const { out } = await kontor(["console"], settings()).ended;
  await page.goto(out.trim());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${demo.baseUrl}/console`);
}

/** Connects with the picker on the platform's page. */
async function connect(page: Page): Promise<{ accountKey: string; key: string }> {
  const popup = await platform.pick(page, "sandbox key", /^Sandbox \(API key\)/);
  await popup.waitForSelector("#field-apiKey");
  const key = await makeSandboxKey(popup, demo.baseUrl);
  await enterKey(popup, key);
  await page.locator("output:not(:empty)").waitFor();
  return { accountKey: platform.arrived.at(-1)?.searchParams.get("accountKey") ?? "", key };
}

const isShown = async (page: Page, path: string, text: string): Promise<void> =>
  vi.waitFor(
    async () => {
      await page.goto(demo.baseUrl + path);
      if (!(await page.textContent("main"))?.includes(text)) throw new Error(`${path} does not show “${text}” yet.`);
    },
    { timeout: 60_000, interval: 1000 },
  );

test("a new user connects the sandbox, breaks it, finds the cause in two clicks, fixes it and replays the failed delivery", async () => {
  const { page, complaints, close } = await openWindow(browser, { locale: "en-GB" });
  await signIn(page);
  const { accountKey, key } = await connect(page);

  // A subscriber rejects every delivery.
  const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
  expect((await call("POST", "/webhooks", { accountKey, body: { callbackUrl } })).status).toBe(201);
  const body = { contactType: "COMPANY", role: "CUSTOMER", companyName: "Kiebitz Garten" };
  expect((await call("POST", "/accounting/customers", { accountKey, body })).status).toBe(201);

  // The sandbox rejects the key from now on.
  const failures = [{ status: 401, times: 1000 }];
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const put = { method: "PUT", headers, body: JSON.stringify({ failures }) };
  expect((await fetch(`${demo.baseUrl}/sandbox/v1/behaviour`, put)).status).toBe(200);
  const broken = await call("GET", "/accounting/customers", { accountKey });
  expect(broken.status).toBeGreaterThanOrEqual(400);

  // The cause is two clicks from the overview.
  await isShown(page, "/console", "Open issues");
  await isShown(page, "/console/requests?failed=yes", "connection_needs_reauth");
  await page.goto(`${demo.baseUrl}/console`);
  await page.locator(".strip a").first().click();
  await page.locator("main tbody a").first().click();
  expect(await page.textContent(".verdict")).toContain("The end user needs to act.");
  expect(await page.locator("details[open]").first().textContent()).toContain("401");

  // The reconnect link fixes it.
  await page.locator(".facts a[href*='/console/connections/']").click();
  const connection = new URL(page.url()).pathname;
  await page.getByRole("button", { name: "Create reconnect link" }).click();
  const link = await page.locator("input.made").inputValue();
  const endUser = await page.context().newPage();
  await endUser.goto(link);
  await enterKey(endUser, await makeSandboxKey(endUser, demo.baseUrl));
  await endUser.getByRole("heading", { name: "Connected" }).waitFor();
  await endUser.goBack();
  await endUser.getByRole("heading", { name: "Connected" }).waitFor();
  await endUser.close();
  expect((await call("GET", "/accounting/customers", { accountKey })).status).toBe(200);
  await isShown(page, connection, "Signed in again");
  expect(await page.textContent(".facts")).toContain("active");

  // The failed delivery is replayed and accepted.
  await isShown(page, "/console/deliveries", "retrying");
  receiverStatus = 204;
  await page.getByRole("button", { name: "Replay", exact: true }).first().click();
  expect(await page.textContent(".notice")).toContain("Deliveries queued for replay: 1");
  await isShown(page, "/console/deliveries", "delivered");

  // The overview recovers: no open issues, and successful requests in the chart.
  await isShown(page, "/console?range=15m", "No action needed.");
  expect(await page.locator(".chart svg rect.good").count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await close();
});
