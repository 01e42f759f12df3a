/** What was recorded at Moneybird, and its own examples: the fields of every record. */
import { kindOfRefusal, openRecordings } from "../engine/recordings.ts";
import { type Row, without } from "../engine/values.ts";
import type { Table } from "./administration.ts";

export const recordings = openRecordings<Table>({
  slug: "moneybird",
  lists: {
    contacts: { path: "contacts" },
    sales_invoices: { path: "sales_invoices" },
    external_sales_invoices: { path: "external_sales_invoices" },
    estimates: { path: "estimates" },
    purchase_invoices: { path: "documents/purchase_invoices" },
    receipts: { path: "documents/receipts" },
    general_journal_documents: { path: "documents/general_journal_documents" },
    ledger_accounts: { path: "ledger_accounts" },
    tax_rates: { path: "tax_rates" },
    financial_accounts: { path: "financial_accounts" },
    products: { path: "products" },
    projects: { path: "projects" },
    workflows: { path: "workflows" },
    payments: { path: "payments" },
  },
  pathOf: (path) => path.replace(/\.json$/, "").replace(/\/(?:filter|synchronization)$/, ""),
  // A user without access to a part of the administration gets a 401, like a bad token.
  refusalOf: (reply) => (reply.status === 401 ? undefined : kindOfRefusal(reply)),
});

const identity = ["id", "administration_id", "version", "created_at", "updated_at"];

/** A record without values, for the rules to fill in. */
export const blank = (table: Table): Row => without(recordings.laidOver(table, {}), identity);
