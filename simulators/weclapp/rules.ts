/** weclapp's business rules for writes: validation, defaults and totals. */
import { Refusal } from "../engine/routes.ts";
import type { Company } from "../engine/tables.ts";
import { row as asRow, big, cents, type Row, rows, sum, text, without } from "../engine/values.ts";
import { midnightIn } from "../engine/zone.ts";
import { type Entity, enums, parts, references, type Table } from "./entities.ts";
import { invalid, problem } from "./refusals.ts";

/** A day is midnight in Berlin. */
export const midnight = midnightIn("Europe/Berlin");

export type Books = Company<Table>;
/** Ids of the seed data → weclapp's ids. */
export type Known = Map<string, string>;

/** Stores a row with a past timestamp, under a weclapp id. */
export const keep = (books: Books, at: number, table: Table, row: Row): Row =>
  books.past(at, () => books.add(table, row));

const decimalForm = /^-?\d{1,13}(\.\d{1,5})?$/;
const decimals =
  /^(?:quantity|unitPrice|discountPercentage|headerDiscount|price|priceScaleValue|distributionPercentage)$/;

const mapped = (from: Row, work: (name: string, value: unknown) => unknown): Row =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, work(name, value)]));

/** Checks the request's fields. Empty texts count as missing. */
export const checked = (books: Books, { table, writable = [] }: Entity, body: Row): Row =>
  mapped(without(body, ["id", "version"]), (name, value) => {
    if (!writable.includes(name)) throw invalid(`property ${name} is unknown`, name, { kind: "syntax" });
    const allowed = enums[`${table}.${name}`];
    if (allowed !== undefined && !allowed.includes(text(value)))
      throw invalid(`unknown enum value: ${text(value)}`, name, { kind: "enum", allowed });
    return checkedValue(books, name, value, name);
  });

function checkedValue(books: Books, name: string, value: unknown, location: string): unknown {
  if (typeof value === "string" && value.trim() === "") return undefined;
  if (decimals.test(name) && !decimalForm.test(text(value)))
    throw invalid(`not a decimal: ${text(value)}`, location, { kind: "digits" });
  const target = references[name];
  if (target !== undefined && value !== null && !books.tables[target].has(value))
    throw invalid(`referenced entity with id ${text(value)} not found`, location, { kind: "reference" });
  if (!Array.isArray(value) || !parts.has(name)) return value ?? undefined;
  return value.map((element, index) =>
    mapped(asRow(element), (field, inner) => checkedValue(books, field, inner, `${location}[${index}].${field}`)),
  );
}

/** A change replaces lists within a record. Entries that the request names by id are kept and changed. */
export const withParts = (books: Books, before: Row, body: Row): Row =>
  mapped(body, (name, value) =>
    Array.isArray(value) && parts.has(name)
      ? value.map((element: Row) => keptPart(books, rows(before[name]), element, name))
      : value,
  );

function keptPart(books: Books, known: readonly Row[], { version: _version, ...body }: Row, name: string): Row {
  const now = books.now();
  const before = body["id"] === undefined ? undefined : known.find(({ id }) => id === body["id"]);
  if (body["id"] !== undefined && before === undefined)
    throw invalid(`there is no entry with the id ${text(body["id"])}`, name, { kind: "reference" });
  const shares = rows(body["costCenterItems"]).map((share) => part(books, now, share));
  const more = { ...body, ...(body["costCenterItems"] !== undefined && { costCenterItems: shares }) };
  if (before === undefined) return part(books, now, more);
  return { ...before, version: String(Number(before["version"]) + 1), lastModifiedDate: now, ...more };
}

/** A part of a record has its own id and timestamps. */
export const part = (books: Books, at: number, body: Row = {}): Row => ({
  id: books.newId(),
  version: "0",
  createdDate: at,
  lastModifiedDate: at,
  ...body,
});

/** The seed data's addresses in weclapp's shape. */
export const placeOf = ({ address_line1: street1, address_line2: street2, ...address }: Row): Row => ({
  street1,
  city: address["city"],
  zipcode: address["postal_code"],
  countryCode: address["country_code"],
  ...(street2 !== null && { street2 }),
});

const decimal = (value: unknown): string => cents(value).toFixed(2);

/** Whether prices include tax: by the name of the sales channel, or by a property of a bill. */
const isGross = ({ salesChannel, grossPrices }: Row): boolean =>
  text(salesChannel).startsWith("GROSS") || grossPrices === true;

function pricedLine(books: Books, document: Row, line: Row): Row {
  const rate = big(books.tables.tax.get(line["taxId"])?.["taxValue"]).div(100).plus(1);
  const [standard] = rows(books.tables.article.get(line["articleId"])?.["articlePrices"]);
  const price = big(line["unitPrice"] ?? standard?.["price"]);
  const off = big(100).minus(big(line["discountPercentage"])).div(100);
  const total = price.times(big(line["quantity"] ?? "1")).times(off);
  const [net, gross] = isGross(document) ? [total.div(rate), total] : [total, total.times(rate)];
  return { ...line, unitPrice: price.toFixed(), netAmount: decimal(net), grossAmount: decimal(gross) };
}

/** Prices the lines and adds them up. Optional lines are not in the total. */
export function priced(books: Books, { items }: Pick<Entity, "items">, document: Row): Row {
  if (items === undefined) return document;
  const lines = rows(document[items]).map((line, index) => ({
    positionNumber: index + 1,
    itemType: "DEFAULT",
    quantity: "1",
    ...pricedLine(books, document, line),
  }));
  const shipping = rows(document["shippingCostItems"]).map((cost) => pricedLine(books, document, cost));
  const counted = [...lines, ...shipping].filter(({ optional, alternative }: Row) => !optional && !alternative);
  const share = big(100).minus(big(document["headerDiscount"])).div(100);
  const total = (name: string) => decimal(sum(counted.map((line: Row) => line[name])).times(share));
  return {
    ...document,
    [items]: lines,
    shippingCostItems: shipping,
    netAmount: total("netAmount"),
    grossAmount: total("grossAmount"),
  };
}

/** The defaults of a new record. */
export function defaults(books: Books, table: Table): Row {
  const today = midnight(books.today());
  const recordCurrencyId = books.tables.currency.find("name", "EUR")?.["id"];
  const document = { recordCurrencyId, headerDiscount: "0", sentToRecipient: false, shippingCostItems: [], tags: [] };
  const sale = { ...document, salesChannel: "NET1" };
  const number = (prefix: string) => `${prefix}${books.next(table, 9000)}`;
  const known: { readonly [Name in Table]?: () => Row } = {
    article: () => ({ active: true, articleNumber: number("A"), articleType: "STORABLE", taxRateType: "STANDARD" }),
    ledgerAccount: () => ({ automatic: false }),
    party: () => ({ customer: false, supplier: false, addresses: [], bankAccounts: [], contacts: [], tags: [] }),
    purchaseInvoice: () => ({
      ...document,
      grossPrices: false,
      internalInvoiceNumber: number("ER"),
      paymentStatus: "NO_OPEN_ITEM",
      purchaseInvoiceType: "STANDARD_INVOICE",
      purchaseInvoiceItems: [],
      status: "INVOICE_RECEIVED",
    }),
    quotation: () => ({
      ...sale,
      quotationDate: today,
      quotationNumber: number("AN"),
      quotationItems: [],
      status: "OPEN",
      activeVersion: true,
      quotationVersion: 1,
      template: false,
    }),
    salesInvoice: () => ({
      ...sale,
      invoiceDate: today,
      invoiceNumber: number("PRES"),
      paid: false,
      paymentStatus: "NO_OPEN_ITEM",
      salesInvoiceItems: [],
      salesInvoiceType: "STANDARD_INVOICE",
      status: "NEW",
    }),
    salesOrder: () => ({
      ...sale,
      orderDate: today,
      orderNumber: number("AB"),
      orderItems: [],
      template: false,
      status: "ORDER_ENTRY_IN_PROGRESS",
    }),
    webhook: () => ({ atCreate: false, atUpdate: false, atDelete: false }),
  };
  return known[table]?.() ?? {};
}

/** A record to store: with its totals, its required fields, and unique numbers. */
export function completed(books: Books, entity: Entity, body: Row): Row {
  const row = priced(books, entity, body);
  const lacking = entity.required.filter((name) => row[name] === undefined || row[name] === null);
  const faults = lacking.map((location) => ({ location, detail: `${location} is required`, kind: "not_empty" }));
  if (faults.length > 0) throw new Refusal(problem(400, "validation", "validation failed", faults));
  for (const name of entity.unique) {
    const duplicate = row[name] === undefined ? undefined : books.tables[entity.table].find(name, row[name]);
    if (duplicate !== undefined && duplicate["id"] !== row["id"])
      throw invalid(`${name} ${text(row[name])} exists already`, name, { kind: "duplicate" });
  }
  return row;
}

const openItems = {
  salesInvoice: { table: "salesOpenItem", field: "salesInvoiceId", type: "DEBTOR" },
  purchaseInvoice: { table: "purchaseOpenItem", field: "purchaseInvoiceId", type: "CREDITOR" },
} as const;
export const isPayable = (table: Table): table is keyof typeof openItems => table in openItems;

export const isBooked = ({ tables }: Books, table: keyof typeof openItems, { id }: Row): boolean =>
  tables[openItems[table].table].find(openItems[table].field, id) !== undefined;

/** Creates the open item of a document, which puts it into the books. */
export function book(books: Books, table: keyof typeof openItems, document: Row): Row {
  const { table: itemTable, field, type } = openItems[table];
  const known = books.tables[itemTable].find(field, document["id"]);
  if (known !== undefined) return known;
  const { grossAmount: amount, id, invoiceNumber } = document;
  const isCredit = document[`${table}Type`] === "CREDIT_NOTE";
  document["paymentStatus"] = "OPEN";
  return books.add(itemTable, {
    [field]: id,
    amount,
    amountOpen: amount,
    amountPaid: "0",
    amountDiscount: "0",
    cleared: false,
    openItemNumber: text(invoiceNumber) || text(id),
    openItemType: isCredit ? `CREDIT_NOTE_${type === "DEBTOR" ? "DEBITOR" : "CREDITOR"}` : type,
    paymentApplications: [],
  });
}

/** The entry of a booked document in the ledger: receivables or payables against revenue or costs, and tax. */
export function post(books: Books, table: keyof typeof openItems, document: Row): void {
  const isSale = table === "salesInvoice";
  const { grossAmount, netAmount, invoiceNumber, invoiceDate, recordCurrencyId: currencyId } = document;
  const numbers = isSale ? ["1400", "8400", "1776"] : ["1600", "3400", "1576"];
  const tax = big(grossAmount).minus(big(netAmount));
  const detail = (amount: unknown, index: number): Row => ({
    accountId: books.tables.ledgerAccount.find("accountNumber", numbers[index])?.["id"],
    amount: big(amount).toFixed(2),
    debitCredit: (index === 0) === isSale ? "DEBIT" : "CREDIT",
    description: text(invoiceNumber),
  });
  books.add("accountingTransaction", {
    transactionNumber: text(books.next("transaction", 900_001)),
    transactionDate: invoiceDate,
    status: "ESTABLISHED",
    draft: false,
    reverseTransaction: false,
    type: isSale ? "OUTGOING_INVOICE" : "INCOMING_INVOICE",
    currencyId,
    conversionRate: "1.00000",
    internalRecordNumber: invoiceNumber,
    transactionDetails: [grossAmount, netAmount, tax].filter((amount) => !big(amount).eq(0)).map(detail),
  });
}

export function cancel(books: Books, table: keyof typeof openItems, document: Row): void {
  const { table: kept, field } = openItems[table];
  const item = books.tables[kept].find(field, document["id"]);
  if (document["status"] === "CANCELLED") throw invalid("the invoice is cancelled already");
  if (item !== undefined && !big(item["amountPaid"]).eq(0)) throw invalid("the invoice has payments");
  if (item !== undefined) books.remove(kept, item);
  Object.assign(document, { status: "CANCELLED", paymentStatus: "NO_OPEN_ITEM" });
}

/** Applies an amount to an open item, with or without a bank transaction. */
export function settle(books: Books, item: Row, amount: string, more: Row = {}): void {
  const { clearanceDate = books.now(), ...application } = more;
  const paid = big(item["amountPaid"]).plus(amount);
  const discount = big(item["amountDiscount"]).plus(big(application["amountDiscountApplied"]));
  const open = big(item["amount"]).minus(paid).minus(discount);
  item["amountDiscount"] = decimal(discount);
  const applied = part(books, books.now(), { amountApplied: amount, amountDiscountApplied: "0", ...application });
  item["paymentApplications"] = [...rows(item["paymentApplications"]), applied];
  Object.assign(item, { amountPaid: decimal(paid), amountOpen: decimal(open), cleared: open.eq(0) });
  if (open.eq(0)) item["clearanceDate"] = clearanceDate;
}

/** A user applies a transaction of the bank to a customer's open item, perhaps with a cash discount. */
export function applyBankTransaction(books: Books, details: Readonly<Record<string, unknown>>): void {
  const { salesInvoiceId, amount, discount = "0", date } = details;
  const item = books.tables.salesOpenItem.find("salesInvoiceId", salesInvoiceId);
  const document = books.tables.salesInvoice.get(salesInvoiceId);
  if (item === undefined || document === undefined) throw new Error("There is no open item of this invoice.");
  const clearanceDate = midnight(text(date));
  const { recordCurrencyId: currencyId, customerId: partyId } = document;
  const about = { currencyId, partyId, effectiveDate: clearanceDate, cleared: true, paymentType: "RECEIPT" };
  const transaction = books.add("bankTransaction", { ...about, amount: text(amount) });
  const more = { bankTransactionId: transaction["id"], amountDiscountApplied: text(discount), clearanceDate };
  settle(books, item, text(amount), more);
  books.restamp("salesOpenItem", item);
  updateDocument(books, item);
}

/** A user offsets an invoice with a credit note of the same amount. */
export function offset(books: Books, { salesInvoiceId, creditNoteId }: Readonly<Record<string, unknown>>): void {
  const words = [
    [salesInvoiceId, "CLEARED_WITH_CREDIT_NOTE"],
    [creditNoteId, "CREDIT_NOTE_CLEARED"],
  ] as const;
  for (const [id, word] of words) {
    const item = books.tables.salesOpenItem.find("salesInvoiceId", id);
    if (item === undefined) throw new Error(`There is no open item of ${text(id)}.`);
    settle(books, item, text(item["amountOpen"]));
    books.restamp("salesOpenItem", item);
    updateDocument(books, item, word);
  }
}

/** Updates the document's payment status from its open item. */
export function updateDocument(books: Books, item: Row, word = "PAID"): void {
  const table = item["salesInvoiceId"] === undefined ? "purchaseInvoice" : "salesInvoice";
  const document = asRow(books.tables[table].get(item[openItems[table].field]));
  document["paymentStatus"] = item["cleared"] === true ? word : "OPEN";
  if (table === "salesInvoice") document["paid"] = item["cleared"];
  books.save(table, document);
}
