import * as records from "../../src/contract/records/ledger.ts";
import { accountingDay, instant } from "../../src/kit/dates.ts";
import { mapping, nestedList } from "../../src/kit/mapping.ts";
import { balance } from "../../src/kit/money.ts";
import { list, modified } from "./conventions.ts";
import type { Entry, Posting } from "./types.ts";

const line = mapping<records.JournalLineItem, Posting>({
  accountCode: ({ account }) => account,
  debitCreditIndicator: ({ debit, credit }) => balance(debit, credit).debitCreditIndicator,
  description: ({ text }) => text,
  totalNetAmount: ({ debit, credit }) => balance(debit, credit).amount,
});

const entry = mapping<records.JournalEntry, Entry>({
  id: ({ id }) => id,
  description: ({ text }) => text,
  isProvisional: ({ draft }) => draft,
  journalLineItems: nestedList(line, ({ postings }) => postings),
  number: ({ number }) => number,
  transactionDate: ({ date }) => accountingDay(date),
  updatedDate: (entry) => instant(entry.updated_at),
});

export const journalEntries = {
  "journalEntries.list": list({
    path: "/entries",
    map: entry,
    filters: {
      ...modified,
      transactionDateFrom: (day) => ({ from: day }),
    },
  }),
};
