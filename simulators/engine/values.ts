/** Small helpers for all simulators: rows with fields of any type, days, decimals, ids. */
import { createHash } from "node:crypto";
import { Big } from "big.js";

/** A record in the vendor's format. */
export type Row = Record<string, unknown>;

export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const row = (value: unknown): Row => (isRow(value) ? value : {});
export const rows = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);
/** Empty for null, undefined and anything that is no plain value. */
export const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** Only these fields of a row, if it has them. */
export const only = (from: Readonly<Row>, fields: readonly string[]): Row =>
  Object.fromEntries(fields.filter((field) => from[field] !== undefined).map((field) => [field, from[field]]));
export const without = (from: Readonly<Row>, fields: readonly string[]): Row =>
  Object.fromEntries(Object.entries(from).filter(([field]) => !fields.includes(field)));

/** A SQL LIKE pattern: `%` matches anything, `_` one character. Case-insensitive by default. */
export const likeOf = (pattern: string, flags: "is" | "s" = "is"): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("%", ".*")
      .replaceAll("_", ".")}$`,
    flags,
  );

/** A list of words, written as `one|two|three`. */
export const words = (list: string): readonly string[] => list.split("|");

/** A row in which all these fields have the same value. */
export const filled = (fields: string, value: unknown): Row =>
  Object.fromEntries(words(fields).map((field) => [field, value]));

/** The element at this index, starting over at the end. */
export const pick = <Each>(list: readonly Each[], index: number): Each => list[index % list.length] as Each;

export const dayLength = 86_400_000;
export const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
export const dayLater = (date: string, days: number): string => day(Date.parse(date) + days * dayLength);

/** Null and undefined are zero. Throws for anything that is no number. */
export const big = (value: unknown): Big => new Big((value as Big | number | string | null | undefined) ?? 0);
export const cents = (value: unknown): Big => big(value).round(2, Big.roundHalfUp);
export const sum = (values: Iterable<unknown>): Big => {
  let total = new Big(0);
  for (const value of values) total = total.plus(big(value));
  return total;
};

export const digest = (value: string | Buffer, encoding: "hex" | "base64url" = "hex"): string =>
  createHash("sha256").update(value).digest(encoding);

/** Always the same id for the same name. */
export const uuid = (name: string): string =>
  digest(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-a$4-$5");
