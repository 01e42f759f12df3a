import { expect, test } from "vitest";
import type { Connector } from "../../contract/connector.ts";
import { Secret } from "../secrets/secret.ts";
import { errorBody } from "./errorBody.ts";
import { refusal } from "./vendorError.ts";

const answer = (body: string | Buffer, type = "text/plain") => ({
  status: 400,
  bytes: Buffer.from(body),
  headers: { "content-type": type },
});

const soap = `<?xml version="1.0"?><s:Envelope xmlns:s="urn:x"><s:Body><s:Fault><faultcode>s:Client</faultcode>
  <faultstring xml:lang="de">Die Periode &quot;2025&quot; ist gesperrt &#38; zu.</faultstring></s:Fault></s:Body></s:Envelope>`;

test.each([
  ["plain text", "The period is closed.\n", "text/plain", "The period is closed."],
  ["text without a type", "No such ledger", "", "No such ledger"],
  ["text that says it is JSON", "Unauthorized", "application/json", "Unauthorized"],
  ["a bare JSON text", '"Der Buchungskreis fehlt."', "application/json", "Der Buchungskreis fehlt."],
  ["a bare JSON value", "false", "application/json", "false"],
  ["Latin-1", Buffer.from("Währung fehlt", "latin1"), "text/plain; charset=iso-8859-1", "Währung fehlt"],
  ["an XML message", "<Error><Code>7</Code><Message>Locked.</Message></Error>", "application/xml", "Locked."],
  ["an XML detail", "<problem><Detail>a</Detail><Detail>b</Detail><Detail>a</Detail></problem>", "text/xml", "a b"],
  ["CDATA", "<r><message><![CDATA[<b>5 < 6</b>]]></message></r>", "text/xml", "<b>5 < 6</b>"],
  ["SOAP", soap, "text/xml", 'Die Periode "2025" ist gesperrt & zu.'],
  [
    "a gateway's page",
    "<html><head><title>502 Bad Gateway</title></head><h1>x</h1></html>",
    "text/html",
    "502 Bad Gateway",
  ],
  ["XML that says nothing", "<a><b>1</b></a>", "text/xml", undefined],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00]), "text/plain", undefined],
  ["JSON that breaks off", '{"error":{"message":"Clo', "application/json", undefined],
  ["a picture", "GIF89a", "image/gif", undefined],
  ["nothing", "  ", "text/plain", undefined],
])("%s", (_name, body, type, expected) => {
  expect(errorBody(answer(body, type))).toBe(expected);
});

test.each(["<message>", "<message ", "<message><![CDATA[", "<a:", "<message>&#"])(
  "reads endless markup of %s in time that grows with its length only",
  (piece) => {
    // Time that grows with the square of two million characters would exceed the test's timeout.
    expect(errorBody(answer(piece.repeat(2_000_000 / piece.length), "text/xml"))).toBeUndefined();
  },
);

const connector = (message: (body: unknown) => string | undefined): Connector => ({
  id: "tulip",
  name: "Tulip",
  about: "Invented for these tests.",
  site: "http://tulip.test",
  signIn: {
    kind: "apiKey",
    asks: [
      { name: "username", secret: false },
      { name: "apiKey", secret: true },
    ],
    headers: {},
  },
  needs: [],
  proof: "/me",
  refusals: { message },
  rawData: false,
  operations: {},
});
const credentials = { apiKey: new Secret("tulip-4711"), username: new Secret("flora@example.com") };
const messageIn = (message: (body: unknown) => string | undefined, body: string) =>
  refusal(connector(message), answer(body), { credentials, now: 0 }).details.targetMessage;

test("names the user in a message, and only masks secrets", () => {
  const text = "User flora@example.com with key tulip-4711 may not post.";
  expect(messageIn((body) => String(body), text)).toBe("User flora@example.com with key [secret] may not post.");
});

test("passes plain text to the connector, and to the caller scrubbed and shortened", () => {
  const objects = (body: unknown) => (body as { error?: { message: string } }).error?.message;
  expect(messageIn(objects, "Key tulip-4711 may not post.")).toBe("Key [secret] may not post.");
  expect(messageIn(() => undefined, "x".repeat(900))).toHaveLength(500);
  expect(messageIn((body) => `It says: ${String(body)}`, "no")).toBe("It says: no");
});
