/** Sales invoices, external invoices, estimates, purchase documents, journal documents, and payments. */
import { Big } from "big.js";
import { findOr } from "../engine/resources.ts";
import { del, get, patch, post } from "../engine/routes.ts";
import { dayLater, dayLength, filled, row as object, type Row, rows, sum, text } from "../engine/values.ts";
import { type Books, entities, idOf, isLocked, orNull, part, pathOf, taken, user } from "./administration.ts";
import { findBy, inside, type Kept, type Lists, listOf, type Route, synchronization, under } from "./api.ts";
import { redirectToFile } from "./files.ts";
import { amountOf, decimal, mergeLines, rateOf, readDecimal } from "./money.ts";
import { announceState, destroy, keptAs, type Priced, payables, settle, showPriced } from "./priced.ts";
import { blank } from "./recordings.ts";
import { badRequest, is, notFound, refuseFor, unknown, unprocessable } from "./refusals.ts";

/** The next number of a year: `2026-0042`. */
function nextNumber(books: Books, table: Priced, field: string, date: string): string {
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
  const number = nextNumber(books, "sales_invoices", "invoice_id", date);
  const reference = `RF19${number.replace("-", "")}`;
  Object.assign(row, {
    invoice_id: number,
    draft_id: null,
    state: "open",
    next_reminder: row["due_date"],
    payment_reference: reference,
    short_payment_reference: reference.slice(0, 12),
    public_view_code: idOf(row).slice(-6),
    public_view_code_expires_at: `${dayLater(date, 90)}T12:00:00.000Z`,
  });
  settle(books, row);
}

export function sendEstimate(books: Books, row: Row): void {
  const date = text(row["estimate_date"]) || books.today();
  const number = nextNumber(books, "estimates", "estimate_id", date);
  Object.assign(row, { estimate_id: number, estimate_sequence_id: number.slice(5), draft_id: null, state: "open" });
  Object.assign(row, { estimate_date: date, due_date: dayLater(date, 14), sent_at: books.today() });
}

function checkSending(books: Books, row: Row, sending: Row): void {
  if (rows(row["details"]).length === 0)
    throw badRequest("details cannot be empty", { sales_invoice: "details_cannot_be_empty" });
  const contact = books.tables.contacts.get(row["contact_id"]);
  const method = text(sending["delivery_method"]) || text(contact?.["delivery_method"]);
  if (!["Email", "Post", "Manual", "Simplerinvoicing", "Peppol"].includes(method))
    throw badRequest("Delivery Method isn't an option", { sales_invoice_sending: { delivery_method: "in" } });
  if (method === "Email" && text(sending["email_address"]) === "" && text(contact?.["send_invoices_to_email"]) === "")
    throw unprocessable({ email_address: is.blank });
}

const printed = (table: Priced): Route =>
  get(`${table}/:id/download_pdf`, (request) =>
    redirectToFile(request, `${table}/${idOf(findOr(request, table, notFound))}`),
  );

const salesRoutes: Route[] = [
  findBy({ table: "sales_invoices", show: showPriced }, "find_by_invoice_id", "invoice_id", (value) =>
    unknown(`Sales invoice with invoice_id: ${value} was not found`, "invoice_id"),
  ),
  patch("sales_invoices/:id/send_invoice", (request) => {
    const table = "sales_invoices" as const;
    const row = findOr(request, "sales_invoices", notFound);
    const sending = object(request.body()["sales_invoice_sending"]);
    checkSending(request.company, row, sending);
    const date = text(sending["invoice_date"]) || undefined;
    moved(request.company, table, row, () => sendInvoice(request.company, row, date));
    const way = ["", "Email"].includes(text(sending["delivery_method"])) ? "email" : "manually";
    request.company.notify({ table, row, kind: `sales_invoice_send_${way}` });
    return { body: showPriced(request.company, row) };
  }),
  patch("sales_invoices/:id/mark_as_uncollectible", (request) => {
    const table = "sales_invoices" as const;
    const row = findOr(request, table, notFound);
    const { uncollectible_date: day } = request.body();
    const marked = { state: "uncollectible", marked_uncollectible_on: text(day) || request.company.today() };
    moved(request.company, table, row, () => Object.assign(row, marked));
    return { body: showPriced(request.company, row) };
  }),
];

export const invoiceRoutes: Route[] = inside([...salesRoutes, printed("sales_invoices"), printed("estimates")]);

export function pay(books: Books, table: Priced, owner: Row, body: Row): Row {
  const price = readDecimal(body["price"]);
  const date = text(body["payment_date"]);
  const undated = ["is not a valid date", "is not a valid date"] as const;
  const account = text(body["financial_account_id"]);
  const base = readDecimal(body["price_base"]);
  refuseFor({
    ...(Number.isNaN(Date.parse(date)) && { payment_date: date === "" ? [...is.blank, undated] : [undated] }),
    ...(price === undefined && { price: [...is.blank, ["is not a number", "not_a_number"]] }),
    ...(account !== "" && !books.tables.financial_accounts.has(account) && { financial_account_id: is.invalid }),
    ...(base === undefined && owner["currency"] !== books.facts["currency"] && { price_base: is.blank }),
  });
  const amount = price ?? new Big(0);
  const ledger =
    books.tables.ledger_accounts.find("financial_account_id", account) ??
    books.tables.ledger_accounts.find("name", "Betalingen onderweg");
  const payment = books.add("payments", {
    invoice_type: entities[table],
    invoice_id: owner["id"],
    user_id: user,
    payment_date: date,
    price: decimal(amount),
    price_base: decimal(base ?? amount.times(rateOf(text(owner["currency"])))),
    ...taken(body, "financial_account_id|transaction_identifier|financial_mutation_id|manual_payment_action"),
    ...filled("payment_transaction_id|credit_invoice_id|linked_payment_id", null),
    ledger_account_id: orNull(body["ledger_account_id"]) ?? idOf(ledger),
  });
  owner["payments"] = [...rows(owner["payments"]), payment];
  settle(books, owner);
  return payment;
}

/** Pays the full amount. */
export function payInFull(books: Books, table: Priced, owner: Row, body: Row): Row {
  const { total_price_incl_tax: price, total_price_incl_tax_base: price_base } = owner;
  return pay(books, table, owner, { price, price_base, ...body });
}

/** Payments are part of their document, so they change its version too. */
function moved<Result>(books: Books, table: Priced, owner: Row, act: () => Result): Result {
  const before = owner["state"];
  const result = act();
  books.restamp(table, owner);
  announceState(books, table, owner, before);
  return result;
}

export function saveOwner(books: Books, payment: Row, removed = false): void {
  for (const table of payables) {
    const owner = books.tables[table].get(payment["invoice_id"]);
    if (owner === undefined) continue;
    moved(books, table, owner, () => {
      if (!removed) return;
      owner["payments"] = rows(owner["payments"]).filter(({ id }) => id !== payment["id"]);
      settle(books, owner);
      books.remove("payments", payment);
    });
  }
}

export const paymentRoutes: Route[] = inside([
  get("payments/:id", (request) => ({ body: findOr(request, "payments", notFound) })),
  ...payables.flatMap((table): Route[] => [
    post(`${pathOf(table)}/:id/payments`, (request) => {
      const owner = findOr(request, table, notFound);
      const body = moved(request.company, table, owner, () =>
        pay(request.company, table, owner, under(request, "payment")),
      );
      return { status: 201, body };
    }),
    del(`${pathOf(table)}/:id/payments/:payment`, (request) => {
      findOr(request, table, notFound);
      saveOwner(request.company, findOr(request, "payments", notFound, "payment"), true);
      return { status: 204 };
    }),
  ]),
]);

/** The reply to a deletion has 200 in its body too. */
const ways = { old: true, removed: { body: 200 } } as const;

export function newJournal(books: Books, body: Row): Row {
  const row = {
    ...blank("general_journal_documents"),
    id: books.newId(),
    ...taken(body, "reference|journal_type"),
    date: text(body["date"]) || books.today(),
    general_journal_document_entries: mergeLines([], body["general_journal_document_entries_attributes"], (entry) => ({
      ...part(books, {}),
      ...taken(entry, "ledger_account_id|project_id|contact_id|description"),
      debit: decimal(amountOf(entry, "debit")),
      credit: decimal(amountOf(entry, "credit")),
      row_order: Number(text(entry["row_order"])),
    })),
    events: [],
  };
  checkJournal(books, row);
  return row;
}

function checkJournal(books: Books, row: Row): void {
  const entries = rows(row["general_journal_document_entries"]);
  const sideOf = (side: string) => sum(entries.map((entry) => entry[side]));
  const isKnown = (entry: Row) => books.tables.ledger_accounts.has(entry["ledger_account_id"]);
  refuseFor({
    ...(text(row["reference"]) === "" && { reference: is.blank }),
    ...(isLocked(books, text(row["date"])) && { date: is.locked }),
    ...(!entries.every(isKnown) && { "general_journal_document_entries.ledger_account": is.needed }),
    ...(!sideOf("debit").eq(sideOf("credit")) && { base: [["debit and credit must be equal", "not_balanced"]] }),
  });
}

const journals: Kept = {
  ...ways,
  table: "general_journal_documents",
  filter: { dateField: "date" },
  create: newJournal,
  remove: (books, row) => destroy(books, "general_journal_documents", row),
};

const synchronized = [
  keptAs("sales_invoices"),
  keptAs("estimates"),
  keptAs("purchase_invoices", ways),
  keptAs("receipts", ways),
  journals,
];

export const documentLists: Lists = Object.fromEntries(
  [...synchronized, keptAs("external_sales_invoices")].map((kept) => [kept.table, listOf(kept)]),
);

export const documentRoutes: Route[] = synchronized.flatMap(synchronization);
