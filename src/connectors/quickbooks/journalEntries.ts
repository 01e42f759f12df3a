/** Entries that were written by hand. What documents post is in the ledger's reports only. */

import type { JournalEntryInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { allAs, as, dayAs, encoder, nested } from "../../kit/encode.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { addFiles, filesOf } from "./attachments.ts";
import { create, fromDay, list, modified, quoted, single } from "./conventions.ts";
import * as fields from "./fields.ts";
import { codeOf, type PostingInput, postingEncoders, taxRate } from "./postings.ts";
import type { Line, LineDetail, Transaction } from "./types.ts";

const detail = "JournalEntryLineDetail";
const detailOf = (line: Line): LineDetail => line[detail] ?? {};
const sides = vocabulary({ Debit: "DEBIT", Credit: "CREDIT" });
const entityOf = (type: string) => (line: Line) => {
  const { Entity } = detailOf(line);
  return Entity?.Type === type ? fields.refOf(Entity.EntityRef) : undefined;
};

const line = mapping<JournalLineItem, Line>({
  ...values({ id: "Id", description: "Description" }),
  accountId: (native) => fields.refOf(detailOf(native).AccountRef),
  customerId: entityOf("Customer"),
  debitCreditIndicator: sides.read((native) => detailOf(native).PostingType),
  dimensions: fields.dimensions(detailOf),
  supplierId: entityOf("Vendor"),
  taxRate: one(taxRate, (native) => codeOf(detailOf(native))),
  totalNetAmount: ({ Amount }) => amount(Amount),
  totalTaxAmount: (native) => amount(detailOf(native).TaxAmount),
});

const journalEntry = mapping<JournalEntry, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  currency: fields.currencyOf,
  ...values({ description: "PrivateNote", number: "DocNumber" }),
  exchangeRate: (entry) => fields.rateOf(entry)?.toString(),
  isProvisional: () => false,
  journalLineItems: each(line, ({ Line }) => Line?.filter(({ DetailType }) => DetailType === detail)),
  transactionDate: fields.issuedOn,
});

const entityAs = (type: string) => (value: string) => ({ [detail]: { Entity: { Type: type, EntityRef: { value } } } });

const lineEncoder = encoder<PostingInput>(
  {
    ...postingEncoders(detail),
    customerId: entityAs("Customer"),
    debitCreditIndicator: sides.as(detail, "PostingType"),
    dimensions: fields.dimensionsAs(detail, ["Class", "Department"]),
    supplierId: entityAs("Vendor"),
  },
  () => ({ DetailType: detail }),
);

const entryEncoder = encoder<JournalEntryInput>({
  currency: fields.refAs("CurrencyRef"),
  ...allAs(as, { description: "PrivateNote", number: "DocNumber" }),
  exchangeRate: fields.rateAs,
  journalLineItems: nested(lineEncoder, (lines: readonly PostingInput[], _input: unknown, field) => ({
    Line: lines.map((each) => lineEncoder(each, field)),
  })),
  transactionDate: dayAs("TxnDate"),
});

export const journalEntries = {
  "journalEntries.list": list("JournalEntry", {
    map: journalEntry,
    filters: {
      ...modified,
      fiscalYearStartDate: (day) => `TxnDate >= ${quoted(day)} and TxnDate <= ${quoted(lastDayOfYear(day))}`,
      transactionDateFrom: fromDay("TxnDate"),
    },
    rules: [
      "Only entries that were written by hand: what invoices, bills and payments post, QuickBooks shows in reports alone (trialBalance).",
    ],
  }),
  "journalEntries.get": single("JournalEntry", { id: "journalEntryId", map: journalEntry }),
  "journalEntries.create": create("JournalEntry", {
    encoder: entryEncoder,
    afterwards: ({ Id }, call, session) => addFiles("JournalEntry", Id, call, session),
    map: journalEntry,
    requires: ["journalLineItems"],
    rules: ["Entries are posted at once. A line on receivables needs a customerId, one on payables a supplierId."],
  }),
  ...named("journalEntries.attachments", filesOf("JournalEntry", "journalEntryId")),
};
