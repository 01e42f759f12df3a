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
    args: ["--no-sandbox"],
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

/** What is hard to use on the page as it is shown. */
export async function barriersOn(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>(
    // Describing all that is in order takes longer than finding what is not.
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  const overflow = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
  const found = violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html}`);
  return overflow ? [...found, `${page.url()}: wider than the screen`] : found;
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
