/** The vendor's entity sets that the connector uses: properties, parts, permissions, and storage. */
import { type EntitySet, entitySet, entitySets, rowsUnder, sorted } from "../engine/entities.ts";
import { put as putIn } from "../engine/entityWrites.ts";
import { type Company, openCompany, type Table } from "../engine/tables.ts";
import { digest, type Row, text, words } from "../engine/values.ts";

const trade =
  "Sales Order|Sales Quote|Sales Credit Memo|Sales Invoice|Purchase Invoice|Purchase Order|Purchase Credit Memo";
const options: Readonly<Record<string, string>> = {
  contactType: "Company|Person",
  customerBlocked: " |Ship|Invoice|All",
  vendorBlocked: " |Payment|All",
  relation: " |Customer|Vendor|Bank Account|Employee|None|Other|Multiple",
  accountCategory: " |Assets|Liabilities|Equity|Income|Cost of Goods Sold|Expense",
  accountType: "Posting|Heading|Total|Begin-Total|End-Total",
  journalAccount: "G/L Account|Customer|Vendor|Bank Account|Fixed Asset|IC Partner|Employee",
  entryType: " |Payment|Invoice|Credit Memo|Finance Charge Memo|Reminder|Refund",
  itemType: "Inventory|Service|Non-Inventory",
  taxType: "Sales Tax|VAT",
  invoiceStatus: " |Draft|In Review|Open|Paid|Canceled|Corrective",
  orderStatus: "Draft|In Review|Open",
  /** The space at the end is the vendor's. */
  quoteStatus: "Draft|Sent|Accepted|Expired ",
  lineType: "Comment|Account|Item|Resource|Fixed Asset|Charge",
  receiptLineType: " |G/L Account|Item|Resource|Fixed Asset|Charge (Item)",
  parentType: ` |Journal|${trade}|Customer|Vendor|Item|Job|Employee`,
  dimensionParent: ` |Journal Line|${trade}|${trade.replaceAll("|", " Line|")} Line|General Ledger Entry|Time Registration Entry|Purchase Receipt|Purchase Receipt Line`,
};

const longest: Readonly<Record<string, number>> = {
  number: 20,
  displayName: 100,
  addressLine1: 100,
  addressLine2: 50,
  city: 30,
  state: 30,
  country: 10,
  postalCode: 20,
  phoneNumber: 30,
  email: 80,
  website: 80,
  externalDocumentNumber: 35,
  documentNumber: 20,
  vendorInvoiceNumber: 35,
  vendorCreditMemoNumber: 35,
  description: 100,
  code: 20,
  fileName: 250,
  comment: 250,
};

const spread = (prefix: string, mark = "") =>
  words("AddressLine1|AddressLine2|City|Country|State|PostCode")
    .map((part) => `${prefix}${part}${mark}`)
    .join(" ");

/** Shared by several sets. */
const groups: Readonly<Record<string, string>> = {
  "@address": "addressLine1 addressLine2 city state country postalCode",
  "@currency": "currencyId:g currencyCode",
  "@coded": "code displayName",
  "@batch": "code displayName balancingAccountId:g balancingAccountNumber!",
  "@paid":
    "postingDate:d documentNumber externalDocumentNumber amount:n appliesToInvoiceId:g appliesToInvoiceNumber description comment",
  "@file": "fileName byteSize:i! attachmentContent:x parentType:@parentType parentId:g",
  "@sums": "totalAmountExcludingTax:n! totalTaxAmount:n! totalAmountIncludingTax:n!",
  "@discounted": "pricesIncludeTax:b! discountAmount:n discountAppliedBeforeTax:b!",
  "@shipTo": `shipToName ${spread("shipTo")}`,
  "@buyFrom": spread("buyFrom"),
  "@payTo": spread("payTo"),
  "@customer": `customerId:g customerNumber customerName! billToName! billToCustomerId:g billToCustomerNumber
    ${spread("sellTo")} ${spread("billTo", "!")} @currency paymentTermsId:g phoneNumber email`,
  "@vendor": `vendorId:g vendorNumber vendorName! payToName! payToVendorId:g payToVendorNumber
    ${spread("buyFrom")} ${spread("payTo", "!")} @currency`,
  "@line": `documentId:g sequence:i itemId:g accountId:g lineType:@lineType lineObjectNumber description unitOfMeasureId:g
    unitOfMeasureCode quantity:n discountAmount:n discountPercent:n discountAppliedBeforeTax:b! amountExcludingTax:n! taxCode
    taxPercent:n! totalTaxAmount:n! amountIncludingTax:n! netAmount:n! netTaxAmount:n! netAmountIncludingTax:n!`,
};

/** Properties of a set, as words such as `sort=`. */
const kinds: Readonly<Record<string, string>> = {
  "*": "POST PATCH DELETE",
  coded: "* sort=code",
  document: "* many=dimensionSetLines,attachments,documentAttachments",
  line: "* bare sort=sequence parent=documentId many=dimensionSetLines",
  entered: "* sort=lineNumber parent=journalId",
};

const source = `accounts, G/L Account, told: number displayName category:@accountCategory subCategory blocked:b
  accountType:@accountType directPosting:b netChange:n
customers, Customer, * told many=documentAttachments: number displayName type:@contactType @address phoneNumber email
  website balanceDue:n! creditLimit:n taxAreaId:g taxRegistrationNumber @currency paymentTermsId:g blocked:@customerBlocked
vendors, Vendor, * told many=documentAttachments: number displayName @address phoneNumber email website
  taxRegistrationNumber @currency paymentTermsId:g blocked:@vendorBlocked balance:n!
contacts, Contact, *: number type:@contactType displayName companyNumber companyName! contactBusinessRelation:@relation
  @address phoneNumber mobilePhoneNumber email website taxRegistrationNumber
items, Item, * told many=documentAttachments: number displayName type:@itemType blocked:b inventory:n! unitPrice:n
  priceIncludesTax:b unitCost:n taxGroupId:g taxGroupCode baseUnitOfMeasureId:g baseUnitOfMeasureCode
projects, Job, * many=documentAttachments: number displayName
bankAccounts, Bank Account, *: number displayName bankAccountNumber blocked:b @currency iban
unitsOfMeasure, Unit of Measure, coded told: @coded internationalStandardCode symbol
taxGroups, VAT Product Posting Group, coded: @coded taxType:@taxType!
taxAreas, VAT Business Posting Group, coded: @coded taxType:@taxType!
paymentTerms, Payment Terms, coded told: @coded dueDateCalculation discountDateCalculation discountPercent:n
currencies, Currency, coded told: @coded symbol amountRoundingPrecision:n
dimensions, Dimension, sort=code told many=dimensionValues: @coded
dimensionValues, Dimension Value, sort=code parent=dimensionId: @coded dimensionId:g
accountingPeriods, Accounting Period, sort=startingDate: startingDate:d name newFiscalYear:b closed:b
generalLedgerEntries, G/L Entry, sort= told many=attachments,dimensionSetLines: entryNumber:i postingDate:d
  documentNumber documentType:@entryType accountId:g accountNumber description debitAmount:n creditAmount:n
journals, Gen. Journal Batch, coded told many=journalLines: @batch templateDisplayName
journalLines, Gen. Journal Line, entered many=attachments,dimensionSetLines: journalId:g! journalDisplayName!
  lineNumber:i accountType:@journalAccount accountId:g accountNumber postingDate:d documentNumber externalDocumentNumber
  amount:n description comment taxCode balanceAccountType:@journalAccount balancingAccountId:g balancingAccountNumber
customerPaymentJournals, Gen. Journal Batch, coded told many=customerPayments: @batch
vendorPaymentJournals, Gen. Journal Batch, coded many=vendorPayments: @batch
customerPayments, Gen. Journal Line, entered many=dimensionSetLines: journalId:g journalDisplayName! lineNumber:i
  customerId:g customerNumber @paid
vendorPayments, Gen. Journal Line, entered many=dimensionSetLines: journalId:g journalDisplayName! lineNumber:i
  vendorId:g vendorNumber @paid
trialBalances, Trial Balance Entity Buffer, bare keyless: number accountId:g accountType:@accountType display totalDebit
  totalCredit balanceAtDateDebit balanceAtDateCredit dateFilter:d
salesQuotes, Sales Quote, document told: number! externalDocumentNumber documentDate:d postingDate:d dueDate:d @customer
  @shipTo discountAmount:n @sums status:@quoteStatus!
salesOrders, Sales Order, document told: number! externalDocumentNumber orderDate:d postingDate:d @customer @shipTo
  requestedDeliveryDate:d @discounted @sums status:@orderStatus!
salesInvoices, Sales Invoice, document told: number! externalDocumentNumber invoiceDate:d postingDate:d dueDate:d
  @customer @shipTo orderId:g! orderNumber! @discounted @sums remainingAmount:n! status:@invoiceStatus!
salesCreditMemos, Sales Credit Memo, document told: number! externalDocumentNumber creditMemoDate:d postingDate:d
  dueDate:d @customer @discounted @sums status:@invoiceStatus! invoiceId:g invoiceNumber
purchaseOrders, Purchase Order, document: number! orderDate:d postingDate:d @vendor @shipTo paymentTermsId:g @discounted
  @sums fullyReceived:b! status:@orderStatus!
purchaseInvoices, Purchase Invoice, document told: number! postingDate:d invoiceDate:d dueDate:d vendorInvoiceNumber
  @vendor @shipTo orderId:g! orderNumber! @discounted @sums status:@invoiceStatus!
purchaseCreditMemos, Purchase Credit Memo, document: number! creditMemoDate:d postingDate:d dueDate:d
  vendorCreditMemoNumber @vendor paymentTermsId:g @discounted @sums status:@invoiceStatus! invoiceId:g invoiceNumber
purchaseReceipts, Purch. Rcpt. Header, many=purchaseReceiptLines,dimensionSetLines: number invoiceDate:d postingDate:d
  dueDate:d vendorNumber vendorName payToName payToVendorNumber @shipTo @buyFrom @payTo currencyCode orderNumber
salesQuoteLines, Sales Line, line: @line unitPrice:n
salesOrderLines, Sales Line, line: @line unitPrice:n
salesInvoiceLines, Sales Line, line: @line unitPrice:n
salesCreditMemoLines, Sales Line, line: @line unitPrice:n
purchaseOrderLines, Purchase Line, line: @line directUnitCost:n receivedQuantity:n!
purchaseInvoiceLines, Purchase Line, line: @line unitCost:n
purchaseCreditMemoLines, Purchase Line, line: @line unitCost:n
purchaseReceiptLines, Purch. Rcpt. Line, bare sort=sequence parent=documentId many=dimensionSetLines: documentId:g
  sequence:i lineType:@receiptLineType lineObjectNumber description unitOfMeasureCode unitCost:n quantity:n
  discountPercent:n taxPercent:n
attachments, Attachment Entity Buffer, * sort=fileName parent=parentId: @file
documentAttachments, Document Attachment, * sort=fileName parent=parentId: @file lineNumber:i documentFlowSales:b
  documentFlowPurchase:b
pdfDocument, PDF Document, sort=id bare: parentId:g parentType:@parentType pdfDocumentContent:x
dimensionSetLines, Dimension Set Entry Buffer, bare sort=code parent=parentId: code parentId:g parentType:@dimensionParent
  displayName valueId:g valueCode valueDisplayName`;

/** The part in the singular that a property leads to. */
const parts: Readonly<Record<string, readonly [name: string, set: string]>> = {
  customerId: ["customer", "customers"],
  vendorId: ["vendor", "vendors"],
  currencyId: ["currency", "currencies"],
  unitOfMeasureId: ["unitOfMeasure", "unitsOfMeasure"],
  baseUnitOfMeasureId: ["unitOfMeasure", "unitsOfMeasure"],
  itemId: ["item", "items"],
  accountId: ["account", "accounts"],
  dimensionId: ["dimension", "dimensions"],
  paymentTermsId: ["paymentTerm", "paymentTerms"],
};

/** Lines lead to their document, entries to their journal, documents to their paper. */
function above(property: string, set: string, flags: readonly string[]): readonly [string, string] | undefined {
  const document = set.replace(/Lines$/, "");
  const journal = set === "journalLines" ? "journal" : set.replace(/s$/, "Journal");
  if (property === "documentId" && flags.includes("line")) return [document, `${document}s`];
  if (property === "journalId" && flags.includes("entered")) return [journal, `${journal}s`];
  return property === "id" && flags.includes("document") ? ["pdfDocument", "pdfDocument"] : undefined;
}

export const sets = entitySets({
  source,
  groups,
  kinds,
  options,
  longest,
  part: (property, set, flags) => above(property, set, flags) ?? parts[property],
  more: (set, flags) => (flags.includes("document") ? [`${set.slice(0, -1)}Lines`] : []),
});

export const setOf = (name: string): EntitySet => entitySet({ sets }, name);
/** Whether the set supports subscriptions (the vendor's list of supported entities). */
export const isReported = (name: string): boolean => sets.get(name)?.flags.includes("told") === true;

/** Storage of a company's rows, in the vendor's order, with its empty values, timestamps and ETags. */
export type Book = Company;

/** 2026-01-02T03:04:05.67Z: the vendor leaves out zeros at the end of the fraction. */
export const stampOf = (time: number) => new Date(time).toISOString().replace(/\.?0*Z$/, "Z");

export const idFrom = (seed: string) => digest(seed).replace(/^(.{8})(.{4})(.{3})(.{4})(.{12}).*$/, "$1-$2-e$3-$4-$5");

export const etagOf = (digits: string) => `W/"${Buffer.from(`'${digits.length};${digits};00;'`).toString("base64")}"`;

export function openBook(facts: Row, now: () => number): Book {
  let versions = 0;
  let ids = 0;
  return openCompany<string>({
    id: text(facts["id"]),
    facts,
    tables: [...sets.keys()],
    now,
    // Sequential, like the vendor's.
    newId: () => `${text(facts["id"]).slice(0, 24)}${(++ids).toString(16).padStart(12, "0")}`,
    // A dimension's id says which dimension it is, not which row.
    key: (name) => (name === "dimensionSetLines" ? ["parentId", "id"] : "id"),
    stamp: (row, at) => {
      row["@odata.etag"] = etagOf(`${String(++versions).padStart(19, "7")}1`);
      if ("lastModifiedDateTime" in row) row["lastModifiedDateTime"] = stampOf(at);
    },
    stampOf: (row) => Date.parse(text(row["lastModifiedDateTime"])) || undefined,
  });
}

export const table = ({ tables }: Book, set: string): Table => tables[setOf(set).name] as Table;
export const put = (book: Book, set: string, row: Row): Row => putIn(sets, book, set, row);
export const all = (book: Book, set: string) => sorted(setOf(set), table(book, set).all());
export const under = (book: Book, set: string, row: Row) => rowsUnder(book, setOf(set), row);
/** The row that a property names, or an empty one. */
export const linked = (book: Book, set: string, id: unknown): Row => table(book, set).get(id) ?? {};
export const coded = (book: Book, set: string, code: unknown): Row => table(book, set).find("code", code) ?? {};
