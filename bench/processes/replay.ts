/**
 * A vendor's simulator with a cache. After `POST /remember`, it returns cached responses for repeated requests, so that the
 * vendor costs the same for all sides. `GET /remembered` lists the requests since then.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { request as send } from "undici";

const simulator = process.argv[2] ?? "";

interface VendorRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Answer {
  readonly request: VendorRequest;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly bytes: Buffer;
}

let remembered: Map<string, Answer> | undefined;

/** Headers of the connection, not of the response. */
const between = new Set(["connection", "keep-alive", "transfer-encoding", "host", "content-length"]);
const messageHeaders = <Value>(headers: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !between.has(name)),
  ) as Record<string, Value>;

async function pass(request: VendorRequest): Promise<Answer> {
  const { method, path, headers, body } = request;
  const answer = await send(simulator + path, { method, headers, body: body === "" ? null : body });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { request, status: answer.statusCode, headers: messageHeaders(answer.headers), bytes };
}

/** Before recording is complete, the simulator answers every request and the last response is cached, as jobs progress. */
let isLatest = false;
/** After recording: every write has a different id and gets the response of the first. */
let alike = new Map<string, Answer>();
const withoutIds = (key: string): string => key.replaceAll(ownIds, "*");
const ownIds = /[\dA-HJKMNP-TV-Z]{26}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

async function answerTo(request: VendorRequest): Promise<Answer> {
  const { method, path, body } = request;
  const key = `${method} ${path} ${body}`;
  const known = isLatest ? undefined : (remembered?.get(key) ?? alike.get(withoutIds(key)));
  const found = known ?? (await pass(request));
  remembered?.set(key, found);
  return found;
}

async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", url = "/" } = incoming;
  const body = method === "GET" ? "" : (await buffer(incoming)).toString("latin1");
  if (url.startsWith("/remember?") || url === "/remember") {
    remembered = new Map();
    alike = new Map();
    isLatest = url.endsWith("?latest");
    response.end();
  } else if (url === "/remembered") {
    isLatest = false;
    alike = new Map([...(remembered ?? [])].map(([key, answer]) => [withoutIds(key), answer]));
    response.end(JSON.stringify([...(remembered?.values() ?? [])].map(({ request }) => request)));
  } else {
    const headers = messageHeaders(incoming.headers) as Record<string, string>;
    const answer = await answerTo({ method, path: url, headers, body });
    response.writeHead(answer.status, { ...answer.headers, "content-length": answer.bytes.length }).end(answer.bytes);
  }
}

const server = createServer((incoming, response) => {
  handle(incoming, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
