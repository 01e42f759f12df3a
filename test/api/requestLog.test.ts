/** The request log, which shows what happened to each request. */

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { masterKey, openVault } from "../../src/core/secrets/vault.ts";
import { openRequestLog } from "../../src/http/log/requestLog.ts";
import { Trace } from "../../src/http/server/trace.ts";
import { ensureDays, pruneRequestLog, type RequestFacts } from "../../src/store/log/requestLog.ts";
import { openDatabase } from "../../src/store/postgres/database.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let call: Call;
const lines: string[] = [];

beforeAll(async () => {
  const logged = { write: (line: string) => void lines.push(line) };
  service = await startService({ LOG_LEVEL: "info" }, { logged });
  call = makeCall(service.url, service.keys.apiKey);
});
afterAll(() => service.stop());

interface Logged {
  readonly [column: string]: unknown;
  readonly facts: RequestFacts;
}

/** Waits for the row of a request. */
const rowOf = async (id: string): Promise<Logged> =>
  vi.waitFor(
    async () => {
      const { rows } = await service.storage.database.query<Logged>("SELECT * FROM request_log WHERE id = $1", [id]);
      const [row] = rows;
      if (row === undefined) throw new Error(`The request ${id} is not in the log.`);
      return row;
    },
    { timeout: 10_000, interval: 50 },
  );
const callsOf = async (id: string): Promise<Logged[]> =>
  (await service.storage.database.query<Logged>("SELECT * FROM vendor_calls WHERE request_id = $1", [id])).rows;
const idOf = ({ headers }: { headers: Headers }): string => headers.get("x-request-id") ?? "";

describe("a successful request", () => {
  test("is one row with its owner, duration and vendor calls", async () => {
    const { accountKey, apiKey } = service.keys;
    const answer = await call("GET", "/accounting/units", { accountKey, query: { limit: "5", page: "1" } });
    const row = await rowOf(idOf(answer));
    expect(row).toMatchObject({
      method: "GET",
      operation: "units.list",
      status: 200,
      code: null,
      target_system: "sandbox",
      vendor_calls: 1,
      api_key_hint: apiKey.slice(0, 9),
      account_key_hint: accountKey.slice(0, 9),
      facts: { path: "/accounting/units", parameters: ["limit", "page"], records: 5, state: "active" },
    });
    expect(row["connection_id"]).toMatch(/^\w{26}$/);
    expect(row["tenant_id"]).toMatch(/^\w{26}$/);
    expect(Number(row["milliseconds"])).toBeGreaterThanOrEqual(Number(row["vendor_milliseconds"]));
    const [vendorCall, ...more] = await callsOf(idOf(answer));
    expect(more).toEqual([]);
    expect(vendorCall).toMatchObject({ target_system: "sandbox", method: "GET", status: 200, reason: null });
    expect(vendorCall?.["path"]).toContain("/units");
    expect(vendorCall?.["path"]).not.toContain("?");
  });

  test("has one line in the process log, with tenant, connection and target system", async () => {
    const answer = await call("GET", "/accounting/units", { accountKey: service.keys.accountKey });
    const row = await rowOf(idOf(answer));
    const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>).find(isAnswerTo(idOf(answer)));
    expect(line).toMatchObject({
      tenant: row["tenant_id"],
      connection: row["connection_id"],
      targetSystem: "sandbox",
      status: 200,
    });
  });
});

const isAnswerTo = (id: string) => (line: Record<string, unknown>) =>
  line["requestId"] === id && line["msg"] === "request completed";

describe("a failed request", () => {
  test("is logged with its code, its errors and the tenant, even if no connection was found", async () => {
    const answer = await call("GET", "/accounting/units", { accountKey: "kacc_nobody" });
    expect(answer.status).toBe(401);
    const row = await rowOf(idOf(answer));
    const { rows } = await service.storage.database.query<{ id: string }>("SELECT id FROM tenants");
    expect(row).toMatchObject({
      code: "account_key_invalid",
      connection_id: null,
      account_key_hint: null,
      tenant_id: rows[0]?.id,
    });
    expect(row.facts.failure?.errors[0]?.message).toContain("account key");
    const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>).find(isAnswerTo(idOf(answer)));
    expect(line).toMatchObject({ code: "account_key_invalid", status: 401 });
  });

  test("is logged with the name of an invalid field, but not its value", async () => {
    const value = "SECRET-VALUE-9137";
    const answer = await call("POST", "/accounting/customers", {
      accountKey: service.keys.accountKey,
      body: { contactType: "COMPANY", companyName: 17, email: value },
      headers: { "idempotency-key": "once-1" },
    });
    expect(answer.status).toBe(400);
    const row = await rowOf(idOf(answer));
    expect(row).toMatchObject({ code: "invalid_request", idempotency_key: "once-1", method: "POST" });
    expect(row.facts.failure?.errors.map(({ field }) => field)).toContain("companyName");
    expect(JSON.stringify(row)).not.toContain(value);
  });

  test("is logged with hints of keys and names of parameters, without their values", async () => {
    const { accountKey, apiKey } = service.keys;
    const answer = await call("GET", "/accounting/units", { accountKey, query: { limit: "5", token: "SECRET-8713" } });
    const text = JSON.stringify(await rowOf(idOf(answer)));
    for (const secret of [apiKey, accountKey, "SECRET-8713"]) expect(text).not.toContain(secret);
    expect(text).toContain("token");
  });

  test("is logged for an unknown path if the caller sent a key", async () => {
    const answer = await fetch(`${service.url}/accounting/unicorns`, { headers: { "x-api-key": service.keys.apiKey } });
    const row = await rowOf(idOf(answer));
    expect(row).toMatchObject({ code: "route_not_found", operation: "none", status: 404 });
  });
});

test("logs the operation id of a write and whether its idempotency key was new", async () => {
  const write = () =>
    call("POST", "/accounting/customers", {
      accountKey: service.keys.accountKey,
      body: { contactType: "COMPANY", companyName: "Uhu Handel" },
      headers: { "idempotency-key": "once-2" },
    });
  const first = await write();
  const again = await write();
  const operationId = first.headers.get("x-operation-id");
  expect(await rowOf(idOf(first))).toMatchObject({
    operation_id: operationId,
    facts: { steps: [{ kind: "journal", key: "new", operationId, before: "intended" }] },
  });
  expect(await rowOf(idOf(again))).toMatchObject({
    operation_id: operationId,
    vendor_calls: 0,
    facts: { steps: [{ kind: "journal", key: "repeated", before: "done" }] },
  });
});

test("does not log requests for health checks, files and pages", async () => {
  for (const path of ["/health", "/openapi.json", "/docs"]) await (await fetch(service.url + path)).arrayBuffer();
  await rowOf(idOf(await call("GET", "/accounting/units", { accountKey: service.keys.accountKey })));
  const { rows } = await service.storage.database.query(
    "SELECT FROM request_log WHERE operation LIKE 'service.%' OR facts ->> 'path' IN ('/health', '/openapi.json', '/docs')",
  );
  expect(rows).toEqual([]);
});

test("records when an API key was last used", async () => {
  await rowOf(idOf(await call("GET", "/accounting/units", { accountKey: service.keys.accountKey })));
  const { rows } = await service.storage.database.query<{ at: Date | null }>("SELECT last_used_at AS at FROM api_keys");
  expect(rows[0]?.at).toBeInstanceOf(Date);
});

describe("retention", () => {
  const partitions = async (): Promise<string[]> => {
    const { rows } = await service.storage.database.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relname ~ '^request_log_\\d+$' ORDER BY 1",
    );
    return rows.map(({ name }) => name);
  };

  test("drops whole days that are too old, and keeps newer ones", async () => {
    const { database } = service.storage;
    await ensureDays(database, ["2026-01-01", "2026-01-08", "2026-01-09"]);
    await pruneRequestLog(database, 7, Date.parse("2026-01-15T12:00:00Z"));
    const remaining = await partitions();
    expect(remaining).not.toContain("request_log_20260101");
    expect(remaining).toContain("request_log_20260108");
    expect(remaining).toContain("request_log_20260109");
  });
});

describe("without a database", () => {
  const entry = {
    id: "01",
    operation: "units.list",
    method: "GET",
    url: "/",
    status: 200,
    milliseconds: 1,
    address: "::1",
    apiKey: undefined,
    accountKey: undefined,
    idempotencyKey: undefined,
    userAgent: undefined,

    contentType: undefined,
    bytesIn: 0,
    bytesOut: 0,
    rateLimit: undefined,
    operationId: undefined,
    wasHeard: true,
    terms: [],
  };

  test("drops and counts rows that do not fit into the buffer, without waiting", async () => {
    const away = openDatabase({ url: "postgres://127.0.0.1:1/nowhere", connections: 1, onLost: () => {} });
    const dropped: number[] = [];
    const faults: unknown[] = [];
    const log = openRequestLog({
      database: away,
      vault: openVault([masterKey(randomBytes(32).toString("base64"))]),
      mostWaiting: 3,
      flushEveryMs: 3_600_000,
      onFault: (error) => faults.push(error),
      onDropped: (rows) => dropped.push(rows),
    });
    for (let number = 0; number < 5; number++) log.add({ ...entry, trace: new Trace() });
    expect(dropped).toEqual([1, 1]);
    await log.close();
    expect(faults.length).toBeGreaterThan(0);
    // Rows left in the buffer at the end are counted as well.
    expect(dropped).toEqual([1, 1, 3]);
    await away.end();
  });
});
