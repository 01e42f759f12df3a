import { expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { openCompleteness } from "./complete.ts";

const complete = openCompleteness();
const contacts = (...records: object[]) => complete.list(operations["contacts.list"], { records, raw: records });

test("leaves out a record without an id and its raw data, with a warning, and keeps the other records", () => {
  const records = [{ id: "1" }, { name: "Muster" }, { id: "3" }];
  const raw = ["a", "b", "c"];
  const listing = { records, raw, total: 3, warnings: ["before"] };
  expect(complete.list(operations["contacts.list"], listing)).toEqual({
    records: [{ id: "1" }, { id: "3" }],
    raw: ["a", "c"],
    total: 3,
    warnings: ["before", "Record 2 of this page has no id and was left out."],
  });
});

test("keeps a line without an id and warns, within a document and in a list of lines", () => {
  const invoice = { invoiceId: "7", lineItems: [{ lineItemId: "1" }, { quantity: 0 }] };
  const warning = "Record 7: lineItems[1].lineItemId is missing at the target system.";
  expect(complete.list(operations["invoices.list"], { records: [invoice], raw: [] })).toMatchObject({
    records: [invoice],
    warnings: [warning],
  });
  expect(complete.get(operations["invoices.get"], { record: invoice, raw: {} })).toMatchObject({
    record: invoice,
    warnings: [warning.replace("Record 7: ", "")],
  });
  const lines = complete.list(operations["invoices.lineItems.list"], { records: invoice.lineItems, raw: [] });
  expect(lines.records).toEqual(invoice.lineItems);
  expect(lines.warnings).toEqual(["Record 2 of this page: lineItemId is missing at the target system."]);
});

test("returns complete records unchanged", () => {
  const listing = { records: [{ id: "1" }], raw: [], total: 1 };
  expect(complete.list(operations["contacts.list"], listing)).toBe(listing);
});

test("fails if no record of a page has an id, instead of returning an empty page", () => {
  expect(() => contacts({}, { name: "x" })).toThrow(expect.objectContaining({ code: "target_bad_response" }));
  expect(contacts({ name: "x" })).toMatchObject({ records: [], warnings: [expect.stringContaining("left out")] });
});

test("reports a single record without its id as a failure of the target system", () => {
  const found = { record: { name: "x" }, raw: {} };
  expect(() => complete.get(operations["contacts.get"], found)).toThrow(
    expect.objectContaining({ code: "target_bad_response" }),
  );
});

test("counts incomplete records after the first twenty instead of listing them", () => {
  const { warnings } = contacts({ id: "1" }, ...Array.from({ length: 30 }, () => ({})));
  expect(warnings).toHaveLength(21);
  expect(warnings?.at(-1)).toBe("10 more like these.");
});

test("warns about documents without their bytes", () => {
  const file = { id: "1", fileName: "a.pdf", base64Encoded: true, content: "JVBERg==" };
  const empty = { id: "2", fileName: "b.pdf" };
  const linked = { id: "3", base64Encoded: false, content: "https://vendor.example/c.pdf" };
  const lists = ["bills.documents.list", "journalEntries.attachments.list"] as const;
  for (const id of lists) {
    expect(complete.list(operations[id], { records: [file], raw: [] }).warnings).toBeUndefined();
    const { records, warnings } = complete.list(operations[id], { records: [file, empty, linked], raw: [] });
    expect(records).toHaveLength(3);
    expect(warnings).toEqual([
      expect.stringMatching(/^The target system did not return the content of b\.pdf\./),
      "The content of 3 is a link to the file at the target system, not the file itself.",
    ]);
  }
  for (const id of ["bills.document.get", "invoices.document.get", "journalEntries.attachments.get"] as const) {
    expect(complete.get(operations[id], { record: file, raw: {} }).warnings).toBeUndefined();
    expect(complete.get(operations[id], { record: empty, raw: {} }).warnings).toEqual([
      "The target system did not return the content of b.pdf.",
    ]);
  }
  const many = Array.from({ length: 8 }, (_each, index) => ({ id: `f${index}` }));
  expect(complete.list(operations["bills.documents.list"], { records: many, raw: [] }).warnings).toEqual([
    "The target system did not return the content of f0, f1, f2, f3, f4 and 3 more.",
  ]);
});
