/** A company of bexio as plain rows with the vendor's field names. */
import { type Company, openCompany } from "../engine/tables.ts";
import { type Row, text, uuid } from "../engine/values.ts";
import { offsetIn } from "../engine/zone.ts";
import type { World } from "../simulation.ts";

const tables = [
  "accounts",
  "article",
  "bank_accounts",
  "bills",
  "business_years",
  "calendar_years",
  "contact",
  "country",
  "currencies",
  "files",
  "journal",
  "kb_invoice",
  "kb_offer",
  "kb_order",
  "outgoing_payments",
  "payment",
  "payment_type",
  "taxes",
  "unit",
] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

/** Tables of the API's generation 4.0, whose ids are uuids. */
const withUuid: readonly Table[] = ["bills", "outgoing_payments"];
const stamped: readonly Table[] = ["contact", "kb_invoice", "kb_offer", "kb_order"];

const swiss = offsetIn("Europe/Zurich");

/** `2026-06-18 15:57:37`, in Swiss time. */
const swissTime = (at: number): string => new Date(at + swiss(at)).toISOString().slice(0, 19).replace("T", " ");

export const swissDay = (at: number): string => swissTime(at).slice(0, 10);

/** The key of a row's own time of change, which bexio shows in seconds only. */
const changed = "changed";

export function openBexio(world: World): Books {
  let files = 0;
  return openCompany<Table>({
    id: "bexio",
    tables,
    now: world.now,
    newId: () => uuid(`bexio ${++files}`),
    stamp: (row, at, table) => {
      row[changed] = at;
      if (stamped.includes(table)) row["updated_at"] = swissTime(at);
    },
    stampOf: (row) => (typeof row[changed] === "number" ? row[changed] : undefined),
  });
}

/** Ids count for each table. Those of documents are far apart, as in books that are some years old. */
const firstIds: Partial<Record<Table, number>> = { kb_invoice: 410_001, kb_offer: 520_001, kb_order: 630_001 };

/** Stores a new row with the next id of its table. */
export function add(books: Books, table: Table, row: Row): Row {
  const id = withUuid.includes(table)
    ? uuid(`bexio ${table} ${books.next(table)}`)
    : books.next(table, firstIds[table]);
  return books.add(table, { id, ...row });
}

export const hidden = [changed];

export const find = (books: Books, table: Table, field: string, value: unknown): Row =>
  books.tables[table].find(field, value) ?? {};

export const numberOf = (row: Row | undefined, field: string): number => Number(row?.[field] ?? 0);

export const accountOf = (books: Books, number: string): number =>
  numberOf(find(books, "accounts", "account_no", number), "id");

/** Whether a day is in a year that is closed, or in none. */
export function isClosed(books: Books, day: string): boolean {
  const year = books.tables.business_years.first((row) => text(row["start"]) <= day && day <= text(row["end"]));
  return year?.["status"] !== "open";
}
