/** Seeds the sales, purchases, payments, entries and orders of the invented companies. */
import { pdf } from "../engine/files.ts";
import { dayLater, dayLength, pick, type Row, text } from "../engine/values.ts";
import { linesOf, pay, post, reconcile } from "./moves.ts";
import type { Books } from "./orm.ts";
import { accountOf, add, createCommand, currencyId, currencyOf, journalOf, replaceWith, taxOf } from "./records.ts";
import { make } from "./rules.ts";

const partners = (company: Books, rank: string): Row[] =>
  company.tables["res.partner"].where(
    (row) => Number(row[rank]) > 0 && row["parent_id"] === false && row["active"] !== false,
  );
const products = (company: Books): Row[] => company.tables["product.product"].where(({ active }) => active !== false);
const analytic = (company: Books, index: number): unknown =>
  company.tables["account.analytic.account"].all()[index]?.["id"];

function invoiceLines(company: Books, index: number, tax: unknown): unknown[] {
  const line = (at: number) => {
    const product = pick(products(company), at);
    const plain = { name: `Work according to agreement ${at}`, price_unit: 80.4, quantity: 2.5 };
    if (at % 4 === 3) return createCommand({ ...plain, tax_ids: tax === undefined ? replaceWith() : replaceWith(tax) });
    const shares =
      at % 3 === 0
        ? { [text(analytic(company, 0))]: 60, [text(analytic(company, 1))]: 40 }
        : { [`${text(analytic(company, 0))},${text(analytic(company, 2))}`]: 100 };
    return createCommand({
      product_id: product["id"],
      quantity: 1 + (at % 3),
      discount: at % 5 === 2 ? 10 : 0,
      ...(at % 2 === 0 && { analytic_distribution: shares }),
      ...(tax !== undefined && { tax_ids: replaceWith(tax) }),
    });
  };
  const note = createCommand({ display_type: "line_note", name: "Thank you for your order" });
  return [line(index), ...(index % 2 === 0 ? [line(index + 1)] : []), ...(index % 6 === 0 ? [note] : [])];
}

function attachFile(company: Books, move: Row, more: Row = {}): void {
  const bytes = pdf(text(move["name"]));
  add(company, "ir.attachment", {
    name: `${text(move["name"]).replaceAll("/", "_")}.pdf`,
    type: "binary",
    mimetype: "application/pdf",
    res_model: "account.move",
    res_id: move["id"],
    file_size: bytes.length,
    datas: bytes.toString("base64"),
    ...more,
  });
}

const registerPayment = (company: Books, move: Row, amount: unknown, more: Row = {}): void => {
  const communication = move["payment_reference"] || move["ref"];
  const wizard = { active_id: move["id"], amount, payment_date: company.today(), communication };
  pay(company, make(company, "account.payment.register", { ...wizard, ...more }));
};

export function sell(company: Books, index: number, date: string): void {
  const customer = pick(partners(company, "customer_rank"), index * 3);
  const [address] = company.tables["res.partner"].under("parent_id", customer["id"]).filter(({ city }) => city);
  const partner = index % 4 === 0 ? (address ?? customer) : customer;
  const term = company.tables["account.payment.term"].all()[index % 5]?.["id"];
  const isForeign = index % 9 === 7;
  const tax = isForeign ? taxOf(company, "0% EU") : index % 4 === 1 ? taxOf(company, "6%") : undefined;
  const values = {
    move_type: "out_invoice",
    partner_id: partner["id"],
    invoice_date: date,
    ref: index % 3 === 0 ? `PO-${index}` : false,
    currency_id: currencyOf(company, isForeign ? "USD" : "EUR"),
    invoice_line_ids: invoiceLines(company, index, tax),
    ...(index % 4 === 3 ? { invoice_date_due: dayLater(date, 45) } : { invoice_payment_term_id: term }),
    ...(index % 5 === 2 && { delivery_date: dayLater(date, -2) }),
  };
  const move = make(company, "account.move", values);
  if (index % 19 === 18) return;
  if (index % 23 === 22) return void company.save("account.move", { ...move, state: "cancel" });
  post(company, move);
  if (index % 2 === 0) attachFile(company, move, index % 4 === 0 ? { res_field: "invoice_pdf_report_file" } : {});
  const later = (days: number, work: () => void) => company.past(company.now() + days * dayLength, work);
  const total = move["amount_total"];
  if (index % 4 < 2 && index % 11 !== 5)
    later(index % 7, () =>
      registerPayment(company, move, total, isForeign ? { journal_id: journalOf(company, "BNK2") } : {}),
    );
  else if (index % 4 === 2) later(2, () => registerPayment(company, move, 10.01));
  if (index % 7 === 3) later(3, () => creditBack(company, move, values));
}

/** Does what Odoo's credit note window does: creates a credit note with the same lines, and reconciles it with the invoice. */
function creditBack(company: Books, move: Row, values: Row): void {
  const type = text(move["move_type"]).replace("invoice", "refund");
  const ref = `Reversal of: ${text(move["name"])}`;
  const header = { move_type: type, reversed_entry_id: move["id"], ref, invoice_date: company.today() };
  const refund = make(company, "account.move", { ...values, ...header });
  post(company, refund);
  const owedLines = (document: Row) =>
    linesOf(company, document).filter((line) => line["display_type"] === "payment_term");
  const [refunded] = owedLines(refund);
  const [invoiced] = owedLines(move);
  if (refunded && invoiced && !invoiced["reconciled"] && Number(refund["id"]) % 3 !== 0)
    reconcile(company, refunded, invoiced);
}

export function buy(company: Books, index: number, date: string): void {
  const partner = pick(partners(company, "supplier_rank"), index * 5);
  const values = {
    move_type: "in_invoice",
    partner_id: partner["id"],
    invoice_date: date,
    ref: `R-${2000 + index}`,
    invoice_line_ids: invoiceLines(company, index, taxOf(company, "21% purchases")),
    payment_reference: index % 2 === 0 ? `+++${index}/2026+++` : false,
    ...(index % 3 === 0
      ? { invoice_payment_term_id: company.tables["account.payment.term"].all()[1]?.["id"] }
      : { invoice_date_due: dayLater(date, 14 + index * 3) }),
    ...(index % 5 === 2 && { delivery_date: date }),
  };
  const move = make(company, "account.move", values);
  if (index % 14 === 13) return;
  post(company, move);
  if (index % 2 === 0) attachFile(company, move);
  if (index % 3 === 1) registerPayment(company, move, move["amount_total"]);
  else if (index % 3 === 2) registerPayment(company, move, 5);
  if (index % 3 === 0) creditBack(company, move, values);
}

export function makeEntry(company: Books, index: number, date: string): void {
  const [debit, credit, amount] = pick(
    [
      ["550001", "100000", 25_000],
      ["610000", "550001", 1250.5],
      ["630200", "240000", 333.33],
    ] as const,
    index,
  );
  const line = (code: string, side: string, more: Row = {}) =>
    createCommand({
      account_id: accountOf(company, code),
      [side]: amount,
      name: index % 2 ? "Monthly" : false,
      ...more,
    });
  const shares = { [text(analytic(company, 0))]: 100 };
  const move = make(company, "account.move", {
    date,
    ref: index % 3 === 2 ? false : `Entry ${index}`,
    line_ids: [line(debit, "debit", index % 2 ? { analytic_distribution: shares } : {}), line(credit, "credit")],
  });
  if (index === 11) inDollars(company, move);
  if (index !== 12) post(company, move);
  if (index % 4 === 1) {
    attachFile(company, move);
    attachFile(company, move, { name: "scan.png", mimetype: "image/png" });
    const noContent = { datas: false, file_size: 0, mimetype: false };
    attachFile(company, move, {
      name: "Shared folder",
      type: "url",
      url: "https://files.example.test/1",
      ...noContent,
    });
  }
}

/** As if the entry had been made in dollars, at a rate of the bookkeeper's own. */
function inDollars(company: Books, move: Row): void {
  const currency_id = currencyOf(company, "USD");
  Object.assign(move, { currency_id });
  for (const line of linesOf(company, move))
    Object.assign(line, { currency_id, amount_currency: (Number(line["debit"]) - Number(line["credit"])) / 0.8 });
}

export function order(company: Books, index: number, date: string): void {
  const customer = pick(partners(company, "customer_rank"), index * 7);
  const supplier = pick(partners(company, "supplier_rank"), index);
  const product = pick(products(company), index);
  const moment = `${date} 09:30:00`;
  const payment_term_id = company.tables["account.payment.term"].all()[index % 3]?.["id"];
  const common = { currency_id: currencyId(company), payment_term_id };
  const line = {
    product_id: product["id"],
    name: `Offer ${index}\nas discussed`,
    price_unit: 19.99,
    discount: index % 3 === 0 ? 5 : 0,
    product_uom: product["uom_id"],
  };
  const state = pick(["draft", "sent", "sale", "sale", "cancel", "done"], index);
  const salesOrder = make(company, "sale.order", {
    partner_id: customer["id"],
    ...common,
    client_order_ref: index % 2 ? `C-${index}` : false,
    note: index % 2 ? "<p>Deliver in the morning</p>" : false,
    validity_date: index % 4 === 0 ? dayLater(date, 5) : index % 4 === 1 ? dayLater(company.today(), 400) : false,
    commitment_date: index % 3 === 2 ? moment : false,
    order_line: [
      createCommand({
        ...line,
        product_uom_qty: 1 + index,
        tax_id: index % 5 === 4 ? replaceWith() : replaceWith(taxOf(company, "21%")),
      }),
      ...(index % 4 === 0 ? [createCommand({ display_type: "line_section", name: "Options" })] : []),
    ],
  });
  Object.assign(salesOrder, { state, date_order: moment });
  const taxes_id = index % 5 === 4 ? replaceWith() : replaceWith(taxOf(company, "21% purchases"));
  make(company, "purchase.order", {
    name: `P${String(index + 1).padStart(5, "0")}`,
    partner_id: supplier["id"],
    ...common,
    partner_ref: index % 2 ? `S-${index}` : false,
    state: pick(["draft", "purchase", "purchase", "cancel", "done", "purchase"], index),
    date_order: moment,
    date_approve: index % 3 === 1 ? moment : false,
    receipt_status: pick([false, "partial", "full", false, false, "pending"], index),
    notes: index % 2 ? "<p>Call before delivery</p>" : false,
    order_line: [
      createCommand({ ...line, product_qty: 2 + index, taxes_id }),
      ...(index % 5 === 0 ? [createCommand({ name: "Transport", product_qty: 1, price_unit: 12 })] : []),
    ],
  });
}
