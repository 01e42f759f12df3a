/** Debit and credit sides, and the trial balance of a fiscal year. */

import type { ListHandler } from "../contract/connector.ts";
import type { TrialBalanceEntry } from "../contract/records/ledger.ts";
import type { Session } from "../contract/session.ts";
import { values } from "./columns.ts";
import { type InMemoryDescription, inMemory } from "./lists/inMemory.ts";
import { mapping, nestedRecord } from "./mapping.ts";
import type { Side } from "./money.ts";

const side = mapping<Side, Side>(values({ amount: "amount", debitCreditIndicator: "debitCreditIndicator" }));

/** An amount and its side, for mappings: `balance: sideOf((entry) => bySign(entry.closing))`. */
export const sideOf = <Native>(pick: (native: Native) => Side | undefined) => nestedRecord(side, pick);

interface Year<Entry> extends Omit<InMemoryDescription<TrialBalanceEntry, Entry>, "read" | "filters" | "orders"> {
  /** All accounts of the fiscal year that starts on this day. */
  readonly read: (session: Session, first: string) => Promise<readonly Entry[]>;
  /** The account number that the filters compare; most vendors use it as the code too. */
  readonly number: (entry: Entry) => string | null | undefined;
}

/** A trial balance that is read in one piece: `yearBalances({ read, map: entry, number: ({ code }) => code })`. */
export const yearBalances = <Entry>({ read, number, ...described }: Year<Entry>): ListHandler<TrialBalanceEntry> => ({
  ...inMemory<TrialBalanceEntry, Entry>({
    ...described,
    read: (session, { filters: { fiscalYearStartDate = "" } }) => read(session, fiscalYearStartDate),
    filters: {
      // `read` has applied it already.
      fiscalYearStartDate: () => true,
      ...("accountCode" in described.map.fields && {
        accountCode: (entry: Entry, wanted: string) => number(entry) === wanted,
      }),
      accountNumber: (entry, wanted) => number(entry) === wanted,
    },
  }),
  requires: ["fiscalYearStartDate"],
});
