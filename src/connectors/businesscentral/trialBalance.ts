import type { TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { sideOf } from "../../kit/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, balance, sum } from "../../kit/money.ts";
import { equals, list, yearFrom } from "./conventions.ts";
import type { Text, TrialBalance } from "./types.ts";

/** Amounts are texts, written as people do in the language that is asked for: `72,893.84`. */
const written = (text: Text): string | undefined => text?.replaceAll(",", "");

const closingOf = (row: TrialBalance) => balance(written(row.balanceAtDateDebit), written(row.balanceAtDateCredit));
/** What was there before the year: the end without what moved in between. */
const openingOf = (row: TrialBalance) =>
  balance(
    sum([written(row.balanceAtDateDebit), written(row.totalCredit)]),
    sum([written(row.balanceAtDateCredit), written(row.totalDebit)]),
  );

const trialBalanceEntry = mapping<TrialBalanceEntry, TrialBalance>({
  ...values({ accountCode: "number", accountName: "display", accountNumber: "number" }),
  balance: sideOf(closingOf),
  openingBalance: sideOf(openingOf),
  totalCreditAmount: ({ totalCredit }) => amount(written(totalCredit)),
  totalDebitAmount: ({ totalDebit }) => amount(written(totalDebit)),
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
    /** The year is always there, and with it the language. */
    headers: { fiscalYearStartDate: () => ({ "accept-language": "en-US" }) },
    filters: { accountNumber: number, accountCode: number },
    requires: ["fiscalYearStartDate"],
    rules: ["The twelve months from the first day of the fiscal year. Headings and totals are left out."],
  }),
};
