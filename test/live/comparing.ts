/** Compares records of the API with rows that SQL returned. */
import type { Entry } from "./connected.ts";

export const cents = (value: unknown): number => Math.round(Number(value) * 100);

/** A day as the API writes it. */
export const at = (date: string | null | undefined): string | undefined =>
  date === null || date === undefined ? undefined : `${date.slice(0, 10)}T00:00:00Z`;

/** A record without the fields that it does not have. */
export const defined = (record: Entry): Entry =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

const picked = (record: Entry, names: readonly string[]): Entry =>
  defined(Object.fromEntries(names.map((name) => [name, record[name]])));

/** Records by their id, with the fields that are compared. */
export const byId = (records: readonly Entry[], names: readonly string[], id = "id"): Entry =>
  Object.fromEntries(records.map((record) => [String(record[id]), picked(record, names)]));

/** Rows by their id, in the form that records should have. */
export const rowsById = <Row extends { readonly id: number }>(
  rows: readonly Row[],
  recordOf: (row: Row) => Entry,
): Entry => Object.fromEntries(rows.map((row) => [String(row.id), defined(recordOf(row))]));

/** Values in the order of their text, for lists whose order does not matter. */
export const sorted = <Value>(values: readonly Value[]): Value[] =>
  values.toSorted((left, right) => {
    const before = JSON.stringify(left);
    const after = JSON.stringify(right);
    return before < after ? -1 : before > after ? 1 : 0;
  });
