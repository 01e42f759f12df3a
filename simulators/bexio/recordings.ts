/** What was recorded at bexio, and its own examples: the fields of every record. */
import { openRecordings } from "../engine/recordings.ts";
import { isRow } from "../engine/values.ts";
import type { Table } from "./company.ts";

export const paths = {
  accounts: "2.0/accounts",
  article: "2.0/article",
  bank_accounts: "3.0/banking/accounts",
  bills: "4.0/purchase/bills",
  business_years: "3.0/accounting/business_years",
  calendar_years: "3.0/accounting/calendar_years",
  contact: "2.0/contact",
  country: "2.0/country",
  currencies: "3.0/currencies",
  journal: "3.0/accounting/journal",
  kb_invoice: "2.0/kb_invoice",
  kb_offer: "2.0/kb_offer",
  kb_order: "2.0/kb_order",
  outgoing_payments: "4.0/purchase/outgoing-payments",
  payment_type: "2.0/payment_type",
  taxes: "3.0/taxes",
  unit: "2.0/unit",
} as const satisfies Partial<Record<Table, string>>;

export const recordings = openRecordings<Table>({
  slug: "bexio",
  lists: Object.fromEntries(Object.entries(paths).map(([table, path]) => [table, { path }])),
  rowsIn: (body) => (isRow(body) ? body["data"] : body),
});
