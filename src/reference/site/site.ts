/**
 * The site for developers: front page, reference at /docs, guides. Rendered on the server from the OpenAPI description and
 * docs/; all files are served from here. The script only adds search as you type, copy buttons and the request form.
 */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { Connector } from "../../contract/connector.ts";
import { operationTable } from "../../contract/operations.ts";
import type { Demo } from "../../core/accounts/demo.ts";
import { type Content, contentOf, send } from "../../web/files.ts";
import { html, type Markup } from "../../web/html.ts";
import { endpoints } from "../openapi/openapi.ts";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { coveragePage } from "./coveragePage.ts";
import { type Guide, guidePage, guidesPage, readGuides, setUpGuides } from "./guides.ts";
import { type HomeFacts, homePage } from "./home.ts";
import { isLocal } from "./isLocal.ts";
import { type DemoKeys, favicon, type Shell, shell, siteHeaders } from "./layout.ts";
import { operationPage } from "./operationPage.ts";
import { asidePart, errorsPage, overviewPage, systemPage } from "./overview.ts";
import { llmsText, plainPages } from "./plainPages.ts";
import { type Entry, search, searchEntries, searchPage } from "./search.ts";

export interface SiteOptions {
  readonly connectors: readonly Connector[];
  /** The public base URL. If undefined, the URL of the request is used. */
  readonly publicUrl: string | undefined;
  /** The demo's keys, if the installation is only reachable from this machine. */
  readonly demo: () => Promise<Demo | undefined>;
  readonly home: () => Promise<Pick<HomeFacts, "version" | "status" | "operator">>;
}

const countedAsFile = { config: { rateLimitGroup: "files" } } as const satisfies RouteShorthandOptions;

interface Library {
  readonly catalogue: Catalogue;
  readonly guides: readonly Guide[];
  /** The target systems that have one. */
  readonly setUpGuides: readonly string[];
  readonly entries: readonly Entry[];
  /** By path below /docs. */
  readonly plain: ReturnType<typeof plainPages>;
}

export function addSite(app: FastifyInstance, options: SiteOptions): void {
  const library = once(async (): Promise<Library> => {
    const guides = await readGuides();
    const catalogue = openCatalogue(options.connectors, options.publicUrl ?? "/");
    const entries = searchEntries(catalogue, guides);
    const systems = await setUpGuides();
    return { catalogue, guides, setUpGuides: systems, entries, plain: plainPages(catalogue, guides, systems) };
  });
  addFiles(app);
  const demoFor = async (request: FastifyRequest): Promise<DemoKeys> => (isLocal(request) ? options.demo() : undefined);
  const urlFor = ({ protocol, host }: FastifyRequest): string => options.publicUrl ?? `${protocol}://${host}`;

  app.get("/", countedAsFile, async (request, reply) => {
    const counts = { operations: operationTable.length + endpoints.length };
    const facts = { ...(await options.home()), ...counts };
    const page = homePage({ ...facts, baseUrl: urlFor(request), demo: await demoFor(request) });
    return sendPage(request, reply, shell({ title: "Kontor", root: "", section: "home" }, page));
  });

  /** `current` is the page's path below /docs. */
  const show = async (request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> => {
    const { catalogue, guides } = await library();
    const root = "../".repeat(page.current.split("/").length - (page.current === "" ? 1 : 0));
    const content = page.content(root);
    if (content === undefined) reply.code(404);
    const demo = await demoFor(request);
    const facts: Shell = {
      title: `${content === undefined ? "Not found" : page.title} – Kontor`,
      root,
      section: page.current.startsWith("guides") ? "guides" : "reference",
      aside: asidePart({ catalogue, guides, root, demo, current: page.current, typed: page.typed ?? "" }),
    };
    return sendPage(request, reply, shell(facts, content ?? notFound(root)));
  };

  const plainPaths = {
    "/docs.md": () => "",
    "/docs/:name.md": ({ name }: PathNames) => name,
    "/docs/guides/:name.md": ({ name }: PathNames) => `guides/${name}`,
    "/docs/systems/:name.md": ({ name }: PathNames) => `systems/${name}`,
  };
  for (const [path, pageOf] of Object.entries(plainPaths))
    app.get(path, countedAsFile, async (request, reply) => {
      const page = (await library()).plain.get(pageOf(request.params as PathNames));
      const text = page?.() ?? "# Page not found\n\nSee /llms.txt for all pages.\n";
      return sendText(request, reply.code(page === undefined ? 404 : 200), { text, type: "text/markdown" });
    });
  app.get("/llms.txt", countedAsFile, async (request, reply) => {
    const { catalogue, guides } = await library();
    return sendText(request, reply, { text: llmsText(catalogue, guides, urlFor(request)), type: "text/plain" });
  });

  app.get("/docs", countedAsFile, async (request, reply) => {
    const { catalogue } = await library();
    return show(request, reply, { current: "", title: "Reference", content: (root) => overviewPage(catalogue, root) });
  });
  app.get("/docs/errors", countedAsFile, (request, reply) =>
    show(request, reply, { current: "errors", title: "Errors", content: errorsPage }),
  );
  app.get("/docs/coverage", countedAsFile, async (request, reply) => {
    const { operation } = request.query as { operation?: unknown };
    const { catalogue } = await library();
    const query = { operation: typeof operation === "string" ? operation : undefined };
    const content = (root: string) => coveragePage(catalogue, root, query);
    return show(request, reply, { current: "coverage", title: "Coverage", content });
  });
  app.get("/docs/search", countedAsFile, async (request, reply) => {
    const { q } = request.query as { q?: unknown };
    const typed = typeof q === "string" ? q.slice(0, 200) : "";
    const found = search((await library()).entries, typed);
    const content = (root: string) => searchPage(typed, found, root);
    return show(request, reply, { current: "search", title: "Search", typed, content });
  });
  app.get("/docs/guides", countedAsFile, async (request, reply) => {
    const { guides } = await library();
    return show(request, reply, { current: "guides", title: "Guides", content: (root) => guidesPage(guides, root) });
  });
  app.get("/docs/guides/:name", countedAsFile, async (request, reply) => {
    const { name } = request.params as { name: string };
    const { guides } = await library();
    const guide = guides.find((known) => known.name === name);
    const content = (root: string) => guide && guidePage(guide, guides, root);
    return show(request, reply, { current: `guides/${name}`, title: guide?.title ?? "", content });
  });
  app.get("/docs/systems/:slug", countedAsFile, async (request, reply) => {
    const { slug } = request.params as { slug: string };
    const facts = await library();
    const content = (root: string) => systemPage({ ...facts, slug, root });
    return show(request, reply, { current: `systems/${slug}`, title: slug, content });
  });
  app.get("/docs/:id", countedAsFile, async (request, reply) => {
    const { id } = request.params as { id: string };
    const { system } = request.query as { system?: unknown };
    const { catalogue } = await library();
    const operation = catalogue.operations.get(id);
    const facts = {
      catalogue,
      baseUrl: urlFor(request),
      demo: await demoFor(request),
      system: typeof system === "string" ? system : undefined,
      now: Date.now(),
    };
    const content = (root: string) => operation && operationPage({ ...facts, operation, root });
    return show(request, reply, { current: id, title: operation?.summary ?? "", content });
  });
}

interface PathNames {
  readonly name: string;
}

interface PlainText {
  readonly text: string;
  readonly type: string;
}

async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, type }: PlainText,
): Promise<FastifyReply> {
  const headers = { "content-type": `${type}; charset=utf-8`, "x-content-type-options": "nosniff" };
  return send(await contentOf(Buffer.from(text)), request, reply.headers(headers));
}

interface Page {
  readonly current: string;
  readonly title: string;
  readonly typed?: string;
  readonly content: (root: string) => Markup | undefined;
}

const notFound = (root: string): Markup =>
  html`<h1>Page not found</h1><p>Use the search, or go to <a href="${root}docs">the reference</a>.</p>`;

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  return send(await contentOf(Buffer.from(page)), request, reply.headers(siteHeaders));
}

const files = {
  "/docs/site.css": ["site.css", "text/css; charset=utf-8"],
  "/docs/site.js": ["site.js", "text/javascript; charset=utf-8"],
} as const;

function addFiles(app: FastifyInstance): void {
  for (const [path, [name, type]] of Object.entries(files)) {
    const load = once(async () => contentOf(await readFile(new URL(name, import.meta.url))));
    addFile(app, path, type, load);
  }
  for (const path of ["/favicon.svg", "/favicon.ico"])
    addFile(
      app,
      path,
      "image/svg+xml",
      once(async () => contentOf(Buffer.from(favicon))),
    );
}

function addFile(app: FastifyInstance, path: string, type: string, load: () => Promise<Content>): void {
  const headers = { "content-type": type, "x-content-type-options": "nosniff" };
  app.get(path, countedAsFile, async (request, reply) => send(await load(), request, reply.headers(headers)));
}

/** Computed on first use and kept, because most processes never serve a page. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
