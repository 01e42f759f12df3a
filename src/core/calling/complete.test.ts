import { expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { openCompleteness } from "./complete.ts";

const complete = openCompleteness();
const contacts = (...records: object[]) => complete.list(operations["contacts.list"], { records, raw: records });

test("a record without an id is left out with its raw data, and named; the others are told", () => {
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

test("a line without an id is told, within its document and in a list of lines", () => {
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

test("complete records pass as they are", () => {
  const listing = { records: [{ id: "1" }], raw: [], total: 1 };
  expect(complete.list(operations["contacts.list"], listing)).toBe(listing);
});

test("a page of which nothing can be told is no empty page", () => {
  expect(() => contacts({}, { name: "x" })).toThrow(expect.objectContaining({ code: "target_bad_response" }));
  expect(contacts({ name: "x" })).toMatchObject({ records: [], warnings: [expect.stringContaining("left out")] });
});

test("a single record without its id is a failure of the target system", () => {
  const found = { record: { name: "x" }, raw: {} };
  expect(() => complete.get(operations["contacts.get"], found)).toThrow(
    expect.objectContaining({ code: "target_bad_response" }),
  );
});

test("many such records are counted rather than named", () => {
  const { warnings } = contacts({ id: "1" }, ...Array.from({ length: 30 }, () => ({})));
  expect(warnings).toHaveLength(21);
  expect(warnings?.at(-1)).toBe("10 more like these.");
});
