/** The five kinds of records with lines that cost something, and their rules: what is made of a request, checked, priced, settled. */
import { dayLater, filled, type Row, rows, sum, text, words } from "../engine/values.ts";
import { type Books, idOf, isLocked, orNull, rootOf, type Table } from "./administration.ts";
import type { Kept } from "./api.ts";
import { readCustomFields, simpleContact } from "./masters.ts";
import { amountOf, decimal, makeDetail, mergeLines, type Pricing, rateOf, total } from "./money.ts";
import { blank } from "./recordings.ts";
import { badRequest, type Complaints, is, refuseFor } from "./refusals.ts";

interface Kind {
  readonly dateField: string;
  readonly side: Pricing["side"];
  /** Required fields. */
  readonly required: readonly string[];
  /** Fields that are stored unchanged. */
  readonly taken: readonly string[];
  /** Initial values. */
  initial(books: Books): Row;
}

const entryFields = (books: Books, table: Table): Row => ({
  date: books.today(),
  entry_number: books.tables[table].size + 1,
  state: "new",
  origin: "api",
});
const outgoing = (books: Books, type: string): Row => ({
  workflow_id: idOf(books.tables.workflows.first((row) => row["type"] === type && row["default"] === true)),
  document_style_id: idOf(books.tables.document_styles.all()[0]),
  identity_id: idOf(books.tables.identities.all()[0]),
  state: "draft",
  due_date: dayLater(books.today(), 14),
  language: "nl",
});
const incoming = (table: Table, ...required: readonly string[]): Kind => ({
  dateField: "date",
  side: "purchase_invoice",
  required,
  taken: words("reference|date|due_date"),
  initial: (books) => entryFields(books, table),
});
const sent = "contact_person_id|document_style_id|workflow_id|reference";

export type Priced = Extract<Table, `${string}invoices` | "estimates" | "receipts">;

const kinds: Readonly<Record<Priced, Kind>> = {
  sales_invoices: {
    dateField: "invoice_date",
    side: "sales_invoice",
    required: ["contact_id"],
    taken: words(`${sent}|original_estimate_id|invoice_date|payment_conditions`),
    initial: (books) => ({
      ...outgoing(books, "InvoiceWorkflow"),
      draft_id: books.tables.sales_invoices.size + 1,
      payment_conditions: "Graag {document.total_price} voor {document.due_date} betalen.",
      ...filled("payment_reference|short_payment_reference", null),
    }),
  },
  external_sales_invoices: {
    dateField: "date",
    side: "sales_invoice",
    required: ["reference"],
    taken: words("reference|date|due_date|source|source_url"),
    initial: (books) => ({ ...entryFields(books, "external_sales_invoices"), tax_totals: [], state: "open" }),
  },
  estimates: {
    dateField: "estimate_date",
    side: "sales_invoice",
    required: ["contact_id"],
    taken: words(`${sent}|estimate_date|language|pre_text|post_text`),
    initial: (books) => ({
      ...outgoing(books, "EstimateWorkflow"),
      draft_id: books.tables.estimates.size + 1,
      ...filled("pre_text|post_text", null),
    }),
  },
  purchase_invoices: incoming("purchase_invoices", "contact_id", "reference"),
  receipts: incoming("receipts", "reference"),
};

export const priced = Object.keys(kinds) as Priced[];
export const payables = priced.filter((table) => table !== "estimates");

/** A new row from a request. */
export function newPriced(books: Books, table: Priced, body: Row): Row {
  const row: Row = {
    ...blank(table),
    id: books.newId(),
    contact_id: null,
    reference: null,
    currency: "EUR",
    prices_are_incl_tax: false,
    ...kinds[table].initial(books),
    events: [],
  };
  if ("language" in row) row["url"] = `https://moneybird.com/${books.id}/external/${idOf(row)}/${rootOf(table)}`;
  if ("payment_reference" in row) row["payment_url"] = row["url"] ?? "";
  return apply(books, table, row, body);
}

/** A changed copy of the row, so that a refused request leaves the original unchanged. */
function apply(books: Books, table: Priced, before: Row, body: Row): Row {
  const kind = kinds[table];
  const row: Row = { ...before };
  const taking = (fields: readonly string[], read: (value: unknown, field: string) => unknown) => {
    for (const field of fields) if (body[field] !== undefined && field in row) row[field] = read(body[field], field);
  };
  taking([...kind.taken, "contact_id"], orNull);
  taking(["currency"], (value) => text(value) || "EUR");
  taking(["prices_are_incl_tax", "revenue_invoice", "show_tax"], (value) => text(value) === "true");
  taking(["discount"], () => decimal(amountOf(body, "discount")));
  const from = text(row[kind.dateField]) || books.today();
  if (body["first_due_interval"] !== undefined)
    row["due_date"] = dayLater(from, Number(text(body["first_due_interval"])));
  else if ("discount" in row && body[kind.dateField] !== undefined) row["due_date"] = dayLater(from, 14);
  if (body["custom_fields_attributes"] !== undefined)
    row["custom_fields"] = readCustomFields(books, body["custom_fields_attributes"]);
  const pricing = {
    side: kind.side,
    currency: text(row["currency"]),
    discount: amountOf(row, "discount"),
    inclusive: row["prices_are_incl_tax"] === true,
  };
  row["details"] = mergeLines(before["details"], body["details_attributes"], (line, old) =>
    makeDetail(books, line, pricing, old),
  );
  if ("entry_number" in row && row["state"] === "new" && rows(row["details"]).length > 0) row["state"] = "open";
  check(books, table, row);
  for (const [field, value] of Object.entries(total(books, rows(row["details"]), pricing)))
    if (field in row) row[field] = value;
  if ("exchange_rate" in row) row["exchange_rate"] = decimal(rateOf(pricing.currency));
  settle(books, row);
  return row;
}

/** Updates the paid amount and the state that follows from it. Drafts and uncollectible documents stay unchanged. */
export function settle(books: Books, row: Row): void {
  if (!("payments" in row)) return;
  const payments = rows(row["payments"]);
  const paid = (field: string) => sum(payments.map((payment) => amountOf(payment, field)));
  const open = amountOf(row, "total_price_incl_tax").minus(paid("price"));
  const openBase = amountOf(row, "total_price_incl_tax_base").minus(paid("price_base"));
  const sums = { total_unpaid: decimal(open), total_unpaid_base: decimal(openBase) };
  if ("total_paid" in row) Object.assign(row, sums, { total_paid: decimal(paid("price")) });
  if (!["open", "late", "reminded", "paid", "pending_payment"].includes(text(row["state"]))) return;
  const done = open.eq(0) && payments.length > 0;
  const late = text(row["due_date"]) !== "" && text(row["due_date"]) < books.today();
  if (done) row["state"] = "paid";
  else if (row["state"] === "paid" || row["state"] === "open") row["state"] = late ? "late" : "open";
  row["paid_at"] = done ? (payments.at(-1)?.["payment_date"] ?? null) : null;
}

function check(books: Books, table: Priced, row: Row): void {
  const kind = kinds[table];
  if (table === "external_sales_invoices" && !books.tables.contacts.has(row["contact_id"]))
    throw badRequest("Contact ID is invalid", { [rootOf(table)]: { contact_id: "contact_invalid" } });
  const { contacts, workflows } = books.tables;
  const contact = text(row["contact_id"]);
  const workflow = text(row["workflow_id"]);
  const date = text(row[kind.dateField]);
  const isDate = date === "" || /^\d{4}-\d{2}-\d{2}$/.test(date);
  const missing = kind.required.filter((field) => text(row[field]) === "");
  refuseFor({
    ...Object.fromEntries(missing.map((field) => [field, is.blank])),
    ...(contact !== "" && !contacts.has(contact) && { contact_id: is.invalid }),
    ...(workflow !== "" && !workflows.has(workflow) && { workflow_id: is.invalid }),
    ...(!isDate && { [kind.dateField]: [["is not a valid date", "invalid"]] }),
    ...(isDate && isLocked(books, date) && { [kind.dateField]: is.locked }),
    ...(!["nl", "en", "de", "fr", "es", ""].includes(text(row["language"])) && { language: is.unlisted }),
    ...(!/^[A-Z]{3}$/.test(text(row["currency"])) && { currency: is.unlisted }),
    ...Object.assign({}, ...rows(row["details"]).map((detail) => complaintsAbout(books, kind, detail))),
  });
}

function complaintsAbout({ tables }: Books, { side }: Kind, detail: Row): Complaints {
  const account = tables.ledger_accounts.get(detail["ledger_account_id"]);
  const allowed = account?.["allowed_document_types"];
  const rate = tables.tax_rates.get(detail["tax_rate_id"]);
  const unknown = (field: string, table: "projects" | "products") =>
    detail[field] !== null && !tables[table].has(detail[field]);
  return {
    ...(detail["description"] === "" && { "details.description": is.blank }),
    ...(rate?.["tax_rate_type"] !== side && { "details.tax_rate_id": is.invalid }),
    ...(!(Array.isArray(allowed) && allowed.includes(side)) && { "details.ledger_account_id": is.invalid }),
    ...(unknown("project_id", "projects") && { "details.project_id": is.invalid }),
    ...(unknown("product_id", "products") && { "details.product_id": is.invalid }),
  };
}

/** Here the person has no id. */
export function showPriced(books: Books, row: Row): Row {
  const contact = simpleContact(books, row["contact_id"]);
  if (!("contact_person_id" in row)) return { ...row, contact };
  const person = books.tables.contact_people.get(row["contact_person_id"]);
  return { ...row, contact, contact_person: person === undefined ? null : { ...person, id: null } };
}

/** Reports a change of state, if the vendor has an event for it. */
export function announceState(books: Books, table: Priced, row: Row, before: unknown): void {
  if (row["state"] !== before && table.endsWith("sales_invoices"))
    books.notify({ table, row, kind: `${rootOf(table)}_state_changed_to_${text(row["state"])}` });
}

export const keptAs = (table: Priced, ways: Partial<Kept> = {}): Kept => ({
  table,
  filter: { dateField: kinds[table].dateField },
  show: showPriced,
  ...ways,
  create: (books, body) => newPriced(books, table, body),
  update: (books, row, body) => {
    const before = row["state"];
    Object.assign(row, apply(books, table, row, body));
    announceState(books, table, row, before);
  },
  remove: (books, row) => destroy(books, table, row),
});

export function destroy(books: Books, table: Table, row: Row): void {
  if (isLocked(books, text(row["invoice_date"] ?? row["estimate_date"] ?? row["date"])))
    throw badRequest("Period is locked", { id: "period_locked" });
  for (const payment of books.tables.payments.where((each) => each["invoice_id"] === row["id"]))
    books.tables.payments.drop(payment);
  books.remove(table, row);
}
