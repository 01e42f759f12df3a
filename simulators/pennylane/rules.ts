/** Pennylane's business rules: totals, numbers, what is left to pay, and entries of the ledger. */
import type { Big } from "big.js";
import { big, cents, isRow, type Row, rows, sum, text } from "../engine/values.ts";
import { accountOf, add, type Books, find, isClosed, newReference, type Table, today } from "./company.ts";
import { conflict, invalid, invalidField } from "./refusals.ts";

const site = "https://app.pennylane.com/api/external/v2";

/** `600.0`, `99.99` */
export const decimal = (value: unknown): string => {
  const shown = big(value).toFixed();
  return shown.includes(".") ? shown : `${shown}.0`;
};
const money = (value: unknown): string => decimal(cents(value));

/** Amounts in other currencies for one euro. */
const rates: Readonly<Record<string, number>> = { EUR: 1, USD: 1.25, GBP: 0.8, CHF: 0.95, SEK: 11.5, JPY: 160 };

function rateOf(currency: string): number {
  const rate = rates[currency];
  if (rate === undefined) throw invalidField("currency", "is not supported");
  return rate;
}

/** The percentage of a VAT code. Codes without a country have no tax on the document. */
export function percentageOf(code: string): number {
  const [, tenths, hundredths] = /^[A-Z]{2}_(\d+)(?:_(\d+))?(?:_construction)?$/.exec(code) ?? [];
  if (tenths === undefined) {
    if (/^(?:exempt|extracom|crossborder|mixed|intracom_\d+)$/.test(code)) return 0;
    throw invalidField("vat_rate", "is not included in the list");
  }
  return hundredths === undefined ? Number(tenths) / 10 : Number(`${tenths}.${hundredths}`);
}

export const referenceTo = (path: string, id: unknown): Row => ({ id, url: `${site}/${path}/${text(id)}` });

const below = (path: string, id: unknown, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, { url: `${site}/${path}/${text(id)}/${name}` }]));

function lineAmounts(net: Big, code: string, rate: number): Row {
  const tax = cents(net.times(percentageOf(code)).div(100));
  const gross = net.plus(tax);
  return {
    amount: money(gross.div(rate)),
    currency_amount: money(gross),
    currency_amount_before_tax: money(net),
    currency_tax: money(tax),
    tax: money(tax.div(rate)),
    vat_rate: code,
  };
}

/** A line with what its product brings. */
function lineOf(books: Books, sent: Row, rate: number): Row {
  const product = sent["product_id"] === undefined ? undefined : books.tables.products.get(sent["product_id"]);
  if (sent["product_id"] !== undefined && product === undefined) throw invalidField("product_id", "does not exist");
  const account = sent["ledger_account_id"];
  if (account !== undefined && !books.tables.ledger_accounts.has(account))
    throw invalidField("ledger_account_id", "does not exist");
  const of = (name: string, ofProduct: string) => sent[name] ?? product?.[ofProduct];
  const label = of("label", "label");
  const price = of("raw_currency_unit_price", "price_before_tax");
  const unit = of("unit", "unit");
  const code = of("vat_rate", "vat_rate");
  const known = { label, raw_currency_unit_price: price, unit, vat_rate: code, quantity: sent["quantity"] };
  for (const [name, value] of Object.entries(known)) if (value === undefined) throw invalidField(name, "is required");
  if (typeof sent["quantity"] !== "number") throw invalidField("quantity", "is not a number");
  if (typeof price !== "string") throw invalidField("raw_currency_unit_price", "is not a string");
  const discount: Row = isRow(sent["discount"]) ? sent["discount"] : { type: "relative", value: "0.0" };
  const full = big(sent["quantity"]).times(price);
  const off = discount["type"] === "absolute" ? big(discount["value"]) : full.times(big(discount["value"])).div(100);
  return {
    label,
    unit,
    quantity: decimal(sent["quantity"]),
    raw_currency_unit_price: decimal(price),
    description: sent["description"] ?? "",
    section_rank: 0,
    discount: { type: discount["type"], value: decimal(discount["value"]) },
    product: product === undefined ? null : referenceTo("products", product["id"]),
    imputation_dates: null,
    ...lineAmounts(cents(full.minus(off)), text(code), rate),
  };
}

const partOf = (total: Big, { type, value }: Row): Big =>
  type === "absolute" ? big(value) : total.times(big(value)).div(100);

/** The document's own discount lowers net and tax alike. */
function totals(lines: readonly Row[], discount: Row, rate: number): Row {
  const net = sum(lines.map((line) => line["currency_amount_before_tax"]));
  const tax = sum(lines.map((line) => line["currency_tax"]));
  const left = net.eq(0) ? big(1) : net.minus(partOf(net, discount)).div(net);
  const newNet = cents(net.times(left));
  const newTax = cents(tax.times(left));
  const gross = newNet.plus(newTax);
  return {
    amount: money(gross.div(rate)),
    currency_amount: money(gross),
    currency_amount_before_tax: money(newNet),
    currency_tax: money(newTax),
    tax: money(newTax.div(rate)),
  };
}

const isDay = (value: unknown): boolean => /^\d{4}-\d\d-\d\d$/.test(text(value));

function checkHead(books: Books, body: Row): void {
  for (const name of ["date", "deadline"])
    if (body[name] !== undefined && !isDay(body[name])) throw invalidField(name, "is not a date");
  if (body["customer_id"] !== undefined && !books.tables.customers.has(body["customer_id"]))
    throw invalidField("customer_id", "does not exist");
}

const accepted = [
  "date",
  "deadline",
  "customer_id",
  "draft",
  "currency",
  "language",
  "discount",
  "label",
  "external_reference",
  "invoice_lines",
  "pdf_invoice_subject",
  "pdf_invoice_free_text",
  "pdf_description",
  "special_mention",
];

function checkFields(body: Row, known: readonly string[]): void {
  for (const name of Object.keys(body)) if (!known.includes(name)) throw invalidField(name, "is not allowed");
}

const labelOf = (books: Books, { customer_id: id }: Row, isCredit: boolean): string =>
  `${isCredit ? "Avoir" : "Facture"} ${text(books.tables.customers.get(id)?.["name"])} (label généré)`;

export const linesUnder = (books: Books, table: "invoice_lines" | "supplier_invoice_lines", document: Row): Row[] =>
  books.tables[table].where((line) => line["party"] === document["id"]);

export function makeInvoice(books: Books, body: Row): Row {
  checkFields(body, accepted);
  for (const name of ["date", "deadline", "customer_id", "invoice_lines"])
    if (body[name] === undefined) throw invalidField(name, "is required");
  checkHead(books, body);
  const reference = body["external_reference"];
  if (reference !== undefined && books.tables.customer_invoices.find("external_reference", reference) !== undefined)
    throw conflict("external_reference has already been taken");
  const currency = text(body["currency"]) || "EUR";
  const rate = rateOf(currency);
  const lines = rows(body["invoice_lines"]).map((line) => lineOf(books, line, rate));
  const discount: Row = isRow(body["discount"]) ? body["discount"] : { type: "relative", value: "0.0" };
  const sums = totals(lines, discount, rate);
  const isCredit = Number(sums["amount"]) < 0;
  const invoice = add(books, "customer_invoices", {
    label: text(body["label"]) || labelOf(books, body, isCredit),
    invoice_number: "",
    currency,
    ...sums,
    remaining_amount_with_tax: null,
    remaining_amount_without_tax: null,
    draft: true,
    language: "fr_FR",
    paid: false,
    status: isCredit ? "credit_note" : "draft",
    date: body["date"],
    deadline: body["deadline"],
    exchange_rate: decimal(rate),
    discount: { type: discount["type"], value: decimal(discount["value"]) },
    customer: referenceTo("customers", body["customer_id"]),
    pdf_invoice_subject: body["pdf_invoice_subject"] ?? "",
    external_reference: reference ?? newReference(books),
  });
  for (const line of lines) add(books, "invoice_lines", { ...line, party: invoice["id"] });
  Object.assign(invoice, {
    ledger_entry: { id: invoice["id"] },
    ...below("customer_invoices", invoice["id"], [
      "invoice_line_sections",
      "invoice_lines",
      "custom_header_fields",
      "categories",
      "payments",
      "matched_transactions",
      "appendices",
    ]),
  });
  // A draft has an entry without lines.
  enter(books, {
    id: invoice["id"],
    journal: "VT",
    date: body["date"],
    due: body["deadline"],
    label: invoice["label"],
    status: "draft",
    lines: [],
  });
  if (body["draft"] === false) finalise(books, invoice);
  return invoice;
}

export function changeInvoice(books: Books, invoice: Row, body: Row): void {
  if (invoice["draft"] !== true && Object.keys(body).some((name) => name !== "label"))
    throw invalid("A finalized invoice cannot be updated");
  checkFields(body, accepted);
  checkHead(books, body);
  if (body["customer_id"] !== undefined) invoice["customer"] = referenceTo("customers", body["customer_id"]);
  if (body["currency"] !== undefined && body["currency"] !== invoice["currency"])
    throw invalidField("currency", "cannot be changed");
  for (const name of ["date", "deadline", "label", "pdf_invoice_subject", "external_reference"])
    if (body[name] !== undefined) invoice[name] = body[name];
  if (isRow(body["discount"])) {
    const discount = { type: body["discount"]["type"], value: decimal(body["discount"]["value"]) };
    const rate = rateOf(text(invoice["currency"]));
    Object.assign(invoice, { discount, ...totals(linesUnder(books, "invoice_lines", invoice), discount, rate) });
  }
}

/** Gives the number. The days of finalised invoices do not go back. */
export function finalise(books: Books, invoice: Row): void {
  if (invoice["draft"] !== true) throw invalid("The invoice is already finalized");
  if (isClosed(books, text(invoice["date"]))) throw invalid("The fiscal year is closed");
  const isCredit = Number(invoice["amount"]) < 0;
  const kind = isCredit ? "A" : "F";
  const number = String(books.next(`number ${kind}`)).padStart(5, "0");
  Object.assign(invoice, {
    draft: false,
    invoice_number: `${kind}-${text(invoice["date"]).slice(0, 4)}-${number}`,
    remaining_amount_with_tax: invoice["amount"],
    remaining_amount_without_tax: money(big(invoice["amount"]).minus(big(invoice["tax"]))),
    filename: "facture.pdf",
  });
  const tax = big(invoice["tax"]);
  book(books, invoice, "VT", [
    ["411", big(invoice["amount"])],
    ["706", big(invoice["amount"]).minus(tax).times(-1)],
    ["44571", tax.times(-1)],
  ]);
  settle(books, invoice);
}

/** What is left decides the status, unless somebody said that the invoice is paid. */
export function settle(books: Books, invoice: Row): void {
  const left = big(invoice["remaining_amount_with_tax"]);
  const total = big(invoice["amount"]);
  if (total.lt(0)) {
    invoice["paid"] = left.eq(0);
    return;
  }
  const isPaid = invoice["isPaidByHand"] === true || left.lte(0);
  invoice["paid"] = isPaid;
  const late = text(invoice["deadline"]) < today(books);
  if (invoice["status"] !== "cancelled" && invoice["status"] !== "archived")
    invoice["status"] = isPaid ? "paid" : late ? "late" : "upcoming";
}

/** Settles an invoice with a credit note. */
export function linkCredit(books: Books, invoice: Row, credit: Row): void {
  const left = big(invoice["remaining_amount_with_tax"]);
  const given = big(credit["remaining_amount_with_tax"]).times(-1);
  const used = left.lt(given) ? left : given;
  invoice["remaining_amount_with_tax"] = money(left.minus(used));
  credit["remaining_amount_with_tax"] = money(used.minus(given));
  credit["credited_invoice"] = referenceTo("customer_invoices", invoice["id"]);
  if (left.eq(used) && left.eq(big(invoice["amount"]))) invoice["status"] = "cancelled";
  else invoice["status"] = "partially_cancelled";
  books.save("customer_invoices", credit);
}

/** A bank transaction pays a document. */
export function match(books: Books, table: "customer_invoices" | "supplier_invoices", document: Row, paid: Row): void {
  if (document["draft"] === true) throw invalid("A draft invoice cannot be matched");
  const left = big(document["remaining_amount_with_tax"]);
  const amount = big(paid["amount"]);
  // The remaining amount of a supplier invoice is negative.
  document["remaining_amount_with_tax"] = money(
    table === "customer_invoices" ? left.minus(amount) : left.minus(amount),
  );
  paid["outstanding_balance"] = "0.0";
  if (table === "customer_invoices") settle(books, document);
  else settleBill(document);
  books.save(table, document);
  books.save("transactions", paid);
}

export function settleBill(bill: Row): void {
  const left = big(bill["remaining_amount_with_tax"]).abs();
  const total = big(bill["amount"]).abs();
  const state = left.eq(0) ? "fully_paid" : left.lt(total) ? "partially_paid" : "to_be_paid";
  Object.assign(bill, { payment_status: state, paid: state === "fully_paid" });
}

/** An imported supplier invoice: the totals are sent, and the lines have to add up to them. */
export function makeBill(books: Books, body: Row): Row {
  if (!books.tables.suppliers.has(body["supplier_id"])) throw invalidField("supplier_id", "does not exist");
  const currency = text(body["currency"]) || "EUR";
  const rate = rateOf(currency);
  const lines = rows(body["invoice_lines"]).map((line) => {
    const gross = big(line["currency_amount"]);
    const tax = big(line["currency_tax"]);
    return {
      label: line["label"] ?? "",
      description: line["description"] ?? "",
      vat_rate: line["vat_rate"],
      amount: money(gross.div(rate)),
      currency_amount: money(gross),
      currency_amount_before_tax: money(gross.minus(tax)),
      currency_tax: money(tax),
      tax: money(tax.div(rate)),
      imputation_dates: null,
    };
  });
  const gross = big(body["currency_amount"]);
  const tax = big(body["currency_tax"]);
  if (!sum(lines.map((line) => line.currency_amount)).eq(gross)) throw invalid("The lines do not add up to the total");
  const amount = gross.div(rate);
  const bill = add(books, "supplier_invoices", {
    label:
      text(body["label"]) ||
      `Facture ${text(books.tables.suppliers.get(body["supplier_id"])?.["name"])} (label généré)`,
    invoice_number: body["invoice_number"] ?? "",
    currency,
    amount: money(amount),
    currency_amount: money(gross),
    currency_amount_before_tax: money(gross.minus(tax)),
    currency_tax: money(tax),
    tax: money(tax.div(rate)),
    date: body["date"] ?? null,
    deadline: body["deadline"] ?? null,
    exchange_rate: decimal(rate),
    payment_status: "to_be_processed",
    paid: false,
    reconciled: false,
    remaining_amount_with_tax: money(amount.times(-1)),
    remaining_amount_without_tax: money(gross.minus(tax).div(rate).times(-1)),
    accounting_status: body["accounting_status"] ?? "complete",
    supplier: referenceTo("suppliers", body["supplier_id"]),
    external_reference: newReference(books),
  });
  for (const line of lines) add(books, "supplier_invoice_lines", { ...line, party: bill["id"] });
  Object.assign(bill, {
    ledger_entry: { id: bill["id"] },
    ...below("supplier_invoices", bill["id"], ["invoice_lines", "categories", "payments", "matched_transactions"]),
  });
  const taxInEuros = big(bill["tax"]);
  book(books, bill, "HA", [
    ["401", big(bill["amount"]).times(-1)],
    ["6288", big(bill["amount"]).minus(taxInEuros)],
    ["44566", taxInEuros],
  ]);
  return bill;
}

interface Posting {
  readonly account: Row;
  readonly debit: Big;
  readonly credit: Big;
  readonly label?: unknown;
  readonly category?: Row;
}

interface Entry {
  readonly id?: unknown;
  readonly journal: string;
  readonly date: unknown;
  readonly due?: unknown;
  readonly label: unknown;
  readonly status: string | null;
  readonly number?: unknown;
  readonly lines: readonly Posting[];
}

export function enter(books: Books, { id, journal: code, date, due, label, status, number, lines }: Entry): Row {
  const journal = find(books, "journals", "code", code);
  const place = referenceTo("journals", journal["id"]);
  const known = id === undefined ? undefined : books.tables.ledger_entries.get(id);
  const entry =
    known ?? add(books, "ledger_entries", { ...(id !== undefined && { id }), piece_number: newReference(books) });
  Object.assign(entry, {
    label,
    date,
    due_date: due ?? null,
    journal_id: journal["id"],
    journal: place,
    invoice_number: number ?? "",
    status,
    categories: [],
  });
  books.save("ledger_entries", entry);
  for (const line of lines)
    add(books, "ledger_entry_lines", {
      label: line.label ?? "",
      debit: money(line.debit),
      credit: money(line.credit),
      date,
      journal: place,
      categories: line.category === undefined ? [] : [line.category],
      ledger_account: {
        id: line.account["id"],
        number: line.account["number"],
        url: `${site}/ledger_accounts/${text(line.account["id"])}`,
      },
      ledger_entry: { id: entry["id"] },
      lettered_ledger_entry_lines: { ids: [], url: "" },
    });
  return entry;
}

/** Debit is positive. */
function book(
  books: Books,
  document: Row,
  journal: string,
  amounts: readonly (readonly [account: string, amount: Big])[],
): void {
  enter(books, {
    id: document["id"],
    journal,
    date: document["date"],
    due: document["deadline"],
    label: document["label"],
    status: "complete",
    number: document["invoice_number"],
    lines: amounts
      .filter(([, amount]) => !amount.eq(0))
      .map(([number, amount]) => ({
        account: accountOf(books, number),
        debit: amount.gt(0) ? amount : big(0),
        credit: amount.lt(0) ? amount.times(-1) : big(0),
      })),
  });
}

/** An entry of the API: both sides on every line, and in balance. */
export function makeEntry(books: Books, body: Row): Row {
  checkFields(body, ["date", "label", "journal_id", "ledger_entry_lines", "currency", "due_date", "piece_number"]);
  const journal = books.tables.journals.get(body["journal_id"]);
  if (journal === undefined) throw invalidField("journal_id", "does not exist");
  if (!isDay(body["date"])) throw invalidField("date", "is required");
  if (text(body["label"]) === "") throw invalidField("label", "is required");
  if (isClosed(books, text(body["date"]))) throw invalid("The fiscal year is closed");
  const lines = rows(body["ledger_entry_lines"]).map((line) => {
    const account = books.tables.ledger_accounts.get(line["ledger_account_id"]);
    if (account === undefined) throw invalidField("ledger_account_id", "does not exist");
    for (const side of ["debit", "credit"]) if (typeof line[side] !== "string") throw invalidField(side, "is required");
    return { account, debit: big(line["debit"]), credit: big(line["credit"]), label: line["label"] };
  });
  if (!sum(lines.map(({ debit }) => debit)).eq(sum(lines.map(({ credit }) => credit))))
    throw invalid("Entry lines are not balanced");
  return enter(books, {
    journal: text(journal["code"]),
    date: body["date"],
    label: body["label"],
    status: null,
    lines,
  });
}

export const entryLines = (books: Books, entry: Row): Row[] =>
  books.tables.ledger_entry_lines.where(({ ledger_entry: of }) => isRow(of) && of["id"] === entry["id"]);

/** Debits and credits of the accounts of a period, without zeros at the end of their numbers. */
export function balances(books: Books, from: string, to: string): Row[] {
  const byNumber = Map.groupBy(
    books.tables.ledger_entry_lines.where(({ date }) => text(date) >= from && text(date) <= to),
    ({ ledger_account: account }) => (isRow(account) ? text(account["number"]) : ""),
  );
  return [...byNumber].map(([number, lines]) => ({
    credits: money(sum(lines.map(({ credit }) => credit))),
    debits: money(sum(lines.map(({ debit }) => debit))),
    label: accountOf(books, number)["label"],
    number,
    formatted_number: number.padEnd(7, "0"),
  }));
}

const placeNames = ["address", "postal_code", "city", "country_alpha2"];

/** All parts are required. */
function placeOf(sent: unknown, field: string): Row {
  if (!isRow(sent)) throw invalidField(field, "is required");
  for (const name of placeNames)
    if (typeof sent[name] !== "string") throw invalidField(`${field}.${name}`, "is required");
  return sent;
}

export const noPlace = { address: "", postal_code: "", city: "", country_alpha2: "" };

const customerFields = [
  "billing_address",
  "delivery_address",
  "payment_conditions",
  "billing_iban",
  "recipient",
  "phone",
  "reference",
  "notes",
  "emails",
  "external_reference",
  "billing_language",
];
export const kinds = {
  company: [...customerFields, "name", "vat_number", "reg_no"],
  individual: [...customerFields, "first_name", "last_name"],
} as const;
export type Kind = keyof typeof kinds;

function checkReference(books: Books, table: Table, body: Row, before?: Row): void {
  const reference = body["external_reference"];
  const twin = reference === undefined ? undefined : books.tables[table].find("external_reference", reference);
  if (twin !== undefined && twin !== before) throw conflict("external_reference has already been taken");
}

export function makeCustomer(books: Books, kind: Kind, body: Row): Row {
  checkFields(body, kinds[kind]);
  checkReference(books, "customers", body);
  for (const name of kind === "company" ? ["name"] : ["first_name", "last_name"])
    if (text(body[name]) === "") throw invalidField(name, "is required");
  const name = kind === "company" ? body["name"] : `${text(body["first_name"])} ${text(body["last_name"])}`;
  return add(books, "customers", {
    customer_type: kind,
    payment_conditions: "30_days",
    recipient: "",
    phone: "",
    reference: "",
    ...(kind === "company" && { vat_number: "", reg_no: "" }),
    billing_iban: null,
    notes: null,
    emails: [],
    billing_language: "fr_FR",
    external_reference: newReference(books),
    ...body,
    name,
    billing_address: placeOf(body["billing_address"], "billing_address"),
    delivery_address:
      body["delivery_address"] === undefined ? noPlace : placeOf(body["delivery_address"], "delivery_address"),
    ledger_account: { id: accountOf(books, "411")["id"] },
  });
}

export function changeCustomer(books: Books, kind: Kind, customer: Row, body: Row): void {
  checkFields(body, kinds[kind]);
  checkReference(books, "customers", body, customer);
  for (const field of ["billing_address", "delivery_address"])
    if (body[field] !== undefined) placeOf(body[field], field);
  Object.assign(customer, body);
  if (kind === "individual") customer["name"] = `${text(customer["first_name"])} ${text(customer["last_name"])}`;
}

const supplierFields = [
  "name",
  "establishment_no",
  "reg_no",
  "postal_address",
  "vat_number",
  "emails",
  "iban",
  "external_reference",
];

export function supplierOf(books: Books, body: Row): Row {
  checkFields(body, supplierFields);
  checkReference(books, "suppliers", body);
  if (text(body["name"]) === "") throw invalidField("name", "is required");
  if (body["postal_address"] !== undefined) placeOf(body["postal_address"], "postal_address");
  return {
    establishment_no: null,
    reg_no: "",
    iban: "",
    vat_number: "",
    supplier_payment_method: null,
    supplier_due_date_delay: null,
    supplier_due_date_rule: "days",
    emails: [],
    postal_address: noPlace,
    external_reference: newReference(books),
    ...body,
    ledger_account: { id: accountOf(books, "401")["id"] },
  };
}

export function changeSupplier(books: Books, supplier: Row, body: Row): void {
  checkFields(body, supplierFields);
  checkReference(books, "suppliers", body, supplier);
  if (body["postal_address"] !== undefined) placeOf(body["postal_address"], "postal_address");
  Object.assign(supplier, body);
}

const productFields = [
  "label",
  "price_before_tax",
  "vat_rate",
  "description",
  "external_reference",
  "unit",
  "currency",
  "reference",
  "ledger_account_id",
];

function priced(product: Row): Row {
  const net = big(product["price_before_tax"]);
  const price = net.times(percentageOf(text(product["vat_rate"])) + 100).div(100);
  return { ...product, price_before_tax: decimal(net), price: money(price) };
}

function accountIn(books: Books, body: Row): Row {
  const { ledger_account_id: id, ...rest } = body;
  if (id === undefined) return rest;
  if (!books.tables.ledger_accounts.has(id)) throw invalidField("ledger_account_id", "does not exist");
  return { ...rest, ledger_account: { id } };
}

export function productOf(books: Books, body: Row): Row {
  checkFields(body, productFields);
  checkReference(books, "products", body);
  for (const name of ["label", "price_before_tax", "vat_rate"])
    if (body[name] === undefined) throw invalidField(name, "is required");
  if (typeof body["price_before_tax"] !== "string") throw invalidField("price_before_tax", "is not a string");
  return priced({
    description: "",
    unit: "piece",
    currency: "EUR",
    reference: "",
    archived_at: null,
    external_reference: newReference(books),
    ledger_account: null,
    ...accountIn(books, body),
  });
}

export function changeProduct(books: Books, product: Row, body: Row): void {
  checkFields(body, productFields);
  checkReference(books, "products", body, product);
  Object.assign(product, priced({ ...product, ...accountIn(books, body) }));
}

export function accountFrom(body: Row): Row {
  checkFields(body, ["number", "label", "vat_rate", "country_alpha2"]);
  for (const name of ["number", "label"]) if (text(body[name]) === "") throw invalidField(name, "is required");
  if (!/^[1-9][0-9A-Z]*$/.test(text(body["number"]))) throw invalidField("number", "is invalid");
  return {
    number: text(body["number"]).replace(/0+$/, ""),
    label: body["label"],
    vat_rate: body["vat_rate"] ?? "any",
    country_alpha2: "any",
    enabled: true,
    type: "custom",
    letterable: false,
  };
}
