/** What was bought, booked by hand and moved at the bank. */
import { dayLater, pick, type Row, text } from "../engine/values.ts";
import { ago, type Books, idOf } from "./administration.ts";
import { type Cast, currencyOf } from "./cast.ts";
import { newJournal, newTypeless } from "./documents.ts";
import { attach, paper } from "./files.ts";
import { pay, payInFull } from "./payments.ts";
import { type Kind, newPriced, purchaseInvoice, receipt, settle } from "./priced.ts";

function buyingLines(cast: Cast, index: number, count: number): Row[] {
  return Array.from({ length: count }, (_unused, line) => ({
    description: `Inkoop ${index + 1}.${line + 1} – papier`,
    price: index === 9 ? "-45.5" : `${((index * 53 + line * 7) % 700) + 2}.${line % 2 === 0 ? "25" : "0"}`,
    amount: line === 1 ? pick(["2 x", "2 stuks", "1,5 uur"], index) : "",
    tax_rate_id: pick(cast.buyingRates, index + line),
    ledger_account_id: pick(cast.costs, index + line),
    project_id: line === 1 ? pick(cast.projects, index + 1) : null,
    product_id: line === 2 ? pick(cast.products, index) : null,
    period: line === 2 ? "20250401..20250630" : null,
    row_order: String(line),
  }));
}

export function buyOne(books: Books, cast: Cast, kind: Kind, index: number): void {
  const empty = index % 31 === 30;
  const row = ago(books, 570 - index * 4 - (kind === receipt ? 2 : 0), index, () => bought(books, cast, kind, index));
  if (empty) return;
  settle(books, row);
  if (row["state"] === "open" && index % 13 === 1) row["state"] = "pending_payment";
  if (row["state"] === "open" && index % 11 === 5) row["state"] = "saved";
}

function bought(books: Books, cast: Cast, kind: Kind, index: number): Row {
  const date = books.today();
  const reference = kind === receipt ? `Bon ${index + 1}` : `INK-${2000 + index}`;
  const lines = buyingLines(cast, index, index === 15 && kind === purchaseInvoice ? 200 : (index % 3) + 1);
  const row = newPriced(books, kind, {
    ...(!(kind === receipt && index % 4 === 3) && { contact_id: pick(cast.contacts, index * 7 + 1) }),
    ...{ reference, date, currency: currencyOf(index + 3), prices_are_incl_tax: kind === receipt },
    ...(kind === purchaseInvoice && index % 6 !== 5 && { due_date: dayLater(date, 30) }),
    ...(index % 31 !== 30 && { details_attributes: lines }),
  });
  if (index % 5 === 0) row["tax_number"] = text(books.tables.contacts.get(row["contact_id"])?.["tax_number"]);
  row["origin"] = pick(["upload", "email", "api", null, "si_peppol"], index);
  books.add(kind.table, row);
  if (index % 3 === 0) attach(books, kind.table, row, paper(`${reference}.pdf`, reference));
  const paying = { payment_date: dayLater(date, 5) };
  if (index % 31 === 30) return row;
  if (index % 2 === 0) payInFull(books, kind, row, { ...paying, financial_account_id: cast.bank });
  else if (index % 40 === 3) pay(books, kind, row, { ...paying, price: "1.0", price_base: "1.0" });
  return row;
}

const pairs = [
  ["Afschrijvingen", "Inventaris"],
  ["Lonen", "Loonheffing"],
  ["Vraagposten", "Eigen vermogen"],
] as const;

function entries(books: Books, cast: Cast, index: number): Row[] {
  const [first, second] = pick(pairs, index).map((name) => idOf(books.tables.ledger_accounts.find("name", name)));
  const amount = `${(index % 90) + 10}.${index % 2 === 0 ? "75" : "5"}`;
  const about = index % 2 === 0 && {
    project_id: pick(cast.projects, index),
    contact_id: pick(cast.contacts, index),
  };
  return Array.from({ length: index === 12 ? 100 : (index % 3) + 1 }).flatMap((_unused, at) => [
    {
      ...{ ledger_account_id: first, debit: amount, credit: "0" },
      ...{ row_order: String(at * 2), description: `Boeking ${index + 1}` },
    },
    { ledger_account_id: second, debit: "0", credit: amount, row_order: String(at * 2 + 1), ...about },
  ]);
}

export const bookOne = (books: Books, cast: Cast, index: number): void =>
  ago(books, 575 - index * 4, index, () => {
    const row = newJournal(books, {
      ...{ reference: `Memoriaal ${index + 1}`, date: books.today() },
      ...(index % 60 === 59 && { journal_type: "fiscal_year_ending" }),
      general_journal_document_entries_attributes: entries(books, cast, index),
    });
    books.add("general_journal_documents", row);
    const file = { name: "toelichting.txt", type: "text/plain", bytes: Buffer.from("Verzonnen toelichting") };
    if (index % 20 === 0) attach(books, "general_journal_documents", row, file);
  });

export const dropOne = (books: Books, cast: Cast, index: number): void =>
  ago(books, 40 - index * 4, index, () => {
    const reference = `scan-${index}.pdf`;
    const contact = index % 2 === 0 ? { contact_id: pick(cast.contacts, index) } : {};
    const row = books.add("typeless_documents", newTypeless(books, { reference, ...contact }));
    row["origin"] = index % 2 === 0 ? "email" : "upload";
    attach(books, "typeless_documents", row, paper(reference));
  });

/** The bank's side of what was paid, and a few that nobody has sorted out. */
export const moveOne = (books: Books, cast: Cast, index: number): void =>
  ago(books, 480 - index * 8, index, () => {
    const paid =
      index % 5 === 4 ? undefined : books.tables.payments.where((row) => row["invoice_type"] === "SalesInvoice")[index];
    const known = index % 3 === 0;
    const amount = paid?.["price"] ?? `${index % 2 === 0 ? "-" : ""}${index + 3}.5`;
    const row = books.add("financial_mutations", {
      ...{ amount, code: null, date: paid?.["payment_date"] ?? books.today(), message: `Overboeking ${index + 1}` },
      ...{ contra_account_name: known ? "Verzonnen" : null, contra_account_number: known ? "NL00FAKE0111111111" : "" },
      ...{ state: paid ? "processed" : "unprocessed", amount_open: paid ? "0.0" : amount, sepa_fields: null },
      ...{ batch_reference: null, financial_account_id: cast.bank, currency: "EUR", original_amount: null },
      ...{ financial_statement_id: books.newId(), processed_at: paid ? new Date(books.now()).toISOString() : null },
      ...{ account_servicer_transaction_id: null, payments: paid ? [paid] : [], ledger_account_bookings: [] },
    });
    if (paid !== undefined) paid["financial_mutation_id"] = row["id"];
  });
