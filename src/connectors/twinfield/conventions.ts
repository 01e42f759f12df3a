/** How Twinfield's records are listed and read: dimensions by type, transactions by their day book and number. */
import type { GetHandler, ListCall, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { listing, noRecord, readCached, recordResult } from "../../kit/reading.ts";
import { entriesIn, textIn } from "../../kit/xml/xmlValues.ts";
import { ask, type Found, find } from "./soap.ts";
import type { BrowseRow, Dimension, Line, Transaction, Vat } from "./types.ts";
import { dayIn, inside, writtenMoment } from "./values.ts";

/** Balance sheet, profit and loss, customers, suppliers, cost centres, projects. */
export type DimensionType = "BAS" | "PNL" | "DEB" | "CRD" | "KPL" | "PRJ";

/** Without a code, Twinfield returns all dimensions of the type, complete (recorded). */
export async function dimensionsOf(session: Session, dimtype: DimensionType): Promise<readonly Dimension[]> {
  const { company } = session;
  const { dimensions } = await ask(session, { read: { type: "dimensions", office: company, dimtype } });
  return entriesIn(inside(dimensions)?.dimension);
}

export async function dimensionOf(session: Session, dimtype: DimensionType, code: string): Promise<Dimension> {
  const { company } = session;
  const { dimension } = await ask(session, { read: { type: "dimensions", office: company, dimtype, code } });
  if (dimension === undefined) throw noRecord();
  return dimension;
}

export async function readVats(session: Session): Promise<readonly Vat[]> {
  const found: Vat[] = [];
  for (const { code } of await find(session, "VAT")) {
    const { vat } = await ask(session, { read: { type: "vat", office: session.company, code } });
    if (vat !== undefined) found.push(vat);
  }
  return found;
}

export const vatsOf = (session: Session): Promise<readonly Vat[]> =>
  readCached(session, "twinfield vat", () => readVats(session));

/** The percentage of a VAT code on a day: each has a day on which it begins. */
export function percentageOf({ percentages }: Vat, day: string): string | undefined {
  const begun = entriesIn(inside(percentages)?.percentage)
    .map(({ date, percentage }) => ({ from: dayIn(date) ?? "", percentage: textIn(percentage) }))
    .filter(({ from }) => from <= day)
    .toSorted((left, right) => (left.from < right.from ? -1 : 1));
  return begun.at(-1)?.percentage;
}

export type Category = "sales" | "purchase" | "journal";

export type DayBook = Found;

/** The codes of day books differ from office to office. */
export const readDayBooks = (session: Session, category: Category): Promise<readonly DayBook[]> =>
  find(session, "TRS", { category });

export const dayBooksOf = (session: Session, category: Category): Promise<readonly DayBook[]> =>
  readCached(session, `twinfield day books ${category}`, () => readDayBooks(session, category));

/** A transaction, and what its mapping needs of the VAT codes. */
export interface Booked {
  readonly transaction: Transaction;
  readonly vats: readonly Vat[];
}

export const headerOf = ({ transaction }: Booked) => inside(transaction.header) ?? {};
export const linesOf = ({ transaction }: Booked): readonly Line[] => entriesIn(inside(transaction.lines)?.line);
export const rawOf = ({ transaction }: Booked): Transaction => transaction;

/** A transaction's number is unique within its day book. */
interface Key {
  readonly code: string;
  readonly number: string;
}

const idOf = ({ code, number }: Key): string => `${code}-${number}`;

export function idOfBooked(booked: Booked): string {
  const { code, number } = headerOf(booked);
  return idOf({ code: textIn(code) ?? "", number: textIn(number) ?? "" });
}

function keyOf(id = ""): Key {
  const [, code, number] = /^(.+)-(\d+)$/.exec(id) ?? [];
  if (code === undefined || number === undefined) throw noRecord();
  return { code, number };
}

async function readTransaction(session: Session, { code, number }: Key): Promise<Booked> {
  const read = { type: "transaction", office: session.company, code, number };
  const { transaction, transactions } = await ask(session, { read });
  const found = transaction ?? entriesIn(inside(transactions)?.transaction)[0];
  if (found === undefined) throw noRecord();
  return { transaction: found, vats: await vatsOf(session) };
}

export const readBooked = (session: Session, id: string | undefined): Promise<Booked> =>
  readTransaction(session, keyOf(id));

/** The stored transaction in the reply to a write, which may be wrapped in a list. */
export function storedIn({ transaction, transactions }: Awaited<ReturnType<typeof ask>>): Transaction {
  const found = transaction ?? entriesIn(inside(transactions)?.transaction)[0];
  if (found === undefined)
    throw new Failure("target_bad_response", "Twinfield's reply does not contain the transaction that it stored.");
  return found;
}

const atOnce = 5;

async function eachRead(keys: readonly Key[], session: Session): Promise<readonly Booked[]> {
  const found: Booked[] = [];
  for (let at = 0; at < keys.length; at += atOnce)
    found.push(...(await Promise.all(keys.slice(at, at + atOnce).map((key) => readTransaction(session, key)))));
  return found;
}

interface Column {
  readonly field: string;
  readonly operator?: "between" | "equal";
  readonly from?: string;
  readonly to?: string;
}

const columnOf = ({ field, operator, from, to }: Column) => ({
  field,
  label: field,
  visible: true,
  ...(operator && { ask: false, operator, from: from ?? "", to: to ?? "" }),
});

/** A browse needs a period. Wide enough for all books: clients ask from 1995 on (murb/twinfield). */
const everyPeriod = (): Column => ({
  field: "fin.trs.head.yearperiod",
  operator: "between",
  from: "1995/00",
  to: `${new Date().getFullYear() + 1}/55`,
});

/** Provisional and final transactions. */
const booked: Column = { field: "fin.trs.head.status", operator: "equal", from: "normal" };

interface Browsed extends Key {
  readonly row: Readonly<Record<string, string>>;
}

function browsedIn({ td, key }: BrowseRow): readonly Browsed[] {
  const { code, number } = inside(key) ?? {};
  const foundCode = textIn(code);
  const foundNumber = textIn(number);
  if (foundCode === undefined || foundNumber === undefined) return [];
  const row = Object.fromEntries(
    entriesIn(td).map(({ "@field": field = "", "#text": value = "" }) => [field, value.trim()]),
  );
  return [{ code: foundCode, number: foundNumber, row }];
}

/** Rows of lines, each with the key of its transaction. */
async function browse(session: Session, code: string, columns: readonly Column[]): Promise<readonly Browsed[]> {
  const reply = await ask(session, { columns: { "@code": code, column: columns.map(columnOf) } });
  return entriesIn(inside(reply.browse)?.tr).flatMap(browsedIn);
}

/** Which transactions a list has. */
export interface TransactionList<Record> {
  readonly map: Mapping<Record, Booked>;
  /** `000` has the lines of all accounts, `100` those of customers, `200` those of suppliers. */
  readonly browse: "000" | "100" | "200";
  /** Only transactions of these day books. */
  readonly category?: Category;
  /** Which lines of customers and suppliers stand for a document: debits or credits. */
  readonly side?: "debit" | "credit";
  readonly rules?: readonly string[];
}

const value = "fin.trs.line.valuesigned";

async function keysOf(
  session: Session,
  { browse: code, category, side }: TransactionList<unknown>,
  { filters: { lastModifiedAt } }: ListCall,
): Promise<readonly Key[]> {
  const books = category === undefined ? [undefined] : await dayBooksOf(session, category);
  const changed = code === "000" ? "fin.trs.head.modified" : "fin.trs.line.modified";
  const found = new Map<string, Key>();
  for (const book of books) {
    const rows = await browse(session, code, [
      everyPeriod(),
      booked,
      book === undefined
        ? { field: "fin.trs.head.code" }
        : { field: "fin.trs.head.code", operator: "equal", from: book.code },
      { field: "fin.trs.head.number" },
      { field: value },
      ...(lastModifiedAt === undefined
        ? []
        : [
            {
              field: changed,
              operator: "between" as const,
              from: writtenMoment(lastModifiedAt),
              to: writtenMoment(new Date(Date.now() + 86_400_000)),
            },
          ]),
    ]);
    for (const { row, ...key } of rows) {
      const isCredit = (row[value] ?? "").startsWith("-");
      if (side === undefined || isCredit === (side === "credit")) found.set(idOf(key), key);
    }
  }
  return [...found.values()];
}

/** Lists have only keys: each transaction of a page is read. */
export const transactionList = <Record>(description: TransactionList<Record>): ListHandler<Record> => ({
  fields: description.map.fields,
  filters: ["lastModifiedAt"],
  orders: [],
  requires: [],
  readsWholeList: true,
  rules: [
    "The target system's list has no lines, so each transaction of a page is read.",
    ...(description.rules ?? []),
  ],
  list: async (call, session) => {
    const keys = await keysOf(session, description, call);
    const natives = await eachRead(itemsInWindow(keys, call.window), session);
    return { ...listing(description.map, natives, rawOf), total: keys.length };
  },
});

/** One transaction, if it is what the list has. */
export const transactionGet = <Record>(
  map: Mapping<Record, Booked>,
  is: (native: Booked) => boolean = () => true,
): GetHandler<Record> => ({
  fields: map.fields,
  get: async ({ ids }, session) => {
    const native = await readBooked(session, Object.values(ids).at(-1));
    return recordResult(map, is(native) ? native : undefined, rawOf);
  },
});
