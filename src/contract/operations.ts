/**
 * The data endpoints of the API. Routes, validation, the OpenAPI description, the reference site and the coverage table are
 * derived from this table. A connector offers an operation by having a handler under its id.
 *
 * Ids are `<resource>.<verb>`; nested resources are written as in `invoices.lineItems.list`.
 */
import type { Static, TSchema } from "typebox";
import { accountClass, debitCredit, documentStatus, offerStatus, paymentStatus, salesOrderStatus } from "./enums.ts";
import {
  contactFilters,
  fiscalYear,
  fiscalYearStartDate,
  journalCode,
  modified,
  ordered,
  requiredFiscalYearStart,
} from "./filters.ts";
import * as bookingBody from "./inputs/bookingProposals.ts";
import * as catalogueBody from "./inputs/catalogue.ts";
import * as contactBody from "./inputs/contacts.ts";
import * as ledgerBody from "./inputs/ledger.ts";
import * as moneyBody from "./inputs/money.ts";
import { PassThroughInput } from "./inputs/passThrough.ts";
import * as purchasingBody from "./inputs/purchasing.ts";
import * as salesBody from "./inputs/sales.ts";
import { get, list, type Operation, unpagedList, write } from "./operation.ts";
import { parameters } from "./parameters.ts";
import * as booking from "./records/bookingProposals.ts";
import * as catalogue from "./records/catalogue.ts";
import * as contacts from "./records/contacts.ts";
import * as documents from "./records/documents.ts";
import * as ledger from "./records/ledger.ts";
import * as money from "./records/money.ts";
import { PassThroughResponse } from "./records/passThrough.ts";
import * as purchasing from "./records/purchasing.ts";
import * as sales from "./records/sales.ts";
import { partial, record, text } from "./schema.ts";

const { page, limit, string, enumOf, withAliases, boolean, date } = parameters;
/** Sent beside the proposal, as a query parameter or a separate part. */
const bookingType = {
  bookingType: enumOf(
    "The kind of document to book: a sale, a purchase, or a credit note for either.",
    booking.BookingProposal.properties.bookingType,
  ),
};

const Deleted = record("Deleted", { id: text }, {});
const StartedTask = record("StartedTask", { taskId: text }, {});
const FileFields = record(
  "FileFields",
  {},
  {
    documentType: text,
    documentDate: text,
    note: text,
    contactId: text,
    documentId: text,
    integrationSource: text,
    resourceId: text,
  },
);

export const operations = {
  "accounts.list": list("/accounts", ledger.Account, {
    ...modified,
    ...fiscalYear,
    ...fiscalYearStartDate,
    debitCreditIndicator: enumOf("Only accounts whose normal side is debit or credit.", debitCredit),
    types: string("Only accounts of these types, as a comma-separated list."),
    classFilter: enumOf("Only accounts of this balance sheet or profit and loss class.", accountClass),
    isActive: boolean("true excludes archived accounts; false returns only archived accounts."),
  }),
  "accounts.create": write("POST", "/accounts", ledger.Account, { body: ledgerBody.AccountInput }),
  "accounts.get": get("/accounts/{accountId}", ledger.Account),

  "asyncTask.get": get("/asyncTask/{taskId}", documents.AsyncTask, { page, limit }),

  "bankAccounts.list": list("/bankAccounts", money.BankAccount, modified),
  "bankAccounts.create": write("POST", "/bankAccounts", money.BankAccount, { body: moneyBody.BankAccountInput }),
  "bankAccounts.get": get("/bankAccounts/{bankAccountId}", money.BankAccount),

  "bills.list": list("/bills", purchasing.Bill, {
    ...modified,
    status: enumOf("Only bills in this state, from draft to paid or voided.", documentStatus),
    paymentStatus: enumOf("Only bills in this payment state, independent of `status`.", paymentStatus),
    billDateFrom: date("Only bills whose `billDate` is on or after this day."),
    ...ordered("billDate", "billNumber", "createdDate", "updatedDate"),
  }),
  "bills.create": write("POST", "/bills", purchasing.Bill, { body: purchasingBody.BillInput }),
  "bills.get": get("/bills/{billId}", purchasing.Bill),
  "bills.update": write("PUT", "/bills/{billId}", purchasing.Bill, { body: purchasingBody.BillInput }),
  "bills.delete": write("DELETE", "/bills/{billId}", Deleted),
  "bills.document.get": get("/bills/{billId}/document", documents.Document),
  "bills.documents.list": unpagedList("/bills/{billId}/documents", documents.Document),
  "bills.lineItems.list": unpagedList("/bills/{billId}/lineItems", purchasing.BillLineItem),
  "bills.lineItems.create": write("POST", "/bills/{billId}/lineItems", purchasing.BillLineItem, {
    body: purchasingBody.BillLineItemInput,
    many: true,
  }),
  "bills.lineItems.update": write("PUT", "/bills/{billId}/lineItems/{lineItemId}", purchasing.BillLineItem, {
    body: purchasingBody.BillLineItemInput,
    many: true,
  }),

  "bookingProposals.list": list("/bookingProposals", booking.BookingProposal, {
    ...modified,
    bookingType: enumOf("Only proposals for this kind of document.", booking.BookingProposal.properties.bookingType),
    status: enumOf(
      "Only proposals in this state, from draft to paid or voided.",
      booking.BookingProposal.properties.status,
      "DISPUTED",
      "CANCELLED",
    ),
    ...ordered("bookingProposalDate", "number", "createdDate", "updatedDate"),
  }),
  "bookingProposals.create": write("POST", "/bookingProposals", booking.BookingProposal, {
    body: bookingBody.BookingProposalInput,
    multipart: "bookingProposal",
    parts: ["folderManagement"],
    query: bookingType,
  }),
  "bookingProposals.createAsync": write("POST", "/bookingProposals/async", StartedTask, {
    body: bookingBody.BookingProposalInput,
    multipart: "bookingProposal",
    parts: ["folderManagement"],
    query: bookingType,
    task: true,
    runs: "bookingProposals.create",
  }),
  "bookingProposals.get": get("/bookingProposals/{bookingProposalId}", booking.BookingProposal),
  "bookingProposals.document.get": get("/bookingProposals/{bookingProposalId}/document", documents.Document),

  "contacts.list": list("/contacts", contacts.Contact, { ...modified, ...contactFilters }),
  "contacts.create": write("POST", "/contacts", contacts.Contact, { body: contactBody.ContactInput }),
  "contacts.bulk": write("POST", "/contacts/bulk", contacts.Contact, {
    body: contactBody.ContactsBulkInput,
    many: true,
    task: true,
  }),
  "contacts.get": get("/contacts/{contactId}", contacts.Contact),
  "contacts.update": write("PUT", "/contacts/{contactId}", contacts.Contact, { body: contactBody.ContactInput }),
  "contacts.patch": write("PATCH", "/contacts/{contactId}", contacts.Contact, {
    body: partial("ContactPatch", contactBody.ContactInput),
  }),

  "creditNotes.list": list("/creditNotes", sales.CreditNote, modified),
  "creditNotes.get": get("/creditNotes/{creditNoteId}", sales.CreditNote),

  "customers.list": list("/customers", contacts.CustomerOrSupplier, { ...modified, ...contactFilters }),
  "customers.create": write("POST", "/customers", contacts.CustomerOrSupplier, {
    body: contactBody.CustomerOrSupplierInput,
  }),
  "customers.get": get("/customers/{contactId}", contacts.CustomerOrSupplier),
  "customers.update": write("PUT", "/customers/{contactId}", contacts.CustomerOrSupplier, {
    body: contactBody.CustomerOrSupplierInput,
  }),
  "customers.patch": write("PATCH", "/customers/{contactId}", contacts.CustomerOrSupplier, {
    body: partial("CustomerOrSupplierPatch", contactBody.CustomerOrSupplierInput),
  }),

  "dimensions.list": list("/dimensions", ledger.DimensionRecord, modified),

  "expenses.list": list("/expenses", money.Expense, modified),
  "expenses.create": write("POST", "/expenses", money.Expense, { body: moneyBody.ExpenseInput, multipart: "expense" }),
  "expenses.createAsync": write("POST", "/expenses/async", StartedTask, {
    body: moneyBody.ExpenseInput,
    multipart: "expense",
    task: true,
    runs: "expenses.create",
  }),
  "expenses.get": get("/expenses/{expenseId}", money.Expense, journalCode),

  "files.create": write("POST", "/files", documents.Document, { body: FileFields, multipart: "file" }),
  "files.createAsync": write("POST", "/files/async", StartedTask, {
    body: FileFields,
    multipart: "file",
    task: true,
    runs: "files.create",
  }),
  "files.documentExtensions.get": get("/files/documentExtensions", documents.DocumentExtensions),
  "files.documentTypes.list": unpagedList("/files/documentTypes", documents.DocumentType),

  "fiscalYears.list": unpagedList("/fiscalYears", ledger.FiscalYear),
  "fiscalYears.get": get("/fiscalYears/{fiscalYearId}", ledger.FiscalYear),

  "goodsReceipts.list": list("/goodsReceipts", purchasing.GoodsReceipt, modified),
  "goodsReceipts.get": get("/goodsReceipts/{goodsReceiptId}", purchasing.GoodsReceipt),
  "goodsReceipts.lineItems.list": unpagedList(
    "/goodsReceipts/{goodsReceiptId}/lineItems",
    purchasing.GoodsReceiptLineItem,
    modified,
  ),
  "goodsReceipts.lineItems.get": get(
    "/goodsReceipts/{goodsReceiptId}/lineItems/{lineItemId}",
    purchasing.GoodsReceiptLineItem,
  ),

  "invoices.list": list("/invoices", sales.Invoice, {
    ...modified,
    status: enumOf("Only invoices in this state, from draft to paid or voided.", documentStatus),
    paymentStatus: enumOf("Only invoices in this payment state, independent of `status`.", paymentStatus),
    dueDateFrom: date("Only invoices whose `dueDate` is on or after this day."),
    ...ordered("invoiceDate", "invoiceNumber", "createdDate", "updatedDate"),
  }),
  "invoices.create": write("POST", "/invoices", sales.Invoice, { body: salesBody.InvoiceInput }),
  "invoices.get": get("/invoices/{invoiceId}", sales.Invoice),
  "invoices.patch": write("PATCH", "/invoices/{invoiceId}", sales.Invoice, { body: salesBody.InvoicePatch }),
  "invoices.document.get": get("/invoices/{invoiceId}/document", documents.Document),
  "invoices.lineItems.list": list("/invoices/{invoiceId}/lineItems", sales.InvoiceLineItem, modified),
  "invoices.lineItems.create": write("POST", "/invoices/{invoiceId}/lineItems", sales.InvoiceLineItem, {
    body: salesBody.InvoiceLineItemInput,
  }),
  "invoices.lineItems.get": get("/invoices/{invoiceId}/lineItems/{lineItemId}", sales.InvoiceLineItem),
  "invoices.lineItems.patch": write("PATCH", "/invoices/{invoiceId}/lineItems/{lineItemId}", sales.InvoiceLineItem, {
    body: partial("InvoiceLineItemPatchBody", salesBody.InvoiceLineItemInput),
  }),

  "items.list": list("/items", catalogue.Item, {
    ...modified,
    type: enumOf("Only products, or only services.", catalogue.Item.properties.type),
    itemNumber: string("Only the item with this number in the company's catalogue."),
  }),
  "items.create": write("POST", "/items", catalogue.Item, { body: catalogueBody.ItemInput }),
  "items.get": get("/items/{itemId}", catalogue.Item),
  "items.patch": write("PATCH", "/items/{itemId}", catalogue.Item, { body: catalogueBody.ItemPatch }),

  "journalEntries.list": {
    ...list("/journalEntries", ledger.JournalEntry, {
      ...modified,
      ...fiscalYear,
      ...fiscalYearStartDate,
      transactionDateFrom: date("Only entries whose `transactionDate` is on or after this day."),
    }),
    // Some target systems assemble the list in the background.
    task: true,
  },
  "journalEntries.create": write("POST", "/journalEntries", ledger.JournalEntry, {
    body: ledgerBody.JournalEntryInput,
    multipart: "journal_entry",
    parts: ["filesPos"],
  }),
  "journalEntries.bulk": write("POST", "/journalEntries/bulk", ledger.JournalEntry, {
    body: ledgerBody.JournalEntriesBulkInput,
    many: true,
    task: true,
  }),
  "journalEntries.get": get("/journalEntries/{journalEntryId}", ledger.JournalEntry, journalCode),
  "journalEntries.attachments.list": unpagedList("/journalEntries/{journalEntryId}/attachments", documents.Document),
  "journalEntries.attachments.create": write(
    "POST",
    "/journalEntries/{journalEntryId}/attachments",
    documents.Document,
    { body: FileFields, multipart: "file" },
  ),
  "journalEntries.attachments.get": get(
    "/journalEntries/{journalEntryId}/attachments/{attachmentId}",
    documents.Document,
  ),

  "journals.list": list("/journals", ledger.Journal, modified),

  "offers.list": list("/offers", sales.Offer, {
    ...modified,
    status: enumOf("Only offers in this state, from draft to accepted or declined.", offerStatus),
  }),
  "offers.create": write("POST", "/offers", sales.Offer, { body: salesBody.OfferInput }),
  "offers.get": get("/offers/{offerId}", sales.Offer),
  "offers.document.get": get("/offers/{offerId}/document", documents.Document),
  "offers.lineItems.list": list("/offers/{offerId}/lineItems", sales.OfferLineItem, modified),
  "offers.lineItems.get": get("/offers/{offerId}/lineItems/{lineItemId}", sales.OfferLineItem),

  "openItems.list": list("/openItems", ledger.OpenItem, {
    ...modified,
    ...fiscalYear,
    accountNumber: string("Only open items of the customer or supplier with this subledger account number."),
    documentNumber: string("Only open items of the invoice or bill with this number."),
    type: withAliases(
      enumOf(
        "Only receivables from customers (INVOICE), or only payables to suppliers (BILL).",
        ledger.OpenItem.properties.type,
      ),
      { receivable: "INVOICE", payable: "BILL" },
    ),
  }),

  "passThrough.create": write("POST", "/passThrough", PassThroughResponse, {
    body: PassThroughInput,
    everywhere: true,
  }),

  "payments.list": list("/payments", money.Payment, {
    ...modified,
    invoiceId: string("Only payments that settle this invoice, by its id at the target system."),
  }),
  "payments.create": write("POST", "/payments", money.Payment, { body: moneyBody.PaymentInput }),
  "payments.get": get("/payments/{paymentId}", money.Payment),
  "payments.delete": write("DELETE", "/payments/{paymentId}", Deleted),

  "paymentTerms.list": list("/paymentTerms", money.PaymentTerm, {
    ...modified,
    ...fiscalYear,
    ...fiscalYearStartDate,
  }),
  "paymentTerms.create": write("POST", "/paymentTerms", money.PaymentTerm, { body: moneyBody.PaymentTermInput }),
  "paymentTerms.get": get("/paymentTerms/{paymentTermId}", money.PaymentTerm),

  "projects.list": list("/projects", catalogue.Project, modified),
  "projects.create": write("POST", "/projects", catalogue.Project, { body: catalogueBody.ProjectInput }),
  "projects.get": get("/projects/{projectId}", catalogue.Project),

  "purchaseOrders.list": list("/purchaseOrders", purchasing.PurchaseOrder, modified),
  "purchaseOrders.get": get("/purchaseOrders/{purchaseOrderId}", purchasing.PurchaseOrder),
  "purchaseOrders.lineItems.list": unpagedList(
    "/purchaseOrders/{purchaseOrderId}/lineItems",
    purchasing.PurchaseOrderLineItem,
    modified,
  ),
  "purchaseOrders.lineItems.get": get(
    "/purchaseOrders/{purchaseOrderId}/lineItems/{lineItemId}",
    purchasing.PurchaseOrderLineItem,
  ),

  "salesOrders.list": list("/salesOrders", sales.SalesOrder, {
    ...modified,
    status: enumOf("Only orders in this state, from draft to closed or voided.", salesOrderStatus),
  }),
  "salesOrders.create": write("POST", "/salesOrders", sales.SalesOrder, { body: salesBody.SalesOrderInput }),
  "salesOrders.get": get("/salesOrders/{salesOrderId}", sales.SalesOrder),
  "salesOrders.lineItems.list": list("/salesOrders/{salesOrderId}/lineItems", sales.SalesOrderLineItem, modified),

  "suppliers.list": list("/suppliers", contacts.CustomerOrSupplier, { ...modified, ...contactFilters }),
  "suppliers.create": write("POST", "/suppliers", contacts.CustomerOrSupplier, {
    body: contactBody.CustomerOrSupplierInput,
  }),
  "suppliers.get": get("/suppliers/{contactId}", contacts.CustomerOrSupplier),
  "suppliers.update": write("PUT", "/suppliers/{contactId}", contacts.CustomerOrSupplier, {
    body: contactBody.CustomerOrSupplierInput,
  }),
  "suppliers.patch": write("PATCH", "/suppliers/{contactId}", contacts.CustomerOrSupplier, {
    body: partial("CustomerOrSupplierPatch", contactBody.CustomerOrSupplierInput),
  }),

  "taxRates.list": list("/taxRates", catalogue.TaxRateRecord, {
    ...modified,
    isActive: boolean("true excludes tax rates that can no longer be used; false returns only those."),
  }),
  "taxRates.get": get("/taxRates/{taxRateId}", catalogue.TaxRateRecord),

  "transactions.create": write("POST", "/transactions", money.Transaction, {
    body: moneyBody.TransactionInput,
    multipart: "transaction",
  }),

  "trialBalance.list": list("/trialBalance", ledger.TrialBalanceEntry, {
    ...modified,
    ...fiscalYear,
    ...requiredFiscalYearStart,
    accountNumber: string("Only the totals of the account with this number."),
    accountCode: string("Only the totals of the account with this code."),
  }),

  "units.list": list("/units", catalogue.Unit),

  "vendorCredits.list": list("/vendorCredits", purchasing.VendorCredit, {
    ...modified,
    status: enumOf("Only vendor credits in this state, from draft to paid or voided.", documentStatus),
    paymentStatus: enumOf("Only vendor credits in this payment state, independent of `status`.", paymentStatus),
  }),
  "vendorCredits.create": write("POST", "/vendorCredits", purchasing.VendorCredit, {
    body: purchasingBody.VendorCreditInput,
  }),
  "vendorCredits.update": write("PUT", "/vendorCredits/{vendorCreditId}", purchasing.VendorCredit, {
    body: purchasingBody.VendorCreditInput,
  }),
  "vendorCredits.delete": write("DELETE", "/vendorCredits/{vendorCreditId}", Deleted),
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
export type OperationOf<Id extends OperationId> = (typeof operations)[Id];
/** The record that an operation returns. */
export type RecordOf<Id extends OperationId> = Static<OperationOf<Id>["record"]>;

/** The request body of an operation. */
export type InputOf<Id extends OperationId> =
  OperationOf<Id> extends { readonly body: infer Body extends TSchema } ? Static<Body> : undefined;

/** The operation whose connector handler runs: the operation itself, or the one that its task carries out. */
export const handlerOperationOf = (id: OperationId): OperationId => {
  const { runs }: Operation = operations[id];
  return (runs as OperationId | undefined) ?? id;
};

/** The rows of the table, with their ids. */
export const operationTable = Object.entries(operations) as [OperationId, Operation][];
