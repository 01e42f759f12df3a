/** Sales and purchase documents: amounts of lines, totals, and trading partners. */
import type { Big } from "big.js";
import { type Draft, encoded, noDate, noGuid } from "../engine/entities.ts";
import { percentOf, priceLine, shareOut } from "../engine/pricing.ts";
import { big, filled, only, type Row, sum, text } from "../engine/values.ts";
import { dialog, fault, fieldFault } from "./refusals.ts";
import { type Book, coded, linked, setOf, table, under } from "./resources.ts";

/** Number series of drafts; posted documents have a P in front, which is the number that others see. */
export const documents: Readonly<Record<string, string>> = {
  salesQuotes: "S-QUO",
  salesOrders: "S-ORD",
  salesInvoices: "S-INV",
  salesCreditMemos: "S-CR",
  purchaseOrders: "PO",
  purchaseInvoices: "P-INV",
  purchaseCreditMemos: "P-CR",
};

export const linesOf = (set: string) => `${set.slice(0, -1)}Lines`;
export const headerOf = (lines: string) => lines.replace(/Lines$/, "s");
/** The document that a line belongs to, if it is a document's line. */
export const headerRow = (book: Book, set: string, row: Row) =>
  set.endsWith("Lines") && headerOf(set) in documents ? table(book, headerOf(set)).get(row["documentId"]) : undefined;
export const isSale = (set: string) => set.startsWith("sales");
/** `credit memo` */
export const wordFor = (set: string) => setOf(set).caption.replace(/^\w+ /, "").toLowerCase();

export const isDraft = ({ status }: Row) => status === "Draft" || status === encoded("In Review");

/** Quotes and orders stay open to changes; posted invoices and credit memos do not. */
export function mustBeDraft(set: string, row: Row): void {
  if (/(?:Invoices|CreditMemos)$/.test(set) && !isDraft(row))
    throw dialog(`The ${wordFor(set)} has been posted and can no longer be modified.`);
}

/** The name of the price differs from set to set. */
export const priceOf = (lines: string) =>
  isSale(lines) ? "unitPrice" : lines === "purchaseOrderLines" ? "directUnitCost" : "unitCost";
export const partnerOf = (book: Book, set: string, header: Row): Row =>
  isSale(set) ? linked(book, "customers", header["customerId"]) : linked(book, "vendors", header["vendorId"]);

const numbers = (values: Readonly<Record<string, Big>>): Row =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.toNumber()]));
const total = (rows: readonly Row[], field: string) => sum(rows.map((row) => row[field]));
/** Countries and currencies of the companies. */
const home = { country: "DE", currency: "EUR" };

const rates: Readonly<Record<string, string>> = { STANDARD: "19", REDUCED: "7", ZERO: "0", EXEMPT: "0" };
function isTaxed(book: Book, set: string, header: Row): boolean {
  const area = table(book, "taxAreas").get(partnerOf(book, set, header)["taxAreaId"]);
  if (area !== undefined) return area["code"] === "DOMESTIC";
  return ["", home.country].includes(text(header["buyFromCountry"]));
}

/** Computes the lines and the header; the header's discount is distributed by value. */
export function settleDocument(book: Book, set: string, header: Row): void {
  const lines = under(book, linesOf(set), header);
  // Some currencies have no cents.
  const digits = coded(book, "currencies", header["currencyCode"])["amountRoundingPrecision"] === 1 ? 0 : 2;
  const withTax = isTaxed(book, set, header);
  const isInclusive = header["pricesIncludeTax"] === true;
  for (const line of lines) {
    const taxPercent = big(withTax && line["lineType"] !== "Comment" ? rates[text(line["taxCode"])] : 0);
    const pricing = {
      quantity: line["quantity"],
      price: line[priceOf(linesOf(set))],
      discount: line["discountPercent"],
    };
    const { discount, net, tax, gross } = priceLine({ ...pricing, taxPercent, isInclusive }, digits);
    const amounts = { amountExcludingTax: net, totalTaxAmount: tax, amountIncludingTax: gross };
    Object.assign(line, numbers({ discountAmount: discount, taxPercent, ...amounts }));
  }
  const discount = big(header["discountAmount"]);
  const values = lines.map((line) => big(line["amountExcludingTax"]));
  const shares = shareOut(discount, values, digits);
  for (const [index, line] of lines.entries()) {
    const netAmount = big(values[index]).minus(big(shares[index]));
    const netTaxAmount = percentOf(netAmount, line["taxPercent"]).round(digits);
    Object.assign(line, numbers({ netAmount, netTaxAmount, netAmountIncludingTax: netAmount.plus(netTaxAmount) }));
  }
  const owed = total(lines, "netAmountIncludingTax");
  Object.assign(header, {
    ...("discountAppliedBeforeTax" in header && { discountAppliedBeforeTax: !discount.eq(0) && !isInclusive }),
    ...numbers({
      totalAmountExcludingTax: total(lines, "netAmount"),
      totalTaxAmount: total(lines, "netTaxAmount"),
      totalAmountIncludingTax: owed,
      ...("remainingAmount" in header && { remainingAmount: owed }),
    }),
  });
}

/** Adds up the document again after a line or the header was written. */
export function addUp(book: Book, set: string, row: Row): void {
  if (set in documents) settleDocument(book, set, row);
  const header = headerRow(book, set, row);
  if (header === undefined) return;
  settleDocument(book, headerOf(set), header);
  book.save(headerOf(set), header);
}

export function documentRule(draft: Draft): void {
  const { book, set, row, sentProperties, old } = draft;
  if (old !== undefined) {
    mustBeDraft(set, old);
    if (["customerId", "customerNumber", "vendorId", "vendorNumber"].some((name) => sentProperties.has(name)))
      fillHeader(draft);
    else if (sentProperties.has("currencyId") || sentProperties.has("currencyCode")) fillCurrency(draft);
    return;
  }
  fillHeader(draft);
  const number = `${documents[set] ?? ""}${book.next(`draft/${set}`, 1001)}`;
  Object.assign(row, { number, status: "Draft" });
}

/** The next number after the last one. */
export const nextOf = (rows: readonly Row[], field: string) => Number(rows.at(-1)?.[field] ?? 0) + 10_000;

export function lineRule(draft: Draft): void {
  const { book, set, row, old } = draft;
  const header = table(book, headerOf(set)).get(row["documentId"]);
  if (header === undefined) throw dialog("You must specify a document id to get the lines.");
  mustBeDraft(headerOf(set), header);
  if (old === undefined) row["sequence"] ||= nextOf(under(book, set, header), "sequence");
  else if (row["documentId"] !== old["documentId"]) throw dialog('The value for "documentId" cannot be modified.');
  else if (row["sequence"] !== old["sequence"])
    throw dialog('The value for "sequence" cannot be modified. Delete and insert the line again.');
  fillLine(draft);
}

/** Fills in fields from the item or account, and refuses contradictions. */
function fillLine(draft: Draft): void {
  const { book, set, row: line, sentProperties, old } = draft;
  const names = (field: string) => line[field] !== noGuid;
  if (sentProperties.has("itemId") && sentProperties.has("accountId") && names("itemId") && names("accountId"))
    throw dialog('Both "itemId" and "accountId" are specified. Specify only one of them.');
  if (!sentProperties.has("lineType") && names("itemId")) line["lineType"] = "Item";
  else if (!sentProperties.has("lineType") && names("accountId")) line["lineType"] = "Account";
  const anew =
    old === undefined ||
    ["itemId", "accountId", "lineType", "lineObjectNumber"].some((name) => sentProperties.has(name));
  if (anew && line["lineType"] === "Item") fillItem(draft);
  if (anew && line["lineType"] === "Account") fillAccount(draft);
  const code = text(line["taxCode"]);
  if (sentProperties.has("taxCode") && code !== "" && table(book, "taxGroups").find("code", code) === undefined) {
    const where = `VAT Prod. Posting Group of table ${isSale(set) ? "Sales Line" : "Purchase Line"}`;
    const message = `The field ${where} contains a value (${code}) that cannot be found in the related table.`;
    throw fault(400, "Internal_InvalidTableRelation", message);
  }
  if (!sentProperties.has("discountAmount") || sentProperties.has("discountPercent")) return;
  const gross = big(line["quantity"]).times(big(line[priceOf(set)]));
  line["discountPercent"] = gross.eq(0) ? 0 : big(line["discountAmount"]).div(gross).times(100).round(5).toNumber();
}

interface Naming {
  readonly set: string;
  /** The properties that may hold the id and the number. */
  readonly id: string;
  readonly number: string;
  /** Its name in the vendor's messages. */
  readonly title: string;
  readonly called?: string;
  readonly unknown?: string;
}

/** The row that a caller names by id or number; both must agree. Undefined if it names none. */
export function named({ book, row, sentProperties }: Draft, { set, id, number, ...words }: Naming): Row | undefined {
  const byId = sentProperties.has(id) && row[id] !== noGuid;
  const by = set === "currencies" ? "code" : "number";
  if (!byId && text(row[number]) === "") return undefined;
  const found = byId ? table(book, set).get(row[id]) : table(book, set).find(by, row[number]);
  const kind = `${words.title.startsWith("A") ? "an" : "a"} ${words.title}`;
  if (found === undefined) throw dialog(words.unknown ?? `The "${byId ? id : number}" does not match to ${kind}.`);
  if (byId && sentProperties.has(number) && row[number] !== "" && found[by] !== row[number])
    throw dialog(`The ${words.called ?? words.title.toLowerCase()} values do not match to a specific ${words.title}.`);
  Object.assign(row, { [id]: found["id"], [number]: found[by] });
  return found;
}

function traded(draft: Draft, set: string, title: string): Row {
  const id = `${title.toLowerCase()}Id`;
  const unknown = `${title} does not exist.`;
  const found = named(draft, { set, id, number: "lineObjectNumber", title, unknown });
  if (found === undefined) throw dialog(unknown);
  return found;
}

function fillItem(draft: Draft): void {
  const { book, set, row, sentProperties } = draft;
  const item = traded(draft, "items", "Item");
  const { displayName: description, taxGroupCode: taxCode, unitPrice, unitCost } = item;
  const { id: unitOfMeasureId, code: unitOfMeasureCode } = coded(book, "unitsOfMeasure", item["baseUnitOfMeasureCode"]);
  const price = { [priceOf(set)]: isSale(set) ? unitPrice : unitCost };
  fill(row, sentProperties, { description, unitOfMeasureId, unitOfMeasureCode, taxCode, ...price });
}

function fillAccount(draft: Draft): void {
  const account = traded(draft, "accounts", "Account");
  checkAccount(account);
  fill(draft.row, draft.sentProperties, { description: account["displayName"], taxCode: "STANDARD" });
}

/** Headings, blocked accounts and accounts for documents accept no manual postings. */
export function checkAccount({ number, accountType, blocked, directPosting }: Row): void {
  const must = (what: string, current: string) =>
    fieldFault(`${what}  in G/L Account: No.=${text(number)}. Current value is '${current}'.`);
  if (accountType !== "Posting") throw must("Account Type must be equal to 'Posting'", text(accountType));
  if (blocked === true) throw must("Blocked must be equal to 'No'", "Yes");
  if (directPosting !== true) throw must("Direct Posting must be equal to 'Yes'", "No");
}

/** Left blank these are found by number; other blank ids mean none. */
const identities = /^(?:billToCustomer|payToVendor|unitOfMeasure)Id$/;

export function fill(row: Row, sentProperties: ReadonlySet<string>, values: Row): void {
  for (const [name, value] of Object.entries(values))
    if (
      value !== undefined &&
      name in row &&
      (!sentProperties.has(name) || (row[name] === noGuid && identities.test(name)))
    )
      row[name] = value;
}

const addressAs = (prefix: string, partner: Row) =>
  Object.fromEntries(
    ["addressLine1", "addressLine2", "city", "country", "state", "postalCode"].map((part) => [
      `${prefix}${part.charAt(0).toUpperCase()}${part.slice(1).replace("alCode", "Code")}`,
      partner[part],
    ]),
  );

/** Fills in missing fields from the customer or vendor. */
function fillHeader(draft: Draft): void {
  const { book, set, row: header, sentProperties, old } = draft;
  const [title, called] = isSale(set) ? ["Customer", "sell-to customer"] : ["Vendor", "vendor"];
  const who = title.toLowerCase();
  const naming = { set: `${who}s`, id: `${who}Id`, number: `${who}Number`, title, called };
  const partner = named(draft, { ...naming, unknown: `The ${naming.called} cannot be found.` });
  if (partner === undefined)
    throw dialog(`A "${naming.number}" or a "${naming.id.replace("vendorId", "vendorID")}" must be provided.`);
  const { id, number, displayName: name, blocked } = partner;
  if (isSale(set) && blocked === "All")
    throw dialog(`You cannot create this type of document when Customer ${text(number)} is blocked with type All.`);
  const dates = filled("documentDate|orderDate|invoiceDate|creditMemoDate|postingDate", book.today());
  fill(header, sentProperties, {
    ...(old === undefined && dates),
    ...only(partner, ["currencyCode", "paymentTermsId", "currencyId", "phoneNumber", "email"]),
    ...filled("shipToName|customerName|billToName|vendorName|payToName", name),
    billToCustomerId: id,
    billToCustomerNumber: number,
    payToVendorId: id,
    payToVendorNumber: number,
    ...Object.assign({}, ...["shipTo", "sellTo", "billTo", "buyFrom", "payTo"].map((use) => addressAs(use, partner))),
  });
  fillCurrency(draft);
  if (sentProperties.has("dueDate") || !("dueDate" in header)) return;
  const { dueDateCalculation } = linked(book, "paymentTerms", header["paymentTermsId"] ?? partner["paymentTermsId"]);
  const start = header["invoiceDate"] ?? header["creditMemoDate"] ?? header["documentDate"];
  header["dueDate"] = dueDate(text(start), text(dueDateCalculation));
}

/** The company's currency has a code but no id. */
export function fillCurrency(draft: Draft): void {
  const { row, sentProperties } = draft;
  const byId = sentProperties.has("currencyId") && row["currencyId"] !== noGuid;
  if (sentProperties.has("currencyId") && !byId && !sentProperties.has("currencyCode"))
    row["currencyCode"] = home.currency;
  row["currencyCode"] ||= home.currency;
  if (!byId && row["currencyCode"] === home.currency) row["currencyId"] = noGuid;
  else named(draft, { set: "currencies", id: "currencyId", number: "currencyCode", title: "Currency" });
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
