import { expect, test } from "vitest";
import { invoiceLine } from "./lines.ts";

const line = (amount: string, code: string) => ({
  place: 1,
  amount: { amount, code },
  taxName1: "Tax",
  taxAmount1: "10",
});

test.each([
  ["USD", "10.05", 11.06],
  ["JPY", "1005", 1106],
] as const)("the gross amount of a line in %s is rounded to the currency's smallest unit", (code, net, gross) => {
  expect(invoiceLine(line(net, code)).grossAmount).toBe(gross);
});
