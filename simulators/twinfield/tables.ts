/** The tables of an office. Every row is stored in the form in which it is written as XML. */
import type { Company } from "../engine/tables.ts";

export const tables = ["accounts", "customers", "suppliers", "centres", "vats", "books", "transactions"] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

/** The types of dimensions, with the table and the name that Dutch users see. */
export const dimensionTypes: Readonly<Record<string, { readonly table: Table; readonly name: string }>> = {
  BAS: { table: "accounts", name: "Balans" },
  PNL: { table: "accounts", name: "Winst & verlies" },
  DEB: { table: "customers", name: "Debiteuren" },
  CRD: { table: "suppliers", name: "Crediteuren" },
  KPL: { table: "centres", name: "Kostenplaatsen" },
  PRJ: { table: "centres", name: "Projecten" },
};

/** `20261119083000`, in UTC. */
export const stampAt = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(/\D/g, "");

export const momentOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z"));
