/** The five kinds of records with lines that cost something, alike but for their fields. */
import { dayLater, filled, type Row, words } from "../engine/values.ts";
import { type Books, idOf, type Table } from "./administration.ts";
import type { Pricing } from "./money.ts";

export interface Kind {
  readonly root: string;
  readonly path: string;
  readonly table: Table;
  /** How its payments name it. */
  readonly entityType: string;
  readonly dateField: string;
  readonly side: Pricing["side"];
  /** What a request must name. */
  readonly required: readonly string[];
  /** Fields of a request that are kept as they come. */
  readonly taken: readonly string[];
  /** All its own fields, before anything is known. */
  blank(books: Books): Row;
}

const entryFields = (books: Books, table: Table): Row => ({
  ...{ ...filled("due_date|paid_at", null), date: books.today(), entry_number: books.tables[table].size + 1 },
  ...{ state: "new", origin: "api", payments: [] },
});
const documentFields = (books: Books, table: Table): Row => ({
  ...{ ...entryFields(books, table), exchange_rate: "1.0", revenue_invoice: false, tax_number: "" },
});
const unpaid = {
  ...{ payments: [], ...filled("total_paid|total_unpaid|total_unpaid_base", "0.0") },
  ...filled("marked_dubious_on|marked_uncollectible_on", null),
};
const outgoing = (books: Books, type: string): Row => ({
  ...filled("contact_person_id|sent_at|public_view_code|public_view_code_expires_at|original_estimate_id", null),
  workflow_id: idOf(books.tables.workflows.first((row) => row["type"] === type && row["default"] === true)),
  document_style_id: idOf(books.tables.document_styles.all()[0]),
  identity_id: idOf(books.tables.identities.all()[0]),
  ...{ state: "draft", due_date: dayLater(books.today(), 14), language: "nl" },
  ...{ discount: "0.0", total_discount: "0.0", tax_totals: [], custom_fields: [] },
});

const documentKind = { dateField: "date", side: "purchase_invoice", entityType: "Document" } as const;
const sent = "contact_person_id|document_style_id|workflow_id|reference";

export const salesInvoice: Kind = {
  ...{ root: "sales_invoice", path: "sales_invoices", table: "sales_invoices", entityType: "SalesInvoice" },
  ...{ dateField: "invoice_date", side: "sales_invoice", required: ["contact_id"] },
  taken: words(`${sent}|original_estimate_id|invoice_date|payment_conditions`),
  blank: (books) => ({
    ...{ ...outgoing(books, "InvoiceWorkflow"), ...unpaid, draft_id: books.tables.sales_invoices.size + 1 },
    ...filled("invoice_id|recurring_sales_invoice_id|subscription_id|original_sales_invoice_id|invoice_date", null),
    payment_conditions: "Graag {document.total_price} voor {document.due_date} betalen.",
    ...filled("payment_reference|short_payment_reference|paid_at|next_reminder", null),
    ...{ paused: false, reminder_count: 0, time_entries: [] },
  }),
};

export const externalInvoice: Kind = {
  ...{ root: "external_sales_invoice", path: "external_sales_invoices", table: "external_sales_invoices" },
  ...{ entityType: "ExternalSalesInvoice", dateField: "date", side: "sales_invoice", required: ["reference"] },
  taken: words("reference|date|due_date|source|source_url"),
  blank: (books) => ({
    ...{ ...entryFields(books, "external_sales_invoices"), ...unpaid, tax_totals: [], state: "open" },
    ...filled("source|source_url", null),
  }),
};

export const estimate: Kind = {
  ...{ root: "estimate", path: "estimates", table: "estimates", entityType: "Estimate" },
  ...{ dateField: "estimate_date", side: "sales_invoice", required: ["contact_id"] },
  taken: words(`${sent}|estimate_date|language|pre_text|post_text`),
  blank: (books) => ({
    ...{ ...outgoing(books, "EstimateWorkflow"), exchange_rate: "1.0", draft_id: books.tables.estimates.size + 1 },
    ...filled("estimate_id|estimate_sequence_id|estimate_date|accepted_at|rejected_at|archived_at", null),
    ...{ ...filled("pre_text|post_text", null), show_tax: true, sign_online: true },
  }),
};

export const purchaseInvoice: Kind = {
  ...{ ...documentKind, root: "purchase_invoice", path: "documents/purchase_invoices", table: "purchase_invoices" },
  ...{ required: ["contact_id", "reference"], taken: words("reference|date|due_date") },
  blank: (books) => documentFields(books, "purchase_invoices"),
};

export const receipt: Kind = {
  ...{ ...documentKind, root: "receipt", path: "documents/receipts", table: "receipts" },
  ...{ required: ["reference"], taken: words("reference|date|due_date") },
  blank: (books) => documentFields(books, "receipts"),
};

/** Those that can be paid. */
export const payables = [salesInvoice, externalInvoice, purchaseInvoice, receipt];
