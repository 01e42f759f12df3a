/** Attacks by a vendor: each must become a typed failure, quickly, with little memory, and without the body. */
import type { Socket } from "node:net";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Loopback, serveSocket } from "../../../test/support/loopback.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import { openHttpClient } from "../outbound/client.ts";
import { createSession, type Limits } from "./session.ts";

const outbound = openHttpClient({ allowPrivate: false });
const opened: Loopback[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => outbound.close());

const tulip: Connector = {
  id: "tulip",
  name: "Tulip Books",
  about: "Invented for these tests.",
  site: "https://tulip.test",
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/me",
  refusals: { message: () => undefined },
  rawData: false,
  operations: {},
};

type Answer = (socket: Socket) => void;

async function session(answer: Answer, limits: Partial<Limits> = {}) {
  const server = await serveSocket(answer);
  opened.push(server);
  return sessionAt(server.url, limits);
}

const sessionAt = (site: string, limits: Partial<Limits> = {}) =>
  createSession({
    connector: tulip,
    connection: { credentials: {} },
    outbound,
    site,
    log: { debug: () => {} },
    clock: Date.now,
    limits: { deadlineMs: 1000, ...limits },
  });

const failureOf = (doing: Promise<unknown>): Promise<Failure> =>
  doing.then(
    () => expect.fail("it should have failed"),
    (error: unknown) => (error instanceof Failure ? error : expect.fail(inspect(error))),
  );

const marker = "violet-vendor-body";
const head = (headers = "", status = "200 OK"): string => `HTTP/1.1 ${status}\r\n${headers}\r\n`;
const sized = (body: string | Buffer, headers = ""): Answer => {
  const bytes = Buffer.from(body);
  return (socket) => {
    socket.write(head(`content-length: ${bytes.length}\r\n${headers}`));
    socket.write(bytes);
  };
};

/** Writes as long as the client reads. */
function pour(socket: Socket, start: string, chunk: Buffer): void {
  socket.write(start);
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
}

function drip(socket: Socket, start: string, piece: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on("close", () => clearInterval(timer));
}

const megabyte = Buffer.alloc(1_000_000, `"${marker}",`);
const endless: Answer = (socket) => pour(socket, head(), megabyte);
const bomb = gzipSync(Buffer.alloc(300_000_000, " "));
const wide = `{${Array.from({ length: 1_000_000 }, (_, index) => `"${index.toString(36)}":1`).join()}}`;
const deep = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);

const attacks: [string, Answer, FailureCode, number | undefined][] = [
  ["a rate limit", (socket) => socket.end(head("content-length: 0\r\n", "429 Slow")), "target_rate_limited", 429],
  ["a fault", (socket) => socket.end(head(`\r\n${marker}`, "500 No")), "target_unavailable", 500],
  ["an overload", (socket) => socket.end(head("content-length: 0\r\n", "503 No")), "target_unavailable", 503],
  ["a reset", (socket) => socket.resetAndDestroy(), "target_unavailable", undefined],
  ["a closed connection", (socket) => socket.end(), "target_unavailable", undefined],
  ["a half-closed answer", (socket) => socket.end(head("content-length: 50\r\n") + marker), "target_unavailable", 200],
  [
    "a cut chunk",
    (socket) => socket.end(`${head("transfer-encoding: chunked\r\n")}ff\r\n${marker}`),
    "target_unavailable",
    200,
  ],
  ["too short a length", sized(`{"a":"${marker}"}`.slice(0, 8)), "target_bad_response", 200],
  [
    "a length that is no number",
    (socket) => socket.end(head("content-length: ten\r\n") + marker),
    "target_bad_response",
    undefined,
  ],
  [
    "two lengths",
    (socket) => socket.end(`${head("content-length: 2\r\ncontent-length: 3\r\n")}{}x`),
    "target_bad_response",
    undefined,
  ],
  [
    "a length beyond all bounds",
    (socket) => socket.write(head("content-length: 10000000000\r\n")),
    "target_bad_response",
    200,
  ],
  ["garbage", (socket) => socket.end(`${marker}\r\n`.repeat(50)), "target_bad_response", undefined],
  ["binary garbage", (socket) => socket.end(Buffer.alloc(5000, 0xfe)), "target_bad_response", undefined],
  [
    "large headers",
    (socket) => pour(socket, "HTTP/1.1 200 OK\r\n", Buffer.from(`x: ${marker.repeat(500)}\r\n`)),
    "target_bad_response",
    undefined,
  ],
  ["an endless body", endless, "target_bad_response", 200],
  ["a bomb", sized(bomb, "content-encoding: gzip\r\n"), "target_bad_response", 200],
  ["a drip", (socket) => drip(socket, head("content-length: 9999\r\n"), "1"), "target_timeout", 200],
  ["a drip of headers", (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx: ", "y"), "target_timeout", undefined],
  ["a drip of notices", (socket) => drip(socket, "", head("", "103 Early Hints")), "target_timeout", undefined],
  [
    "a drip inside gzip",
    (socket) => drip(socket, head("content-encoding: gzip\r\n"), "\x1f"),
    "target_bad_response",
    200,
  ],
  ["silence", () => {}, "target_timeout", undefined],
  ["deep lists", sized(deep("[", "]")), "target_bad_response", 200],
  ["deep objects", sized(deep('{"a":', "}").replace("}", "1}")), "target_bad_response", 200],
  [
    "deep lists with a large number",
    sized(deep("[", "]").replace("[]", "[12345678901234567890]")),
    "target_bad_response",
    200,
  ],
  ["wide objects", sized(wide), "target_bad_response", 200],
  ["bad UTF-8", sized(Buffer.from(`{"a":"${marker}\xff"}`, "latin1")), "target_bad_response", 200],
  ["HTML", sized(`<html>${marker}</html>`, "content-type: text/html\r\n"), "target_bad_response", 200],
  ["nothing", sized(""), "target_bad_response", 200],
  ["no content", (socket) => socket.end(head("", "204 No Content")), "target_bad_response", 204],
  ["a bare text", sized(`"${marker}"`), "target_bad_response", 200],
  ["null", sized("null"), "target_bad_response", 200],
  [
    "a redirect",
    (socket) => socket.end(head(`location: /x\r\ncontent-length: 0\r\n`, "302 There")),
    "target_bad_response",
    302,
  ],
];

test.each(attacks)("%s", async (_what, answer, code, status) => {
  // Short only for attacks that must time out; the others get time for a busy machine.
  const vendor = await session(answer, { deadlineMs: code === "target_timeout" ? 1000 : 20_000 });
  const failure = await failureOf(vendor.read("/x"));
  expect({ code: failure.code, system: failure.details.targetSystem, status: failure.details.targetStatus }).toEqual({
    code,
    system: "tulip",
    status,
  });
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain("violet");
});

test("reports a vendor that does not listen as unavailable", async () => {
  const server = await serveSocket(() => {});
  await server.close();
  const failure = await failureOf(sessionAt(server.url).read("/x"));
  expect(failure).toMatchObject({ code: "target_unavailable", details: { targetSystem: "tulip" } });
});

test("reads the next response normally after every attack", async () => {
  let attack: Answer | undefined;
  const server = await serveSocket((socket) => (attack ?? sized('{"ok":true}'))(socket));
  opened.push(server);
  // Both use the same connections; only the attacked session has a short deadline.
  const attacked = sessionAt(server.url, { deadlineMs: 300 });
  const vendor = sessionAt(server.url, { deadlineMs: 20_000 });
  for (const [, answer] of attacks) {
    attack = answer;
    await failureOf(attacked.read("/x"));
    attack = undefined;
    expect(await vendor.read("/x")).toEqual({ ok: true });
  }
  expect.assertions(attacks.length);
});

test("uses little memory for fifty attacks at once", async () => {
  const kinds: Answer[] = [endless, sized(bomb, "content-encoding: gzip\r\n"), sized(deep("[", "]")), sized(wide)];
  let turn = 0;
  const vendor = await session((socket) => kinds[turn++ % kinds.length]?.(socket), { deadlineMs: 25_000 });
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      vendor.read("/x").then(
        () => "read",
        (error: unknown) => error instanceof Failure && error.code,
      ),
    ),
  );
  clearInterval(watch);
  for (const outcome of outcomes) expect(outcome).toMatch(/^target_(?:bad_response|unavailable)$/);
  // About 60 MB is in use; the rest is uncollected garbage, including that of the vendor's side. Reading the bombs alone
  // would take 3,600 MB.
  expect((most - before) / 1e6).toBeLessThan(1000);
});
