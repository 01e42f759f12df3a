/** Bills and the payments of bills, in the API's generation 4.0. */
import type { Big } from "big.js";
import { big, type Row, rows, sum, text, uuid } from "../engine/values.ts";
import { accountOf, add, type Books, isClosed, numberOf, swissDay } from "./company.ts";
import { post } from "./ledger.ts";
import { invalid4 } from "./refusals.ts";

const ignoresTax = (tax: Row | undefined): boolean => /^pre_(?:regards|customs)/.test(text(tax?.["type"]));

function line(books: Books, sent: Row, isNet: boolean): Row {
  const tax =
    sent["tax_id"] === undefined || sent["tax_id"] === null ? undefined : books.tables.taxes.get(sent["tax_id"]);
  if (sent["tax_id"] !== undefined && sent["tax_id"] !== null && tax === undefined)
    throw invalid4("Line Item's 'tax_id' does not exist.");
  if (tax !== undefined && !text(tax["type"]).startsWith("pre_"))
    throw invalid4("Line Item's 'tax_id' is no input tax.");
  const account = sent["booking_account_id"];
  if (account !== undefined && account !== null && !books.tables.accounts.has(account))
    throw invalid4("Line Item's 'booking_account_id' does not exist.");
  const amount = big(sent["amount"]);
  const rate = ignoresTax(tax) ? big(0) : big(tax?.["value"] ?? 0);
  const charged = amount
    .times(rate)
    .div(isNet ? 100 : rate.plus(100))
    .round(2, 1);
  return {
    id: uuid(`line ${books.next("line")}`),
    position: sent["position"] ?? 0,
    title: sent["title"] ?? null,
    tax_id: tax?.["id"] ?? null,
    tax_calc: charged.toNumber(),
    amount: amount.toNumber(),
    booking_account_id: account ?? null,
  };
}

const required = [
  "currency_code",
  "address",
  "item_net",
  "supplier_id",
  "due_date",
  "contact_partner_id",
  "bill_date",
  "manual_amount",
  "line_items",
  "attachment_ids",
  "discounts",
];
const accepted = [
  ...required,
  "title",
  "vendor_ref",
  "amount_man",
  "amount_calc",
  "exchange_rate",
  "base_currency_amount",
  "purchase_order_id",
  "qr_bill_information",
  "document_no",
  "split_into_line_items",
];

function checked(books: Books, body: Row, fields: readonly string[]): void {
  for (const field of Object.keys(body))
    if (!accepted.includes(field)) throw invalid4(`Unrecognized property: ${field}`);
  for (const field of fields)
    if (body[field] === undefined || body[field] === null) throw invalid4(`'${field}' must not be null`);
  if (!books.tables.contact.has(body["supplier_id"])) throw invalid4("'supplier_id' does not exist.");
  if (!books.tables.currencies.find("name", body["currency_code"])) throw invalid4("'currency_code' is not supported.");
  if (body["manual_amount"] === false && body["amount_calc"] === undefined)
    throw invalid4("'amount_calc' is required.");
  if (body["currency_code"] !== "CHF" && body["exchange_rate"] === undefined)
    throw invalid4("'exchange_rate' is required.");
  if (rows(body["line_items"]).length === 0) throw invalid4("'line_items' must not be empty");
}

const totalOf = (bill: Row): Big => big(bill["manual_amount"] === true ? bill["amount_man"] : bill["amount_calc"]);

/** The fields of a bill that a body decides. */
function content(books: Books, body: Row): Row {
  const isNet = body["item_net"] === true;
  const taxes = rows(body["line_items"]).map(({ tax_id: id }) => books.tables.taxes.get(id ?? undefined));
  if (isNet && taxes.some(ignoresTax)) throw invalid4("'item_net' cannot be true with a tax that ignores it.");
  return {
    ...body,
    lastname_company: (body["address"] as Row)["lastname_company"],
    firstname_suffix: (body["address"] as Row)["firstname_suffix"] ?? null,
    line_items: rows(body["line_items"]).map((each) => line(books, each, isNet)),
    title: body["title"] ?? null,
    vendor_ref: body["vendor_ref"] ?? null,
    amount_man: body["amount_man"] ?? null,
    amount_calc: body["amount_calc"] ?? null,
    exchange_rate: body["exchange_rate"] ?? null,
    base_currency_amount: body["base_currency_amount"] ?? null,
  };
}

export function newBill(books: Books, body: Row): Row {
  checked(books, body, required);
  return {
    document_no: `LR-${String(books.next("bill")).padStart(5, "0")}`,
    status: "DRAFT",
    created_at: `${new Date(books.now()).toISOString().slice(0, 19)}+0000`,
    base_currency_code: "CHF",
    split_into_line_items: rows(body["line_items"]).length > 1,
    ...content(books, body),
  };
}

export function changeBill(books: Books, bill: Row, body: Row): void {
  if (bill["status"] !== "DRAFT") throw invalid4("Bill must be in status DRAFT.");
  checked(books, body, [...required, "split_into_line_items"]);
  Object.assign(bill, { document_no: null }, content(books, body));
}

const openOf = (books: Books, bill: Row): Big =>
  totalOf(bill).minus(sum(books.tables.outgoing_payments.under("bill_id", bill["id"]).map((each) => each["amount"])));

export function shownBill(books: Books, bill: Row): Row {
  const isBooked = bill["status"] !== "DRAFT";
  const isLate = isBooked && bill["status"] !== "PAID" && text(bill["due_date"]) < swissDay(books.now());
  return { ...bill, pending_amount: openOf(books, bill).toNumber(), overdue: isLate };
}

const listed = [
  "id",
  "document_no",
  "status",
  "title",
  "firstname_suffix",
  "lastname_company",
  "vendor_ref",
  "created_at",
  "currency_code",
  "bill_date",
  "due_date",
  "attachment_ids",
];

/** The list has other fields than the bill. */
export function listedBill(books: Books, bill: Row): Row {
  const { pending_amount, overdue } = shownBill(books, bill);
  const tax = sum(rows(bill["line_items"]).map((each) => each["tax_calc"]));
  const gross = totalOf(bill);
  return {
    ...Object.fromEntries(listed.map((field) => [field, bill[field] ?? null])),
    vendor: [bill["firstname_suffix"], bill["lastname_company"]].map(text).filter(Boolean).join(" "),
    pending_amount,
    net: gross.minus(tax).toNumber(),
    gross: gross.toNumber(),
    overdue,
    booking_account_ids: rows(bill["line_items"]).map((each) => each["booking_account_id"]),
  };
}

const payable = "2000";

function book(books: Books, bill: Row): void {
  const date = text(bill["bill_date"]);
  if (isClosed(books, date)) throw invalid4("'bill_date' must be in existing Business Year that is not Closed.");
  if (text(bill["document_no"]) === "") throw invalid4("'document_no' cannot be blank.");
  if (totalOf(bill).lte(0)) throw invalid4("'amount_calc' must be greater than 0.");
  if (text(bill["due_date"]) < date) throw invalid4("'due_date' must be after or equal to 'bill_date'.");
  const currency = books.tables.currencies.find("name", bill["currency_code"])?.["id"];
  const ref = { ref_class: "KbBill", ref_uuid: bill["id"], currency, factor: bill["exchange_rate"] ?? 1 };
  for (const each of rows(bill["line_items"])) {
    if (each["booking_account_id"] === null) throw invalid4("'booking_account_id' is required for each 'line_item'.");
    const tax = big(each["tax_calc"]);
    const net = bill["item_net"] === true ? big(each["amount"]) : big(each["amount"]).minus(tax);
    const about = { ...ref, date, description: text(bill["title"]), credit: accountOf(books, payable) };
    post(books, { ...about, debit: numberOf(each, "booking_account_id"), amount: net });
    post(books, { ...about, debit: accountOf(books, "1170"), amount: tax });
  }
  bill["status"] = "BOOKED";
}

/** Books a draft, or takes a booked bill back. */
export function setStatus(books: Books, bill: Row, wanted: string): void {
  if (wanted === "BOOKED" && bill["status"] === "DRAFT") book(books, bill);
  else if (wanted === "DRAFT" && bill["status"] === "BOOKED") {
    for (const row of books.tables.journal.where((each) => each["ref_uuid"] === bill["id"]))
      books.remove("journal", row);
    bill["status"] = "DRAFT";
  } else throw invalid4(`Bill in status ${text(bill["status"])} cannot become ${wanted}.`);
  books.save("bills", bill);
}

const neededToPay = [
  "execution_date",
  "bill_id",
  "is_salary_payment",
  "payment_type",
  "amount",
  "currency_code",
  "exchange_rate",
];

function settle(books: Books, bill: Row): void {
  const open = openOf(books, bill);
  const isTouched = !open.eq(totalOf(bill));
  bill["status"] = open.lte(0) ? "PAID" : isTouched ? "PARTIALLY_PAID" : "BOOKED";
  books.save("bills", bill);
}

export function payBill(books: Books, body: Row): Row {
  for (const field of neededToPay)
    if (body[field] === undefined || body[field] === null) throw invalid4(`${field} must not be null`);
  const bill = books.tables.bills.get(body["bill_id"]);
  if (bill === undefined) throw invalid4("'bill_id' does not exist.");
  if (bill["status"] === "DRAFT") throw invalid4("Payment cannot be created for a Bill in status DRAFT.");
  const date = text(body["execution_date"]);
  if (isClosed(books, date) || date < text(bill["bill_date"])) throw invalid4("'execution_date' is not allowed.");
  if (big(body["amount"]).gt(openOf(books, bill)))
    throw invalid4("'amount' must be less or equal to 'pending_amount'.");
  if (body["currency_code"] !== bill["currency_code"]) throw invalid4("'currency_code' must equal the Bill's.");
  const isManual = body["payment_type"] === "MANUAL";
  const bank = books.tables.bank_accounts.get(body["sender_bank_account_id"]);
  if (isManual && bank === undefined) throw invalid4("sender_bank_account_id is mandatory for [MANUAL] payment type");
  const payment = add(books, "outgoing_payments", {
    transaction_id: null,
    note: null,
    ...body,
    status: isManual ? "PAID" : "PENDING",
    created_at: `${new Date(books.now()).toISOString().slice(0, 19)}+0000`,
  });
  const ref = { ref_class: "KbClientAccountEntry", ref_uuid: payment["id"], factor: body["exchange_rate"] };
  post(books, {
    ...ref,
    date,
    currency: books.tables.currencies.find("name", bill["currency_code"])?.["id"],
    description: `Zahlung ${text(bill["document_no"])}`,
    debit: accountOf(books, payable),
    credit: numberOf(bank, "account_id") || accountOf(books, "1020"),
    amount: big(body["amount"]),
  });
  settle(books, bill);
  return payment;
}

export function unpayBill(books: Books, payment: Row): void {
  if (payment["transaction_id"] !== null) throw invalid4("Payment is reconciled.");
  if (isClosed(books, text(payment["execution_date"]))) throw invalid4("Business Year is closed.");
  books.remove("outgoing_payments", payment);
  for (const row of books.tables.journal.where((each) => each["ref_uuid"] === payment["id"]))
    books.remove("journal", row);
  const bill = books.tables.bills.get(payment["bill_id"]);
  if (bill !== undefined) settle(books, bill);
}
