/** Purchases, sales, offers and manual entries: the engine's seed data in every state of the vendor. */
import type { SeedData, SeedDocument } from "../engine/seedData.ts";
import { dayLater, pick, type Row, rows, text } from "../engine/values.ts";
import { type Books, idOf, noteOn } from "./administration.ts";
import { newJournal, pay, payInFull, sendEstimate, sendInvoice } from "./documents.ts";
import { attach, paper } from "./files.ts";
import { personAt } from "./masters.ts";
import { newPriced, type Priced, settle } from "./priced.ts";

/** The seed's ids in this simulator, and master data by name. */
export interface Cast {
  readonly contacts: ReadonlyMap<string, string>;
  readonly products: ReadonlyMap<string | null, string>;
  readonly projects: readonly string[];
  readonly bank: string;
}

/** Names of accounts and taxes, by the seed's. */
const accounts: Readonly<Record<string, string>> = {
  "8300": "Omzet diensten",
  "8400": "Omzet",
  "3100": "Algemene kosten",
  "3300": "Kantoorkosten",
  "3400": "Inkoopwaarde van de omzet",
};
const rates: Readonly<Record<string, string>> = {
  UST19: "21% btw",
  UST7: "9% btw",
  VST19: "21% voorbelasting",
  VST7: "9% voorbelasting",
};
const untaxed = ["0% btw", "Btw verlegd", "Leveringen binnen de EU", "Leveringen buiten de EU"];
const named = ({ tables }: Books, table: "ledger_accounts" | "tax_rates", name: string): string =>
  idOf(tables[table].find("name", name));

function linesOf(books: Books, cast: Cast, { lines, kind, taxRule }: SeedDocument, index: number): Row[] {
  const isSale = kind === "invoice";
  const isExport = isSale && taxRule.startsWith("export");
  const few = lines.length > 99 ? lines : lines.slice(0, (index % 3) + 1);
  return few.map(({ item, description, quantity, unitPrice, rate, dimensions }, at) => {
    const account = isExport ? "Omzet buitenland" : accounts[isSale ? item.incomeAccount : item.expenseAccount];
    const tax = rates[rate.code] ?? (isSale ? pick(untaxed, index) : "Geen btw");
    return {
      description: description ?? item.name,
      price: index === 7 ? "0" : unitPrice.toFixed(2),
      amount: `${quantity.toFixed().replace(".", ",")}${pick([" x", " uur", " stuks", ""], index + at)}`,
      tax_rate_id: named(books, "tax_rates", tax),
      row_order: String(at),
      ledger_account_id: named(books, "ledger_accounts", account ?? ""),
      project_id: dimensions.length > 0 && at > 0 ? pick(cast.projects, index) : null,
      product_id: at % 4 === 1 ? (cast.products.get(item.id) ?? null) : null,
      period: at === 0 && index % 6 === 0 ? "20250101..20250131" : null,
    };
  });
}

const paperOf = (books: Books, cast: Cast, document: SeedDocument, index: number): Row => ({
  contact_id: cast.contacts.get(document.party.id),
  currency: document.currency,
  prices_are_incl_tax: document.taxRule === "gross",
  details_attributes: linesOf(books, cast, document, index),
});

export function fillTrade(books: Books, { invoices, bills }: SeedData, cast: Cast): void {
  const firstOf = <Each>(list: readonly Each[], count: number) => list.slice(0, count).entries();
  const credited = invoices.filter(({ plan }) => plan === "voided" || plan === "corrected");
  for (const [index, document] of invoices.entries()) sellOne(books, cast, document, index);
  for (const [turn, document] of credited.entries()) creditOne(books, cast, document, turn);
  for (const [index, document] of firstOf(invoices, 112))
    books.past(document.created + 3_600_000, () => offerOne(books, cast, document, index));
  for (const [index, document] of firstOf(invoices.toReversed(), 14)) importOne(books, cast, document, index);
  for (const entry of bills.entries()) buyOne(books, cast, "purchase_invoices", entry);
  for (const entry of firstOf(bills, 115)) buyOne(books, cast, "receipts", entry);
  for (const [index, { created }] of bills.entries()) books.past(created, () => bookOne(books, cast, index));
}

function sellOne(books: Books, cast: Cast, document: SeedDocument, index: number): void {
  const { plan, created, payments } = document;
  const row = books.past(created, () => sold(books, cast, document, index));
  if (plan === "draft") return;
  if (plan === "submitted")
    return void Object.assign(row, { state: "scheduled", invoice_date: dayLater(books.today(), index % 40) });
  books.past(created, () => {
    sendInvoice(books, row, books.today());
    books.notify({ table: "sales_invoices", row, kind: "sales_invoice_send_email" });
    if (index % 9 === 2) attach(books, "sales_invoices", row, paper(`werkbon-${index}.pdf`));
    const paying = { payment_date: payments.at(-1)?.date, financial_account_id: cast.bank };
    const part = { price: "10.0", price_base: row["currency"] === "EUR" ? "10.0" : "8.0" };
    if (plan.startsWith("partly")) pay(books, "sales_invoices", row, { ...paying, ...part });
    else if (payments.length > 0)
      payInFull(books, "sales_invoices", row, { ...paying, transaction_identifier: `T-${index}` });
  });
  settle(books, row);
  if (row["state"] === "paid") return;
  if (index % 7 === 1 && row["state"] === "late") Object.assign(row, { state: "reminded", reminder_count: 1 });
  if (plan === "badDebt")
    Object.assign(row, { state: "uncollectible", marked_uncollectible_on: dayLater(text(row["invoice_date"]), 69) });
  if (index % 23 === 10) row["state"] = "pending_payment";
}

function sold(books: Books, cast: Cast, document: SeedDocument, index: number): Row {
  const [order] = books.tables.custom_fields.all().map(idOf);
  const row = newPriced(books, "sales_invoices", {
    ...paperOf(books, cast, document, index),
    discount: index % 10 === 3 ? "12.5" : "0",
    ...(index % 4 !== 3 && { reference: `Opdracht ${index + 1}` }),
    ...(index % 5 === 0 && { custom_fields_attributes: [{ id: order, value: `PO-${index}` }] }),
    ...(index % 6 === 1 && { first_due_interval: "30" }),
  });
  if (index % 2 === 0) row["contact_person_id"] = personAt(books, row["contact_id"]);
  if (index === 4) row["notes"] = [noteOn(books, "sales_invoices", row, "Klant wil één factuur per maand.")];
  return books.add("sales_invoices", row);
}

/** A draft credit for an invoice: a comment line, then every line with a negated amount. */
function creditOf(books: Books, row: Row): Row {
  const title = { description: `**Creditfactuur voor factuur ${text(row["invoice_id"])}**`, price: "0", row_order: 0 };
  const lines = rows(row["details"]).map((detail, index) => ({
    ...detail,
    id: null,
    row_order: index + 1,
    amount: `-${text(detail["amount"])}`,
  }));
  const draft = { ...row, invoice_date: undefined, details_attributes: [title, ...lines] };
  return { ...newPriced(books, "sales_invoices", draft), original_sales_invoice_id: row["id"] };
}

/** Credits: paid, sent, draft, and a manual one without a link to the original. */
function creditOne(books: Books, cast: Cast, { date, updated }: SeedDocument, turn: number): void {
  const original = books.tables.sales_invoices.first((row) => row["invoice_date"] === date && row["state"] !== "paid");
  if (original === undefined) return;
  books.past(updated, () => {
    const credit = books.add("sales_invoices", creditOf(books, original));
    if (turn === 3) credit["original_sales_invoice_id"] = null;
    if (turn !== 2) sendInvoice(books, credit, dayLater(date, 3));
    const paying = { payment_date: dayLater(date, 9), financial_account_id: cast.bank };
    if (turn === 0) payInFull(books, "sales_invoices", credit, paying);
    settle(books, credit);
  });
}

function offerOne(books: Books, cast: Cast, document: SeedDocument, index: number): void {
  const optional = (at: number) => ({ is_optional: at === 2, is_selected: at !== 2 });
  const lines = linesOf(books, cast, document, index).slice(0, 3);
  const row = books.add(
    "estimates",
    newPriced(books, "estimates", {
      ...paperOf(books, cast, document, index),
      prices_are_incl_tax: false,
      discount: index % 9 === 2 ? "5" : "0",
      ...(index % 4 !== 3 && { reference: `Aanvraag ${index + 1}` }),
      ...(index % 2 === 0 && { pre_text: "Hierbij onze offerte.", post_text: "Graag getekend retour." }),
      details_attributes: lines.map((line, at) => ({ ...line, ...optional(at) })),
    }),
  );
  const state = pick(["open", "accepted", "rejected", "billed", "archived", "late", "draft"], index);
  row["contact_person_id"] = personAt(books, row["contact_id"]);
  if (state === "draft") return;
  sendEstimate(books, row);
  books.notify({ table: "estimates", row, kind: "estimate_send_email" });
  const decided = dayLater(text(row["estimate_date"]), 6);
  Object.assign(row, { state }, ["accepted", "billed"].includes(state) ? { accepted_at: decided } : {});
  if (state === "rejected" || state === "archived") row[`${state}_at`] = decided;
  if (index === 1) attach(books, "estimates", row, paper("schets.pdf"));
}

/** External invoices from a shop, in every state; one is a credit, and one has no due date. */
function importOne(books: Books, cast: Cast, document: SeedDocument, index: number): void {
  const { date } = document;
  const reference = `WEB-${5000 + index}`;
  const lines = linesOf(books, cast, document, index).slice(0, 2);
  const shop = { source: "Verzonnen webwinkel", source_url: `https://winkel.example/${index}` };
  const row = books.past(document.created, () => {
    const made = newPriced(books, "external_sales_invoices", {
      ...paperOf(books, cast, document, index),
      reference,
      date,
      ...(index !== 3 && { due_date: dayLater(date, 14) }),
      ...(index % 2 === 0 && shop),
      details_attributes: index % 9 === 6 ? lines.map((line) => ({ ...line, amount: "-1 x" })) : lines,
    });
    books.add("external_sales_invoices", made);
    const paying = { payment_date: date, financial_account_id: cast.bank };
    if (index % 3 === 1) payInFull(books, "external_sales_invoices", made, paying);
    if (index === 5) pay(books, "external_sales_invoices", made, { ...paying, price: "10.0", price_base: "10.0" });
    if (index % 4 === 2) attach(books, "external_sales_invoices", made, paper(`${reference}.pdf`));
    return made;
  });
  settle(books, row);
  if (index === 8) Object.assign(row, { state: "uncollectible", marked_uncollectible_on: books.today() });
  if (index === 9) row["state"] = "new";
}

/** One is a supplier's credit, and some have no lines yet. */
function buyOne(books: Books, cast: Cast, table: Priced, [index, document]: readonly [number, SeedDocument]): void {
  const isReceipt = table === "receipts";
  const isEmpty = index % 31 === 30;
  const { date, due, created, payments, plan } = document;
  const reference = isReceipt ? `Bon ${index + 1}` : `INK-${2000 + index}`;
  const { contact_id, details_attributes, ...draft } = paperOf(books, cast, document, index);
  const lines = (details_attributes as Row[]).map((line) => ({ ...line, ...(index === 9 && { price: "-45.5" }) }));
  const row = books.past(created + (isReceipt ? 1_800_000 : 0), () => {
    const made = newPriced(books, table, {
      ...draft,
      reference,
      date,
      ...(!(isReceipt && index % 4 === 3) && { contact_id }),
      ...(isReceipt && { prices_are_incl_tax: true }),
      ...(!isReceipt && index % 6 !== 5 && { due_date: due }),
      ...(!isEmpty && { details_attributes: lines }),
    });
    if (index % 5 === 0) made["tax_number"] = text(books.tables.contacts.get(made["contact_id"])?.["tax_number"]);
    made["origin"] = pick(["upload", "email", "api", null, "si_peppol"], index);
    books.add(table, made);
    if (index % 3 === 0) attach(books, table, made, paper(`${reference}.pdf`, reference));
    const paying = { payment_date: dayLater(date, 5), financial_account_id: cast.bank };
    if (isEmpty) return made;
    if (plan.startsWith("partly")) pay(books, table, made, { ...paying, price: "1.0", price_base: "1.0" });
    else if (payments.length > 0 && index % 5 !== 1) payInFull(books, table, made, paying);
    return made;
  });
  if (isEmpty) return;
  settle(books, row);
  if (row["state"] === "open" && index % 13 === 1) row["state"] = "pending_payment";
  if (row["state"] === "open" && index % 11 === 5) row["state"] = "saved";
}

const pairs = ["Afschrijvingen|Inventaris", "Lonen|Loonheffing", "Vraagposten|Eigen vermogen"];

function bookOne(books: Books, cast: Cast, index: number): void {
  const [first, second] = pick(pairs, index)
    .split("|")
    .map((name) => named(books, "ledger_accounts", name));
  const amount = `${(index % 90) + 10}.${index % 2 === 0 ? "75" : "5"}`;
  const about = index % 2 === 0 && {
    project_id: pick(cast.projects, index),
    contact_id: pick([...cast.contacts.values()], index),
  };
  const entries = Array.from({ length: index === 12 ? 100 : (index % 3) + 1 }).flatMap((_unused, at) => [
    {
      ledger_account_id: first,
      debit: amount,
      credit: "0",
      row_order: String(at * 2),
      description: `Boeking ${index + 1}`,
    },
    { ledger_account_id: second, debit: "0", credit: amount, row_order: String(at * 2 + 1), ...about },
  ]);
  const row = newJournal(books, {
    reference: `Memoriaal ${index + 1}`,
    date: books.today(),
    ...(index % 60 === 59 && { journal_type: "fiscal_year_ending" }),
    general_journal_document_entries_attributes: entries,
  });
  books.add("general_journal_documents", row);
  const file = { name: "toelichting.txt", type: "text/plain", bytes: Buffer.from("Verzonnen toelichting") };
  if (index % 20 === 0) attach(books, "general_journal_documents", row, file);
}
