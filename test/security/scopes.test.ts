/** Scopes of API keys, over HTTP: every operation of the table, every endpoint with a key, and what shows earlier results. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Method, Operation } from "../../src/contract/operation.ts";
import { operationTable } from "../../src/contract/operations.ts";
import { allScopes, resourceOfOperation, type Scopes, scopeResources } from "../../src/contract/scopes.ts";
import { createApiKey } from "../../src/core/accounts/tenants.ts";
import { accountingEndpoints } from "../../src/http/endpoints/accountingEndpoints.ts";
import { authEndpoints } from "../../src/http/endpoints/authEndpoints.ts";
import { operationEndpoints } from "../../src/http/endpoints/operationEndpoints.ts";
import { tenantEndpoints } from "../../src/http/endpoints/tenantEndpoints.ts";
import { tenantWebhookEndpoints } from "../../src/http/endpoints/tenantWebhookEndpoints.ts";
import { eventEndpoints, webhookEndpoints } from "../../src/http/endpoints/webhookEndpoints.ts";
import type { Endpoint } from "../../src/http/server/endpoint.ts";
import { exampleOf } from "../../src/reference/openapi/examples.ts";
import type { JsonSchema } from "../../src/reference/openapi/jsonSchema.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let tenantId: string;
beforeAll(async () => {
  service = await startService({}, { worker: true });
  tenantId = (await listTenants(service.storage.database))[0]?.id ?? "";
});
afterAll(() => service.stop());

const keyWith = async (scopes: Partial<Scopes>): Promise<string> =>
  (await createApiKey(service.storage.database, tenantId, { ...allScopes, ...scopes })).apiKey;

interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(apiKey: string, { method, path, body, headers = {} }: Asked) {
  const isForm = body instanceof FormData;
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      "x-api-key": apiKey,
      "x-account-key": service.keys.accountKey,
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      ...headers,
    },
    redirect: "manual",
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = text.startsWith("{") ? (JSON.parse(text) as Answered) : {};
  return { status: answer.status, headers: answer.headers, json, text };
}

interface Answered {
  readonly data?: unknown;
  readonly rawData?: unknown;
  readonly meta?: { readonly warnings?: readonly string[] };
  readonly errors?: readonly { readonly code: string; readonly message: string; readonly field?: string }[];
}

const pathOf = (path: string): string => path.replaceAll(/\{\w+\}/g, "1");

/** A request with a valid body, so that only the scope can refuse it. */
function requestFor({ method, path, body, multipart }: Operation): Asked {
  const target = pathOf(path);
  if (body === undefined) return { method, path: target };
  const valid = exampleOf(body as JsonSchema);
  if (multipart !== "file") return { method, path: target, body: valid };
  const form = new FormData();
  form.set("file", new File(["text"], "beleg.txt", { type: "text/plain" }));
  return { method, path: target, body: form };
}

const isWrite = ({ kind }: Operation): boolean => kind === "write";
const withoutTasks = operationTable.filter(([id]) => id !== "asyncTask.get");

describe("every operation of the table", () => {
  test.each(operationTable.filter(([, row]) => isWrite(row)))("%s needs the scope write", async (id, operation) => {
    const key = await keyWith({ access: "read" });
    const asked = requestFor(operation);
    // A forwarded GET changes nothing, so the body decides.
    const body = id === "passThrough.create" ? { path: "/x", method: "POST" } : asked.body;
    const { status, json } = await send(key, { ...asked, ...(body !== undefined && { body }) });
    expect({ status, errors: json.errors }).toMatchObject({ status: 403, errors: [{ code: "scope_missing" }] });
    expect(json.errors?.[0]?.message).toContain("lacks the scope write.");
  });

  test.each(withoutTasks)("%s needs its resource", async (id, operation) => {
    const resource = resourceOfOperation(id);
    const key = await keyWith({ resources: scopeResources.filter((name) => name !== resource) });
    const { status, json } = await send(key, requestFor(operation));
    expect({ status, errors: json.errors }).toMatchObject({ status: 403, errors: [{ code: "scope_missing" }] });
    expect(json.errors?.[0]?.message).toContain(`lacks the scope resource:${resource}.`);
  });

  test.each(withoutTasks)("%s needs the target system", async (_id, operation) => {
    const key = await keyWith({ targetSystems: ["sandbox-key"] });
    const { status, json } = await send(key, requestFor(operation));
    expect({ status, errors: json.errors }).toMatchObject({ status: 403, errors: [{ code: "scope_missing" }] });
    expect(json.errors?.[0]?.message).toContain("lacks the scope target-system:sandbox.");
  });

  test.each(withoutTasks)("%s is allowed with exactly its scopes", async (id, operation) => {
    const key = await keyWith({
      access: isWrite(operation) ? "write" : "read",
      resources: [resourceOfOperation(id)],
      targetSystems: ["sandbox"],
    });
    // The dry run answers without a change.
    const asked = requestFor(operation);
    const { json } = await send(key, { ...asked, path: `${asked.path}${isWrite(operation) ? "?dryRun=true" : ""}` });
    expect(json.errors?.map(({ code }) => code) ?? []).not.toContain("scope_missing");
  });
});

const endpoints: readonly (readonly [string, Endpoint])[] = [
  accountingEndpoints,
  authEndpoints,
  operationEndpoints,
  tenantEndpoints,
  tenantWebhookEndpoints,
  webhookEndpoints,
  eventEndpoints,
].flatMap((table) => Object.entries<Endpoint>(table));
const withKeys = endpoints.filter(([, { keys }]) => keys !== "none");

describe("every endpoint with a key", () => {
  const askedOf = ({ method, path, body }: Endpoint): Asked => ({
    method,
    path: pathOf(path).replace("/auth/1", "/auth/sandbox").replace("/accounts/1", "/accounts/sandbox-key"),
    ...(body !== undefined && { body: exampleOf(body as JsonSchema) }),
  });
  const changes = withKeys.filter(([id, { method }]) => method !== "GET" || id === "auth.begin");

  test.each(changes)("%s needs the scope write", async (_id, endpoint) => {
    const { status, json } = await send(await keyWith({ access: "read" }), withCallback(askedOf(endpoint)));
    expect({ status, errors: json.errors }).toMatchObject({ status: 403, errors: [{ code: "scope_missing" }] });
  });

  test.each(withKeys.filter(([id]) => !id.startsWith("operations.")))(
    "%s needs its resource",
    async (_id, endpoint) => {
      const { status, json } = await send(await keyWith({ resources: [] }), withCallback(askedOf(endpoint)));
      expect({ status, errors: json.errors }).toMatchObject({ status: 403, errors: [{ code: "scope_missing" }] });
    },
  );

  test.each(withKeys.filter(([id]) => !id.startsWith("operations.")))(
    "%s needs the target system",
    async (_id, endpoint) => {
      const { status, json } = await send(await keyWith({ targetSystems: [] }), withCallback(askedOf(endpoint)));
      expect({ status, errors: json.errors }).toMatchObject({ status: 403, errors: [{ code: "scope_missing" }] });
    },
  );
});

const withCallback = (asked: Asked): Asked =>
  asked.path === "/auth/sandbox" && asked.method === "GET"
    ? { ...asked, path: `${asked.path}?callbackUrl=https%3A%2F%2Fplatform.example%2Fback` }
    : asked;

test("a limited key cannot get a console link, whose person could do more", async () => {
  for (const limit of [{ access: "read" }, { resources: ["tenant"] }, { targetSystems: ["sandbox"] }] as const) {
    const { status, json } = await send(await keyWith(limit), {
      method: "POST",
      path: "/tenant/console-links",
      body: { person: "Ada Muster" },
    });
    expect(status).toBe(403);
    expect(json.errors?.[0]?.message).toContain("lacks the scope all");
  }
});

test("a forwarded GET needs read, everything else write", async () => {
  const key = await keyWith({ access: "read" });
  const forward = (method: string) =>
    send(key, { method: "POST", path: "/accounting/passThrough", body: { path: "/api/nothing", method } });
  expect((await forward("GET")).json.errors?.[0]?.code).not.toBe("scope_missing");
  expect((await forward("POST")).json.errors?.[0]?.code).toBe("scope_missing");
});

test("the outcome of a write and the result of a task need the resource that they show", async () => {
  const full = service.keys.apiKey;
  const body = { contactType: "COMPANY", companyName: "Muster Handels GmbH" };
  const written = await send(full, { method: "POST", path: "/accounting/contacts", body });
  const operation = `/operations/${written.headers.get("x-operation-id")}`;
  const started = await send(full, {
    method: "POST",
    path: "/accounting/contacts/bulk",
    body: {
      accountNumberLength: 4,
      chartOfAccount: "SKR03",
      fiscalYearStartDate: "2026-01-01T00:00:00Z",
      entries: [{ contactType: "COMPANY", companyName: "Beispiel Bau GmbH" }],
    },
  });
  const { taskId = "" } = started.json.data as { taskId?: string };
  expect(taskId).not.toBe("");
  const invoicesOnly = await keyWith({ resources: ["invoices", "asyncTask"] });
  const contactsOnly = await keyWith({ resources: ["contacts"], access: "read" });
  for (const path of [operation, `/accounting/asyncTask/${taskId}`]) {
    const refused = await send(invoicesOnly, { method: "GET", path });
    expect(refused.json.errors?.[0]).toMatchObject({ code: "scope_missing" });
    expect(refused.json.errors?.[0]?.message).toContain("resource:contacts");
    expect((await send(contactsOnly, { method: "GET", path })).status).toBe(200);
  }
});

test("a key sees only the events of its resources, and subscribes only to them", async () => {
  const body = { contactType: "COMPANY", companyName: "Ereignis Handels GmbH" };
  await send(service.keys.apiKey, { method: "POST", path: "/accounting/contacts", body });
  const key = await keyWith({ resources: ["invoices", "events", "webhooks"] });
  const seen = await send(key, { method: "GET", path: "/events" });
  expect(seen.status).toBe(200);
  const kinds = (seen.json.data as readonly { resource: string }[]).map(({ resource }) => resource);
  expect(kinds).not.toContain("CONTACT");
  const subscribe = (resource?: string) =>
    send(key, {
      method: "POST",
      path: "/webhooks",
      body: { callbackUrl: "https://platform.example/hook", ...(resource !== undefined && { resource }) },
    });
  expect((await subscribe()).json.errors?.[0]).toMatchObject({ code: "scope_missing", field: "resource" });
  expect((await subscribe("CONTACT")).json.errors?.[0]).toMatchObject({ code: "scope_missing", field: "resource" });
  expect((await subscribe("INVOICE")).json.errors?.[0]?.code).not.toBe("scope_missing");
});

test("existing keys keep everything", async () => {
  const { rows } = await service.storage.database.query<Scopes>(
    `SELECT access, target_systems AS "targetSystems", resources FROM api_keys WHERE tenant_id = $1 ORDER BY created_at LIMIT 1`,
    [tenantId],
  );
  expect(rows).toEqual([allScopes]);
});
