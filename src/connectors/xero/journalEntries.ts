/** The ledger's journals. Those that are written by hand are manual journals first, with ids of their own. */
import type { Call } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalEntryInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { as, dayAs, encoder, listAs, numberAs } from "../../kit/encode.ts";
import { byCursor } from "../../kit/lists/paging.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, ifFound, lists, noRecord } from "../../kit/reading.ts";
import { addFiles, attachmentFile, attachmentList, upload } from "./attachments.ts";
import { create, isGone, modified, readOne, recordsIn } from "./conventions.ts";
import { postingEncoder } from "./fields.ts";
import { hasTaxInIt, postingFields, postingOf } from "./lines.ts";
import type { Journal, JournalLine, ManualJournal } from "./types.ts";

/** What is in the ledger, and what was written by hand: a draft has no journal yet, most journals have no manual one. */
interface Entry {
  readonly journal?: Journal | undefined;
  readonly manual?: ManualJournal | undefined;
}

const taxRate = mapping<TaxRate, JournalLine>({ code: (line) => line.TaxType, name: (line) => line.TaxName });

const line = mapping<JournalLineItem, JournalLine>({
  ...postingFields,
  taxRate: one(taxRate, (line) => (line.TaxType ? line : undefined)),
});

/** The ledger will have a line for all taxes besides. */
const linesOf = (manual: ManualJournal | undefined): readonly JournalLine[] | undefined =>
  manual?.JournalLines?.map((line) => postingOf({ line, hasTaxInIt: hasTaxInIt(manual) }));

/** A journal is never changed: what is corrected is posted again the other way round. */
const entry = mapping<JournalEntry, Entry>({
  id: ({ journal, manual }) => journal?.JournalID ?? manual?.ManualJournalID ?? "",
  createdDate: ({ journal }) => microsoftInstant(journal?.CreatedDateUTC),
  /** What a manual journal is about is not in the ledger, but with the journal as it was written. */
  description: ({ journal, manual }) => manual?.Narration || journal?.Reference,
  documentId: ({ journal }) => journal?.SourceID,
  isProvisional: ({ journal, manual }) => journal === undefined && manual?.Status === "DRAFT",
  journalLineItems: each(line, ({ journal, manual }) => (journal ? journal.JournalLines : linesOf(manual))),
  journalType: ({ journal }) => (journal === undefined ? "MANJOURNAL" : journal.SourceType),
  number: ({ journal }) => journal?.JournalNumber.toString(),
  transactionDate: ({ journal, manual }) => microsoftDay(journal?.JournalDate ?? manual?.Date),
});

/** As the vendor has it. */
const shown = { map: entry, raw: ({ journal, manual }: Entry) => journal ?? manual };

/** A hundred at a time, by their numbers, which have gaps. */
const journalsPerCall = 100;
const byNumber = byCursor({
  records: (body: unknown) => recordsIn(body, "Journals").map((journal): Entry => ({ journal })),
  after: (number) => ({ offset: number }),
  next: (body: unknown) => {
    const journals = recordsIn(body, "Journals");
    return journals.length < journalsPerCall ? undefined : journals.at(-1)?.JournalNumber.toString();
  },
});

/** A single journal does not say what it came from; in the list it does. */
async function journalWithSource(id: string | undefined, session: Session): Promise<Journal | undefined> {
  const journal = await ifFound(readOne(session, "Journals", id));
  if (journal === undefined || journal.SourceType) return journal;
  const listed = recordsIn(await session.read("/Journals", { offset: journal.JournalNumber - 1 }), "Journals");
  return listed.find(({ JournalID }) => JournalID === journal.JournalID) ?? journal;
}

async function readEntry({ ids: { journalEntryId } }: Call, session: Session): Promise<Entry> {
  const journal = await journalWithSource(journalEntryId, session);
  if (journal !== undefined && journal.SourceType !== "MANJOURNAL") return { journal };
  const manual = await readOne(session, "ManualJournals", journal?.SourceID ?? journalEntryId);
  if (journal === undefined && isGone(manual)) throw noRecord();
  return { journal, manual };
}

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

async function sourceOf({ ids: { journalEntryId } }: Call, session: Session): Promise<string | undefined> {
  const journal = await journalWithSource(journalEntryId, session);
  if (journal === undefined) return manualAt(await readOne(session, "ManualJournals", journalEntryId));
  const collection = sources[journal.SourceType ?? ""];
  return collection && journal.SourceID ? path`/${collection}/${journal.SourceID}` : undefined;
}

const manualAt = ({ ManualJournalID }: ManualJournal): string => path`/ManualJournals/${ManualJournalID}`;

const journalEncoder = encoder<JournalEntryInput>(
  {
    description: as("Narration"),
    isProvisional: (isDraft) => ({ Status: isDraft ? "DRAFT" : "POSTED" }),
    journalLineItems: listAs("JournalLines", postingEncoder(numberAs("LineAmount"))),
    transactionDate: dayAs("Date"),
  },
  /** Without being asked for a draft, entries are posted. */
  ({ isProvisional = false, journalLineItems }) => ({
    Status: isProvisional ? "DRAFT" : "POSTED",
    LineAmountTypes: journalLineItems?.some(({ taxRate }) => taxRate?.code) ? "Exclusive" : "NoTax",
  }),
);

/** Among what was posted since then: journals cannot be asked for by what they came from. */
async function journalOf({ ManualJournalID, UpdatedDateUTC }: ManualJournal, session: Session) {
  const written = microsoftInstant(UpdatedDateUTC);
  const headers = written === undefined ? {} : modified.lastModifiedAt(new Date(written));
  for (let offset = 0; ; ) {
    const journals = recordsIn(await session.read("/Journals", { offset }, headers), "Journals");
    const found = journals.find(({ SourceID }) => SourceID === ManualJournalID);
    if (found !== undefined || journals.length === 0) return found;
    offset = journals.at(-1)?.JournalNumber ?? 0;
  }
}

/** Xero lets not every app read the ledger; the entry is made all the same. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== "target_forbidden") throw error;
}

export const journalEntries = {
  "journalEntries.list": lists({ paging: byNumber })({ ...shown, path: "/Journals", headers: modified }),
  "journalEntries.get": get({ ...shown, read: readEntry }),
  "journalEntries.create": create<JournalEntryInput, JournalEntry, Entry>("ManualJournals", {
    ...shown,
    encoder: journalEncoder,
    record: (reply: unknown) => recordsIn(reply, "ManualJournals").map((manual): Entry => ({ manual }))[0],
    afterwards: async (written, call, session) => {
      const { manual } = written;
      if (manual === undefined) return written;
      await addFiles(manualAt(manual), call, session);
      if (manual.Status !== "POSTED") return written;
      return { manual, journal: await journalOf(manual, session).catch(unreadable) };
    },
    requires: ["description", "journalLineItems"],
    rules: [
      "Entries are manual journals: posted, unless isProvisional asks for a draft, which journalEntries.list leaves out.",
    ],
  }),
  "journalEntries.attachments.list": attachmentList(sourceOf),
  "journalEntries.attachments.get": attachmentFile(sourceOf, "attachmentId"),
  "journalEntries.attachments.create": upload(sourceOf),
};
