/** Vendors that are asked in XML and answer in XML, as SOAP services do. */
import { text } from "node:stream/consumers";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Loopback, serveHttp } from "../../../test/support/loopback.ts";
import type { Connector } from "../../contract/connector.ts";
import { CredentialPlaceholder, XmlDocument } from "../../contract/session.ts";
import { secretsOf } from "../accounts/connection.ts";
import { openHttpClient } from "../outbound/client.ts";
import { createSession, type Limits } from "./session.ts";

const outbound = openHttpClient({ allowPrivate: true });
const opened: Loopback[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => outbound.close());

interface Reply {
  readonly reply?: { readonly "@result"?: string; readonly "@msg"?: string };
}

const tulip: Connector = {
  id: "tulip",
  name: "Tulip Books",
  about: "Invented for these tests.",
  site: "http://tulip.test",
  signIn: { kind: "apiKey", asks: [{ name: "apiKey", secret: true }], headers: {}, inBody: ["apiKey"] },
  needs: [],
  proof: "/",
  refusals: {
    message: (body) => (body as Reply).reply?.["@msg"],
    status: (body) => ((body as Reply).reply?.["@result"] === "0" ? 422 : undefined),
  },
  rawData: false,
  operations: {},
};

interface Received {
  readonly body: string;
  readonly type: string | undefined;
  readonly accept: string | undefined;
  readonly action: unknown;
}

interface Vendor {
  readonly status?: number;
  readonly limits?: Partial<Limits>;
}

async function open(answer: string | Buffer, { status = 200, limits = {} }: Vendor = {}) {
  const received: Received[] = [];
  const server = await serveHttp(async (request, response) => {
    const { "content-type": type, accept, soapaction: action } = request.headers;
    received.push({ body: await text(request), type, accept, action });
    response.writeHead(status, { "content-type": "text/xml; charset=utf-8" }).end(answer);
  });
  opened.push(server);
  const session = createSession({
    connector: tulip,
    connection: { credentials: secretsOf({ apiKey: "s3cret & key" }) },
    outbound,
    site: server.url,
    clock: Date.now,
    log: { debug: () => undefined },
    limits,
  });
  return { session, received };
}

const question = new XmlDocument({ ask: { key: new CredentialPlaceholder("apiKey"), name: "Käse & Söhne" } });

test("a request in XML carries its credentials, and its reply is read as XML", async () => {
  const { session, received } = await open(`<reply result="1"><value>1.10</value></reply>`);
  const reply = { reply: { "@result": "1", value: "1.10" } };
  expect(await session.readByPost("/soap", question, {}, { soapaction: "ask" })).toEqual(reply);
  expect(await session.send({ method: "POST", path: "/soap", body: question })).toEqual(reply);
  const body = `<?xml version="1.0" encoding="utf-8"?><ask><key>s3cret &amp; key</key><name>Käse &amp; Söhne</name></ask>`;
  const sent = { body, type: "text/xml; charset=utf-8", accept: "text/xml" };
  expect(received).toEqual([
    { ...sent, action: "ask" },
    { ...sent, action: undefined },
  ]);
});

test("a printed request names its credentials only", () => {
  expect(JSON.stringify(question)).toBe('{"ask":{"key":"{apiKey}","name":"Käse & Söhne"}}');
});

test("a refusal with the status 200 is a failure with its message", async () => {
  const { session } = await open(`<reply result="0" msg="The period is closed."/>`);
  await expect(session.readByPost("/soap", question)).rejects.toMatchObject({
    code: "target_rejected",
    details: { targetMessage: "The period is closed.", targetStatus: 422 },
  });
});

test("an error page of a gateway keeps its status and its title", async () => {
  const { session } = await open("<html><head><title>Not today</title></head><body><br></body></html>", {
    status: 403,
  });
  await expect(session.readByPost("/soap", question)).rejects.toMatchObject({ code: "target_forbidden" });
});

test.each([
  ["JSON", `{"reply":1}`],
  ["broken XML", "<reply><value></reply>"],
  ["a document type", `<!DOCTYPE reply [<!ENTITY a "b">]><reply>&a;</reply>`],
  ["levels without end", `${"<a>".repeat(101)}${"</a>".repeat(101)}`],
  ["bytes that are no text", Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e])],
])("%s is no answer", async (_what, answer) => {
  const { session } = await open(answer);
  await expect(session.readByPost("/soap", question)).rejects.toMatchObject({ code: "target_bad_response" });
});

test("a response with too many elements says so", async () => {
  const { session } = await open(`<a>${"<b/>".repeat(250_001)}</a>`, { limits: { maxJsonBytes: 2_000_000 } });
  await expect(session.readByPost("/soap", question)).rejects.toThrow(/too large.*more than 250000 elements/);
});

test("an accepted write with an unreadable reply may have happened", async () => {
  const { session } = await open("<reply>");
  await expect(session.send({ method: "POST", path: "/soap", body: question })).rejects.toMatchObject({
    code: "target_bad_response",
    details: { mayHaveHappened: true },
  });
});
