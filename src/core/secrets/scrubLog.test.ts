import { format } from "node:util";
import pino from "pino";
import { expect, test } from "vitest";
import { Failure } from "../../contract/failure.ts";
import { logOptions, scrub } from "./scrubLog.ts";
import { scrubText } from "./scrubText.ts";
import { Secret } from "./secret.ts";

const names = (
  "authorization Authorization proxy-authorization token access_token refreshToken id_token secret clientSecret client_secret " +
  "signingSecret password Passwort passwd pwd passphrase apiKey api_key API-KEY x-api-key X-ACCOUNT-KEY accountKey privateKey " +
  "masterKey access-key cookie set-cookie credentials sessionId jwt webhookSecret"
).split(" ");

/** Ways in which a named secret reaches a log line. */
const namedSinks: Readonly<Record<string, (name: string, secret: string) => object>> = {
  field: (name, secret) => ({ [name]: secret }),
  nested: (name, secret) => ({ a: { b: { c: { [name]: secret } } } }),
  "below a secret name": (name, secret) => ({ [name]: { user: secret, deeper: [secret] } }),
  "in a list": (name, secret) => ({ items: [1, { [name]: [secret, secret] }] }),
  "as a number of values": (name, secret) => ({ rows: [[name, secret]] }),
  "flat header list": (name, secret) => ({ rawHeaders: ["accept", "*/*", name, secret, "host", "a.test"] }),
  "name and value": (name, secret) => ({ headers: [{ name, value: secret }] }),
  Map: (name, secret) => ({ scrubbed: scrub(new Map([[name, secret]])) }),
  "Map in a Set": (name, secret) => ({ scrubbed: scrub(new Set([new Map([[name, secret]])])) }),
  Headers: (name, secret) => ({ scrubbed: scrub(new Headers([[name, secret]])) }),
  "property of an error": (name, secret) => ({ err: Object.assign(new Error("no"), { config: { [name]: secret } }) }),
  "message of an error": (name, secret) => new Error(`refused: ${name}=${secret}`),
  "cause of an error": (name, secret) => ({ err: new Error("a", { cause: new Error(`b ${name}: "${secret}"`) }) }),
  "cause that is data": (name, secret) => ({ err: new Error("a", { cause: { request: { [name]: secret } } }) }),
  "errors of an error": (name, secret) => new AggregateError([new Error(`${name}=${secret}`)], "several"),
  failure: (name, secret) => new Failure("internal", `x ${name}=${secret}`, { cause: { [name]: secret } }),
  query: (name, secret) => ({ url: `https://a.test/x?a=1&${name}=${secret}&b=2` }),
  "encoded query": (name, secret) => ({ next: `/go?to=https%3A%2F%2Fa.test%3F${name}%3D${secret}%26b%3D2` }),
  URL: (name, secret) => ({ scrubbed: scrub({ at: new URL(`https://a.test/x?${name}=${secret}`) }) }),
  "form body": (name, secret) => ({ body: `grant_type=x&${name}=${secret}` }),
  URLSearchParams: (name, secret) => ({ scrubbed: scrub(new URLSearchParams({ [name]: secret })) }),
  "JSON text": (name, secret) => ({ body: JSON.stringify({ a: [{ [name]: secret }] }) }),
  "JSON in JSON text": (name, secret) => ({ body: JSON.stringify({ a: JSON.stringify({ [name]: secret }) }) }),
  "JSON within text": (name, secret) => ({ text: `answered ${JSON.stringify({ [name]: secret, n: 1 })} at once` }),
  "escaped JSON within text": (name, secret) => ({
    text: `got ${JSON.stringify(JSON.stringify({ [name]: `${secret}"${secret}` }))} !`,
  }),
  "cut JSON": (name, secret) => ({ text: JSON.stringify({ a: 1, [name]: secret }).slice(0, -2) }),
  "object within text": (name, secret) => ({ text: `config ${JSON.stringify({ [name]: { a: { b: secret } } })}.` }),
  "inspected object": (name, secret) => ({ text: format("%o", { [name]: secret }) }),
  "header line": (name, secret) => ({ text: `GET / HTTP/1.1\r\n${name}: ${secret}\r\nhost: a.test` }),
  "database error": (name, secret) =>
    Object.assign(new Error("duplicate key value"), { detail: `Key (${name})=(${secret}) already exists.` }),
  XML: (name, secret) => ({ text: `<a><${name}>${secret}</${name}></a>` }),
  "XML with CDATA": (name, secret) => ({ text: `<${name}><![CDATA[${secret}]]></${name}>` }),
  "object with its own JSON": (name, secret) => ({ own: { toJSON: () => ({ [name]: secret }) } }),
  "path segment": (name, secret) => ({ path: `/v1/${name}/${secret}/contacts?a=1` }),
  "encoded path segment": (name, secret) => ({ next: `to=%2Fv1%2F${name}%2F${secret}%2Fcontacts` }),
  "very deep": (name, secret) => ({ a: nest({ [name]: secret }, 60) }),
};

function nest(value: object, depth: number): object {
  return depth === 0 ? value : { in: nest(value, depth - 1) };
}

/** Ways in which a secret is known without a name. */
const namelessSinks: Readonly<Record<string, (secret: string) => object>> = {
  bearer: (secret) => ({ text: `sent Bearer ${secret} to a.test` }),
  "bearer in an error": (secret) => new Error(`401 for bearer ${secret}`),
  basic: (secret) => ({ text: `Basic ${Buffer.from(`user:${secret}`).toString("base64")}${secret}` }),
  "our API key": (secret) => ({ text: `key kapi_${letters(secret)} revoked` }),
  "our account key": (secret) => ({ path: `/x/kacc_${letters(secret)}/y` }),
  "user info": (secret) => ({ url: `postgres://kontor:${secret}@db.test:5432/kontor` }),
  "user info with an at sign": (secret) => new Error(`connect https://me:${secret}@${secret}@a.test/x`),
  "user info without a password": (secret) => ({ url: `https://${secret}@a.test/x` }),
  "JSON web token": (secret) => ({ text: `eyJhbGciOi.${letters(secret)}.${letters(secret)}` }),
  "private key": (secret) => ({ text: `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----` }),
  "private key that is cut off": (secret) => ({ text: `-----BEGIN RSA PRIVATE KEY-----\n${secret}` }),
  "private key after the marks of others": (secret) => ({
    text: `-----END X KEY-----BEGIN PUBLIC-----BEGIN EC PRIVATE KEY-----BEGIN KEY-----${secret}-----END EC PRIVATE KEY-----`,
  }),
  "a second private key": (secret) => ({
    text: `-----BEGIN KEY-----a-----END KEY----- and -----BEGIN KEY-----${secret}-----END KEY-----`,
  }),
  "after the bare word": (secret) => ({ text: `sent token ${secret} to a.test` }),
  bytes: (secret) => ({ body: Buffer.from(secret) }),
  Secret: (secret) => ({ text: new Secret(secret), list: [new Secret(secret)] }),
};

const letters = (secret: string): string => secret.replaceAll(/[^a-z0-9]/g, "");

/** How a value gets into a line. */
const waysIn: Readonly<Record<string, (log: pino.Logger, value: object) => void>> = {
  "merged object": (log, value) => log.info(value, "called"),
  "child's binding": (log, value) => log.child({ about: value }).info("called"),
  interpolated: (log, value) => log.info(`called %j and ${JSON.stringify(value)}`, value),
};

function logged(write: (log: pino.Logger) => void): string {
  const lines: string[] = [];
  write(pino(logOptions({ level: "trace" }), { write: (line: string) => lines.push(line) }));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(() => void JSON.parse(line)).not.toThrow();
  return lines.join("");
}

function leaks(text: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  const forms = [secret, letters(secret), bytes.toString("base64"), bytes.toString("hex"), bytes.join(",")];
  return forms.some((form) => text.toLowerCase().includes(form.toLowerCase()));
}

test("lets no planted secret into a log line, whatever its name and path", () => {
  let planted = 0;
  const leaked: string[] = [];
  const plant = (about: string, make: (secret: string) => object) => {
    for (const [way, write] of Object.entries(waysIn)) {
      const secret = `pl4nted-${(planted++).toString(36)}zq7x-tulip`;
      const text = logged((log) => write(log, make(secret)));
      if (leaks(text, secret)) leaked.push(`${about} / ${way}: ${text.trim()}`);
    }
  };
  for (const [sink, make] of Object.entries(namedSinks))
    for (const name of names) plant(`${sink} / ${name}`, (secret) => make(name, secret));
  for (const [sink, make] of Object.entries(namelessSinks)) plant(sink, make);
  expect(leaked.slice(0, 20)).toEqual([]);
  expect(planted).toBeGreaterThan(3000);
  expect(Object.keys(namedSinks).length + Object.keys(namelessSinks).length).toBeGreaterThanOrEqual(40);
});

test("removes every planted secret from a scrubbed value", () => {
  const leaked: string[] = [];
  for (const [sink, make] of Object.entries(namedSinks))
    for (const name of names)
      if (leaks(JSON.stringify(scrub(make(name, "tulip-4711-violet"))), "tulip-4711-violet"))
        leaked.push(`${sink} / ${name}: ${JSON.stringify(scrub(make(name, "tulip-4711-violet")))}`);
  for (const [sink, make] of Object.entries(namelessSinks))
    if (leaks(JSON.stringify(scrub(make("tulip-4711-violet"))), "tulip-4711-violet")) leaked.push(sink);
  expect(leaked).toEqual([]);
});

test("leaves other values unchanged", () => {
  const between = "-----BEGIN KEY-----x-----END KEY----- kept";
  expect(scrub({ between, words: "the token verification failed" })).toEqual({
    between: "[secret] kept",
    words: "the token verification failed",
  });
  const value = { id: 1, text: "Invoice 4711 is paid", yes: true, none: null, at: new Date(0), list: ["a", 0.5] };
  expect(scrub(value)).toEqual({ ...value, at: "1970-01-01T00:00:00.000Z" });
  expect(scrub({ hasToken: false, error: { code: "P0001", message: "closed" }, email: "a@b.test" })).toEqual({
    hasToken: false,
    error: { code: "P0001", message: "closed" },
    email: "a@b.test",
  });
});

test.each([
  ["The period is closed.", "The period is closed."],
  ["Your password is too short", "Your password is too short"],
  ["https://a.test/x?page=2&token=abc&b=1", "https://a.test/x?page=2&token=[secret]&b=1"],
  ['{"apiKey":"abc","b":1}', '{"apiKey":"[secret]","b":1}'],
  ["https://me:abc@a.test/x", "https://[secret]@a.test/x"],
  ["key kapi_abcdefgh234567 is old", "key [secret] is old"],
  ["Authorization: Bearer abc\nhost: x", "Authorization: [secret]\nhost: x"],
  ["token=null", "token=null"],
])("scrubs text: %s", (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed);
});

test("handles circular references, throwing getters and odd values", () => {
  const circle: Record<string, unknown> = { token: "abc" };
  circle["self"] = circle;
  circle["list"] = [circle];
  expect(scrub(circle)).toEqual({ token: "[secret]", self: "[circular]", list: ["[circular]"] });
  const error = new Error("a");
  error.cause = error;
  expect(scrub(error)).toMatchObject({ message: "a", cause: "[circular]" });
  const throwing = Object.defineProperty({}, "x", { enumerable: true, get: () => expect.fail("read") });
  expect(scrub(throwing)).toEqual({ x: "[unreadable]" });
  expect(scrub([1n, Symbol("a"), () => 1, Number.NaN, undefined, new Date(Number.NaN)])).toEqual([
    "1",
    "Symbol(a)",
    "[function]",
    Number.NaN,
    undefined,
    "[no date]",
  ]);
});

test("an error keeps its type, message, stack and cause in the log", () => {
  const text = logged((log) => log.error(new TypeError("outer", { cause: new Error("inner") })));
  expect(JSON.parse(text)).toMatchObject({
    level: "error",
    msg: "outer",
    err: { type: "TypeError", message: "outer", cause: { message: "inner" } },
  });
});

test.each(["token", "secret=", "://", "\\", '"key"', "Bearer ", "a@", "password: {[("])(
  "scrubs long text full of %s in time that grows with its length only",
  (text) => {
    // Time that grows with the square of two million characters would exceed the test's timeout.
    expect(scrubText(text.repeat(2_000_000 / text.length))).not.toBe("");
  },
);
