/** The sandbox's pages in a real Chromium, with a client that redirects the browser to another site. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriersInEach, byDayAndNight, openBrowser } from "../../../test/support/browser.ts";
import { challengeFor, newVerifier, type OAuthServer, startOAuthServer } from "../../../test/support/oauth.ts";

let server: OAuthServer;
let browser: Browser;

const callback = createServer(({ url = "" }, response) => {
  if (url.startsWith("/back")) response.writeHead(302, { location: `http://localhost:${port()}/done${url.slice(5)}` });
  response.end("arrived");
});
const port = () => (callback.address() as AddressInfo).port;

beforeAll(async () => {
  server = await startOAuthServer();
  await new Promise<void>((ready) => void callback.listen(0, "127.0.0.1", ready));
  const redirectUris = [`http://127.0.0.1:${port()}/back`];
  const name = "Muster Plattform";
  await server.sandbox.registerClient({ clientId: "platform", clientSecret: "secret", redirectUris, name });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  callback.close();
  callback.closeAllConnections();
  await server.close();
});

const authorizeUrl = () => {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: "platform",
    redirect_uri: `http://127.0.0.1:${port()}/back`,
    code_challenge: challengeFor(newVerifier()),
    code_challenge_method: "S256",
  });
  return `${server.issuer}/authorize?${query.toString()}`;
};

async function signInByKeyboard(page: Page, password: string): Promise<void> {
  await page.locator("#user:focus").waitFor();
  await page.keyboard.type("demo");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

test("a user signs in by keyboard, gives consent and arrives at the client's next page", async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto(authorizeUrl());
  await signInByKeyboard(page, "demo");
  await page.getByRole("heading", { name: "Muster Plattform wants to read and write your books" }).waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/localhost:\d+\/done\?code=sandbox_code_/);
  expect(complaints).toEqual([]);
});

test("the pages are accessible in light and dark mode", async () => {
  const viewport = { width: 375, height: 700 };
  const page = await browser.newPage({ viewport });
  const barriers = () => barriersInEach(page, byDayAndNight(viewport));
  await page.goto(authorizeUrl());
  expect(await barriers()).toEqual([]);
  await signInByKeyboard(page, "wrong");
  await page.getByRole("alert").waitFor();
  expect(await barriers()).toEqual([]);
  await signInByKeyboard(page, "demo");
  await page.getByRole("button", { name: "Deny" }).waitFor();
  expect(await barriers()).toEqual([]);
  await page.goto(`${server.issuer}/authorize`);
  expect(await barriers()).toEqual([]);
});
