/** A company of Pennylane as plain rows with the vendor's field names, and its feeds of changes. */
import { type Company, openCompany } from "../engine/tables.ts";
import { type Row, text, uuid } from "../engine/values.ts";
import { offsetIn } from "../engine/zone.ts";
import type { World } from "../simulation.ts";

export const tables = [
  "bank_accounts",
  "categories",
  "category_groups",
  "customer_invoices",
  "customers",
  "fiscal_years",
  "invoice_lines",
  "journals",
  "ledger_accounts",
  "ledger_entries",
  "ledger_entry_lines",
  "products",
  "supplier_invoice_lines",
  "supplier_invoices",
  "suppliers",
  "transactions",
] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

/** Ids of the vendor are large numbers, far apart. */
const firstId = 40_000_000_000_000;
const distance = 4096;

/** Journals have no times. */
const unstamped: readonly Table[] = ["journals"];

/** `2026-07-08T12:06:19.330107Z` */
const moment = (at: number): string => new Date(at).toISOString().replace("Z", "000Z");

/** A line of a feed. */
export interface Change {
  readonly table: string;
  readonly at: number;
  readonly shown: Row;
}

const changes = new WeakMap<Books, Change[]>();
export const changesOf = (books: Books): readonly Change[] => changes.get(books) ?? [];

const operations: Readonly<Record<string, string>> = { created: "insert", updated: "update", deleted: "delete" };

export function openPennylane(world: World): Books {
  const books = openCompany<Table>({
    id: "pennylane",
    facts: { accounting_logic: "FR_PCG" },
    tables,
    now: world.now,
    newId: () => "",
    stamp: (row, at, table, isNew) => {
      if (unstamped.includes(table)) return;
      if (isNew) row["created_at"] = moment(at);
      row["updated_at"] = moment(at);
    },
    stampOf: ({ updated_at: at }) => (at === undefined ? undefined : Date.parse(text(at))),
  });
  const feed: Change[] = [];
  changes.set(books, feed);
  books.listen((_company, { table, row, kind }) => {
    const stamp = kind === "deleted" ? moment(books.now()) : text(row["updated_at"]);
    const shown = {
      id: row["id"],
      operation: operations[kind] ?? "update",
      created_at: row["created_at"],
      updated_at: row["updated_at"],
      processed_at: stamp,
    };
    feed.push({ table, at: Date.parse(stamp), shown });
  });
  return books;
}

export function add(books: Books, table: Table, row: Row): Row {
  const id = firstId + books.next("id") * distance;
  return books.add(table, { id, ...row });
}

/** The reference that the vendor invents if none is sent. */
export const newReference = (books: Books): string =>
  uuid(`pennylane reference ${books.next("reference")}`)
    .replaceAll("-", "")
    .slice(0, 10)
    .toUpperCase();

const french = offsetIn("Europe/Paris");
export const today = (books: Books): string => new Date(books.now() + french(books.now())).toISOString().slice(0, 10);

export const hidden = ["party", "isPaidByHand"];

export const find = (books: Books, table: Table, field: string, value: unknown): Row =>
  books.tables[table].find(field, value) ?? {};

export const accountOf = (books: Books, number: string): Row => find(books, "ledger_accounts", "number", number);

/** Whether a day is in a year that is closed, or in none. */
export function isClosed(books: Books, day: string): boolean {
  const year = books.tables.fiscal_years.first((row) => text(row["start"]) <= day && day <= text(row["finish"]));
  return year?.["status"] !== "open";
}
