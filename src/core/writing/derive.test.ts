import { expect, test } from "vitest";
import type { FieldTable } from "../../contract/connector.ts";
import { derive } from "./derive.ts";

const document = (table: FieldTable, lines: FieldTable, accepts = {}) => ({
  system: "Notebook",
  table: { ...table, lineItems: lines },
  accepts,
});
const priced = { quantity: true, unitAmount: true } as const;
const line = { quantity: 2, unitAmount: 119, taxRatePercentage: 19 };

test("prices that include tax become net prices, if the target system takes only those", () => {
  const body = { lineAmountTypes: "INCLUSIVE", lineItems: [line] };
  const net = { lineItems: [{ ...line, unitAmount: 100 }] };
  expect(derive(body, document({}, priced))).toEqual(net);
  const accepts = { lineAmountTypes: ["EXCLUSIVE"] };
  expect(derive(body, document({ lineAmountTypes: true }, priced, accepts))).toEqual(net);
  expect(derive(body, document({ lineAmountTypes: true }, priced))).toEqual(body);
});

test("a price that includes an unknown tax is refused", () => {
  const body = { lineAmountTypes: "INCLUSIVE", lineItems: [{ quantity: 1, unitAmount: 119 }] };
  expect(() => derive(body, document({}, priced))).toThrow(/taxRatePercentage in lineItems\[0\]/);
});

test("a discount on the whole document goes where the target system stores it", () => {
  const line = { quantity: 2, unitAmount: 100 };
  const body = { discountPercentage: 10, lineItems: [line] };
  expect(derive(body, document({ discountPercentage: true }, priced))).toEqual(body);
  expect(derive(body, document({}, { ...priced, discountItemPercentage: true }))).toEqual({
    lineItems: [{ ...line, discountItemPercentage: 10 }],
  });
  expect(derive(body, document({}, priced))).toEqual({ lineItems: [{ ...line, unitAmount: 90 }] });
});

test("discounts of a line and of its document are combined", () => {
  const body = {
    discountPercentage: 10,
    lineItems: [{ quantity: 1, unitAmount: 100, discountItemPercentage: 20 }],
  };
  const fitted = { lineItems: [{ quantity: 1, unitAmount: 100, discountItemPercentage: 28 }] };
  expect(derive(body, document({}, { ...priced, discountItemPercentage: true }))).toEqual(fitted);
});

test("a percentage with more decimals than target systems store lowers the price instead", () => {
  const body = { lineItems: [{ quantity: 1, unitAmount: 30, totalDiscountAmount: 10 }] };
  const fitted = { lineItems: [{ quantity: 1, unitAmount: 20 }] };
  expect(derive(body, document({}, { ...priced, totalDiscountPercentage: true }))).toEqual(fitted);
});

test("a discount that repeats the discounts of the lines is no further discount", () => {
  const body = { totalDiscountAmount: 10, lineItems: [{ quantity: 1, unitAmount: 100, totalDiscountAmount: 10 }] };
  const fitted = derive(body, document({}, { ...priced, totalDiscountPercentage: true }));
  expect(fitted).toMatchObject({ lineItems: [{ quantity: 1, unitAmount: 100, totalDiscountPercentage: 10 }] });
});

test("a line's total becomes its price, and its price becomes its total", () => {
  const total = { lineItems: [{ quantity: 4, totalNetAmount: 100 }] };
  expect(derive(total, document({}, priced))).toMatchObject({ lineItems: [{ quantity: 4, unitAmount: 25 }] });
  const price = { lineItems: [{ quantity: 4, unitAmount: 25, taxRatePercentage: 19 }] };
  const totals = { totalNetAmount: true, totalTaxAmount: true, totalGrossAmount: true } as const;
  expect(derive(price, document({}, totals))).toEqual({
    lineItems: [{ taxRatePercentage: 19, totalNetAmount: 100, totalTaxAmount: 19, totalGrossAmount: 119 }],
  });
});

test("a line's name and description share one text, if the target system has one", () => {
  const body = { lineItems: [{ ...line, name: "Chair", description: "Oak" }] };
  expect(derive(body, document({}, { ...priced, description: true }))).toMatchObject({
    lineItems: [{ description: "Chair\nOak" }],
  });
});

test("payment days become a due date", () => {
  const body = { invoiceDate: "2026-02-20T00:00:00Z", paymentTermDuration: 14 };
  const table = { invoiceDate: true, dueDate: true } as const;
  const storable = { system: "Notebook", table, accepts: {} };
  const dated = { invoiceDate: body.invoiceDate, dueDate: "2026-03-06T00:00:00Z" };
  expect(derive(body, storable)).toEqual(dated);
  expect(derive({ ...body, dueDate: dated.dueDate }, storable)).toEqual(dated);
  const contradiction = { ...body, dueDate: "2026-04-01T00:00:00Z" };
  expect(derive(contradiction, storable)).toEqual(contradiction);
});
