import {
  type OpenItemEntry as OpenItemEntryRecord,
  OpenItem as OpenItemRecord,
} from "../../contract/records/ledger.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { fiscalYear, list, modified, oneOf, spell } from "./conventions.ts";
import { identity, netAmount, netBalance, stamps } from "./fields.ts";
import type { OpenItem, OpenItemEntry } from "./vendorLedger.ts";

const typeOf = oneOf(OpenItemRecord.properties.type);

const entry = mapping<OpenItemEntryRecord, OpenItemEntry>({
  ...netAmount,
  currency: ({ currency }) => currency,
  description: ({ description }) => description,
  dueDate: (entry) => accountingDay(entry.due_date),
  postingDate: (entry) => accountingDay(entry.posting_date),
});

export const openItem = mapping<OpenItemRecord, OpenItem>({
  ...identity,
  ...stamps,
  accountId: (item) => item.account_id,
  accountName: (item) => item.account_name,
  accountNumber: (item) => item.account_number,
  currency: ({ currency }) => currency,
  documentNumber: (item) => item.document_number,
  entries: each(entry, (item) => item.entries),
  openBalance: one(netBalance, (item) => ({ debit: item.open_debit, credit: item.open_credit })),
  postingDate: (item) => accountingDay(item.posting_date),
  totalCreditAmount: (item) => amount(item.total_credit),
  totalDebitAmount: (item) => amount(item.total_debit),
  type: ({ type }) => typeOf(type),
});

export const openItems = {
  "openItems.list": list({
    path: "/open-items",
    map: openItem,
    filters: {
      ...modified,
      fiscalYear: fiscalYear.fiscalYear,
      accountNumber: (number) => ({ account_number: number }),
      documentNumber: (number) => ({ document_number: number }),
      type: (type) => ({ type: spell(type) }),
    },
  }),
};
