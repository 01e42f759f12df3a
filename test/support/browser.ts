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
    // One tile for the whole window: compositing several tiles takes twice as long.
    args: ["--no-sandbox", "--default-tile-width=2048", "--default-tile-height=2048"],
  });

/** A new window without cookies. `complaints` lists console messages, page errors and injected scripts that ran. */
export interface Window {
  readonly page: Page;
  readonly complaints: string[];
  close(): Promise<void>;
}

export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext(options);
  const complaints: string[] = [];
  // The payloads of the tests call this function if they run as a script.
  await context.exposeFunction("canary", () => complaints.push("an injected script ran"));
  const page = await context.newPage();
  page.on("console", (message) => {
    // The browser also logs every response with status 400 or above, which is not a fault of the page.
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

/** How a page is viewed: in light or dark mode, on a desktop or a phone. */
export interface Setting {
  readonly colorScheme: "light" | "dark";
  readonly viewport: { readonly width: number; readonly height: number };
}

export const byDayAndNight = (viewport: Setting["viewport"]): readonly Setting[] => [
  { colorScheme: "light", viewport },
  { colorScheme: "dark", viewport },
];

/** The rules that depend only on colours. They take most of the time. */
const colourRules = ["color-contrast", "link-in-text-block"];

interface AxeOptions {
  readonly rules?: readonly string[];
  /** A selector for parts that were already checked on another page. */
  readonly known?: string | undefined;
}

async function axeViolations(page: Page, { rules, known }: AxeOptions = {}): Promise<string[]> {
  // Loading axe takes most of the time, so a page loads it only once.
  if (await page.evaluate("!window.axe")) await page.evaluate(`${axe}; undefined`);
  const where = known === undefined ? "document" : JSON.stringify({ exclude: [known] });
  // Return only the violations: transferring the other results takes longer than the check itself.
  const how = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const violations = await page.evaluate<AxeResults["violations"]>(
    `axe.run(${where}, ${JSON.stringify(how)}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html}`);
}

async function overflowOf(page: Page): Promise<string[]> {
  const isTooWide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
  return isTooWide ? [`${page.url()}: wider than the screen`] : [];
}

/** Problems of usability on the page as it is shown. */
export const barriersOn = async (page: Page, search: AxeOptions = {}): Promise<string[]> => [
  ...(await axeViolations(page, search)),
  ...(await overflowOf(page)),
];

/** The problems in every setting. The page is loaded only once, because settings change its style but not its script. */
export async function barriersInEach(page: Page, settings: readonly Setting[], known?: string): Promise<string[]> {
  const barriers: string[] = [];
  for (const [index, { colorScheme, viewport }] of settings.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    // The layout is the same in dark mode, so only colours have to be checked again.
    const isLayoutChecked = settings.slice(0, index).some((former) => former.viewport === viewport);
    const found = await barriersOn(page, isLayoutChecked ? { rules: colourRules, known } : { known });
    barriers.push(...found.map((barrier) => `${colorScheme}, ${viewport.width} wide: ${barrier}`));
  }
  return barriers;
}

/** Everything that axe checks except texts and link targets. Pages of one kind have the same shape. */
const shape = `
  shapeOf = ({ name, value }) =>
    ["action", "value"].includes(name) ? name : name + "=" + value.split("?")[0];
  isLeading = ({ localName }, { name }) => localName === "a" && name === "href";
  [...document.querySelectorAll("*:not(svg *)")].map((element) => [
    element.localName,
    element.localName === "style" ? element.textContent : element.textContent.trim() !== "",
    ...[...element.attributes].filter((attribute) => !isLeading(element, attribute)).map(shapeOf),
  ].join(" ")).join("\\n")`;

/** For many pages of few kinds: runs axe on the first page of each kind, and checks the width of every page. */
export function lookOnceAtEachKind(): (page: Page) => Promise<string[]> {
  const kinds = new Set<string>();
  return async (page) => {
    const kind = await page.evaluate<string>(shape);
    if (kinds.has(kind)) return await overflowOf(page);
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

/** Another web site on this machine, with the requests that it received. */
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
