/** Payments of what was invoiced or bought. */

import { findOr } from "../engine/resources.ts";
import { del, get, post } from "../engine/routes.ts";
import { filled, type Row, rows, text } from "../engine/values.ts";
import { type Books, idOf, orNull, taken, user } from "./administration.ts";
import { inside, type Route, under } from "./api.ts";
import { type Kind, payables } from "./kinds.ts";
import { amountOf, decimal, rateOf, readDecimal } from "./money.ts";
import { announceState, settle } from "./priced.ts";
import { blank, type Complaints, invalid, notFound, refuseFor, unprocessable } from "./refusals.ts";

export function pay(books: Books, kind: Kind, owner: Row, given: Row): Row {
  const [price, date] = [readDecimal(given["price"]), text(given["payment_date"])];
  const undated = ["is not a valid date", "is not a valid date"] as const;
  const account = text(given["financial_account_id"]);
  const base = readDecimal(given["price_base"]);
  const complaints: Complaints = {
    ...(Number.isNaN(Date.parse(date)) && { payment_date: date === "" ? [blank, undated] : [undated] }),
    ...(price === undefined && { price: [blank, ["is not a number", "not_a_number"]] }),
    ...(account !== "" && !books.tables.financial_accounts.has(account) && { financial_account_id: invalid }),
    ...(base === undefined && owner["currency"] !== books.facts["currency"] && { price_base: [blank] }),
  };
  refuseFor(complaints);
  if (price === undefined) throw unprocessable(complaints);
  const ledger =
    books.tables.ledger_accounts.find("financial_account_id", account) ??
    books.tables.ledger_accounts.find("name", "Betalingen onderweg");
  const payment = books.add("payments", {
    ...{ invoice_type: kind.entityType, invoice_id: owner["id"], user_id: user, payment_date: date },
    ...{ price: decimal(price), price_base: decimal(base ?? price.times(rateOf(text(owner["currency"])))) },
    ...taken(given, "financial_account_id|transaction_identifier|financial_mutation_id|manual_payment_action"),
    ...filled("payment_transaction_id|credit_invoice_id|linked_payment_id", null),
    ledger_account_id: orNull(given["ledger_account_id"]) ?? idOf(ledger),
  });
  owner["payments"] = [...rows(owner["payments"]), payment];
  settle(books, owner);
  return payment;
}

/** Pays all that is open. */
export function payInFull(books: Books, kind: Kind, owner: Row, given: Row): Row {
  const due = (field: string) => decimal(amountOf(owner, field));
  const prices = { price: due("total_price_incl_tax"), price_base: due("total_price_incl_tax_base") };
  return pay(books, kind, owner, { ...prices, ...given });
}

/** A document has its payments in it, so its version tells of them too. */
function moved<Result>(books: Books, kind: Kind, owner: Row, act: () => Result): Result {
  const before = owner["state"];
  const result = act();
  books.restamp(kind.table, owner);
  announceState(books, kind, owner, before);
  return result;
}

export function saveOwner(books: Books, payment: Row, removed = false): void {
  for (const kind of payables) {
    const owner = books.tables[kind.table].get(payment["invoice_id"]);
    if (owner === undefined) continue;
    moved(books, kind, owner, () => {
      if (!removed) return;
      owner["payments"] = rows(owner["payments"]).filter(({ id }) => id !== payment["id"]);
      settle(books, owner);
      books.remove("payments", payment);
    });
  }
}

const paymentsOf = (kind: Kind): Route[] => [
  post(`${kind.path}/:id/payments`, (ask) => {
    const owner = findOr(ask, kind.table, notFound);
    const body = moved(ask.company, kind, owner, () => pay(ask.company, kind, owner, under(ask, "payment")));
    return { status: 201, body };
  }),
  del(`${kind.path}/:id/payments/:payment`, (ask) => {
    findOr(ask, kind.table, notFound);
    saveOwner(ask.company, findOr(ask, "payments", notFound, "payment"), true);
    return { status: 204 };
  }),
];

export const paymentRoutes: Route[] = inside([
  get("payments/:id", (ask) => ({ body: findOr(ask, "payments", notFound) })),
  ...payables.flatMap(paymentsOf),
]);
