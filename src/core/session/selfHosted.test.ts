/** Self-hosted systems: how they sign in and respond. */

import type { IncomingMessage, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Loopback, serveHttp } from "../../../test/support/loopback.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Scope } from "../../contract/session.ts";
import type { SignIn } from "../../contract/signIn.ts";
import { secretsOf } from "../accounts/connection.ts";
import { openHttpClient } from "../outbound/client.ts";
import { reopeningSession } from "./reopeningSession.ts";
import { createSession, type SessionOptions } from "./session.ts";
import { makeSessionFactory } from "./sessionFactory.ts";
import { makeStartSession } from "./startSession.ts";
import { makeResolveSite } from "./target.ts";
import type { Tokens } from "./tokens.ts";

const inside = openHttpClient({ allowPrivate: true });
const outside = openHttpClient({ allowPrivate: false });
const opened: Loopback[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(async () => {
  await inside.close();
  await outside.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = await serveHttp(listener);
  opened.push(server);
  return server.url;
}

const address = { name: "baseUrl", secret: false } as const;
const tulip: Connector = {
  id: "tulip",
  name: "Tulip Books",
  about: "Invented for these tests.",
  site: ({ baseUrl = "", database = "main" }) => `${baseUrl}/${database}`,
  signIn: { kind: "apiKey", asks: [address, { name: "apiKey", secret: true }], headers: { "x-key": "{apiKey}" } },
  needs: [],
  proof: (session) => session.download("/version", "text/plain"),
  refusals: { message: (body) => (typeof body === "string" ? undefined : String(Reflect.get(Object(body), "error"))) },
  rawData: false,
  operations: {},
};

const signingIn = (signIn: SignIn): Connector => ({ ...tulip, signIn });
const log = { debug: () => {} };
const resolveSite = makeResolveSite(() => ({ ownUrl: "http://own.test", publicUrl: "http://public.test" }), {});

interface Opening extends Partial<Pick<SessionOptions, "renew" | "outbound">> {
  readonly scope?: Scope;
}

function open(connector: Connector, plain: Record<string, string>, options: Opening = {}) {
  const credentials = secretsOf(plain);
  const where = resolveSite(connector, credentials);
  return createSession({
    connector,
    connection: { credentials },
    outbound: inside,
    log,
    clock: Date.now,
    ...where,
    ...options,
  });
}

/** These tests use no tokens. */
const never: Tokens = {
  isFresh: () => expect.fail("not asked for"),
  current: () => expect.fail("not asked for"),
  renew: () => expect.fail("not asked for"),
  accepted: () => expect.fail("not asked for"),
  refused: () => expect.fail("not asked for"),
};

const failureOf = (doing: Promise<unknown>): Promise<Failure> =>
  doing.then(
    () => expect.fail("it should have failed"),
    (error: unknown) => (error instanceof Failure ? error : expect.fail(String(error))),
  );

/** Responds with the request that it received. */
const echo: RequestListener = async (request, response) =>
  void response.end(JSON.stringify({ url: request.url, headers: request.headers, body: await text(request) }));

const headersOf = async (session: ReturnType<typeof open>) =>
  ((await session.read("/accounts")) as { headers: IncomingMessage["headers"] }).headers;

test("builds the site from the end user's URL, without trailing slashes", async () => {
  const asks = [address, { name: "database", secret: false, optional: true }] as const;
  const connector = signingIn({ kind: "apiKey", asks, headers: {} });
  const url = await serve(echo);
  expect(await open(connector, { baseUrl: `${url}/books//`, database: "north" }).read("/accounts")).toMatchObject({
    url: "/books/north/accounts",
  });
  expect(await open(connector, { baseUrl: url }).read("/accounts")).toMatchObject({ url: "/main/accounts" });
});

test("does not pass secrets to the function that builds the site", () => {
  const connector: Connector = { ...tulip, site: (facts) => `http://tulip.test/${facts.apiKey ?? "none"}` };
  expect(resolveSite(connector, secretsOf({ baseUrl: "x", apiKey: "secret" })).site).toBe("http://tulip.test/none");
});

test("refuses a private address before sending, with the reason and the setting that allows it", async () => {
  const seen: string[] = [];
  const url = await serve((request, response) => void response.end(String(seen.push(request.url ?? ""))));
  const session = open(tulip, { baseUrl: url, apiKey: "key" }, { outbound: outside });
  const failure = await failureOf(session.read("/accounts"));
  expect(failure.code).toBe("target_unavailable");
  expect(failure.message).toMatch(/private network.*ALLOW_PRIVATE_NETWORK/);
  expect(seen).toEqual([]);
});

test("sends the user name and password with every request", async () => {
  const asks = [address, { name: "username", secret: false }, { name: "password", secret: true }] as const;
  const connector = signingIn({ kind: "basic", asks });
  const session = open(connector, { baseUrl: await serve(echo), username: "flora", password: "pässword:1" });
  expect((await headersOf(session)).authorization).toBe(`Basic ${Buffer.from("flora:pässword:1").toString("base64")}`);
});

test.each([
  ["nothing was given", {}, undefined],
  ["a part of it was given", { username: "flora" }, `Basic ${Buffer.from("flora:").toString("base64")}`],
])("handles a header of optional credentials, where %s", async (_when, credentials, expected) => {
  const asks = [
    address,
    { name: "username", secret: false, optional: true },
    { name: "password", secret: true, optional: true },
  ] as const;
  const session = open(signingIn({ kind: "basic", asks }), { baseUrl: await serve(echo), ...credentials });
  expect((await headersOf(session)).authorization).toBe(expected);
});

const bySession: SignIn = {
  kind: "session",
  asks: [
    address,
    { name: "database", secret: false },
    { name: "clientSecret", secret: true },
    { name: "apiKey", secret: true },
  ],
  headers: { authorization: "Basic {base64 company|0:sessionToken}" },
  start: (now) => ({
    method: "PUT",
    path: "/{database}/session/:create",
    query: { consumer: "{clientSecret}", until: now.toISOString().slice(0, 10) },
    body: { params: ["{apiKey}", { lasting: true }] },
  }),
  started: ({ body, headers }) => {
    const { token } = (body as { value: { token: string } }).value;
    return { sessionToken: token, cookie: headers["x-cookie"] ?? "", expiresAt: "2026-11-17T00:00:00Z" };
  },
};
const credentials = { database: "a b/c", clientSecret: "ours&", apiKey: "theirs" };
const starting = makeStartSession({ outbound: inside, resolveSite, log, clock: () => Date.UTC(2026, 10, 16) });

test("starts a session with the end user's credentials, without headers that need a session", async () => {
  const requests: unknown[] = [];
  const url = await serve(async (request, response) => {
    requests.push([request.method, request.url, request.headers.authorization, JSON.parse(await text(request))]);
    response.setHeader("x-cookie", "crumb").end(JSON.stringify({ value: { token: "made" } }));
  });
  const connector = { ...signingIn(bySession), site: ({ baseUrl = "" }) => baseUrl };
  expect(await starting(connector, secretsOf({ baseUrl: url, ...credentials }))).toEqual({
    sessionToken: "made",
    cookie: "crumb",
    expiresAt: "2026-11-17T00:00:00Z",
  });
  const body = { params: ["theirs", { lasting: true }] };
  expect(requests).toEqual([["PUT", "/a%20b%2Fc/session/:create?consumer=ours%26&until=2026-11-16", undefined, body]]);
});

test.each([
  ["outside any company", undefined, "0:made"],
  ["in a company", { company: "17" }, "17:made"],
])("sends the session token and the company, %s", async (_where, scope, expected) => {
  const plain = { baseUrl: await serve(echo), ...credentials, sessionToken: "made" };
  const { authorization } = await headersOf(open(signingIn(bySession), plain, scope && { scope }));
  expect(authorization).toBe(`Basic ${Buffer.from(expected).toString("base64")}`);
});

test("exposes the chosen company, also in a session that reopens for every call", async () => {
  const plain = { baseUrl: await serve(echo), ...credentials, sessionToken: "made" };
  const session = open(signingIn(bySession), plain, { scope: { company: "17" } });
  expect(session.company).toBe("17");
  expect(reopeningSession(async () => session, session.company).company).toBe("17");
});

test.each([400, 403, 404, 422])("treats status %i at sign-in as refused credentials", async (status) => {
  const url = await serve((_request, response) =>
    response.writeHead(status).end(JSON.stringify({ error: "no theirs" })),
  );
  const failure = await failureOf(starting(signingIn(bySession), secretsOf({ baseUrl: url, ...credentials })));
  expect(failure).toMatchObject({ code: "connection_needs_reauth", details: { targetMessage: "no [secret]" } });
});

test.each([
  [503, "{}", "target_unavailable"],
  [429, "{}", "target_rate_limited"],
  [200, '{"value":{}}', "target_bad_response"],
  [200, '{"other":1}', "target_bad_response"],
])("does not treat %i %s at sign-in as refused credentials", async (status, body, code) => {
  const url = await serve((_request, response) => response.writeHead(status).end(body));
  expect((await failureOf(starting(signingIn(bySession), secretsOf({ baseUrl: url, ...credentials })))).code).toBe(
    code,
  );
});

const rpc: Connector = {
  ...signingIn(bySession),
  refusals: {
    message: (body) => (body as { error?: { message?: string } }).error?.message,
    status: (body, status) => {
      const { error } = (body ?? {}) as { error?: { code: number } };
      return status === 403 ? 401 : error?.code;
    },
  },
};

test("recognises an error inside a 200 response", async () => {
  const url = await serve((_request, response) =>
    response.end(JSON.stringify({ error: { code: 422, message: "closed" } })),
  );
  const session = open(rpc, { baseUrl: url, ...credentials, sessionToken: "made" });
  const expected = { code: "target_rejected", details: { targetStatus: 422, targetMessage: "closed" } };
  expect(await failureOf(session.readByPost("/rpc", {}))).toMatchObject(expected);
  const refused = await failureOf(session.send({ method: "POST", path: "/rpc", body: {} }));
  expect(refused).toMatchObject({ ...expected, details: { ...expected.details, mayHaveHappened: false } });
  expect(await session.relay({ method: "GET", path: "/rpc", query: {}, headers: {}, body: undefined })).toMatchObject({
    status: 200,
  });
});

test("retries a response that the connector identifies as an outage", async () => {
  const answers = [{ error: { code: 503 } }, { result: 7 }];
  const url = await serve((_request, response) => response.end(JSON.stringify(answers.shift())));
  const session = open(rpc, { baseUrl: url, ...credentials, sessionToken: "made" });
  expect(await session.readByPost("/rpc", {})).toEqual({ result: 7 });
});

test("starts a new session and repeats the read when the vendor reports an expired session in any way", async () => {
  const url = await serve((request, response) => {
    const isNew = request.headers.authorization === `Basic ${Buffer.from("0:new").toString("base64")}`;
    response.writeHead(isNew ? 200 : 403).end(JSON.stringify({ result: 7 }));
  });
  const plain = { baseUrl: url, ...credentials, sessionToken: "ended" };
  const renew = async () => secretsOf({ ...plain, sessionToken: "new" });
  expect(await open(rpc, plain, { renew }).read("/rpc")).toEqual({ result: 7 });
});

test("explains why a response is too large and who can allow more", async () => {
  const url = await serve((_request, response) => response.end(JSON.stringify({ text: "x".repeat(3 * 1024 * 1024) })));
  const sessions = makeSessionFactory({
    outbound: inside,
    resolveSite,
    log,
    now: Date.now,
    answerMegabytes: 2,
    tokens: never,
    clientFor: () => expect.fail("there are no OAuth clients"),
  });
  const plain = { baseUrl: url, apiKey: "key" };
  const usual = await failureOf(
    sessions.forCandidate({ ...tulip, maxResponseMegabytes: 1 }, plain).read("/journal?all=1"),
  );
  expect(usual.message).toMatch(/more than 1048576 bytes\. The request was for \/journal\.$/);
  const raised = await failureOf(sessions.forCandidate({ ...tulip, maxResponseMegabytes: 50 }, plain).read("/journal"));
  expect(raised.message).toMatch(/more than 2097152 bytes.* TARGET_RESPONSE_MEGABYTES\.$/);
});

test.each([
  [10, /more than 262144 values\. The request was for \/journal\.$/],
  [40, undefined],
])(
  "reads half a million values in one response only if the connector allows enough megabytes (%i)",
  async (maxResponseMegabytes, message) => {
    const books = JSON.stringify({ values: Array.from({ length: 500_000 }, (_, index) => index % 10) });
    const url = await serve((_request, response) => response.end(books));
    const sessions = makeSessionFactory({
      outbound: inside,
      resolveSite,
      log,
      now: Date.now,
      answerMegabytes: 64,
      tokens: never,
      clientFor: () => expect.fail("there are no OAuth clients"),
    });
    const read = sessions
      .forCandidate({ ...tulip, maxResponseMegabytes }, { baseUrl: url, apiKey: "key" })
      .read("/journal");
    if (message === undefined) expect(((await read) as { values: unknown[] }).values).toHaveLength(500_000);
    else expect((await failureOf(read)).message).toMatch(message);
  },
);

test.each([
  ["17", 17],
  ['"F-17"', "F-17"],
  ["F-17", "F-17"],
])("returns the bare value %s of a write if the connector expects one", async (answer, expected) => {
  const session = open(tulip, { baseUrl: await serve((_request, response) => response.end(answer)), apiKey: "key" });
  expect(await session.send({ method: "POST", path: "/invoices", body: {}, bareReply: true })).toBe(expected);
});

test("passes on a refusal in plain text or as a bare value", async () => {
  for (const answer of ['"the journal is locked"', "the journal is locked"]) {
    const url = await serve((_request, response) => response.writeHead(400).end(answer));
    const session = open(tulip, { baseUrl: url, apiKey: "key" });
    const { details } = await failureOf(session.read("/accounts"));
    expect(details.targetMessage).toBe("the journal is locked");
  }
});
