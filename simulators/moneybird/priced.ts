/** The records with lines that cost something: five kinds, alike but for their fields. */
import { Big } from "big.js";
import type { Answer } from "../engine/routes.ts";
import { dayLater, type Row, rows, text } from "../engine/values.ts";
import { type Books, idOf, orNull, type Table } from "./administration.ts";
import { type Kept, type Route, rest } from "./api.ts";
import { readCustomFields, simpleContact } from "./contacts.ts";
import { decimal, makeDetail, mergeLines, type Pricing, paidOf, rateOf, readDecimal, total } from "./money.ts";
import type { FilterRules } from "./query.ts";
import { badRequest, blank, type Complaints, invalid, refuseFor } from "./refusals.ts";

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
  due_date: null,
  date: books.today(),
  entry_number: books.tables[table].size + 1,
  state: "new",
  origin: "api",
  paid_at: null,
  payments: [],
});
const documentFields = (books: Books, table: Table): Row => ({
  ...entryFields(books, table),
  ...{ exchange_rate: "1.0", revenue_invoice: false, tax_number: "" },
});
const totals = { total_discount: "0.0", tax_totals: [] };
const unpaid = { payments: [], total_paid: "0.0", total_unpaid: "0.0", total_unpaid_base: "0.0" };
const marks = { marked_dubious_on: null, marked_uncollectible_on: null };
const outgoing = (books: Books) => ({
  contact_person_id: null,
  workflow_id: "",
  document_style_id: idOf(books.tables.document_styles.all()[0]),
  identity_id: idOf(books.tables.identities.all()[0]),
  state: "draft",
  due_date: dayLater(books.today(), 14),
  language: "nl",
  discount: "0.0",
  sent_at: null,
  public_view_code: null,
  public_view_code_expires_at: null,
  custom_fields: [],
  ...totals,
});
const workflow = (books: Books, type: string) =>
  idOf(books.tables.workflows.first((row) => row["type"] === type && row["default"] === true));

const documentKind = { dateField: "date", side: "purchase_invoice", entityType: "Document" } as const;

export const salesInvoice: Kind = {
  ...{ root: "sales_invoice", path: "sales_invoices", table: "sales_invoices", entityType: "SalesInvoice" },
  ...{ dateField: "invoice_date", side: "sales_invoice", required: ["contact_id"] },
  taken: [
    "contact_person_id",
    "original_estimate_id",
    "document_style_id",
    "workflow_id",
    "reference",
    "invoice_date",
    "payment_conditions",
  ],
  blank: (books) => ({
    ...{ ...outgoing(books), ...unpaid, ...marks, workflow_id: workflow(books, "InvoiceWorkflow") },
    ...{ invoice_id: null, recurring_sales_invoice_id: null, subscription_id: null, original_sales_invoice_id: null },
    draft_id: books.tables.sales_invoices.size + 1,
    invoice_date: null,
    payment_conditions: "Graag {document.total_price} voor {document.due_date} betalen.",
    ...{ payment_reference: null, short_payment_reference: null, paused: false, paid_at: null },
    ...{ reminder_count: 0, next_reminder: null, original_estimate_id: null, time_entries: [] },
  }),
};

export const externalInvoice: Kind = {
  ...{ root: "external_sales_invoice", path: "external_sales_invoices", table: "external_sales_invoices" },
  ...{ entityType: "ExternalSalesInvoice", dateField: "date", side: "sales_invoice", required: ["reference"] },
  taken: ["reference", "date", "due_date", "source", "source_url"],
  blank: (books) => ({
    ...{ ...entryFields(books, "external_sales_invoices"), ...unpaid, ...marks, tax_totals: [] },
    ...{ state: "open", source: null, source_url: null },
  }),
};

export const estimate: Kind = {
  ...{ root: "estimate", path: "estimates", table: "estimates", entityType: "Estimate" },
  ...{ dateField: "estimate_date", side: "sales_invoice", required: ["contact_id"] },
  taken: [
    "contact_person_id",
    "document_style_id",
    "workflow_id",
    "reference",
    "estimate_date",
    "language",
    "pre_text",
    "post_text",
  ],
  blank: (books) => ({
    ...{ ...outgoing(books), workflow_id: workflow(books, "EstimateWorkflow"), exchange_rate: "1.0" },
    ...{
      estimate_id: null,
      estimate_sequence_id: null,
      draft_id: books.tables.estimates.size + 1,
      estimate_date: null,
    },
    ...{ original_estimate_id: null, show_tax: true, sign_online: true },
    ...{ accepted_at: null, rejected_at: null, archived_at: null, pre_text: null, post_text: null },
  }),
};

export const purchaseInvoice: Kind = {
  ...{ ...documentKind, root: "purchase_invoice", path: "documents/purchase_invoices", table: "purchase_invoices" },
  ...{ required: ["contact_id", "reference"] },
  taken: ["reference", "date", "due_date"],
  blank: (books) => documentFields(books, "purchase_invoices"),
};

export const receipt: Kind = {
  ...{ ...documentKind, root: "receipt", path: "documents/receipts", table: "receipts" },
  ...{ required: ["reference"] },
  taken: ["reference", "date", "due_date"],
  blank: (books) => documentFields(books, "receipts"),
};

/** What a request makes of nothing. */
export function newPriced(books: Books, kind: Kind, given: Row): Row {
  const row: Row = {
    id: books.newId(),
    ...{ contact_id: null, reference: null, currency: "EUR", prices_are_incl_tax: false },
    ...kind.blank(books),
    ...{ details: [], total_price_excl_tax: "0.0", total_price_excl_tax_base: "0.0" },
    ...{ total_price_incl_tax: "0.0", total_price_incl_tax_base: "0.0", notes: [], attachments: [], events: [] },
  };
  if ("language" in row) row["url"] = `https://moneybird.com/${books.id}/external/${idOf(row)}/${kind.root}`;
  if ("payment_reference" in row) row["payment_url"] = row["url"] ?? "";
  return apply(books, kind, row, given);
}

/** The row as a request changes it; a new one, so that a refused request leaves the old alone. */
function apply(books: Books, kind: Kind, before: Row, given: Row): Row {
  const row: Row = { ...before };
  for (const field of kind.taken) if (given[field] !== undefined) row[field] = orNull(given[field]);
  if (given["contact_id"] !== undefined) row["contact_id"] = orNull(given["contact_id"]);
  if (given["currency"] !== undefined) row["currency"] = text(given["currency"]) || "EUR";
  for (const field of ["prices_are_incl_tax", "revenue_invoice", "show_tax"])
    if (given[field] !== undefined && field in row) row[field] = text(given[field]) === "true";
  if ("discount" in row && given["discount"] !== undefined)
    row["discount"] = decimal(readDecimal(given["discount"]) ?? new Big(0));
  if (given["first_due_interval"] !== undefined)
    row["due_date"] = dayLater(text(row[kind.dateField]) || books.today(), Number(text(given["first_due_interval"])));
  else if ("discount" in row && given[kind.dateField] !== undefined)
    row["due_date"] = dayLater(text(row[kind.dateField]) || books.today(), 14);
  if (given["custom_fields_attributes"] !== undefined)
    row["custom_fields"] = readCustomFields(books, given["custom_fields_attributes"]);
  const pricing = pricingOf(kind, row);
  row["details"] = mergeLines(before["details"], given["details_attributes"], (line, old) =>
    makeDetail(books, line, pricing, old),
  );
  if ("entry_number" in row && row["state"] === "new" && rows(row["details"]).length > 0) row["state"] = "open";
  check(books, kind, row);
  reprice(books, kind, row);
  return row;
}

const pricingOf = (kind: Kind, row: Row): Pricing => ({
  currency: text(row["currency"]),
  discount: readDecimal(row["discount"]) ?? new Big(0),
  inclusive: row["prices_are_incl_tax"] === true,
  side: kind.side,
});

function reprice(books: Books, kind: Kind, row: Row): void {
  const details = rows(row["details"]).map((detail) => ({ ...detail }));
  row["details"] = details;
  for (const [field, value] of Object.entries(total(books, details, pricingOf(kind, row))))
    if (field in row) row[field] = value;
  if ("exchange_rate" in row) row["exchange_rate"] = decimal(rateOf(text(row["currency"])));
  settle(books, row);
}

/** Brings what is paid, and the state that follows from it, up to date. Drafts and what is set aside stay as they are. */
export function settle(books: Books, row: Row): void {
  if (!("payments" in row)) return;
  const { paid, unpaid: open, unpaidBase } = paidOf(row);
  if ("total_paid" in row)
    Object.assign(row, {
      total_paid: decimal(paid),
      total_unpaid: decimal(open),
      total_unpaid_base: decimal(unpaidBase),
    });
  if (!["open", "late", "reminded", "paid", "pending_payment"].includes(text(row["state"]))) return;
  const done = open.eq(0) && rows(row["payments"]).length > 0;
  const late = text(row["due_date"]) !== "" && text(row["due_date"]) < books.today();
  if (done) row["state"] = "paid";
  else if (row["state"] === "paid" || row["state"] === "open") row["state"] = late ? "late" : "open";
  row["paid_at"] = done ? (rows(row["payments"]).at(-1)?.["payment_date"] ?? null) : null;
}

function check(books: Books, kind: Kind, row: Row): void {
  if (kind === externalInvoice && !books.tables.contacts.has(row["contact_id"]))
    throw badRequest("Contact ID is invalid", { [kind.root]: { contact_id: "contact_invalid" } });
  const complaints: Complaints = {};
  for (const field of kind.required) if (text(row[field]) === "") complaints[field] = [blank];
  const contact = text(row["contact_id"]);
  if (contact !== "" && !books.tables.contacts.has(contact)) complaints["contact_id"] = invalid;
  const workflowId = text(row["workflow_id"]);
  if (workflowId !== "" && !books.tables.workflows.has(workflowId)) complaints["workflow_id"] = invalid;
  const date = text(row[kind.dateField]);
  if (date !== "" && !/^\d{4}-\d{2}-\d{2}$/.test(date))
    complaints[kind.dateField] = [["is not a valid date", "invalid"]];
  else if (isLocked(books, date)) complaints[kind.dateField] = [["is in a locked period", "period_locked"]];
  if (!["nl", "en", "de", "fr", "es", ""].includes(text(row["language"])))
    complaints["language"] = [["is not included in the list", "inclusion"]];
  if (!/^[A-Z]{3}$/.test(text(row["currency"])))
    complaints["currency"] = [["is not included in the list", "inclusion"]];
  for (const detail of rows(row["details"])) Object.assign(complaints, complaintsAbout(books, kind, detail));
  refuseFor(complaints);
}

export const isLocked = (books: Books, date: string): boolean =>
  date !== "" && date <= text(books.facts["period_locked_until"]);

function complaintsAbout({ tables }: Books, { side }: Kind, detail: Row): Complaints {
  const account = tables.ledger_accounts.get(detail["ledger_account_id"]);
  const allowed = account?.["allowed_document_types"];
  const rate = tables.tax_rates.get(detail["tax_rate_id"]);
  const unknown = (field: string, table: "projects" | "products") =>
    detail[field] !== null && !tables[table].has(detail[field]);
  return {
    ...(detail["description"] === "" && { "details.description": [blank] }),
    ...(rate?.["tax_rate_type"] !== side && { "details.tax_rate_id": invalid }),
    ...(!(Array.isArray(allowed) && allowed.includes(side)) && { "details.ledger_account_id": invalid }),
    ...(unknown("project_id", "projects") && { "details.project_id": invalid }),
    ...(unknown("product_id", "products") && { "details.product_id": invalid }),
  };
}

export function showPriced(books: Books, row: Row): Row {
  if (!("contact_person_id" in row)) return { ...row, contact: simpleContact(books, row["contact_id"]) };
  const person = books.tables.contact_people.get(row["contact_person_id"]);
  /** The person comes without an id here. */
  return {
    ...row,
    contact: simpleContact(books, row["contact_id"]),
    contact_person: person === undefined ? null : { ...person, id: null },
  };
}

/** Tells of a state that changed, where the vendor has an event for it. */
export function announceState(books: Books, { table, root, side }: Kind, row: Row, before: unknown): void {
  if (row["state"] !== before && side === "sales_invoice" && table !== "estimates")
    books.tell({ table, row, kind: `${root}_state_changed_to_${text(row["state"])}` });
}

/** Lists of documents show this year unless one asks for more. */
export const thisYear = (dateField: string): FilterRules => ({ dateField, defaults: { period: "this_year" } });

export const shown = (books: Books, row: Row): Answer => ({ body: showPriced(books, row) });

/** The ways in which kinds differ as resources. */
type Ways = Pick<Kept, "syncs" | "page" | "removed" | "nothing">;

export const crud = (kind: Kind, ways: Ways): Route[] =>
  rest({
    ...{ path: kind.path, table: kind.table, root: kind.root, filter: thisYear(kind.dateField), show: showPriced },
    ...ways,
    create: (books, given) => newPriced(books, kind, given),
    update: (books, row, given) => {
      const before = row["state"];
      Object.assign(row, apply(books, kind, row, given));
      announceState(books, kind, row, before);
    },
    remove: (books, row) => destroy(books, kind, row),
  });

export function destroy(books: Books, { table, dateField }: Pick<Kind, "table" | "dateField">, row: Row): void {
  if (isLocked(books, text(row[dateField]))) throw badRequest("Period is locked", { id: "period_locked" });
  for (const payment of books.tables.payments.where((each) => each["invoice_id"] === row["id"]))
    books.tables.payments.drop(payment);
  books.remove(table, row);
}
