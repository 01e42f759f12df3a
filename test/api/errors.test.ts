/** Headers of all responses, the shape of errors, the rate limit, the log, and errors of the target system. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { call as callService, codesOf } from "../support/calling.ts";
import { type Service, startService } from "../support/service.ts";

type Line = Readonly<Record<string, unknown>>;
const lines: Line[] = [];
let service: Service;
beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Line);
  service = await startService({ LOG_LEVEL: "debug" }, { logged: { write } });
});
afterAll(() => service.stop());

const call = (path: string, more: RequestInit = {}) => callService(service, path, more);
interface Fault {
  readonly status: number;
  readonly retry_after?: number;
  readonly body?: string;
}

const json = { "content-type": "application/json" };

/** One request for each kind of outcome. */
const ends: readonly [name: string, status: number, path: string, more?: RequestInit][] = [
  ["a list", 200, "/accounting/units"],
  ["a document", 200, "/openapi.json"],
  ["a wrong parameter", 400, "/accounting/units?limit=7"],
  ["a broken path", 400, "/accounting/bills/%zz"],
  ["a body that is not JSON", 400, "/accounting/bills", { method: "POST", headers: json, body: "{" }],
  ["a body with a prototype", 400, "/bills", { method: "POST", headers: json, body: '{"__proto__":{}}' }],
  ["an empty body", 400, "/accounting/bills", { method: "POST", headers: json }],
  ["no API key", 401, "/accounting/units", { headers: { "x-api-key": "" } }],
  ["no account key", 401, "/accounting/units", { headers: { "x-account-key": "" } }],
  ["an unknown record", 404, "/accounting/bills/none"],
  ["an unknown route", 404, "/nowhere"],
  ["an unknown route with a body", 404, "/nowhere", { method: "POST", headers: json, body: "{" }],
  ["an unknown method", 405, "/accounting/units", { method: "DELETE" }],
  ["an unknown target system", 404, "/targetSystems/none"],
  ["a large body", 413, "/bills", { method: "POST", headers: json, body: JSON.stringify("x".repeat(1_100_000)) }],
  ["a body of another kind", 415, "/bills", { method: "POST", headers: { "content-type": "text/xml" }, body: "<a/>" }],
  [
    "an operation that a target system does not offer",
    422,
    "/auth/accounts/sandbox",
    { method: "POST", headers: json, body: "{}" },
  ],
];

test.each([
  ["{", "The body is not valid JSON: see line 1, column 2."],
  ['{"__proto__":{}}', "The body is not valid JSON."],
])("reports that a body is not JSON: %s", async (body, message) => {
  const { body: answer } = await call("/accounting/bills", { method: "POST", headers: json, body });
  expect(answer).toMatchObject({ errors: [{ code: "invalid_request", message }] });
});

describe.each(ends)("%s", (_name, status, path, more) => {
  test(`answers ${status} with the request id and the limit`, async () => {
    const answer = await call(path, more);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(answer.headers.get("ratelimit-policy")).toBe('"requests";q=200000;w=2');
    expect(answer.headers.get("ratelimit")).toMatch(/^"requests";r=\d+;t=\d+$/);
  });

  test.runIf(status >= 400)("has only the documented error fields in its body", async () => {
    const { body, headers, text } = await call(path, more);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(Object.keys(body)).toEqual(["errors", "meta"]);
    expect(body.meta).toEqual({ requestId: headers.get("x-request-id") });
    expect(body.errors).toHaveLength(1);
    for (const entry of body.errors ?? []) {
      const { code, message, field, targetSystem, targetStatus, targetMessage, next, ...more } = entry;
      expect(more).toEqual({});
      expect([code, message].every((word) => typeof word === "string" && word !== "")).toBe(true);
      expect(targetSystem === undefined).toBe(next === undefined);
      if (targetSystem === undefined) expect([targetStatus, targetMessage]).toEqual([undefined, undefined]);
      if (field !== undefined) expect(message).toContain(field);
    }
    expect(text).not.toMatch(/\bat .*[.:]\d+|node_modules|FST_|Error:/);
  });
});

test("logs every request and each of its vendor calls once, with the request id that the caller got", async () => {
  lines.length = 0;
  const answer = await call("/accounting/units");
  const requestId = answer.headers.get("x-request-id");
  await expect.poll(() => lines.filter(({ msg }) => msg === "request completed").length).toBe(2);
  const logged = lines.filter((line) => line["requestId"] === requestId);
  expect(logged.map(({ msg }) => msg)).toEqual(["called the target system", "request completed"]);
  expect(logged[1]).toMatchObject({ method: "GET", route: "/accounting/units", status: 200 });
  // The second line is the request to the sandbox, which is a separate system with its own request ids.
  expect(lines.filter((line) => typeof line["requestId"] !== "string")).toEqual([]);
  expect(JSON.stringify(lines)).not.toMatch(/kapi_|kacc_/);
});

test.each([
  ["an invalid parameter", "/accounting/units?limit=7", "invalid_request"],
  [
    "an operation that a target system does not offer",
    "/accounting/goodsReceipts/1/lineItems/1",
    "operation_not_supported",
  ],
])("logs %s as info, without a stack trace", async (_what, path, code) => {
  lines.length = 0;
  const accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  const answer = await call(path, { headers: { "x-account-key": accountKey } });
  expect([answer.status < 500, codesOf(answer)]).toEqual([true, [code]]);
  const logged = () => lines.filter((line) => line["requestId"] === answer.headers.get("x-request-id"));
  await expect.poll(() => logged().map(({ msg }) => msg)).toEqual(["request rejected", "request completed"]);
  expect(logged()[0]).toMatchObject({ level: "info", code });
  expect(JSON.stringify(logged())).not.toMatch(/stack|\bat .*:\d+/);
});

test("a caller cannot choose the request id", async () => {
  const answer = await call("/accounting/units", { headers: { "x-request-id": "mine", "request-id": "mine" } });
  expect(answer.headers.get("x-request-id")).not.toBe("mine");
});

describe("the rate limit", () => {
  test("refuses excess requests with Retry-After", async () => {
    const strict = await startService({ RATE_LIMIT: "1", RATE_LIMIT_BURST: "3", TRUST_PROXY: "127.0.0.1" });
    onTestFinished(() => strict.stop());
    const paths = ["/accounting/units", "/nowhere", "/accounting/bills/%zz", "/tenant/get-callback-url"];
    const answers = await Promise.all(paths.map((path) => callService(strict, path)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    for (const { headers, body } of refused) {
      expect(body.errors).toEqual([{ code: "rate_limited", message: expect.stringContaining("in 1 s") as unknown }]);
      expect(headers.get("retry-after")).toBe("1");
      expect(headers.get("ratelimit")).toBe('"requests";r=0;t=1');
      expect(headers.get("ratelimit-policy")).toBe('"requests";q=3;w=3');
    }
    // Requests without a key count by address, and this address has made no request yet.
    const callWith = (key: string) =>
      callService(strict, "/nowhere", { headers: { "x-api-key": key, "x-forwarded-for": "203.0.113.7" } });
    const keyless = await callWith("");
    expect(keyless.headers.get("ratelimit")).toMatch(/^"requests";r=2;/);
    const made = await callWith("kapi_made-up");
    expect(made.headers.get("ratelimit")).toMatch(/^"requests";r=1;/);
  });
});

describe("an error of the target system", () => {
  const secret = "vendor-detail-that-must-not-leave";
  const body = `<html>${secret}</html>`;
  const cases: readonly [fault: Fault, status: number, entry: object, retryAfter?: string][] = [
    [{ status: 400 }, 422, { code: "target_rejected", next: "fix", targetStatus: 400 }],
    [{ status: 401 }, 409, { code: "connection_needs_reauth", next: "reconnect", targetStatus: 401 }],
    [{ status: 403 }, 403, { code: "target_forbidden", next: "report", targetStatus: 403 }],
    [{ status: 404 }, 404, { code: "not_found", next: "fix", targetStatus: 404 }],
    [{ status: 409 }, 409, { code: "target_conflict", next: "fix", targetStatus: 409 }],
    [{ status: 422 }, 422, { code: "target_rejected", next: "fix", targetStatus: 422 }],
    [{ status: 429, retry_after: 17 }, 429, { code: "target_rate_limited", next: "wait", targetStatus: 429 }, "17"],
    [{ status: 429 }, 429, { code: "target_rate_limited", next: "wait", targetStatus: 429 }, "60"],
    [{ status: 500 }, 503, { code: "target_unavailable", next: "wait", targetStatus: 500 }, "5"],
    [{ status: 503, retry_after: 90 }, 503, { code: "target_unavailable", next: "wait", targetStatus: 503 }, "90"],
    [{ status: 302 }, 502, { code: "target_bad_response", next: "report", targetStatus: 302 }],
    [{ status: 200, body }, 502, { code: "target_bad_response", next: "report", targetStatus: 200 }],
    [{ status: 500, body }, 503, { code: "target_unavailable", next: "wait", targetStatus: 500 }, "5"],
    [{ status: 200, body: `{"items":"${secret}"}` }, 502, { code: "target_bad_response", next: "report" }],
  ];

  test.each(cases)("%j becomes %i", async (fault, status, entry, retryAfter) => {
    const { storage, url } = service;
    const token = await (await openSandbox({ pool: storage.database, ...storage.config.sandbox })).issueToken("Test");
    const [tenant] = await listTenants(storage.database);
    const accountKey = await createConnection(storage.database, storage.vault, {
      tenantId: tenant?.id ?? "",
      targetSystem: "sandbox-key",
      credentials: { apiKey: token },
      environment: "production",
      company: "bergblick",
    });
    const switched = await fetch(`${url}/sandbox/v1/behaviour`, {
      method: "PUT",
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify({ failures: [{ times: 100, ...fault }] }),
    });
    expect(switched.status).toBeLessThan(300);
    const answer = await call("/accounting/units", { headers: { "x-account-key": accountKey } });
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toEqual([expect.objectContaining({ ...entry, targetSystem: "sandbox-key" })]);
    expect(answer.headers.get("retry-after") ?? undefined).toBe(retryAfter);
    expect(answer.text).not.toContain(secret);
    expect(answer.text).not.toContain(token);
    if (fault.status >= 400 && !("body" in fault))
      expect(answer.body.errors?.[0]?.targetMessage).toBe("This failure was switched on for this token.");
  });

  test("is told apart from ours", async () => {
    expect(codesOf(await call("/accounting/bills/none"))).toEqual(["not_found"]);
    expect(codesOf(await call("/none"))).toEqual(["route_not_found"]);
  });
});
