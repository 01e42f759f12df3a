import type { TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { sideOf } from "../../kit/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, balance, sum } from "../../kit/money.ts";
import { equals, list, yearFrom } from "./conventions.ts";
import type { Text, TrialBalance } from "./types.ts";

/** Amounts are text in the format of the requested language: `72,893.84`. */
const withoutCommas = (text: Text): string | undefined => text?.replaceAll(",", "");

const closingOf = (row: TrialBalance) =>
  balance(withoutCommas(row.balanceAtDateDebit), withoutCommas(row.balanceAtDateCredit));
/** The closing balance without the movements of the year. */
const openingOf = (row: TrialBalance) =>
  balance(
    sum([withoutCommas(row.balanceAtDateDebit), withoutCommas(row.totalCredit)]),
    sum([withoutCommas(row.balanceAtDateCredit), withoutCommas(row.totalDebit)]),
  );

const trialBalanceEntry = mapping<TrialBalanceEntry, TrialBalance>({
  ...values({ accountCode: "number", accountName: "display", accountNumber: "number" }),
  balance: sideOf(closingOf),
  openingBalance: sideOf(openingOf),
  totalCreditAmount: ({ totalCredit }) => amount(withoutCommas(totalCredit)),
  totalDebitAmount: ({ totalDebit }) => amount(withoutCommas(totalDebit)),
});

const number = equals("number");

export const trialBalance = {
  "trialBalance.list": list({
    path: "/trialBalances",
    map: trialBalanceEntry,
    query: ({ filters: { fiscalYearStartDate = "" } }) => ({
      $count: true,
      $orderby: "number",
      $filter: `accountType eq 'Posting' and ${yearFrom("dateFilter")(fiscalYearStartDate).$filter}`,
    }),
    // The filter is required, so the language is always sent.
    headers: { fiscalYearStartDate: () => ({ "accept-language": "en-US" }) },
    filters: { accountNumber: number, accountCode: number },
    requires: ["fiscalYearStartDate"],
    rules: [
      "The trial balance covers twelve months from the first day of the fiscal year. Headings and totals are left out.",
    ],
  }),
};
