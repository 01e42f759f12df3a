/** Vendors that require credentials in the body of each request, as JSON-RPC does. */

import { text } from "node:stream/consumers";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Loopback, serveHttp } from "../../../test/support/loopback.ts";
import type { Connector } from "../../contract/connector.ts";
import { CredentialPlaceholder } from "../../contract/session.ts";
import { secretsOf } from "../accounts/connection.ts";
import { openHttpClient } from "../outbound/client.ts";
import { createSession, type SessionOptions } from "./session.ts";
import type { VendorCall } from "./vendorCall.ts";

const outbound = openHttpClient({ allowPrivate: true });
const opened: Loopback[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => outbound.close());

const tulip: Connector = {
  id: "tulip",
  name: "Tulip Books",
  about: "Invented for these tests.",
  site: "http://tulip.test",
  signIn: {
    kind: "apiKey",
    asks: [{ name: "apiKey", secret: true }],
    headers: {},
    inBody: ["database", "apiKey"],
  },
  needs: [],
  proof: "/",
  refusals: {
    message: (body) => String(Reflect.get(Object(body), "error")),
    status: (body) => (Reflect.get(Object(body), "error") === "ended" ? 401 : undefined),
  },
  rawData: false,
  operations: {},
};

/** A vendor that records the bodies it receives and responds as the test says. */
async function vendor(answer: (body: string) => { status?: number; body: unknown }) {
  const bodies: string[] = [];
  const server = await serveHttp(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    const reply = answer(body);
    response.writeHead(reply.status ?? 200).end(JSON.stringify(reply.body));
  });
  opened.push(server);
  return { url: server.url, bodies };
}

interface Recorded {
  readonly lines: string[];
  readonly calls: VendorCall[];
}

function open(site: string, plain: Record<string, string>, more: Partial<SessionOptions> = {}) {
  const recorded: Recorded = { lines: [], calls: [] };
  const session = createSession({
    connector: tulip,
    connection: { credentials: secretsOf(plain) },
    outbound,
    site,
    clock: Date.now,
    log: { debug: (facts, message) => void recorded.lines.push(JSON.stringify([facts, message])) },
    onCall: (call) => void recorded.calls.push(call),
    ...more,
  });
  return { session, recorded };
}

const placeholder = (name: string) => new CredentialPlaceholder(name);
const question = (more: unknown) => ({ args: [placeholder("database"), 7, placeholder("apiKey"), more] });
const credentials = { database: "books", apiKey: "s3cret-key" };

test("replaces placeholders with credentials in the bodies of reads and writes, and nowhere else", async () => {
  const { url, bodies } = await vendor(() => ({ body: { result: 1 } }));
  const { session } = open(url, credentials);
  await session.readByPost("/rpc", question("{apiKey}"));
  await session.send({ method: "POST", path: "/rpc", body: question(["{database}"]) });
  expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
    { args: ["books", 7, "s3cret-key", "{apiKey}"] },
    { args: ["books", 7, "s3cret-key", ["{database}"]] },
  ]);
});

test("shows only the names of placeholders when a request is printed", () => {
  expect(JSON.stringify(question("x"))).toBe('{"args":["{database}",7,"{apiKey}","x"]}');
});

test("keeps credentials out of logs and reports, even if the vendor repeats them", async () => {
  const { url } = await vendor((body) => ({ status: 400, body: { error: `refused ${body}` } }));
  const { session, recorded } = open(url, credentials);
  const failure = await session.readByPost("/rpc", question("x")).catch((error: unknown) => error);
  const shown = JSON.stringify([recorded, failure, String(failure)]);
  expect(shown).toMatch(/refused/);
  expect(shown).not.toContain("s3cret-key");
});

test("uses the current credentials when a read is retried", async () => {
  const { url, bodies } = await vendor((body) => ({
    body: body.includes("old-key") ? { error: "ended" } : { result: 1 },
  }));
  const renew = async () => secretsOf({ ...credentials, apiKey: "new-key" });
  const { session } = open(url, { ...credentials, apiKey: "old-key" }, { renew });
  expect(await session.send({ method: "POST", path: "/rpc", body: question("x") })).toEqual({ result: 1 });
  expect(bodies.map((body) => (JSON.parse(body) as { args: unknown[] }).args[2])).toEqual(["old-key", "new-key"]);
});

test("refuses to send a credential that the sign-in does not declare, and an empty one", async () => {
  const { url, bodies } = await vendor(() => ({ body: {} }));
  const { session } = open(url, { database: "books" });
  await expect(session.readByPost("/rpc", [placeholder("refreshToken")])).rejects.toThrow(/refreshToken/);
  await expect(session.readByPost("/rpc", [placeholder("apiKey")])).rejects.toMatchObject({
    code: "connection_needs_reauth",
  });
  expect(bodies).toEqual([]);
});
