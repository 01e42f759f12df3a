/** The vendor's entity sets that the connector uses: properties, related sets, permissions. */
import type { EntitySetDescription, PropertyDescription } from "../engine/entities.ts";
import { boolean, date, decimal, guid, integer, option, readOnly, stream, text } from "../engine/entityProperties.ts";

type Properties = Readonly<Record<string, PropertyDescription>>;

const contactType = ["Company", "Person"];
const customerBlocked = [" ", "Ship", "Invoice", "All"];
const vendorBlocked = [" ", "Payment", "All"];
const relation = [" ", "Customer", "Vendor", "Bank Account", "Employee", "None", "Other", "Multiple"];
const accountCategory = [" ", "Assets", "Liabilities", "Equity", "Income", "Cost of Goods Sold", "Expense"];
const accountType = ["Posting", "Heading", "Total", "Begin-Total", "End-Total"];
const journalAccount = ["G/L Account", "Customer", "Vendor", "Bank Account", "Fixed Asset", "IC Partner", "Employee"];
const entryType = [" ", "Payment", "Invoice", "Credit Memo", "Finance Charge Memo", "Reminder", "Refund"];
const itemType = ["Inventory", "Service", "Non-Inventory"];
const taxType = ["Sales Tax", "VAT"];
const invoiceStatus = [" ", "Draft", "In Review", "Open", "Paid", "Canceled", "Corrective"];
const orderStatus = ["Draft", "In Review", "Open"];
/** The space at the end is the vendor's. */
const quoteStatus = ["Draft", "Sent", "Accepted", "Expired "];
const lineType = ["Comment", "Account", "Item", "Resource", "Fixed Asset", "Charge"];
const receiptLineType = [" ", "G/L Account", "Item", "Resource", "Fixed Asset", "Charge (Item)"];
const tradeDocuments = [
  "Sales Order",
  "Sales Quote",
  "Sales Credit Memo",
  "Sales Invoice",
  "Purchase Invoice",
  "Purchase Order",
  "Purchase Credit Memo",
];
const parentType = [" ", "Journal", ...tradeDocuments, "Customer", "Vendor", "Item", "Job", "Employee"];
const dimensionParent = [
  " ",
  "Journal Line",
  ...tradeDocuments,
  ...tradeDocuments.map((document) => `${document} Line`),
  "General Ledger Entry",
  "Time Registration Entry",
  "Purchase Receipt",
  "Purchase Receipt Line",
];

/** The maximum length of texts. */
export const longest: Readonly<Record<string, number>> = {
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

/** The properties of an address: `shipToAddressLine1`. */
const addressOf = (prefix: string, property: PropertyDescription = text): Properties =>
  Object.fromEntries(
    ["AddressLine1", "AddressLine2", "City", "Country", "State", "PostCode"].map((part) => [
      `${prefix}${part}`,
      property,
    ]),
  );

const address = {
  addressLine1: text,
  addressLine2: text,
  city: text,
  state: text,
  country: text,
  postalCode: text,
};
const currency = {
  currencyId: guid,
  currencyCode: text,
};
const codeAndName = {
  code: text,
  displayName: text,
};
const journalBatch = {
  code: text,
  displayName: text,
  balancingAccountId: guid,
  balancingAccountNumber: readOnly(text),
};
const payment = {
  postingDate: date,
  documentNumber: text,
  externalDocumentNumber: text,
  amount: decimal,
  appliesToInvoiceId: guid,
  appliesToInvoiceNumber: text,
  description: text,
  comment: text,
};
const file = {
  fileName: text,
  byteSize: readOnly(integer),
  attachmentContent: stream,
  parentType: option(parentType),
  parentId: guid,
};
const totals = {
  totalAmountExcludingTax: readOnly(decimal),
  totalTaxAmount: readOnly(decimal),
  totalAmountIncludingTax: readOnly(decimal),
};
const discount = {
  pricesIncludeTax: readOnly(boolean),
  discountAmount: decimal,
  discountAppliedBeforeTax: readOnly(boolean),
};
const shipTo = {
  shipToName: text,
  ...addressOf("shipTo"),
};
const buyFrom = addressOf("buyFrom");
const payTo = addressOf("payTo");
const customer = {
  customerId: guid,
  customerNumber: text,
  customerName: readOnly(text),
  billToName: readOnly(text),
  billToCustomerId: guid,
  billToCustomerNumber: text,
  ...addressOf("sellTo"),
  ...addressOf("billTo", readOnly(text)),
  ...currency,
  paymentTermsId: guid,
  phoneNumber: text,
  email: text,
};
const vendor = {
  vendorId: guid,
  vendorNumber: text,
  vendorName: readOnly(text),
  payToName: readOnly(text),
  payToVendorId: guid,
  payToVendorNumber: text,
  ...addressOf("buyFrom"),
  ...addressOf("payTo", readOnly(text)),
  ...currency,
};
const line = {
  documentId: guid,
  sequence: integer,
  itemId: guid,
  accountId: guid,
  lineType: option(lineType),
  lineObjectNumber: text,
  description: text,
  unitOfMeasureId: guid,
  unitOfMeasureCode: text,
  quantity: decimal,
  discountAmount: decimal,
  discountPercent: decimal,
  discountAppliedBeforeTax: readOnly(boolean),
  amountExcludingTax: readOnly(decimal),
  taxCode: text,
  taxPercent: readOnly(decimal),
  totalTaxAmount: readOnly(decimal),
  amountIncludingTax: readOnly(decimal),
  netAmount: readOnly(decimal),
  netTaxAmount: readOnly(decimal),
  netAmountIncludingTax: readOnly(decimal),
};

const writable = { writes: ["POST", "PATCH", "DELETE"] };
const sortedByCode = { ...writable, sort: "code" };
/** A document has lines, dimensions and files, and can be printed. */
const documentWith = (lines: string) => ({
  ...writable,
  toMany: [lines, "dimensionSetLines", "attachments", "documentAttachments"],
  toOne: { pdfDocument: { set: "pdfDocument", property: "id" } },
});
const lineOf = (document: string) => ({
  ...writable,
  isTimestamped: false,
  sort: "sequence",
  parent: "documentId",
  toMany: ["dimensionSetLines"],
  toOne: { [document]: { set: `${document}s`, property: "documentId" } },
});
const entryOf = (journal: string) => ({
  ...writable,
  sort: "lineNumber",
  parent: "journalId",
  toOne: { [journal]: { set: `${journal}s`, property: "journalId" } },
});

export const descriptions: Readonly<Record<string, EntitySetDescription>> = {
  accounts: {
    caption: "G/L Account",
    hasSubscriptions: true,
    properties: {
      number: text,
      displayName: text,
      category: option(accountCategory),
      subCategory: text,
      blocked: boolean,
      accountType: option(accountType),
      directPosting: boolean,
      netChange: decimal,
    },
  },
  customers: {
    caption: "Customer",
    ...writable,
    hasSubscriptions: true,
    toMany: ["documentAttachments"],
    properties: {
      number: text,
      displayName: text,
      type: option(contactType),
      ...address,
      phoneNumber: text,
      email: text,
      website: text,
      balanceDue: readOnly(decimal),
      creditLimit: decimal,
      taxAreaId: guid,
      taxRegistrationNumber: text,
      ...currency,
      paymentTermsId: guid,
      blocked: option(customerBlocked),
    },
  },
  vendors: {
    caption: "Vendor",
    ...writable,
    hasSubscriptions: true,
    toMany: ["documentAttachments"],
    properties: {
      number: text,
      displayName: text,
      ...address,
      phoneNumber: text,
      email: text,
      website: text,
      taxRegistrationNumber: text,
      ...currency,
      paymentTermsId: guid,
      blocked: option(vendorBlocked),
      balance: readOnly(decimal),
    },
  },
  contacts: {
    caption: "Contact",
    ...writable,
    properties: {
      number: text,
      type: option(contactType),
      displayName: text,
      companyNumber: text,
      companyName: readOnly(text),
      contactBusinessRelation: option(relation),
      ...address,
      phoneNumber: text,
      mobilePhoneNumber: text,
      email: text,
      website: text,
      taxRegistrationNumber: text,
    },
  },
  items: {
    caption: "Item",
    ...writable,
    hasSubscriptions: true,
    toMany: ["documentAttachments"],
    properties: {
      number: text,
      displayName: text,
      type: option(itemType),
      blocked: boolean,
      inventory: readOnly(decimal),
      unitPrice: decimal,
      priceIncludesTax: boolean,
      unitCost: decimal,
      taxGroupId: guid,
      taxGroupCode: text,
      baseUnitOfMeasureId: guid,
      baseUnitOfMeasureCode: text,
    },
  },
  projects: {
    caption: "Job",
    ...writable,
    toMany: ["documentAttachments"],
    properties: {
      number: text,
      displayName: text,
    },
  },
  bankAccounts: {
    caption: "Bank Account",
    ...writable,
    properties: {
      number: text,
      displayName: text,
      bankAccountNumber: text,
      blocked: boolean,
      ...currency,
      iban: text,
    },
  },
  unitsOfMeasure: {
    caption: "Unit of Measure",
    ...sortedByCode,
    hasSubscriptions: true,
    properties: {
      ...codeAndName,
      internationalStandardCode: text,
      symbol: text,
    },
  },
  taxGroups: {
    caption: "VAT Product Posting Group",
    ...sortedByCode,
    properties: {
      ...codeAndName,
      taxType: readOnly(option(taxType)),
    },
  },
  taxAreas: {
    caption: "VAT Business Posting Group",
    ...sortedByCode,
    properties: {
      ...codeAndName,
      taxType: readOnly(option(taxType)),
    },
  },
  paymentTerms: {
    caption: "Payment Terms",
    ...sortedByCode,
    hasSubscriptions: true,
    properties: {
      ...codeAndName,
      dueDateCalculation: text,
      discountDateCalculation: text,
      discountPercent: decimal,
    },
  },
  currencies: {
    caption: "Currency",
    ...sortedByCode,
    hasSubscriptions: true,
    properties: {
      ...codeAndName,
      symbol: text,
      amountRoundingPrecision: decimal,
    },
  },
  dimensions: {
    caption: "Dimension",
    sort: "code",
    hasSubscriptions: true,
    toMany: ["dimensionValues"],
    properties: {
      ...codeAndName,
    },
  },
  dimensionValues: {
    caption: "Dimension Value",
    sort: "code",
    parent: "dimensionId",
    properties: {
      ...codeAndName,
      dimensionId: guid,
    },
  },
  companyInformation: {
    caption: "Company Information",
    sort: "displayName",
    properties: {
      displayName: text,
      currencyCode: readOnly(text),
    },
  },
  accountingPeriods: {
    caption: "Accounting Period",
    sort: "startingDate",
    properties: {
      startingDate: date,
      name: text,
      newFiscalYear: boolean,
      closed: boolean,
    },
  },
  generalLedgerEntries: {
    caption: "G/L Entry",
    sort: "",
    hasSubscriptions: true,
    toMany: ["attachments", "dimensionSetLines"],
    properties: {
      entryNumber: integer,
      postingDate: date,
      documentNumber: text,
      documentType: option(entryType),
      accountId: guid,
      accountNumber: text,
      description: text,
      debitAmount: decimal,
      creditAmount: decimal,
    },
  },
  journals: {
    caption: "Gen. Journal Batch",
    ...sortedByCode,
    hasSubscriptions: true,
    toMany: ["journalLines"],
    properties: {
      ...journalBatch,
      templateDisplayName: text,
    },
  },
  journalLines: {
    caption: "Gen. Journal Line",
    ...entryOf("journal"),
    toMany: ["attachments", "dimensionSetLines"],
    properties: {
      journalId: readOnly(guid),
      journalDisplayName: readOnly(text),
      lineNumber: integer,
      accountType: option(journalAccount),
      accountId: guid,
      accountNumber: text,
      postingDate: date,
      documentNumber: text,
      externalDocumentNumber: text,
      amount: decimal,
      description: text,
      comment: text,
      taxCode: text,
      balanceAccountType: option(journalAccount),
      balancingAccountId: guid,
      balancingAccountNumber: text,
    },
  },
  customerPaymentJournals: {
    caption: "Gen. Journal Batch",
    ...sortedByCode,
    hasSubscriptions: true,
    toMany: ["customerPayments"],
    properties: {
      ...journalBatch,
    },
  },
  vendorPaymentJournals: {
    caption: "Gen. Journal Batch",
    ...sortedByCode,
    toMany: ["vendorPayments"],
    properties: {
      ...journalBatch,
    },
  },
  customerPayments: {
    caption: "Gen. Journal Line",
    ...entryOf("customerPaymentJournal"),
    toMany: ["dimensionSetLines"],
    properties: {
      journalId: guid,
      journalDisplayName: readOnly(text),
      lineNumber: integer,
      customerId: guid,
      customerNumber: text,
      ...payment,
    },
  },
  vendorPayments: {
    caption: "Gen. Journal Line",
    ...entryOf("vendorPaymentJournal"),
    toMany: ["dimensionSetLines"],
    properties: {
      journalId: guid,
      journalDisplayName: readOnly(text),
      lineNumber: integer,
      vendorId: guid,
      vendorNumber: text,
      ...payment,
    },
  },
  trialBalances: {
    caption: "Trial Balance Entity Buffer",
    isTimestamped: false,
    hasId: false,
    properties: {
      number: text,
      accountId: guid,
      accountType: option(accountType),
      display: text,
      totalDebit: text,
      totalCredit: text,
      balanceAtDateDebit: text,
      balanceAtDateCredit: text,
      dateFilter: date,
    },
  },
  salesQuotes: {
    caption: "Sales Quote",
    ...documentWith("salesQuoteLines"),
    hasSubscriptions: true,
    properties: {
      number: readOnly(text),
      externalDocumentNumber: text,
      documentDate: date,
      postingDate: date,
      dueDate: date,
      ...customer,
      ...shipTo,
      discountAmount: decimal,
      ...totals,
      status: readOnly(option(quoteStatus)),
    },
  },
  salesOrders: {
    caption: "Sales Order",
    ...documentWith("salesOrderLines"),
    hasSubscriptions: true,
    properties: {
      number: readOnly(text),
      externalDocumentNumber: text,
      orderDate: date,
      postingDate: date,
      ...customer,
      ...shipTo,
      requestedDeliveryDate: date,
      ...discount,
      ...totals,
      status: readOnly(option(orderStatus)),
    },
  },
  salesInvoices: {
    caption: "Sales Invoice",
    ...documentWith("salesInvoiceLines"),
    hasSubscriptions: true,
    properties: {
      number: readOnly(text),
      externalDocumentNumber: text,
      invoiceDate: date,
      postingDate: date,
      dueDate: date,
      ...customer,
      ...shipTo,
      orderId: readOnly(guid),
      orderNumber: readOnly(text),
      ...discount,
      ...totals,
      remainingAmount: readOnly(decimal),
      status: readOnly(option(invoiceStatus)),
    },
  },
  salesCreditMemos: {
    caption: "Sales Credit Memo",
    ...documentWith("salesCreditMemoLines"),
    hasSubscriptions: true,
    properties: {
      number: readOnly(text),
      externalDocumentNumber: text,
      creditMemoDate: date,
      postingDate: date,
      dueDate: date,
      ...customer,
      ...discount,
      ...totals,
      status: readOnly(option(invoiceStatus)),
      invoiceId: guid,
      invoiceNumber: text,
    },
  },
  purchaseOrders: {
    caption: "Purchase Order",
    ...documentWith("purchaseOrderLines"),
    properties: {
      number: readOnly(text),
      orderDate: date,
      postingDate: date,
      ...vendor,
      ...shipTo,
      paymentTermsId: guid,
      ...discount,
      ...totals,
      fullyReceived: readOnly(boolean),
      status: readOnly(option(orderStatus)),
    },
  },
  purchaseInvoices: {
    caption: "Purchase Invoice",
    ...documentWith("purchaseInvoiceLines"),
    hasSubscriptions: true,
    properties: {
      number: readOnly(text),
      postingDate: date,
      invoiceDate: date,
      dueDate: date,
      vendorInvoiceNumber: text,
      ...vendor,
      ...shipTo,
      orderId: readOnly(guid),
      orderNumber: readOnly(text),
      ...discount,
      ...totals,
      status: readOnly(option(invoiceStatus)),
    },
  },
  purchaseCreditMemos: {
    caption: "Purchase Credit Memo",
    ...documentWith("purchaseCreditMemoLines"),
    properties: {
      number: readOnly(text),
      creditMemoDate: date,
      postingDate: date,
      dueDate: date,
      vendorCreditMemoNumber: text,
      ...vendor,
      paymentTermsId: guid,
      ...discount,
      ...totals,
      status: readOnly(option(invoiceStatus)),
      invoiceId: guid,
      invoiceNumber: text,
    },
  },
  purchaseReceipts: {
    caption: "Purch. Rcpt. Header",
    toMany: ["purchaseReceiptLines", "dimensionSetLines"],
    properties: {
      number: text,
      invoiceDate: date,
      postingDate: date,
      dueDate: date,
      vendorNumber: text,
      vendorName: text,
      payToName: text,
      payToVendorNumber: text,
      ...shipTo,
      ...buyFrom,
      ...payTo,
      currencyCode: text,
      orderNumber: text,
    },
  },
  salesQuoteLines: {
    caption: "Sales Line",
    ...lineOf("salesQuote"),
    properties: {
      ...line,
      unitPrice: decimal,
    },
  },
  salesOrderLines: {
    caption: "Sales Line",
    ...lineOf("salesOrder"),
    properties: {
      ...line,
      unitPrice: decimal,
    },
  },
  salesInvoiceLines: {
    caption: "Sales Line",
    ...lineOf("salesInvoice"),
    properties: {
      ...line,
      unitPrice: decimal,
    },
  },
  salesCreditMemoLines: {
    caption: "Sales Line",
    ...lineOf("salesCreditMemo"),
    properties: {
      ...line,
      unitPrice: decimal,
    },
  },
  purchaseOrderLines: {
    caption: "Purchase Line",
    ...lineOf("purchaseOrder"),
    properties: {
      ...line,
      directUnitCost: decimal,
      receivedQuantity: readOnly(decimal),
    },
  },
  purchaseInvoiceLines: {
    caption: "Purchase Line",
    ...lineOf("purchaseInvoice"),
    properties: {
      ...line,
      unitCost: decimal,
    },
  },
  purchaseCreditMemoLines: {
    caption: "Purchase Line",
    ...lineOf("purchaseCreditMemo"),
    properties: {
      ...line,
      unitCost: decimal,
    },
  },
  purchaseReceiptLines: {
    caption: "Purch. Rcpt. Line",
    isTimestamped: false,
    sort: "sequence",
    parent: "documentId",
    toMany: ["dimensionSetLines"],
    properties: {
      documentId: guid,
      sequence: integer,
      lineType: option(receiptLineType),
      lineObjectNumber: text,
      description: text,
      unitOfMeasureCode: text,
      unitCost: decimal,
      quantity: decimal,
      discountPercent: decimal,
      taxPercent: decimal,
    },
  },
  attachments: {
    caption: "Attachment Entity Buffer",
    ...writable,
    sort: "fileName",
    parent: "parentId",
    properties: {
      ...file,
    },
  },
  documentAttachments: {
    caption: "Document Attachment",
    ...writable,
    sort: "fileName",
    parent: "parentId",
    properties: {
      ...file,
      lineNumber: integer,
      documentFlowSales: boolean,
      documentFlowPurchase: boolean,
    },
  },
  pdfDocument: {
    caption: "PDF Document",
    sort: "id",
    isTimestamped: false,
    properties: {
      parentId: guid,
      parentType: option(parentType),
      pdfDocumentContent: stream,
    },
  },
  dimensionSetLines: {
    ...writable,
    caption: "Dimension Set Entry Buffer",
    isTimestamped: false,
    sort: "code",
    parent: "parentId",
    properties: {
      code: text,
      parentId: guid,
      parentType: option(dimensionParent),
      displayName: text,
      valueId: guid,
      valueCode: text,
      valueDisplayName: text,
    },
  },
};

/** The related row that a property refers to, in any set that has the property. */
export const references: Readonly<Record<string, { readonly name: string; readonly set: string }>> = {
  customerId: { name: "customer", set: "customers" },
  vendorId: { name: "vendor", set: "vendors" },
  currencyId: { name: "currency", set: "currencies" },
  unitOfMeasureId: { name: "unitOfMeasure", set: "unitsOfMeasure" },
  baseUnitOfMeasureId: { name: "unitOfMeasure", set: "unitsOfMeasure" },
  itemId: { name: "item", set: "items" },
  accountId: { name: "account", set: "accounts" },
  dimensionId: { name: "dimension", set: "dimensions" },
  paymentTermsId: { name: "paymentTerm", set: "paymentTerms" },
};
