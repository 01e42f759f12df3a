import { Big } from "big.js";
import type { Day } from "../../contract/parameters.ts";
import type { TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { sideOf, yearBalances } from "../../kit/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { bySign } from "../../kit/money.ts";
import { taggedAccounts } from "./accounts.ts";
import { amountsIn, atCost } from "./amounts.ts";
import { readTransactions, wholeRule } from "./books.ts";
import type { Transaction } from "./types.ts";

/** The balance of one account in one commodity. */
interface Row {
  readonly account: string;
  readonly commodity: string;
  readonly code: string | undefined;
  opening: Big;
  debit: Big;
  credit: Big;
}

const entry = mapping<TrialBalanceEntry, Row>({
  accountCode: ({ code }) => code,
  accountName: ({ account, commodity }) => `${account} (${commodity})`,
  accountNumber: ({ code }) => code,
  balance: sideOf(({ opening, debit, credit }) => bySign(opening.plus(debit).minus(credit).toFixed())),
  openingBalance: sideOf(({ opening }) => bySign(opening.toFixed())),
  totalCreditAmount: ({ credit }) => credit.toNumber(),
  totalDebitAmount: ({ debit }) => debit.toNumber(),
});

function rowsOf(transactions: readonly Transaction[], start: Day): readonly Row[] {
  const last = lastDayOfYear(start);
  const accountTags = taggedAccounts(transactions);
  const rows = new Map<string, Row>();
  for (const transaction of transactions.filter(({ tdate }) => tdate <= last))
    for (const { posting, amount } of amountsIn(transaction)) {
      const { commodity, quantity } = atCost(amount);
      const { paccount: account } = posting;
      const key = JSON.stringify([account, commodity]);
      const code = accountTags.get(account)?.code;
      const emptyTotals = { opening: new Big(0), debit: new Big(0), credit: new Big(0) };
      const row = rows.get(key) ?? { account, commodity, code, ...emptyTotals };
      rows.set(key, row);
      if (transaction.tdate < start) row.opening = row.opening.plus(quantity);
      else if (quantity.lt(0)) row.credit = row.credit.minus(quantity);
      else row.debit = row.debit.plus(quantity);
    }
  return [...rows.values()];
}

export const trialBalance = {
  "trialBalance.list": yearBalances<Row>({
    read: async (session, first) => rowsOf(await readTransactions(session), first),
    map: entry,
    number: ({ code }) => code,
    raw: ({ account, commodity }) => ({ account, commodity }),
    rules: [
      wholeRule,
      "Kontor adds up the journal: one row for each account and commodity. Purchases with a price count at cost.",
      "hledger does not close fiscal years: balances of revenue and expense accounts carry over unless an entry closes them.",
    ],
  }),
};
