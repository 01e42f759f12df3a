import { expect, test } from "vitest";
import type { TrialBalanceEntry } from "../contract/records/ledger.ts";
import type { Session } from "../contract/session.ts";
import { sideOf, yearBalances } from "./ledger.ts";
import { mapping } from "./mapping.ts";
import { bySign } from "./money.ts";

interface Entry {
  readonly code: string;
  readonly sum?: number;
}
const map = mapping<TrialBalanceEntry, Entry>({
  accountCode: ({ code }) => code,
  balance: sideOf(({ sum }) => bySign(sum)),
});
const balances = yearBalances<Entry>({
  read: async (_session, first) => [{ code: first, sum: -5 }, { code: "2" }],
  map,
  number: ({ code }) => code,
  rules: [],
});

test("reads a fiscal year's balances with their sides, and filters by number or code", async () => {
  const session = {} as Session;
  const filters = { fiscalYearStartDate: "2026-01-01" };
  const year = await balances.list({ ids: {}, filters }, session);
  expect(year.records).toEqual([
    { accountCode: "2026-01-01", balance: { amount: 5, debitCreditIndicator: "CREDIT" } },
    { accountCode: "2" },
  ]);
  for (const wanted of [{ accountCode: "2" }, { accountNumber: "2" }])
    expect((await balances.list({ ids: {}, filters: { ...filters, ...wanted } }, session)).total).toBe(1);
  expect([balances.requires, balances.filters]).toEqual([
    ["fiscalYearStartDate"],
    ["fiscalYearStartDate", "accountCode", "accountNumber"],
  ]);
});
