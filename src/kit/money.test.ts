import { expect, test } from "vitest";
import { balance, bySign, decimal, difference, portion, sum } from "./money.ts";

test("writes a number as plain decimal text", () => {
  const texts = [0, -0, 119, 119.1, -12.5, 1e-7, 1e21, 12_345_678_901_234.56].map(decimal);
  expect(texts).toEqual([
    "0",
    "0",
    "119",
    "119.1",
    "-12.5",
    "0.0000001",
    "1000000000000000000000",
    "12345678901234.56",
  ]);
});

test("drops binary rounding noise", () => {
  expect([0.1 + 0.2, 1.1 * 3, 12_345.6 * 3, 4.35 * 100].map(decimal)).toEqual(["0.3", "3.3", "37036.8", "435"]);
});

test("derives the side from the sign, and keeps zero", () => {
  expect([bySign("40"), bySign("-40.10"), bySign(0), bySign(null)]).toEqual([
    { amount: 40, debitCreditIndicator: "DEBIT" },
    { amount: 40.1, debitCreditIndicator: "CREDIT" },
    { amount: 0, debitCreditIndicator: "DEBIT" },
    undefined,
  ]);
  expect(sum(["0.1", 0.2, null, "-0.3"])).toBe(0);
});

test("nets debit and credit, also if one is empty", () => {
  const debit = (amount: number) => ({ amount, debitCreditIndicator: "DEBIT" });
  const credit = (amount: number) => ({ amount, debitCreditIndicator: "CREDIT" });
  expect([balance("40.10", "0"), balance(null, "12.5"), balance("-3", ""), balance("0", "-3")]).toEqual([
    debit(40.1),
    credit(12.5),
    credit(3),
    debit(3),
  ]);
  expect([balance("0.3", "0.1"), balance("0.1", "0.3"), balance("7", "7"), balance(0, 0)]).toEqual([
    debit(0.2),
    credit(0.2),
    debit(0),
    debit(0),
  ]);
  expect(() => balance("many", "0")).toThrow(/not an amount/);
});

test("subtracts exactly, and is undefined if either amount is", () => {
  expect([difference("0.3", "0.1"), difference(119, "19.00"), difference(0, 0)]).toEqual([0.2, 100, 0]);
  expect([difference(null, 1), difference("1", undefined), difference("", "")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("takes a percentage or a fraction, rounded half up to cents", () => {
  expect([portion(150.1, 2.5), portion("119", 19, 119), portion(0.5, 1), portion(undefined, 19)]).toEqual([
    3.75, 19, 0.01, 0,
  ]);
});
