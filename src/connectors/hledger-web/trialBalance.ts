import { Big } from "big.js";
import type { Day } from "../../contract/parameters.ts";
import type { Balance, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { inMemory } from "../../kit/inMemory.ts";
import { mapping, one } from "../../kit/mapping.ts";
import { bySign } from "../../kit/money.ts";
import { taggedAccounts } from "./accounts.ts";
import { amountsIn, atCost } from "./amounts.ts";
import { readTransactions, wholeRule } from "./books.ts";
import type { Transaction } from "./types.ts";

/** One commodity of one account. */
interface Row {
  readonly account: string;
  readonly commodity: string;
  readonly code: string | undefined;
  opening: Big;
  debit: Big;
  credit: Big;
}

const side = mapping<Balance, Big>({
  amount: (signed) => bySign(signed.toFixed())?.amount,
  debitCreditIndicator: (signed) => bySign(signed.toFixed())?.debitCreditIndicator,
});

const entry = mapping<TrialBalanceEntry, Row>({
  accountCode: ({ code }) => code,
  accountName: ({ account, commodity }) => `${account} (${commodity})`,
  accountNumber: ({ code }) => code,
  balance: one(side, ({ opening, debit, credit }) => opening.plus(debit).minus(credit)),
  openingBalance: one(side, ({ opening }) => opening),
  totalCreditAmount: ({ credit }) => credit.toNumber(),
  totalDebitAmount: ({ debit }) => debit.toNumber(),
});

function rowsOf(transactions: readonly Transaction[], start: Day): readonly Row[] {
  const last = lastDayOfYear(start);
  const tagged = taggedAccounts(transactions);
  const rows = new Map<string, Row>();
  for (const transaction of transactions.filter(({ tdate }) => tdate <= last))
    for (const { posting, amount } of amountsIn(transaction)) {
      const { commodity, quantity } = atCost(amount);
      const name = JSON.stringify([posting.paccount, commodity]);
      const code = tagged.get(posting.paccount)?.code;
      const none = { opening: new Big(0), debit: new Big(0), credit: new Big(0) };
      const row = rows.get(name) ?? { account: posting.paccount, commodity, code, ...none };
      rows.set(name, row);
      if (transaction.tdate < start) row.opening = row.opening.plus(quantity);
      else if (quantity.lt(0)) row.credit = row.credit.minus(quantity);
      else row.debit = row.debit.plus(quantity);
    }
  return [...rows.values()];
}

export const trialBalance = {
  "trialBalance.list": {
    ...inMemory<TrialBalanceEntry, Row>({
      read: async (session: Session, { filters: { fiscalYearStartDate = "" } }) =>
        rowsOf(await readTransactions(session), fiscalYearStartDate),
      map: entry,
      filters: {
        // What is read was made for it.
        fiscalYearStartDate: () => true,
        accountCode: ({ code }, wanted) => code === wanted,
        accountNumber: ({ code }, wanted) => code === wanted,
      },
      raw: ({ account, commodity }) => ({ account, commodity }),
      rules: [
        wholeRule,
        "A row for each commodity of an account, added up here from the journal; what was bought at a price counts as what was paid.",
        "The vendor closes no years: balances of revenues and expenses go on from one to the next unless an entry ends them.",
      ],
    }),
    requires: ["fiscalYearStartDate"] as const,
  },
};
