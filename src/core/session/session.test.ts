import type { RequestListener } from "node:http";
import { Readable } from "node:stream";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { type Loopback, serveHttp } from "../../../test/support/loopback.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure, type FailureCode, type FailureDetails } from "../../contract/failure.ts";
import type { Scope, VendorRequest } from "../../contract/session.ts";
import { openHttpClient } from "../outbound/client.ts";
import { Secret } from "../secrets/secret.ts";
import { createSession, type SessionOptions } from "./session.ts";

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
  signIn: {
    kind: "apiKey",
    asks: [{ name: "apiKey", secret: true }],
    headers: { authorization: "Bearer {apiKey}", "x-user": "{user}/{apiKey}" },
  },
  needs: ["company"],
  proof: "/me",
  scope: ({ company }) => ({ path: `/companies/${company}`, headers: { "x-company": company ?? "" } }),
  refusals: {
    // Careless on purpose: a vendor's error may have any form.
    message: (body) => Reflect.get(Reflect.get(Object(body), "error"), "message"),
    codes: { 418: "target_forbidden" },
  },
  rawData: false,
  operations: {},
};
const key = "tulip$key$&4711";
const credentials = { apiKey: new Secret(key), user: new Secret("flora") };

type Line = Readonly<Record<string, unknown>>;

function open(site: string, options: Partial<SessionOptions> = {}) {
  const lines: Line[] = [];
  const log = { debug: (facts: object) => void lines.push({ ...facts }) };
  const connection = { credentials };
  const scope = { company: "c1" };
  const parts = { connector: tulip, connection, scope, outbound, site, log, clock: Date.now, ...options };
  return { session: createSession(parts), lines };
}

async function serve(listener: RequestListener): Promise<Loopback> {
  const server = await serveHttp(listener);
  opened.push(server);
  return server;
}

const failureOf = (doing: Promise<unknown>): Promise<Failure> =>
  doing.then(
    () => expect.fail("it should have failed"),
    (error: unknown) => (error instanceof Failure ? error : expect.fail(String(error))),
  );

const json = (body: unknown): string => JSON.stringify(body);

test("reads an empty list from a vendor that answers 204, and from no other", async () => {
  const server = await serve((_request, response) => response.writeHead(204).end());
  const connector = { ...tulip, emptyListHasNoContent: true } as const;
  expect(await open(server.url, { connector }).session.read("/accounts")).toEqual([]);
  await expect(open(server.url).session.read("/accounts")).rejects.toMatchObject({ code: "target_bad_response" });
});

test("sends JSON under the content type that the connector gives", async () => {
  const server = await serve(({ headers }, response) => response.end(json({ type: headers["content-type"] })));
  const { session } = open(server.url);
  const patch = { method: "PATCH", path: "/x", body: [], headers: { "content-type": "application/json-patch+json" } };
  expect(await session.send(patch as VendorRequest)).toEqual({ type: "application/json-patch+json" });
  expect(await session.send({ method: "POST", path: "/x", body: {} })).toEqual({ type: "application/json" });
});

test("sends a form without files URL-encoded", async () => {
  const server = await serve(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    response.end(json({ type: request.headers["content-type"], body }));
  });
  const request = { method: "POST", path: "/token", urlEncoded: { grant_type: "a b", scope: "x&y" } } as const;
  expect(await open(server.url).session.send(request)).toEqual({
    type: "application/x-www-form-urlencoded",
    body: "grant_type=a+b&scope=x%26y",
  });
});

test("sends the site's and the company's path, the query and the sign-in headers", async () => {
  const server = await serve(({ url, headers }, response) =>
    response.end(
      json({ url, authorization: headers.authorization, user: headers["x-user"], company: headers["x-company"] }),
    ),
  );
  const { session } = open(`${server.url}/v1/`);
  expect(await session.read("/accounts", { page: 2, $filter: "a eq 'b&c'", active: true, none: undefined })).toEqual({
    url: "/v1/companies/c1/accounts?page=2&%24filter=a%20eq%20'b%26c'&active=true",
    authorization: `Bearer ${key}`,
    user: `flora/${key}`,
    company: "c1",
  });
  expect(await session.read("/next?cursor=x", { size: 5 })).toMatchObject({
    url: "/v1/companies/c1/next?cursor=x&size=5",
  });
});

test("sends the company as a query parameter, whatever the path of the request names", async () => {
  const server = await serve(({ url }, response) => response.end(json({ url })));
  const connector = { ...tulip, scope: ({ company }: Scope) => ({ query: { company } }) };
  const { session } = open(server.url, { connector, scope: { company: "c&1" } });
  expect(await session.read("/accounts", { page: 2 })).toEqual({ url: "/accounts?page=2&company=c%261" });
  expect(await session.read("/accounts?company=c2&page=3")).toEqual({ url: "/accounts?page=3&company=c%261" });
});

test("sends requests to the operator's stand-in", async () => {
  const server = await serve(({ url }, response) => response.end(json({ url })));
  const { session } = open("https://api.tulip.test:8443/v1", { targetSite: `${server.url}/stand-in/` });
  expect(await session.read("/accounts")).toEqual({ url: "/stand-in/api.tulip.test:8443/v1/companies/c1/accounts" });
});

test("reads public URLs without credentials, and only on declared hosts", async () => {
  const seen: unknown[] = [];
  const { url } = await serve((request, response) => {
    seen.push([request.url, request.headers.authorization, request.headers["x-company"]]);
    response.end("a key");
  });
  const connector = { ...tulip, publicHosts: ["keys.tulip.test"] };
  const { session } = open("https://tulip.test", { connector, targetSite: url });
  expect(String((await session.download("https://keys.tulip.test/public.pem?v=1")).bytes)).toBe("a key");
  expect(seen).toEqual([["/keys.tulip.test/public.pem?v=1", undefined, undefined]]);
  await expect(session.download("https://other.test/public.pem")).rejects.toThrow(/does not declare that host/);
});

test("allows any numbered host, but no other name around the number", async () => {
  const { url } = await serve((_request, response) => response.end("bytes"));
  const connector = { ...tulip, publicHosts: ["files-*.tulip.test"] };
  const { session } = open("https://tulip.test", { connector, targetSite: url });
  expect(String((await session.download("https://files-30.tulip.test/f")).bytes)).toBe("bytes");
  for (const host of ["files-.tulip.test", "files-3.evil.tulip.test", "files-3.tulip.test.evil", "xfiles-3.tulip.test"])
    await expect(session.download(`https://${host}/f`)).rejects.toThrow(/does not declare that host/);
});

test.each<[string, Partial<SessionOptions>, FailureCode]>([
  ["a credential is missing", { connection: { credentials: {} } }, "connection_needs_reauth"],
  [
    "only its name is inherited",
    { connection: { credentials: Object.create({ apiKey: "a", user: "b" }) } },
    "connection_needs_reauth",
  ],
  [
    "a credential has a line break",
    { connection: { credentials: { ...credentials, user: new Secret("a\r\nb: c") } } },
    "connection_needs_reauth",
  ],
  ["the company cannot be in a path", { scope: { company: "c 1" } }, "invalid_request"],
  ["the company has a line break", { scope: { company: "c\r\n1" } }, "invalid_request"],
])("refuses to open a session when %s", (_what, options, code) => {
  const opening = () => open("https://tulip.test", options);
  expect(opening).toThrow(expect.objectContaining({ code }));
});

const refusals: [number, FailureCode][] = [
  [301, "target_bad_response"],
  [302, "target_bad_response"],
  [400, "target_rejected"],
  [401, "connection_needs_reauth"],
  [402, "target_bad_response"],
  [403, "target_forbidden"],
  [404, "not_found"],
  [409, "target_conflict"],
  [418, "target_forbidden"],
  [422, "target_rejected"],
  [429, "target_rate_limited"],
  [500, "target_unavailable"],
  [501, "target_unavailable"],
  [502, "target_unavailable"],
  [599, "target_unavailable"],
];

test.each(refusals)("turns a vendor's %i into %s", async (status, code) => {
  const server = await serve((_request, response) =>
    response.writeHead(status).end(json({ error: { message: "The period is closed." } })),
  );
  const failure = await failureOf(open(server.url).session.read("/x"));
  expect({ code: failure.code, ...failure.details }).toMatchObject({
    code,
    targetSystem: "tulip",
    targetStatus: status,
  });
  expect(failure.details.targetMessage).toBe("The period is closed.");
  expect(failure.message).toContain("Tulip Books");
});

test.each([
  ["seconds", "7", 7],
  ["a fraction", "6.2", 7],
  ["a date", "Sun, 15 Nov 2026 12:01:30 GMT", 90],
  ["a date in the past", "Wed, 21 Oct 2015 07:28:00 GMT", 1],
  ["a year", "31536000", 3600],
  ["nothing", undefined, 60],
  ["nonsense", "soon", 60],
  ["a negative number", "-5", 60],
])("reads Retry-After as %s", async (_form, header, seconds) => {
  const server = await serve((_request, response) =>
    response.writeHead(429, header === undefined ? {} : { "retry-after": header }).end(),
  );
  // Leaves no time for a retry after a short Retry-After.
  const clock = () => Date.parse("2026-11-15T12:00:00Z");
  const { session } = open(server.url, { clock, limits: { deadlineMs: 900 } });
  const { details } = await failureOf(session.read("/x"));
  expect(details.retryAfter).toBe(seconds);
});

async function flaky(statuses: number[], headers: Record<string, string> = {}) {
  const rest = [...statuses];
  const server = await serve((request, response) => {
    const status = rest.shift();
    if (status === 0) request.socket.destroy();
    else response.writeHead(status ?? 200, status === undefined ? {} : headers).end(json({ ok: true }));
  });
  return { ...open(server.url), left: () => rest.length };
}

test.each([
  ["two overloads", [503, 502], {}],
  ["two broken connections", [0, 0], {}],
  ["a gateway's timeout", [504], {}],
  ["a short Retry-After", [429], { "retry-after": "1" }],
])("retries a read after %s", async (_what, statuses, headers) => {
  const { session, lines } = await flaky(statuses, headers);
  expect(await session.read("/x")).toEqual({ ok: true });
  expect(lines).toHaveLength(statuses.length + 1);
});

test.each<[string, number[], Record<string, string>, number]>([
  ["a third overload", [503, 503, 503, 503], {}, 3],
  ["a third broken connection", [0, 0, 0, 0], {}, 3],
  ["a limit without a time", [429, 429], {}, 1],
  ["a limit for long", [429, 429], { "retry-after": "6" }, 1],
  ["an overload for long", [503, 503], { "retry-after": "60" }, 1],
  ["a fault of its own", [500, 500], {}, 1],
  ["a refusal", [400, 400], {}, 1],
])("fails a read with %s", async (_what, statuses, headers, calls) => {
  const { session, lines } = await flaky(statuses, headers);
  await failureOf(session.read("/x"));
  expect(lines).toHaveLength(calls);
});

const messages: [string, unknown, FailureDetails["targetMessage"]][] = [
  ["a text", { error: { message: "Closed." } }, "Closed."],
  ["lines", { error: { message: " a\r\n\tb\u0000c " } }, "a b c"],
  ["a number", { error: { message: 5 } }, undefined],
  ["nothing", { error: { message: "" } }, undefined],
  ["another form", { fault: "x" }, undefined],
  ["a list", ["x"], undefined],
  [
    "a secret",
    { error: { message: `Bearer abcdef and password=x; key ${key} / ${encodeURIComponent(key)}` } },
    "Bearer [secret] and password=[secret]; key [secret] / [secret]",
  ],
  ["a user", { error: { message: "unknown user flora" } }, "unknown user [secret]"],
];

test.each(messages)("cleans the vendor's message: %s", async (_form, body, message) => {
  const server = await serve((_request, response) => response.writeHead(422).end(json(body)));
  const { details } = await failureOf(open(server.url).session.read("/x"));
  expect(details.targetMessage).toBe(message);
});

test("shortens the vendor's message and never shows a raw body", async () => {
  const long = await serve((_request, response) =>
    response.writeHead(400).end(json({ error: { message: `${"x".repeat(495)} ${key}` } })),
  );
  const { details } = await failureOf(open(long.url).session.read("/x"));
  expect(details.targetMessage).toHaveLength(500);
  const html = await serve((_request, response) => response.writeHead(500).end("<h1>Tulip stack trace</h1>"));
  const failure = await failureOf(open(html.url).session.read("/x"));
  expect(failure.details).not.toHaveProperty("targetMessage");
});

test("logs one line for each call, without secrets", async () => {
  const server = await serve((_request, response) => response.end("{}"));
  const { session, lines } = open(server.url);
  await session.read("/accounts", { token: "tulip-query-secret" });
  expect(lines).toEqual([
    {
      targetSystem: "tulip",
      method: "GET",
      host: `127.0.0.1:${server.port}`,
      path: "/companies/c1/accounts",
      status: 200,
      milliseconds: expect.any(Number),
    },
  ]);
});

test("downloads a file with its type and name", async () => {
  const bytes = Buffer.from([0x25, 0x50, 0, 0xff]);
  const headers = { "content-type": "application/pdf", "content-disposition": 'attachment; filename="invoice 1.pdf"' };
  const server = await serve((_request, response) => response.writeHead(200, headers).end(bytes));
  const file = { bytes, contentType: "application/pdf", fileName: "invoice 1.pdf" };
  expect(await open(server.url).session.download("/f")).toEqual(file);
});

test("follows a redirect to a declared file host without credentials", async () => {
  const seen: unknown[] = [];
  const { url } = await serve(({ url: path, headers }, response) => {
    seen.push([path, headers.authorization === undefined]);
    if (path?.startsWith("/files.tulip.test")) response.end("bytes");
    else
      response
        .writeHead(302, { location: `https://${path?.endsWith("known") ? "files" : "evil"}.tulip.test/f?s=1` })
        .end();
  });
  const connector = { ...tulip, publicHosts: ["files.tulip.test"] };
  const { session } = open("https://tulip.test", { connector, targetSite: url });
  expect(String((await session.download("/known")).bytes)).toBe("bytes");
  await expect(session.download("/other")).rejects.toMatchObject({ code: "target_bad_response" });
  expect(seen).toEqual([
    ["/tulip.test/companies/c1/known", false],
    ["/files.tulip.test/f?s=1", true],
    ["/tulip.test/companies/c1/other", false],
  ]);
});

test("does not blame the credentials when a file host refuses", async () => {
  const { url } = await serve(({ url: path }, response) => {
    if (path?.startsWith("/files.tulip.test")) response.writeHead(401).end();
    else response.writeHead(302, { location: "https://files.tulip.test/f" }).end();
  });
  const logged: string[] = [];
  const onRefused = async () => void logged.push("refused");
  const renew = () => Promise.reject(new Error("credentials must not be renewed"));
  const connector = { ...tulip, publicHosts: ["files.tulip.test"] };
  const { session } = open("https://tulip.test", { connector, targetSite: url, onRefused, renew });
  await expect(session.download("/f")).rejects.toMatchObject({ code: "target_forbidden" });
  expect(logged).toEqual([]);
});

test("uses application/octet-stream for a file without a type", async () => {
  const server = await serve((_request, response) => response.end("x"));
  expect(await open(server.url).session.download("/f")).toMatchObject({
    contentType: "application/octet-stream",
    fileName: undefined,
  });
});

test("refuses a file that is too large, with a clear message", async () => {
  const server = await serve((_request, response) => response.end(Buffer.alloc(2000)));
  const { session } = open(server.url, { limits: { maxFileBytes: 1000 } });
  expect(await failureOf(session.download("/file"))).toMatchObject({
    code: "target_bad_response",
    message:
      "The response from Tulip Books is too large. The response has more than 1000 bytes. The request was for /file.",
    details: { targetSystem: "tulip", targetStatus: 200 },
  });
});

test("extends the deadline for a large upload", async () => {
  const server = await serve((request, response) => {
    request.resume();
    request.on("end", () => setTimeout(() => response.end("{}"), 300));
  });
  const send = (size: number) => {
    const { session } = open(server.url, { limits: { deadlineMs: 100 } });
    const file = { fileName: "a", contentType: "text/plain", size, open: () => Readable.from([Buffer.alloc(size)]) };
    return session.send({ method: "POST", path: "/files", form: { parts: {}, files: [{ name: "file", file }] } });
  };
  expect((await failureOf(send(10))).code).toBe("target_timeout");
  expect(await send(512 * 1024)).toEqual({});
});

test.each([
  ["nothing", "", undefined],
  ["its own status", "200", undefined],
  ["a bare word", '"ok"', undefined],
  ["a bare truth value", "false", undefined],
  ["a record", '{"id":7}', { id: 7 }],
])("handles a write that is answered with %s", async (_what, answer, expected) => {
  const server = await serve((request, response) => {
    request.resume();
    request.on("end", () => response.end(answer));
  });
  expect(await open(server.url).session.send({ method: "POST", path: "/files", body: {} })).toEqual(expected);
});

test("reports other responses to a write as unreadable", async () => {
  const server = await serve((_request, response) => response.end("<html>"));
  const sent = open(server.url).session.send({ method: "DELETE", path: "/files/1" });
  expect((await failureOf(sent)).code).toBe("target_bad_response");
});

test("sends a read by POST and retries it like any read", async () => {
  const requests: unknown[] = [];
  const server = await serve((request, response) => {
    request.setEncoding("utf8").on("data", (body: string) => {
      requests.push([request.method, request.url, request.headers["content-type"], body]);
      response.writeHead(requests.length === 1 ? 503 : 200).end(json([{ id: "7" }]));
    });
  });
  const { session } = open(server.url);
  expect(await session.readByPost("/contacts/synchronization", { ids: ["7"] }, { fields: "all" })).toEqual([
    { id: "7" },
  ]);
  const question = ["POST", "/companies/c1/contacts/synchronization?fields=all", "application/json", '{"ids":["7"]}'];
  expect(requests).toEqual([question, question]);
});

test("does not report a failed read by POST as a possible write", async () => {
  const server = await serve((_request, response) => response.writeHead(500).end());
  const { details } = await failureOf(open(server.url).session.readByPost("/contacts/synchronization", {}));
  expect(details.mayHaveHappened).toBeUndefined();
});

test("a 401 is about a missing right if the same token can still read the proof of the sign-in", async () => {
  const calls: string[] = [];
  let isExpired = false;
  const { url } = await serve((request, response) => {
    calls.push(request.url ?? "");
    const isRefused = isExpired || request.url !== "/companies/c1/me";
    response.writeHead(isRefused ? 401 : 200).end("{}");
  });
  const refusals = { ...tulip.refusals, rightsAsUnauthorized: true } as const;
  const onRefused = vi.fn<() => Promise<undefined>>(async () => undefined);
  const { session } = open(url, { connector: { ...tulip, refusals }, onRefused });
  expect((await failureOf(session.read("/bills"))).code).toBe("target_forbidden");
  expect((await failureOf(session.send({ method: "POST", path: "/bills", body: {} }))).code).toBe("target_forbidden");
  expect(calls.filter((path) => path.endsWith("/me"))).toHaveLength(2);
  expect(onRefused).not.toHaveBeenCalled();
  isExpired = true;
  expect((await failureOf(session.read("/bills"))).code).toBe("connection_needs_reauth");
  expect(onRefused).toHaveBeenCalledTimes(1);
});

test("does not renew credentials if the vendor's 401 is about a missing permission", async () => {
  const { url } = await serve((_request, response) => response.writeHead(401).end(json({ error: "No access" })));
  const refusals: Connector["refusals"] = { ...tulip.refusals, codes: { 401: () => "target_forbidden" } };
  const renew = () => Promise.reject(new Error("credentials must not be renewed"));
  const onRefused = () => Promise.reject(new Error("the connection must stay active"));
  const { session } = open(url, { connector: { ...tulip, refusals }, renew, onRefused });
  expect(await failureOf(session.read("/bills"))).toMatchObject({ code: "target_forbidden" });
  const written = session.send({ method: "POST", path: "/bills", body: {} });
  expect(await failureOf(written)).toMatchObject({ code: "target_forbidden" });
});
