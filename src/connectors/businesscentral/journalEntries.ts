import { createHash } from "node:crypto";
import type { ListCall, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry as JournalEntryRecord, JournalLineItem } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { as, type Encoded, elsewhere, encoder, invalid, nested } from "../../kit/encode.ts";
import { byGroups, groupsOf } from "../../kit/lists/paging.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, balance, decimal, sum } from "../../kit/money.ts";
import { get, listing } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { addAttachment, attach, attachment, attachments } from "./attachments.ts";
import * as conventions from "./conventions.ts";
import { day, dimension, guid, loud, optionName, quoted, stamped, updated } from "./fields.ts";
import type { DimensionSetLine, GeneralLedgerEntry, Journal, Numbered, Page } from "./types.ts";

/**
 * The ledger is handed out entry by entry. Those of one day under one document number are what we call a journal entry:
 * sorted by both they stand together.
 */
export type Entries = readonly GeneralLedgerEntry[];
const sorted = { $orderby: "postingDate,documentNumber,entryNumber" };
type DocumentName = Pick<GeneralLedgerEntry, "postingDate" | "documentNumber">;
const isSame = (one: DocumentName, other: DocumentName): boolean =>
  one.documentNumber === other.documentNumber && one.postingDate === other.postingDate;

const dimensionOfEntry = mapping<Dimension, DimensionSetLine>({ ...dimension, ...values({ code: "valueCode" }) });

/** A reversal may stand on its own side with a minus. */
const side = (entry: GeneralLedgerEntry) => balance(entry.debitAmount, entry.creditAmount);

const line = mapping<JournalLineItem, GeneralLedgerEntry>({
  ...stamped,
  ...values({ accountCode: "accountNumber", description: "description", documentNumber: "documentNumber" }),
  accountId: (entry) => guid(entry.accountId),
  accountNumber: ({ accountNumber }) =>
    /^[1-9]\d{0,14}$/.test(accountNumber ?? "") ? Number(accountNumber) : undefined,
  debitCreditIndicator: (entry) => side(entry).debitCreditIndicator,
  dimensions: each(dimensionOfEntry, (entry) => entry.dimensionSetLines),
  totalNetAmount: (entry) => side(entry).amount,
});

/** Undefined where none of them tells. */
export const lastChange = (entries: Entries): string | undefined =>
  entries
    .flatMap((entry) => updated.updatedDate(entry) ?? [])
    .toSorted()
    .at(-1);

/** Named by its first entry. The ledger has only what was posted. */
const journalEntry = mapping<JournalEntryRecord, Entries>({
  id: ([first]) => first?.id ?? "",
  description: ([first]) => first?.description,
  isProvisional: () => false,
  journalLineItems: each(line, (entries) => entries),
  journalType: (entries) => entries.map(({ documentType }) => loud(documentType)).find((type) => type !== undefined),
  number: ([first]) => first?.documentNumber,
  transactionDate: ([first]) => day(first?.postingDate),
  updatedDate: lastChange,
});

const path = "/generalLedgerEntries";
const expand = { $expand: "dimensionSetLines" };
const entryAt = ({ ids }: Pick<ListCall, "ids">): string => `${path}${conventions.key(ids["journalEntryId"])}`;

const readEntries = (session: Session, $filter: string): Promise<Entries> =>
  conventions.readValues<GeneralLedgerEntry>(session, path, { $filter, ...sorted, ...expand });

/** All entries of the documents that these are of. Numbers may be used again: those of other days are not wanted. */
export async function whole(session: Session, some: readonly Entries[]): Promise<Entries[]> {
  const firsts = some.flatMap(([first]) => first ?? []);
  const numbers = [...new Set(firsts.map(({ documentNumber }) => quoted(documentNumber)))];
  const days = firsts.map(({ postingDate }) => postingDate).toSorted();
  const within = `postingDate ge ${days[0]} and postingDate le ${days.at(-1)}`;
  const all: Entries[] = [];
  for (const condition of conventions.isOneOf("documentNumber", numbers))
    all.push(...groupsOf(await readEntries(session, `${condition} and ${within}`), isSame));
  return firsts
    .map((wanted) => all.find(([first]) => first !== undefined && isSame(first, wanted)))
    .filter((found) => found !== undefined);
}

const ofDocument = (session: Session, { postingDate, documentNumber }: DocumentName): Promise<Entries> =>
  readEntries(session, `postingDate eq ${postingDate} and documentNumber eq ${quoted(documentNumber)}`);

const listed = conventions.list({
  path,
  map: journalEntry,
  query: { ...sorted, ...expand },
  paging: byGroups({
    skip: "$skip",
    size: "$top",
    largest: 2000,
    records: ({ value }: Page) => value,
    isSame,
  }),
  filters: {
    ...conventions.modified,
    transactionDateFrom: conventions.fromDay("postingDate"),
    fiscalYearStartDate: conventions.yearFrom("postingDate"),
  },
  rules: ["A journal entry is what was posted on one day under one document number."],
});

/** Only accounts are looked up by an id: a customer or vendor is named by its number, and leads to an account of its own. */
const ledgerAccount = { accountType: optionName("G/L Account") };
const partnerAs = (accountType: string) => (id: string) => ({ accountType, accountNumber: id, accountId: undefined });

const signed = ({ totalNetAmount = 0, debitCreditIndicator }: JournalLineItemInput): number =>
  debitCreditIndicator === "CREDIT" ? -totalNetAmount : totalNetAmount;

const lineEncoder = encoder<JournalLineItemInput>({
  accountCode: (number) => ({ ...ledgerAccount, accountNumber: number }),
  accountId: (id) => ({ ...ledgerAccount, accountId: id }),
  accountNumber: (number) => ({ ...ledgerAccount, accountNumber: String(number) }),
  customerId: partnerAs("Customer"),
  debitCreditIndicator: elsewhere,
  description: as("description"),
  supplierId: partnerAs("Vendor"),
  totalNetAmount: (_net, line) => ({ amount: amount(decimal(signed(line))) }),
});

const entryEncoder = encoder<JournalEntryInput>({
  description: elsewhere,
  number: elsewhere,
  transactionDate: elsewhere,
  isProvisional: (isProvisional, _entry, field) => {
    if (isProvisional) throw invalid("Journal entries are posted at once.", field);
    return {};
  },
  journalLineItems: nested(lineEncoder, (lines: readonly JournalLineItemInput[], _entry, field) => {
    if (sum(lines.map(signed)) !== 0) throw invalid("Debit and credit are not the same.", field);
    return { journalLines: lines.map((line) => lineEncoder(line, field)) };
  }),
});

/** Posting a journal posts all that is in it: an entry gets a journal of its own, named after the write. */
const codeOf = (marker: string): string =>
  `K${createHash("sha256").update(marker).digest("hex").slice(0, 9)}`.toUpperCase();

const documentOf = ({ body, marker }: WriteCall<JournalEntryInput>): DocumentName => ({
  documentNumber: body.number ?? codeOf(marker),
  postingDate: calendarDay(body.transactionDate ?? ""),
});

/** A customer's or vendor's number, by its id. */
type Numbers = ReadonlyMap<unknown, string>;

async function readNumbers({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Numbers> {
  const numbers = new Map<string, string>();
  const learn = async (set: "customers" | "vendors", id: string | undefined) => {
    if (id === undefined || numbers.has(id)) return;
    const { number } = (await session.read(`/${set}${conventions.key(id)}`, { $select: "number" })) as Numbered;
    numbers.set(id, number ?? "");
  };
  for (const { customerId, supplierId } of body.journalLineItems ?? []) {
    await learn("customers", customerId);
    await learn("vendors", supplierId);
  }
  return numbers;
}

function journalOf({ journalLines }: Encoded, numbers: Numbers, call: WriteCall<JournalEntryInput>): object {
  const document = documentOf(call);
  const { description } = call.body;
  return {
    code: codeOf(call.marker),
    displayName: `Kontor ${document.documentNumber}`,
    journalLines: (journalLines as readonly { accountNumber?: string }[]).map((line) => ({
      ...document,
      ...(description !== undefined && { description }),
      ...line,
      ...(numbers.has(line.accountNumber) && { accountNumber: numbers.get(line.accountNumber) }),
    })),
  };
}

const isPosted = (found: Journal | Entries): found is Entries => Array.isArray(found);

/**
 * What became of it: a journal that is not posted yet, or its entries. A journal of ours that is empty was posted.
 * Without one, a document whose number the caller gave may be anybody's.
 */
async function findEarlier(call: WriteCall<JournalEntryInput>, session: Session) {
  const query = { $filter: `code eq ${quoted(codeOf(call.marker))}`, $expand: "journalLines" };
  const [journal] = await conventions.readValues<Journal>(session, "/journals", query);
  if (journal !== undefined && (journal.journalLines?.length ?? 0) > 0) return journal;
  const entries = await ofDocument(session, documentOf(call));
  if (entries.length === 0) return undefined;
  if (journal !== undefined || call.body.number === undefined) return entries;
  throw new Failure("outcome_unknown", "There is such a document, but whether it is this one cannot be told.");
}

/** Adds its files, which go with it into the ledger, and posts it, unless an earlier attempt did. */
async function posted(call: WriteCall<JournalEntryInput>, session: Session): Promise<Entries> {
  const found = await findEarlier(call, session);
  if (found === undefined) throw new Failure("target_rejected", conventions.goneAlready, { undone: true });
  if (isPosted(found)) return found;
  const journal = `/journals${conventions.key(found.id)}`;
  await conventions.orDiscard(session, journal, async () => {
    const [first] = found.journalLines ?? [];
    if (first !== undefined) await attach(session, `${journal}/journalLines`, first, call.files);
    await conventions.act(session, journal, "post");
  });
  const entries = await ofDocument(session, documentOf(call));
  // An empty journal that stays behind harms nobody.
  await conventions.discard(session, journal);
  return entries;
}

const created = write<JournalEntryInput, JournalEntryRecord, Entries>({
  method: "POST",
  path: "/journals",
  encoder: entryEncoder,
  prepare: readNumbers,
  map: journalEntry,
  body: (encoded, numbers, call) => journalOf(encoded, numbers as Numbers, call),
  requires: ["transactionDate", "journalLineItems"],
  rules: ["It is posted at once, through a journal of its own. Lines are named by its description or their own."],
});

export const journalEntries = {
  "journalEntries.list": {
    ...listed,
    /** Of a document that changed only some entries did. */
    list: async (call: ListCall, session: Session) => {
      const found = await listed.list(call, session);
      if (call.filters.lastModifiedAt === undefined) return found;
      return { ...found, ...listing(journalEntry, await whole(session, found.raw as readonly Entries[])) };
    },
  },
  "journalEntries.get": get({
    read: async (call, session) => {
      const entries = await ofDocument(session, (await session.read(entryAt(call))) as GeneralLedgerEntry);
      return entries.length === 0 ? undefined : entries;
    },
    map: journalEntry,
    raw: (generalLedgerEntries) => ({ generalLedgerEntries }),
  }),
  "journalEntries.create": {
    ...created,
    find: findEarlier,
    complete: (_reply: unknown, call: WriteCall<JournalEntryInput>, session: Session) => posted(call, session),
    /** A journal is no entry before it is posted: the same request again does that. */
    answer: (reply: unknown, call: WriteCall<JournalEntryInput>) => {
      if (isPosted(reply as Journal | Entries) && (reply as Entries).length > 0) return created.answer(reply, call);
      throw new Failure("outcome_unknown", "The journal has not been posted.");
    },
  },
  "journalEntries.attachments.list": attachments(entryAt),
  "journalEntries.attachments.create": addAttachment(entryAt, "journalEntryId"),
  "journalEntries.attachments.get": attachment(entryAt),
};
