import { describe, expect, test } from "vitest";
import { problemsOf } from "./plausibility.ts";

const fieldsOf = (body: unknown, closedUntil?: string) => problemsOf(body, { closedUntil }).map(({ field }) => field);

describe("net + tax = gross", () => {
  const consistent = { totalNetAmount: 0.1, totalTaxAmount: 0.2, totalGrossAmount: 0.3 };
  test("is computed in decimal, also in lines and in entries of lists", () => {
    expect(problemsOf(consistent)).toEqual([]);
    expect(problemsOf({ lineItems: [consistent, { ...consistent, totalTaxAmount: 0.21 }] })).toEqual([
      {
        field: "lineItems[1].totalTaxAmount",
        message: "lineItems[1].totalTaxAmount is 0.21, but totalGrossAmount (0.30) less totalNetAmount (0.10) is 0.20",
      },
    ]);
    expect(fieldsOf({ entries: [{ journalLineItems: [{ ...consistent, totalGrossAmount: 0.31 }] }] })).toEqual([
      "entries[0].journalLineItems[0].totalTaxAmount",
    ]);
  });
  test("has no tolerance, and needs all three", () => {
    expect(fieldsOf({ ...consistent, totalGrossAmount: 0.30000001 })).toEqual(["totalTaxAmount"]);
    expect(fieldsOf({ totalNetAmount: 1, totalGrossAmount: 5 })).toEqual([]);
    expect(fieldsOf({ totalNetAmount: 0, totalTaxAmount: 0, totalGrossAmount: 1 })).toEqual(["totalTaxAmount"]);
  });
});

describe("debit = credit", () => {
  const line = (debitCreditIndicator: string | undefined, totalNetAmount: number, more = {}) => ({
    ...(debitCreditIndicator && { debitCreditIndicator }),
    totalNetAmount,
    ...more,
  });
  const entry = (...journalLineItems: object[]) => ({ journalLineItems });

  test("balances", () => {
    expect(problemsOf(entry(line("DEBIT", 119), line("CREDIT", 100), line("CREDIT", 19)))).toEqual([]);
    expect(problemsOf(entry(line("DEBIT", 0.3), line("CREDIT", 0.1), line("CREDIT", 0.2)))).toEqual([]);
    expect(problemsOf(entry(line("DEBIT", -5), line("CREDIT", -5)))).toEqual([]);
  });
  test("says by how much debits and credits differ", () => {
    expect(problemsOf(entry(line("DEBIT", 119), line("CREDIT", 100)))).toEqual([
      {
        field: "journalLineItems",
        message: "journalLineItems: debits (119.00) and credits (100.00) differ by 19.00",
      },
    ]);
    expect(fieldsOf({ entries: [entry(line("DEBIT", 1), line("CREDIT", 1)), entry(line("DEBIT", 1))] })).toEqual([
      "entries[1].journalLineItems",
    ]);
  });
  test("may balance in gross amounts, where the target system derives the tax", () => {
    const gross = { totalTaxAmount: 19, totalGrossAmount: 119 };
    expect(problemsOf(entry(line("DEBIT", 100, gross), line("CREDIT", 119)))).toEqual([]);
  });
  test("is balanced by the entry's own account", () => {
    const contra = { accountId: "1200", debitCreditIndicator: "CREDIT" };
    expect(problemsOf({ ...contra, ...entry(line("DEBIT", 3), line("DEBIT", 4)) })).toEqual([]);
    expect(fieldsOf({ ...contra, ...entry(line("DEBIT", 3), line("CREDIT", 4)) })).toEqual(["journalLineItems"]);
  });
  test("needs a side in every line", () => {
    expect(fieldsOf(entry(line("DEBIT", 3), line(undefined, 3)))).toEqual(["journalLineItems[1].debitCreditIndicator"]);
  });
});

describe("sums of lines", () => {
  const line = (net: number, tax: number, gross: number) => ({
    totalNetAmount: net,
    totalTaxAmount: tax,
    totalGrossAmount: gross,
  });
  const lineItems = [line(100, 19, 119), line(0.1, 0.02, 0.12)];
  test("are the totals of the document", () => {
    expect(problemsOf({ lineItems, ...line(100.1, 19.02, 119.12) })).toEqual([]);
    expect(problemsOf({ lineItems, totalGrossAmount: 119 })).toEqual([
      {
        field: "totalGrossAmount",
        message: "totalGrossAmount is 119.00, but the totalGrossAmount of all lineItems add up to 119.12",
      },
    ]);
    expect(fieldsOf({ lineItems: [{ quantity: 1, grossAmount: 5 }], grossTotalAmount: 6 })).toEqual([
      "grossTotalAmount",
    ]);
    expect(fieldsOf({ expenseLines: [line(1, 0, 1)], totalNetAmount: 2 })).toEqual(["totalNetAmount"]);
  });
  test("are not checked if a line has no amount, or if the lines are the document's journal entry", () => {
    expect(problemsOf({ lineItems: [...lineItems, { totalNetAmount: 3 }], totalGrossAmount: 1 })).toEqual([]);
    const sides = [
      { totalNetAmount: 5, debitCreditIndicator: "DEBIT" },
      { totalNetAmount: 5, debitCreditIndicator: "CREDIT" },
    ];
    expect(problemsOf({ expenseLines: sides, totalNetAmount: 5 })).toEqual([]);
  });
  test("may be less a discount on the whole document", () => {
    expect(problemsOf({ lineItems: [line(100, 0, 100)], totalGrossAmount: 90, totalDiscountAmount: 10 })).toEqual([]);
    expect(problemsOf({ lineItems: [line(100, 0, 100)], totalGrossAmount: 95, totalDiscountPercentage: 5 })).toEqual(
      [],
    );
    expect(fieldsOf({ lineItems: [line(100, 0, 100)], totalGrossAmount: 94, totalDiscountPercentage: 5 })).toEqual([
      "totalGrossAmount",
    ]);
  });
});

describe("quantity, price and discount", () => {
  const priced = { quantity: 3, unitAmount: 33.33 };
  test("make the line's amount", () => {
    expect(problemsOf({ ...priced, totalNetAmount: 99.99 })).toEqual([]);
    expect(problemsOf({ ...priced, totalNetAmount: 89.99, totalDiscountAmount: 10 })).toEqual([]);
    expect(problemsOf({ ...priced, totalNetAmount: 89.99, totalDiscountPercentage: 10 })).toEqual([]);
    expect(problemsOf({ lineItems: [{ ...priced, totalNetAmount: 100 }] })).toEqual([
      {
        field: "lineItems[0].totalNetAmount",
        message: "lineItems[0].totalNetAmount is 100.00, but quantity, unitAmount and discount result in 99.99",
      },
    ]);
  });
  test("may be prices with or without tax", () => {
    expect(problemsOf({ quantity: 2, unitAmount: 50, taxRatePercentage: 19, grossAmount: 119 })).toEqual([]);
    expect(problemsOf({ quantity: 2, unitAmount: 50, taxRatePercentage: 19, grossAmount: 100 })).toEqual([]);
    expect(fieldsOf({ quantity: 2, unitAmount: 50, taxRatePercentage: 19, grossAmount: 118 })).toEqual(["grossAmount"]);
    expect(problemsOf({ quantity: 1, unitAmount: 119, taxRatePercentage: 19, totalNetAmount: 100 })).toEqual([]);
  });
});

test("refuses a currency that is not in ISO 4217", () => {
  expect(fieldsOf({ currency: "EUR", lineItems: [{ currency: "TALER" }] })).toEqual(["lineItems[0].currency"]);
});

test("checks the order of dates in any form", () => {
  expect(problemsOf({ invoiceDate: "2026-03-01T23:00:00+01:00", dueDate: "2026-03-01" })).toEqual([]);
  expect(problemsOf({ billDate: "2026-03-02T00:00:00Z", dueDate: "2026-03-01T00:00:00Z" })).toEqual([
    { field: "dueDate", message: "dueDate (2026-03-01) must not be before billDate (2026-03-02)" },
  ]);
  const deferred = { deferredStartDate: "2026-02-01", deferredEndDate: "2026-01-31" };
  expect(fieldsOf({ lineItems: [deferred] })).toEqual(["lineItems[0].deferredEndDate"]);
});

test("refuses booking dates in a closed period", () => {
  expect(fieldsOf({ invoiceDate: "2025-12-31T00:00:00Z" }, "2025-12-31")).toEqual(["invoiceDate"]);
  expect(fieldsOf({ invoiceDate: "2026-01-01T00:00:00Z" }, "2025-12-31")).toEqual([]);
  expect(fieldsOf({ paymentLines: [{ paymentDate: "2025-01-01" }] }, "2025-12-31")).toEqual([
    "paymentLines[0].paymentDate",
  ]);
  expect(fieldsOf({ offerDate: "2025-01-01T00:00:00Z" }, "2025-12-31")).toEqual([]);
});

test("handles amounts of any size", () => {
  expect(problemsOf({ totalNetAmount: 1e300, totalTaxAmount: 1e-300, totalGrossAmount: 1e300 })).toHaveLength(1);
  expect(problemsOf(undefined)).toEqual([]);
  expect(problemsOf([null, 1, "x"])).toEqual([]);
});
