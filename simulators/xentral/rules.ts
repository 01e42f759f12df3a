/** Xentral's business rules: what a document takes from its customer and products, sums, states and numbers. */
import type { Big } from "big.js";
import { big, cents, isRow, type Row, rows, sum, text } from "../engine/values.ts";
import { add, type Books, newId, type Table, today } from "./company.ts";
import { invalidField, isProtected, missingRecord, wrongState } from "./refusals.ts";

export const documentTables = ["creditNotes", "invoices", "offers", "purchaseOrders", "salesOrders"] as const;
export type DocumentTable = (typeof documentTables)[number];

const prefixes: Readonly<Record<DocumentTable, string>> = {
  creditNotes: "GS",
  invoices: "RE",
  offers: "AN",
  purchaseOrders: "BE",
  salesOrders: "AB",
};

/** The states that a release leads to (an offer was seen as sent). */
const released: Readonly<Record<DocumentTable, string>> = {
  creditNotes: "released",
  invoices: "released",
  offers: "sent",
  purchaseOrders: "released",
  salesOrders: "released",
};

/** The rates of a document by its taxation. */
const rates: Readonly<Record<string, { readonly standard: number; readonly reduced: number }>> = {
  domestic: { standard: 19, reduced: 7 },
  eu: { standard: 0, reduced: 0 },
  export: { standard: 0, reduced: 0 },
  exempt: { standard: 0, reduced: 0 },
};

/** `100.00000000` */
const long = (value: Big): string => value.toFixed(8);
const money = (value: Big, currency: string): Row => ({ amount: long(value), currency });

const isDay = (value: unknown): boolean => /^\d{4}-\d\d-\d\d$/.test(text(value));

function checkDays(body: Row, names: readonly string[]): void {
  for (const name of names)
    if (body[name] !== undefined && body[name] !== null && !isDay(body[name]))
      throw invalidField(name, `The ${name} field must be a valid date.`);
}

function checkFields(body: Row, known: readonly string[]): void {
  for (const name of Object.keys(body))
    if (!known.includes(name)) throw invalidField(name, `The ${name} field is unknown.`);
}

function percentageOf(taxRate: unknown, taxation: string): number {
  const { standard = 0, reduced = 0 } = rates[taxation] ?? {};
  if (typeof taxRate === "number") return taxRate;
  if (taxRate === "reduced") return reduced;
  return taxRate === "exempt" ? 0 : standard;
}

interface Head {
  /** Purchase orders have neither discounts nor gross prices. */
  readonly hasDiscount: boolean;
  readonly currency: string;
  readonly taxation: string;
  readonly at: string;
}

/** A line with what its product brings. */
function lineOf(books: Books, sent: Row, { currency, taxation, at, hasDiscount }: Head): Row {
  const reference = isRow(sent["product"]) ? sent["product"]["id"] : undefined;
  if (reference === undefined) throw invalidField(`${at}.product`, `The ${at}.product field is required.`);
  if (typeof reference !== "string")
    throw invalidField(`${at}.product.id`, `The ${at}.product.id field must be a string.`);
  const product = books.tables.products.get(reference);
  if (product === undefined) throw invalidField(`${at}.product.id`, `The selected ${at}.product.id is invalid.`);
  const quantity = sent["quantity"];
  if (typeof quantity !== "number") throw invalidField(`${at}.quantity`, `The ${at}.quantity field must be a number.`);
  const net = isRow(sent["price"]) && isRow(sent["price"]["net"]) ? sent["price"]["net"] : undefined;
  if (net !== undefined && typeof net["amount"] !== "number")
    throw invalidField(`${at}.price.net.amount`, `The ${at}.price.net.amount field must be a number.`);
  if (net?.["currency"] !== undefined && net["currency"] !== currency)
    throw invalidField(`${at}.price.net.currency`, "The currency must match the document currency.");
  const taxRate = sent["taxRate"] ?? product["taxRate"];
  if (typeof taxRate === "string" && !["standard", "reduced", "exempt"].includes(taxRate))
    throw invalidField(`${at}.taxRate`, `The selected ${at}.taxRate is invalid.`);
  const rate = percentageOf(taxRate, taxation);
  const price = big(net?.["amount"] ?? product["netPrice"]);
  const discount = hasDiscount ? big(sent["discount"]) : big(0);
  const unit = price.times(big(100).minus(discount)).div(100);
  const total = unit.times(quantity);
  const gross = (value: Big): Big => value.times(100 + rate).div(100);
  return {
    id: newId(books),
    type: "product",
    number: product["number"],
    name: sent["name"] ?? product["name"],
    description: sent["description"] ?? null,
    quantity,
    unit: sent["unit"] ?? product["unit"],
    product: { id: product["id"] },
    price: { net: money(price, currency), ...(hasDiscount && { gross: money(gross(price), currency) }) },
    ...(hasDiscount && { discount: Number(discount) }),
    taxRate,
    effectiveTaxRate: rate,
    itemRevenue: { net: money(unit, currency), gross: money(gross(unit), currency) },
    lineItemRevenue: { net: money(total, currency), gross: money(gross(total), currency) },
  };
}

function totalsOf(lines: readonly Row[], currency: string): Row {
  const of = (side: string): Big =>
    cents(
      sum(
        lines.map((line) => {
          const revenue = line["lineItemRevenue"] as Row;
          return (revenue[side] as Row)["amount"];
        }),
      ),
    );
  return { net: money(of("net"), currency), gross: money(of("gross"), currency) };
}

const common = [
  "address",
  "documentAddress",
  "documentDate",
  "financials",
  "internalComment",
  "lineItems",
  "project",
  "documentNumber",
];
const accepted: Readonly<Record<DocumentTable, readonly string[]>> = {
  creditNotes: [...common, "invoice", "customerOrderNumber"],
  invoices: [...common, "customerOrderNumber", "deliveryDate", "dunningSetManually", "dunningManualSettings"],
  offers: [...common, "customerReference", "validUntilDate"],
  purchaseOrders: common,
  salesOrders: [...common, "desiredDeliveryDate"],
};
const dayFields = ["documentDate", "deliveryDate", "desiredDeliveryDate", "validUntilDate"];

/** An address of the document's own needs a name. */
function recipientOf(partner: Row, body: Row): Row {
  const sent = rowIn(body, "documentAddress");
  if (body["documentAddress"] !== undefined && text(sent["name"]) === "")
    throw invalidField("documentAddress.name", "The document address.name field is required.");
  return { ...rowIn(partner, "primaryAddress"), ...sent };
}

const partnersOf = (table: DocumentTable): Table => (table === "purchaseOrders" ? "suppliers" : "customers");

function partnerOf(books: Books, table: DocumentTable, address: unknown): Row {
  const id = isRow(address) ? address["id"] : undefined;
  if (typeof id !== "string") throw invalidField("address", "The address field is required.");
  const partner = books.tables[partnersOf(table)].get(id);
  if (partner === undefined) throw missingRecord("address", id);
  return partner;
}

const rowIn = (of: Row, name: string): Row => (isRow(of[name]) ? of[name] : {});

export function makeDocument(books: Books, table: DocumentTable, body: Row): Row {
  checkFields(body, accepted[table]);
  checkDays(body, dayFields);
  const partner = partnerOf(books, table, body["address"]);
  const financials = rowIn(body, "financials");
  const own = rowIn(partner, "financials");
  const currency = text(financials["currency"]) || text(own["defaultCurrency"]) || "EUR";
  if (!["EUR", "USD", "GBP", "CHF", "PLN", "SEK", "JPY"].includes(currency))
    throw invalidField("financials.currency", "The selected financials.currency is invalid.");
  const taxation = text(rowIn(financials, "tax")["taxation"]) || text(rowIn(own, "tax")["taxation"]) || "domestic";
  const terms = { paymentTargetDays: 14, ...rowIn(own, "paymentTerms"), ...rowIn(financials, "paymentTerms") };
  const lines = rows(body["lineItems"]).map((line, index) =>
    lineOf(books, line, { currency, taxation, at: `lineItems.${index}`, hasDiscount: table !== "purchaseOrders" }),
  );
  const { standard = 0, reduced = 0 } = rates[taxation] ?? {};
  const document = add(books, table, {
    documentNumber: null,
    documentDate: body["documentDate"] ?? today(books),
    writeProtection: false,
    status: "draft",
    address: { id: partner["id"] },
    customerNumber: partner["number"],
    documentAddress: recipientOf(partner, body),
    project: isRow(body["project"]) ? body["project"] : { id: "1" },
    financials: {
      ...(table !== "purchaseOrders" && { currency }),
      paymentTerms: { paymentTargetDays: terms.paymentTargetDays },
      tax: { taxation, taxRates: { standard, reduced } },
    },
    totals: totalsOf(lines, currency),
    internalComment: body["internalComment"] ?? null,
    lineItems: lines.map((line) => ({ ...line, createdAt: null, updatedAt: null })),
    ...(table === "invoices" && {
      paymentStatus: "pending",
      customerOrderNumber: body["customerOrderNumber"] ?? null,
      deliveryDate: body["deliveryDate"] ?? null,
      dunningManualSettings: { paidAt: null, actualAmount: null, discountGiven: null, difference: null },
    }),
    ...(table === "creditNotes" && {
      paymentStatus: "pending",
      customerOrderNumber: body["customerOrderNumber"] ?? null,
      invoice: body["invoice"] ?? null,
      isCancellationInvoice: false,
    }),
    ...(table === "offers" && { customerReference: body["customerReference"] ?? null }),
    ...(table === "salesOrders" && { desiredDeliveryDate: body["desiredDeliveryDate"] ?? null }),
  });
  for (const line of rows(document["lineItems"]))
    Object.assign(line, { createdAt: document["createdAt"], updatedAt: document["createdAt"] });
  return document;
}

/** Fields of a released invoice that say how it was paid; its content is protected. */
const settling = ["dunningSetManually", "dunningManualSettings"];

export function changeDocument(books: Books, table: DocumentTable, document: Row, body: Row): void {
  // The comment that only the company sees passes the protection.
  const isOpen = Object.keys(body).every((name) => name === "internalComment");
  if (document["writeProtection"] === true && !isOpen) throw isProtected();
  checkFields(body, accepted[table]);
  checkDays(body, dayFields);
  if (body["address"] !== undefined) {
    const partner = partnerOf(books, table, body["address"]);
    Object.assign(document, { address: { id: partner["id"] }, customerNumber: partner["number"] });
  }
  const financials = rowIn(body, "financials");
  const before = rowIn(document, "financials");
  document["financials"] = {
    ...before,
    paymentTerms: { ...rowIn(before, "paymentTerms"), ...rowIn(financials, "paymentTerms") },
  };
  document["documentAddress"] = { ...rowIn(document, "documentAddress"), ...rowIn(body, "documentAddress") };
  for (const name of [...dayFields, "customerOrderNumber", "customerReference", "internalComment"])
    if (body[name] !== undefined) document[name] = body[name];
  if (settling.some((name) => body[name] !== undefined)) settle(document, rowIn(body, "dunningManualSettings"));
}

function settle(invoice: Row, { paymentStatus, paidAt }: Row): void {
  invoice["paymentStatus"] = paymentStatus ?? invoice["paymentStatus"];
  invoice["dunningManualSettings"] = { ...rowIn(invoice, "dunningManualSettings"), paidAt: paidAt ?? null };
}

/** Gives the number and protects the document. */
export function release(books: Books, table: DocumentTable, document: Row): void {
  if (document["status"] !== "draft") throw wrongState("Only a draft BusinessDocument can be released.");
  Object.assign(document, {
    status: released[table],
    documentNumber: `${prefixes[table]}-${books.next(`number ${table}`) + 1000}`,
    writeProtection: true,
  });
}

export function removeDocument(books: Books, table: DocumentTable, document: Row): void {
  if (document["status"] !== "draft") throw wrongState("Only a draft BusinessDocument can be deleted.");
  books.remove(table, document);
}

/** A cancellation is a credit note for the whole invoice, which is cancelled by it. */
export function cancelInvoice(books: Books, { invoice: reference, documentNumber }: Row): Row {
  const id = isRow(reference) ? reference["id"] : undefined;
  const invoice = books.tables.invoices.get(id);
  if (invoice === undefined) throw missingRecord("invoice", id);
  if (invoice["status"] === "draft") throw wrongState("A draft cannot be cancelled.");
  const { address, documentAddress, project, financials, totals, lineItems, customerOrderNumber, customerNumber } =
    invoice;
  const note = add(books, "creditNotes", {
    documentNumber: documentNumber ?? `GS-${books.next("number creditNotes") + 1000}`,
    documentDate: today(books),
    writeProtection: true,
    status: "released",
    paymentStatus: "pending",
    address,
    documentAddress,
    project,
    financials,
    totals,
    customerOrderNumber,
    customerNumber,
    invoice: { id },
    isCancellationInvoice: true,
    internalComment: null,
    lineItems: rows(lineItems).map((line) => ({ ...line, id: newId(books) })),
  });
  Object.assign(invoice, { status: "cancelled", paymentStatus: "cancelled" });
  books.save("invoices", invoice);
  return note;
}

const addressFields = [
  "name",
  "type",
  "street",
  "zipCode",
  "city",
  "country",
  "addressSupplement",
  "email",
  "phone",
  "mobile",
  "fax",
];
const neededParts = ["name", "street", "zipCode", "city", "country"];
const partnerFields = ["number", "mainProject", "primaryAddress", "financials", "deviatingBillingAddress"];

function checkPartner(body: Row): Row {
  checkFields(body, partnerFields);
  const address = rowIn(body, "primaryAddress");
  checkFields(address, addressFields);
  const { type } = address;
  if (type !== undefined && !["company", "mr", "mrs", "other"].includes(text(type)))
    throw invalidField("primaryAddress.type", "The selected primary address.type is invalid.");
  return address;
}

export function partnerFrom(books: Books, table: "customers" | "suppliers", body: Row): Row {
  const address = checkPartner(body);
  for (const name of neededParts)
    if (text(address[name]) === "")
      throw invalidField(`primaryAddress.${name}`, `The primary address.${name} field is required.`);
  const blank = Object.fromEntries(addressFields.map((name) => [name, null]));
  const financials = rowIn(body, "financials");
  return {
    number: text(body["number"]) || String((table === "customers" ? 10_000 : 70_000) + books.next(`number ${table}`)),
    mainProject: body["mainProject"] ?? null,
    primaryAddress: { ...blank, ...address },
    deviatingBillingAddress: body["deviatingBillingAddress"] ?? null,
    financials: {
      defaultCurrency: "EUR",
      paymentTerms: { paymentTargetDays: 14 },
      ...financials,
      tax: {
        vatId: null,
        [table === "customers" ? "taxation" : "taxDeterminationType"]: "domestic",
        ...rowIn(financials, "tax"),
      },
    },
    contactPersons: [],
    deliveryAddresses: [],
  };
}

export function changePartner(row: Row, body: Row): void {
  const address = checkPartner(body);
  const financials = rowIn(row, "financials");
  const sent = rowIn(body, "financials");
  row["primaryAddress"] = { ...rowIn(row, "primaryAddress"), ...address };
  row["financials"] = { ...financials, ...sent, tax: { ...rowIn(financials, "tax"), ...rowIn(sent, "tax") } };
  for (const name of ["number", "mainProject"]) if (body[name] !== undefined) row[name] = body[name];
}

const productFields = ["name", "number", "taxRate", "unit", "description", "project"];

function checkProduct(books: Books, body: Row, before?: Row): void {
  checkFields(body, productFields);
  const { taxRate, number } = body;
  if (taxRate !== undefined && !["standard", "reduced", "exempt"].includes(text(taxRate)))
    throw invalidField("taxRate", "The selected tax rate is invalid.");
  const twin = number === undefined ? undefined : books.tables.products.find("number", number);
  if (twin !== undefined && twin !== before) throw wrongState("The product number is taken.");
}

export function productFrom(books: Books, body: Row): Row {
  checkProduct(books, body);
  if (text(body["name"]) === "") throw invalidField("name", "The name field is required.");
  if (!isRow(body["project"])) throw invalidField("project", "The project field is required.");
  return {
    number: String(700_000 + books.next("number products")),
    taxRate: "standard",
    unit: null,
    individualTaxRate: null,
    isService: false,
    isDisabled: false,
    isDeleted: false,
    netPrice: "10",
    ...body,
  };
}

export function changeProduct(books: Books, row: Row, body: Row): void {
  checkProduct(books, body, row);
  Object.assign(row, body);
}
