/** What was bought and sold: documents in every state, over some twenty months. */
import { dayLater, pick, type Row, text } from "../engine/values.ts";
import { ago, type Books, idOf, noteOn } from "./administration.ts";
import { bookOne, buyOne, dropOne, moveOne } from "./buying.ts";
import { type Cast, castOf, currencyOf } from "./cast.ts";
import { personAt } from "./contacts.ts";
import { attach, paper } from "./files.ts";
import { creditOf, sendEstimate, sendInvoice } from "./invoices.ts";
import { pay, payInFull } from "./payments.ts";
import { estimate, externalInvoice, newPriced, purchaseInvoice, receipt, salesInvoice, settle } from "./priced.ts";

function salesLines(cast: Cast, index: number, count: number): Row[] {
  return Array.from({ length: count }, (_unused, line) => ({
    description: line === 0 ? `Werk ${index + 1}: größere Réparation ✓` : `Regel ${line + 1}`,
    price: index === 7 ? "0" : `${((index * 37 + line * 11) % 900) + 1}.${line % 3 === 0 ? "95" : "5"}`,
    amount: pick(["1 x", "2,5 uur", "3 stuks", ""], index + line),
    tax_rate_id: pick(cast.salesRates, line % 4 === 3 ? index : index % 2),
    ledger_account_id: pick(cast.revenue, index + line),
    project_id: line % 3 === 1 ? pick(cast.projects, index) : null,
    product_id: line % 4 === 2 ? pick(cast.products, index) : null,
    period: line === 0 && index % 6 === 0 ? "20250101..20250131" : null,
    row_order: String(line),
  }));
}

export function fillTrade(books: Books, large: boolean): void {
  const cast = castOf(books);
  const times = (count: number, make: (index: number) => void) => {
    for (let index = 0; index < (large ? count : 3); index += 1) make(index);
  };
  times(145, (index) => sellOne(books, cast, index));
  times(112, (index) => ago(books, 560 - index * 5, index, () => offerOne(books, cast, index)));
  times(14, (index) => importOne(books, cast, index));
  times(130, (index) => buyOne(books, cast, purchaseInvoice, index));
  times(115, (index) => buyOne(books, cast, receipt, index));
  times(125, (index) => bookOne(books, cast, index));
  times(8, (index) => dropOne(books, cast, index));
  times(60, (index) => moveOne(books, cast, index));
}

/** Some 4 days apart, the oldest first. */
function sellOne(books: Books, cast: Cast, index: number): void {
  const past = <Result>(work: () => Result): Result => ago(books, 580 - index * 4, index, work);
  const row = past(() => sold(books, cast, index));
  if (index % 16 === 15) return;
  if (index % 29 === 28)
    return void Object.assign(row, { state: "scheduled", invoice_date: dayLater(books.today(), index % 40) });
  past(() => finishSale(books, cast, row, index));
  settle(books, row);
  if (row["state"] === "paid") return;
  if (index % 7 === 1) Object.assign(row, { state: "reminded", reminder_count: 1 });
  if (index % 19 === 4)
    Object.assign(row, { state: "uncollectible", marked_uncollectible_on: dayLater(text(row["invoice_date"]), 69) });
  if (index % 23 === 10) row["state"] = "pending_payment";
  if (index % 18 === 8)
    settle(
      books,
      past(() => credited(books, cast, row, index)),
    );
}

function sold(books: Books, cast: Cast, index: number): Row {
  const [order] = books.tables.custom_fields.all().map(idOf);
  const row = newPriced(books, salesInvoice, {
    contact_id: pick(cast.contacts, index * 3),
    ...(index % 4 !== 3 && { reference: `Opdracht ${index + 1}` }),
    ...{ currency: currencyOf(index), discount: index % 10 === 3 ? "12.5" : "0", prices_are_incl_tax: index % 8 === 6 },
    ...(index % 5 === 0 && { custom_fields_attributes: [{ id: order, value: `PO-${index}` }] }),
    ...(index % 6 === 1 && { first_due_interval: "30" }),
    details_attributes: salesLines(cast, index, index === 20 ? 200 : (index % 4) + 1),
  });
  if (index % 2 === 0) row["contact_person_id"] = personAt(books, row["contact_id"]);
  if (index === 4) row["notes"] = [noteOn(books, row, "SalesInvoice", "Klant wil één factuur per maand.")];
  return books.add("sales_invoices", row);
}

function finishSale(books: Books, cast: Cast, row: Row, index: number): void {
  sendInvoice(books, row, books.today());
  books.tell({ table: "sales_invoices", row, kind: "sales_invoice_send_email" });
  if (index % 9 === 2) attach(books, "sales_invoices", row, paper(`werkbon-${index}.pdf`));
  const paying = { payment_date: dayLater(text(row["invoice_date"]), 9), financial_account_id: cast.bank };
  const part = { price: "10.0", price_base: row["currency"] === "EUR" ? "10.0" : "8.0" };
  if (index % 3 === 0 && index < 140)
    payInFull(books, salesInvoice, row, { ...paying, transaction_identifier: `T-${index}` });
  else if (index % 17 === 5) pay(books, salesInvoice, row, { ...paying, ...part });
}

/** The one that was credited by hand has nothing that leads to the original. */
function credited(books: Books, cast: Cast, row: Row, index: number): Row {
  const credit = books.add("sales_invoices", creditOf(books, row));
  if (index === 80) credit["original_sales_invoice_id"] = null;
  const date = text(row["invoice_date"]);
  const paying = { payment_date: dayLater(date, 9), financial_account_id: cast.bank };
  if (index % 36 === 8) sendInvoice(books, credit, dayLater(date, 3));
  if (index % 36 === 8 && index < 40) payInFull(books, salesInvoice, credit, paying);
  return credit;
}

function offerOne(books: Books, cast: Cast, index: number): void {
  const optional = (at: number) => ({ is_optional: at === 2, is_selected: at !== 2 });
  const row = newPriced(books, estimate, {
    contact_id: pick(cast.contacts, index * 5),
    ...(index % 4 !== 3 && { reference: `Aanvraag ${index + 1}` }),
    ...{ currency: currencyOf(index), discount: index % 9 === 2 ? "5" : "0" },
    ...(index % 2 === 0 && { pre_text: "Hierbij onze offerte.", post_text: "Graag getekend retour." }),
    details_attributes: salesLines(cast, index, (index % 3) + 1).map((line, at) => ({ ...line, ...optional(at) })),
  });
  books.add("estimates", row);
  const state = pick(["open", "accepted", "rejected", "billed", "archived", "late", "draft"], index);
  row["contact_person_id"] = personAt(books, row["contact_id"]);
  if (state === "draft") return;
  sendEstimate(books, row);
  books.tell({ table: "estimates", row, kind: "estimate_send_email" });
  const decided = dayLater(text(row["estimate_date"]), 6);
  Object.assign(row, { state }, ["accepted", "billed"].includes(state) ? { accepted_at: decided } : {});
  if (state === "rejected" || state === "archived") row[`${state}_at`] = decided;
  if (index === 1) attach(books, "estimates", row, paper("schets.pdf"));
}

const webshop = (index: number) => ({
  source: "Verzonnen webwinkel",
  source_url: `https://winkel.example/${index}`,
});

/** In every state; one is a credit, and one has no date to be paid by, as when the shop was paid at once. */
function importOne(books: Books, cast: Cast, index: number): void {
  const row = ago(books, 300 - index * 20, index, () => {
    const [date, lines] = [books.today(), salesLines(cast, index, 2)];
    const made = newPriced(books, externalInvoice, {
      ...{ contact_id: pick(cast.contacts, index * 11), reference: `WEB-${5000 + index}`, date },
      ...{ currency: currencyOf(index), ...(index !== 3 && { due_date: dayLater(date, 14) }) },
      ...(index % 2 === 0 && webshop(index)),
      details_attributes: index % 9 === 6 ? lines.map((line) => ({ ...line, amount: "-1 x" })) : lines,
    });
    books.add("external_sales_invoices", made);
    const paying = { payment_date: date, financial_account_id: cast.bank };
    if (index % 3 === 1) payInFull(books, externalInvoice, made, paying);
    if (index === 5) pay(books, externalInvoice, made, { ...paying, price: "10.0", price_base: "10.0" });
    if (index % 4 === 2) attach(books, "external_sales_invoices", made, paper(`WEB-${5000 + index}.pdf`));
    return made;
  });
  settle(books, row);
  if (index === 8) Object.assign(row, { state: "uncollectible", marked_uncollectible_on: books.today() });
  if (index === 9) row["state"] = "new";
}
