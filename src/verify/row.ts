/** A record in a response, and how to identify it. */

export type Row = { readonly [field: string]: unknown };

export const idOf = (row: Row | undefined): string => {
  const id = row?.["id"] ?? row?.["invoiceId"] ?? row?.["lineItemId"];
  return typeof id === "string" ? id : "";
};

/** Identifies a record, even without an id. */
export const nameOf = (row: Row | undefined): string => idOf(row) || JSON.stringify(row);

export const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);
