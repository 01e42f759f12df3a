/** Walks the lines of a body, and the table of what a target system can store of them. */
import type { FieldTable } from "../../contract/connector.ts";
import { decimalsOf } from "../../contract/currencies.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a body that are lists of lines. A body has at most one of them. */
const lineLists = ["lineItems", "expenseLines", "journalLineItems", "paymentLines"] as const;
export type LineList = (typeof lineLists)[number];

export const lineListOf = (document: Fields): LineList | undefined =>
  lineLists.find((name) => Array.isArray(document[name]));

export function linesOf(document: Fields): readonly Fields[] {
  const list = lineListOf(document);
  return list === undefined ? [] : (document[list] as readonly Fields[]);
}

/** The table below a field: what the target system stores of each line. */
export const tableBelow = (table: FieldTable, field: string): FieldTable => {
  const below = table[field];
  return below === undefined || below === true ? {} : below;
};

export const isWritable = (table: FieldTable, field: string): boolean => Object.hasOwn(table, field);

export const without = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

export const withLines = (document: Fields, change: (line: Fields, index: number) => Fields): Fields => {
  const list = lineListOf(document);
  return list === undefined ? document : { ...document, [list]: linesOf(document).map(change) };
};

export const numberIn = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))) return Number(value);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};

export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The percentage of a line's tax: a field of document lines, a field of the tax rate in entries and expenses. */
export function ratePercentageOf(line: Fields): number | undefined {
  const { taxRate } = line as { readonly taxRate?: Fields };
  return (
    numberIn(line, "taxRatePercentage") ?? (taxRate === undefined ? undefined : numberIn(taxRate, "taxRatePercentage"))
  );
}

/** The line's tax code in the body. */
export function taxCodeOf(line: Fields): string | undefined {
  const { taxRate } = line as { readonly taxRate?: Fields };
  return (
    textIn(line, "taxCode") ?? (taxRate === undefined ? undefined : (textIn(taxRate, "code") ?? textIn(taxRate, "id")))
  );
}

/** The document's own discount as an amount. Zero if it only repeats the sum of the lines' discounts. */
export function documentDiscountAmount(document: Fields): number {
  const amount = numberIn(document, "totalDiscountAmount") ?? 0;
  const ofLines = linesOf(document).reduce((sum, line) => sum + (numberIn(line, "totalDiscountAmount") ?? 0), 0);
  const half = 10 ** -decimalsOf(textIn(document, "currency")) / 2;
  return Math.abs(ofLines - amount) < half ? 0 : amount;
}
