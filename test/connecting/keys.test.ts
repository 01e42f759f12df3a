/** Access control on every route: keys that are missing, wrong, revoked or another tenant's. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationTable } from "../../src/contract/operations.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { newKey } from "../../src/core/secrets/keys.ts";
import { exampleOf } from "../../src/reference/openapi/examples.ts";
import type { JsonSchema } from "../../src/reference/openapi/jsonSchema.ts";
import { endpoints } from "../../src/reference/openapi/openapi.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { revokeApiKey } from "../../src/store/apiKeys.ts";
import { listConnections } from "../../src/store/connections.ts";
import { disableTenant } from "../../src/store/tenants.ts";
import { inTurn, measured, reportFigure } from "../faults/scale.ts";
import { bodies } from "../support/bodies.ts";
import { type Answer, call as callService, codesOf } from "../support/calling.ts";
import { poisoned, type Row, rows } from "../support/hostile.ts";
import { type Service, startService } from "../support/service.ts";

interface Tenant {
  readonly tenantId: string;
  readonly keyId: string;
  readonly apiKey: string;
  readonly accountKey: string;
  readonly connectionId: string;
}

let service: Service;
let ours: Tenant;
let theirs: Tenant;
beforeAll(async () => {
  service = await startService();
  ours = await newTenant("Hier");
  theirs = await newTenant("Dort");
});
afterAll(() => service.stop());

async function newTenant(name: string): Promise<Tenant> {
  const { database, vault, config } = service.storage;
  const { issueToken } = await openSandbox({ pool: database, ...config.sandbox });
  const tenantId = await createTenant(database, name);
  const { id: keyId, apiKey } = await createApiKey(database, tenantId);
  const accountKey = await createConnection(database, vault, {
    tenantId,
    targetSystem: "sandbox-key",
    credentials: { apiKey: await issueToken(name) },
    environment: "production",
    company: "bergblick",
  });
  const [connection] = await listConnections(database, { tenantId });
  return { tenantId, keyId, apiKey, accountKey, connectionId: connection?.id ?? "" };
}

/** Ids of a tenant: two subscriptions, an operation, a task and a flow. */
async function idsMadeByUse({ tenantId, apiKey, accountKey }: Tenant): Promise<string[]> {
  const headers = { "x-api-key": apiKey, "x-account-key": accountKey };
  const answers = async (path: string, body?: object): Promise<Record<string, string>> => {
    const sent = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await callService(service, path, { ...sent, headers: { ...headers, ...(body && json) } });
    return answer.body.data as Record<string, string>;
  };
  const json = { "content-type": "application/json" };
  const callbackUrl = "http://127.0.0.1:9/events";
  const subscriptions = [
    await answers("/webhooks", { callbackUrl }),
    await answers("/tenants/webhooks", { callbackUrl }),
  ];
  await answers("/accounting/expenses", bodies["expenses.create"]);
  const { rows } = await service.storage.database.query<{ id: string }>(
    "SELECT id FROM operations WHERE tenant_id = $1",
    [tenantId],
  );
  const task = await answers("/accounting/expenses/async", bodies["expenses.create"]);
  const flow = await answers(`/auth/sandbox-key?callbackUrl=${callbackUrl}`);
  return [...subscriptions.map(({ id }) => id), rows[0]?.id, task["taskId"], flow["url"]].map((id) => id ?? "");
}

const keysOf = new Map<string, string>(endpoints.map(([id, { keys }]) => [id, keys]));
const needed = ({ id }: Row): string => keysOf.get(id) ?? "both";
const guarded = rows.filter((row) => needed(row) !== "none");
const guardedTwice = rows.filter((row) => needed(row) === "both");

/** The example with one of its texts replaced. */
function withText(example: unknown, index: number, text: string): string {
  let seen = 0;
  return JSON.stringify(example, (_name, value: unknown) =>
    typeof value === "string" && seen++ === index ? text : value,
  );
}

interface Asking {
  readonly apiKey: string;
  readonly accountKey: string;
  readonly id?: string;
  readonly query?: string;
  readonly body?: string;
}

/** Sends a valid body, so that only keys and ids can be wrong. */
function ask({ method, path, body }: Row, asking: Asking): Promise<Answer> {
  const { apiKey, accountKey, id = "1", query = "" } = asking;
  const headers = { "x-api-key": apiKey, "x-account-key": accountKey };
  const sent = body && {
    headers: { ...headers, "content-type": "application/json" },
    body: asking.body ?? JSON.stringify(exampleOf(body as JsonSchema)),
  };
  const address = path.replaceAll(/\{\w+\}/g, encodeURIComponent(id)) + query;
  return callService(service, address, { method, headers, ...sent });
}

/** The response without the parts that differ each time. */
const gist = ({ status, text, headers }: Answer) => ({
  status,
  text: text.replaceAll(/"requestId":"\w+"/g, ""),
  headers: [...headers.keys()].toSorted(),
});

/** Well-formed keys that do not exist. */
const unknown = { api: newKey("api").text, account: newKey("account").text };

const mistype = (key: string): string => key.slice(0, 20) + (key[20] === "a" ? "b" : "a") + key.slice(21);

describe("the API key", () => {
  const missing = ["missing", "", "api_key_missing"] as const;
  const wrong = (): readonly [name: string, apiKey: string, code: string][] => [
    ["unknown", unknown.api, "api_key_invalid"],
    ["with another prefix", ours.apiKey.replace("kapi_", "kacc_"), "api_key_invalid"],
    ["an account key", ours.accountKey, "api_key_invalid"],
    ["mistyped", mistype(ours.apiKey), "api_key_invalid"],
    ["cut short", ours.apiKey.slice(0, -1), "api_key_invalid"],
    ["in capitals", ours.apiKey.toUpperCase(), "api_key_invalid"],
    ["sent twice", `${ours.apiKey}, ${ours.apiKey}`, "api_key_invalid"],
    ["behind a word", `Bearer ${ours.apiKey}`, "api_key_invalid"],
  ];

  test.each(guarded)("$id requires a valid one", async (row) => {
    for (const [name, apiKey, code] of [missing, ...inTurn(wrong(), guarded.indexOf(row))]) {
      const answer = await ask(row, { apiKey, accountKey: ours.accountKey });
      expect({ name, status: answer.status, codes: codesOf(answer) }).toEqual({ name, status: 401, codes: [code] });
    }
  });

  test.each(guarded)("$id does not accept it in the query", async (row) => {
    const names = ["X-API-KEY", "x-api-key", "apiKey", "api_key", "key"];
    const query = `?${names.map((name) => `${name}=${ours.apiKey}`).join("&")}`;
    const answer = await ask(row, { apiKey: "", accountKey: ours.accountKey, query });
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 401, codes: ["api_key_missing"] });
    expect(answer.text).not.toContain(ours.apiKey);
  });
});

describe("the account key", () => {
  test.each(guardedTwice)("$id requires a valid one, and treats another tenant's like an unknown one", async (row) => {
    const { apiKey } = ours;
    const missing = await ask(row, { apiKey, accountKey: "" });
    expect({ status: missing.status, codes: codesOf(missing) }).toEqual({
      status: 401,
      codes: ["account_key_missing"],
    });
    const answers = await Promise.all(
      [unknown.account, theirs.accountKey, mistype(ours.accountKey), mistype(apiKey)].map((accountKey) =>
        ask(row, { apiKey, accountKey }),
      ),
    );
    const [first, ...rest] = answers.map(gist);
    expect(first?.status).toBe(401);
    expect(first?.text).toContain('"account_key_invalid"');
    for (const other of rest) expect(other).toEqual(first);
  });
});

describe("another tenant's ids", () => {
  /** All ids that the service issued to the other tenant. Ids of records belong to its connection. */
  let foreign: readonly string[];
  let tries = 0;
  beforeAll(async () => {
    const { tenantId, keyId, connectionId, accountKey, apiKey } = theirs;
    foreign = [tenantId, keyId, connectionId, accountKey, apiKey, ...(await idsMadeByUse(theirs))];
  });
  afterAll(() =>
    reportFigure("S2", `${tries} tries, each with the same response as for an unknown id`, tries >= 10_000),
  );

  test("include one of every kind", () => {
    expect(foreign.filter(Boolean)).toHaveLength(10);
  });

  /** The responses for the other tenant's id and for an unknown one, without the ids. */
  async function bothAnswers(row: Row, id: string, asking: (id: string) => Partial<Asking>) {
    tries++;
    const plain = async (text: string) => {
      const { status, ...rest } = gist(await ask(row, { ...ours, ...asking(text) }));
      // A connector may convert text to lower case.
      return { status, rest: JSON.stringify(rest).toLowerCase().replaceAll(text.toLowerCase(), "<id>") };
    };
    const [known, unknownToAll] = await Promise.all([plain(id), plain(id.replaceAll(/[0-9a-z]/gi, "z"))]);
    return { known, unknownToAll };
  }

  const named = guarded.filter(({ path }) => path.includes("{"));
  test.each(named)("$id responds as for an unknown id", async (row) => {
    for (const id of inTurn(foreign, named.indexOf(row), 3)) {
      const { known, unknownToAll } = await bothAnswers(row, id, (each) => ({ id: each }));
      expect(known).toEqual(unknownToAll);
      expect(known.status).toBeGreaterThanOrEqual(400);
    }
  });

  const parameterised = guarded.filter(({ method, parameters }) => method === "GET" && parameters.length > 0);
  test.each(parameterised)("$id finds nothing by one in any query parameter", async (row) => {
    for (const [index, name] of row.parameters.entries())
      for (const id of inTurn(foreign, parameterised.indexOf(row) + index, 1)) {
        const query = (each: string) => `?${name}=${encodeURIComponent(each)}`;
        const { known, unknownToAll } = await bothAnswers(row, id, (each) => ({ query: query(each) }));
        expect(known).toEqual(unknownToAll);
      }
  });

  const written = operationTable.flatMap(([id, operation]) => {
    const row = rows.find((each) => each.id === id);
    const isDryRun = operation.kind === "write" && operation.multipart === undefined && row?.body !== undefined;
    return row && isDryRun ? [{ ...row, example: exampleOf(row.body as JsonSchema) }] : [];
  });
  test.each(written)("$id does not accept one anywhere in the body", async (row) => {
    const { paths } = poisoned(row.example, "");
    for (const index of Array(measured(paths.length, Math.min(3, paths.length))).keys())
      for (const id of inTurn(foreign, written.indexOf(row) + index, 1)) {
        const body = (each: string) => withText(row.example, index, each);
        const { known, unknownToAll } = await bothAnswers(row, id, (each) => ({
          body: body(each),
          query: "?dryRun=true",
        }));
        expect(known).toEqual(unknownToAll);
      }
  });

  test("do not allow seeing or removing its end users", async () => {
    const remove = (id: string) =>
      callService(service, `/tenants/delete-end-user?id=${id}`, {
        method: "DELETE",
        headers: { "x-api-key": ours.apiKey },
      });
    const answers = await Promise.all([remove(theirs.connectionId), remove("0".repeat(26))]);
    expect(answers[0].status).toBe(404);
    expect(gist(answers[0])).toEqual(gist(answers[1]));
    const list = await callService(service, "/tenants/get-end-user-list", { headers: { "x-api-key": ours.apiKey } });
    expect((list.body.data as { id: string }[]).map(({ id }) => id)).toEqual([ours.connectionId]);
    const units = rows.find(({ id }) => id === "units.list") as Row;
    expect((await ask(units, theirs)).status).toBe(200);
  });
});

describe("revocation", () => {
  const units = rows.find(({ id }) => id === "units.list") as Row;
  const ownSettings = rows.find(({ id }) => id === "tenant.callbackUrls.get") as Row;

  /** Far less than the minute for which an unnoticed key would stay cached. */
  const timeout = 30_000;

  /** Waits until calls are refused. Calls continuously, so that cached keys stay cached. */
  async function untilRefused(row: Row, keys: Asking): Promise<void> {
    const began = performance.now();
    let answer = await ask(row, keys);
    while (answer.status !== 401) {
      expect(answer.status).toBe(200);
      answer = await ask(row, keys);
    }
    expect(codesOf(answer)).toEqual(["api_key_invalid"]);
    const milliseconds = performance.now() - began;
    reportFigure(
      "S3",
      `${row.id} was refused ${milliseconds.toFixed(0)} ms after the revocation`,
      milliseconds <= 1000,
    );
  }

  test("of a key takes effect without being waited for, for this key only", { timeout }, async () => {
    const tenant = await newTenant("Widerrufen");
    const { apiKey: second } = await createApiKey(service.storage.database, tenant.tenantId);
    for (const row of [units, ownSettings]) expect((await ask(row, tenant)).status).toBe(200);
    await revokeApiKey(service.storage.database, { id: tenant.keyId, hash: Buffer.alloc(0) });
    await untilRefused(units, tenant);
    await untilRefused(ownSettings, tenant);
    expect((await ask(units, { ...tenant, apiKey: second })).status).toBe(200);
  });

  test("of all keys follows when the tenant is disabled", { timeout }, async () => {
    const tenant = await newTenant("Abgeschaltet");
    for (const row of [units, ownSettings]) expect((await ask(row, tenant)).status).toBe(200);
    await disableTenant(service.storage.database, tenant.tenantId);
    await untilRefused(units, tenant);
    await untilRefused(ownSettings, tenant);
    expect((await ask(units, ours)).status).toBe(200);
  });

  test("of an account key follows when its connection is deleted", async () => {
    const tenant = await newTenant("Beendet");
    const end = rows.find(({ id }) => id === "auth.connection.delete") as Row;
    expect((await ask(end, tenant)).status).toBe(200);
    await expect.poll(async () => codesOf(await ask(units, tenant))).toEqual(["account_key_invalid"]);
  });
});
