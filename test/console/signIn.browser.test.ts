/** Signing in to the console with a real OpenID Connect provider, and out again, in Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriersInEach, openBrowser, openWindow, type Setting } from "../support/browser.ts";
import { openTestProvider, type TestProvider } from "../support/identityProvider.ts";
import { type Service, startService } from "../support/service.ts";

// A browser on a busy machine is slow.

let provider: TestProvider;
let service: Service;
let browser: Browser;

beforeAll(async () => {
  provider = await openTestProvider();
  service = await startService({
    ...provider.settings,
    OIDC_OWNERS: "ada@operator.example",
    OIDC_SUPPORT: "kontor-support",
  });
  provider.serve(service.url);
  provider.accounts.set("ada", { email: "ada@operator.example", email_verified: true, name: "Ada Beispiel" });
  provider.accounts.set("bo", { email: "bo@operator.example", name: "Bo Muster", groups: ["kontor-support"] });
  provider.accounts.set("eve", { name: "Eve Unbekannt" });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await provider.close();
});

test("a person signs in at the provider, works, and signs out of both", async () => {
  const { page, complaints, close } = await openWindow(browser, { locale: "en-GB" });
  await page.goto(`${service.url}/console/tenants?range=7d`);
  await page.getByRole("link", { name: "Sign in with Beispiel Login" }).click();
  await page.getByLabel("Login").fill("ada");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${service.url}/console/tenants?range=7d`);
  await page.getByLabel("Name").fill("Neuland");
  await page.getByRole("button", { name: "Create tenant" }).click();
  expect(await page.getByRole("link", { name: "Neuland", exact: true }).count()).toBe(1);
  await page.getByRole("link", { name: "People", exact: true }).click();
  const row = page.locator("main tbody tr").first();
  expect(await row.textContent()).toContain("ada@operator.example");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("link", { name: "Sign out of Beispiel Login, too" }).click();
  await page.locator("button[name=logout]").click();
  await page.waitForURL((url) => url.pathname === "/console/sign-in");
  await page.goto(`${service.url}/console`);
  expect(await page.textContent("h1")).toBe("Sign in to the console");
  // The provider asks again, because the person signed out of it too.
  await page.getByRole("link", { name: "Sign in with Beispiel Login" }).click();
  await page.getByLabel("Login").waitFor();
  expect(await page.getByLabel("Login").count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

test("support sees no buttons for tenants and keys, and no page with people", async () => {
  const { page, close } = await openWindow(browser, { locale: "en-GB" });
  await page.goto(`${service.url}/console/sign-in`);
  await page.getByRole("link", { name: "Sign in with Beispiel Login" }).click();
  await page.getByLabel("Login").fill("bo");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${service.url}/console`);
  expect(await page.getByRole("link", { name: "People", exact: true }).count()).toBe(0);
  await page.goto(`${service.url}/console/tenants`);
  expect(await page.getByRole("button", { name: "Create tenant" }).count()).toBe(0);
  await page.goto(`${service.url}/console/people`);
  expect(await page.textContent("main")).toContain("Your role is support. This requires the role operator.");
  await close();
});

test("the pages of the sign-in are accessible, also in German", async () => {
  const settings: readonly Setting[] = [
    { colorScheme: "light", viewport: { width: 1280, height: 900 } },
    { colorScheme: "dark", viewport: { width: 390, height: 844 } },
  ];
  const { page, complaints, close } = await openWindow(browser, { locale: "de-DE", bypassCSP: true });
  const barriers: string[] = [];
  await page.goto(`${service.url}/console/sign-in`);
  barriers.push(...(await barriersInEach(page, settings)));
  await page.getByRole("link", { name: "Mit Beispiel Login anmelden" }).click();
  await page.getByLabel("Login").fill("eve");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => url.pathname === "/console/sign-in/callback");
  expect(await page.textContent("main")).toContain("Sie sind bei Beispiel Login als Eve Unbekannt angemeldet");
  barriers.push(...(await barriersInEach(page, settings)));
  expect(barriers).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
