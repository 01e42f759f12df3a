/** Payments of what was invoiced or bought. */
import { find, type Route, under } from "./api.ts";
import { amountOf, decimal, rateOf, readDecimal } from "./money.ts";
import { announceState, externalInvoice, type Kind, purchaseInvoice, receipt, salesInvoice, settle } from "./priced.ts";
import { blank, type Complaints, unprocessable } from "./refusals.ts";
import { add, type Books, type Fields, plain, type Row, refresh, rowsIn, stamped, tell, text } from "./store.ts";

export function pay(books: Books, kind: Kind, owner: Row, given: Fields): Row {
  const [price, date] = [readDecimal(given["price"]), text(given["payment_date"])];
  const complaints: Record<string, Complaints[string]> = {};
  if (date === "") complaints["payment_date"] = [blank, ["is not a valid date", "is not a valid date"]];
  else if (Number.isNaN(Date.parse(date)))
    complaints["payment_date"] = [["is not a valid date", "is not a valid date"]];
  if (price === undefined) complaints["price"] = [blank, ["is not a number", "not_a_number"]];
  const account = text(given["financial_account_id"]);
  if (account !== "" && !books.shelf.financial_accounts.has(account))
    complaints["financial_account_id"] = [["is invalid", "invalid"]];
  const base = readDecimal(given["price_base"]);
  const foreign = text(owner["currency"]) !== text(books.administration["currency"]);
  if (foreign && base === undefined) complaints["price_base"] = [blank];
  if (price === undefined || Object.keys(complaints).length > 0) throw unprocessable(complaints);
  const orNull = (field: string) => text(given[field]) || null;
  const ledger = books.shelf.ledger_accounts.values().find((row) => row["financial_account_id"] === account);
  const payment = add(books, "payments", {
    id: books.nextId(),
    administration_id: books.administration.id,
    ...{ invoice_type: kind.entityType, invoice_id: owner.id, financial_account_id: account || null },
    ...{ user_id: 17_664_945_013_327, payment_transaction_id: null },
    transaction_identifier: orNull("transaction_identifier"),
    price: decimal(price),
    price_base: decimal(base ?? price.times(rateOf(text(owner["currency"])))),
    payment_date: date,
    ...{ credit_invoice_id: null, financial_mutation_id: orNull("financial_mutation_id") },
    ledger_account_id: orNull("ledger_account_id") ?? ledger?.id ?? cashAccount(books),
    ...{ linked_payment_id: null, manual_payment_action: orNull("manual_payment_action") },
    ...stamped(books.now()),
  });
  owner["payments"] = [...rowsIn(owner["payments"]), payment];
  settle(books, owner);
  return payment;
}

const cashAccount = (books: Books): string =>
  books.shelf.ledger_accounts.values().find((row) => row["name"] === "Betalingen onderweg")?.id ?? "";

const announce = (books: Books, entity: Row, action: string): void =>
  tell(books, { entityType: "Payment", action, entity, show: plain });

const paymentsOf = (kind: Kind): Route[] => [
  [
    "POST",
    `${kind.path}/:id/payments`,
    (ask) => {
      const owner = find(ask.books, kind.shelf, ask.params["id"]);
      const before = owner["state"];
      const payment = pay(ask.books, kind, owner, under(ask, "payment"));
      refresh(ask.books, owner);
      announce(ask.books, payment, "payment_registered");
      announceState(ask.books, kind, owner, before);
      return { status: 201, body: payment };
    },
  ],
  [
    "DELETE",
    `${kind.path}/:id/payments/:payment`,
    ({ books, params }) => {
      const owner = find(books, kind.shelf, params["id"]);
      const payment = find(books, "payments", params["payment"]);
      removePayment(books, kind, owner, payment);
      return { status: 204 };
    },
  ],
];

function removePayment(books: Books, kind: Kind, owner: Row, payment: Row): void {
  const before = owner["state"];
  books.shelf.payments.delete(payment.id);
  owner["payments"] = rowsIn(owner["payments"]).filter(({ id }) => id !== payment.id);
  settle(books, owner);
  refresh(books, owner);
  announce(books, payment, "payment_destroyed");
  announceState(books, kind, owner, before);
}

const kinds = [salesInvoice, externalInvoice, purchaseInvoice, receipt];

/** Deletes a payment wherever it belongs. */
export function removeAnyPayment(books: Books, payment: Row): void {
  for (const kind of kinds) {
    const owner = books.shelf[kind.shelf].get(text(payment["invoice_id"]));
    if (owner !== undefined) removePayment(books, kind, owner, payment);
  }
}

export const paymentRoutes: Route[] = [
  ["GET", "payments/:id", ({ books, params }) => ({ body: find(books, "payments", params["id"]) })],
  ...kinds.flatMap(paymentsOf),
];

/** Pays all that is open. */
export function payInFull(books: Books, kind: Kind, owner: Row, given: Fields): Row {
  const due = amountOf(owner, "total_price_incl_tax");
  const dueBase = amountOf(owner, "total_price_incl_tax_base");
  return pay(books, kind, owner, { price: decimal(due), price_base: decimal(dueBase), ...given });
}
