/** Entries that were written by hand. What documents post is in the ledger's reports only. */
import type { JournalEntryInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import { amounts, values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { allAs, as, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { addFiles, filesOf } from "./attachments.ts";
import { fromDay, quoted, resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import { type PostingInput, postingEncoders, postingFields } from "./postings.ts";
import type { Line, Transaction } from "./types.ts";

const detail = "JournalEntryLineDetail";
const sides = vocabulary({ Debit: "DEBIT", Credit: "CREDIT" });
const entityOf = (type: string) => (line: Line) => {
  const { Entity } = line[detail] ?? {};
  return Entity?.Type === type ? fields.refOf(Entity.EntityRef) : undefined;
};

const line = mapping<JournalLineItem, Line>({
  ...postingFields,
  ...amounts({ totalTaxAmount: `${detail}.TaxAmount` }),
  customerId: entityOf("Customer"),
  debitCreditIndicator: sides.read((native) => native[detail]?.PostingType),
  supplierId: entityOf("Vendor"),
});

const texts = { description: "PrivateNote", number: "DocNumber" } as const;
const journalEntry = mapping<JournalEntry, Transaction>({
  ...fields.posted,
  ...values(texts),
  isProvisional: () => false,
  journalLineItems: each(line, ({ Line }) => Line?.filter(({ DetailType }) => DetailType === detail)),
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
  ...fields.postedAs,
  ...allAs(as, texts),
  journalLineItems: listAs("Line", lineEncoder),
});

const { list, get, create } = resource("JournalEntry", "journalEntryId", journalEntry);

export const journalEntries = {
  ...named("journalEntries", {
    list: list({
      filters: {
        fiscalYearStartDate: (day) => `TxnDate >= ${quoted(day)} and TxnDate <= ${quoted(lastDayOfYear(day))}`,
        transactionDateFrom: fromDay("TxnDate"),
      },
      rules: [
        "Only entries that were written by hand: what invoices, bills and payments post, QuickBooks shows in reports alone (trialBalance).",
      ],
    }),
    get: get(),
    create: create({
      encoder: entryEncoder,
      afterwards: ({ Id }, call, session) => addFiles("JournalEntry", Id, call, session),
      requires: ["journalLineItems"],
      rules: ["Entries are posted at once. A line on receivables needs a customerId, one on payables a supplierId."],
    }),
  }),
  ...named("journalEntries.attachments", filesOf("JournalEntry", "journalEntryId")),
};
