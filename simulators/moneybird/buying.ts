/** What was bought, booked by hand and moved at the bank. */

import { type Cast, currencyOf, pick } from "./cast.ts";
import { announceJournal, newJournal, newTypeless } from "./documents.ts";
import { attach, paper } from "./files.ts";
import { pay, payInFull } from "./payments.ts";
import { announce, type Kind, newPriced, purchaseInvoice, receipt, settle } from "./priced.ts";
import { add, type Books, backThen, dayLater, type Json, rowsIn, text, today, versioned } from "./store.ts";

function buyingLines(cast: Cast, index: number, count: number): Json[] {
  return Array.from({ length: count }, (_unused, line) => ({
    description: `Inkoop ${index + 1}.${line + 1} – papier`,
    price: index === 9 ? "-45.5" : `${((index * 53 + line * 7) % 700) + 2}.${line % 2 === 0 ? "25" : "0"}`,
    amount: line === 1 ? pick(["2 x", "2 stuks", "1,5 uur"], index) : "",
    tax_rate_id: pick(cast.buyingRates, index + line),
    ledger_account_id: pick(cast.costs, index + line),
    project_id: line === 1 ? pick(cast.projects, index + 1).id : null,
    product_id: line === 2 ? pick(cast.products, index).id : null,
    period: line === 2 ? "20250401..20250630" : null,
    row_order: String(line),
  }));
}

export function buyOne(books: Books, cast: Cast, kind: Kind, index: number): void {
  const past = backThen(books, 570 - index * 4 - (kind === receipt ? 2 : 0), index);
  const date = today(past);
  const empty = index % 31 === 30;
  const row = newPriced(past, kind, {
    ...(!(kind === receipt && index % 4 === 3) && { contact_id: pick(cast.contacts, index * 7 + 1).id }),
    ...{
      reference: kind === receipt ? `Bon ${index + 1}` : `INK-${2000 + index}`,
      date,
      currency: currencyOf(index + 3),
    },
    ...(kind === purchaseInvoice && index % 6 !== 5 && { due_date: dayLater(date, 30) }),
    prices_are_incl_tax: String(kind === receipt),
    ...(!empty && {
      details_attributes: buyingLines(cast, index, index === 15 && kind === purchaseInvoice ? 200 : (index % 3) + 1),
    }),
  });
  if (index % 5 === 0) row["tax_number"] = text(books.shelf.contacts.get(text(row["contact_id"]))?.["tax_number"]);
  row["origin"] = pick(["upload", "email", "api", null, "si_peppol"], index);
  add(books, kind.shelf, row);
  announce(past, kind, row, kind.events[0]);
  if (index % 3 === 0)
    attach(past, row, "Document", {
      filename: `${text(row["reference"])}.pdf`,
      contentType: "application/pdf",
      bytes: paper(text(row["reference"])),
    });
  if (empty) return;
  if (index % 2 === 0) payInFull(past, kind, row, { payment_date: dayLater(date, 5), financial_account_id: cast.bank });
  else if (index % 40 === 3) pay(past, kind, row, { payment_date: dayLater(date, 5), price: "1.0", price_base: "1.0" });
  settle(books, row);
  if (row["state"] === "open" && index % 13 === 1) row["state"] = "pending_payment";
  if (row["state"] === "open" && index % 11 === 5) row["state"] = "saved";
}

const pairs = [
  ["Afschrijvingen", "Inventaris"],
  ["Lonen", "Loonheffing"],
  ["Vraagposten", "Eigen vermogen"],
] as const;

function entries(books: Books, cast: Cast, index: number): Json[] {
  const [first, second] = pick(pairs, index).map(
    (name) => books.shelf.ledger_accounts.values().find((row) => row["name"] === name)?.id ?? "",
  );
  const amount = `${(index % 90) + 10}.${index % 2 === 0 ? "75" : "5"}`;
  const about = index % 2 === 0 && {
    project_id: pick(cast.projects, index).id,
    contact_id: pick(cast.contacts, index).id,
  };
  return Array.from({ length: index === 12 ? 100 : (index % 3) + 1 }).flatMap((_unused, at) => [
    {
      ...{ ledger_account_id: first ?? "", debit: amount, credit: "0" },
      ...{ row_order: String(at * 2), description: `Boeking ${index + 1}` },
    },
    { ledger_account_id: second ?? "", debit: "0", credit: amount, row_order: String(at * 2 + 1), ...about },
  ]);
}

export function bookOne(books: Books, cast: Cast, index: number): void {
  const past = backThen(books, 575 - index * 4, index);
  const row = newJournal(past, {
    ...{ reference: `Memoriaal ${index + 1}`, date: today(past) },
    ...(index % 60 === 59 && { journal_type: "fiscal_year_ending" }),
    general_journal_document_entries_attributes: entries(books, cast, index),
  });
  add(books, "general_journal_documents", row);
  announceJournal(past, row, "document_saved");
  const file = { filename: "toelichting.txt", contentType: "text/plain", bytes: Buffer.from("Verzonnen toelichting") };
  if (index % 20 === 0) attach(past, row, "Document", file);
}

export function dropOne(books: Books, cast: Cast, index: number): void {
  const past = backThen(books, 40 - index * 4, index);
  const row = newTypeless(past, {
    reference: `scan-${index}.pdf`,
    ...(index % 2 === 0 && { contact_id: pick(cast.contacts, index).id }),
  });
  row["origin"] = index % 2 === 0 ? "email" : "upload";
  attach(past, row, "Document", {
    filename: `scan-${index}.pdf`,
    contentType: "application/pdf",
    bytes: paper(`Scan ${index}`),
  });
  announceJournal(past, add(books, "typeless_documents", row), "document_saved");
}

/** The bank's side of what was paid, and a few that nobody has sorted out. */
export function moveOne(books: Books, cast: Cast, index: number): void {
  const past = backThen(books, 480 - index * 8, index);
  const paid =
    index % 5 === 4
      ? undefined
      : [...books.shelf.sales_invoices.values()].filter((row) => rowsIn(row["payments"]).length > 0)[index];
  const payment = rowsIn(paid?.["payments"])[0];
  const amount = payment?.["price"] ?? `${index % 2 === 0 ? "-" : ""}${index + 3}.5`;
  const row = add(books, "financial_mutations", {
    ...{ id: books.nextId(), administration_id: books.administration.id, amount, code: null },
    ...{ date: text(payment?.["payment_date"]) || today(past), message: `Overboeking ${index + 1}` },
    ...{
      contra_account_name: index % 3 === 0 ? "Verzonnen" : null,
      contra_account_number: index % 3 === 0 ? "NL00FAKE0111111111" : "",
    },
    ...{
      state: payment === undefined ? "unprocessed" : "processed",
      amount_open: payment === undefined ? amount : "0.0",
    },
    ...{
      sepa_fields: null,
      batch_reference: null,
      financial_account_id: cast.bank,
      currency: "EUR",
      original_amount: null,
    },
    ...versioned(past.now()),
    ...{
      financial_statement_id: books.nextId(),
      processed_at: payment === undefined ? null : new Date(past.now()).toISOString(),
    },
    ...{
      account_servicer_transaction_id: null,
      payments: payment === undefined ? [] : [payment],
      ledger_account_bookings: [],
    },
  });
  if (payment !== undefined) payment["financial_mutation_id"] = row.id;
}
