/** Every read of the sandbox through the public API: paging, single reads, native data and record contents. */
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandbox } from "../../src/connectors/sandbox/connector.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { type OperationId, operations, operationTable } from "../../src/contract/operations.ts";
import { day, type RequestOptions, type Row, type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const startOfYear = `${day.slice(0, 4)}-01-01`;
const offered = operationTable.filter(([id]) => sandbox.operations[id] !== undefined);
const isNested = (id: OperationId) => operations[id].path.includes("{");
const lists = offered.filter(([id, { kind }]) => kind === "list" && !isNested(id)).map(([id]) => id);
const pagedLists = lists.filter((id) => "page" in operations[id].query);

/** The required parameters of a list. */
const needed = (id: OperationId): RequestOptions =>
  id === "trialBalance.list" ? { query: { fiscalYearStartDate: startOfYear } } : {};

const known = new Map<OperationId, Promise<Row[]>>();
function completeList(id: OperationId): Promise<Row[]> {
  const found = known.get(id) ?? service.list(id, needed(id));
  known.set(id, found);
  return found;
}

const names = ["id", "invoiceId", "lineItemId", "accountNumber", "name"];
const identity = (row: Row): unknown => row[names.find((name) => name in row) ?? "id"];

test("the sandbox offers every read except the one that Kontor answers itself", () => {
  const missing = operationTable.filter(([id, { kind }]) => kind !== "write" && sandbox.operations[id] === undefined);
  expect(missing.map(([id]) => id)).toEqual(["asyncTask.get"]);
});

describe.each(lists)("%s", (id) => {
  test("returns records that match the contract, without nulls and duplicates", async () => {
    const rows = await completeList(id);
    expect(rows.length).toBeGreaterThan(0);
    expect(faultsOf(operations[id], rows)).toEqual([]);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(":null");
    expect([...text.matchAll(/"\d{4}-\d{2}-\d{2}T(?!\d{2}:\d{2}:\d{2}Z")[^"]*"/g)]).toEqual([]);
    expect(new Set(rows.map(identity)).size).toBe(rows.length);
  });

  test("adds the native records in the same order on request", async () => {
    const { query } = needed(id);
    const { body } = await service.ask(id, { query: { ...query, rawData: "true" } });
    const natives = (body.rawData as { records: Row[] }).records;
    const rows = body.data as Row[];
    expect(natives).toHaveLength(rows.length);
    for (const [index, native] of natives.entries())
      expect([native["id"], native["account_number"], native["name"]]).toContain(identity(rows[index] ?? {}));
    expect((await service.ask(id, needed(id))).body).not.toHaveProperty("rawData");
  });
});

test.each(pagedLists)("%s returns every record once at any page size", async (id) => {
  const expected = (await completeList(id)).map(identity);
  const { query } = needed(id);
  for (const limit of [5, 20, 100]) {
    const found: unknown[] = [];
    const totalPages = Math.ceil(expected.length / limit);
    // Reading the complete ledger in pages of five would repeat the same request two hundred times.
    const pages = totalPages > 25 ? [1, 2, 3, totalPages - 1, totalPages, totalPages + 1] : upTo(totalPages + 1);
    for (const page of pages) {
      const { status, body } = await service.ask(id, { query: { ...query, page, limit } });
      expect(status).toBe(200);
      expect(body.meta?.pagination).toEqual({ total: expected.length, perPage: limit, currentPage: page, totalPages });
      found.push(...(body.data as Row[]).map(identity));
    }
    expect(found).toEqual(pages.flatMap((page) => expected.slice((page - 1) * limit, page * limit)));
  }
});

describe("a single record", () => {
  const singles = offered
    .filter(([, { kind, path }]) => kind === "get" && path.split("{").length === 2 && path.endsWith("}"))
    .map(([id]) => id);

  test.each(singles)("%s equals the record in the list", async (id) => {
    const rows = await completeList(id.replace(/\.get$/, ".list") as OperationId);
    for (const row of sample(rows)) {
      const { status, body } = await service.ask(id, { ids: pathIds(id, identity(row)), query: { rawData: "true" } });
      expect({ status, data: body.data }).toEqual({ status: 200, data: row });
      expect((body.rawData as Row)["id"]).toBe(identity(row));
    }
  });

  test.each(singles)("%s returns 404 for an unknown id", async (id) => {
    for (const unknownId of ["no-such-id", "%", "..%2f", "ü'\"\\", "\u{1F4A5}"]) {
      const { status, body } = await service.ask(id, { ids: pathIds(id, unknownId) });
      expect({ unknownId, status, code: body.errors?.[0]?.code }).toEqual({
        unknownId,
        status: 404,
        code: "not_found",
      });
    }
  });
});

describe("lines", () => {
  const nested = offered.filter(([id]) => id.endsWith(".lineItems.list")).map(([id]) => id);

  test.each(nested)("%s are the lines of the document", async (id) => {
    const parent = id.replace(".lineItems.list", ".list") as OperationId;
    const getId = id.replace(/list$/, "get") as OperationId;
    const documents = (await completeList(parent)).toSorted((a, b) => linesOf(b).length - linesOf(a).length);
    for (const document of sample(documents)) {
      const ids = pathIds(id, identity(document));
      const lines = await service.list(id, { ids });
      expect(lines).toEqual(linesOf(document));
      expect(faultsOf(operations[id], lines)).toEqual([]);
      if (sandbox.operations[getId] === undefined) continue;
      for (const line of sample(lines)) {
        const found = await service.get(getId, { ids: { ...ids, lineItemId: String(identity(line)) } });
        expect(found).toEqual(line);
      }
      expect((await service.ask(getId, { ids: { ...ids, lineItemId: "none" } })).status).toBe(404);
    }
    expect((await service.ask(id, { ids: pathIds(id, "none") })).status).toBe(404);
  });
});

describe("files", () => {
  const owners = ["invoices", "bills", "offers", "bookingProposals"] as const;

  test.each(owners)("%s have a document", async (resource) => {
    const id = `${resource}.document.get` as const;
    const rows = await completeList(`${resource}.list`);
    const answers = await Promise.all(
      rows.slice(0, 40).map(async (row) => ({ row, ...(await service.ask(id, { ids: pathIds(id, identity(row)) })) })),
    );
    const found = answers.filter(({ status }) => status === 200);
    expect(found.length).toBeGreaterThan(0);
    for (const { row, body } of found) {
      const document = body.data as Row;
      expect(faultsOf(operations[id], document)).toEqual([]);
      expect(document).toMatchObject({ base64Encoded: true, contentType: "application/pdf" });
      expect(Buffer.from(String(document["content"]), "base64").toString("latin1")).toMatch(/^%PDF-[^]*%%EOF\s*$/);
      expect(document["id"]).toBe(row["fileId"] ?? document["id"]);
    }
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect({ status, code: body.errors?.[0]?.code }).toEqual({ status: 404, code: "not_found" });
  });

  test("lists the documents of a bill as single reads return them", async () => {
    const bill = (await completeList("bills.list")).find((row) => "fileId" in row);
    const ids = { billId: String(bill?.["id"]) };
    const [first] = await service.list("bills.documents.list", { ids });
    const document = await service.get("bills.document.get", { ids });
    expect(first).toEqual(document);
    expect(document).toMatchObject({ base64Encoded: true, content: expect.stringMatching(/^JVBERi/) });
  });

  test("lists the attachments of an entry, and returns each by id", async () => {
    const entry = (await completeList("journalEntries.list")).find(
      ({ files }) => Array.isArray(files) && files.length > 0,
    );
    const ids = { journalEntryId: String(entry?.["id"]) };
    const attachments = await service.list("journalEntries.attachments.list", { ids });
    expect(attachments.map(identity)).toEqual(entry?.["files"]);
    for (const attachment of attachments) {
      const attachmentId = String(attachment["id"]);
      const found = await service.get("journalEntries.attachments.get", { ids: { ...ids, attachmentId } });
      expect(found).toMatchObject({ ...attachment, base64Encoded: true });
    }
    const foreign = { ...ids, attachmentId: "none" };
    expect((await service.ask("journalEntries.attachments.get", { ids: foreign })).status).toBe(404);
  });

  test("returns the allowed file extensions", async () => {
    const { allowed_file_extensions: extensions } = await service.get("files.documentExtensions.get");
    expect(extensions).toContain(".pdf");
  });
});

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
/** The first three records, one from the middle and the last. */
const sample = (rows: readonly Row[]): Row[] => [
  ...new Set([...rows.slice(0, 3), ...rows.slice(rows.length / 2).slice(0, 1), ...rows.slice(-1)]),
];
const linesOf = (row: Row): Row[] => (row["lineItems"] ?? []) as Row[];

/** The value for the first parameter in the operation's path. */
function pathIds(id: OperationId, value: unknown): Record<string, string> {
  const [, name = ""] = /\{(\w+)\}/.exec(operations[id].path) ?? [];
  return { [name]: String(value) };
}

function faultsOf({ record, many, kind }: Operation, data: unknown): unknown[] {
  const schema: TSchema = many && kind === "list" ? Type.Array(record) : record;
  return Compile(schema).Errors(data).slice(0, 3);
}
