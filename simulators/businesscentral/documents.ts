/** Sales and purchase documents: what a line is worth, what the header adds up to, who it is for. */
import type { Big } from "big.js";
import { percentOf, priceLine, shareOut } from "../engine/pricing.ts";
import { big, type Row, sum, text } from "../engine/values.ts";
import { all, type Book, coded, linked, table, under } from "./book.ts";
import { encoded, noDate, noGuid } from "./fields.ts";
import { dialog, fault, fieldFault } from "./refusals.ts";

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

interface Kind {
  /** Drafts count in a series of their own; posting gives the number that the world sees. */
  readonly draft: string;
  readonly posted?: string;
  readonly type: "Quote" | "Order" | "Invoice" | "Credit Memo";
  /** Which side of the ledger its partner is on. */
  readonly sign: 1 | -1;
}

export const documents: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["salesQuotes", { draft: "S-QUO", type: "Quote", sign: 1 }],
  ["salesOrders", { draft: "S-ORD", type: "Order", sign: 1 }],
  ["salesInvoices", { draft: "S-INV", posted: "PS-INV", type: "Invoice", sign: 1 }],
  ["salesCreditMemos", { draft: "S-CR", posted: "PS-CR", type: "Credit Memo", sign: -1 }],
  ["purchaseOrders", { draft: "PO", type: "Order", sign: -1 }],
  ["purchaseInvoices", { draft: "P-INV", posted: "PP-INV", type: "Invoice", sign: -1 }],
  ["purchaseCreditMemos", { draft: "P-CR", posted: "PP-CR", type: "Credit Memo", sign: 1 }],
]);

export const linesOf = (set: string) => `${set.slice(0, -1)}Lines`;
export const headerOf = (lines: string) => lines.replace(/Lines$/, "s");
/** The document that a line belongs to, if it is a document's line. */
export const headerRow = (book: Book, set: string, row: Row) =>
  set.endsWith("Lines") && documents.has(headerOf(set)) ? table(book, headerOf(set)).get(row["documentId"]) : undefined;
export const isSale = (set: string) => set.startsWith("sales");

const unposted = new Set(["Draft", encoded("In Review")]);
export const isDraft = (row: Row) => unposted.has(text(row["status"]));

/** Quotes and orders stay open to changes; posted invoices and credit memos do not. */
export function mustBeDraft(set: string, row: Row): void {
  const { posted, type = "" } = documents.get(set) ?? {};
  if (posted !== undefined && !isDraft(row))
    throw dialog(`The ${type.toLowerCase()} has been posted and can no longer be modified.`);
}

/** Which property holds the price differs from set to set. */
export const priceOf = (lines: string) =>
  isSale(lines) ? "unitPrice" : lines === "purchaseOrderLines" ? "directUnitCost" : "unitCost";
export const partnerOf = (book: Book, set: string, header: Row): Row =>
  isSale(set) ? linked(book, "customers", header["customerId"]) : linked(book, "vendors", header["vendorId"]);

export const numbers = (values: Readonly<Record<string, Big>>): Row =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.toNumber()]));
export const total = (rows: readonly Row[], field: string) => sum(rows.map((row) => row[field]));
const home = (book: Book) => all(book, "companyInformation")[0] ?? {};

const rates: Readonly<Record<string, string>> = { STANDARD: "19", REDUCED: "7", ZERO: "0", EXEMPT: "0" };
function isTaxed(book: Book, set: string, header: Row): boolean {
  const area = table(book, "taxAreas").get(partnerOf(book, set, header)["taxAreaId"]);
  if (area !== undefined) return area["code"] === "DOMESTIC";
  return ["", text(home(book)["country"])].includes(text(header["buyFromCountry"]));
}

/** Works out every line and the header, the header's discount shared out by value. */
export function settleDocument(book: Book, set: string, header: Row): void {
  const lines = under(book, linesOf(set), header);
  // Some currencies have no cents.
  const digits = coded(book, "currencies", header["currencyCode"])["amountRoundingPrecision"] === 1 ? 0 : 2;
  const [withTax, isInclusive] = [isTaxed(book, set, header), header["pricesIncludeTax"] === true];
  for (const line of lines) {
    const taxPercent = big(withTax && line["lineType"] !== "Comment" ? rates[text(line["taxCode"])] : 0);
    const asked = { quantity: line["quantity"], price: line[priceOf(linesOf(set))], discount: line["discountPercent"] };
    const { discount, net, tax, gross } = priceLine({ ...asked, taxPercent, isInclusive }, digits);
    const amounts = { amountExcludingTax: net, totalTaxAmount: tax, amountIncludingTax: gross };
    Object.assign(line, numbers({ discountAmount: discount, taxPercent, ...amounts }));
  }
  const discount = big(header["discountAmount"]);
  const values = lines.map((line) => big(line["amountExcludingTax"]));
  const shares = shareOut(discount, values, digits);
  for (const [index, line] of lines.entries()) {
    const share = big(shares[index]);
    const netAmount = big(values[index]).minus(share);
    const netTaxAmount = percentOf(netAmount, line["taxPercent"]).round(digits);
    if ("invoiceDiscountAllocation" in line) line["invoiceDiscountAllocation"] = share.toNumber();
    Object.assign(line, numbers({ netAmount, netTaxAmount, netAmountIncludingTax: netAmount.plus(netTaxAmount) }));
  }
  const owed = total(lines, "netAmountIncludingTax");
  Object.assign(header, {
    ...("discountAppliedBeforeTax" in header && { discountAppliedBeforeTax: !discount.eq(0) && !isInclusive }),
    ...numbers({ totalAmountExcludingTax: total(lines, "netAmount"), totalTaxAmount: total(lines, "netTaxAmount") }),
    ...numbers({ totalAmountIncludingTax: owed, ...("remainingAmount" in header && { remainingAmount: owed }) }),
  });
}

/** Fills what a line takes from its item or account, and refuses what does not fit together. */
export function fillLine(draft: Draft): void {
  const { book, set, row: line, given, old } = draft;
  const names = (field: string) => line[field] !== noGuid;
  if (given.has("itemId") && given.has("accountId") && names("itemId") && names("accountId"))
    throw dialog('Both "itemId" and "accountId" are specified. Specify only one of them.');
  if (!given.has("lineType") && names("itemId")) line["lineType"] = "Item";
  else if (!given.has("lineType") && names("accountId")) line["lineType"] = "Account";
  const anew =
    old === undefined || ["itemId", "accountId", "lineType", "lineObjectNumber"].some((name) => given.has(name));
  if (anew && line["lineType"] === "Item") fillItem(draft);
  if (anew && line["lineType"] === "Account") fillAccount(draft);
  const code = text(line["taxCode"]);
  if (given.has("taxCode") && code !== "" && table(book, "taxGroups").find("code", code) === undefined) {
    const where = `VAT Prod. Posting Group of table ${isSale(set) ? "Sales Line" : "Purchase Line"}`;
    const message = `The field ${where} contains a value (${code}) that cannot be found in the related table.`;
    throw fault(400, "Internal_InvalidTableRelation", message);
  }
  if (!given.has("discountAmount") || given.has("discountPercent")) return;
  const gross = big(line["quantity"]).times(big(line[priceOf(set)]));
  line["discountPercent"] = gross.eq(0) ? 0 : big(line["discountAmount"]).div(gross).times(100).round(5).toNumber();
}

function traded({ book, row }: Draft, set: "items" | "accounts", what: "Item" | "Account"): Row {
  const id = text(row[`${what.toLowerCase()}Id`]);
  const found = id === noGuid ? table(book, set).find("number", row["lineObjectNumber"]) : table(book, set).get(id);
  if (found === undefined) throw dialog(`${what} does not exist.`);
  return found;
}

function fillItem(draft: Draft): void {
  const { book, set, row, given } = draft;
  const item = traded(draft, "items", "Item");
  const unit = coded(book, "unitsOfMeasure", item["baseUnitOfMeasureCode"]);
  fill(row, given, {
    ...{ itemId: item["id"], lineObjectNumber: item["number"], description: item["displayName"] },
    ...{ unitOfMeasureId: unit["id"], unitOfMeasureCode: unit["code"], taxCode: item["taxGroupCode"] },
    [priceOf(set)]: isSale(set) ? item["unitPrice"] : item["unitCost"],
  });
}

function fillAccount(draft: Draft): void {
  const {
    id: accountId,
    number: lineObjectNumber,
    displayName: description,
    ...rest
  } = traded(draft, "accounts", "Account");
  checkAccount({ ...rest, number: lineObjectNumber });
  fill(draft.row, draft.given, { accountId, lineObjectNumber, description, taxCode: "STANDARD" });
}

/** Headings, blocked accounts and those that only documents may move cannot be booked on by hand. */
export function checkAccount({ number, accountType, blocked, directPosting }: Row): void {
  const must = (what: string, current: string) =>
    fieldFault(`${what}  in G/L Account: No.=${text(number)}. Current value is '${current}'.`);
  if (accountType !== "Posting") throw must("Account Type must be equal to 'Posting'", text(accountType));
  if (blocked === true) throw must("Blocked must be equal to 'No'", "Yes");
  if (directPosting !== true) throw must("Direct Posting must be equal to 'Yes'", "No");
}

/** Left blank these are found by number; other blank ids mean none. */
const identities = /^(?:customer|billToCustomer|vendor|payToVendor|item|account|unitOfMeasure)Id$/;

export function fill(row: Row, given: ReadonlySet<string>, values: Row): void {
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && name in row && (!given.has(name) || (row[name] === noGuid && identities.test(name))))
      row[name] = value;
}

const addressAs = (prefix: string, { addressLine1, addressLine2, city, country, state, postalCode }: Row) => {
  const parts = { AddressLine1: addressLine1, AddressLine2: addressLine2, City: city, Country: country, State: state };
  return Object.fromEntries(
    Object.entries({ ...parts, PostCode: postalCode }).map(([part, value]) => [prefix + part, value ?? ""]),
  );
};

const sides = {
  customer: {
    set: "customers",
    named: '"customerNumber" or a "customerId"',
    title: "Customer",
    called: "sell-to customer",
  },
  vendor: { set: "vendors", named: '"vendorNumber" or a "vendorID"', title: "Vendor", called: "vendor" },
};

function partnerNamed({ book, row, given }: Draft, who: keyof typeof sides): Row {
  const { set, named, title, called } = sides[who];
  const [id, number] = [row[`${who}Id`], text(row[`${who}Number`])];
  const byId = given.has(`${who}Id`) && id !== noGuid;
  if (!byId && number === "") throw dialog(`A ${named} must be provided.`);
  const found = byId ? table(book, set).get(id) : table(book, set).find("number", number);
  if (found === undefined) throw dialog(`The ${called} cannot be found.`);
  if (given.has(`${who}Number`) && number !== "" && found["number"] !== number)
    throw dialog(`The ${called} values do not match to a specific ${title}.`);
  if (found["blocked"] === "All" && who === "customer")
    throw dialog(
      `You cannot create this type of document when Customer ${text(found["number"])} is blocked with type All.`,
    );
  return found;
}

/** Takes over from the customer or the vendor what the caller left open. */
export function fillHeader(draft: Draft): void {
  const { book, set, row: header, given, old } = draft;
  const partner = partnerNamed(draft, isSale(set) ? "customer" : "vendor");
  const { id, number, displayName: name, salespersonCode: salesperson, shipmentMethodId } = partner;
  const { paymentTermsId, currencyId, currencyCode, phoneNumber, email } = partner;
  const today = book.today();
  const dates = {
    documentDate: today,
    orderDate: today,
    invoiceDate: today,
    creditMemoDate: today,
    postingDate: today,
  };
  const shared = {
    ...addressAs("shipTo", partner),
    shipToName: name,
    currencyCode,
    paymentTermsId,
    currencyId,
    phoneNumber,
    email,
  };
  const sale = {
    ...{ customerId: id, customerNumber: number, customerName: name, billToName: name, billToCustomerId: id },
    ...{ billToCustomerNumber: number, salesperson, shipmentMethodId },
    ...{ ...addressAs("sellTo", partner), ...addressAs("billTo", partner) },
  };
  const purchase = {
    ...{ vendorId: id, vendorNumber: number, vendorName: name, payToName: name, payToVendorId: id },
    ...{ payToVendorNumber: number, ...addressAs("buyFrom", partner), ...addressAs("payTo", partner) },
  };
  fill(header, given, { ...(old === undefined && dates), ...shared, ...(isSale(set) ? sale : purchase) });
  fillCurrency(draft);
  if (given.has("dueDate") || !("dueDate" in header)) return;
  const { dueDateCalculation } = linked(book, "paymentTerms", header["paymentTermsId"] ?? paymentTermsId);
  const start = header["invoiceDate"] ?? header["creditMemoDate"] ?? header["documentDate"];
  header["dueDate"] = dueDate(text(start), text(dueDateCalculation));
}

/** The company's own currency has a code but no id. */
export function fillCurrency({ book, row, given }: Draft): void {
  const local = text(home(book)["currencyCode"]);
  if (given.has("currencyId") && row["currencyId"] !== noGuid) {
    const found = table(book, "currencies").get(row["currencyId"]);
    if (found === undefined) throw dialog('The "currencyId" does not match to a Currency.');
    if (given.has("currencyCode") && row["currencyCode"] !== found["code"])
      throw dialog("The currency values do not match to a specific Currency.");
    row["currencyCode"] = found["code"];
    return;
  }
  const blank = given.has("currencyId") && !given.has("currencyCode");
  const code = blank ? local : text(row["currencyCode"]) || local;
  const { id } = coded(book, "currencies", code);
  if (code !== local && id === undefined) throw dialog('The "currencyCode" does not match to a Currency.');
  Object.assign(row, { currencyCode: code, currencyId: code === local ? noGuid : id });
}

/** "30D", "1M", "CM" (to the end of the month) or "CM+20D", as far as the invented terms go. */
function dueDate(start: string, formula: string): string {
  if (start === noDate || start === "") return noDate;
  const date = new Date(start);
  for (const [, month, count, unit] of formula.matchAll(/(CM)|\+?(\d+)([DWM])/g)) {
    if (month !== undefined) date.setUTCMonth(date.getUTCMonth() + 1, 0);
    else if (unit === "M") date.setUTCMonth(date.getUTCMonth() + Number(count));
    else date.setUTCDate(date.getUTCDate() + Number(count) * (unit === "W" ? 7 : 1));
  }
  return date.toISOString().slice(0, 10);
}
