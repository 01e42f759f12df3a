/** A real Chromium for the tests of the hosted pages. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import chromium from "@sparticuz/chromium";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from "playwright-core";
import { isInNpm, systemChromium } from "./chromium.ts";

export const openBrowser = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: isInNpm ? await chromium.executablePath() : (systemChromium() ?? "chromium"),
    // The whole window as one tile: a picture of many takes the process that puts it together twice as long.
    args: ["--no-sandbox", "--default-tile-width=2048", "--default-tile-height=2048"],
  });

/** A new window with no cookies, and everything that its pages complained about or that ran without leave. */
export interface Window {
  readonly page: Page;
  readonly complaints: string[];
  close(): Promise<void>;
}

export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext(options);
  const complaints: string[] = [];
  // A script that got into a page would call one of these.
  await context.exposeFunction("canary", () => complaints.push("the canary was called"));
  const page = await context.newPage();
  page.on("console", (message) => {
    // The browser reports every answer of 400 and above; that is no fault of a page.
    if (!message.text().startsWith("Failed to load resource: the server responded with"))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints, close: () => context.close() };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** How a page is looked at: by day or by night, on a desk or on a phone. */
export interface Setting {
  readonly colorScheme: "light" | "dark";
  readonly viewport: { readonly width: number; readonly height: number };
}

export const byDayAndNight = (viewport: Setting["viewport"]): readonly Setting[] => [
  { colorScheme: "light", viewport },
  { colorScheme: "dark", viewport },
];

/** Rules about nothing but colours, which are most of the work. */
const colourRules = ["color-contrast", "link-in-text-block"];

interface Search {
  readonly rules?: readonly string[];
  /** A selector of what was searched on another page. */
  readonly known?: string | undefined;
}

async function searched(page: Page, { rules, known }: Search = {}): Promise<string[]> {
  // Most of a check is to read axe, which a page that was searched before has.
  if (await page.evaluate("!window.axe")) await page.evaluate(`${axe}; undefined`);
  const where = known === undefined ? "document" : JSON.stringify({ exclude: [known] });
  // Only what is not in order leaves the page: to tell of the rest takes longer than to find it.
  const how = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const violations = await page.evaluate<AxeResults["violations"]>(
    `axe.run(${where}, ${JSON.stringify(how)}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html}`);
}

async function measured(page: Page): Promise<string[]> {
  const isTooWide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
  return isTooWide ? [`${page.url()}: wider than the screen`] : [];
}

/** What is hard to use on the page as it is shown. */
export const barriersOn = async (page: Page, search: Search = {}): Promise<string[]> => [
  ...(await searched(page, search)),
  ...(await measured(page)),
];

/** The same in every setting, of a page that is loaded once: what tells them apart is its style, not its script. */
export async function barriersInEach(page: Page, settings: readonly Setting[], known?: string): Promise<string[]> {
  const barriers: string[] = [];
  for (const [index, { colorScheme, viewport }] of settings.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    // By night everything has the place that it has by day.
    const isPlaced = settings.slice(0, index).some((former) => former.viewport === viewport);
    const found = await barriersOn(page, isPlaced ? { rules: colourRules, known } : { known });
    barriers.push(...found.map((barrier) => `${colorScheme}, ${viewport.width} wide: ${barrier}`));
  }
  return barriers;
}

/** All that axe looks at but the words and where they lead: what pages of one kind have in common. */
const shape = `
  shapeOf = ({ name, value }) =>
    ["action", "value"].includes(name) ? name : name + "=" + value.split("?")[0];
  isLeading = ({ localName }, { name }) => localName === "a" && name === "href";
  [...document.querySelectorAll("*:not(svg *)")].map((element) => [
    element.localName,
    element.localName === "style" ? element.textContent : element.textContent.trim() !== "",
    ...[...element.attributes].filter((attribute) => !isLeading(element, attribute)).map(shapeOf),
  ].join(" ")).join("\\n")`;

/** For many pages in one setting, of few kinds: of each kind the first is searched, and every one is measured. */
export function lookOnceAtEachKind(): (page: Page) => Promise<string[]> {
  const kinds = new Set<string>();
  return async (page) => {
    const kind = await page.evaluate<string>(shape);
    if (kinds.has(kind)) return await measured(page);
    kinds.add(kind);
    return await barriersOn(page);
  };
}

export interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Another web site on this machine: what it was asked, in order. */
export interface Site {
  readonly origin: string;
  readonly received: Received[];
  close(): void;
}

const arrival = '<!doctype html><link rel="icon" href="data:,"><title>Platform</title>Arrived';

export async function openSite(): Promise<Site> {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", headers } = request;
    const url = new URL(request.url ?? "/", origin);
    received.push({ method, url, headers, body: await text(request) });
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(arrival);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, received, close };
}
