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

test("rounding of each line and of the document is allowed", () => {
  const lines = [
    { quantity: 3, unitAmount: 0.333, taxRatePercentage: 19 },
    { quantity: 3, unitAmount: 0.333, taxRatePercentage: 19 },
  ];
  expect(totalMismatches({ lineItems: lines, grossTotalAmount: 2.4 })).toEqual([]);
});
