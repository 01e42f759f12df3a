import type { Journal as JournalRecord } from "../../contract/records/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { list, loud, modified } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { Journal } from "./vendorLedger.ts";

const journal = mapping<JournalRecord, Journal>({
  ...identity,
  ...stamps,
  accountId: (journal) => journal.account_id,
  code: ({ code }) => code,
  currency: ({ currency }) => currency,
  description: ({ description }) => description,
  type: ({ type }) => loud(type),
});

export const journals = {
  "journals.list": list({ path: "/journals", map: journal, filters: modified }),
};
