/** Sales invoices, those from elsewhere, and estimates. */
import { find, type Route } from "./api.ts";
import { crud, shown } from "./crud.ts";
import { redirectToFile } from "./files.ts";
import {
  announce,
  announceState,
  estimate,
  externalInvoice,
  type Kind,
  newPriced,
  salesInvoice,
  settle,
} from "./priced.ts";
import { badRequest, blank, Refusal, unprocessable } from "./refusals.ts";
import { add, type Books, dayLater, type Fields, isObject, type Row, refresh, rowsIn, text, today } from "./store.ts";

/** The next number of a year: `2026-0042`. */
function nextNumber(books: Books, { shelf }: Kind, field: string, date: string): string {
  const year = date.slice(0, 4);
  const used = books.shelf[shelf].values().map((row) => text(row[field]));
  const last = Math.max(
    0,
    ...used.filter((number) => number.startsWith(year)).map((number) => Number(number.slice(5))),
  );
  return `${year}-${String(last + 1).padStart(4, "0")}`;
}

/** Gives a draft its number and date, and sends it. */
export function sendInvoice(books: Books, row: Row, date = text(row["invoice_date"]) || today(books)): void {
  const term = Math.round(
    (Date.parse(text(row["due_date"])) - Date.parse(text(row["invoice_date"]) || today(books))) / 86_400_000,
  );
  row["due_date"] = dayLater(date, term);
  row["invoice_date"] = date;
  row["sent_at"] = today(books);
  if (row["state"] !== "draft" && row["state"] !== "scheduled") return;
  const number = nextNumber(books, salesInvoice, "invoice_id", date);
  const reference = `RF19${number.replace("-", "")}`;
  Object.assign(row, { invoice_id: number, draft_id: null, state: "open", next_reminder: row["due_date"] });
  Object.assign(row, { payment_reference: reference, short_payment_reference: reference.slice(0, 12) });
  Object.assign(row, {
    public_view_code: row.id.slice(-6),
    public_view_code_expires_at: `${dayLater(date, 90)}T12:00:00.000Z`,
  });
  settle(books, row);
}

export function sendEstimate(books: Books, row: Row): void {
  const date = text(row["estimate_date"]) || today(books);
  const number = nextNumber(books, estimate, "estimate_id", date);
  Object.assign(row, { estimate_id: number, estimate_sequence_id: number.slice(5), draft_id: null, state: "open" });
  Object.assign(row, { estimate_date: date, due_date: dayLater(date, 14), sent_at: today(books) });
}

function checkSending(books: Books, kind: Kind, row: Row, sending: Fields): void {
  if (rowsIn(row["details"]).length === 0)
    throw badRequest("details cannot be empty", { [kind.root]: "details_cannot_be_empty" });
  const contact = books.shelf.contacts.get(text(row["contact_id"]));
  const method = text(sending["delivery_method"]) || text(contact?.["delivery_method"]);
  if (!["Email", "Post", "Manual", "Simplerinvoicing", "Peppol"].includes(method))
    throw badRequest("Delivery Method isn't an option", { [`${kind.root}_sending`]: { delivery_method: "in" } });
  if (method === "Email" && text(sending["email_address"]) === "" && text(contact?.["send_invoices_to_email"]) === "")
    throw unprocessable({ email_address: [blank] });
}

/** The opposite of an invoice, as a draft: a line that says so, then every line with its amount turned round. */
export function creditOf(books: Books, row: Row): Row {
  const title = { description: `**Creditfactuur voor factuur ${text(row["invoice_id"])}**`, price: "0", row_order: 0 };
  const lines = rowsIn(row["details"]).map(({ amount, amount_decimal: quantity, ...detail }, index) => ({
    ...{ ...detail, id: null, row_order: index + 1 },
    amount: text(quantity).startsWith("-") ? text(amount).replace(/^-/, "") : `-${text(amount) || "1 x"}`,
  }));
  const credit = newPriced(books, salesInvoice, {
    ...row,
    invoice_date: undefined,
    details_attributes: [title, ...lines],
  });
  credit["original_sales_invoice_id"] = row.id;
  return add(books, "sales_invoices", credit);
}

const findBy = (kind: Kind, field: string, label: string): Route => [
  "GET",
  `${kind.path}/find_by_${field}/:value`,
  ({ books, params }) => {
    const value = params["value"] ?? "";
    const row = books.shelf[kind.shelf].values().find((each) => each[field] === value);
    if (row !== undefined) return shown(books, row);
    throw new Refusal(404, {
      error: `${label} with ${field}: ${value} was not found`,
      symbolic: { [field]: "not_found" },
    });
  },
];

const salesRoutes: Route[] = [
  findBy(salesInvoice, "invoice_id", "Sales invoice"),
  findBy(salesInvoice, "reference", "Sales invoice"),
  ...crud(salesInvoice, { syncs: true, deleted: { status: 204 } }),
  [
    "PATCH",
    "sales_invoices/:id/send_invoice",
    ({ books, params, body }) => {
      const row = find(books, "sales_invoices", params["id"]);
      const given = body()["sales_invoice_sending"];
      const sending: Fields = isObject(given) ? given : {};
      checkSending(books, salesInvoice, row, sending);
      const before = row["state"];
      if (text(sending["sending_scheduled"]) === "true")
        Object.assign(row, {
          state: "scheduled",
          invoice_date: text(sending["invoice_date"]) || dayLater(today(books), 1),
        });
      else sendInvoice(books, row, text(sending["invoice_date"]) || undefined);
      refresh(books, row);
      announceState(books, salesInvoice, row, before);
      if (row["state"] !== "scheduled")
        announce(
          books,
          salesInvoice,
          row,
          `sales_invoice_send_${(text(sending["delivery_method"]) || "Email") === "Email" ? "email" : "manually"}`,
        );
      return shown(books, row);
    },
  ],
  [
    "PATCH",
    "sales_invoices/:id/duplicate_creditinvoice",
    ({ books, params }) => {
      const credit = creditOf(books, find(books, "sales_invoices", params["id"]));
      announce(books, salesInvoice, credit, "credit_invoice_created_from_original");
      return shown(books, credit);
    },
  ],
  [
    "PATCH",
    "sales_invoices/:id/mark_as_uncollectible",
    ({ books, params }) => {
      const row = find(books, "sales_invoices", params["id"]);
      if (!["open", "late", "reminded"].includes(text(row["state"])))
        throw badRequest("Sales invoice should be open, late or due", { invoice: "not_open" });
      Object.assign(row, { state: "uncollectible", marked_uncollectible_on: today(books) });
      refresh(books, row);
      announce(books, salesInvoice, row, "sales_invoice_marked_as_uncollectible");
      announceState(books, salesInvoice, row, "open");
      return shown(books, row);
    },
  ],
  [
    "GET",
    "sales_invoices/:id/download_pdf",
    (ask) => redirectToFile(ask, `sales_invoices/${find(ask.books, "sales_invoices", ask.params["id"]).id}`),
  ],
];

const after: Readonly<Record<string, readonly string[]>> = {
  open: ["late", "accepted", "rejected", "archived", "billed"],
  late: ["open", "late", "accepted", "rejected", "archived", "billed"],
  accepted: ["open", "billed", "archived", "rejected"],
  rejected: ["open", "accepted", "archived"],
  billed: ["archived"],
  archived: ["open"],
};
const dates: Readonly<Record<string, string>> = {
  accepted: "accepted_at",
  rejected: "rejected_at",
  archived: "archived_at",
};

const estimateRoutes: Route[] = [
  findBy(estimate, "estimate_id", "Estimate"),
  ...crud(estimate, {
    ...{ syncs: true, deleted: { status: 204 } },
    nothing: badRequest("Estimate can't be nil", { estimate: "nils" }),
  }),
  [
    "PATCH",
    "estimates/:id/send_estimate",
    ({ books, params, body }) => {
      const row = find(books, "estimates", params["id"]);
      const given = body()["estimate_sending"];
      checkSending(books, estimate, row, isObject(given) ? given : {});
      sendEstimate(books, row);
      refresh(books, row);
      announce(books, estimate, row, "estimate_send_email");
      return shown(books, row);
    },
  ],
  [
    "PATCH",
    "estimates/:id/change_state",
    ({ books, params, body }) => {
      const row = find(books, "estimates", params["id"]);
      const state = text(body()["state"]);
      if (!(state in after)) throw badRequest("State isn't an option", { state: "in" });
      const from = text(row["state"]);
      if (after[from]?.includes(state) !== true)
        throw badRequest("State is invalid", { state: `can_not_change_${from}_to_${state}` });
      row["state"] = state;
      const date = dates[state];
      if (date !== undefined) row[date] = today(books);
      refresh(books, row);
      announce(books, estimate, row, `estimate_mark_${state}`);
      return shown(books, row);
    },
  ],
  [
    "PATCH",
    "estimates/:id/bill_estimate",
    ({ books, params }) => {
      const row = find(books, "estimates", params["id"]);
      if (row["state"] !== "accepted") throw badRequest("Invalid estimate state", { id: "state" });
      row["state"] = "billed";
      refresh(books, row);
      announce(books, estimate, row, "estimate_billed");
      const lines = rowsIn(row["details"]).filter((detail) => detail["is_selected"] !== false);
      const wanted = { contact_id: row["contact_id"], currency: row["currency"], reference: row["reference"] };
      const made = newPriced(books, salesInvoice, {
        ...wanted,
        discount: row["discount"],
        original_estimate_id: row.id,
        details_attributes: lines.map((line) => ({ ...line, id: null })),
      });
      announce(books, salesInvoice, add(books, "sales_invoices", made), "sales_invoice_created_based_on_estimate");
      return shown(books, made);
    },
  ],
  [
    "GET",
    "estimates/:id/download_pdf",
    (ask) => redirectToFile(ask, `estimates/${find(ask.books, "estimates", ask.params["id"]).id}`),
  ],
];

export const invoiceRoutes: Route[] = [
  ...salesRoutes,
  ...crud(externalInvoice, { syncs: false, deleted: { status: 204 } }),
  ...estimateRoutes,
];
