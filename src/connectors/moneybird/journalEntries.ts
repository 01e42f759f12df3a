import type { Call, WriteCall } from "../../contract/connector.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, elsewhere, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { balance, decimal } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { documents } from "./changes.ts";
import { identity, lineDimensions, stamps } from "./fields.ts";
import { attach, attachmentOf, attachmentsOf, withFiles } from "./files.ts";
import { toldLine } from "./lines.ts";
import type { JournalDocument, JournalDocumentEntry } from "./vendorDocuments.ts";

const journalLine = mapping<JournalLineItem, JournalDocumentEntry>({
  ...stamps,
  ...lineDimensions,
  id: ({ id }) => id,
  accountId: (entry) => entry.ledger_account_id,
  debitCreditIndicator: ({ debit, credit }) => balance(debit, credit).debitCreditIndicator,
  description: ({ description }) => description,
  totalNetAmount: ({ debit, credit }) => balance(debit, credit).amount,
});

export const journalEntry = mapping<JournalEntry, JournalDocument>({
  ...identity,
  ...stamps,
  description: ({ reference }) => reference,
  files: ({ attachments }) => (attachments?.length ? attachments.map(({ id }) => id) : undefined),
  isProvisional: () => false,
  journalLineItems: each(journalLine, (document) => document.general_journal_document_entries),
  recordType: vocabulary({ fiscal_year_ending: "CLOSING", none: "STANDARD" }).read(
    (document) => document.journal_type ?? "none",
  ),
  transactionDate: ({ date }) => accountingDay(date),
  version: ({ version }) => version?.toString(),
});

const amountAs = (value: number, { debitCreditIndicator: side }: JournalLineItemInput): object =>
  side === "CREDIT" ? { debit: "0", credit: decimal(value) } : { debit: decimal(value), credit: "0" };

const told = encoder<JournalLineItemInput>({
  accountId: toldLine.accountId,
  // Said together with the amount.
  debitCreditIndicator: elsewhere,
  description: toldLine.description,
  dimensions: Object.assign((values: readonly Dimension[]) => toldLine.dimensions(values), {
    writableFields: toldLine.dimensions.writableFields,
  }),
  totalNetAmount: amountAs,
});

const linesAs = Object.assign(
  (lines: readonly JournalLineItemInput[]) => ({
    general_journal_document_entries_attributes: lines.map((line, index) => ({ ...told(line), row_order: index + 1 })),
  }),
  { writableFields: told.writableFields },
);

const folder = "/documents/general_journal_documents";
const owner = ({ ids }: Call): string => path`/documents/general_journal_documents/${ids["journalEntryId"]}`;

export const journalEntries = {
  "journalEntries.list": documents({
    resource: folder,
    map: journalEntry,
    from: "transactionDateFrom",
    byYear: true,
    rules: ["Only general journal documents: what invoices, receipts and the bank post is not handed out as entries."],
  }),
  "journalEntries.get": get({ path: (call: Call) => `${owner(call)}.json`, map: journalEntry }),
  "journalEntries.create": write({
    method: "POST",
    path: `${folder}.json`,
    encoder: encoder<JournalEntryInput>({
      description: as("reference"),
      journalLineItems: linesAs,
      transactionDate: dayAs("date"),
    }),
    map: journalEntry,
    within: "general_journal_document",
    afterwards: (native: JournalDocument, { files }: WriteCall<JournalEntryInput>, session: Session) =>
      withFiles({ native, folder, files }, session),
    requires: ["description", "transactionDate", "journalLineItems"],
  }),
  "journalEntries.attachments.list": attachmentsOf(owner),
  "journalEntries.attachments.get": attachmentOf(owner),
  "journalEntries.attachments.create": attach(owner),
};
