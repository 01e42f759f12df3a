/** What ledgers of all vendors come to: sides, and a year's balances of accounts. */

import type { ListHandler } from "../contract/connector.ts";
import type { TrialBalanceEntry } from "../contract/records/ledger.ts";
import type { Session } from "../contract/session.ts";
import { values } from "./columns.ts";
import { type InMemoryDescription, inMemory } from "./lists/inMemory.ts";
import { mapping, one } from "./mapping.ts";
import type { Side } from "./money.ts";

const side = mapping<Side, Side>(values({ amount: "amount", debitCreditIndicator: "debitCreditIndicator" }));

/** An amount and its side, for mappings: `balance: sideOf((entry) => bySign(entry.closing))`. */
export const sideOf = <Native>(pick: (native: Native) => Side | undefined) => one(side, pick);

interface Year<Entry> extends Omit<InMemoryDescription<TrialBalanceEntry, Entry>, "read" | "filters" | "orders"> {
  /** All accounts of the year that begins on this day. */
  readonly read: (session: Session, first: string) => Promise<readonly Entry[]>;
  /** What of an entry the filters mean; its number is its code with most vendors. */
  readonly number: (entry: Entry) => string | null | undefined;
}

/** A trial balance that is read whole: `yearBalances({ read, map: entry, number: ({ code }) => code, rules })`. */
export const yearBalances = <Entry>({ read, number, ...described }: Year<Entry>): ListHandler<TrialBalanceEntry> => ({
  ...inMemory<TrialBalanceEntry, Entry>({
    ...described,
    read: (session, { filters: { fiscalYearStartDate = "" } }) => read(session, fiscalYearStartDate),
    filters: {
      // What is read was made for it.
      fiscalYearStartDate: () => true,
      ...("accountCode" in described.map.fields && {
        accountCode: (entry: Entry, wanted: string) => number(entry) === wanted,
      }),
      accountNumber: (entry, wanted) => number(entry) === wanted,
    },
  }),
  requires: ["fiscalYearStartDate"],
});
