import { Compile } from "typebox/compile";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type Service, startService } from "../../../test/support/service.ts";
import { connectors } from "../../connectors/index.ts";
import { operations, operationTable } from "../../contract/operations.ts";
import { answerSchema } from "../../reference/openapi/answerSchema.ts";
import { changelogPage, readChangelog } from "../../reference/site/changelog.ts";
import { serviceEndpoints } from "./serviceEndpoints.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers });
const read = async (path: string) => (await (await get(path)).json()) as { data: Record<string, unknown>[] };

test("every endpoint responds as its table row declares", async () => {
  for (const [id, { path, answer }] of Object.entries(serviceEndpoints)) {
    const response = await get(path.replace("{slug}", "sandbox"));
    expect(response.status, id).toBe(200);
    expect([...Compile(answer).Errors(await response.json())], id).toEqual([]);
  }
});

test("every list of the sandbox matches its schema", async () => {
  for (const [id, operation] of operationTable) {
    if (operation.kind !== "list" || operation.path.includes("{")) continue;
    const query = id === "trialBalance.list" ? { fiscalYearStartDate: "2026-01-01" } : {};
    const { status, body } = await service.ask(id, { query });
    expect(status, id).toBe(200);
    expect([...Compile(answerSchema(operation)).Errors(body)], id).toEqual([]);
  }
});

test("target systems report their sign-in fields and required choices", async () => {
  const { data } = await read("/targetSystems");
  expect(data.map(({ id, name }) => [id, name])).toEqual(connectors.map(({ id, name }) => [id, name]));
  const withKey = data[connectors.findIndex(({ signIn }) => signIn.kind === "apiKey")];
  expect(withKey).toMatchObject({
    auth: { kind: "apiKey", asks: [{ name: "apiKey", secret: true }] },
    needs: ["environment", "company"],
    rawData: true,
  });
  expect(withKey?.["operations"]).toContain("invoices.list");
});

test("a target system lists the writable and required fields of a write, without the fields of its response", async () => {
  const { data } = (await (await get("/targetSystems/sandbox")).json()) as {
    data: { operations: { id: string; fields?: string[]; writableFields?: string[]; requires?: string[] }[] };
  };
  const create = data.operations.find(({ id }) => id === "invoices.create");
  expect(create?.writableFields).toEqual(expect.arrayContaining(["invoiceDate", "lineItems", "lineItems.unitAmount"]));
  // Fields that appear only in the response cannot be written.
  for (const field of ["createdDate", "totalTaxAmount", "sumNetAmount"])
    expect(create?.writableFields).not.toContain(field);
  expect(create?.requires).toEqual(expect.arrayContaining(["invoiceDate", "lineItems", "lineItems.quantity"]));
  expect(create).not.toHaveProperty("fields");
  for (const { id, fields, writableFields } of data.operations)
    expect([id, fields === undefined]).toEqual([id, writableFields !== undefined]);
  const draft = { contactId: "cus-1", invoiceDate: "2026-11-02T00:00:00Z", lineItems: [{ name: "Chair" }] };
  const { apiKey, accountKey } = service.keys;
  const headers = { "x-api-key": apiKey, "x-account-key": accountKey, "content-type": "application/json" };
  const body = JSON.stringify(draft);
  const refused = await fetch(`${service.url}/accounting/invoices`, { method: "POST", headers, body });
  expect(await refused.json()).toMatchObject({ errors: [{ field: "lineItems[0].quantity" }] });
});

test("a target system lists the supported fields, filters and orderings of each operation", async () => {
  const { data } = (await (await get("/targetSystems/sandbox")).json()) as {
    data: { operations: { id: string; path: string; fields: string[]; filters?: string[]; orders?: string[] }[] };
  };
  const list = data.operations.find(({ id }) => id === "invoices.list");
  expect(list?.path).toBe(operations["invoices.list"].path);
  expect(list?.fields).toEqual(expect.arrayContaining(["invoiceId", "lineItems", "lineItems.quantity"]));
  expect(list?.filters).toContain("status");
  expect(list?.orders).toContain("invoiceDate");
  const single = data.operations.find(({ id }) => id === "invoices.get");
  expect(single).not.toHaveProperty("filters");
});

test("a target system says what each operation rests on", async () => {
  const evidenceOf = async (slug: string, id: string) => {
    const { data } = (await (await get(`/targetSystems/${slug}`)).json()) as {
      data: { operations: { id: string; evidence?: object }[] };
    };
    return data.operations.find((operation) => operation.id === id)?.evidence;
  };
  expect(await evidenceOf("tryton", "accounts.list")).toMatchObject({
    restsOn: "LIVE_RUN",
    liveRun: expect.stringMatching(/^Tryton \d.*, \d{4}-\d{2}/),
  });
  expect(await evidenceOf("tripletex", "invoices.get")).toEqual({
    restsOn: "RECORDINGS",
    recordings: expect.any(Number),
  });
  expect(await evidenceOf("datev-rewe-export", "accounts.list")).toEqual({ restsOn: "DOCUMENTATION", recordings: 0 });
  expect(await evidenceOf("sandbox", "accounts.list")).toBeUndefined();
});

test("responds with 404 for an unknown target system", async () => {
  const response = await get("/targetSystems/nobody");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ errors: [{ code: "target_system_unknown" }] });
});

test("health details report the database, the disk, the workers and the version", async () => {
  expect(await (await get("/health")).json()).toEqual({ status: "ok", version: expect.any(String) });
  expect(await (await get("/health/details")).json()).toEqual({
    // No worker is running.
    status: "degraded",
    database: "ok",
    disk: "ok",
    freeBytes: expect.any(Number),
    workers: 0,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test("the OpenAPI description can be cached and is revalidated by its ETag", async () => {
  const first = await get("/openapi.json");
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const etag = first.headers.get("etag") ?? "";
  const again = await get("/openapi.json", { "if-none-match": `"other", W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const changed = await get("/openapi.json", { "if-none-match": '"other"' });
  expect(changed.status).toBe(200);
});

test("the OpenAPI description is the same as YAML and at its well-known path", async () => {
  const json: unknown = await (await get("/openapi.json")).json();
  const yaml = await get("/openapi.yaml");
  expect(yaml.headers.get("content-type")).toBe("application/yaml; charset=utf-8");
  expect(yaml.headers.get("access-control-allow-origin")).toBe("*");
  expect(parse(await yaml.text())).toEqual(json);
  expect(await (await get("/.well-known/openapi.json")).json()).toEqual(json);
});

test("the OpenAPI description contains the webhooks with their signature headers", async () => {
  const { webhooks } = (await (await get("/openapi.json")).json()) as {
    webhooks: Record<string, { post: { parameters: { name: string }[]; requestBody: object } }>;
  };
  expect(Object.keys(webhooks)).toEqual(["recordChanged", "accountKeyCreated"]);
  expect(webhooks["recordChanged"]?.post.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["X-SERVICE-SIGNATURE", "webhook-id", "webhook-timestamp", "webhook-signature"]),
  );
});

test("compressed and uncompressed files have different ETags", async () => {
  const compressed = await get("/docs/site.js", { "accept-encoding": "gzip" });
  const uncompressed = await get("/docs/site.js", { "accept-encoding": "identity" });
  expect(compressed.headers.get("content-encoding")).toBe("gzip");
  expect(uncompressed.headers.get("content-encoding")).toBeNull();
  expect(await compressed.text()).toBe(await uncompressed.text());
  expect(compressed.headers.get("etag")).not.toBe(uncompressed.headers.get("etag"));
});

test("the changelog is JSON for programs and a page for people", async () => {
  const { data } = await read("/changelog");
  expect(data[0]).toMatchObject({ month: "2026-11", entries: expect.arrayContaining([expect.any(String)]) });
  const page = await get("/changelog", { accept: "text/html,*/*" });
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  expect(await page.text()).toContain("November 2026");
});

test("reads a changelog by month and escapes its markup", () => {
  const months = readChangelog(
    "# Changelog\n\nText.\n\n## 2026-12\n\n- One `<b>`\n  goes on.\n- Two\n\n## 2026-11\n- Old\n",
  );
  expect(months).toEqual([
    { month: "2026-12", entries: ["One `<b>` goes on.", "Two"] },
    { month: "2026-11", entries: ["Old"] },
  ]);
  expect(changelogPage(months)).toContain("<li>One <code>&lt;b&gt;</code> goes on.</li>");
});

test("the details of the health are for this machine, and for others with the token", async () => {
  const elsewhere = { "x-forwarded-for": "203.0.113.9" };
  expect((await get("/health/details", elsewhere)).status).toBe(401);
  expect((await get("/health/details", { ...elsewhere, authorization: "Bearer wrong" })).status).toBe(401);
  expect((await get("/health", elsewhere)).status).toBe(200);
  const guarded = await startService({ METRICS_TOKEN: "geheim" });
  const headers = { ...elsewhere, authorization: "Bearer geheim" };
  expect((await fetch(`${guarded.url}/health/details`, { headers })).status).toBe(200);
  await guarded.stop();
});
