/** What the vendor published, and others saw, of its records: the fields of every record. */
import { openRecordings } from "../engine/recordings.ts";
import { isRow } from "../engine/values.ts";
import type { Table } from "./company.ts";

export const lists = {
  bank_accounts: { path: "bank_accounts" },
  client_invoices: { path: "client_invoices" },
  clients: { path: "clients" },
  credit_notes: { path: "credit_notes" },
  labels: { path: "labels" },
  products: { path: "products" },
  quotes: { path: "quotes" },
  subscriptions: { path: "webhook_subscriptions" },
  supplier_invoices: { path: "supplier_invoices" },
} as const;

/** The property of a reply with one record. Subscriptions are not wrapped. */
export const kinds: Readonly<Record<Table, string | undefined>> = {
  bank_accounts: "bank_account",
  client_invoices: "client_invoice",
  clients: "client",
  credit_notes: "credit_note",
  labels: "label",
  products: "product",
  quotes: "quote",
  subscriptions: undefined,
  supplier_invoices: "supplier_invoice",
};

const rowsIn = (body: unknown): unknown =>
  isRow(body) ? Object.values(body).find((value) => Array.isArray(value) && value.every(isRow)) : undefined;

const isList = (body: unknown): boolean => isRow(body) && Object.keys(lists).some((name) => name in body);

export const recordings = openRecordings<Table>({
  slug: "qonto",
  lists,
  rowsIn,
  rowIn: (body, table) => {
    if (!isRow(body) || isList(body)) return undefined;
    const kind = kinds[table];
    return kind === undefined ? body : body[kind];
  },
  // Recorded refusals are about particular fields.
  refusalOf: () => undefined,
});
