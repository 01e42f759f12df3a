/** What was bought and sold: documents in every state, over some twenty months. */

import { bookOne, buyOne, dropOne, moveOne } from "./buying.ts";
import { type Cast, castOf, currencyOf, pick } from "./cast.ts";
import { attach, paper } from "./files.ts";
import { creditOf, sendEstimate, sendInvoice } from "./invoices.ts";
import { pay, payInFull } from "./payments.ts";
import {
  announce,
  estimate,
  externalInvoice,
  newPriced,
  purchaseInvoice,
  receipt,
  salesInvoice,
  settle,
} from "./priced.ts";
import { add, type Books, backThen, dayLater, type Json, noteOn, type Row, text, today } from "./store.ts";

function salesLines(cast: Cast, index: number, count: number): Json[] {
  return Array.from({ length: count }, (_unused, line) => ({
    description: line === 0 ? `Werk ${index + 1}: größere Réparation ✓` : `Regel ${line + 1}`,
    price: index === 7 ? "0" : `${((index * 37 + line * 11) % 900) + 1}.${line % 3 === 0 ? "95" : "5"}`,
    amount: pick(["1 x", "2,5 uur", "3 stuks", ""], index + line),
    tax_rate_id: pick(cast.salesRates, line % 4 === 3 ? index : index % 2),
    ledger_account_id: pick(cast.revenue, index + line),
    project_id: line % 3 === 1 ? pick(cast.projects, index).id : null,
    product_id: line % 4 === 2 ? pick(cast.products, index).id : null,
    period: line === 0 && index % 6 === 0 ? "20250101..20250131" : null,
    row_order: String(line),
  }));
}

export function fillTrade(books: Books, size: "large" | "small"): void {
  const cast = castOf(books);
  const large = size === "large";
  const times = (count: number, make: (index: number) => void) => {
    for (let index = 0; index < (large ? count : 3); index += 1) make(index);
  };
  times(145, (index) => sellOne(books, cast, index));
  times(112, (index) => offerOne(books, cast, index));
  times(14, (index) => importOne(books, cast, index));
  times(130, (index) => buyOne(books, cast, purchaseInvoice, index));
  times(115, (index) => buyOne(books, cast, receipt, index));
  times(125, (index) => bookOne(books, cast, index));
  times(8, (index) => dropOne(books, cast, index));
  times(60, (index) => moveOne(books, cast, index));
}

/** Some 4 days apart, the oldest first. */
function sellOne(books: Books, cast: Cast, index: number): void {
  const past = backThen(books, 580 - index * 4, index);
  const date = today(past);
  const [order] = [...books.shelf.custom_fields.keys()];
  const row = newPriced(past, salesInvoice, {
    contact_id: pick(cast.contacts, index * 3).id,
    ...(index % 4 !== 3 && { reference: `Opdracht ${index + 1}` }),
    currency: currencyOf(index),
    discount: index % 10 === 3 ? "12.5" : "0",
    prices_are_incl_tax: String(index % 8 === 6),
    ...(index % 5 === 0 && { custom_fields_attributes: [{ id: order ?? "", value: `PO-${index}` }] }),
    ...(index % 6 === 1 && { first_due_interval: "30" }),
    details_attributes: salesLines(cast, index, index === 20 ? 200 : (index % 4) + 1),
  });
  if (index % 2 === 0) row["contact_person_id"] = personAt(books, row);
  if (index === 4) row["notes"] = [noteOn(past, row, "SalesInvoice", "Klant wil één factuur per maand.")];
  add(books, "sales_invoices", row);
  announce(past, salesInvoice, row, "sales_invoice_created");
  if (index % 16 === 15) return;
  if (index % 29 === 28)
    return void Object.assign(row, { state: "scheduled", invoice_date: dayLater(today(books), index % 40) });
  sendInvoice(past, row, date);
  announce(past, salesInvoice, row, "sales_invoice_send_email");
  finishSale(books, past, row, { cast, index });
  if (index % 9 === 2)
    attach(past, row, "SalesInvoice", {
      filename: `werkbon-${index}.pdf`,
      contentType: "application/pdf",
      bytes: paper(`Werkbon ${index}`),
    });
}

const personAt = (books: Books, { contact_id: contact }: Row): Json =>
  books.shelf.contact_people.values().find((each) => each["contact_id"] === contact)?.id ?? null;

function finishSale(books: Books, past: Books, row: Row, { cast, index }: { cast: Cast; index: number }): void {
  const payment_date = dayLater(text(row["invoice_date"]), 9);
  const paying = { payment_date, financial_account_id: cast.bank };
  if (index % 3 === 0 && index < 140)
    payInFull(past, salesInvoice, row, { ...paying, transaction_identifier: `T-${index}` });
  else if (index % 17 === 5)
    pay(past, salesInvoice, row, { ...paying, price: "10.0", price_base: row["currency"] === "EUR" ? "10.0" : "8.0" });
  settle(books, row);
  if (row["state"] === "paid") return;
  if (index % 7 === 1) Object.assign(row, { state: "reminded", reminder_count: 1 });
  if (index % 19 === 4)
    Object.assign(row, { state: "uncollectible", marked_uncollectible_on: dayLater(payment_date, 60) });
  if (index % 23 === 10) row["state"] = "pending_payment";
  if (index % 18 !== 8) return;
  const credit = creditOf(past, row);
  // Credited by hand: nothing leads to the original.
  if (index === 80) credit["original_sales_invoice_id"] = null;
  announce(past, salesInvoice, credit, "credit_invoice_created_from_original");
  if (index % 36 === 8) sendInvoice(past, credit, dayLater(text(row["invoice_date"]), 3));
  if (index % 36 === 8 && index < 40) payInFull(past, salesInvoice, credit, paying);
  settle(books, credit);
}

function offerOne(books: Books, cast: Cast, index: number): void {
  const past = backThen(books, 560 - index * 5, index);
  const lines = salesLines(cast, index, (index % 3) + 1) as Record<string, Json>[];
  const row = newPriced(past, estimate, {
    contact_id: pick(cast.contacts, index * 5).id,
    ...(index % 4 !== 3 && { reference: `Aanvraag ${index + 1}` }),
    ...{ currency: currencyOf(index), discount: index % 9 === 2 ? "5" : "0" },
    ...(index % 2 === 0 && { pre_text: "Hierbij onze offerte.", post_text: "Graag getekend retour." }),
    details_attributes: lines.map((line, at) => ({
      ...line,
      is_optional: String(at === 2),
      is_selected: String(at !== 2),
    })),
  });
  add(books, "estimates", row);
  announce(past, estimate, row, "estimate_created");
  const state = pick(["open", "accepted", "rejected", "billed", "archived", "late", "draft"], index);
  row["contact_person_id"] = personAt(books, row);
  if (state === "draft") return;
  sendEstimate(past, row);
  announce(past, estimate, row, "estimate_send_email");
  const decided = dayLater(text(row["estimate_date"]), 6);
  Object.assign(row, { state }, ["accepted", "billed"].includes(state) ? { accepted_at: decided } : {});
  if (state === "rejected" || state === "archived") row[`${state}_at`] = decided;
  if (index === 1)
    attach(past, row, "Estimate", { filename: "schets.pdf", contentType: "application/pdf", bytes: paper("Schets") });
}

const webshop = (index: number) => ({
  source: "Verzonnen webwinkel",
  source_url: `https://winkel.example/${index}`,
});

/** In every state; one is a credit, and one has no date to be paid by, as when the shop was paid at once. */
function importOne(books: Books, cast: Cast, index: number): void {
  const past = backThen(books, 300 - index * 20, index);
  const lines = salesLines(cast, index, 2) as Record<string, Json>[];
  const row = newPriced(past, externalInvoice, {
    ...{ contact_id: pick(cast.contacts, index * 11).id, reference: `WEB-${5000 + index}`, date: today(past) },
    ...{ currency: currencyOf(index), ...(index !== 3 && { due_date: dayLater(today(past), 14) }) },
    ...(index % 2 === 0 && webshop(index)),
    details_attributes: index % 9 === 6 ? lines.map((line) => ({ ...line, amount: "-1 x" })) : lines,
  });
  add(books, "external_sales_invoices", row);
  announce(past, externalInvoice, row, "external_sales_invoice_created");
  const paying = { payment_date: today(past), financial_account_id: cast.bank };
  if (index % 3 === 1) payInFull(past, externalInvoice, row, paying);
  if (index === 5) pay(past, externalInvoice, row, { ...paying, price: "10.0", price_base: "10.0" });
  settle(books, row);
  if (index === 8) Object.assign(row, { state: "uncollectible", marked_uncollectible_on: today(books) });
  if (index === 9) row["state"] = "new";
  if (index % 4 === 2)
    attach(past, row, "ExternalSalesInvoice", {
      ...{ filename: `WEB-${5000 + index}.pdf`, contentType: "application/pdf", bytes: paper(`WEB-${5000 + index}`) },
    });
}
