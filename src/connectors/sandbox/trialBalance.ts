import type { MonthlyValue, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { fiscalYear, list, modified } from "./conventions.ts";
import { netBalance, stamps } from "./fields.ts";
import type { MonthRow, TrialBalanceRow } from "./vendorLedger.ts";

const monthlyValue = mapping<MonthlyValue, MonthRow>({
  month: ({ month }) => month,
  balance: one(netBalance, (row) => row),
});

export const trialBalanceEntry = mapping<TrialBalanceEntry, TrialBalanceRow>({
  ...stamps,
  accountCode: (row) => row.account_code,
  accountName: (row) => row.account_name,
  accountNumber: (row) => row.account_number,
  balance: one(netBalance, (row) => ({ debit: row.closing_debit, credit: row.closing_credit })),
  openingBalance: one(netBalance, (row) => ({ debit: row.opening_debit, credit: row.opening_credit })),
  monthlyValues: each(monthlyValue, (row) => row.months),
  totalCreditAmount: (row) => amount(row.total_credit),
  totalDebitAmount: (row) => amount(row.total_debit),
});

/** Without the first day of a fiscal year there is no trial balance. */
const ofFiscalYear = {
  path: "/trial-balance",
  map: trialBalanceEntry,
  requires: ["fiscalYearStartDate"],
} as const;
const accountNumber = (number: string) => ({ account_number: number });

export const trialBalance = {
  "trialBalance.list": list({
    ...ofFiscalYear,
    filters: { ...modified, ...fiscalYear, accountNumber, accountCode: (code) => ({ account_code: code }) },
  }),
};

export const exportedTrialBalance = {
  "trialBalance.list": list({
    ...ofFiscalYear,
    filters: { fiscalYearStartDate: fiscalYear.fiscalYearStartDate, accountNumber },
  }),
};
