/** A platform's page that opens the hosted pages with our script. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";

export interface PlatformPage {
  readonly origin: string;
  /** The URLs that end users returned to. */
  readonly arrived: URL[];
  /** Starts a flow and returns the URL for the end user. */
  begin(slug: string, query?: Readonly<Record<string, string>>): Promise<string>;
  /** Picks a target system on the platform's page and returns the window that opens. */
  pick(page: Page, typed: string, name: RegExp): Promise<Page>;
  close(): void;
}

/** The API key stays on the platform's server; the page asks the server for the URL. */
export async function openPlatformPage(
  service: string,
  apiKey: string,
  defaultQuery: Readonly<Record<string, string>> = {},
): Promise<PlatformPage> {
  const arrived: URL[] = [];
  const begin: PlatformPage["begin"] = async (slug, query = {}) => {
    const parameters = new URLSearchParams({ callbackUrl: `${origin}/back`, ...defaultQuery, ...query });
    const answer = await fetch(`${service}/auth/${slug}?${parameters.toString()}`, {
      headers: { "x-api-key": apiKey },
    });
    return ((await answer.json()) as { data: { url: string } }).data.url;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    const answer = (type: string, body: string) => response.writeHead(200, { "content-type": type }).end(body);
    const slug = /^\/begin\/(.+)$/.exec(url.pathname)?.[1];
    if (slug !== undefined) void begin(slug, { openerOrigin: origin }).then((address) => answer("text/plain", address));
    else if (url.pathname === "/back") {
      arrived.push(url);
      answer("text/html", "<title>Back</title>Back at the platform");
    } else if (url.pathname === "/page.js") answer("text/javascript", script);
    else answer("text/html", pageWith(`${service}/connect.js`));
  });
  await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    arrived,
    begin,
    pick: async (page, typed, name) => {
      await page.goto(`${origin}/?sandbox=true`);
      await page.getByRole("button", { name: "Connect" }).click();
      await page.getByLabel("Search").fill(typed);
      const opening = page.waitForEvent("popup");
      await page.getByRole("button", { name }).first().click();
      return opening;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The query of the page has the options of the picker, such as `?sandbox=true`. */
const script = `
const options = Object.fromEntries(new URLSearchParams(location.search));
const begin = (slug) => fetch("/begin/" + slug).then((answer) => answer.text());
document.querySelector("button").onclick = () =>
  Kontor.pick({ begin, ...options }).then((outcome) => {
    document.querySelector("output").textContent = JSON.stringify(outcome);
  });`;

const pageWith = (connect: string): string =>
  `<!doctype html><html lang="en"><title>Platform</title><link rel="icon" href="data:,"><main><h1>Platform</h1><button>Connect</button><output></output></main><script src="${connect}"></script><script src="/page.js"></script>`;
