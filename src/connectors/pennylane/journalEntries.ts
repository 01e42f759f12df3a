/** Ledger entries. Lists have no lines, so those of a page are read by their days. */
import type { ListHandler, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { type Encoded, encoder, fieldAs, listAs, nested, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { balance, decimal } from "../../kit/money.ts";
import { oneByOne } from "../../kit/oneByOne.ts";
import { path } from "../../kit/path.ts";
import { get, listing } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { write } from "../../kit/writing.ts";
import { allOf, checkOpenDay, condition, fiscalYears, list, oldestFirst, where } from "./conventions.ts";
import { idAs, idIn, stamps } from "./fields.ts";
import { journalsOf } from "./ledger.ts";
import type { Journal, LedgerEntry, LedgerEntryLine } from "./types.ts";

const folder = "/ledger_entries";

type Tag = NonNullable<LedgerEntryLine["categories"]>[number];

const tag = mapping<Dimension, Tag>({ id: (category) => idIn(category), name: ({ label }) => label });

const line = mapping<JournalLineItem, LedgerEntryLine>({
  id: ({ id }) => String(id),
  accountId: ({ ledger_account: account }) => idIn(account),
  accountNumber: ({ ledger_account: account }) =>
    /^\d+$/.test(account?.number ?? "") ? Number(account?.number) : undefined,
  currency: () => "EUR",
  debitCreditIndicator: ({ debit, credit }) => balance(debit, credit).debitCreditIndicator,
  description: ({ label }) => label,
  dimensions: nestedList(tag, ({ categories }) => categories ?? undefined),
  totalNetAmount: ({ debit, credit }) => balance(debit, credit).amount,
});

/** An entry with its lines and its journal. */
interface Complete extends LedgerEntry {
  readonly lines: readonly LedgerEntryLine[];
  readonly book: Journal | undefined;
}

const fields = twoWay({ description: plainValue("label") });

const journalEntry = mapping<JournalEntry, Complete>({
  ...fields.reads,
  ...stamps,
  ...values({ number: "piece_number" }),
  ...days({ dueDate: "due_date", transactionDate: "date" }),
  id: ({ id }) => String(id),
  currency: () => "EUR",
  isProvisional: ({ status }) => status === "draft",
  journalCode: ({ book }) => book?.code,
  journalLineItems: nestedList(line, ({ lines }) => lines),
  journalType: ({ book }) => book?.type,
});

const raw = ({ lines: _lines, book: _book, ...native }: Complete): LedgerEntry => native;

/** Lines have the day of their entry. No other condition finds the lines of several entries. */
async function linesBetween(
  session: Session,
  from: string,
  to: string,
): Promise<ReadonlyMap<number, LedgerEntryLine[]>> {
  const conditions = where(condition("date", "gteq", from), condition("date", "lteq", to));
  const lines = await allOf<LedgerEntryLine>(session, "/ledger_entry_lines", { ...oldestFirst, ...conditions });
  const byEntry = new Map<number, LedgerEntryLine[]>();
  for (const each of lines) {
    const { id } = each.ledger_entry ?? {};
    if (id === undefined || id === null) continue;
    const known = byEntry.get(id);
    if (known === undefined) byEntry.set(id, [each]);
    else known.push(each);
  }
  return byEntry;
}

const bookOf = (journals: readonly Journal[], { journal }: LedgerEntry): Journal | undefined =>
  journals.find(({ id }) => id === journal?.id);

async function complete(natives: readonly LedgerEntry[], session: Session): Promise<readonly Complete[]> {
  const dates = natives.flatMap(({ date }) => date ?? []).toSorted();
  const from = dates[0];
  const to = dates.at(-1);
  if (natives.length === 0) return [];
  const journals = await journalsOf(session);
  const lines = from === undefined || to === undefined ? new Map() : await linesBetween(session, from, to);
  return natives.map((native) => ({ ...native, lines: lines.get(native.id) ?? [], book: bookOf(journals, native) }));
}

const plain = list<JournalEntry, Complete>({
  path: folder,
  map: journalEntry,
  conditions: { transactionDateFrom: (from) => [condition("date", "gteq", from)] },
  defaultOrder: "date",
  join: complete,
  raw,
});

/** The days of a fiscal year. */
async function yearConditions(session: Session, first: string) {
  const year = (await fiscalYears(session)).find(({ start }) => start === first);
  return year && [condition("date", "gteq", year.start), condition("date", "lteq", year.finish)];
}

const journalEntryList: ListHandler<JournalEntry> = {
  ...plain,
  filters: [...plain.filters, "fiscalYearStartDate", "lastModifiedAt"],
  readsWholeList: true,
  rules: [
    "Entries have no lines in the target system's list, so Kontor reads the lines of the days of a page. Entries of drafts are provisional.",
    "With lastModifiedAt or fiscalYearStartDate Kontor reads all entries, because the target system cannot filter by the time of a change.",
  ],
  list: async (call, session) => {
    const { fiscalYearStartDate: first, lastModifiedAt: since, transactionDateFrom: from } = call.filters;
    if (first === undefined && since === undefined) return plain.list(call, session);
    const ofYear = first === undefined ? [] : await yearConditions(session, first);
    if (ofYear === undefined) return { records: [], raw: [], total: 0 };
    const conditions = [...ofYear, ...(from === undefined ? [] : [condition("date", "gteq", from)])];
    const all = await allOf<LedgerEntry>(session, folder, { sort: "date", ...where(...conditions) });
    const fitting = all.filter(({ updated_at: at }) => since === undefined || Date.parse(at ?? "") >= since.getTime());
    const natives = await complete(itemsInWindow(fitting, call.window), session);
    return { ...listing(journalEntry, natives, raw), total: fitting.length };
  },
};

const categoryId = idAs("id");

/** A line gets its categories once it has an id. Ids that no category has are refused before the entry is stored. */
function checkedCategories(dimensions: readonly Dimension[], input: unknown, field: string): object {
  for (const { id } of dimensions) if (id !== undefined) categoryId(id, input, `${field}.id`);
  return {};
}

const lineEncoder = encoder<JournalLineItemInput>({
  accountId: idAs("ledger_account_id"),
  currency: onlyAccepts(["EUR"], ": Kontor enters entries in the company's currency"),
  debitCreditIndicator: sentSeparately,
  description: fieldAs("label"),
  dimensions: nested(
    encoder<Dimension>({ id: sentSeparately, categoryName: sentSeparately, name: sentSeparately }),
    checkedCategories,
  ),
  // Each line has both sides, one of them 0.
  totalNetAmount: (value, { debitCreditIndicator }) => {
    const text = decimal(value);
    return debitCreditIndicator === "CREDIT" ? { debit: "0", credit: text } : { debit: text, credit: "0" };
  },
});

const entryEncoder = encoder<JournalEntryInput>({
  ...fields.writes,
  currency: onlyAccepts(["EUR"], ": Kontor enters entries in the company's currency"),
  isProvisional: (isProvisional, _input, field) => {
    if (!isProvisional) return {};
    throw cannotStore("Pennylane enters a journal entry at once. Send isProvisional false, or leave it out.", field);
  },
  // Sent as the id of the journal.
  journalCode: sentSeparately,
  journalLineItems: listAs("ledger_entry_lines", lineEncoder),
  transactionDate: (moment) => ({ date: calendarDay(moment) }),
});

const shown = ({ code, label }: Journal): string => `${code} (${label})`;

/** The journal in the body, or the only one for entries of all kinds. */
async function journalFor({ journalCode: code }: JournalEntryInput, session: Session): Promise<Journal> {
  const journals = await journalsOf(session);
  if (code !== undefined)
    return referencedRow(journals, { field: "journalCode", value: code, kind: "journal", key: (each) => each.code });
  const [only, ...others] = journals.filter(({ type }) => type === "misc");
  if (only !== undefined && others.length === 0) return only;
  throw cannotStore(
    `An entry needs a journal at Pennylane. Send one as journalCode: ${journals.map(shown).join("; ")}.`,
    "journalCode",
  );
}

async function prepare({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Journal> {
  await checkOpenDay(body.transactionDate, "transactionDate", session);
  return journalFor(body, session);
}

/** A single entry has its lines, but not their categories. */
async function readEntry(id: string, session: Session): Promise<Complete> {
  const { ledger_entry_lines: own, ...entry } = (await session.read(path`/ledger_entries/${id}`)) as LedgerEntry;
  const ofDay = entry.date && own && own.length > 0 ? await linesBetween(session, entry.date, entry.date) : undefined;
  return { ...entry, lines: ofDay?.get(entry.id) ?? own ?? [], book: bookOf(await journalsOf(session), entry) };
}

const isOf = (
  { accountId, totalNetAmount, debitCreditIndicator }: JournalLineItemInput,
  line: LedgerEntryLine,
): boolean => {
  const { amount, debitCreditIndicator: side } = balance(line.debit, line.credit);
  return (
    idIn(line.ledger_account) === accountId && amount === totalNetAmount && side === (debitCreditIndicator ?? "DEBIT")
  );
};

/** The vendor may return the lines in another order than they were sent. */
async function categorise(
  { ledger_entry_lines: stored }: LedgerEntry,
  { body }: WriteCall<JournalEntryInput>,
  session: Session,
): Promise<void> {
  const left = [...(stored ?? [])];
  for (const input of body.journalLineItems ?? []) {
    const at = left.findIndex((each) => isOf(input, each));
    const [found] = at === -1 ? [] : left.splice(at, 1);
    const ids = (input.dimensions ?? []).flatMap(({ id }) => id ?? []);
    if (found === undefined || ids.length === 0) continue;
    const categories = ids.map((id) => ({ id: Number(id), weight: "1" }));
    await session.send({
      method: "PUT",
      path: path`/ledger_entry_lines/${String(found.id)}/categories`,
      body: categories,
    });
  }
}

const create = write<JournalEntryInput, JournalEntry, Complete>({
  method: "POST",
  path: folder,
  encoder: entryEncoder,
  prepare,
  body: (encoded: Encoded, prepared) => ({ ...encoded, journal_id: (prepared as Journal).id }),
  afterwards: categorise,
  readBack: ({ id }: LedgerEntry, _call, session) => readEntry(String(id), session),
  map: journalEntry,
  raw,
  requires: ["transactionDate", "description", "journalLineItems", "journalLineItems.accountId"],
  rules: ["Without journalCode the entry goes into the journal for miscellaneous entries, if there is only one."],
});

export const journalEntries = {
  "journalEntries.list": journalEntryList,
  "journalEntries.get": get<JournalEntry, Complete>({
    map: journalEntry,
    raw,
    read: ({ ids: { journalEntryId = "" } }, session) => readEntry(journalEntryId, session),
  }),
  "journalEntries.create": create,
  "journalEntries.bulk": oneByOne("journalEntries.create", create),
};
