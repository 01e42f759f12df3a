/** Qonto's business rules: what a document needs, its sums, its number and its states. */
import type { Big } from "big.js";
import { big, cents, isRow, type Row, rows, text } from "../engine/values.ts";
import { type Books, organizationId } from "./company.ts";
import { conflict, invalid, missing, wrongState } from "./refusals.ts";

const money = (value: Big): Row => ({ value: value.toFixed(2), currency: "EUR" });
const inCents = (value: Big): number => Number(value.times(100).toFixed(0));

const isDay = (value: unknown): boolean => /^\d{4}-\d\d-\d\d$/.test(text(value));
const isDecimal = (value: unknown): boolean => typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value);

const exemptions = /^(?:N[1-7](?:\.\d)?|S\d+(?:\.\d+)*[A-Z]?)$/;

/** Fields that a line or a document may have. */
function checkFields(body: Row, known: readonly string[], at = ""): void {
  for (const name of Object.keys(body)) if (!known.includes(name)) throw invalid(at + name, `${name} is unknown`);
}

/** A discount of an amount: a fraction of it, or an amount of its own. */
function discountOf(sent: unknown, of: Big, at: string): Row | null {
  if (sent === undefined || sent === null) return null;
  const { type, value } = isRow(sent) ? sent : {};
  if (!["percentage", "absolute"].includes(text(type)))
    throw invalid(`${at}/type`, "type must be percentage or absolute");
  if (!isDecimal(value)) throw invalid(`${at}/value`, "value must be a decimal");
  if (type === "percentage" && big(value).gt(1)) throw invalid(`${at}/value`, "value must be at most 1");
  const amount = cents(type === "percentage" ? of.times(text(value)) : big(value));
  return { type, value, amount: money(amount) };
}

const lineFields = [
  "title",
  "description",
  "quantity",
  "unit",
  "unit_price",
  "vat_rate",
  "vat_exemption_reason",
  "discount",
];

function lineOf(sent: Row, at: string): Row {
  checkFields(sent, lineFields, `${at}/`);
  const { title, description, quantity, unit, unit_price: price, vat_rate: rate, vat_exemption_reason: reason } = sent;
  if (text(title) === "") throw invalid(`${at}/title`, "title is required", "required");
  if (text(title).length > 40) throw invalid(`${at}/title`, "title is too long (maximum is 40 characters)");
  if (text(description).length > 1800) throw invalid(`${at}/description`, "description is too long");
  if (!isDecimal(quantity)) throw invalid(`${at}/quantity`, "quantity must be a decimal");
  const { value, currency } = isRow(price) ? price : {};
  if (!isDecimal(value)) throw invalid(`${at}/unit_price/value`, "value must be a decimal");
  if (currency !== "EUR") throw invalid(`${at}/unit_price/currency`, "currency must be EUR", "not_in_list");
  if (!isDecimal(rate) || big(rate).gt(1)) throw invalid(`${at}/vat_rate`, "vat_rate must be between 0 and 1");
  if (reason !== undefined && !exemptions.test(text(reason)))
    throw invalid(`${at}/vat_exemption_reason`, "vat_exemption_reason is not in the list", "not_in_list");
  const full = big(quantity).times(text(value));
  const discount = discountOf(sent["discount"], full, `${at}/discount`);
  return pricedLine({
    title,
    description: description ?? null,
    quantity,
    unit: unit ?? null,
    unit_price: { value, currency },
    unit_price_cents: inCents(cents(value)),
    vat_rate: rate,
    vat_exemption_reason: reason ?? null,
    discount,
  });
}

/** The line with its sums. */
function pricedLine(line: Row): Row {
  const price = line["unit_price"] as Row;
  const discount = line["discount"] as Row | null;
  const off = discount === null ? big(0) : big((discount["amount"] as Row)["value"]);
  const net = cents(big(line["quantity"]).times(text(price["value"])).minus(off));
  const tax = cents(net.times(text(line["vat_rate"])));
  return {
    ...line,
    total_vat: money(tax),
    total_vat_cents: inCents(tax),
    total_amount: money(net.plus(tax)),
    total_amount_cents: inCents(net.plus(tax)),
    subtotal: money(net),
    subtotal_cents: inCents(net),
  };
}

const valueOf = (amount: unknown): Big => big(isRow(amount) ? text(amount["value"]) : 0);

/** The discount of the document is off the sum of its lines, after theirs, and tax is rounded once. */
function totalsOf(lines: readonly Row[], sentDiscount: unknown): Row {
  const net = lines.reduce((total, line) => total.plus(valueOf(line["subtotal"])), big(0));
  const discount = discountOf(sentDiscount, net, "discount");
  const off = discount === null ? big(0) : valueOf(discount["amount"]);
  const share = net.eq(0) ? big(1) : net.minus(off).div(net);
  const tax = cents(
    lines.reduce(
      (total, line) => total.plus(valueOf(line["subtotal"]).times(share).times(text(line["vat_rate"]))),
      big(0),
    ),
  );
  const gross = cents(net.minus(off)).plus(tax);
  return {
    discount,
    vat_amount: money(tax),
    vat_amount_cents: inCents(tax),
    total_amount: money(gross),
    total_amount_cents: inCents(gross),
  };
}

/** The client as a document keeps it. */
const copyOf = ({ kind, ...client }: Row): Row => ({
  id: client["id"],
  name: client["name"],
  first_name: client["first_name"],
  last_name: client["last_name"],
  type: kind,
  email: client["email"],
  vat_number: client["vat_number"],
  billing_address: client["billing_address"] ?? null,
  delivery_address: client["delivery_address"] ?? null,
  locale: text(client["locale"]).toUpperCase() || null,
});

function clientOf(books: Books, id: unknown): Row {
  const client = books.tables.clients.get(id);
  if (client === undefined) throw invalid("client_id", "client_id is invalid");
  return client;
}

/** Invoicing checks a client only when it is used. */
function invoiced(books: Books, id: unknown, currency: unknown): Row {
  const client = clientOf(books, id);
  if (client["currency"] === null || client["currency"] !== currency)
    throw invalid("currency", "currency must be the one of the client");
  if (client["locale"] === null) throw invalid("client/locale", "locale of the client is required", "required");
  if (!isRow(client["billing_address"]))
    throw invalid("client/billing_address", "the client has no address", "required");
  return client;
}

const invoiceFields = [
  "client_id",
  "currency",
  "discount",
  "due_date",
  "footer",
  "header",
  "issue_date",
  "items",
  "number",
  "payment_methods",
  "performance_date",
  "performance_end_date",
  "performance_start_date",
  "purchase_order",
  "settings",
  "status",
  "terms_and_conditions",
];

function checkDays(document: Row): void {
  for (const field of ["issue_date", "due_date"])
    if (!isDay(document[field])) throw invalid(field, `${field} is invalid`);
  if (text(document["due_date"]) < text(document["issue_date"]))
    throw invalid("due_date", "due_date must be on or after issue_date");
  const { performance_start_date: start, performance_end_date: end } = document;
  if ((start ?? null) === null && (end ?? null) !== null)
    throw invalid("performance_start_date", "performance_start_date is required", "required");
  if (text(end) !== "" && text(end) < text(start))
    throw invalid("performance_end_date", "performance_end_date must be on or after performance_start_date");
}

function checkNumber(books: Books, number: unknown): void {
  if (text(number) !== "" && books.tables.client_invoices.find("number", number) !== undefined)
    throw conflict("invoice_number_already_exists", "The number is taken.");
}

function methodsOf(books: Books, sent: unknown): readonly Row[] {
  const iban = isRow(sent) ? text(sent["iban"]) : "";
  if (iban === "") throw invalid("payment_methods/iban", "IBAN is empty", "invalid_iban");
  if (books.tables.bank_accounts.find("iban", iban) === undefined)
    throw invalid("payment_methods/iban", "IBAN is invalid", "invalid_iban");
  return [{ iban }];
}

const linesIn = (items: unknown): readonly Row[] => {
  const lines = rows(items).map((line, index) => lineOf(line, `items/${index}`));
  if (lines.length === 0) throw invalid("items", "items is required", "required");
  return lines;
};

/** A new invoice is unpaid unless it says that it is a draft. */
export function makeInvoice(books: Books, body: Row): Row {
  checkFields(body, invoiceFields);
  const { status = "unpaid" } = body;
  if (!["draft", "unpaid"].includes(text(status))) throw invalid("status", "status must be one of: draft, unpaid");
  checkDays(body);
  checkNumber(books, body["number"]);
  const client = invoiced(books, body["client_id"], body["currency"]);
  const methods = methodsOf(books, body["payment_methods"]);
  const lines = linesIn(body["items"]);
  const invoice: Row = {
    organization_id: organizationId,
    number: body["number"] ?? null,
    purchase_order: body["purchase_order"] ?? null,
    status: "draft",
    currency: body["currency"],
    issue_date: body["issue_date"],
    due_date: body["due_date"],
    performance_date: body["performance_date"] ?? null,
    performance_start_date: body["performance_start_date"] ?? null,
    performance_end_date: body["performance_end_date"] ?? null,
    finalized_at: null,
    paid_at: null,
    amount_paid: money(big(0)),
    items: lines,
    client: copyOf(client),
    payment_methods: methods,
    credit_notes_ids: [],
    invoice_type: "standard",
    ...totalsOf(lines, body["discount"]),
  };
  if (status === "unpaid") finalize(books, invoice);
  return invoice;
}

const isDraft = ({ status }: Row): boolean => status === "draft";

const notDraft = () => wrongState("invoice_not_in_draft_status", "The invoice is not in draft status.");

export function changeInvoice(books: Books, invoice: Row, body: Row): void {
  if (!isDraft(invoice)) throw notDraft();
  checkFields(
    body,
    invoiceFields.filter((field) => field !== "status" && field !== "currency"),
  );
  const { client_id: clientId, items, payment_methods: methods, discount, ...plain } = body;
  checkDays({ ...invoice, ...plain });
  if (plain["number"] !== invoice["number"]) checkNumber(books, plain["number"]);
  const lines = items === undefined ? rows(invoice["items"]) : linesIn(items);
  Object.assign(invoice, plain, {
    items: lines,
    ...(clientId !== undefined && { client: copyOf(invoiced(books, clientId, invoice["currency"])) }),
    ...(methods !== undefined && { payment_methods: methodsOf(books, methods) }),
    ...totalsOf(lines, discount === undefined ? invoice["discount"] : discount),
  });
}

export function finalize(books: Books, invoice: Row): void {
  if (!isDraft(invoice)) throw notDraft();
  Object.assign(invoice, {
    status: "unpaid",
    number: invoice["number"] ?? `F-${1000 + books.next("invoice numbers")}`,
    finalized_at: new Date(books.now()).toISOString(),
  });
}

export function removeInvoice(books: Books, invoice: Row): void {
  if (!isDraft(invoice)) throw notDraft();
  books.remove("client_invoices", invoice);
}

/** Nothing of the account has paid it: users say that it is paid. */
export function markAsPaid(books: Books, invoice: Row, { paid_at: day }: Row): void {
  if (!["unpaid", "paid"].includes(text(invoice["status"])))
    throw wrongState("invoice_not_in_unpaid_status", "The invoice is not in unpaid status.");
  if (text(day) > books.today()) throw invalid("paid_at", "paid_at cannot be in the future");
  Object.assign(invoice, { status: "paid", paid_at: `${text(day) || books.today()}T00:00:00.000Z` });
}

export function markAsCanceled(invoice: Row): void {
  if (invoice["status"] !== "unpaid")
    throw wrongState("invoice_not_in_unpaid_status", "The invoice is not in unpaid status.");
  invoice["status"] = "canceled";
}

const turned = (amount: unknown): Row => money(valueOf(amount).times(-1));

/** Quantities of a credit note are negated. */
function negated(line: Row): Row {
  const { discount } = line;
  return pricedLine({
    ...line,
    quantity: big(line["quantity"]).times(-1).toFixed(),
    discount: isRow(discount) ? { ...discount, amount: turned(discount["amount"]) } : null,
  });
}

/** A credit note of an invoice. One over all that is left cancels it. */
export function makeCreditNote(books: Books, body: Row): Row {
  const invoice = books.tables.client_invoices.get(body["invoice_id"]);
  if (invoice === undefined) throw missing();
  if (!["unpaid", "paid"].includes(text(invoice["status"])))
    throw wrongState("invoice_not_finalized", "The invoice cannot be credited.");
  if (text(body["reason"]) === "") throw invalid("reason", "reason is required", "required");
  if (!isDay(body["issue_date"])) throw invalid("issue_date", "issue_date is invalid");
  const lines = linesIn(body["items"]).map(negated);
  const totals = totalsOf(lines, body["discount"]);
  const before = books.tables.credit_notes.under("invoice_id", invoice["id"]);
  const credited = [...before, totals].reduce((total, note) => total.minus(valueOf(note["total_amount"])), big(0));
  if (credited.gt(valueOf(invoice["total_amount"])))
    throw invalid("items", "The credit notes exceed the amount of the invoice.");
  const note = books.add("credit_notes", {
    invoice_id: invoice["id"],
    invoice_issue_date: invoice["issue_date"],
    issue_date: body["issue_date"],
    number: body["number"] ?? `A-${1000 + books.next("credit note numbers")}`,
    currency: "EUR",
    items: lines,
    client: invoice["client"],
    ...totals,
  });
  note["finalized_at"] = note["created_at"];
  invoice["credit_notes_ids"] = [...rows(invoice["credit_notes_ids"]), note["id"]];
  if (credited.eq(valueOf(invoice["total_amount"]))) invoice["status"] = "canceled";
  books.save("client_invoices", invoice);
  return note;
}

/** Rates of quotes are percentages. */
export function makeQuote(books: Books, body: Row): Row {
  const client = clientOf(books, body["client_id"]);
  const lines = rows(body["items"]).map((line, index) =>
    lineOf({ ...line, vat_rate: big(line["vat_rate"]).div(100).toFixed() }, `items/${index}`),
  );
  return {
    organization_id: organizationId,
    number: body["number"] ?? `D-${1000 + books.next("quote numbers")}`,
    status: "pending_approval",
    currency: "EUR",
    issue_date: body["issue_date"],
    expiry_date: body["expiry_date"],
    approved_at: null,
    canceled_at: null,
    client: copyOf(client),
    invoice_ids: [],
    ...totalsOf(lines, body["discount"]),
    items: lines.map((line) => ({ ...line, vat_rate: big(line["vat_rate"]).times(100).toFixed() })),
  };
}

const clientFields = [
  "billing_address",
  "currency",
  "delivery_address",
  "email",
  "extra_emails",
  "first_name",
  "kind",
  "last_name",
  "locale",
  "name",
  "phone",
  "tax_identification_number",
  "vat_number",
];

function checkClient(client: Row): Row {
  const { kind } = client;
  if (!["company", "individual", "freelancer"].includes(text(kind)))
    throw invalid("kind", "kind must be one of: individual, company, freelancer", "not_in_list");
  for (const field of kind === "company" ? ["name"] : ["first_name", "last_name"])
    if (text(client[field]) === "") throw invalid(field, `${field} is required`, "required");
  for (const field of ["billing_address", "delivery_address"]) {
    const place = client[field];
    if (isRow(place) && text(place["country_code"]) !== "" && !/^[A-Z]{2}$/.test(text(place["country_code"])))
      throw invalid(`${field}/country_code`, "country_code is invalid");
  }
  return client;
}

/** The phone is shown in two ways. */
const withPhone = (client: Row): Row => {
  const { phone } = client;
  return { ...client, phone_number: isRow(phone) ? `${text(phone["country_code"])}${text(phone["number"])}` : null };
};

/** A private person has no field for a name. */
const shaped = (client: Row): Row => ({
  ...client,
  type: client["kind"],
  ...(client["kind"] !== "company" && { name: null }),
});

export function makeClient(_books: Books, body: Row): Row {
  checkFields(body, clientFields);
  const blank = Object.fromEntries(clientFields.map((field) => [field, null]));
  return shaped(withPhone(checkClient({ ...blank, extra_emails: [], ...body })));
}

export function changeClient(_books: Books, client: Row, body: Row): void {
  checkFields(body, clientFields);
  const after = { ...client, ...body };
  for (const field of ["billing_address", "delivery_address"])
    if (isRow(body[field])) after[field] = { ...(isRow(client[field]) ? client[field] : {}), ...body[field] };
  Object.assign(client, shaped(withPhone(checkClient(after))));
}

const productFields = [
  "title",
  "type",
  "unit_price",
  "vat_rate",
  "description",
  "internal_note",
  "unit",
  "vat_exemption_code",
  "links",
];

export function makeProduct(_books: Books, body: Row): Row {
  checkFields(body, productFields);
  const { title, type, unit_price: price, vat_rate: rate, vat_exemption_code: code } = body;
  if (text(title) === "") throw invalid("title", "title is required", "required");
  if (text(title).length > 120) throw invalid("title", "title is too long (maximum is 120 characters)");
  if (!["good", "service"].includes(text(type)))
    throw invalid("type", "type must be one of: good, service", "not_in_list");
  if (!isRow(price) || !isDecimal(price["value"])) throw invalid("unit_price", "unit_price is invalid");
  if (!isDecimal(rate) || big(rate).gt(1)) throw invalid("vat_rate", "vat_rate must be between 0 and 1");
  if (code !== undefined && !exemptions.test(text(code)))
    throw invalid("vat_exemption_code", "vat_exemption_code is not in the list", "not_in_list");
  return { organization_id: organizationId, vat_exemption_code: null, ...body };
}
