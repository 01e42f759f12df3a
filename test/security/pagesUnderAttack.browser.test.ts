/** Attacks on the hosted pages of a running service, in Chromium (S14). */
import { Writable } from "node:stream";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sandboxKey } from "../../src/connectors/sandbox/editions.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { textFields } from "../../src/pages/style.ts";
import { openBrowser, openSite, openWindow, type Site, type Window } from "../support/browser.ts";
import { allowAtSandbox, chooseSecondCompany, enterKey, seesProblem } from "../support/endUser.ts";
import { payloads } from "../support/payloads.ts";
import { makeCall, openPlatform, type Platform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { listenWith } from "../support/wired.ts";

// A browser on a busy machine is slow.

let service: Service;
let platform: Platform;
let browser: Browser;
let site: Site;
let window: Window;
let page: Page;
let logged = "";

beforeAll(async () => {
  const log = new Writable({
    write: (chunk, _, done) => {
      logged += String(chunk);
      done();
    },
  });
  service = await startService({ LOG_LEVEL: "trace" }, { logged: log });
  platform = await openPlatform(service);
  site = await openSite();
  browser = await openBrowser();
});
beforeEach(async () => {
  site.received.length = 0;
  window = await openWindow(browser);
  page = window.page;
  return () => window.close();
});
afterAll(async () => {
  await browser.close();
  site.close();
  await service.stop();
});

const back = () => ({ callbackUrl: `${site.origin}/back`, cancelCallbackUrl: `${site.origin}/cancelled` });
const beginKeyFlow = (more: Record<string, string> = {}) => platform.begin("sandbox-key", { ...back(), ...more });
const newKey = () => platform.sandbox.issueToken("Test");
const isBack = () => page.waitForURL((url) => url.origin === site.origin);

/** A second server with a target system whose names all are `word`. */
async function openEcho() {
  const shown = { word: "word" };
  const { storage } = service;
  const echo: Connector = {
    ...sandboxKey,
    id: "sandbox-echo",
    get name() {
      return shown.word;
    },
    signIn: {
      kind: "apiKey",
      asks: [
        { name: "tenantId", secret: false },
        { name: "username", secret: false },
        { name: "apiKey", secret: true },
      ],
      headers: { authorization: "Bearer {apiKey}" },
    },
    needs: ["company"],
    companies: async () => ["1", "2"].map((id) => ({ id: id + shown.word, name: shown.word })),
  };
  const { url, close } = await listenWith(storage, [echo], { ownUrl: service.url });
  return { shown, call: makeCall(url, service.keys.apiKey), close };
}

test("a hundred script payloads in every visible field run no script and create no element", async () => {
  const echo = await openEcho();
  const query = { ...back(), locale: "de", environmentSelection: "true" };
  const begin = async (word: string) =>
    (await echo.call("GET", "/auth/sandbox-echo", { query: { ...query, tenantId: word } })).data["url"] ?? "";
  const over = await begin("word");
  await platform.database.query("UPDATE flows SET expires_at = now()");
  const elements = () => page.locator("*").count();

  /** The key-entry page, prefilled by the platform. */
  const openPrefilled = async (word: string): Promise<number> => {
    await page.goto(await begin(word));
    expect(await page.inputValue("#field-tenantId")).toBe(word);
    return await elements();
  };
  /** The key-entry page, the same after an error, the choice of a company, and the page for an expired link. */
  const walk = async (word: string): Promise<number[]> => {
    echo.shown.word = word;
    const texts = Object.fromEntries(textFields.map((field) => [field, word]));
    await platform.database.query("UPDATE tenants SET name = $1", [word]);
    const styled = await echo.call("POST", "/tenants/submission-page-style", {
      body: { pageLocalizations: [{ locale: "de", ...texts }] },
    });
    expect(styled.status, styled.text).toBe(201);
    const counts = [await openPrefilled("word")];
    for (const field of ["#field-tenantId", "#field-username"]) await page.fill(field, word);
    await enterKey(page, "sandbox_wrong");
    await seesProblem(page);
    expect(await page.inputValue("#field-username")).toBe(word);
    expect(await page.inputValue("#field-tenantId")).toBe(word);
    counts.push(await elements());
    await enterKey(page, key);
    await page.waitForSelector(".choices");
    if (!word.includes("{")) expect(await page.textContent("h1")).toBe(word);
    counts.push(await elements());
    await page.goto(over);
    counts.push(await elements());
    return counts;
  };
  /** Many at once for speed; src/pages/pages.browser.test.ts checks each separately. */
  const together = (many: number): string[] =>
    payloads.flatMap((_, first) => (first % many === 0 ? [payloads.slice(first, first + many).join(" ")] : []));

  const key = await newKey();
  const harmless = await walk("word");
  expect(payloads).toHaveLength(100);
  for (const word of together(20)) expect(await walk(word), word).toEqual(harmless);
  await walk("word");
  // A parameter has room for at most four.
  for (const word of together(4)) expect(await openPrefilled(word), word).toBe(harmless[0]);
  expect(window.complaints).toEqual([]);
  await platform.database.query("UPDATE tenants SET name = 'Demo'");
  await platform.database.query("DELETE FROM page_styles");
  await echo.close();
});

describe("other sites", () => {
  const sendForm = (action: string, fields: Readonly<Record<string, string>>) => {
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
    const form = `<form method="post" action="${action}">${inputs.join("")}</form>`;
    return page.evaluate(`document.body.innerHTML = ${JSON.stringify(form)}; document.forms[0].submit()`);
  };
  const flowIn = (address: string): string => new URL(address).searchParams.get("flow") ?? "";

  test("cannot submit the hosted forms, not even with the flow's token or their own check", async () => {
    const begun = await beginKeyFlow();
    const flow = flowIn(begun);
    await page.goto(begun);
    const stranger = await openWindow(browser);
    await stranger.page.goto(await beginKeyFlow());
    const check = await stranger.page.inputValue("#main [name=check]");
    await stranger.close();
    const before = await platform.count("connections");
    const apiKey = await newKey();
    // The first is another site and sends no Kontor cookie; the second is another port of the same site and does.
    for (const url of ["data:text/html,x", site.origin])
      for (const path of ["submit", "cancel", "selections"])
        for (const fields of [
          { flow, apiKey },
          { flow, apiKey, check },
        ]) {
          await page.goto(url);
          const sent = page.waitForResponse((answer) => answer.url().startsWith(service.url));
          await sendForm(`${service.url}/auth/${path}`, fields);
          expect((await sent).status(), path).toBe(403);
          await page.getByRole("heading", { name: "same browser" }).waitFor();
        }
    expect(await platform.count("connections")).toBe(before);
    // The flow still works.
    await page.goto(begun);
    await enterKey(page, apiKey);
    await isBack();
  });

  test("cannot frame the hosted pages", async () => {
    const begun = await beginKeyFlow({ environmentSelection: "true" });
    await page.goto(begun);
    await enterKey(page, await newKey());
    await page.waitForSelector(".choices");
    const hostedPages = [
      await beginKeyFlow(),
      page.url(),
      `${service.url}/auth/submit?flow=unknown`,
      await platform.begin("sandbox", back()),
      `${service.url}/sandbox/keys`,
    ];
    for (const address of hostedPages) {
      await page.goto(site.origin);
      await page.evaluate(`document.body.innerHTML = '<iframe src="${address}"></iframe>'`);
      await expect.poll(() => page.frames()[1]?.url(), { timeout: 10_000 }).toBe("chrome-error://chromewebdata/");
    }
  });

  test("cannot be made the return URL by parameters or form fields", async () => {
    const evil = "http://evil.example/";
    const names = ["callbackUrl", "cancelCallbackUrl", "redirect_uri", "return_to", "next", "url", "state", "baseUrl"];
    const extra = names.map((name) => `${name}=${encodeURIComponent(evil)}`).join("&");
    const begun = await beginKeyFlow({ environmentSelection: "true" });
    await page.goto(`${begun}&${extra}`);
    const tamper = () =>
      page.evaluate(`for (const form of document.forms) for (const name of ${JSON.stringify(names)})
        form.insertAdjacentHTML("beforeend", '<input type="hidden" name="' + name + '" value="${evil}">')`);
    await tamper();
    await enterKey(page, await newKey());
    await page.waitForSelector(".choices");
    await page.goto(`${page.url()}&${extra}`);
    await tamper();
    await chooseSecondCompany(page);
    await isBack();
    expect(page.url()).toContain(`${site.origin}/back?accountKey=`);
    await page.goto(`${await platform.begin("sandbox", back())}&${extra}`);
    await allowAtSandbox(page, "deny");
    await isBack();
    expect(page.url()).toBe(`${site.origin}/cancelled?error=cancelled`);
    expect(window.complaints).toEqual([]);
  });
});

test("the back button shows no secret and submits nothing twice", async () => {
  const before = await platform.count("connections");
  const key = await newKey();
  await page.goto(await beginKeyFlow({ environmentSelection: "true" }));
  await enterKey(page, key);
  await page.waitForSelector(".choices");
  await page.goBack();
  await page.waitForSelector(".choices");
  expect(await page.content()).not.toContain(key);
  await chooseSecondCompany(page);
  await isBack();
  const arrivals = site.received.length;
  for (const _ of [1, 2]) {
    await page.goBack();
    await page.getByRole("heading", { name: "Connected" }).waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await page.locator("form").count()).toBe(0);
  }
  await page.reload();
  expect(site.received).toHaveLength(arrivals);
  expect(await platform.count("connections")).toBe(before + 1);
});

test("submitting a form twice connects once", async () => {
  const before = await platform.count("connections");
  await page.goto(await beginKeyFlow());
  const form = { flow: await page.inputValue("[name=flow]"), check: await page.inputValue("[name=check]") };
  const apiKey = await newKey();
  await enterKey(page, apiKey);
  await isBack();
  const again = await page.request.post(`${service.url}/auth/submit`, { form: { ...form, apiKey }, maxRedirects: 0 });
  expect(again.status()).toBe(410);
  expect(await platform.count("connections")).toBe(before + 1);
});

test("no secret appears in the page, in URLs, in the referrer, in storage or in the log", async () => {
  const wrong = "sandbox_wrong-but-secret";
  const key = await newKey();
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url(), request.headers()["referer"] ?? ""));
  await page.goto(await beginKeyFlow({ environmentSelection: "true" }));
  await enterKey(page, wrong);
  await seesProblem(page);
  const contents = [await page.content()];
  await enterKey(page, key);
  await page.waitForSelector(".choices");
  contents.push(await page.content());
  await chooseSecondCompany(page);
  await isBack();
  const accountKey = new URL(page.url()).searchParams.get("accountKey") ?? "";
  expect(await page.evaluate("document.referrer")).toBe("");
  await page.goto(await platform.begin("sandbox", back()));
  await allowAtSandbox(page);
  await isBack();
  expect(await page.evaluate("document.referrer")).toBe("");
  const stored = await page.context().storageState();
  expect(stored.origins).toEqual([]);

  for (const secret of [wrong, key]) expect([...contents, ...addresses, logged].join("\n")).not.toContain(secret);
  expect(logged).toContain("/auth/submit");
  expect(logged).not.toContain(accountKey);
  // The platform gets no referrer, so it sees no flow, state or code.
  expect(site.received.map(({ headers }) => headers["referer"])).toEqual(site.received.map(() => undefined));
  expect(stored.cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
    [true, "Lax"],
    [true, "Lax"],
  ]);
  expect(window.complaints).toEqual([]);
});
