/**
 * A vendor's simulator with a memory. From `POST /remember` on it answers what was asked before at once, so that a vendor
 * costs the same for everybody who asks; `GET /remembered` tells what was asked since.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { request } from "undici";

const simulator = process.argv[2] ?? "";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Answer {
  readonly asked: Asked;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly bytes: Buffer;
}

let remembered: Map<string, Answer> | undefined;

/** Of the connection, not of the answer. */
const between = new Set(["connection", "keep-alive", "transfer-encoding", "host", "content-length"]);
const kept = <Value>(headers: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !between.has(name)),
  ) as Record<string, Value>;

async function pass(asked: Asked): Promise<Answer> {
  const { method, path, headers, body } = asked;
  const answer = await request(simulator + path, { method, headers, body: body === "" ? null : body });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { asked, status: answer.statusCode, headers: kept(answer.headers), bytes };
}

/** Until it is known what is asked the vendor answers each time, and its last answer counts: of jobs that it works on. */
let isLatest = false;
/** Once it is known what is asked: every write names itself otherwise, and is answered like the first. */
let alike = new Map<string, Answer>();
const withoutIds = (key: string): string => key.replaceAll(ownIds, "*");
const ownIds = /[\dA-HJKMNP-TV-Z]{26}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

async function answerTo(asked: Asked): Promise<Answer> {
  const { method, path, body } = asked;
  const key = `${method} ${path} ${body}`;
  const known = isLatest ? undefined : (remembered?.get(key) ?? alike.get(withoutIds(key)));
  const found = known ?? (await pass(asked));
  remembered?.set(key, found);
  return found;
}

async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", url = "/" } = incoming;
  const body = method === "GET" ? "" : (await buffer(incoming)).toString("latin1");
  if (url.startsWith("/remember?") || url === "/remember") {
    [remembered, alike, isLatest] = [new Map(), new Map(), url.endsWith("?latest")];
    response.end();
  } else if (url === "/remembered") {
    isLatest = false;
    alike = new Map([...(remembered ?? [])].map(([key, answer]) => [withoutIds(key), answer]));
    response.end(JSON.stringify([...(remembered?.values() ?? [])].map(({ asked }) => asked)));
  } else {
    const headers = kept(incoming.headers) as Record<string, string>;
    const answer = await answerTo({ method, path: url, headers, body });
    response.writeHead(answer.status, { ...answer.headers, "content-length": answer.bytes.length }).end(answer.bytes);
  }
}

const server = createServer((incoming, response) => {
  handle(incoming, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
