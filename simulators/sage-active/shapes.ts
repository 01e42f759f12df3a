import type { Company } from "../engine/tables.ts";

export const names = [
  "accountingAccounts",
  "journalTypes",
  "accountingExercises",
  "dimensions",
  "taxes",
  "paymentTerms",
  "products",
  "customers",
  "suppliers",
  "salesInvoices",
  "purchaseInvoices",
  "accountingEntries",
] as const;

export type Name = (typeof names)[number];
export type Books = Company<Name>;

/** A day, as the API returns it: a moment of which only the date counts. */
export const dayAt = (date: string): string => `${date.slice(0, 10)}T00:00:00.000Z`;
