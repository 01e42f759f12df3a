import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import { encoder, nested, sentSeparately } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { balance, decimal } from "../../kit/money.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { attach, attachmentOf, attachmentsOf, withFiles } from "./attachments.ts";
import { resource } from "./conventions.ts";
import { documents } from "./documents.ts";
import { filesOf, identity, stamps } from "./fields.ts";
import { lineAccount, lineDescription, lineDimensions, projectAs } from "./lines.ts";
import type { JournalDocument, JournalDocumentEntry } from "./types.ts";

const journalLine = mapping<JournalLineItem, JournalDocumentEntry>({
  ...identity,
  ...stamps,
  ...lineAccount.reads,
  ...lineDescription.reads,
  ...lineDimensions,
  debitCreditIndicator: ({ debit, credit }) => balance(debit, credit).debitCreditIndicator,
  totalNetAmount: ({ debit, credit }) => balance(debit, credit).amount,
});

const entryFields = twoWay({
  description: plainValue("reference"),
  transactionDate: day("date"),
});

export const journalEntry = mapping<JournalEntry, JournalDocument>({
  ...identity,
  ...stamps,
  ...entryFields.reads,
  files: filesOf,
  isProvisional: () => false,
  journalLineItems: nestedList(journalLine, (document) => document.general_journal_document_entries),
  recordType: vocabulary({ fiscal_year_ending: "CLOSING", none: "STANDARD" }).read(
    (document) => document.journal_type ?? "none",
  ),
  version: ({ version }) => version?.toString(),
});

const lineEncoder = encoder<JournalLineItemInput>({
  ...lineAccount.writes,
  ...lineDescription.writes,
  // Sent with the amount.
  debitCreditIndicator: sentSeparately,
  dimensions: projectAs,
  totalNetAmount: (value, { debitCreditIndicator: side }) =>
    side === "CREDIT" ? { debit: "0", credit: decimal(value) } : { debit: decimal(value), credit: "0" },
});

const linesAs = nested(lineEncoder, (lines: readonly JournalLineItemInput[], _input: JournalEntryInput, field) => ({
  general_journal_document_entries_attributes: lines.map((line, index) => ({
    ...lineEncoder(line, field),
    row_order: index + 1,
  })),
}));

const folder = "/documents/general_journal_documents";
const owner = `${folder}/{journalEntryId}`;
const journals = resource(folder, "journalEntryId", { map: journalEntry, within: "general_journal_document" });

export const journalEntries = {
  "journalEntries.list": incomplete(
    "Only general journal documents are listed. Moneybird's API does not show the postings of invoices, receipts and bank transactions.",
    documents({
      resource: folder,
      map: journalEntry,
      from: "transactionDateFrom",
      byYear: true,
      rules: ["Moneybird's API does not show fiscal years: fiscalYearStartDate is the first day of any twelve months."],
    }),
  ),
  "journalEntries.get": journals.get(),
  "journalEntries.create": journals.create({
    encoder: encoder<JournalEntryInput>({
      ...entryFields.writes,
      journalLineItems: linesAs,
    }),
    afterwards: withFiles<JournalDocument>(folder),
    requires: ["description", "transactionDate", "journalLineItems"],
  }),
  "journalEntries.attachments.list": attachmentsOf(owner),
  "journalEntries.attachments.get": attachmentOf(owner),
  "journalEntries.attachments.create": attach(owner),
};
