import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call, codesOf, fieldsOf } from "../support/calling.ts";
import { type Service, startService } from "../support/service.ts";
import { startVendor, type Vendor } from "../support/vendor.ts";

let vendor: Vendor;
let service: Service;
const logged: string[] = [];
beforeAll(async () => {
  vendor = await startVendor();
  service = await startService(
    { TARGET_SITE_SANDBOX: vendor.url, LOG_LEVEL: "debug" },
    { logged: { write: (line) => void logged.push(line) } },
  );
});
afterAll(async () => {
  await service?.stop();
  await vendor?.close();
});
beforeEach(() => {
  vendor.received.length = 0;
  vendor.answer = undefined;
  logged.length = 0;
});

const pass = (body: unknown, headers: Record<string, string> = {}, query = "") =>
  call(service, `/accounting/passThrough${query}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test("secrets in the path are not logged", async () => {
  answering(200, "{}");
  const { token } = await credentialsOf();
  const path = `/v1/api_key/9f8e7d6c5b4a/of/${token}/token/revoke`;
  expect((await pass({ method: "GET", path })).status).toBe(201);
  expect(vendor.received[0]?.path).toBe(path);
  const lines = logged.join("");
  expect(lines).toContain("/v1/api_key/[secret]/of/[secret]/token/revoke");
  expect(lines).not.toContain("9f8e7d6c5b4a");
  expect(lines).not.toContain(token);
});

/** The token that the session sends for the demo's connection. */
async function credentialsOf(): Promise<{ token: string }> {
  await pass({ method: "GET", path: "/anything" });
  const token = String(vendor.received[0]?.headers.authorization).replace("Bearer ", "");
  vendor.received.length = 0;
  logged.length = 0;
  return { token };
}

const answering = (status: number, body: string | Buffer, headers: Record<string, string> = {}) => {
  vendor.answer = (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    return true;
  };
};

test("sends a read to the target system with the connection's credentials and without Kontor's keys", async () => {
  answering(200, '{"colour":"red","id":12345678901234567890}', {
    etag: '"1"',
    "set-cookie": "a=b",
    "x-internal": "yes",
  });
  const answer = await pass({
    method: "GET",
    path: "/special/things",
    query: { page: 2, active: true, q: "ä&b" },
    headers: { Accept: "application/json", "If-None-Match": '"0"', Prefer: "return=minimal" },
  });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.data).toEqual({
    status: 200,
    headers: { "content-type": "application/json", etag: '"1"' },
    body: { colour: "red", id: "12345678901234567890" },
  });
  const [received] = vendor.received;
  expect(received?.path).toBe("/special/things?page=2&active=true&q=%C3%A4%26b");
  expect(received?.headers).toMatchObject({
    accept: "application/json",
    "if-none-match": '"0"',
    prefer: "return=minimal",
  });
  expect(received?.headers.authorization).toMatch(/^Bearer ./);
  const { apiKey, accountKey } = service.keys;
  const everything = JSON.stringify([received, logged]);
  for (const key of [apiKey, accountKey]) expect(everything).not.toContain(key);
  expect(logged.join("")).toContain('"path":');
  expect(logged.join("")).not.toContain(String(received?.headers.authorization).slice(7));
});

test("returns vendor errors as data, but reports rate limits like every other endpoint", async () => {
  answering(422, '{"error":{"code":"rejected"}}');
  expect((await pass({ method: "GET", path: "/x" })).body.data).toMatchObject({
    status: 422,
    body: { error: { code: "rejected" } },
  });
  answering(302, "", { location: "https://elsewhere.example/" });
  expect((await pass({ method: "GET", path: "/x" })).body.data).toMatchObject({
    status: 302,
    headers: { location: "https://elsewhere.example/" },
  });
  answering(429, "{}", { "retry-after": "30" });
  const limited = await pass({ method: "GET", path: "/x" });
  expect([limited.status, codesOf(limited), limited.headers.get("retry-after")]).toEqual([
    429,
    ["target_rate_limited"],
    "30",
  ]);
});

test("returns responses that are not JSON as text, and binary responses in base64", async () => {
  answering(200, "a;b\nc;d", { "content-type": "text/csv" });
  expect((await pass({ method: "GET", path: "/x" })).body.data).toMatchObject({ body: "a;b\nc;d" });
  answering(200, Buffer.from([0xff, 0xfe, 0]), { "content-type": "image/png" });
  expect((await pass({ method: "GET", path: "/x" })).body.data).toMatchObject({ body: "//4A", base64Encoded: true });
  answering(204, "");
  expect((await pass({ method: "DELETE", path: "/x" })).body.data).toMatchObject({ status: 204 });
});

test("masks a token that the vendor echoes", async () => {
  vendor.answer = ({ headers }, response) => {
    response.end(JSON.stringify({ you_sent: headers.authorization }));
    return true;
  };
  const answer = await pass({ method: "GET", path: "/echo" });
  expect(answer.body.data).toMatchObject({ body: { you_sent: expect.stringMatching(/^Bearer \[secret\]$/) } });
});

test("retries a read, but not a write", async () => {
  const failing = (times: number) => {
    let left = times;
    vendor.answer = (_request, response) => {
      if (left-- <= 0) return false;
      response.writeHead(503).end();
      return true;
    };
  };
  failing(1);
  expect((await pass({ method: "GET", path: "/x" })).status).toBe(201);
  expect(vendor.received).toHaveLength(2);
  vendor.received.length = 0;
  failing(1);
  const write = await pass({ method: "POST", path: "/x", body: { a: 1 } });
  expect([write.status, codesOf(write)]).toEqual([504, ["outcome_unknown"]]);
  expect(vendor.received).toHaveLength(1);
});

describe("a write", () => {
  test("happens once per idempotency key", async () => {
    const send = (body: object) => pass({ method: "POST", path: "/x", body }, { "idempotency-key": "pass-1" });
    const first = await send({ a: 1 });
    const again = await send({ a: 1 });
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect(first.headers.get("x-operation-id")).toBe(again.headers.get("x-operation-id"));
    expect(vendor.writes().map(({ text }) => text)).toEqual(['{"a":1}']);
    // The idempotency key is for Kontor only; the vendor gets one only if the caller sends it in `headers`.
    expect(vendor.writes()[0]?.headers["idempotency-key"]).toBeUndefined();
    expect(codesOf(await send({ a: 2 }))).toEqual(["idempotency_key_reused"]);
  });

  test("sends text unchanged if its content type is set", async () => {
    const headers = { "content-type": "application/xml" };
    await pass({ method: "PUT", path: "/x", headers, body: "<a/>" });
    expect(vendor.writes()[0]).toMatchObject({ method: "PUT", text: "<a/>" });
    expect(vendor.writes()[0]?.headers["content-type"]).toBe("application/xml");
  });

  test("is only returned, not sent, in a dry run", async () => {
    const answer = await pass({ method: "POST", path: "/x", body: { a: 1 } }, {}, "?dryRun=true");
    expect(answer.body.data).toMatchObject({ valid: true, request: { method: "POST", path: "/x", body: { a: 1 } } });
    expect(vendor.writes()).toEqual([]);
  });
});

describe("a path stays at the target system", () => {
  test.each([
    "https://elsewhere.example/x",
    "//elsewhere.example/x",
    "x",
    "",
    "@elsewhere.example",
    "/../other",
    "/a/./b",
    "/a/..",
    "/a/..;x=1/b",
    "/a/%2e%2e/b",
    "/a/%2E./b",
    "/a/%252e%252e/b",
    "/a/%25252525252e/b",
    "/a%2f..%2fb",
    "/a%5c..%5cb",
    "/%2felsewhere.example",
    "/a//b",
    "/a\\b",
    "/a#b",
    "/a b",
    "/a\r\nhost: elsewhere.example",
    "/a%0d%0ab",
    "/a%zz",
    "/ä",
  ])("%j is refused", async (path) => {
    const answer = await pass({ method: "GET", path });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["path"]]);
    expect(vendor.received).toEqual([]);
  });

  test("an overlong path is refused", async () => {
    expect(fieldsOf(await pass({ method: "GET", path: `/${"a".repeat(5000)}` }))).toEqual(["path"]);
  });

  test.each(["/a/b.c", "/a%20b", "/a%2Fb", "/Things('x')", "/a...b", "/x?$filter=a%20eq%201", "/x?url=https://y//z"])(
    "%j is accepted",
    async (path) => {
      expect((await pass({ method: "GET", path })).status).toBe(201);
      expect(vendor.received[0]?.path).toBe(path);
    },
  );
});

test.each([
  [{ headers: { authorization: "Bearer x" } }, "headers.authorization"],
  [{ headers: { Host: "elsewhere.example" } }, "headers.Host"],
  [{ headers: { "x-api-key": "x" } }, "headers.x-api-key"],
  [{ headers: { accept: "a\r\nx: y" } }, "headers.accept"],
  [{ headers: { accept: 5 } }, "headers.accept"],
  [{ headers: "accept" }, "headers"],
  [{ query: { a: [1] } }, "query.a"],
  [{ query: 5 }, "query"],
  [{ body: {} }, "body"],
  [{ method: "TRACE" }, "method"],
  [{ site: "https://elsewhere.example" }, "site"],
])("%j is refused", async (more, field) => {
  const answer = await pass({ method: "GET", path: "/x", ...more });
  expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  expect(vendor.received).toEqual([]);
});
