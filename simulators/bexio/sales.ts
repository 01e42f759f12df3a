/** Offers, orders, invoices and their payments. */
import type { Big } from "big.js";
import { big, dayLater, type Row, rows, sum, text } from "../engine/values.ts";
import { accountOf, add, type Books, find, isClosed, numberOf, swissDay } from "./company.ts";
import { post } from "./ledger.ts";
import { invalid } from "./refusals.ts";

export type Kind = "kb_invoice" | "kb_offer" | "kb_order";

export const states = { offer: 1, pendingOffer: 2, draft: 7, pending: 8, paid: 9, partial: 16, cancelled: 19 } as const;
const firstStates: Readonly<Record<Kind, number>> = { kb_offer: 1, kb_order: 5, kb_invoice: states.draft };
const prefixes: Readonly<Record<Kind, string>> = { kb_offer: "AN", kb_order: "AU", kb_invoice: "RE" };

const six = (value: Big): string => value.toFixed(6);
const isPriced = ({ type }: Row): boolean => type === "KbPositionCustom" || type === "KbPositionArticle";

/** A position as it was sent, with what bexio adds. Ids count for each type. */
function position(books: Books, sent: Row, index: number): Row {
  const type = text(sent["type"]);
  const about = { id: books.next(`position ${type}`), type, text: sent["text"] ?? "" };
  const place = { pos: String(index + 1), internal_pos: index + 1, parent_id: null };
  const isOptional = sent["is_optional"] === true;
  if (type === "KbPositionText") return { ...about, show_pos_nr: true, ...place, is_optional: false };
  if (type === "KbPositionDiscount")
    return { ...about, is_percentual: sent["is_percentual"] === true, value: six(big(sent["value"])) };
  if (!isPriced(sent)) throw invalid(`positions: unknown type "${type}".`);
  const article = books.tables.article.get(sent["article_id"]);
  if (type === "KbPositionArticle" && article === undefined) throw invalid("article_id: The article does not exist.");
  const account = sent["account_id"] ?? article?.["account_id"] ?? accountOf(books, "3200");
  const tax = books.tables.taxes.get(sent["tax_id"] ?? article?.["tax_income_id"] ?? undefined);
  if (!books.tables.accounts.has(account)) throw invalid("account_id: The account does not exist.");
  if (tax === undefined) throw invalid("tax_id: The tax does not exist.");
  if (!text(tax["type"]).match(/sales_tax|turnover/)) throw invalid("tax_id: The tax is no sales tax.");
  const unit = books.tables.unit.get(sent["unit_id"]);
  const price = big(sent["unit_price"] ?? article?.["sale_price"] ?? 0);
  const quantity = big(sent["amount"] ?? 1);
  const discount = big(sent["discount_in_percent"] ?? 0);
  const total = quantity.times(price).times(big(100).minus(discount)).div(100);
  return {
    ...about,
    amount: six(quantity),
    unit_id: unit?.["id"] ?? null,
    account_id: account,
    unit_name: unit?.["name"] ?? null,
    tax_id: tax["id"],
    tax_value: big(tax["value"]).toFixed(2),
    unit_price: six(price),
    discount_in_percent: discount.toFixed(4),
    position_total: six(total.round(2, 1)),
    ...place,
    is_optional: isOptional,
    ...(type === "KbPositionArticle" && { article_id: sent["article_id"] }),
  };
}

const roundedTo = (value: Big, factor: Big): Big => value.div(factor).round(0, 1).times(factor);

/** Discounts lower the sum, tax is computed for each rate, and the total is rounded to what the currency says. */
function price(books: Books, document: Row): Row {
  const positions = rows(document["positions"]);
  const counted = positions.filter((each) => isPriced(each) && each["is_optional"] !== true);
  const gross = sum(counted.map((each) => each["position_total"]));
  let net = gross;
  for (const each of positions.filter(({ type }) => type === "KbPositionDiscount")) {
    const value = big(each["value"]);
    const discount = each["is_percentual"] === true ? net.times(value).div(100) : value;
    each["discount_total"] = six(discount.round(2, 1));
    net = net.minus(discount.round(2, 1));
  }
  const share = gross.eq(0) ? big(1) : net.div(gross);
  const hasTax = document["mwst_type"] === 0;
  const isNet = document["mwst_is_net"] !== false;
  const byRate = Map.groupBy(counted, (each) => text(each["tax_value"]));
  const taxes = [...byRate].map(([percentage, group]) => {
    const base = sum(group.map((each) => each["position_total"])).times(share);
    const rate = big(percentage);
    const tax = base.times(rate).div(isNet ? 100 : rate.plus(100));
    return { percentage, value: (hasTax ? tax : big(0)).toFixed(4) };
  });
  const tax = sum(taxes.map(({ value }) => value));
  const exact = isNet ? net.plus(tax) : net;
  const currency = books.tables.currencies.get(document["currency_id"]);
  const total = roundedTo(exact, big(currency?.["round_factor"] ?? 0.01));
  const difference = total.minus(exact.round(2, 1));
  return Object.assign(document, {
    positions,
    total_gross: six(gross),
    total_net: six(net),
    total_taxes: tax.toFixed(4),
    total: six(total),
    total_rounding_difference: difference.toNumber(),
    taxs: hasTax ? taxes.filter(({ value }) => Number(value) !== 0) : [],
  });
}

function addressOf(books: Books, id: unknown): string {
  const contact = books.tables.contact.get(id) ?? {};
  const street = [contact["street_name"], contact["house_number"]].map(text).filter(Boolean).join(" ");
  const name = [contact["name_1"], contact["name_2"]].map(text).filter(Boolean).join(" ");
  return [name, street, [contact["postcode"], contact["city"]].map(text).filter(Boolean).join(" ")]
    .filter(Boolean)
    .join("\n");
}

const settable = [
  "title",
  "contact_id",
  "user_id",
  "language_id",
  "bank_account_id",
  "currency_id",
  "payment_type_id",
  "header",
  "footer",
  "mwst_type",
  "mwst_is_net",
  "show_position_taxes",
  "is_valid_from",
  "is_valid_to",
  "is_valid_until",
  "reference",
  "api_reference",
  "template_slug",
];

/** Fields that a form of bexio has besides those. */
const accepted = [...settable, "contact_sub_id", "pr_project_id", "positions"];

function checked(books: Books, body: Row): void {
  for (const field of Object.keys(body))
    if (!accepted.includes(field)) throw invalid(`Unexpected extra form field named "${field}".`);
  if (!books.tables.contact.has(body["contact_id"])) throw invalid("contact_id: The contact does not exist.");
  if (body["user_id"] === undefined) throw invalid("user_id: Required.");
  if (body["currency_id"] !== undefined && !books.tables.currencies.has(body["currency_id"]))
    throw invalid("currency_id: The currency does not exist.");
  if (body["payment_type_id"] !== undefined && !books.tables.payment_type.has(body["payment_type_id"]))
    throw invalid("payment_type_id: The payment type does not exist.");
}

const given = (body: Row): Row =>
  Object.fromEntries(settable.flatMap((field) => (field in body ? [[field, body[field]]] : [])));

/** A new draft. bexio fills in what is missing from its settings. */
export function newDocument(books: Books, kind: Kind, body: Row): Row {
  checked(books, body);
  const today = swissDay(books.now());
  const number = books.next(`number ${kind}`);
  const from = text(body["is_valid_from"]) || today;
  const defaults: Row = {
    title: "",
    contact_sub_id: null,
    project_id: body["pr_project_id"] ?? null,
    logopaper_id: 1,
    language_id: 1,
    bank_account_id: 1,
    currency_id: 1,
    payment_type_id: 4,
    mwst_type: 0,
    mwst_is_net: true,
    is_valid_from: from,
    ...(kind === "kb_invoice" && { is_valid_to: dayLater(from, 30), reference: "" }),
    ...(kind === "kb_offer" && { is_valid_until: dayLater(from, 30) }),
    ...(kind !== "kb_invoice" && { delivery_address: addressOf(books, body["contact_id"]) }),
  };
  const document: Row = {
    document_nr: `${prefixes[kind]}-${String(number).padStart(5, "0")}`,
    ...defaults,
    ...given(body),
    contact_address: addressOf(books, body["contact_id"]),
    kb_item_status_id: firstStates[kind],
    positions: rows(body["positions"]).map((each, index) => position(books, each, index)),
  };
  return price(books, document);
}

export const openOf = (books: Books, invoice: Row): { paid: Big; credited: Big; open: Big } => {
  const payments = books.tables.payment.under("kb_invoice_id", invoice["id"]);
  const of = (isCredit: boolean) =>
    sum(payments.filter((each) => Boolean(each["kb_credit_voucher_id"]) === isCredit).map((each) => each["value"]));
  const paid = of(false);
  const credited = of(true);
  return { paid, credited, open: big(invoice["total"]).minus(paid).minus(credited) };
};

/** What bexio shows of an invoice besides its stored fields. */
export function shownInvoice(books: Books, invoice: Row): Row {
  const { paid, credited, open } = openOf(books, invoice);
  const isOpen = invoice["kb_item_status_id"] !== states.cancelled;
  return {
    ...invoice,
    total_received_payments: six(paid),
    total_credit_vouchers: six(credited),
    total_remaining_payments: (isOpen ? open : big(0)).toFixed(4),
  };
}

function settle(books: Books, invoice: Row): void {
  const { paid, credited, open } = openOf(books, invoice);
  const isTouched = !paid.plus(credited).eq(0);
  const isSettled = big(invoice["total"]).lt(0) ? open.gte(0) : open.lte(0);
  invoice["kb_item_status_id"] = isTouched ? (isSettled ? states.paid : states.partial) : states.pending;
  books.save("kb_invoice", invoice);
}

const receivable = "1100";

/** Books each line and the tax against the receivables. */
export function issue(books: Books, invoice: Row): void {
  if (invoice["kb_item_status_id"] !== states.draft) throw invalid("The invoice is not in the draft status.");
  const date = text(invoice["is_valid_from"]);
  if (isClosed(books, date)) throw invalid("is_valid_from: The business year is closed.");
  invoice["kb_item_status_id"] = states.pending;
  const currency = invoice["currency_id"];
  const to = accountOf(books, receivable);
  const total = big(invoice["total"]);
  const tax = big(invoice["total_taxes"]).round(2, 1);
  const about = { date, currency, ref_class: "KbInvoice", ref_id: invoice["id"], description: invoice["document_nr"] };
  const revenue = numberOf(rows(invoice["positions"]).find(isPriced), "account_id") || accountOf(books, "3200");
  post(books, { ...about, debit: to, credit: revenue, amount: total.minus(tax) });
  post(books, { ...about, debit: to, credit: accountOf(books, "2200"), amount: tax });
  books.save("kb_invoice", invoice);
}

const unbook = (books: Books, kind: string, id: unknown): void => {
  for (const row of books.tables.journal.where((each) => each["ref_class"] === kind && each["ref_id"] === id))
    books.remove("journal", row);
};

export function revert(books: Books, invoice: Row): void {
  if (invoice["kb_item_status_id"] !== states.pending) throw invalid("Only an open invoice can be set to draft.");
  unbook(books, "KbInvoice", invoice["id"]);
  invoice["kb_item_status_id"] = states.draft;
  books.save("kb_invoice", invoice);
}

export function cancel(books: Books, invoice: Row): void {
  if (invoice["kb_item_status_id"] !== states.pending) throw invalid("Only an open invoice can be cancelled.");
  unbook(books, "KbInvoice", invoice["id"]);
  invoice["kb_item_status_id"] = states.cancelled;
  books.save("kb_invoice", invoice);
}

/** A change of a draft. Positions have paths of their own. */
export function change(books: Books, document: Row, body: Row): void {
  if (document["kb_item_status_id"] !== states.draft) throw invalid("Only drafts can be edited.");
  if ("positions" in body) throw invalid("Widget schema does not include positions");
  checked(books, body);
  Object.assign(document, given(body), { contact_address: addressOf(books, body["contact_id"]) });
  price(books, document);
}

export function pay(books: Books, invoice: Row, body: Row): Row {
  const state = invoice["kb_item_status_id"];
  if (state !== states.pending && state !== states.partial) throw invalid("The invoice is not open.");
  const date = text(body["date"]);
  if (isClosed(books, date)) throw invalid("date: The business year is closed.");
  const bank = body["bank_account_id"] ?? null;
  if (bank !== null && !books.tables.bank_accounts.has(bank)) throw invalid("bank_account_id: Does not exist.");
  const payment = add(books, "payment", {
    date,
    value: six(big(body["value"])),
    bank_account_id: bank,
    title: "Zahlungseingang",
    payment_service_id: null,
    is_client_account_redemption: false,
    is_cash_discount: body["is_cash_discount"] === true,
    kb_invoice_id: invoice["id"],
    kb_credit_voucher_id: body["kb_credit_voucher_id"] ?? null,
    kb_credit_voucher_text: body["kb_credit_voucher_text"] ?? "",
    kb_bill_id: null,
  });
  const account = numberOf(find(books, "bank_accounts", "id", bank), "account_id") || accountOf(books, "1020");
  const about = { date, currency: invoice["currency_id"], description: `Zahlung ${text(invoice["document_nr"])}` };
  const ref = { ref_class: "KbClientAccountEntry", ref_id: payment["id"] };
  post(books, { ...about, ...ref, debit: account, credit: accountOf(books, receivable), amount: big(body["value"]) });
  settle(books, invoice);
  return payment;
}

export function unpay(books: Books, payment: Row): void {
  if (isClosed(books, text(payment["date"]))) throw invalid("The business year is closed.");
  books.remove("payment", payment);
  unbook(books, "KbClientAccountEntry", payment["id"]);
  const invoice = books.tables.kb_invoice.get(payment["kb_invoice_id"]);
  if (invoice !== undefined) settle(books, invoice);
}
