/** The interactive reference at /docs: Swagger UI in our own page, every file from here, nothing from another host. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pageHeaders } from "../server/html.ts";

interface Asset {
  readonly file: URL;
  readonly type: string;
}

const script = "text/javascript; charset=utf-8";
const style = "text/css; charset=utf-8";
const packaged = {
  script: new URL(import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js")),
  style: new URL(import.meta.resolve("swagger-ui-dist/swagger-ui.css")),
};
const own = {
  page: new URL("./page.html", import.meta.url),
  script: new URL("./page.js", import.meta.url),
  style: new URL("./page.css", import.meta.url),
};

const page: Asset = { file: own.page, type: "text/html; charset=utf-8" };
const assets: Readonly<Record<string, Asset>> = {
  "/docs/swagger-ui-bundle.js": { file: packaged.script, type: script },
  "/docs/swagger-ui.css": { file: packaged.style, type: style },
  "/docs/page.js": { file: own.script, type: script },
  "/docs/page.css": { file: own.style, type: style },
};

/** `data:` is for the icons inside Swagger UI's stylesheet. */
const policy = { "script-src": "'self'", "style-src": "'self'", "img-src": "'self' data:", "connect-src": "'self'" };

const apart = { config: { apart: "files" } } as const;

export function addReference(app: FastifyInstance): void {
  const load = openFiles();
  app.get("/docs", apart, async (request, reply) =>
    send(await load(page), request, reply.headers(pageHeaders(policy))),
  );
  for (const [path, asset] of Object.entries(assets))
    app.get(path, apart, async (request, reply) =>
      send(
        await load(asset),
        request,
        reply.header("content-type", asset.type).header("x-content-type-options", "nosniff"),
      ),
    );
}

export interface Content {
  readonly body: Buffer;
  readonly packed: Buffer;
  readonly tag: string;
}

/** Read and packed when first asked for, then kept: most processes never show the page. */
function openFiles(): (asset: Asset) => Promise<Content> {
  const loaded = new Map<Asset, Promise<Content>>();
  return (asset) => {
    const content = loaded.get(asset) ?? readFile(asset.file).then(contentOf);
    loaded.set(asset, content);
    return content;
  };
}

export async function contentOf(body: Buffer): Promise<Content> {
  const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { body, packed: await promisify(gzip)(body), tag };
}

/** Kept by the browser, but asked about each time: a new version shows at once, an old one costs no bytes. */
export function send({ body, packed, tag }: Content, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const takesPacked = /\bgzip\b/.test(request.headers["accept-encoding"]?.toString() ?? "");
  const etag = takesPacked ? `"${tag}-gzip"` : `"${tag}"`;
  reply.header("etag", etag).header("cache-control", "no-cache").header("vary", "accept-encoding");
  if (request.headers["if-none-match"]?.split(/,\s*/).some((known) => known.replace(/^W\//, "") === etag))
    return reply.code(304).send();
  if (takesPacked) reply.header("content-encoding", "gzip");
  return reply.send(takesPacked ? packed : body);
}
