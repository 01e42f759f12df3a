import { expect, test } from "vitest";
import { path, pathOf } from "./path.ts";

const call = { ids: { invoiceId: "a/b?c", lineItemId: "7" }, filters: {} };

test("fills in each id as one segment", () => {
  expect(pathOf("/invoices/{invoiceId}/lines/{lineItemId}.json", call)).toBe("/invoices/a%2Fb%3Fc/lines/7.json");
  expect(pathOf(({ ids }) => path`/invoices/${ids["invoiceId"]}`, call)).toBe("/invoices/a%2Fb%3Fc");
  expect(pathOf("/invoices", call)).toBe("/invoices");
});

test.each(["", ".", "..", undefined])("no record has the id %j", (id) => {
  const call = { filters: {}, ids: id === undefined ? {} : { invoiceId: id } };
  expect(() => pathOf("/invoices/{invoiceId}", call)).toThrow(expect.objectContaining({ code: "not_found" }));
});
