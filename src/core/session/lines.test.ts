/** NDJSON, read as it arrives, and the other URLs that a vendor's API may have. */
import type { RequestListener, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Loopback, serveHttp } from "../../../test/support/loopback.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { openHttpClient } from "../outbound/client.ts";
import { Secret } from "../secrets/secret.ts";
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
  otherSites: ["https://files.tulip.test/v2"],
  publicHosts: ["public.tulip.test"],
  signIn: { kind: "apiKey", asks: [{ name: "apiKey", secret: true }], headers: { authorization: "Bearer {apiKey}" } },
  needs: ["company"],
  proof: "/me",
  scope: ({ company }) => ({ path: `/companies/${company}` }),
  refusals: { message: () => undefined },
  rawData: false,
  operations: {},
};

async function open(listener: RequestListener, limits: Partial<Limits> = {}) {
  const server = await serveHttp(listener);
  opened.push(server);
  return createSession({
    connector: tulip,
    connection: { credentials: { apiKey: new Secret("key") } },
    scope: { company: "c1" },
    outbound,
    site: "https://tulip.test",
    targetSite: server.url,
    log: { debug: () => {} },
    clock: Date.now,
    limits,
  });
}

async function valuesOf(listener: RequestListener, limits?: Partial<Limits>): Promise<unknown[]> {
  const { lines } = await (await open(listener, limits)).readLines("/lines");
  const values: unknown[] = [];
  for await (const batch of lines) values.push(...batch);
  return values;
}

const codeOf = (doing: Promise<unknown>): Promise<string> =>
  doing.then(
    () => expect.fail("it should have failed"),
    (error: unknown) => (error instanceof Failure ? error.code : expect.fail(String(error))),
  );

/** Sends each chunk separately, as slow networks do. */
async function sendPieces(response: ServerResponse, pieces: readonly (string | Buffer)[]): Promise<void> {
  for (const piece of pieces) {
    response.write(piece);
    await new Promise(setImmediate);
  }
  response.end();
}

test("reads lines wherever the chunks are cut, and flattens a line that is a list", async () => {
  const euro = Buffer.from('{"sign":"€"}\n');
  const pieces = ['{"id":1}\r\n\n{"i', 'd":9007199254740993}\n', euro.subarray(0, 10), euro.subarray(10), "[20,21]\n7"];
  expect(await valuesOf((_request, response) => void sendPieces(response, pieces))).toEqual([
    { id: 1 },
    { id: "9007199254740993" },
    { sign: "€" },
    20,
    21,
    7,
  ]);
});

test("reads compressed lines, and returns no lines for an empty response", async () => {
  const zipped = gzipSync('{"id":1}\n{"id":2}\n');
  const answer: RequestListener = (_request, response) =>
    response.setHeader("content-encoding", "gzip").end(zipped) as unknown as void;
  expect(await valuesOf(answer)).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await valuesOf((_request, response) => void response.end())).toEqual([]);
});

test("returns the headers before the lines", async () => {
  const session = await open((_request, response) => void response.setHeader("x-total-pages", 3).end('{"id":1}\n'));
  const { headers, lines } = await session.readLines("/lines", { page: 1 });
  expect(headers["x-total-pages"]).toBe("3");
  for await (const batch of lines) expect(batch).toEqual([{ id: 1 }]);
});

test.each<[string, RequestListener, string]>([
  ["that is no JSON", (_request, response) => void response.end('{"id":1}\n{"id":'), "target_bad_response"],
  [
    "that is longer than allowed",
    (_request, response) => void response.end(`"${"a".repeat(5000)}"`),
    "target_bad_response",
  ],
  ["of a list that is not there", (_request, response) => void response.writeHead(404).end(), "not_found"],
  [
    "after which the connection breaks",
    (_request, response) => void response.writeHead(200).write('{"id":1}\n', () => response.destroy()),
    "target_unavailable",
  ],
])("fails on a line %s instead of returning a shorter list", async (_, listener, code) => {
  expect(await codeOf(valuesOf(listener, { maxJsonBytes: 1000 }))).toBe(code);
});

test("gives up on a stream that does not end in time", async () => {
  const never: RequestListener = (_request, response) => void response.writeHead(200).write('{"id":1}\n');
  expect(await codeOf(valuesOf(never, { streamMs: 50 }))).toBe("target_timeout");
});

const megabyte = Buffer.alloc(1024 * 1024, `${JSON.stringify({ text: "a".repeat(1000) })}\n`);

test("applies backpressure: a hundred megabytes stay with the vendor until they are read", async () => {
  let sent = 0;
  const closed = Promise.withResolvers<void>();
  const session = await open((_request, response) => {
    response.on("close", closed.resolve);
    const pour = (): void => {
      while (sent < 100 && !response.destroyed) {
        sent += 1;
        if (!response.write(megabyte)) return void response.once("drain", pour);
      }
      response.end();
    };
    pour();
  });
  const { lines } = await session.readLines("/lines");
  const reading = lines[Symbol.asyncIterator]();
  await reading.next();
  // By then all network buffers are full.
  let before = -1;
  await expect.poll(() => before === (before = sent), { interval: 200 }).toBe(true);
  expect(sent).toBeLessThan(30);
  // Stopping to read ends the call.
  await reading.return?.();
  await closed.promise;
});

test("sends the sign-in and the company to another site of the vendor's API, no company to a full URL of its own site, and neither to public URLs", async () => {
  const session = await open(({ url, headers }, response) => {
    response.end(JSON.stringify({ url, authorization: headers.authorization ?? "none" }));
  });
  expect(await session.read("https://files.tulip.test/v2/papers", { page: 1 })).toEqual({
    url: "/files.tulip.test/v2/companies/c1/papers?page=1",
    authorization: "Bearer key",
  });
  expect(await session.read("https://public.tulip.test/logo")).toEqual({
    url: "/public.tulip.test/logo",
    authorization: "none",
  });
  expect(await session.read("https://tulip.test/companies")).toEqual({
    url: "/tulip.test/companies",
    authorization: "Bearer key",
  });
  await expect(session.read("https://files.tulip.test/v3/papers")).rejects.toThrow(/does not declare that host/);
});
