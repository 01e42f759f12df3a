/** Thousands of malformed requests: no response is a 500 or contains a stack trace, and all match the OpenAPI description. */

import { brotliDecompressSync } from "node:zlib";
import fc from "fast-check";
import { Pool } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { reportFigure, scaled } from "../faults/scale.ts";
import { type Checks, openChecks } from "../openapi/checkedFetch.ts";
import { type ActualResponse, type Description, readDescription } from "../support/described.ts";
import { type Hostile, hostile, type Keys, rows } from "../support/hostile.ts";
import { exchange } from "../support/rawSocket.ts";
import { type Service, startService } from "../support/service.ts";

const seed = 20260930;
let service: Service;
let description: Description;
let checks: Checks;
let pool: Pool;
let keys: Keys;
/** A connection that the tests may delete. */
let spare: Keys;
beforeAll(async () => {
  service = await startService();
  description = await readDescription(service.url);
  checks = await openChecks(service.url);
  pool = new Pool(service.url, { connections: 16, pipelining: 1 });
  const { database, vault, config } = service.storage;
  const { issueToken } = await openSandbox({ pool: database, ...config.sandbox });
  const tenantId = await createTenant(database, "Beispiel");
  const { apiKey } = await createApiKey(database, tenantId);
  const connect = async () =>
    createConnection(database, vault, {
      tenantId,
      targetSystem: "sandbox-key",
      credentials: { apiKey: await issueToken("Test") },
      environment: "production",
      company: "bergblick",
    });
  keys = { apiKey, accountKey: await connect() };
  spare = { apiKey, accountKey: await connect() };
});
afterAll(async () => {
  await pool.destroy();
  await service.stop();
});

interface Got extends ActualResponse {
  readonly headers: Readonly<Record<string, unknown>>;
}

let sent = 0;

/** Undefined if the server closed the connection, which is allowed only for requests that are too large. */
async function send({ method, path, headers, body }: Hostile): Promise<Got | undefined> {
  sent++;
  try {
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    const type = String(answer.headers["content-type"] ?? "");
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const plain = answer.headers["content-encoding"] === "br" ? brotliDecompressSync(bytes) : bytes;
    return { status: answer.statusCode, type, headers: answer.headers, body: plain.toString() };
  } catch (error) {
    if (headers["x-large"] !== undefined || (body?.length ?? 0) > 1_000_000) return undefined;
    throw new Error(`No answer to ${method} ${path}`, { cause: error });
  }
}

const stack = /\n\s+at |node_modules|\.ts:\d+/;

type Check = (got: Got, request: Hostile) => string | undefined;

function faultsOf(request: Hostile, got: Got | undefined, check: Check): string[] {
  if (got === undefined) return [];
  const prefix = `${request.method} ${request.path} ${request.body?.slice(0, 200) ?? ""} →`;
  const unreadable = request.headers["x-large"] !== undefined;
  const bare = got.headers["x-request-id"] === undefined || (!unreadable && got.headers["ratelimit"] === undefined);
  return [
    ...(got.status === 500 ? [`${prefix} 500 ${got.body}`] : []),
    ...(stack.test(got.body) ? [`${prefix} a stack trace: ${got.body}`] : []),
    ...(bare ? [`${prefix} ${got.status} without its headers`] : []),
    ...[check(got, request)].filter((fault) => fault !== undefined).map((fault) => `${prefix} ${fault}`),
  ];
}

/** An id in the path can turn it into another route or make it invalid. */
const isStray = ({ status, body }: Got): boolean =>
  (status === 404 && body.includes('"route_not_found"')) ||
  (status === 405 && body.includes('"method_not_allowed"')) ||
  (status === 400 && body.includes('"invalid_request"'));

describe("answers malformed requests as described", () => {
  test.each(rows)("$id", async (row) => {
    const described = (got: Got, request: Hostile) =>
      (isStray(got) ? description.errorFault(got) : description.fault(row.method, row.path, got)) ??
      (got.status === 400 ? refusalFault(request, got) : undefined);
    const requests = hostile(row, row.id === "auth.connection.delete" ? spare : keys);
    expect(await counterexample(requests, described)).toBeUndefined();
  });
});

/** Reports a refusal of a request that the description allows. */
function refusalFault({ method, path, headers, body }: Hostile, got: Got): string | undefined {
  const [pathname = "", query = ""] = path.split("?");
  return checks.fault(
    { method, pathname, query: new URLSearchParams(query), headers: new Headers(headers), body },
    got,
  );
}

/** Pages for browsers, which the description does not contain. */
const pages: readonly [method: string, path: string][] = [
  ...["start", "submit", "selections", "callback/{targetSystem}", "assets/logo", "assets/page.css"].map(
    (name): [string, string] => ["GET", `/auth/${name}`],
  ),
  ...["submit", "cancel", "selections"].map((name): [string, string] => ["POST", `/auth/${name}`]),
  ["GET", "/"],
  ["GET", "/docs"],
];
const pageParameters = ["flow", "state", "code", "error", "iss", "check", "step", "choice"];

test.each(pages)("answers malformed requests to the page %s %s with a page or an error", async (method, path) => {
  const described = ({ status, type, body }: Got) =>
    status === 303 || /^text\/(?:html|css)/.test(type) || (status === 404 && body === "")
      ? undefined
      : description.errorFault({ status, type, body });
  expect(
    await counterexample(hostile({ id: path, method, path, parameters: pageParameters }, keys), described),
  ).toBeUndefined();
});

test("answers unknown routes and methods with an error", async () => {
  const method = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND");
  const path = fc.constantFrom("nowhere", "accounting", "accounting/none/1/2", "auth/a/b/c", "%zz", "..", "tenants/");
  const requests = fc.tuple(method, path, fc.constantFrom(null, null, "{", "x".repeat(2_000_000))).map(
    ([method, path, body]): Hostile => ({
      method,
      path: `/${path}`,
      headers: { "content-type": "application/json" },
      ...(body !== null && method !== "HEAD" && { body }),
    }),
  );
  const described = (got: Got, { method }: Hostile) =>
    method === "HEAD" && got.status >= 400 && got.body === "" ? undefined : description.errorFault(got);
  expect(await counterexample(requests, described, 15)).toBeUndefined();
});

/** The smallest batch of requests with a wrong response, if any. */
async function counterexample(
  requests: fc.Arbitrary<Hostile>,
  check: Check,
  runs = scaled(60, 2),
): Promise<string | undefined> {
  const batch = fc.array(requests, { minLength: 1, maxLength: 20, size: "max" });
  const holds = fc.asyncProperty(batch, async (sentRequests) => {
    const faults = await Promise.all(
      sentRequests.map(async (request) => faultsOf(request, await send(request), check)),
    );
    if (faults.flat().length > 0) throw new Error(faults.flat().join("\n"));
  });
  return fc.asyncDefaultReportMessage(await fc.check(holds, { seed, numRuns: runs }));
}

describe("answers bytes that are not a valid request, or closes the connection", () => {
  const head = "GET /accounting/units HTTP/1.1\r\nhost: a\r\n";
  const post = "POST /accounting/bills HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
  const cases: Readonly<Record<string, string>> = {
    words: "hello, who is there?\r\n\r\n",
    TLS: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "half a request": "GET /accounting/units HT",
    "another version": "GET / HTTP/9.9\r\nhost: a\r\n\r\n",
    "no version": "GET /\r\n\r\n",
    "an unknown method": "FETCH / HTTP/1.1\r\nhost: a\r\n\r\n",
    "no host": "GET /accounting/units HTTP/1.1\r\n\r\n",
    "an unknown expectation": `${head}expect: the-unexpected\r\n\r\n`,
    "headers of 20 kB": `${head}x-large: ${"l".repeat(20_000)}\r\n\r\n`,
    "an address of 20 kB": `GET /${"l".repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
    "a header without a colon": `${head}nothing\r\n\r\n`,
    "a header with a null": `${head}x-odd: a\0b\r\n\r\n`,
    "a folded header": `${head} x-odd: a\r\n\r\n`,
    "a length of letters": `${post}content-length: abc\r\n\r\n{}`,
    "a negative length": `${post}content-length: -1\r\n\r\n{}`,
    "two lengths": `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    "a length and chunks": `${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    "invalid chunks": `${post}transfer-encoding: chunked\r\n\r\nzz\r\n{}`,
    "a body shorter than its content-length": `${post}content-length: 20\r\n\r\n{}`,
    "bytes in the path": "GET /accounting/\xff\xfe HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    "OPTIONS for all resources": "OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    "an absolute URL of another host": "GET http://b/accounting/units HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    "a tunnel": "CONNECT b:443 HTTP/1.1\r\nhost: a\r\n\r\n",
    "another protocol": `${head}connection: upgrade\r\nupgrade: h2c\r\n\r\n`,
  };

  test.each(Object.entries(cases))("%s", async (_name, text) => {
    expect(answerFault(await exchange(service.url, Buffer.from(text, "latin1")))).toBeUndefined();
  });

  test("random bytes and requests with one byte changed", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      // A valid request with one byte changed.
      fc.tuple(fc.nat(post.length + 21), fc.nat(255)).map(([at, value]) => {
        const request = Buffer.from(`${post}content-length: 2\r\n\r\n{}`);
        request[at % request.length] = value;
        return request;
      }),
    );
    const holds = fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 20, size: "max" }), async (messages) => {
      const faults = await Promise.all(
        messages.map(async (message) => answerFault(await exchange(service.url, message))),
      );
      expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    });
    await fc.assert(holds, { seed, numRuns: scaled(500, 40) });
    reportFigure("S4", `${sent} requests made from the description, and up to ${20 * scaled(500, 40)} of other bytes`);
  });

  /** The fault of the first response, if any; an empty response means a closed connection, which is allowed. */
  function answerFault(received: string): string | undefined {
    if (received === "") return undefined;
    const [top = "", ...rest] = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "").split("\r\n\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(top)?.[1]);
    const length = Number(/^content-length: (\d+)/im.exec(top)?.[1]);
    const type = /^content-type: (.*)$/im.exec(top)?.[1] ?? "";
    const body = Buffer.from(rest.join("\r\n\r\n")).subarray(0, length).toString();
    if (status >= 500 || stack.test(received)) return received;
    if (!/^x-request-id: \w/im.test(top)) return `no request id: ${received}`;
    return description.errorFault({ status, type, body });
  }
});

test("still serves valid requests afterwards", async () => {
  expect((await service.ask("units.list")).status).toBe(200);
});
