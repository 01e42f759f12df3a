import type { ListCall, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry as JournalEntryRecord, JournalLineItem } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { type Encoded, encoder, invalidField, nested, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { byGroups } from "../../kit/lists/groupedPaging.ts";
import { groupsOf } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, balance, decimal, sum } from "../../kit/money.ts";
import { get, listing } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { write } from "../../kit/writing.ts";
import { addAttachment, attach, attachment, attachments } from "./attachments.ts";
import * as conventions from "./conventions.ts";
import { day, dimension, guid, optionName, quoted, stamped, updated, upperCased } from "./fields.ts";
import type { DimensionSetLine, DimensionValue, GeneralLedgerEntry, Journal, Numbered, Page } from "./types.ts";

/**
 * Business Central lists the ledger entry by entry. The entries of one day with one document number are a journal entry
 * of the contract; sorted by both, they are neighbours.
 */
export type Entries = readonly GeneralLedgerEntry[];
const sorted = { $orderby: "postingDate,documentNumber,entryNumber" };
type DocumentName = Pick<GeneralLedgerEntry, "postingDate" | "documentNumber">;
const isSame = (left: DocumentName, right: DocumentName): boolean =>
  left.documentNumber === right.documentNumber && left.postingDate === right.postingDate;

const dimensionOfEntry = mapping<Dimension, DimensionSetLine>({ ...dimension, ...values({ code: "valueCode" }) });

/** A reversal may be a negative amount on its original side. */
const side = (entry: GeneralLedgerEntry) => balance(entry.debitAmount, entry.creditAmount);

const lineFields = twoWay({
  description: plainValue("description"),
});
const line = mapping<JournalLineItem, GeneralLedgerEntry>({
  ...stamped,
  ...lineFields.reads,
  ...values({ accountCode: "accountNumber", documentNumber: "documentNumber" }),
  accountId: (entry) => guid(entry.accountId),
  accountNumber: ({ accountNumber }) =>
    /^[1-9]\d{0,14}$/.test(accountNumber ?? "") ? Number(accountNumber) : undefined,
  debitCreditIndicator: (entry) => side(entry).debitCreditIndicator,
  dimensions: nestedList(dimensionOfEntry, (entry) => entry.dimensionSetLines),
  totalNetAmount: (entry) => side(entry).amount,
});

/** Undefined if no entry has a time of change. */
export const lastChange = (entries: Entries): string | undefined =>
  entries
    .flatMap((entry) => updated.updatedDate(entry) ?? [])
    .toSorted()
    .at(-1);

/** Its id is that of its first entry. The ledger has only posted entries. */
const journalEntry = mapping<JournalEntryRecord, Entries>({
  id: ([first]) => first?.id ?? "",
  description: ([first]) => first?.description,
  isProvisional: () => false,
  journalLineItems: nestedList(line, (entries) => entries),
  journalType: (entries) =>
    entries.map(({ documentType }) => upperCased(documentType)).find((type) => type !== undefined),
  number: ([first]) => first?.documentNumber,
  transactionDate: ([first]) => day(first?.postingDate),
  updatedDate: lastChange,
});

const path = "/generalLedgerEntries";
const expand = { $expand: "dimensionSetLines" };
const entryAt = ({ ids }: Pick<ListCall, "ids">): string => `${path}${conventions.key(ids["journalEntryId"])}`;

const readEntries = (session: Session, $filter: string): Promise<Entries> =>
  conventions.readValues<GeneralLedgerEntry>(session, path, { $filter, ...sorted, ...expand });

/** All entries of the documents of which some are given. A number may be used again on another day. */
export async function completed(session: Session, partial: readonly Entries[]): Promise<Entries[]> {
  const firsts = partial.flatMap(([first]) => first ?? []);
  const numbers = [...new Set(firsts.map(({ documentNumber }) => quoted(documentNumber)))];
  const days = firsts.map(({ postingDate }) => postingDate).toSorted();
  const within = `postingDate ge ${days[0]} and postingDate le ${days.at(-1)}`;
  const documents: Entries[] = [];
  for (const condition of conventions.isOneOf("documentNumber", numbers))
    documents.push(...groupsOf(await readEntries(session, `${condition} and ${within}`), isSame));
  return firsts
    .map((entry) => documents.find(([first]) => first !== undefined && isSame(first, entry)))
    .filter((document) => document !== undefined);
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
  rules: ["A journal entry consists of the ledger entries of one day with one document number."],
});

/** Lines take accounts by id, but customers and vendors only by number; Business Central posts those to their own accounts. */
const ledgerAccount = { accountType: optionName("G/L Account") };
const partnerAs = (accountType: string) => (id: string) => ({ accountType, accountNumber: id, accountId: undefined });

const signed = ({ totalNetAmount = 0, debitCreditIndicator }: JournalLineItemInput): number =>
  debitCreditIndicator === "CREDIT" ? -totalNetAmount : totalNetAmount;

const lineEncoder = encoder<JournalLineItemInput>({
  accountCode: (number) => ({ ...ledgerAccount, accountNumber: number }),
  accountId: (id) => ({ ...ledgerAccount, accountId: id }),
  accountNumber: (number) => ({ ...ledgerAccount, accountNumber: String(number) }),
  customerId: partnerAs("Customer"),
  debitCreditIndicator: sentSeparately,
  // Sent line by line, before the journal is posted.
  dimensions: sentSeparatelyIn(
    encoder<Dimension>({
      id: sentSeparately,
      categoryName: sentSeparately,
      code: sentSeparately,
      name: sentSeparately,
    }),
  ),
  ...lineFields.writes,
  supplierId: partnerAs("Vendor"),
  totalNetAmount: (_net, line) => ({ amount: amount(decimal(signed(line))) }),
});

const entryEncoder = encoder<JournalEntryInput>({
  description: sentSeparately,
  number: sentSeparately,
  transactionDate: sentSeparately,
  isProvisional: (isProvisional, _entry, field) => {
    if (isProvisional)
      throw invalidField("This target system posts journal entries immediately. Leave isProvisional out.", field);
    return {};
  },
  journalLineItems: nested(lineEncoder, (lines: readonly JournalLineItemInput[], _entry, field) => {
    const difference = sum(lines.map(signed));
    if (difference !== 0) throw invalidField(`Debits and credits differ by ${Math.abs(difference)}.`, field);
    return { journalLines: lines.map((line) => lineEncoder(line, field)) };
  }),
});

const documentOf = ({ body, marker }: WriteCall<JournalEntryInput>): DocumentName => ({
  documentNumber: body.number ?? conventions.journalCodeOf(marker),
  postingDate: calendarDay(body.transactionDate ?? ""),
});

/** Numbers of customers and vendors, by id. */
type Numbers = ReadonlyMap<unknown, string>;

async function readNumbers({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Numbers> {
  const numbers = new Map<string, string>();
  const readNumber = async (set: "customers" | "vendors", id: string | undefined) => {
    if (id === undefined || numbers.has(id)) return;
    const { number } = (await session.read(`/${set}${conventions.key(id)}`, { $select: "number" })) as Numbered;
    numbers.set(id, number ?? "");
  };
  for (const { customerId, supplierId } of body.journalLineItems ?? []) {
    await readNumber("customers", customerId);
    await readNumber("vendors", supplierId);
  }
  return numbers;
}

function journalOf({ journalLines }: Encoded, numbers: Numbers, call: WriteCall<JournalEntryInput>): object {
  const document = documentOf(call);
  const { description } = call.body;
  return {
    code: conventions.journalCodeOf(call.marker),
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
 * The result of an earlier attempt: a journal that is not posted yet, or the posted entries. An empty journal was posted.
 * Without a journal, a document with the caller's number may be somebody else's.
 */
async function findEarlier(call: WriteCall<JournalEntryInput>, session: Session) {
  const query = { $filter: `code eq ${quoted(conventions.journalCodeOf(call.marker))}`, $expand: "journalLines" };
  const [journal] = await conventions.readValues<Journal>(session, "/journals", query);
  if (journal !== undefined && (journal.journalLines?.length ?? 0) > 0) return journal;
  const entries = await ofDocument(session, documentOf(call));
  if (entries.length === 0) return undefined;
  if (journal !== undefined || call.body.number === undefined) return entries;
  throw new Failure(
    "outcome_unknown",
    "The target system has a document with this number, but it may not be the one of this request.",
  );
}

/** Adds the dimensions of the body to the journal's lines, unless an earlier attempt did. */
async function addDimensions(
  session: Session,
  { id: journalId, journalLines }: Journal,
  lines: readonly JournalLineItemInput[],
) {
  for (const [index, { dimensions = [] }] of lines.entries()) {
    const lineId = journalLines?.[index]?.id;
    if (dimensions.length === 0 || lineId === undefined) continue;
    const path = `/journals${conventions.key(journalId)}/journalLines${conventions.key(lineId)}/dimensionSetLines`;
    const present = await conventions.readValues<DimensionSetLine>(session, path);
    for (const { id } of dimensions) {
      if (present.some(({ valueId }) => valueId === id)) continue;
      const at = `/dimensionValues${conventions.key(id)}`;
      const { code, dimension: category } = (await session.read(at, { $expand: "dimension" })) as DimensionValue;
      await session.send({ method: "POST", path, body: { code: category?.code, valueCode: code } });
    }
  }
}

/** Attaches the files, which posting moves to the ledger, and posts the journal, unless an earlier attempt did. */
async function post(call: WriteCall<JournalEntryInput>, session: Session): Promise<Entries> {
  const found = await findEarlier(call, session);
  if (found === undefined) throw new Failure("target_rejected", conventions.discardedEarlier, { undone: true });
  if (isPosted(found)) return found;
  const journal = `/journals${conventions.key(found.id)}`;
  await conventions.orDiscard(session, journal, async () => {
    const [first] = found.journalLines ?? [];
    if (first !== undefined) await attach(session, `${journal}/journalLines`, first, call.files);
    await addDimensions(session, found, call.body.journalLineItems ?? []);
    await conventions.act(session, journal, "post");
  });
  const entries = await ofDocument(session, documentOf(call));
  // If this fails, an empty journal remains, which does no harm.
  await conventions.discard(session, journal);
  return entries;
}

const creation = write<JournalEntryInput, JournalEntryRecord, Entries>({
  method: "POST",
  path: "/journals",
  encoder: entryEncoder,
  prepare: readNumbers,
  map: journalEntry,
  body: (encoded, numbers, call) => journalOf(encoded, numbers as Numbers, call),
  requires: ["transactionDate", "journalLineItems"],
  rules: [
    "The entry is posted immediately, through a journal of its own. Lines without a description get the entry's.",
  ],
});

export const journalEntries = {
  "journalEntries.list": {
    ...listed,
    // Of a changed document, maybe only some entries changed.
    list: async (call: ListCall, session: Session) => {
      const found = await listed.list(call, session);
      if (call.filters.lastModifiedAt === undefined) return found;
      return { ...found, ...listing(journalEntry, await completed(session, found.raw as readonly Entries[])) };
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
    ...creation,
    find: findEarlier,
    complete: (_reply: unknown, call: WriteCall<JournalEntryInput>, session: Session) => post(call, session),
    // Until it is posted, a journal is no entry. Repeating the request posts it.
    answer: (reply: unknown, call: WriteCall<JournalEntryInput>) => {
      if (isPosted(reply as Journal | Entries) && (reply as Entries).length > 0) return creation.answer(reply, call);
      throw new Failure("outcome_unknown", "The journal is stored but not posted. Send the request again to post it.");
    },
  },
  "journalEntries.attachments.list": attachments(entryAt),
  "journalEntries.attachments.create": addAttachment(entryAt, "journalEntryId"),
  "journalEntries.attachments.get": attachment(entryAt),
};
