/** Sales and purchase documents: what a line is worth, what the header adds up to, who it is for. */
import { Big } from "big.js";
import { dialog, fieldFault, noRelation } from "./faults.ts";
import { amount, noDate, noGuid, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";

/** A row on its way into the books. */
export interface Draft {
  readonly book: Book;
  readonly set: string;
  /** What is to be stored; a rule may change it. */
  readonly row: Row;
  /** What the caller named. */
  readonly given: ReadonlySet<string>;
  /** The row as it was, when it is changed rather than made. */
  readonly old?: Row;
}

const documentSets = [
  ...["salesQuotes", "salesOrders", "salesInvoices", "salesCreditMemos"],
  ...["purchaseOrders", "purchaseInvoices", "purchaseCreditMemos"],
] as const;

export const linesOf = (set: string) => `${set.slice(0, -1)}Lines`;
export const headerOf = (lines: string) => lines.replace(/Lines$/, "s");
/** The document that a line belongs to, if it is a document's line. */
export const headerRow = (book: Book, set: string, row: Row) =>
  set !== headerOf(set) && isDocument(headerOf(set)) ? book.set(headerOf(set)).get(text(row, "documentId")) : undefined;
export const isDocument = (set: string) => (documentSets as readonly string[]).includes(set);
export const isSale = (set: string) => set.startsWith("sales");

/** Which property holds the price differs from set to set. */
export const priceOf = (lines: string) =>
  isSale(lines) ? "unitPrice" : lines === "purchaseOrderLines" ? "directUnitCost" : "unitCost";

const rates: Readonly<Record<string, string>> = { STANDARD: "19", REDUCED: "7", ZERO: "0", EXEMPT: "0" };

/** Some currencies have no cents. */
const places = (book: Book, header: Row) => {
  const currency = book.set("currencies").find("code", text(header, "currencyCode"));
  return currency?.["amountRoundingPrecision"] === 1 ? 0 : 2;
};

const taxed = (book: Book, header: Row, partner: Row | undefined) => {
  const area = book.set("taxAreas").get(text(partner ?? {}, "taxAreaId"));
  if (area !== undefined) return area["code"] === "DOMESTIC";
  return text(header, "buyFromCountry") === "" || text(header, "buyFromCountry") === text(home(book), "country");
};
const home = (book: Book) => book.set("companyInformation").all()[0] ?? {};

/** Works out every line and the header, the header's discount shared out by value. */
export function settleDocument(book: Book, set: string, header: Row): void {
  const lines = book.set(linesOf(set)).under(text(header, "id"));
  const partner = isSale(set)
    ? book.set("customers").get(text(header, "customerId"))
    : book.set("vendors").get(text(header, "vendorId"));
  const digits = places(book, header);
  const withTax = taxed(book, header, partner);
  for (const line of lines)
    settleLine(line, priceOf(linesOf(set)), { digits, withTax, inclusive: header["pricesIncludeTax"] === true });
  const whole = sum(lines, "amountExcludingTax");
  const discount = new Big(amount(header, "discountAmount"));
  let left = discount;
  lines.forEach((line, index) => {
    const share = whole.eq(0)
      ? new Big(0)
      : discount.times(amount(line, "amountExcludingTax")).div(whole).round(digits);
    const allocated = index === lines.length - 1 && !whole.eq(0) ? left : share;
    left = left.minus(allocated);
    const net = new Big(amount(line, "amountExcludingTax")).minus(allocated);
    const tax = net.times(amount(line, "taxPercent")).div(100).round(digits);
    if ("invoiceDiscountAllocation" in line) line["invoiceDiscountAllocation"] = allocated.toNumber();
    Object.assign(line, {
      ...{ netAmount: net.toNumber(), netTaxAmount: tax.toNumber(), netAmountIncludingTax: net.plus(tax).toNumber() },
    });
  });
  const total = sum(lines, "netAmountIncludingTax");
  Object.assign(header, {
    ...("discountAppliedBeforeTax" in header
      ? { discountAppliedBeforeTax: amount(header, "discountAmount") !== 0 && header["pricesIncludeTax"] !== true }
      : {}),
    totalAmountExcludingTax: sum(lines, "netAmount").toNumber(),
    totalTaxAmount: sum(lines, "netTaxAmount").toNumber(),
    totalAmountIncludingTax: total.toNumber(),
    ...("remainingAmount" in header ? { remainingAmount: total.toNumber() } : {}),
  });
}

export const sum = (rows: readonly Row[], field: string) =>
  rows.reduce((total, row) => total.plus(amount(row, field)), new Big(0));

interface Taxing {
  readonly digits: number;
  readonly withTax: boolean;
  readonly inclusive: boolean;
}

function settleLine(line: Row, price: string, { digits, withTax, inclusive }: Taxing): void {
  const gross = new Big(amount(line, "quantity")).times(amount(line, price)).round(digits);
  const discount = gross.times(amount(line, "discountPercent")).div(100).round(digits);
  const percent = withTax && line["lineType"] !== "Comment" ? new Big(rates[text(line, "taxCode")] ?? 0) : new Big(0);
  const worth = gross.minus(discount);
  const excluding = inclusive ? worth.div(percent.div(100).plus(1)).round(digits) : worth;
  const tax = inclusive ? worth.minus(excluding) : excluding.times(percent).div(100).round(digits);
  Object.assign(line, {
    ...{ discountAmount: discount.toNumber(), taxPercent: percent.toNumber(), totalTaxAmount: tax.toNumber() },
    ...{ amountExcludingTax: excluding.toNumber(), amountIncludingTax: excluding.plus(tax).toNumber() },
  });
}

/** Fills what a line takes from its item or account, and refuses what does not fit together. */
export function fillLine({ book, set, row: line, given, old }: Draft): void {
  if (given.has("itemId") && given.has("accountId") && line["itemId"] !== noGuid && line["accountId"] !== noGuid)
    throw dialog('Both "itemId" and "accountId" are specified. Specify only one of them.');
  if (!given.has("lineType")) {
    if (line["itemId"] !== noGuid) line["lineType"] = "Item";
    else if (line["accountId"] !== noGuid) line["lineType"] = "Account";
  }
  const anew =
    old === undefined || ["itemId", "accountId", "lineType", "lineObjectNumber"].some((name) => given.has(name));
  if (anew && line["lineType"] === "Item") fillItem(book, set, line, given);
  if (anew && line["lineType"] === "Account") fillAccount(book, line, given);
  if (
    given.has("taxCode") &&
    text(line, "taxCode") !== "" &&
    book.set("taxGroups").find("code", text(line, "taxCode")) === undefined
  )
    throw noRelation("VAT Prod. Posting Group", isSale(set) ? "Sales Line" : "Purchase Line", text(line, "taxCode"));
  if (given.has("discountAmount") && !given.has("discountPercent")) {
    const gross = new Big(amount(line, "quantity")).times(amount(line, priceOf(set)));
    line["discountPercent"] = gross.eq(0)
      ? 0
      : new Big(amount(line, "discountAmount")).div(gross).times(100).round(5).toNumber();
  }
}

function named(book: Book, set: string, line: Row, idField: string): Row | undefined {
  const id = text(line, idField);
  return id === noGuid ? book.set(set).find("number", text(line, "lineObjectNumber")) : book.set(set).get(id);
}

function fillItem(book: Book, set: string, line: Row, given: ReadonlySet<string>): void {
  const item = named(book, "items", line, "itemId");
  if (item === undefined) throw dialog("Item does not exist.");
  const unit = book.set("unitsOfMeasure").find("code", text(item, "baseUnitOfMeasureCode"));
  const price = isSale(set) ? item["unitPrice"] : item["unitCost"];
  fill(line, given, {
    ...{ itemId: item["id"], lineObjectNumber: item["number"], description: item["displayName"] },
    ...{ unitOfMeasureId: unit?.["id"], unitOfMeasureCode: unit?.["code"], taxCode: item["taxGroupCode"] },
    [priceOf(set)]: price,
  });
}

function fillAccount(book: Book, line: Row, given: ReadonlySet<string>): void {
  const account = named(book, "accounts", line, "accountId");
  if (account === undefined) throw dialog("Account does not exist.");
  checkAccount(account);
  fill(line, given, {
    ...{ accountId: account["id"], lineObjectNumber: account["number"], description: account["displayName"] },
    taxCode: "STANDARD",
  });
}

/** Headings, blocked accounts and those that only documents may move cannot be booked on by hand. */
export function checkAccount(account: Row): void {
  const where = `in G/L Account: No.=${text(account, "number")}.`;
  if (account["accountType"] !== "Posting")
    throw fieldFault(
      `Account Type must be equal to 'Posting'  ${where} Current value is '${text(account, "accountType")}'.`,
    );
  if (account["blocked"] === true) throw fieldFault(`Blocked must be equal to 'No'  ${where} Current value is 'Yes'.`);
  if (account["directPosting"] !== true)
    throw fieldFault(`Direct Posting must be equal to 'Yes'  ${where} Current value is 'No'.`);
}

/** Left blank these are found by number; other blank ids mean none. */
const identities = new Set([
  ...["customerId", "billToCustomerId", "vendorId", "payToVendorId"],
  ...["itemId", "accountId", "unitOfMeasureId"],
]);

export function fill(row: Row, given: ReadonlySet<string>, values: Record<string, Row[string] | undefined>): void {
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && name in row && (!given.has(name) || (row[name] === noGuid && identities.has(name))))
      row[name] = value;
}

const parts = [
  ["AddressLine1", "addressLine1"],
  ["AddressLine2", "addressLine2"],
  ["City", "city"],
  ["Country", "country"],
  ["State", "state"],
  ["PostCode", "postalCode"],
] as const;
const addressAs = (prefix: string, partner: Row) =>
  Object.fromEntries(parts.map(([theirs, ours]) => [`${prefix}${theirs}`, text(partner, ours)]));

/** Takes over from the customer or the vendor what the caller left open. */
export function fillHeader(book: Book, set: string, header: Row, given: ReadonlySet<string>): void {
  const partner = isSale(set) ? customerOf(book, header) : vendorOf(book, header);
  const name = text(partner, "displayName");
  const dates = Object.fromEntries(
    ["documentDate", "orderDate", "invoiceDate", "creditMemoDate", "postingDate"].map((date) => [date, book.today()]),
  );
  const shared = {
    ...dates,
    ...addressAs("shipTo", partner),
    shipToName: name,
    currencyCode: text(partner, "currencyCode"),
  };
  const from = {
    paymentTermsId: partner["paymentTermsId"],
    currencyId: partner["currencyId"],
    phoneNumber: partner["phoneNumber"],
    email: partner["email"],
  };
  const sale = {
    ...{ customerId: partner["id"], customerNumber: partner["number"], customerName: name, billToName: name },
    ...{
      billToCustomerId: partner["id"],
      billToCustomerNumber: partner["number"],
      salesperson: partner["salespersonCode"],
    },
    ...{
      shipmentMethodId: partner["shipmentMethodId"],
      ...addressAs("sellTo", partner),
      ...addressAs("billTo", partner),
    },
  };
  const purchase = {
    ...{ vendorId: partner["id"], vendorNumber: partner["number"], vendorName: name, payToName: name },
    ...{ payToVendorId: partner["id"], payToVendorNumber: partner["number"] },
    ...{ ...addressAs("buyFrom", partner), ...addressAs("payTo", partner) },
  };
  fill(header, given, { ...shared, ...from, ...(isSale(set) ? sale : purchase) });
  fillCurrency(book, header, given);
  if (given.has("dueDate")) return;
  const terms = book.set("paymentTerms").get(text(header, "paymentTermsId") || text(partner, "paymentTermsId"));
  const start = text(header, "invoiceDate") || text(header, "creditMemoDate") || text(header, "documentDate");
  if ("dueDate" in header) header["dueDate"] = dueDate(start, text(terms ?? {}, "dueDateCalculation"));
}

function customerOf(book: Book, header: Row): Row {
  const [id, number] = [text(header, "customerId"), text(header, "customerNumber")];
  if (id === noGuid && number === "") throw dialog('A "customerNumber" or a "customerId" must be provided.');
  const found = id === noGuid ? book.set("customers").find("number", number) : book.set("customers").get(id);
  if (found === undefined) throw dialog("The sell-to customer cannot be found.");
  if (number !== "" && found["number"] !== number)
    throw dialog("The sell-to customer values do not match to a specific Customer.");
  if (found["blocked"] === "All")
    throw dialog(
      `You cannot create this type of document when Customer ${text(found, "number")} is blocked with type All.`,
    );
  return found;
}

function vendorOf(book: Book, header: Row): Row {
  const [id, number] = [text(header, "vendorId"), text(header, "vendorNumber")];
  if (id === noGuid && number === "") throw dialog('A "vendorNumber" or a "vendorID" must be provided.');
  const found = id === noGuid ? book.set("vendors").find("number", number) : book.set("vendors").get(id);
  if (found === undefined) throw dialog("The vendor cannot be found.");
  if (number !== "" && found["number"] !== number) throw dialog("The vendor values do not match to a specific Vendor.");
  return found;
}

/** The company's own currency has a code but no id. */
export function fillCurrency(book: Book, row: Row, given: ReadonlySet<string>): void {
  const local = text(home(book), "currencyCode");
  if (given.has("currencyId") && row["currencyId"] !== noGuid) {
    const found = book.set("currencies").get(text(row, "currencyId"));
    if (found === undefined) throw dialog('The "currencyId" does not match to a Currency.');
    if (given.has("currencyCode") && row["currencyCode"] !== found["code"])
      throw dialog("The currency values do not match to a specific Currency.");
    row["currencyCode"] = text(found, "code");
    return;
  }
  const blank = given.has("currencyId") && !given.has("currencyCode");
  const code = blank ? local : text(row, "currencyCode") || local;
  const found = book.set("currencies").find("code", code);
  if (code !== local && found === undefined) throw dialog('The "currencyCode" does not match to a Currency.');
  Object.assign(row, { currencyCode: code, currencyId: code === local ? noGuid : text(found ?? {}, "id") });
}

/** "30D", "1M", "CM" (to the end of the month) or "CM+20D", as far as the invented terms go. */
function dueDate(start: string, formula: string): string {
  if (start === noDate || start === "") return noDate;
  const date = new Date(`${start}T00:00:00Z`);
  for (const [, month, count, unit] of formula.matchAll(/(CM)|\+?(\d+)([DWM])/g)) {
    if (month !== undefined) date.setUTCMonth(date.getUTCMonth() + 1, 0);
    else if (unit === "M") date.setUTCMonth(date.getUTCMonth() + Number(count));
    else date.setUTCDate(date.getUTCDate() + Number(count) * (unit === "W" ? 7 : 1));
  }
  return date.toISOString().slice(0, 10);
}
