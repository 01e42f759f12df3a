import { expect, test } from "vitest";
import { entryFindings } from "./ledger.ts";

const line = (debitCreditIndicator: string, totalNetAmount: number, currency?: string, exchangeRate?: number) => ({
  debitCreditIndicator,
  totalNetAmount,
  ...(currency !== undefined && { currency }),
  ...(exchangeRate !== undefined && { exchangeRate }),
});

test.each([
  ["in one currency", [line("DEBIT", 10), line("CREDIT", 10)]],
  [
    "in each of two currencies",
    ["EUR", "USD"].flatMap((currency) => [line("DEBIT", 5, currency), line("CREDIT", 5, currency)]),
  ],
  ["at the rate", [line("DEBIT", 100, "EUR", 1.08), line("CREDIT", 108, "USD")]],
  ["at a rate that rounds", [line("DEBIT", 33.33, "EUR", 1.0833), line("CREDIT", 36.11, "USD")]],
  ["in the books' own currency, whatever the lines name", [line("DEBIT", 10, "EUR"), line("CREDIT", 10, "USD")]],
])("an entry balances %s", (_how, journalLineItems) => {
  expect(entryFindings([{ id: "1", journalLineItems }])).toEqual([]);
});

test.each([
  ["by its amounts", [line("DEBIT", 10), line("CREDIT", 9)]],
  ["at the rate", [line("DEBIT", 100, "EUR", 1.08), line("CREDIT", 100, "USD")]],
  [
    "in one of its currencies",
    [line("DEBIT", 5, "EUR"), line("CREDIT", 4, "EUR"), line("DEBIT", 1, "USD"), line("CREDIT", 1, "USD")],
  ],
])("an entry that does not balance %s is found", (_how, journalLineItems) => {
  expect(entryFindings([{ id: "1", journalLineItems }])).toEqual([expect.stringContaining("1 does not balance")]);
});
