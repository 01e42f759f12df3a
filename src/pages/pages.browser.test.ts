/** The hosted pages in Chromium. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { barriersInEach, openBrowser, type Setting } from "../../test/support/browser.ts";
import { payloads } from "../../test/support/payloads.ts";
import type { SignInField } from "../contract/signIn.ts";
import { pageHeaders } from "./headers.ts";
import { logoFile } from "./logo.ts";
import type { Look } from "./look.ts";
import { messagePage } from "./messagePage.ts";
import { selectionPage } from "./selectionPage.ts";
import { type PageStyle, textFields } from "./style.ts";
import { stylesheet } from "./stylesheet.ts";
import { submitPage } from "./submitPage.ts";

// A browser on a busy machine is slow.

const asks: readonly SignInField[] = [
  { name: "baseUrl", secret: false },
  { name: "tenantId", secret: false, optional: true },
  { name: "username", secret: false },
  { name: "password", secret: true },
  { name: "apiKey", secret: true },
];
const facts = { systemName: "Sandbox Books", flow: "flow-1", check: "check-1" };
const companies = Array.from({ length: 40 }, (_, index) => ({ id: `c${index}`, name: `Erfundene Firma ${index}` }));
const custom: PageStyle = {
  backgroundColor: "#f5f0ff",
  submitButtonColor: "#7c3aed",
  titleColor: "#2e1065",
  inputBackgroundColor: "#fffdf7",
  errorTextColor: "#a30f2d",
  logoSvg:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1" fill="#7c3aed"/></svg>',
  pageLocalizations: [{ freeText: "Questions? We are happy to help.\nLedgerleaf" }],
};
const lookOf = (locale: string, style: PageStyle = {}): Look => ({ tenantName: "Ledgerleaf", style, locale });
const pagesOf = (look: Look): Readonly<Record<string, string>> => ({
  submit: submitPage(look, { ...facts, asks, values: {}, problem: "credentialsRefused" }),
  select: selectionPage(look, { ...facts, step: "company", choices: companies, problem: "choiceUnknown" }),
  done: messagePage(look, { kind: "done", systemName: "Sandbox Books", requestId: "req-1", flow: "flow-1" }),
});

/** The page of the test server, and the forms that it received. */
interface TestServer {
  html: string;
  style: PageStyle;
  posts: { readonly path: string; readonly form: URLSearchParams }[];
}
const shown: TestServer = { html: "", style: {}, posts: [] };
let server: Server;
let browser: Browser;
let origin: string;

async function answer(request: IncomingMessage): Promise<{ body: string | Buffer; headers: Record<string, string> }> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  if (request.method === "POST") shown.posts.push({ path: pathname, form: new URLSearchParams(await text(request)) });
  if (pathname.endsWith(".css")) return { body: stylesheet(shown.style), headers: { "content-type": "text/css" } };
  if (pathname.endsWith(".js"))
    return {
      body: readFileSync(new URL("./page.js", import.meta.url)),
      headers: { "content-type": "text/javascript" },
    };
  const logo = pathname.endsWith("/logo") ? logoFile(shown.style) : undefined;
  return logo === undefined ? { body: shown.html, headers: pageHeaders() } : { ...logo, headers: { ...logo.headers } };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request).then(({ body, headers }) => response.writeHead(200, headers).end(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

interface Visit {
  readonly page: Page;
  readonly complaints: string[];
  show(html: string, style?: PageStyle): Promise<void>;
}

async function visiting(options: BrowserContextOptions, visit: (visit: Visit) => Promise<void>): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && request.url() !== "data:,") complaints.push(request.url());
  });
  const show = async (html: string, style: PageStyle = {}): Promise<void> => {
    Object.assign(shown, { html, style, posts: [] });
    await page.goto(`${origin}/page?flow=flow-1`);
  };
  await visit({ page, complaints, show });
  await context.close();
}

const desktop = { width: 1280, height: 720 };
const phone = { width: 360, height: 700 };
const lightDesktop: Setting = { colorScheme: "light", viewport: desktop };
const darkDesktop: Setting = { colorScheme: "dark", viewport: desktop };
const lightPhone: Setting = { colorScheme: "light", viewport: phone };

test("the pages are accessible and fit the screen, in every language and style", async () => {
  await visiting({}, async ({ page, complaints, show }) => {
    for (const [locale, style, settings] of [
      ["en", {}, [lightDesktop, darkDesktop, lightPhone]],
      // Other languages differ only in their words, which have the least room on a phone.
      ["de", {}, [lightPhone]],
      ["fr", {}, [lightPhone]],
      // German has the longest words.
      ["de", custom, [lightDesktop, darkDesktop, lightPhone]],
      // Only colours.
      ["en", { backgroundColor: "#0b2545", submitButtonColor: "#ffb703" }, [lightDesktop, darkDesktop]],
    ] as const)
      for (const [name, html] of Object.entries(pagesOf(lookOf(locale, style)))) {
        await show(html, style);
        expect(await barriersInEach(page, settings), `${name}, ${locale}, ${JSON.stringify(style)}`).toEqual([]);
      }
    expect(complaints).toEqual([]);
  });
});

describe("the key-entry page", () => {
  const plain = submitPage(lookOf("de"), { ...facts, asks: [{ name: "apiKey", secret: true }], values: {} });

  test("submits the key without scripts, and no input when cancelled", async () => {
    await visiting({ javaScriptEnabled: false }, async ({ page, show }) => {
      await show(plain);
      expect(await page.isVisible(".reveal")).toBe(false);
      await page.fill("#field-apiKey", "geheim");
      await page.press("#field-apiKey", "Enter");
      await expect.poll(() => shown.posts).toHaveLength(1);
      await page.waitForLoadState();
      await page.fill("#field-apiKey", "geheim");
      await page.click(".cancel");
      await expect.poll(() => shown.posts).toHaveLength(2);
    });
    const sent = shown.posts.map(({ path, form }) => [path, Object.fromEntries(form)]);
    expect(sent).toEqual([
      ["/auth/submit", { flow: "flow-1", check: "check-1", apiKey: "geheim" }],
      ["/auth/cancel", { flow: "flow-1", check: "check-1" }],
    ]);
  });

  test("shows that it is busy, submits once, and works again after the back button", async () => {
    await visiting({}, async ({ page, complaints, show }) => {
      await show(plain);
      await page.fill("#field-apiKey", "geheim");
      await page.click(".reveal");
      expect(await page.getAttribute("#field-apiKey", "type")).toBe("text");
      await page.evaluate("addEventListener('submit', (event) => event.preventDefault(), { once: true })");
      await page.click(".submit");
      expect(await page.textContent(".submit.busy")).toBe("Wird geprüft …");
      expect(await page.textContent("[role=status]")).toBe("Wird geprüft …");
      expect(await page.isDisabled(".submit")).toBe(true);
      expect(await page.getAttribute("#main", "aria-busy")).toBe("true");
      expect(await page.getAttribute("#field-apiKey", "type")).toBe("password");
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
      expect(await page.textContent(".submit:not(.busy):enabled")).toBe("Verbinden");
      expect(complaints).toEqual([]);
    });
  });

  test("works by keyboard, and asks for missing input in the page's language", async () => {
    await visiting({ locale: "en" }, async ({ page, show }) => {
      await show(plain);
      const order = [];
      for (const _ of [1, 2, 3, 4]) {
        await page.keyboard.press("Tab");
        order.push(await page.evaluate("document.activeElement.id || document.activeElement.className"));
      }
      expect(order).toEqual(["field-apiKey", "reveal", "submit", "cancel"]);
      await page.click(".submit");
      expect(await page.evaluate("document.querySelector('#field-apiKey').validationMessage")).toBe(
        "Bitte füllen Sie dieses Feld aus.",
      );
      await page.fill("#field-apiKey", "x");
      expect(await page.evaluate("document.querySelector('#main').checkValidity()")).toBe(true);
      expect(shown.posts).toEqual([]);
    });
  });

  test("shows the problem first, links to the field, and never shows a secret again", async () => {
    const values = { username: "anna", password: "top-secret", apiKey: "top-secret" };
    const html = submitPage(lookOf("de"), { ...facts, asks, values, problem: "missingField" });
    expect(html).not.toContain("top-secret");
    await visiting({}, async ({ page, show }) => {
      await show(html);
      expect(await page.title()).toMatch(/^Fehler: /);
      expect(await page.evaluate("document.activeElement.id")).toBe("problem");
      expect(await page.inputValue("#field-username")).toBe("anna");
      expect(await page.locator("[aria-invalid=true]").count()).toBe(3);
      expect(await page.getAttribute("#field-baseUrl", "aria-describedby")).toBe("problem help-baseUrl");
      await page.click(".problem a");
      expect(await page.evaluate("document.activeElement.id")).toBe("field-baseUrl");
    });
  });
});

test("a long list can be searched, and the selected choice stays visible", async () => {
  const choices = [...companies, { id: "söhne-1", name: "Zwei Söhne" }, { id: "söhne-2", name: "Zwei Söhne" }];
  await visiting({}, async ({ page, complaints, show }) => {
    await show(selectionPage(lookOf("de"), { ...facts, step: "company", choices }));
    await page.check("#choice-3");
    await page.fill("[type=search]", "SOHNE zwei");
    await page.press("[type=search]", "Enter");
    expect(await page.locator(".choices li:visible").allInnerTexts()).toEqual([
      "Erfundene Firma 3",
      expect.stringContaining("söhne-1"),
      expect.stringContaining("söhne-2"),
    ]);
    expect(await page.textContent(".find p")).toBe("2 von 42");
    await page.fill("[type=search]", "nobody");
    expect(await page.textContent(".find p")).toBe("Keine Treffer");
    await page.fill("[type=search]", "söhne-2");
    await page.check("#choice-41");
    expect(shown.posts).toEqual([]);
    await page.click(".submit");
    await expect.poll(() => shown.posts).toHaveLength(1);
    expect(Object.fromEntries(shown.posts[0]?.form ?? [])).toEqual({
      flow: "flow-1",
      check: "check-1",
      step: "company",
      choice: "söhne-2",
    });
    expect(complaints).toEqual([]);
  });
});

describe("a hundred script payloads", () => {
  /** Every page with the same text in every field. */
  const pagesWith = (word: string): string[] => {
    const everyText = Object.fromEntries(textFields.map((field) => [field, word]));
    const looks = [{}, { pageLocalizations: [{ locale: word, ...everyText }] }].map((style: PageStyle) => ({
      tenantName: word,
      locale: word,
      style: { ...style, logoSvg: "x" },
    }));
    const names = { systemName: word, flow: word, check: word };
    const values = Object.fromEntries(asks.map(({ name }) => [name, word]));
    return looks.flatMap((look) => [
      submitPage(look, { ...names, asks, values, problem: "credentialsRefused" }),
      selectionPage(look, { ...names, step: "company", choices: [1, 2].map(() => ({ id: word, name: word })) }),
      messagePage(look, { kind: "done", ...names, requestId: word }),
    ]);
  };

  /** The elements and attributes that the browser's parser finds. */
  const skeletonOf = `skeletonOf = (html) =>
    Array.from(new DOMParser().parseFromString(html, "text/html").querySelectorAll("*"))
      .map((element) => [element.tagName, ...element.getAttributeNames()].join(" "))
      .join("\\n")`;

  test("create no element and no attribute in any field", async () => {
    expect(new Set(payloads).size).toBe(100);
    await visiting({}, async ({ page, complaints }) => {
      await page.goto("about:blank");
      const skeletons = async (htmls: readonly string[]): Promise<string[]> =>
        page.evaluate(`${skeletonOf}; ${JSON.stringify(htmls)}.map(skeletonOf)`);
      const harmless = await skeletons(pagesWith("word"));
      for (const payload of payloads) expect(await skeletons(pagesWith(payload)), payload).toEqual(harmless);
      expect(harmless[0]).toContain("INPUT id name type value required");
      expect(complaints).toEqual([]);
    });
  });

  test("run no script and load nothing when the pages are opened", async () => {
    await visiting({}, async ({ page, complaints, show }) => {
      // Twenty at once for speed; the test above checks each separately.
      for (let first = 0; first < payloads.length; first += 20) {
        const twenty = payloads.slice(first, first + 20);
        for (const html of pagesWith(twenty.join(" ")).slice(3)) {
          await show(html, custom);
          const text = await page.locator("main").textContent();
          // Shown unchanged, except braces, which are placeholders.
          for (const payload of twenty) if (!payload.includes("{")) expect(text).toContain(payload);
        }
      }
      expect(complaints).toEqual([]);
    });
  });
});

test("the headers name only the origins of the form targets", () => {
  const targets = ["https://app.example/back?x=1; script-src *", "http://localhost:3000/", "javascript:alert(1)"];
  const policy = pageHeaders({ formTargets: targets })["content-security-policy"];
  expect(policy).toContain("form-action 'self' https://app.example http://localhost:3000;");
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'");
});
