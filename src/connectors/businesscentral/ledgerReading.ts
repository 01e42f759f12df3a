import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Dimension, JournalEntry as JournalEntryRecord, JournalLineItem } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { balance } from "../../kit/money.ts";
import { groupsOf } from "../../kit/paging.ts";
import { listing } from "../../kit/reading.ts";
import { byBoth, byDocument, type Entries, isSameDocument } from "./byDocument.ts";
import { at, fromDay, isOneOf, list, modified, quoted } from "./conventions.ts";
import { day, guid, identity, loud, updated } from "./fields.ts";
import type { Page } from "./types.ts";
import type { DimensionSetLine, GeneralLedgerEntry } from "./vendorLedger.ts";
import { yearFrom } from "./years.ts";

const dimension = mapping<Dimension, DimensionSetLine>({
  id: (line) => guid(line.valueId),
  categoryName: (line) => line.displayName,
  code: (line) => line.valueCode,
  name: (line) => line.valueDisplayName,
});

/** A reversal may stand on its own side with a minus. */
const side = (entry: GeneralLedgerEntry) => balance(entry.debitAmount, entry.creditAmount);

const line = mapping<JournalLineItem, GeneralLedgerEntry>({
  ...identity,
  ...updated,
  accountCode: (entry) => entry.accountNumber,
  accountId: (entry) => guid(entry.accountId),
  accountNumber: ({ accountNumber }) =>
    /^[1-9]\d{0,14}$/.test(accountNumber ?? "") ? Number(accountNumber) : undefined,
  debitCreditIndicator: (entry) => side(entry).debitCreditIndicator,
  description: ({ description }) => description,
  dimensions: each(dimension, (entry) => entry.dimensionSetLines),
  documentNumber: (entry) => entry.documentNumber,
  totalNetAmount: (entry) => side(entry).amount,
});

const lastChange = (entries: Entries): string | undefined =>
  entries.map((entry) => updated.updatedDate(entry) ?? "").reduce((one, other) => (one > other ? one : other), "");

/** Named by its first entry. The ledger has only what was posted. */
export const journalEntry = mapping<JournalEntryRecord, Entries>({
  id: ([first]) => first?.id ?? "",
  description: ([first]) => first?.description,
  isProvisional: () => false,
  journalLineItems: each(line, (entries) => entries),
  journalType: (entries) => entries.map(({ documentType }) => loud(documentType)).find((type) => type !== undefined),
  number: ([first]) => first?.documentNumber,
  transactionDate: ([first]) => day(first?.postingDate),
  updatedDate: lastChange,
});

const set = "generalLedgerEntries";
const expand = "dimensionSetLines";
export const entryAt = at(set, "journalEntryId");

const readEntries = async (session: Session, filter: string): Promise<Entries> =>
  ((await session.read(`/${set}`, { $filter: filter, ...byBoth, $expand: expand })) as Page).value as Entries;

/** All entries of the documents that these are of. Numbers may be used again: those of other days are not wanted. */
export async function whole(session: Session, some: readonly Entries[]): Promise<Entries[]> {
  const firsts = some.flatMap(([first]) => first ?? []);
  const numbers = [...new Set(firsts.map(({ documentNumber }) => quoted(documentNumber)))];
  const days = firsts.map(({ postingDate }) => postingDate).toSorted();
  const within = `postingDate ge ${days[0]} and postingDate le ${days.at(-1)}`;
  const all: Entries[] = [];
  for (const condition of isOneOf("documentNumber", numbers))
    all.push(...groupsOf(await readEntries(session, `${condition} and ${within}`), isSameDocument));
  return firsts
    .map((wanted) => all.find(([first]) => first !== undefined && isSameDocument(first, wanted)))
    .filter((found) => found !== undefined);
}

export const ofDocument = async (session: Session, entry: Pick<GeneralLedgerEntry, "postingDate" | "documentNumber">) =>
  readEntries(session, `postingDate eq ${entry.postingDate} and documentNumber eq ${quoted(entry.documentNumber)}`);

const listed = list(set, {
  map: journalEntry,
  expand,
  query: { ...byBoth, $count: undefined },
  paging: byDocument,
  filters: {
    ...modified,
    transactionDateFrom: fromDay("postingDate"),
    fiscalYearStartDate: yearFrom("postingDate"),
  },
  rules: ["A journal entry is what was posted on one day under one document number."],
});

/** Of a document that changed only some entries did. */
export const listEntries: ListHandler<JournalEntryRecord> = {
  ...listed,
  list: async (call, session) => {
    const found = await listed.list(call, session);
    if (call.filters.lastModifiedAt === undefined) return found;
    return { ...found, ...listing(journalEntry, await whole(session, found.raw as readonly Entries[])) };
  },
};

export const getEntry: GetHandler<JournalEntryRecord> = {
  fields: journalEntry.fields,
  get: async (call, session) => {
    const entry = (await session.read(entryAt(call))) as GeneralLedgerEntry;
    const entries = await ofDocument(session, entry);
    if (entries.length === 0) throw new Failure("not_found", "There is no journal entry with this id.");
    return { record: journalEntry(entries), raw: entries };
  },
};
