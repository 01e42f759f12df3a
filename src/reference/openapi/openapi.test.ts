import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { connectors } from "../../connectors/index.ts";
import { failures } from "../../contract/failure.ts";
import { operationTable } from "../../contract/operations.ts";
import { aliases } from "../../http/server/rewrite.ts";
import { type Description, describe, endpoints } from "./openapi.ts";

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Answer {
  readonly headers: object;
  readonly content: Readonly<Record<string, Media>>;
}
interface OperationDescription {
  readonly operationId: string;
  readonly "x-operation": string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly "x-target-systems"?: readonly string[];
}

const text = JSON.stringify(describe({ connectors, baseUrl: "https://kontor.example" }));
const description = JSON.parse(text) as Description;
const resolvedDescription = resolved(description) as Description;
const described = Object.entries(resolvedDescription.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...(operation as OperationDescription) })),
);
const byId = new Map(described.map((operation) => [operation["x-operation"], operation]));

/** The value with every reference resolved. Throws if a reference has no target. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) return resolved(targetOf(String(value.$ref)));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner)]));
}

function targetOf(reference: string): unknown {
  const found = reference
    .split("/")
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], description);
  if (found === undefined) throw new Error(`${reference} has no target`);
  return found;
}

test("is a valid OpenAPI 3.1 description of version 1.0", async () => {
  const result = await new Validator().validate(JSON.parse(text));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(description.info.version).toBe("1.0");
});

test("describes every row of the tables under its path, and nothing else", () => {
  const rows = [...operationTable, ...endpoints];
  const expected = rows.map(([id, { method, path }]) => `${id} ${method.toLowerCase()} ${path}`);
  expect(described.map(({ "x-operation": id, method, path }) => `${id} ${method} ${path}`).toSorted()).toEqual(
    expected.toSorted(),
  );
  expect(new Set(described.map(({ summary }) => summary)).size).toBe(rows.length);
});

test("gives every operation a unique operation id for generated clients", () => {
  const names = described.map(({ operationId }) => operationId);
  expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(byId.get("webhooks.get")?.operationId).toBe("getWebhooks");
  expect(byId.get("invoices.list")?.operationId).toBe("getInvoices");
  expect(byId.get("invoices.get")?.operationId).toBe("getInvoice");
  expect(byId.get("invoices.lineItems.create")?.operationId).toBe("createInvoiceLineItem");
  expect(byId.get("expenses.createAsync")?.operationId).toBe("createExpenseAsync");
});

test("describes every path parameter, and each parameter once", () => {
  for (const { path, parameters } of described) {
    const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `{${name}}`);
    expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
    const names = parameters.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

test("has scope parameters on every operation, rawData on reads, and examples for required parameters only", () => {
  for (const [id, { kind }] of operationTable) {
    const parameters = byId.get(id)?.parameters ?? [];
    const names = parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["companyId", "environmentName"]));
    expect(names.includes("rawData"), id).toBe(kind !== "write");
    const filled = parameters.filter(({ example }) => example !== undefined).map(({ name }) => name);
    const needed = parameters.filter((parameter) => "required" in parameter).map(({ name }) => name);
    expect(filled).toEqual(needed);
  }
});

const media = described.flatMap(({ operationId, requestBody, responses }) => [
  ...Object.entries(requestBody?.content ?? {}).map(([type, body]) => ({ at: `${operationId} ${type} body`, ...body })),
  ...Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(content).map(([type, answer]) => ({ at: `${operationId} ${status} ${type}`, type, ...answer })),
  ),
]);

test("has a valid example for every JSON body and response", () => {
  const examples = media.filter(({ at }) => at.includes("application/json"));
  expect(examples.length).toBeGreaterThan(described.length * 5);
  const checks = new Map<string, ReturnType<typeof Compile>>();
  for (const { at, schema, example, examples: several } of examples) {
    const key = JSON.stringify(schema);
    const check = checks.get(key) ?? Compile(schema);
    checks.set(key, check);
    const values = several ? Object.values(several).map(({ value }) => value) : [example];
    expect(values.length, at).toBeGreaterThan(0);
    for (const value of values) {
      expect(value, at).toBeDefined();
      expect([...check.Errors(value)], at).toEqual([]);
    }
  }
});

test("generates examples whose amounts add up", () => {
  const answer = byId.get("journalEntries.list")?.responses["200"]?.content["application/json"]?.example;
  const { data } = answer as { data: { journalLineItems: Record<string, number | string>[] }[] };
  const [debit, credit] = data[0]?.journalLineItems ?? [];
  expect([debit?.["debitCreditIndicator"], credit?.["debitCreditIndicator"]]).toEqual(["DEBIT", "CREDIT"]);
  expect(debit?.["totalGrossAmount"]).toBe(credit?.["totalGrossAmount"]);
  expect(Number(debit?.["totalNetAmount"]) + Number(debit?.["totalTaxAmount"])).toBeCloseTo(
    Number(debit?.["totalGrossAmount"]),
  );
});

test("describes every error code with its meaning, under its status only", () => {
  for (const [code, { status, meaning }] of Object.entries(failures))
    expect(description.info["description"]).toContain(`| \`${code}\` | ${status} | ${meaning} |`);
  for (const { operationId, responses } of described)
    for (const [status, { content }] of Object.entries(responses))
      for (const [code, row] of Object.entries(failures))
        if (content["application/json"]?.examples?.[code])
          expect(`${operationId} ${code} ${status}`).toBe(`${operationId} ${code} ${row.status}`);
});

test("lists every path alias, in the description and in the guide", () => {
  const guide = readFileSync(
    join(import.meta.dirname, "../../../docs/reference/existing-clients.md"),
    "utf8",
  ).toLowerCase();
  expect(aliases.length).toBeGreaterThan(5);
  for (const [from, to] of aliases) {
    expect(description.info["description"]).toContain(`| \`${from}\` | \`${to}\` |`);
    expect(guide).toContain(`\`${from}\``);
  }
});

test("lists the response statuses of each kind of operation", () => {
  const statuses = (id: string) => Object.keys(byId.get(id)?.responses ?? {}).join(" ");
  expect(statuses("units.list")).toBe("200 400 401 403 404 409 422 429 500 502 503 504");
  expect(statuses("invoices.get")).toBe("200 400 401 403 404 409 422 429 500 502 503 504");
  expect(statuses("invoices.create")).toBe("200 201 400 401 403 404 409 413 415 422 429 500 502 503 504");
  expect(statuses("expenses.createAsync")).toBe("200 202 400 401 403 404 409 413 415 422 429 500 502 503 504");
  expect(statuses("contacts.bulk")).toMatch(/^200 201 400 /);
  expect(statuses("invoices.patch")).toMatch(/^200 400 /);
  expect(statuses("journalEntries.list")).toMatch(/^200 202 400 /);
  expect(statuses("targetSystems.get")).toBe("200 400 404 429 500 503");
});

test("describes rate limit and request id headers everywhere, and Retry-After where callers must wait", () => {
  for (const { operationId, responses } of described)
    for (const [status, { headers }] of Object.entries(responses)) {
      const names = Object.keys(headers);
      expect(names, `${operationId} ${status}`).toEqual(
        expect.arrayContaining(["X-Request-Id", "RateLimit", "RateLimit-Policy"]),
      );
      if (["429", "503", "504"].includes(status)) expect(names).toContain("Retry-After");
    }
});

test("describes file uploads as multipart", () => {
  expect(Object.keys(byId.get("expenses.create")?.requestBody?.content ?? {})).toEqual([
    "application/json",
    "multipart/form-data",
  ]);
  expect(Object.keys(byId.get("files.create")?.requestBody?.content ?? {})).toEqual(["multipart/form-data"]);
});

test("names the parts of a form as the service accepts them", () => {
  const partsOf = (id: string) => {
    const form = byId.get(id)?.requestBody?.content["multipart/form-data"];
    const { properties = {}, required } = (form?.schema ?? {}) as { properties?: object; required?: string[] };
    return { parts: Object.keys(properties), required };
  };
  expect(partsOf("bookingProposals.create")).toEqual({
    parts: ["bookingProposal", "bookingType", "folderManagement", "files[]"],
    required: ["bookingProposal"],
  });
  expect(partsOf("journalEntries.create").parts).toEqual(["journal_entry", "filesPos", "files[]"]);
  expect(partsOf("transactions.create").parts).toEqual(["transaction", "files[]"]);
  expect(partsOf("expenses.createAsync").parts).toEqual(["expense", "files[]"]);
  expect(partsOf("journalEntries.attachments.create")).toEqual({
    parts: [
      "file",
      "documentType",
      "documentDate",
      "note",
      "contactId",
      "documentId",
      "integrationSource",
      "resourceId",
    ],
    required: ["file"],
  });
});

test("describes dryRun, Idempotency-Key and X-Operation-Id on writes only", () => {
  for (const [id, { kind, status }] of operationTable) {
    const { parameters = [], responses = {} } = byId.get(id) ?? {};
    const names = parameters.map(({ name, in: location }) => `${location} ${name}`);
    const isWrite = kind === "write";
    expect(names.includes("query dryRun"), id).toBe(isWrite);
    expect(names.includes("header Idempotency-Key"), id).toBe(isWrite);
    const headers = Object.keys(responses[status]?.headers ?? {});
    expect(headers.includes("X-Operation-Id"), id).toBe(isWrite);
    expect(headers.includes("Idempotent-Replayed"), id).toBe(isWrite);
  }
});

const answerOf = (id: string, status: number) => byId.get(id)?.responses[status]?.content["application/json"]?.schema;
const takes = (schema: object | undefined, value: unknown) => Compile(schema ?? false).Check(value);

test("describes the dry run response of every write, together with the record if both are 200", () => {
  const found = { data: { valid: false, problems: [{ field: "name", message: "name is required" }] } };
  for (const [id, { kind, status }] of operationTable) {
    if (kind !== "write") expect(takes(answerOf(id, 200), found), id).toBe(false);
    else {
      expect(takes(answerOf(id, 200), found), id).toBe(true);
      expect(takes(answerOf(id, 200), { data: { valid: true } }), id).toBe(false);
      if (status !== 200) expect(takes(answerOf(id, status), found), id).toBe(false);
    }
  }
  expect(takes(answerOf("payments.delete", 200), { data: { id: "1" } })).toBe(true);
});

test("describes the optional pagination of a task's result", () => {
  const page = { meta: { pagination: { perPage: 20, currentPage: 1, total: 3, totalPages: 1 } }, data: {} };
  expect(takes(answerOf("asyncTask.get", 200), page)).toBe(true);
  expect(takes(answerOf("asyncTask.get", 200), { data: {} })).toBe(true);
  expect(takes(answerOf("asyncTask.get", 200), { meta: { pagination: { perPage: "20" } }, data: {} })).toBe(false);
});

const bodyOf = (id: string) => byId.get(id)?.requestBody?.content["application/json"]?.schema;

test("has a record's id in the path or in the body, never in both", () => {
  for (const { path, requestBody } of described) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    for (const { schema } of Object.values(requestBody?.content ?? {})) {
      const names = Object.keys((schema as { properties?: object }).properties ?? {});
      expect(names.filter((name) => inPath.includes(name) || (path.endsWith("}") && name === "id"))).toEqual([]);
    }
  }
  expect(takes(bodyOf("contacts.update"), { contactType: "COMPANY", id: "1" })).toBe(false);
  expect(takes(bodyOf("contacts.create"), { contactType: "COMPANY", id: "1" })).toBe(true);
});

test("describes valid URLs, colours and languages, and mutually exclusive fields", () => {
  const urls = (callbackUrl: string) => ({ callbackUrl, cancelCallbackUrl: "https://platform.example/cancel" });
  expect(takes(bodyOf("tenant.callbackUrls.save"), urls("https://platform.example/back"))).toBe(true);
  expect(takes(bodyOf("tenant.callbackUrls.save"), urls("ftp://platform.example"))).toBe(false);
  expect(takes(bodyOf("tenant.callbackUrls.save"), urls("platform"))).toBe(false);
  const style = bodyOf("tenant.pageStyle.save");
  for (const textColor of ["#fff", "rgb(1, 2, 3)", "rebeccapurple"]) expect(takes(style, { textColor })).toBe(true);
  for (const textColor of ["#ff", "url(x)", "1px"]) expect(takes(style, { textColor })).toBe(false);
  expect(takes(style, { pageLocalizations: [{ locale: "de-CH" }] })).toBe(true);
  expect(takes(style, { pageLocalizations: [{ locale: "german language" }] })).toBe(false);
  expect(takes(style, { logoSvg: "<svg/>", logoPng: "AAAA" })).toBe(false);
  const replay = bodyOf("webhooks.replay");
  const from = "2026-02-22T00:00:00Z";
  for (const body of [{ deliveryId: "msg" }, { from }, { from, to: from }, { failed: true }])
    expect(takes(replay, body)).toBe(true);
  for (const body of [{}, { to: from }, { deliveryId: "msg", from }, { failed: false }])
    expect(takes(replay, body)).toBe(false);
});

test("describes which numbers are integers", () => {
  expect(takes(bodyOf("paymentTerms.create"), { paymentDays: 14 })).toBe(true);
  expect(takes(bodyOf("paymentTerms.create"), { paymentDays: 14.5 })).toBe(false);
  expect(takes(bodyOf("items.create"), { stockCount: 0.5 })).toBe(true);
});

test("lists the target systems that support an operation", () => {
  for (const [id, { everywhere }] of operationTable) {
    const offering = connectors.filter((connector) => everywhere || id in connector.operations);
    expect(byId.get(id)?.["x-target-systems"], id).toEqual(offering.map((connector) => connector.id));
    if (everywhere) continue;
    for (const { name } of offering) expect(byId.get(id)?.description).toContain(name);
  }
});

test("has no unused component", () => {
  const used = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference));
  for (const { security = [] } of [description as { security?: object[] }])
    for (const name of security.flatMap((scheme) => Object.keys(scheme)))
      used.add(`#/components/securitySchemes/${name}`);
  const components = Object.entries(description.components).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
  expect(components.length).toBeGreaterThan(100);
  expect(components.filter((component) => !used.has(component))).toEqual([]);
});
