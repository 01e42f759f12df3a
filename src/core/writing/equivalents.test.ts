import { describe, expect, test } from "vitest";
import { derive } from "./derive.ts";
import { hasEquivalent } from "./equivalents.ts";

const document = {
  invoiceDate: "2026-05-01T00:00:00Z",
  lineItems: [{ quantity: 2, unitAmount: 100, taxRatePercentage: 20 }],
};
const line = document.lineItems[0];

describe("a field that the target system has no room for is converted by derive", () => {
  test.each([
    ["discountPercentage", { ...document, discountPercentage: 10 }, { unitAmount: 90 }],
    ["totalDiscountAmount", { ...document, totalDiscountAmount: 20 }, { unitAmount: 90 }],
    ["totalDiscountPercentage", { ...document, totalDiscountPercentage: 10 }, { unitAmount: 90 }],
    ["lineAmountTypes", { ...document, lineAmountTypes: "INCLUSIVE" }, { unitAmount: 83.333333 }],
    ["lineItems.discountItemPercentage", { lineItems: [{ ...line, discountItemPercentage: 10 }] }, { unitAmount: 90 }],
    ["lineItems.totalDiscountAmount", { lineItems: [{ ...line, totalDiscountAmount: 20 }] }, { unitAmount: 90 }],
    [
      "lineItems.totalDiscountPercentage",
      { lineItems: [{ ...line, totalDiscountPercentage: 10 }] },
      { unitAmount: 90 },
    ],
    ["lineItems.unitDiscountAmount", { lineItems: [{ ...line, unitDiscountAmount: 10 }] }, { unitAmount: 90 }],
    ["lineItems.unitDiscountPercentage", { lineItems: [{ ...line, unitDiscountPercentage: 10 }] }, { unitAmount: 90 }],
  ])("%s", (path, body, converted) => {
    const table = { lineItems: { quantity: true, unitAmount: true, taxRatePercentage: true } } as const;
    expect(hasEquivalent(path, table)).toBe(true);
    const { lineItems, ...header } = derive(body, { system: "Sample", table, accepts: {} });
    expect(lineItems).toEqual([{ ...line, ...converted }]);
    expect(header).not.toHaveProperty(path);
    expect(hasEquivalent(path, { lineItems: { quantity: true } })).toBe(false);
  });

  test.each(["paymentDays", "paymentTermDuration"])("%s", (name) => {
    const table = { dueDate: true, lineItems: true } as const;
    expect(hasEquivalent(name, table)).toBe(true);
    const derived = derive({ ...document, [name]: 14 }, { system: "Sample", table, accepts: {} });
    expect(derived).toMatchObject({ dueDate: "2026-05-15T00:00:00Z" });
    expect(derived).not.toHaveProperty(name);
  });

  test.each(["lineItems.unitAmount", "lineItems.quantity"])("%s", (path) => {
    const table = { lineItems: { totalNetAmount: true, taxRatePercentage: true } } as const;
    expect(hasEquivalent(path, table)).toBe(true);
    const { lineItems } = derive(document, { system: "Sample", table, accepts: {} });
    expect(lineItems).toEqual([
      { taxRatePercentage: 20, totalNetAmount: 200, totalTaxAmount: 40, totalGrossAmount: 240 },
    ]);
  });
});

test("a percentage needs a tax code, a total needs nothing, and a note has no other form", () => {
  expect(hasEquivalent("lineItems.taxRatePercentage", { lineItems: { taxCode: true } })).toBe(true);
  expect(hasEquivalent("lineItems.taxRatePercentage", { lineItems: { unitAmount: true } })).toBe(false);
  expect(hasEquivalent("lineItems.totalTaxAmount", {})).toBe(true);
  expect(hasEquivalent("memo", { description: true })).toBe(false);
});
