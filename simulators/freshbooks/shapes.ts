/** The tables, where each is found, and the properties that wrap their records. */
import type { Company } from "../engine/tables.ts";
import { type Row, without } from "../engine/values.ts";

export const names = [
  "clients",
  "bill_vendors",
  "taxes",
  "items",
  "invoices",
  "credit_notes",
  "payments",
  "bills",
  "bill_payments",
  "expenses",
  "journal_entry_details",
  "journal_entry_accounts",
  "ledger_accounts",
  "callbacks",
] as const;
export type Name = (typeof names)[number];
export type Books = Company<Name>;

interface Shape {
  /** Below the account. */
  readonly path: string;
  readonly id: string;
  /** The property with one record. Those of lists are named like the tables. */
  readonly one: string;
}

const account = "accounting/account/:account/";
export const ledger = "accounting/businesses/:business/ledger_accounts/accounts";
export const events = "events/account/:account/events/callbacks";

const shape = (path: string, one: string, id = "id"): Shape => ({ path: `${account}${path}`, one, id });

export const shapes: Readonly<Record<Name, Shape>> = {
  clients: shape("users/clients", "client"),
  bill_vendors: shape("bill_vendors/bill_vendors", "bill_vendor", "vendorid"),
  taxes: shape("taxes/taxes", "tax"),
  items: shape("items/items", "item"),
  invoices: shape("invoices/invoices", "invoice"),
  credit_notes: shape("credit_notes/credit_notes", "credit_notes"),
  payments: shape("payments/payments", "payment"),
  bills: shape("bills/bills", "bill"),
  bill_payments: shape("bill_payments/bill_payments", "bill_payment"),
  expenses: shape("expenses/expenses", "expense"),
  journal_entry_details: shape("journal_entries/journal_entry_details", "journal_entry_detail"),
  journal_entry_accounts: shape("journal_entry_accounts/journal_entry_accounts", "journal_entry_account"),
  ledger_accounts: { path: ledger, id: "uuid", one: "data" },
  callbacks: { path: events, id: "callbackid", one: "callback" },
};

/** What the simulator notes about a row, and the vendor does not show. */
const inner = ["changed", "seed", "secret", "source"];

export const shown = (row: Row): Row => without(row, inner);

/** A reply wraps its result. */
export const result = (fields: Row): Row => ({ response: { result: fields } });
