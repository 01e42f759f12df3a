/** A record in a response, and how to identify it. */
import { decimalsOf } from "../contract/currencies.ts";

export type Row = { readonly [field: string]: unknown };

export const idOf = (row: Row | undefined): string => {
  const id = row?.["id"] ?? row?.["invoiceId"] ?? row?.["lineItemId"];
  return typeof id === "string" ? id : "";
};

/** Identifies a record, even without an id. */
export const nameOf = (row: Row | undefined): string => idOf(row) || JSON.stringify(row);

export const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** The smallest unit of the record's currency. */
export const smallestUnitOf = ({ currency }: Row): number =>
  10 ** -decimalsOf(typeof currency === "string" ? currency : undefined);
