/** The page on which a user creates API keys, over HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Browser,
  type OAuthServer,
  openBrowser,
  type Page,
  startOAuthServer,
} from "../../../test/support/oauth.ts";

let server: OAuthServer;

beforeAll(async () => {
  server = await startOAuthServer();
});
afterAll(() => server.close());

async function signIn(browser: Browser): Promise<Page> {
  const login = await browser.open(`${server.url}/sandbox/keys`);
  const { location } = await browser.submit(login, { user: "demo", password: "demo" });
  return browser.open(location?.href ?? "");
}

const keysOn = ({ text }: Page): string[] => text.match(/sandbox_[\w-]{32}/g) ?? [];

test("creates a key after the login and shows it once", async () => {
  const browser = openBrowser(server.issuer);
  const page = await signIn(browser);
  expect(page.url).toBe(`${server.url}/sandbox/keys`);
  const made = await browser.submit(page, {});
  const [key = ""] = keysOn(made);
  const answer = await fetch(`${server.url}/sandbox/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  expect(keysOn(await browser.open(page.url))).toEqual([]);
  expect(made.headers.get("cache-control")).toBe("no-store");
  expect(made.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'self'; form-action 'self';/,
  );
});

test("creates no key without a login or with the form of another browser", async () => {
  const page = await signIn(openBrowser(server.issuer));
  const stranger = openBrowser(server.issuer);
  const login = await stranger.submit(page, {});
  expect(login.text).toContain('name="password"');
  await signIn(stranger);
  expect(await stranger.submit(page, {})).toMatchObject({ status: 403 });
  const wrong = await openBrowser(server.issuer).open(`${server.url}/sandbox/keys`);
  expect(await openBrowser(server.issuer).submit(wrong, { user: "demo", password: "demo" })).toMatchObject({
    status: 403,
  });
});

test("keeps the language of the first page after the login", async () => {
  const browser = openBrowser(server.issuer);
  const login = await browser.open(`${server.url}/sandbox/keys?ui_locales=de-CH`);
  expect(login.text).toContain('<html lang="de">');
  expect((await browser.submit(login, { user: "demo", password: "wrong" })).text).toContain("Passwort ist falsch");
  const { location } = await browser.submit(login, { user: "demo", password: "demo" });
  const page = await browser.open(location?.href ?? "");
  expect(page.text).toContain("Schlüssel erstellen");
  expect((await browser.submit(page, {})).text).toContain("Hier ist Ihr Schlüssel");
});
