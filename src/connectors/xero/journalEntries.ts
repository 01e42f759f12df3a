import type { Call, GetHandler } from "../../contract/connector.ts";
import type { JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { amount, bySign, type Decimal } from "../../kit/money.ts";
import { byCursor } from "../../kit/paging.ts";
import { path } from "../../kit/path.ts";
import { ifFound, lists, noRecord } from "../../kit/reading.ts";
import { attachmentFile, attachmentList, upload } from "./attachments.ts";
import { modified, recordsIn } from "./conventions.ts";
import { dimension } from "./fields.ts";
import { createManual, manualEntry } from "./manualJournals.ts";
import type { Envelope } from "./types.ts";
import type { Journal, JournalLine, ManualJournal } from "./vendorLedger.ts";

const taxRate = mapping<TaxRate, JournalLine>({ code: (line) => line.TaxType, name: (line) => line.TaxName });

/** On the side of the line: what a credit is credited with is an amount, not a debt. */
const onItsSide = (value: Decimal, { NetAmount }: JournalLine): number | undefined => {
  const read = amount(value);
  return read !== undefined && bySign(NetAmount)?.debitCreditIndicator === "CREDIT" ? 0 - read : read;
};

const line = mapping<JournalLineItem, JournalLine>({
  id: (line) => line.JournalLineID,
  accountCode: (line) => line.AccountCode,
  accountId: (line) => line.AccountID,
  debitCreditIndicator: (line) => bySign(line.NetAmount)?.debitCreditIndicator,
  description: (line) => line.Description,
  dimensions: each(dimension, ({ TrackingCategories: all }) => (all?.length ? all : undefined)),
  taxRate: one(taxRate, (line) => (line.TaxType ? line : undefined)),
  totalGrossAmount: (line) => onItsSide(line.GrossAmount, line),
  totalNetAmount: (line) => onItsSide(line.NetAmount, line),
  totalTaxAmount: (line) => onItsSide(line.TaxAmount, line),
});

/** A journal is never changed: what is corrected is posted again the other way round. */
const journalEntry = mapping<JournalEntry, Journal>({
  id: (journal) => journal.JournalID,
  createdDate: (journal) => microsoftInstant(journal.CreatedDateUTC),
  description: (journal) => journal.Reference,
  documentId: (journal) => journal.SourceID,
  isProvisional: () => false,
  journalLineItems: each(line, (journal) => journal.JournalLines),
  journalType: (journal) => journal.SourceType,
  number: (journal) => String(journal.JournalNumber),
  transactionDate: (journal) => microsoftDay(journal.JournalDate),
});

/** A hundred at a time, by their numbers, which have gaps. */
const journalsPerCall = 100;
const journalsIn = (body: Envelope): readonly Journal[] => recordsIn(body, "Journals");
const byNumber = byCursor({
  records: journalsIn,
  after: (number) => ({ offset: number }),
  next: (body: Envelope) => {
    const journals = journalsIn(body);
    return journals.length < journalsPerCall ? undefined : journals.at(-1)?.JournalNumber.toString();
  },
});

/** A single journal does not say what it came from; in the list it does. */
async function journalOrDraft(id: string | undefined, session: Session): Promise<Journal | ManualJournal> {
  const alone = await ifFound(session.read(path`/Journals/${id}`));
  const [found] = recordsIn(alone, "Journals");
  if (found === undefined) return manualJournal(id, session);
  if (found.SourceType) return found;
  const listed = (await session.read("/Journals", { offset: found.JournalNumber - 1 })) as Envelope;
  return journalsIn(listed).find(({ JournalID }) => JournalID === found.JournalID) ?? found;
}

async function manualJournal(id: string | null | undefined, session: Session): Promise<ManualJournal> {
  const body = await session.read(path`/ManualJournals/${id ?? undefined}`);
  const [found] = recordsIn(body, "ManualJournals");
  if (found === undefined) throw noRecord();
  return found;
}

/** What a manual journal is about is not in the ledger, but with the journal as it was written. */
const getEntry: GetHandler<JournalEntry> = {
  fields: journalEntry.fields,
  get: async ({ ids }, session) => {
    const raw = await journalOrDraft(ids["journalEntryId"], session);
    if ("ManualJournalID" in raw) return { record: manualEntry(raw), raw };
    const record = journalEntry(raw);
    if (raw.SourceType !== "MANJOURNAL") return { record, raw };
    const { Narration } = await manualJournal(raw.SourceID, session);
    return { record: { ...record, ...(Narration && { description: Narration }) }, raw };
  },
};

/** Files hang on what was posted, not on its journal. */
const sources: Readonly<Record<string, string>> = {
  ACCREC: "Invoices",
  ACCPAY: "Invoices",
  ACCRECCREDIT: "CreditNotes",
  ACCPAYCREDIT: "CreditNotes",
  CASHREC: "BankTransactions",
  CASHPAID: "BankTransactions",
  MANJOURNAL: "ManualJournals",
  TRANSFER: "BankTransfers",
};

async function sourceOf({ ids }: Call, session: Session): Promise<string | undefined> {
  const found = await journalOrDraft(ids["journalEntryId"], session);
  if ("ManualJournalID" in found) return path`/ManualJournals/${found.ManualJournalID}`;
  const collection = sources[found.SourceType ?? ""];
  return collection && found.SourceID ? path`/${collection}/${found.SourceID}` : undefined;
}

export const journalEntries = {
  "journalEntries.list": lists({ paging: byNumber })({ path: "/Journals", map: journalEntry, headers: modified }),
  "journalEntries.get": getEntry,
  "journalEntries.create": createManual(journalEntry),
  "journalEntries.attachments.list": attachmentList(sourceOf),
  "journalEntries.attachments.get": file(attachmentFile(sourceOf, "attachmentId")),
  "journalEntries.attachments.create": upload(sourceOf),
};
