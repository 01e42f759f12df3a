/** The ledger's journals. Manual journals are separate records with ids of their own; posting one adds a journal. */
import type { Call } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { dayAs, encoder, fieldAs, nested, numberAs } from "../../kit/encode.ts";
import { byCursor } from "../../kit/lists/paging.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { anyIndex } from "../../kit/origins.ts";
import { path } from "../../kit/path.ts";
import { get, lists, noRecord, undefinedIfMissing } from "../../kit/reading.ts";
import { addFiles, attachmentFile, attachmentList, upload } from "./attachments.ts";
import { create, isGone, modified, readOne, recordsIn } from "./conventions.ts";
import { postingEncoder } from "./fields.ts";
import { includesTax, postingFields, postingOf } from "./lines.ts";
import type { Journal, JournalLine, ManualJournal } from "./types.ts";

/** A journal, the manual journal that it came from, or both: a draft has no journal yet, most journals come from documents. */
interface Entry {
  readonly journal?: Journal | undefined;
  readonly manual?: ManualJournal | undefined;
}

const taxRate = mapping<TaxRate, JournalLine>({ code: (line) => line.TaxType, name: (line) => line.TaxName });

/** Tax is a line of its own, so that lines have nothing but what was posted to their account. */
const { totalGrossAmount: _gross, totalTaxAmount: _tax, ...lineFields } = postingFields;
const line = mapping<JournalLineItem, JournalLine>({
  ...lineFields,
  taxRate: nestedRecord(taxRate, (line) => (line.TaxType ? line : undefined)),
});

/** The ledger adds the tax on posting. Until then, a draft has it in its lines. */
const linesOf = (manual: ManualJournal | undefined): readonly JournalLine[] | undefined =>
  manual?.JournalLines?.flatMap((manualLine): JournalLine[] => {
    const posting = postingOf({ line: manualLine, includesTax: includesTax(manual) });
    const { TaxAmount, TaxType } = posting;
    if ((amount(TaxAmount) ?? 0) === 0) return [posting];
    return [posting, { NetAmount: TaxAmount, ...(TaxType && { TaxType }) }];
  });

/** Journals are never changed: a correction is posted as a reversal. */
const entry = mapping<JournalEntry, Entry>({
  id: ({ journal, manual }) => journal?.JournalID ?? manual?.ManualJournalID ?? "",
  createdDate: ({ journal }) => microsoftInstant(journal?.CreatedDateUTC),
  // The ledger does not have the narration of a manual journal.
  description: ({ journal, manual }) => manual?.Narration || journal?.Reference,
  documentId: ({ journal }) => journal?.SourceID,
  isProvisional: ({ journal, manual }) => journal === undefined && manual?.Status === "DRAFT",
  journalLineItems: nestedList(line, ({ journal, manual }) => (journal ? journal.JournalLines : linesOf(manual))),
  journalType: ({ journal }) => (journal === undefined ? "MANJOURNAL" : journal.SourceType),
  number: ({ journal }) => journal?.JournalNumber.toString(),
  transactionDate: ({ journal, manual }) => microsoftDay(journal?.JournalDate ?? manual?.Date),
});

const reading = { map: entry, raw: ({ journal, manual }: Entry) => journal ?? manual };

/** A hundred at a time, after a journal number. Numbers have gaps. */
const journalsPerCall = 100;
const byNumber = byCursor({
  records: (body: unknown) => recordsIn(body, "Journals").map((journal): Entry => ({ journal })),
  after: (number) => ({ offset: number }),
  next: (body: unknown) => {
    const journals = recordsIn(body, "Journals");
    return journals.length < journalsPerCall ? undefined : journals.at(-1)?.JournalNumber.toString();
  },
});

/** Only the list says what a journal came from, a single journal does not. */
async function journalWithSource(id: string | undefined, session: Session): Promise<Journal | undefined> {
  const journal = await undefinedIfMissing(readOne(session, "Journals", id));
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

/** Files are attached to the document that was posted, not to its journal. */
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

const hasTax = ({ taxRate }: JournalLineItemInput): boolean => taxRate?.code !== undefined;
const postingOfLine = postingEncoder(numberAs("LineAmount"));

/** In a taxed entry Xero would tax lines without a code by the default of their account. */
const linesAs = Object.assign(
  nested(postingOfLine, (lines: readonly JournalLineItemInput[], _input: unknown, field) => ({
    JournalLines: lines.map((entryLine) => ({
      ...postingOfLine(entryLine, field),
      ...(lines.some(hasTax) && !hasTax(entryLine) && { TaxType: "NONE" }),
    })),
  })),
  { path: ["JournalLines", anyIndex] },
);

const journalEncoder = encoder<JournalEntryInput>(
  {
    description: fieldAs("Narration"),
    isProvisional: (isDraft) => ({ Status: isDraft ? "DRAFT" : "POSTED" }),
    journalLineItems: linesAs,
    transactionDate: dayAs("Date"),
  },
  // Entries are posted by default.
  ({ isProvisional = false, journalLineItems }) => ({
    Status: isProvisional ? "DRAFT" : "POSTED",
    LineAmountTypes: journalLineItems?.some(hasTax) ? "Exclusive" : "NoTax",
  }),
);

/** Searches the journals posted since then: Xero cannot filter journals by their source. */
async function journalOf({ ManualJournalID, UpdatedDateUTC }: ManualJournal, session: Session) {
  const savedAt = microsoftInstant(UpdatedDateUTC);
  const headers = savedAt === undefined ? {} : modified.lastModifiedAt(new Date(savedAt));
  for (let offset = 0; ; ) {
    const journals = recordsIn(await session.read("/Journals", { offset }, headers), "Journals");
    const found = journals.find(({ SourceID }) => SourceID === ManualJournalID);
    if (found !== undefined || journals.length === 0) return found;
    offset = journals.at(-1)?.JournalNumber ?? 0;
  }
}

/** Xero does not let every app read journals. The entry is stored nevertheless. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== "target_forbidden") throw error;
}

export const journalEntries = {
  "journalEntries.list": lists({ paging: byNumber })({ ...reading, path: "/Journals", headers: modified }),
  "journalEntries.get": get({ ...reading, read: readEntry }),
  "journalEntries.create": create<JournalEntryInput, JournalEntry, Entry>("ManualJournals", {
    ...reading,
    encoder: journalEncoder,
    record: (reply: unknown) => recordsIn(reply, "ManualJournals").map((manual): Entry => ({ manual }))[0],
    afterwards: async (stored, call, session) => {
      const { manual } = stored;
      if (manual === undefined) return stored;
      await addFiles(manualAt(manual), call, session);
      if (manual.Status !== "POSTED") return stored;
      return { manual, journal: await journalOf(manual, session).catch(unreadable) };
    },
    requires: ["description", "journalLineItems"],
    rules: [
      "Entries are stored as manual journals. They are posted, or with isProvisional stored as drafts, which journalEntries.list leaves out.",
    ],
  }),
  "journalEntries.attachments.list": attachmentList(sourceOf),
  "journalEntries.attachments.get": attachmentFile(sourceOf, "attachmentId"),
  "journalEntries.attachments.create": upload(sourceOf),
};
