/** Sales invoices, those from elsewhere, and estimates. */

import { findOr } from "../engine/resources.ts";
import { get, patch } from "../engine/routes.ts";
import { dayLater, dayLength, row as object, type Row, rows, text } from "../engine/values.ts";
import { type Books, idOf } from "./administration.ts";
import { type Asked, inside, type Route } from "./api.ts";
import { redirectToFile } from "./files.ts";
import { estimate, externalInvoice, type Kind, salesInvoice } from "./kinds.ts";
import { announceState, crud, newPriced, settle, shown } from "./priced.ts";
import { badRequest, blank, notFound, unknown, unprocessable } from "./refusals.ts";

/** The next number of a year: `2026-0042`. */
function nextNumber(books: Books, { table }: Kind, field: string, date: string): string {
  const year = date.slice(0, 4);
  const used = books.tables[table].all().map((row) => text(row[field]));
  const last = Math.max(0, ...used.map((number) => (number.startsWith(year) ? Number(number.slice(5)) : 0)));
  return `${year}-${String(last + 1).padStart(4, "0")}`;
}

/** Gives a draft its number and date, and sends it. */
export function sendInvoice(books: Books, row: Row, date = text(row["invoice_date"]) || books.today()): void {
  const before = text(row["invoice_date"]) || books.today();
  const term = Math.round((Date.parse(text(row["due_date"])) - Date.parse(before)) / dayLength);
  Object.assign(row, { due_date: dayLater(date, term), invoice_date: date, sent_at: books.today() });
  if (row["state"] !== "draft" && row["state"] !== "scheduled") return;
  const number = nextNumber(books, salesInvoice, "invoice_id", date);
  const reference = `RF19${number.replace("-", "")}`;
  Object.assign(row, {
    ...{ invoice_id: number, draft_id: null, state: "open", next_reminder: row["due_date"] },
    ...{ payment_reference: reference, short_payment_reference: reference.slice(0, 12) },
    ...{ public_view_code: idOf(row).slice(-6), public_view_code_expires_at: `${dayLater(date, 90)}T12:00:00.000Z` },
  });
  settle(books, row);
}

export function sendEstimate(books: Books, row: Row): void {
  const date = text(row["estimate_date"]) || books.today();
  const number = nextNumber(books, estimate, "estimate_id", date);
  Object.assign(row, { estimate_id: number, estimate_sequence_id: number.slice(5), draft_id: null, state: "open" });
  Object.assign(row, { estimate_date: date, due_date: dayLater(date, 14), sent_at: books.today() });
}

function checkSending(books: Books, kind: Kind, row: Row, sending: Row): void {
  if (rows(row["details"]).length === 0)
    throw badRequest("details cannot be empty", { [kind.root]: "details_cannot_be_empty" });
  const contact = books.tables.contacts.get(row["contact_id"]);
  const method = text(sending["delivery_method"]) || text(contact?.["delivery_method"]);
  if (!["Email", "Post", "Manual", "Simplerinvoicing", "Peppol"].includes(method))
    throw badRequest("Delivery Method isn't an option", { [`${kind.root}_sending`]: { delivery_method: "in" } });
  if (method === "Email" && text(sending["email_address"]) === "" && text(contact?.["send_invoices_to_email"]) === "")
    throw unprocessable({ email_address: [blank] });
}

/** The opposite of an invoice, as a draft: a line that says so, then every line with its amount turned round. */
export function creditOf(books: Books, row: Row): Row {
  const title = { description: `**Creditfactuur voor factuur ${text(row["invoice_id"])}**`, price: "0", row_order: 0 };
  const lines = rows(row["details"]).map(({ amount, amount_decimal: quantity, ...detail }, index) => ({
    ...{ ...detail, id: null, row_order: index + 1 },
    amount: text(quantity).startsWith("-") ? text(amount).replace(/^-/, "") : `-${text(amount) || "1 x"}`,
  }));
  const given = { ...row, invoice_date: undefined, details_attributes: [title, ...lines] };
  const credit = newPriced(books, salesInvoice, given);
  credit["original_sales_invoice_id"] = row["id"];
  return credit;
}

const findBy = ({ path, table }: Kind, field: string, label: string): Route =>
  get(`${path}/find_by_${field}/:value`, ({ company, params }) => {
    const row = company.tables[table].find(field, params["value"]);
    if (row !== undefined) return shown(company, row);
    throw unknown(`${label} with ${field}: ${params["value"]} was not found`, field);
  });

/** Something that is done to a document, then told under a name of its own. */
const action = (kind: Kind, name: string, act: (ask: Asked, row: Row) => string | undefined): Route =>
  patch(`${kind.path}/:id/${name}`, (ask) => {
    const { company } = ask;
    const row = findOr(ask, kind.table, notFound);
    const before = row["state"];
    const event = act(ask, row);
    company.restamp(kind.table, row);
    announceState(company, kind, row, before);
    if (event !== undefined) company.tell({ table: kind.table, row, kind: event });
    return shown(company, row);
  });

const printed = ({ path, table }: Kind): Route =>
  get(`${path}/:id/download_pdf`, (ask) => redirectToFile(ask, `${table}/${idOf(findOr(ask, table, notFound))}`));

const salesRoutes: Route[] = [
  findBy(salesInvoice, "invoice_id", "Sales invoice"),
  findBy(salesInvoice, "reference", "Sales invoice"),
  action(salesInvoice, "send_invoice", ({ company, body }, row) => {
    const sending = object(body()["sales_invoice_sending"]);
    checkSending(company, salesInvoice, row, sending);
    const date = text(sending["invoice_date"]);
    sendInvoice(company, row, date || undefined);
    const method = text(sending["delivery_method"]) || "Email";
    return `sales_invoice_send_${method === "Email" ? "email" : "manually"}`;
  }),
  printed(salesInvoice),
];

const estimateRoutes: Route[] = [printed(estimate)];

export const invoiceRoutes: Route[] = [
  ...crud(salesInvoice, { syncs: true }),
  ...crud(externalInvoice, {}),
  ...crud(estimate, { syncs: true, nothing: badRequest("Estimate can't be nil", { estimate: "nils" }) }),
  ...inside([...salesRoutes, ...estimateRoutes]),
];
