import type { ListHandler } from "../../contract/connector.ts";
import type { Balance, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { mapping, one } from "../../kit/mapping.ts";
import { amount, balance, type Side, sum } from "../../kit/money.ts";
import { equals, list } from "./conventions.ts";
import type { Text } from "./types.ts";
import type { TrialBalance } from "./vendorLedger.ts";
import { yearFrom } from "./years.ts";

/** Amounts are texts, written as people do in the language that is asked for: `72,893.84`. */
const written = (text: Text): string | undefined => text?.replaceAll(",", "");

const side = mapping<Balance, Side>({
  amount: ({ amount }) => amount,
  debitCreditIndicator: (side) => side.debitCreditIndicator,
});
const closingOf = (row: TrialBalance) => balance(written(row.balanceAtDateDebit), written(row.balanceAtDateCredit));
/** What was there before the year: the end without what moved in between. */
const openingOf = (row: TrialBalance) =>
  balance(
    sum([written(row.balanceAtDateDebit), written(row.totalCredit)]),
    sum([written(row.balanceAtDateCredit), written(row.totalDebit)]),
  );

const trialBalanceEntry = mapping<TrialBalanceEntry, TrialBalance>({
  accountCode: ({ number }) => number,
  accountName: ({ display }) => display,
  accountNumber: ({ number }) => number,
  balance: one(side, closingOf),
  openingBalance: one(side, openingOf),
  totalCreditAmount: ({ totalCredit }) => amount(written(totalCredit)),
  totalDebitAmount: ({ totalDebit }) => amount(written(totalDebit)),
});

const number = equals("number");

const inOurNumbers = (handler: ListHandler<TrialBalanceEntry>): ListHandler<TrialBalanceEntry> => ({
  ...handler,
  list: (call, session) => handler.list(call, inEnglish(session)),
});
const inEnglish = (session: Session): Session => ({
  ...session,
  readWithHeaders: (path, query, headers) =>
    session.readWithHeaders(path, query, { ...headers, "accept-language": "en-US" }),
});

export const trialBalance = {
  "trialBalance.list": inOurNumbers(
    list("trialBalances", {
      map: trialBalanceEntry,
      query: { $filter: "accountType eq 'Posting'", $orderby: "number" },
      requires: ["fiscalYearStartDate"],
      filters: {
        fiscalYearStartDate: yearFrom("dateFilter"),
        accountNumber: number,
        accountCode: number,
      },
      rules: ["The twelve months from the first day of the fiscal year. Headings and totals are left out."],
    }),
  ),
};
