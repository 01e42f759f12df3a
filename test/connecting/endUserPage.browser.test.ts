/** The page on which end users see and manage their connections, in Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriersInEach, byDayAndNight, openBrowser, openSite, openWindow, type Site } from "../support/browser.ts";
import { allowAtSandbox } from "../support/endUser.ts";
import { accountKeyIn, openPlatform, type Platform, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

// A browser on a busy machine is slow.

let service: Service;
let platform: Platform;
let browser: Browser;
let site: Site;

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
  site = await openSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  site.close();
  await service.stop();
});

const company = { environment: "production", company: "kornfeld" };
/** Connects the second company of the sandbox for an end user, and returns the account key. */
const join = async (endUserId: string): Promise<string> =>
  accountKeyIn(await platform.join({ ...company, endUserId, endUserName: "Kornfeld" }));
const pageFor = (body: object) => platform.call("POST", "/tenants/end-user-pages", { body });
const linkFor = async (endUserId: string, more: object = {}): Promise<string> => {
  const made = await pageFor({ endUserId, ...more });
  expect(made.status, made.text).toBe(201);
  return made.data["url"] ?? "";
};
const read = async (accountKey: string, path: string) =>
  expect((await platform.call("GET", path, { accountKey })).status).toBe(200);

test("shows what is connected and last read, reconnects and disconnects, all without scripts", async () => {
  const accountKey = await join("user-1");
  await read(accountKey, "/accounting/invoices");
  const { page, complaints, close } = await openWindow(browser, { javaScriptEnabled: false, locale: "de-DE" });
  const link = await linkFor("user-1", { returnUrl: `${site.origin}/settings` });
  const connection = page.getByRole("region", { name: "Sandbox" });
  // The request log is written a moment after the response.
  await expect
    .poll(async () => {
      await page.goto(link);
      return connection.innerText();
    })
    .toContain("Rechnungen und Verkauf");
  expect(await page.locator("h1").innerText()).toBe("Ihre Verbindungen");
  expect(await connection.innerText()).toContain("Kornfeld Beispielbäckerei e.K. · production");
  expect(await connection.locator(".state").innerText()).toContain("Verbunden");
  const time = connection.locator(".activity time");
  expect(await time.innerText()).toMatch(/ UTC$/);
  expect(Date.parse((await time.getAttribute("title")) ?? "")).toBe(
    Date.parse((await time.getAttribute("datetime")) ?? ""),
  );
  expect(await page.getByRole("link", { name: "Zurück zu Demo" }).getAttribute("href")).toBe(`${site.origin}/settings`);

  await platform.sandbox.changeGrants({ revoke: true }, { name: "demo" });
  const refused = await platform.call("GET", "/accounting/invoices", { accountKey });
  expect(problem(refused)).toMatchObject({ code: "connection_needs_reauth" });
  await page.goto(link);
  expect(await connection.locator(".state").innerText()).toContain("Der Zugriff auf Sandbox ist erloschen.");
  await connection.getByRole("button", { name: "Erneut verbinden" }).click();
  await allowAtSandbox(page);
  expect(await page.getByRole("status").innerText()).toBe("Sandbox ist wieder verbunden.");
  expect(await connection.locator(".state").innerText()).toContain("Verbunden");
  await read(accountKey, "/accounting/invoices");

  await connection.getByRole("link", { name: "Trennen" }).click();
  expect(await page.locator("h1").innerText()).toBe("Verbindung zu Sandbox trennen?");
  await page.getByRole("link", { name: "Abbrechen" }).click();
  await connection.getByRole("link", { name: "Trennen" }).click();
  await page.getByRole("button", { name: "Trennen" }).click();
  expect(await page.getByRole("status").innerText()).toBe("Sandbox ist nicht mehr mit Demo verbunden.");
  expect(await page.locator(".intro").innerText()).toBe("Mit Demo ist kein Buchhaltungssystem verbunden.");
  await expect
    .poll(async () => problem(await platform.call("GET", "/accounting/invoices", { accountKey })))
    .toMatchObject({ status: 401, code: "account_key_invalid" });
  const { rows } = await platform.database.query(
    "SELECT event_type, resource FROM events WHERE resource = 'TOKEN' ORDER BY sequence DESC LIMIT 1",
  );
  expect(rows).toEqual([{ event_type: "REVOKED", resource: "TOKEN" }]);
  expect(complaints).toEqual([]);
  await close();
});

test("a cancelled sign-in changes nothing, and the page says so", async () => {
  const accountKey = await join("user-2");
  const { page, close } = await openWindow(browser);
  await page.goto(await linkFor("user-2", { locale: "fr" }));
  await page.getByRole("button", { name: "Reconnecter" }).click();
  await allowAtSandbox(page, "deny");
  expect(await page.getByRole("status").innerText()).toBe("La connexion n’a pas été terminée. Rien n’a changé.");
  await read(accountKey, "/accounting/invoices");
  await close();
});

test("is accessible in light and dark mode on a phone, and shows times in the browser's zone", async () => {
  await join("user-3");
  const viewport = { width: 360, height: 700 };
  const { page, close } = await openWindow(browser, { viewport, bypassCSP: true, timezoneId: "Asia/Tokyo" });
  await page.goto(await linkFor("user-3"));
  await expect.poll(() => page.locator(".facts time").first().innerText()).not.toContain("UTC");
  const barriers = await barriersInEach(page, byDayAndNight(viewport));
  await page.getByRole("link", { name: "Disconnect" }).click();
  barriers.push(...(await barriersInEach(page, byDayAndNight(viewport))));
  expect(barriers).toEqual([]);
  await close();
});

test("a link shows only the connections it was made for, to one browser, for a short time", async () => {
  await join("user-4");
  const listed = await platform.call("GET", "/tenants/connections", { query: { endUserId: "user-4" } });
  const id = listed.rows[0]?.["id"] ?? "";
  const foreign = await platform.newTenant();
  const refused = await platform.call("POST", "/tenants/end-user-pages", { apiKey: foreign, body: { ids: [id] } });
  expect(problem(refused)).toMatchObject({ status: 404, code: "not_found", field: "ids" });
  expect(problem(await pageFor({ endUserId: "nobody" }))).toMatchObject({ status: 404, field: "endUserId" });
  expect(problem(await pageFor({}))).toMatchObject({ status: 400, field: "endUserId" });
  expect(problem(await pageFor({ endUserId: "user-4", locale: "x!" }))).toMatchObject({ code: "unknown_locale" });

  const made = await pageFor({ ids: [id] });
  const link = made.data["url"] ?? "";
  const minutes = (Date.parse(made.data["expiresDate"] ?? "") - Date.parse(made.headers.get("date") ?? "")) / 60_000;
  expect(Math.round(minutes)).toBe(30);
  const first = await openWindow(browser);
  const second = await openWindow(browser);
  for (const { page } of [first, second]) {
    await page.goto(link);
    expect(await page.getByRole("region").count()).toBe(1);
  }
  // A form can name only a connection of the page.
  const other = await platform.call("GET", "/tenants/connections");
  const stranger = other.rows.find((row) => row["id"] !== id)?.["id"] ?? "";
  await first.page.evaluate(`document.querySelector("[name=connection]").value = ${JSON.stringify(stranger)}`);
  await first.page.getByRole("button", { name: "Connect again" }).click();
  await first.page.getByRole("heading", { name: "That did not work" }).waitFor();
  // The page now belongs to the first browser.
  await second.page.getByRole("button", { name: "Connect again" }).click();
  await second.page.getByRole("heading", { name: "Please continue in the same browser" }).waitFor();
  await platform.database.query("UPDATE end_user_pages SET expires_at = now()");
  await first.page.goto(link);
  await first.page.getByRole("heading", { name: "This link has expired" }).waitFor();
  await first.close();
  await second.close();
});

test("shows an unknown link's page in the browser's language", async () => {
  const { page, close } = await openWindow(browser, { locale: "sv-SE" });
  for (const path of ["submit?flow=unknown", "connections?page=unknown", "start?flow=unknown"]) {
    await page.goto(`${service.url}/auth/${path}`);
    expect(await page.locator("html").getAttribute("lang")).toBe("sv-SE");
    expect(await page.locator(".intro").innerText()).toContain("Gå tillbaka till plattformen");
  }
  await close();
});
