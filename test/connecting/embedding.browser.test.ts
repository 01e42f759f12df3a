/** A platform's page that opens the hosted pages with connect.js, and what end users see on them. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriersOn, openBrowser, openWindow } from "../support/browser.ts";
import { enterKey, makeSandboxKey } from "../support/endUser.ts";
import { openPlatformPage, type PlatformPage } from "../support/platformPage.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let browser: Browser;
let platform: PlatformPage;

beforeAll(async () => {
  service = await startService({
    OPERATOR_NAME: "Beispiel Betrieb",
    OPERATOR_HELP_URL: "https://operator.example/help",
  });
  platform = await openPlatformPage(service.url, service.keys.apiKey);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  platform.close();
  await service.stop();
});

test("a platform's page offers the systems, connects one in a new window and gets the result", async () => {
  const { page, complaints, close } = await openWindow(browser);
  const popup = await platform.pick(page, "sandbox key", /^Sandbox \(API key\)/);
  await popup.waitForSelector("#field-apiKey");
  await enterKey(popup, await makeSandboxKey(popup, service.url));
  const outcome = page.locator("output:not(:empty)");
  await outcome.waitFor();
  expect(JSON.parse((await outcome.textContent()) ?? "")).toEqual({ state: "done", targetSystem: "sandbox-key" });
  // The account key goes to the callback, not to the page. The window closes only after that.
  expect(platform.arrived.at(-1)?.searchParams.get("accountKey")).toMatch(/^kacc_/);
  if (!popup.isClosed()) await popup.waitForEvent("close");
  expect(complaints).toEqual([]);
  await close();
});

test("a platform's page learns that the end user cancelled, in the picker or on the hosted page", async () => {
  const { page, close } = await openWindow(browser);
  const popup = await platform.pick(page, "sandbox key", /^Sandbox \(API key\)/);
  await popup.locator(".cancel").click();
  const outcome = page.locator("output:not(:empty)");
  await outcome.waitFor();
  expect(JSON.parse((await outcome.textContent()) ?? "")).toEqual({ state: "cancelled", targetSystem: "sandbox-key" });
  if (!popup.isClosed()) await popup.waitForEvent("close");
  await page.goto(platform.origin);
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await outcome.waitFor();
  expect(JSON.parse((await outcome.textContent()) ?? "")).toEqual({ state: "cancelled" });
  await close();
});

test("the picker speaks the browser's language, hides the sandbox and finds systems by any part of their names", async () => {
  const { page, complaints, close } = await openWindow(browser, { locale: "de-AT" });
  await page.goto(platform.origin);
  await page.getByRole("button", { name: "Connect" }).click();
  const dialog = page.getByRole("dialog", { name: "Ihre Buchhaltung verbinden" });
  const systems = dialog.getByRole("listitem");
  await expect.poll(() => systems.count()).toBeGreaterThan(10);
  const shown = await systems.allInnerTexts();
  expect(shown.filter((text) => /sandbox/i.test(text))).toEqual([]);
  expect(shown).toContain("X\nXero\nBei Xero anmelden");
  expect(shown).toContain("w\nweclapp\nZugangsdaten eingeben");
  // Two ways to sign in to one product have different names.
  expect(new Set(shown).size).toBe(shown.length);
  expect(await systems.locator("svg").count()).toBe(shown.length);
  await dialog.getByLabel("Suchen").fill("zzz");
  await expect.poll(() => dialog.getByRole("status").innerText()).toBe("Keine Treffer");
  await dialog.getByLabel("Suchen").fill("öffice LEX");
  await expect
    .poll(() => systems.filter({ visible: true }).allInnerTexts())
    .toEqual([expect.stringMatching(/^L\nLexware/)]);
  expect(await barriersOn(page)).toEqual([]);
  await page.goto(`${platform.origin}/?sandbox=true&locale=fr`);
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("dialog", { name: "Connectez votre logiciel comptable" }).waitFor();
  await page.getByRole("button", { name: /^Sandbox \(API key\)/ }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("only the callback's site may be the opener, and hosted pages cannot be framed", async () => {
  const parameters = new URLSearchParams({
    callbackUrl: `${platform.origin}/back`,
    openerOrigin: "https://evil.example",
  });
  const headers = { "x-api-key": service.keys.apiKey };
  const refused = await fetch(`${service.url}/auth/sandbox-key?${parameters.toString()}`, { headers });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ errors: [{ code: "invalid_request", field: "openerOrigin" }] });
  const shown = await fetch(await platform.begin("sandbox-key", { openerOrigin: platform.origin }));
  expect(shown.headers.get("x-frame-options")).toBe("DENY");
});

test("the key page shows where to find the key, the access and the operator, in the browser's language", async () => {
  const { page, close } = await openWindow(browser, { locale: "de-AT", bypassCSP: true });
  await page.goto(await platform.begin("sandbox-key", { environmentSelection: "true" }));
  expect(await page.locator("html").getAttribute("lang")).toBe("de-AT");
  const text = await page.locator("body").innerText();
  for (const line of [
    "Schritt 1 von 3",
    "Demo kann dann lesen:",
    "Kunden und Lieferanten",
    "API-Schlüssel › Schlüssel erstellen",
    "Demo sieht sie nie.",
    "Betreiber dieser Seite: Beispiel Betrieb.",
  ])
    expect(text).toContain(line);
  // The edition is only for developers.
  expect(text).not.toContain("(API key)");
  const link = page.getByRole("link", { name: "Diese Seite in Sandbox öffnen" });
  expect(await link.getAttribute("href")).toBe(`${service.url}/sandbox/keys?ui_locales=de-AT`);
  expect(await page.locator(".brand svg rect").getAttribute("fill")).toBe("#0f6e5c");
  expect(await barriersOn(page)).toEqual([]);
  await page.goto(await platform.begin("sandbox-key", { locale: "fr" }));
  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
  await close();
});

test("going back after connecting shows the confirmation again, with a link to the platform", async () => {
  const { page, close } = await openWindow(browser);
  const address = await platform.begin("sandbox-key");
  await page.goto(address);
  await enterKey(page, await makeSandboxKey(page, service.url));
  await page.waitForURL(`${platform.origin}/back?*`);
  const again = await page.goto(address);
  expect(again?.status()).toBe(410);
  expect(await page.locator("h1").textContent()).toBe("Connected");
  await page.getByRole("link", { name: "Back to Demo" }).click();
  await page.waitForURL(`${platform.origin}/`);
  // A different browser has connected nothing.
  const stranger = await fetch(address);
  expect(stranger.status).toBe(410);
  expect(await stranger.text()).toContain(`href="${platform.origin}"`);
  await close();
});
