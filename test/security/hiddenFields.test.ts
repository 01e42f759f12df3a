/** Hidden fields leave through no door: lists, records, raw data, tasks, outcomes, dry runs, pass-through, logs, events. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hiddenNames } from "../../src/contract/hiddenFields.ts";
import { operationTable } from "../../src/contract/operations.ts";
import { resourceOfOperation } from "../../src/contract/scopes.ts";
import { makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let call: ReturnType<typeof makeCall>;
beforeAll(async () => {
  service = await startService({ REQUEST_LOG_BODY_HOURS: "1" }, { worker: true });
  call = makeCall(service.url, service.keys.apiKey);
});
afterAll(() => service.stop());
afterEach(() => hide([]));

const ofDemo = () => ({ accountKey: service.keys.accountKey });
async function hide(fields: readonly string[], connectionId?: string): Promise<void> {
  const body = { fields, ...(connectionId !== undefined && { connectionId }) };
  const { status, text } = await call("PUT", "/tenants/hidden-fields", { body });
  if (status !== 200) throw new Error(text);
}

/** All names of properties, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

const bulk = (entry: object) => ({
  accountNumberLength: 4,
  chartOfAccount: "SKR03",
  fiscalYearStartDate: "2026-01-01T00:00:00Z",
  entries: [entry],
});

const groups = ["bankData", "personalData"];
const lists = operationTable.filter(
  ([, { kind, path, query }]) => kind === "list" && !path.includes("{") && !("fiscalYearStartDate" in query),
);

test("something is hidden in the books", async () => {
  const { data } = await call("GET", "/accounting/customers", ofDemo());
  const hidden = hiddenNames(groups, "customers");
  expect(namesIn(data).filter((name) => hidden.has(name))).toEqual(expect.arrayContaining(["iban", "lastName"]));
});

test.each(lists)("%s lists no hidden field, and no raw data", async (id, { path }) => {
  await hide(groups);
  const { status, data, body, meta } = await call("GET", path, { ...ofDemo(), query: { rawData: "true" } });
  expect([200, 202]).toContain(status);
  const hidden = hiddenNames(groups, resourceOfOperation(id));
  expect(namesIn(data).filter((name) => hidden.has(name))).toEqual([]);
  expect(body).not.toHaveProperty("rawData");
  if (status === 200) expect(meta.warnings?.join(" ") ?? "rawData is withheld").toContain("rawData");
});

test("a record, its raw data and the content of its file are withheld", async () => {
  const { rows } = await call("GET", "/accounting/invoices", { ...ofDemo(), query: { limit: "50" } });
  const withFile = async (): Promise<string> => {
    for (const { invoiceId: id } of rows) {
      const { status, text } = await call("GET", `/accounting/invoices/${id}/document`, ofDemo());
      if (status === 200 && text.includes("content")) return `/accounting/invoices/${id}`;
    }
    throw new Error("No invoice of the sandbox has a file.");
  };
  const path = await withFile();
  await hide(["bankData"]);
  const { data } = await call("GET", `${path}/document`, ofDemo());
  expect(data).not.toHaveProperty("content");
  expect(data).toHaveProperty("id");
});

test("a connection hides fields of its own, in one resource only", async () => {
  const { rows } = await call("GET", "/tenants/connections");
  const id = rows.find(({ targetSystem }) => targetSystem === "sandbox")?.["id"] ?? "";
  await hide(["contacts.companyName"], id);
  const namesOf = async (list: string) => namesIn((await call("GET", `/accounting/${list}`, ofDemo())).data);
  expect(await namesOf("contacts")).not.toContain("companyName");
  expect(await namesOf("customers")).toContain("companyName");
  const { data } = await call("GET", "/tenants/hidden-fields", { query: { connectionId: id } });
  expect(data).toEqual({ fields: ["contacts.companyName"], connectionId: id });
  await hide([], id);
  expect(await namesOf("contacts")).toContain("companyName");
});

test("the outcome of a write and a repeated write show no hidden field", async () => {
  await hide(groups);
  const body = { contactType: "COMPANY", companyName: "Verborgene Handels GmbH", website: "https://verborgen.example" };
  const headers = { "idempotency-key": "hidden-1" };
  const written = await call("POST", "/accounting/contacts", { ...ofDemo(), body, headers });
  expect(written.status).toBe(201);
  const again = await call("POST", "/accounting/contacts", { ...ofDemo(), body, headers });
  const outcome = await call("GET", `/operations/${written.headers.get("x-operation-id")}`, ofDemo());
  for (const { text } of [written, again, outcome]) {
    expect(text).not.toContain("Verborgene");
    expect(text).not.toContain("verborgen.example");
  }
});

test("a task's result and a dry run show no hidden field", async () => {
  const contact = { contactType: "COMPANY", companyName: "Aufgaben Handels GmbH" };
  const started = await call("POST", "/accounting/contacts/bulk", { ...ofDemo(), body: bulk(contact) });
  expect(started.status).toBe(201);
  await hide(groups);
  const { text } = await call("GET", `/accounting/asyncTask/${started.data["taskId"]}`, ofDemo());
  expect(text).not.toContain("Aufgaben Handels");
  const dry = await call("POST", "/accounting/contacts", { ...ofDemo(), body: contact, query: { dryRun: "true" } });
  expect(dry.data).toHaveProperty("valid", true);
  expect(dry.text).not.toContain("Aufgaben Handels");
});

test("pass-through is refused, because its answer is in the vendor's words", async () => {
  await hide(["bankData"]);
  const { status, text } = await call("POST", "/accounting/passThrough", {
    ...ofDemo(),
    body: { path: "/api/customers", method: "GET" },
  });
  expect(status).toBe(403);
  expect(text).toContain("scope_missing");
});

test("the request log keeps no bodies of a connection with hidden fields", async () => {
  const logged = async (requestId: string): Promise<boolean> => {
    await expect
      .poll(async () => {
        const { rowCount } = await service.storage.database.query("SELECT FROM request_log WHERE id = $1", [requestId]);
        return rowCount;
      })
      .toBe(1);
    const { rowCount } = await service.storage.database.query("SELECT FROM request_bodies WHERE id = $1", [requestId]);
    return rowCount === 1;
  };
  const open = await call("GET", "/accounting/customers", ofDemo());
  await hide(["bankData"]);
  const hidden = await call("GET", "/accounting/customers", ofDemo());
  expect(await logged(hidden.headers.get("x-request-id") ?? "")).toBe(false);
  await expect.poll(() => logged(open.headers.get("x-request-id") ?? "")).toBe(true);
});

test("events and deliveries hold ids only, so they contain no hidden field", async () => {
  await hide(groups);
  const { text } = await call("GET", "/events", ofDemo());
  const hidden = hiddenNames(groups);
  expect(namesIn(JSON.parse(text)).filter((name) => hidden.has(name))).toEqual([]);
});

test("fields that do not exist or identify records cannot be hidden", async () => {
  const answer = await fetch(`${service.url}/tenants/hidden-fields`, {
    method: "PUT",
    headers: { "x-api-key": service.keys.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ fields: ["id", "nonsense"] }),
  });
  const text = await answer.text();
  expect(answer.status).toBe(400);
  expect(text).toContain("identifies");
  expect(text).toContain("nonsense is not a field of a record");
});

test("the page where the end user connects names the hidden data", async () => {
  await hide(["bankData", "contacts.website"]);
  const { data } = await call("GET", "/auth/sandbox-key", { query: { callbackUrl: "https://platform.example/back" } });
  const page = await fetch(data["url"] ?? "", { headers: { "accept-language": "en" } });
  const text = await page.text();
  expect(text).toContain("will not see:");
  expect(text).toContain("bank details, contacts.website");
});
