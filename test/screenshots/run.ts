/**
 * npm run screenshots [folder] [part of a name]
 *
 * Takes screenshots of every page in both colour schemes and sizes, to review after changing a page. Nothing compares them.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { makeConsoleLink } from "../../src/core/accounts/consoleAccess.ts";
import { openProgram, returnUrl } from "../mcp/endUser.ts";
import { openBrowser } from "../support/browser.ts";
import { allowAtSandbox } from "../support/endUser.ts";
import { openCookieBrowser, openTestProvider } from "../support/identityProvider.ts";
import { openPlatformPage } from "../support/platformPage.ts";
import { type BusyService, openBusyService } from "./activity.ts";

const [folder = "screenshots", only = ""] = process.argv.slice(2);

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
const schemes = ["light", "dark"] as const;

const consolePages = [
  "",
  "/issues",
  "/connections",
  "/requests",
  "/requests?failed=yes",
  "/writes",
  "/events",
  "/subscriptions",
  "/deliveries",
  "/deliveries/replay",
  "/tasks",
  "/explorer",
  "/targets",
  "/targets/sandbox",
  "/tenants",
  "/usage",
  "/people",
  "/audit",
  "/system",
  "/requests?code=nothing",
  "/nowhere",
];

const publicPages = [
  "/",
  "/docs",
  "/docs/invoices.list",
  "/docs/invoices.create",
  "/docs/invoices.create?system=xero",
  "/docs/coverage",
  "/docs/errors",
  "/docs/guides",
  "/docs/guides/console",
  "/docs/guides/first-invoice",
  "/docs/systems/xero",
];

const provider = await openTestProvider();
const service = await openBusyService({
  ...provider.settings,
  OIDC_OWNERS: "ada@operator.example",
  OIDC_SUPPORT: "support",
});
provider.serve(service.url);
provider.accounts.set("ada", { email: "ada@operator.example", email_verified: true, name: "Ada Beispiel" });
provider.accounts.set("bo", { email: "bo@operator.example", name: "Bo Muster", groups: ["support"] });
provider.accounts.set("eve", { email: "eve@elsewhere.example", email_verified: true });
await signInSomebody("bo");
const browser = await openBrowser();
try {
  await mkdir(folder, { recursive: true });
  for (const scheme of schemes)
    for (const [size, viewport] of Object.entries(sizes)) {
      const isGerman = size === "phone" && scheme === "light";
      const locale = isGerman ? "de-DE" : "en-GB";
      const context = await browser.newContext({ colorScheme: scheme, viewport, locale });
      const page = await context.newPage();
      await takeAll(service, page, `${scheme}-${size}`);
      await context.close();
    }
  if ("languages".includes(only)) await takeLanguages(service, browser);
} finally {
  await browser.close();
  await service.stop();
  await provider.close();
}

/** For the list of people. */
async function signInSomebody(login: string): Promise<void> {
  const visitor = openCookieBrowser();
  const start = await visitor.open(`${service.url}/console/sign-in/provider`);
  await visitor.open(await visitor.authorize(start.headers.get("location") ?? "", login));
}

/** Signs in at the provider: first somebody without a role, then an owner. */
async function takeSignIn(page: Page, kind: string): Promise<void> {
  for (const login of ["eve", "ada"]) {
    await page.goto(`${service.url}/console/sign-in/provider`);
    await page.getByLabel("Login").fill(login);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL((url) => url.origin === service.url);
    if (login === "eve") await take(page, `${kind}-console-no-role`);
    await page.context().clearCookies();
  }
}

async function take(page: Page, name: string): Promise<void> {
  if (!name.includes(only)) return;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function takeAll({ url, storage, apiKey }: BusyService, page: Page, kind: string): Promise<void> {
  const open = async (path: string, name = path.replaceAll(/[^\w]+/g, "-").replace(/^-$/, "-front")) => {
    if (!`${kind}${name}`.includes(only)) return;
    await page.goto(url + path);
    await take(page, `${kind}${name}`);
  };
  for (const path of publicPages) await open(path);
  await open("/console", "-console-signed-out");
  const person = { role: "owner", tenantId: null, person: "Ada" } as const;
  await takeSignIn(page, kind);
  await page.goto((await makeConsoleLink(storage.database, url, person)).url);
  await take(page, `${kind}-console-sign-in`);
  await page.click("button");
  await page.waitForURL(`${url}/console`);
  for (const path of consolePages) await open(`/console${path}`);
  const linkOn = async (list: string, selector = "main tbody a") => {
    await page.goto(`${url}/console${list}`);
    return (await page.getAttribute(selector, "href")) ?? "/console";
  };
  const tenant = (await linkOn("/tenants")).split("?")[0] ?? "";
  await open(tenant, "-console-tenant");
  await open(`${tenant}/style`, "-console-tenant-style");
  await open(`/console/usage?range=30d&tenant=${tenant.split("/").at(-1)}`, "-console-usage-tenant");
  await open(await linkOn("/requests?failed=yes"), "-console-request-failed");
  await open(await linkOn("/requests?code=target_unavailable"), "-console-request-unavailable");
  await open(await linkOn("/requests?operation=customers.create&status=2"), "-console-request-write");
  await open(await linkOn("/connections"), "-console-connection-troubled");
  await open(await linkOn("/connections?text=Lindenau"), "-console-connection");
  const connection = new URL(page.url()).pathname;
  await open(`${connection}/end`, "-console-connection-end");
  await open(await linkOn("/writes?state=unknown", "main tbody a[href*='/writes/']"), "-console-write");
  await open(await linkOn("/deliveries?state=failed", "main tbody a[href*='sequence=']"), "-console-delivery");
  await open(
    `/console/explorer?connection=${connection.split("/").at(-1)}&operation=customers.list`,
    "-console-explorer-chosen",
  );
  if (`${kind}-console-explorer-chosen`.includes(only)) {
    await page.getByRole("button", { name: /^(Send|Senden)$/ }).click();
    await take(page, `${kind}-console-explorer-answer`);
  }
  await takeReplay(page, { url, kind });
  await takeFlow(page, { url, apiKey, kind });
}

async function begin(
  url: string,
  apiKey: string,
  slug: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const query = new URLSearchParams({
    callbackUrl: "https://blattwerk.example/back",
    environmentSelection: "true",
    ...more,
  });
  const answer = await fetch(`${url}/auth/${slug}?${query.toString()}`, { headers: { "x-api-key": apiKey } });
  return ((await answer.json()) as { data: { url: string } }).data.url;
}

/** A page with all connections of the busy service. */
async function endUserPageLink(url: string, apiKey: string): Promise<string> {
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  const listed = await fetch(`${url}/tenants/connections?limit=5`, { headers });
  const { data: connections } = (await listed.json()) as { data: readonly { readonly id: string }[] };
  const body = JSON.stringify({ ids: connections.map(({ id }) => id), assistants: "write" });
  const answer = await fetch(`${url}/tenants/end-user-pages`, { method: "POST", headers, body });
  return ((await answer.json()) as { data: { url: string } }).data.url;
}

/** The picker of connect.js, on a page of a platform. */
async function takePicker(page: Page, { url, apiKey, kind }: Flow): Promise<void> {
  const platform = await openPlatformPage(url, apiKey);
  await page.goto(platform.origin);
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("dialog").getByRole("listitem").first().waitFor();
  await page.screenshot({ path: join(folder, `${kind}-flow-picker.png`) });
  platform.close();
}

/** The page of a replay that waits, and of one that was stopped before it sent anything. */
async function takeReplay(page: Page, { url, kind }: Pick<Flow, "url" | "kind">): Promise<void> {
  if (!`${kind}-console-replay`.includes(only)) return;
  await page.goto(`${url}/console/deliveries/replay?state=failed`);
  await page.locator("main form[method=post] button[type=submit]").first().click();
  await page.waitForURL(/\/replays\//);
  await take(page, `${kind}-console-replay-waiting`);
  await page.getByRole("button", { name: /^(Stop|Anhalten)$/ }).click();
  await take(page, `${kind}-console-replay-stopped`);
}

interface Flow {
  readonly url: string;
  readonly apiKey: string;
  readonly kind: string;
}

async function takeFlow(page: Page, { url, apiKey, kind }: Flow): Promise<void> {
  await takePicker(page, { url, apiKey, kind });
  await page.goto(await begin(url, apiKey, "sandbox-key"));
  await take(page, `${kind}-flow-key`);
  await page.fill("#field-apiKey", "wrong");
  await page.click(".submit");
  await page.locator("#problem").waitFor();
  await take(page, `${kind}-flow-key-refused`);
  const consumed = await begin(url, apiKey, "sandbox");
  await page.goto(consumed);
  await take(page, `${kind}-flow-away`);
  await page.waitForSelector("#user, [name=answer]");
  await take(page, `${kind}-flow-sandbox-login`);
  if (await page.isVisible("#user")) {
    await page.fill("#user", "demo");
    await page.fill("#password", "demo");
    await page.click("button");
  }
  await page.waitForSelector("[name=answer]");
  await take(page, `${kind}-flow-sandbox-consent`);
  await allowAtSandbox(page);
  await page.waitForSelector("[type=radio]");
  await take(page, `${kind}-flow-environment`);
  await page.locator("[type=radio]").first().check();
  await page.click(".submit");
  await page.waitForSelector("[type=radio]");
  await take(page, `${kind}-flow-company`);
  await page.goto(`${url}/auth/submit?flow=nonsense`);
  await take(page, `${kind}-flow-expired`);
  await page.goto(await endUserPageLink(url, apiKey));
  await take(page, `${kind}-flow-end-user`);
  await takeAssistant(page, { url, apiKey, kind });
  for (const slug of ["xero", "lexware-office", "odoo", "datev-rewe-export"]) {
    const address = await begin(url, apiKey, slug).catch(() => undefined);
    if (address === undefined) continue;
    await page.goto(address).catch(() => undefined);
    await take(page, `${kind}-flow-${slug}`);
  }
}

/** An end user lets an assistant in. */
async function takeAssistant(page: Page, { url, apiKey, kind }: Flow): Promise<void> {
  const webPage = "https://assistant.example/back";
  const program = await openProgram(url, { redirect_uris: [webPage, returnUrl] });
  const readCode = async (): Promise<string> => {
    await page.goto(await endUserPageLink(url, apiKey));
    await page.locator(".connect button").first().click();
    return page.locator("dd code.code").innerText();
  };
  const enter = async (redirectUri: string, code: string): Promise<void> => {
    await page.goto(program.authorizeUrl({ redirect_uri: redirectUri }));
    await page.fill("#field-code", code);
    await page.click(".submit");
  };
  const code = await readCode();
  await take(page, `${kind}-flow-assistant-code`);
  await enter(webPage, "AAAA-AAAA-AAAA");
  await page.locator("#problem").waitFor();
  await take(page, `${kind}-flow-assistant-refused`);
  await enter(webPage, code);
  await page.waitForSelector("[type=radio]");
  await take(page, `${kind}-flow-assistant-consent`);
  await enter(returnUrl, await readCode());
  await page.locator("[type=radio]").last().check();
  // Nothing listens there: the request of the browser has the code.
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url().startsWith(returnUrl)),
    page.click(".submit"),
  ]);
  await program.exchange(new URL(request.url()).searchParams.get("code") ?? "");
  await page.goto(await endUserPageLink(url, apiKey));
  await take(page, `${kind}-flow-assistant-connected`);
  await page.goto(`${url}/auth/assistants/authorize?client_id=nonsense`);
  await take(page, `${kind}-flow-assistant-invalid`);
}

/** The hosted pages in every language, taken from the console's preview. */
async function takeLanguages({ url, storage }: BusyService, chromium: Browser): Promise<void> {
  const context = await chromium.newContext({ viewport: sizes.phone });
  const page = await context.newPage();
  const person = { role: "owner", tenantId: null, person: "Ada" } as const;
  await page.goto((await makeConsoleLink(storage.database, url, person)).url);
  await page.click("button");
  await page.goto(`${url}/console/tenants`);
  const tenant = ((await page.getAttribute("main tbody a", "href")) ?? "").split("?")[0];
  for (const language of ["da", "de", "es", "fi", "fr", "it", "nb", "nl", "pl", "pt", "sv"])
    for (const shown of ["submit", "problem", "company", "done", "expired", "failed"]) {
      await page.goto(`${url}${tenant}/preview?page=${shown}&language=${language}`);
      await take(page, `languages-${language}-${shown}`);
    }
  await context.close();
}
