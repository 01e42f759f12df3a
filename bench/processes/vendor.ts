/**
 * A vendor that answers from one file: lists as long as their `page_size`, the first record for every id, the sent record for
 * every write, and the choices when a connection is made.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Page {
  readonly items: readonly object[];
}

const file = readFileSync(process.argv[2] ?? "");
const page = JSON.parse(file.toString("utf8")) as Page;
const record = Buffer.from(JSON.stringify(page.items[0]));
const choices: Readonly<Record<string, string>> = { environments: "production", companies: "bergblick" };

/** Whole pages are the file itself. */
const lists = new Map<number, Buffer>();
function list(size: number): Buffer {
  if (size >= page.items.length) return file;
  const made = lists.get(size) ?? Buffer.from(JSON.stringify({ ...page, items: page.items.slice(0, size) }));
  lists.set(size, made);
  return made;
}

const answer = (response: ServerResponse, body: Buffer, status = 200): void => {
  response
    .writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": body.length })
    .end(body);
};

async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const made = { id: "record-1", ...(JSON.parse(await text(request)) as object) };
  answer(response, Buffer.from(JSON.stringify(made)), 201);
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://vendor");
  const [, chosen = ""] = /\/(environments|companies)$/.exec(pathname) ?? [];
  if (chosen !== "") answer(response, Buffer.from(JSON.stringify({ items: [{ id: choices[chosen] }], total: 1 })));
  else if (request.method === "POST") void create(request, response);
  else if (/\/[a-z-]+\/[^/]+$/.test(pathname) && !searchParams.has("page_size")) answer(response, record);
  else answer(response, list(Number(searchParams.get("page_size") ?? page.items.length)));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
