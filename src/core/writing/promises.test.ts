import { expect, test } from "vitest";
import { totalMismatches } from "./promises.ts";

const line = { quantity: 2, unitAmount: 100, taxRatePercentage: 19 };

test("totals that the lines come to are kept", () => {
  expect(totalMismatches({ lineItems: [line], grossTotalAmount: 238 })).toEqual([]);
  expect(totalMismatches({ lineItems: [line], totalNetAmount: 200, totalGrossAmount: 238 })).toEqual([]);
});

test("a gross total that the lines do not come to is refused with what they come to", () => {
  expect(totalMismatches({ lineItems: [line], grossTotalAmount: 999 })).toEqual([
    {
      field: "grossTotalAmount",
      message: "grossTotalAmount is 999, but the lines come to 238.00. Correct it, or leave it out.",
    },
  ]);
});

test("a gross total is not checked if the rate of a line is unknown", () => {
  const untaxed = { quantity: 2, unitAmount: 100, taxCode: "V19" };
  expect(totalMismatches({ lineItems: [untaxed], grossTotalAmount: 999 })).toEqual([]);
});

const small = { quantity: 3, unitAmount: 0.333, taxRatePercentage: 19 };

test.each([
  // Exactly 2.37762; with rounded lines 1.00 + 0.19 each.
  [2.38, []],
  [2.39, []],
  [2.4, ["grossTotalAmount"]],
])("two lines allow half a cent each: a promise of %s", (grossTotalAmount, fields) => {
  const found = totalMismatches({ lineItems: [small, small], grossTotalAmount });
  expect(found.map(({ field }) => field)).toEqual(fields);
});

test("the amount of a line may be rounded before the tax is added", () => {
  // 10.005 is rounded to 10.01, with 1.90 of tax. Without rounding, it is 11.90595.
  const lineItems = [{ quantity: 1.5, unitAmount: 6.67, taxRatePercentage: 19 }];
  expect(totalMismatches({ lineItems, grossTotalAmount: 11.91 })).toEqual([]);
  expect(totalMismatches({ lineItems, grossTotalAmount: 11.92 })).toHaveLength(1);
});

test.each([
  ["JPY", 110, 0],
  ["JPY", 111, 1],
  ["EUR", 110, 1],
  ["KWD", 110.44, 0],
  ["KWD", 110.442, 1],
])("the smallest unit of %s decides about a promise of %s", (currency, grossTotalAmount, mismatches) => {
  const body = { currency, lineItems: [{ unitAmount: 100.4, taxRatePercentage: 10 }], grossTotalAmount };
  expect(totalMismatches(body)).toHaveLength(mismatches);
});

test("without a currency, the company's currency decides", () => {
  const body = { lineItems: [{ unitAmount: 100.4, taxRatePercentage: 10 }], grossTotalAmount: 110 };
  expect(totalMismatches(body, "JPY")).toEqual([]);
  expect(totalMismatches(body)).toHaveLength(1);
});
