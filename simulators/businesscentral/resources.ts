/** The vendor's entity sets: their properties, what hangs on them, and who may write them. */
import { words } from "../engine/values.ts";
import { emptyOf, type Field, fieldsOf, type Row } from "./fields.ts";

export interface Resource {
  readonly set: string;
  /** What the vendor's messages call it. */
  readonly table: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** A row before anything is known of it. */
  readonly empty: Readonly<Row>;
  /** What it is sorted by unless asked otherwise. */
  readonly sort: string;
  /** The property that names the row it belongs to. */
  readonly parent: string;
  /** Parts in the plural. */
  readonly many: readonly string[];
  /** Parts in the singular: their set, and our property that holds their id. */
  readonly one: Readonly<Record<string, readonly [set: string, field: string]>>;
  readonly writes: readonly string[];
  /** Whether one can subscribe to it (the vendor's list of supported entities). */
  readonly notifies: boolean;
}

const spread = (prefix: string, mark = "") =>
  words("AddressLine1|AddressLine2|City|Country|State|PostCode")
    .map((part) => `${prefix}${part}${mark}`)
    .join(" ");

/** What several sets have. */
const groups: Readonly<Record<string, string>> = {
  "@address": "addressLine1 addressLine2 city state country postalCode",
  "@currency": "currencyId:g currencyCode",
  "@shortcuts": "shortcutDimension1Code shortcutDimension2Code",
  "@coded": "code displayName",
  "@batch": "code displayName balancingAccountId:g balancingAccountNumber!",
  "@paid":
    "postingDate:d documentNumber externalDocumentNumber amount:n appliesToInvoiceId:g appliesToInvoiceNumber description comment",
  "@file": "fileName byteSize:i! attachmentContent:x parentType:@parentType parentId:g",
  "@sums": "totalAmountExcludingTax:n! totalTaxAmount:n! totalAmountIncludingTax:n!",
  "@discounted": "pricesIncludeTax:b! discountAmount:n discountAppliedBeforeTax:b!",
  "@shipTo": `shipToName shipToContact ${spread("shipTo")}`,
  "@buyFrom": spread("buyFrom"),
  "@payTo": spread("payTo"),
  "@customer": `customerId:g customerNumber customerName! billToName! billToCustomerId:g billToCustomerNumber ${spread("sellTo")} ${spread("billTo", "!")}
    @shortcuts @currency paymentTermsId:g shipmentMethodId:g salesperson phoneNumber email`,
  "@vendor": `vendorId:g vendorNumber vendorName! payToName! payToVendorId:g payToVendorNumber ${spread("buyFrom")} ${spread("payTo", "!")}
    @shortcuts @currency purchaser`,
  "@line": `documentId:g sequence:i itemId:g accountId:g lineType:@lineType lineObjectNumber description description2
    unitOfMeasureId:g unitOfMeasureCode quantity:n discountAmount:n discountPercent:n discountAppliedBeforeTax:b!
    amountExcludingTax:n! taxCode taxPercent:n! totalTaxAmount:n! amountIncludingTax:n! invoiceDiscountAllocation:n!
    netAmount:n! netTaxAmount:n! netAmountIncludingTax:n! itemVariantId:g locationId:g`,
};

/** What a set is, by a word; `sort=` and its like say the rest. */
const kinds: Readonly<Record<string, string>> = {
  "*": "POST PATCH DELETE",
  coded: "* sort=code",
  document: "* many=dimensionSetLines,attachments,documentAttachments",
  line: "* bare sort=sequence parent=documentId many=dimensionSetLines",
  entered: "* sort=lineNumber parent=journalId",
};

/** A set, its table, what it is; its properties. `-name` takes one away that its group has. */
const source = `companyInformation, Company Information, PATCH told sort=displayName: displayName @address phoneNumber faxNumber email
  website taxRegistrationNumber currencyCode currentFiscalYearStartDate:d industry picture:x experience!
accounts, G/L Account, told: number displayName category:@accountCategory subCategory blocked:b accountType:@accountType
  directPosting:b netChange:n consolidationTranslationMethod consolidationDebitAccount consolidationCreditAccount
  excludeFromConsolidation:b
customers, Customer, * told many=documentAttachments: number displayName type:@contactType @address phoneNumber email website
  salespersonCode balanceDue:n! creditLimit:n taxLiable:b taxAreaId:g taxAreaDisplayName! taxRegistrationNumber @currency
  paymentTermsId:g shipmentMethodId:g paymentMethodId:g blocked:@customerBlocked
vendors, Vendor, * told many=documentAttachments: number displayName @address phoneNumber email website
  taxRegistrationNumber @currency irs1099Code paymentTermsId:g paymentMethodId:g taxLiable:b blocked:@vendorBlocked balance:n!
contacts, Contact, *: number type:@contactType displayName jobTitle companyNumber companyName!
  contactBusinessRelation:@relation @address phoneNumber mobilePhoneNumber email website searchName privacyBlocked:b
  taxRegistrationNumber lastInteractionDate:d!
items, Item, * told many=documentAttachments: number displayName displayName2 type:@itemType itemCategoryId:g
  itemCategoryCode blocked:b gtin inventory:n! unitPrice:n priceIncludesTax:b unitCost:n taxGroupId:g taxGroupCode
  baseUnitOfMeasureId:g baseUnitOfMeasureCode generalProductPostingGroupId:g generalProductPostingGroupCode
  inventoryPostingGroupId:g inventoryPostingGroupCode
projects, Job, * many=documentAttachments: number displayName
bankAccounts, Bank Account, *: number displayName bankAccountNumber blocked:b @currency iban intercompanyEnabled:b
unitsOfMeasure, Unit of Measure, coded told: @coded internationalStandardCode symbol
taxGroups, VAT Product Posting Group, coded: @coded taxType:@taxType!
taxAreas, VAT Business Posting Group, coded: @coded taxType:@taxType!
paymentTerms, Payment Terms, coded told: @coded dueDateCalculation discountDateCalculation discountPercent:n
  calculateDiscountOnCreditMemos:b
paymentMethods, Payment Method, coded told: @coded
shipmentMethods, Shipment Method, coded told: @coded
itemCategories, Item Category, coded told: @coded
countriesRegions, Country/Region, coded told: @coded addressFormat
currencies, Currency, coded told: @coded symbol amountDecimalPlaces amountRoundingPrecision:n
dimensions, Dimension, sort=code told many=dimensionValues: @coded consolidationCode
dimensionValues, Dimension Value, sort=code parent=dimensionId: @coded dimensionId:g consolidationCode
accountingPeriods, Accounting Period, sort=startingDate: startingDate:d name newFiscalYear:b closed:b dateLocked:b
generalLedgerSetup, General Ledger Setup, sort=id: allowPostingFrom:d allowPostingTo:d additionalReportingCurrency
  localCurrencyCode localCurrencySymbol allowQueryFromConsolidation:b @shortcuts
currencyExchangeRates, Currency Exchange Rate, sort=currencyCode: currencyCode startingDate:d exchangeRateAmount:n
  relationalCurrencyCode relationalExchangeRateAmount:n
generalLedgerEntries, G/L Entry, sort= told many=attachments,dimensionSetLines: entryNumber:i postingDate:d documentNumber
  documentType:@entryType accountId:g accountNumber description debitAmount:n creditAmount:n
  additionalCurrencyDebitAmount:n additionalCurrencyCreditAmount:n
journals, Gen. Journal Batch, coded told many=journalLines: @batch templateDisplayName
journalLines, Gen. Journal Line, entered many=attachments,dimensionSetLines: journalId:g! journalDisplayName! lineNumber:i
  accountType:@journalAccount accountId:g accountNumber postingDate:d documentNumber externalDocumentNumber amount:n
  description comment taxCode balanceAccountType:@journalAccount balancingAccountId:g balancingAccountNumber
customerPaymentJournals, Gen. Journal Batch, coded told many=customerPayments: @batch
vendorPaymentJournals, Gen. Journal Batch, coded many=vendorPayments: @batch
customerPayments, Gen. Journal Line, entered many=dimensionSetLines: journalId:g journalDisplayName! lineNumber:i
  customerId:g customerNumber @paid
vendorPayments, Gen. Journal Line, entered many=dimensionSetLines: journalId:g journalDisplayName! lineNumber:i vendorId:g
  vendorNumber @paid
trialBalances, Trial Balance Entity Buffer, bare keyless: number accountId:g accountType:@accountType display totalDebit
  totalCredit balanceAtDateDebit balanceAtDateCredit dateFilter:d
salesQuotes, Sales Quote, document told: number! externalDocumentNumber documentDate:d postingDate:d dueDate:d @customer @shipTo
  discountAmount:n @sums status:@quoteStatus! sentDate:s! validUntilDate:d acceptedDate:d!
salesOrders, Sales Order, document told: number! externalDocumentNumber orderDate:d postingDate:d @customer @shipTo
  partialShipping:b requestedDeliveryDate:d @discounted @sums fullyShipped:b! status:@orderStatus!
salesInvoices, Sales Invoice, document told: number! externalDocumentNumber invoiceDate:d postingDate:d dueDate:d promisedPayDate:d
  customerPurchaseOrderReference @customer @shipTo orderId:g! orderNumber! disputeStatusId:g disputeStatus @discounted @sums
  remainingAmount:n! status:@invoiceStatus!
salesCreditMemos, Sales Credit Memo, document told: number! externalDocumentNumber creditMemoDate:d postingDate:d dueDate:d
  @customer @discounted @sums status:@invoiceStatus! invoiceId:g invoiceNumber customerReturnReasonId:g
purchaseOrders, Purchase Order, document: number! orderDate:d postingDate:d @vendor @shipTo paymentTermsId:g shipmentMethodId:g
  requestedReceiptDate:d @discounted @sums fullyReceived:b! status:@orderStatus!
purchaseInvoices, Purchase Invoice, document told: number! postingDate:d invoiceDate:d dueDate:d vendorInvoiceNumber @vendor
  payToContact @shipTo orderId:g! orderNumber! @discounted @sums status:@invoiceStatus!
purchaseCreditMemos, Purchase Credit Memo, document: number! creditMemoDate:d postingDate:d dueDate:d vendorCreditMemoNumber
  @vendor paymentTermsId:g shipmentMethodId:g @discounted @sums status:@invoiceStatus! invoiceId:g invoiceNumber
  vendorReturnReasonId:g
purchaseReceipts, Purch. Rcpt. Header, many=purchaseReceiptLines,dimensionSetLines: number invoiceDate:d postingDate:d dueDate:d
  vendorNumber vendorName payToName payToContact payToVendorNumber @shipTo @buyFrom @payTo currencyCode orderNumber
salesQuoteLines, Sales Line, line: @line unitPrice:n -invoiceDiscountAllocation
salesOrderLines, Sales Line, line: @line unitPrice:n shipmentDate:d shippedQuantity:n! invoicedQuantity:n! invoiceQuantity:n
  shipQuantity:n
salesInvoiceLines, Sales Line, line: @line unitPrice:n shipmentDate:d
salesCreditMemoLines, Sales Line, line: @line unitPrice:n shipmentDate:d
purchaseOrderLines, Purchase Line, line: @line directUnitCost:n expectedReceiptDate:d receivedQuantity:n! invoicedQuantity:n!
  invoiceQuantity:n receiveQuantity:n
purchaseInvoiceLines, Purchase Line, line: @line unitCost:n expectedReceiptDate:d
purchaseCreditMemoLines, Purchase Line, line: @line unitCost:n -description2
purchaseReceiptLines, Purch. Rcpt. Line, bare sort=sequence parent=documentId many=dimensionSetLines: documentId:g sequence:i
  lineType:@receiptLineType lineObjectNumber description description2 unitOfMeasureCode unitCost:n quantity:n
  discountPercent:n taxPercent:n expectedReceiptDate:d
attachments, Attachment Entity Buffer, * sort=fileName parent=parentId: @file
documentAttachments, Document Attachment, * sort=fileName parent=parentId: @file lineNumber:i documentFlowSales:b
  documentFlowPurchase:b
pdfDocument, PDF Document, sort=id bare: parentId:g parentType:@parentType pdfDocumentContent:x
dimensionSetLines, Dimension Set Entry Buffer, * bare sort=code parent=parentId: code consolidationCode parentId:g
  parentType:@dimensionParent displayName valueId:g valueCode valueConsolidationCode valueDisplayName`;

/** The part in the singular that a property leads to. */
const parts: Readonly<Record<string, readonly [name: string, set: string]>> = {
  ...{ customerId: ["customer", "customers"], vendorId: ["vendor", "vendors"], currencyId: ["currency", "currencies"] },
  ...{ paymentTermsId: ["paymentTerm", "paymentTerms"], paymentMethodId: ["paymentMethod", "paymentMethods"] },
  ...{ shipmentMethodId: ["shipmentMethod", "shipmentMethods"], itemCategoryId: ["itemCategory", "itemCategories"] },
  ...{ unitOfMeasureId: ["unitOfMeasure", "unitsOfMeasure"], baseUnitOfMeasureId: ["unitOfMeasure", "unitsOfMeasure"] },
  ...{ itemId: ["item", "items"], accountId: ["account", "accounts"], dimensionId: ["dimension", "dimensions"] },
};

const split = (list: string) => list.split(/\s+/).filter(Boolean);
const told = (list: string, among: Readonly<Record<string, string>>): string[] =>
  split(list).flatMap((word) => [word, ...(among[word] === undefined ? [] : told(among[word], among))]);

function resourceOf(entry: string): [string, Resource] {
  const [head = "", ...properties] = entry.split(": ");
  const [set = "", table = "", kind = ""] = head.split(", ");
  const flags = told(kind, kinds);
  const value = (name: string) => flags.findLast((flag) => flag.startsWith(`${name}=`))?.slice(name.length + 1);
  const own = told(properties.join(": "), groups);
  const named = own.filter((word) => !/^[@-]/.test(word) && !own.includes(`-${word.replace(/:.*$/, "")}`));
  const fields = fieldsOf([
    ...(flags.includes("keyless") ? [] : ["id:g!"]),
    ...named,
    ...(flags.includes("bare") ? [] : ["lastModifiedDateTime:s!"]),
  ]);
  const above = set.replace(/Lines?$/, "");
  const journal = set === "journalLines" ? "journal" : set.replace(/s$/, "Journal");
  const up: Record<string, readonly [string, string]> = {
    ...(flags.includes("line") && { documentId: [above, `${above}s`] }),
    ...(flags.includes("entered") && { journalId: [journal, `${journal}s`] }),
    ...(flags.includes("document") && { id: ["pdfDocument", "pdfDocument"] }),
  };
  const one = [...fields.keys()].flatMap((field) => {
    const part = up[field] ?? parts[field];
    return part === undefined ? [] : [[part[0], [part[1], field]] as const];
  });
  const resource: Resource = {
    ...{
      set,
      table,
      fields,
      sort: value("sort") ?? "number",
      parent: value("parent") ?? "",
      one: Object.fromEntries(one),
    },
    many: [...(flags.includes("document") ? [`${set.slice(0, -1)}Lines`] : []), ...(value("many")?.split(",") ?? [])],
    ...{ writes: flags.filter((flag) => /^[A-Z]+$/.test(flag)), notifies: flags.includes("told") },
    empty: Object.fromEntries(
      [...fields.values()].filter(({ kind: type }) => type !== "stream").map((field) => [field.name, emptyOf(field)]),
    ),
  };
  return [set, resource];
}

export const resources: ReadonlyMap<string, Resource> = new Map(source.split(/\n(?! )/).map(resourceOf));
