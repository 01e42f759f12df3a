/** Helpers for the tests of the books. They read records without relying on the code that made them. */
import { Big } from "big.js";
import type { CompanyBooks, NativeEntry, NativeLine, NativeRecord } from "./basics/types.ts";
import { makeBooks } from "./books.ts";

/** An ordinary day, a leap day, the first day of a year and the last. */
export const days = ["2026-11-15", "2024-02-29", "2025-01-01", "2025-12-31"];

export const big = (value: unknown): Big => new Big(typeof value === "string" ? value : 0);
export const total = <Item>(items: Iterable<Item>, value: (item: Item) => Big): Big => {
  let sum = new Big(0);
  for (const item of items) sum = sum.plus(value(item));
  return sum;
};
export function totals<Item>(
  items: Iterable<Item>,
  key: (item: Item) => string,
  value: (item: Item) => Big,
): Map<string, Big> {
  return new Map([...Map.groupBy(items, key)].map(([name, group]) => [name, total(group, value)]));
}

export function text(record: Readonly<Record<string, unknown>>, field: string): string {
  const value = record[field];
  return typeof value === "string" ? value : "";
}
export const list = (record: Readonly<Record<string, unknown>>, field: string): NativeRecord[] => {
  const value = record[field];
  return Array.isArray(value) ? value : [];
};

/** Positive for debit, in the company's currency. */
export const posted = (line: Readonly<Record<string, unknown>>): Big =>
  big(line["ledger_debit"] ?? line["debit"]).minus(big(line["ledger_credit"] ?? line["credit"]));
/** In the currency of the entry. */
export const inEntryCurrency = (line: Readonly<Record<string, unknown>>): Big =>
  big(line["debit"]).minus(big(line["credit"]));
export const open = (item: NativeRecord): Big => big(item["open_debit"]).minus(big(item["open_credit"]));

export interface Company {
  readonly id: string;
  readonly books: CompanyBooks;
  readonly entries: readonly NativeEntry[];
  /** Without the drafts. */
  readonly counted: readonly NativeEntry[];
  readonly firstYear: string;
  readonly secondYear: string;
  records(collection: string): readonly NativeRecord[];
  /** The entries of a document, beginning with the one that booked it. */
  entriesOf(documentId: string): readonly NativeEntry[];
}

export function companiesOf(day: string): Company[] {
  return makeBooks({ day, entries: 2000 }).companies.map((books) => {
    const entries = [...books.entries()];
    const counted = entries.filter(({ is_provisional }) => !is_provisional);
    const byDocument = Map.groupBy(counted, ({ document_id }) => document_id);
    return {
      id: books.company.id,
      books,
      entries,
      counted,
      firstYear: String(Number(day.slice(0, 4)) - 1),
      secondYear: day.slice(0, 4),
      records: (collection) => books.records.get(collection) ?? [],
      entriesOf: (documentId) => byDocument.get(documentId) ?? [],
    };
  });
}

export const linesOf = (entries: readonly NativeEntry[]): NativeLine[] =>
  entries.flatMap(({ journal_line_items }) => journal_line_items);
