/** A company's rows, by entity set. */
import { type EntitySet, entitySet, entitySets, rowsUnder, sorted } from "../engine/entities.ts";
import { put as putIn } from "../engine/entityWrites.ts";
import { type Company, openCompany, type Table } from "../engine/tables.ts";
import { digest, type Row, text } from "../engine/values.ts";
import { descriptions, longest, references } from "./entitySets.ts";

export const sets = entitySets({ descriptions, references, longest });

export const setOf = (name: string): EntitySet => entitySet({ sets }, name);
/** Whether the set supports subscriptions (the vendor's list of supported entities). */
export const isReported = (name: string): boolean => sets.get(name)?.hasSubscriptions === true;

/** Storage of a company's rows, in the vendor's order, with its empty values, timestamps and ETags. */
export type Book = Company;

/** 2026-01-02T03:04:05.67Z: the vendor leaves out zeros at the end of the fraction. */
export const stampOf = (time: number) => new Date(time).toISOString().replace(/\.?0*Z$/, "Z");

export const idFrom = (seed: string) => digest(seed).replace(/^(.{8})(.{4})(.{3})(.{4})(.{12}).*$/, "$1-$2-e$3-$4-$5");

export const etagOf = (digits: string) => `W/"${Buffer.from(`'${digits.length};${digits};00;'`).toString("base64")}"`;

export function openBook(facts: Row, now: () => number): Book {
  let versions = 0;
  let ids = 0;
  return openCompany<string>({
    id: text(facts["id"]),
    facts,
    tables: [...sets.keys()],
    now,
    // Sequential, like the vendor's.
    newId: () => `${text(facts["id"]).slice(0, 24)}${(++ids).toString(16).padStart(12, "0")}`,
    // A dimension's id says which dimension it is, not which row.
    key: (name) => (name === "dimensionSetLines" ? ["parentId", "id"] : "id"),
    stamp: (row, at) => {
      row["@odata.etag"] = etagOf(`${String(++versions).padStart(19, "7")}1`);
      if ("lastModifiedDateTime" in row) row["lastModifiedDateTime"] = stampOf(at);
    },
    stampOf: (row) => Date.parse(text(row["lastModifiedDateTime"])) || undefined,
  });
}

export const table = ({ tables }: Book, set: string): Table => tables[setOf(set).name] as Table;
export const put = (book: Book, set: string, row: Row): Row => putIn(sets, book, set, row);
export const all = (book: Book, set: string) => sorted(setOf(set), table(book, set).all());
export const under = (book: Book, set: string, row: Row) => rowsUnder(book, setOf(set), row);
/** The row that a property names, or an empty one. */
export const linked = (book: Book, set: string, id: unknown): Row => table(book, set).get(id) ?? {};
export const coded = (book: Book, set: string, code: unknown): Row => table(book, set).find("code", code) ?? {};
