/**
 * Exact Online's records. Each table lists the fields that Kontor asks for, and the type of the record is inferred from
 * it: a field that is not asked for cannot be read.
 */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type Integer = number | null | undefined;

/** Lists come below `results`, from some paths as a bare array; a single record comes without either. */
export interface Body<Native> {
  readonly d?: readonly Native[] | Results<Native> | Native | null;
}
export interface Results<Native> {
  readonly results?: readonly Native[] | null;
  /** The URL of the next page. */
  readonly __next?: Text;
  /** The number of records on all pages, as text. */
  readonly __count?: Text;
}
/** Without `$expand` the vendor sends only a link to the lines. */
export type Lines<Native> = Results<Native> | readonly Native[] | null | undefined;

/** Stand-ins for the fields' types. Only their types matter, the values are never read. */
const text = "" as Text;
const integer = 0 as Integer;
const decimal = 0 as Decimal;
const flag = false as boolean | null | undefined;

/** The record that comes of a table of fields: any of them may be empty or missing. */
type Shape<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] };

const stampFields = {
  Created: text,
  Modified: text,
};
export type Stamped = Shape<typeof stampFields>;
export interface Identified {
  readonly ID?: Text;
}

export interface Division {
  readonly Code: number | string;
  readonly Description?: Text;
  readonly CustomerName?: Text;
  readonly Currency?: Text;
}
export interface Me {
  readonly UserID?: Text;
  readonly FullName?: Text;
  readonly LastName?: Text;
  readonly CurrentDivision?: Integer;
}

export const glAccountFields = {
  ID: text,
  Code: text,
  Description: text,
  BalanceSide: text,
  BalanceType: text,
  Type: integer,
  IsBlocked: flag,
  ...stampFields,
};
export type GLAccount = Shape<typeof glAccountFields>;

export const journalFields = {
  ID: text,
  Code: text,
  Description: text,
  Currency: text,
  GLAccount: text,
  BankName: text,
  BankAccountIBAN: text,
  BankAccountBICCode: text,
  BankAccountIncludingMask: text,
  BankAccountDescription: text,
  Type: integer,
  ...stampFields,
};
export type Journal = Shape<typeof journalFields>;

/** Assignments of costs and revenues: cost centres and units by their codes, projects by their ids. */
const assignedFields = {
  CostCenter: text,
  CostCenterDescription: text,
  CostUnit: text,
  CostUnitDescription: text,
  Project: text,
  ProjectDescription: text,
};
export type Assigned = Shape<typeof assignedFields>;

export const transactionLineFields = {
  ID: text,
  EntryID: text,
  Account: text,
  AccountCode: text,
  Date: text,
  Description: text,
  Document: text,
  GLAccount: text,
  GLAccountCode: text,
  Item: text,
  ProjectCode: text,
  VATCode: text,
  VATCodeDescription: text,
  InvoiceNumber: integer,
  LineNumber: integer,
  Type: integer,
  Currency: text,
  AmountDC: decimal,
  AmountFC: decimal,
  AmountVATFC: decimal,
  ExchangeRate: decimal,
  VATPercentage: decimal,
  ...assignedFields,
  ...stampFields,
};
export type TransactionLine = Shape<typeof transactionLineFields>;

export const transactionFields = {
  EntryID: text,
  Date: text,
  Description: text,
  Document: text,
  JournalCode: text,
  TypeDescription: text,
  EntryNumber: integer,
  FinancialYear: integer,
  FinancialPeriod: integer,
  Status: integer,
  Type: integer,
  ...stampFields,
};
export interface Transaction extends Shape<typeof transactionFields> {
  readonly TransactionLines?: Lines<TransactionLine>;
  /** Added by Kontor: the currency in which the entry is shown, and its rate if that is not the currency of the books. */
  readonly also?: { readonly currency: Text; readonly rate?: Decimal };
}

export const bankAccountFields = {
  ID: text,
  BankAccount: text,
  BankAccountHolderName: text,
  BICCode: text,
  Description: text,
  Main: flag,
};
export type BankAccount = Shape<typeof bankAccountFields>;

export const accountFields = {
  ID: text,
  Code: text,
  Name: text,
  Status: text,
  AddressLine1: text,
  AddressLine2: text,
  City: text,
  Country: text,
  Postcode: text,
  Email: text,
  Phone: text,
  Fax: text,
  VATNumber: text,
  SalesVATCode: text,
  PurchaseVATCode: text,
  IsSupplier: flag,
  ...stampFields,
};
export interface Account extends Shape<typeof accountFields> {
  readonly BankAccounts?: Lines<BankAccount>;
}

export const contactFields = {
  ID: text,
  AccountName: text,
  AddressStreet: text,
  AddressStreetNumber: text,
  AddressStreetNumberSuffix: text,
  AddressLine2: text,
  City: text,
  Country: text,
  Postcode: text,
  FirstName: text,
  LastName: text,
  Title: text,
  Email: text,
  BusinessEmail: text,
  Phone: text,
  BusinessPhone: text,
  Mobile: text,
  BusinessMobile: text,
  HID: integer,
  AccountIsCustomer: flag,
  AccountIsSupplier: flag,
  ...stampFields,
};
export type Contact = Shape<typeof contactFields>;

export const itemFields = {
  ID: text,
  Code: text,
  Description: text,
  GLCosts: text,
  GLRevenue: text,
  GLStock: text,
  SalesVatCode: text,
  Unit: text,
  IsTime: integer,
  CostPriceStandard: decimal,
  StandardSalesPrice: decimal,
  Stock: decimal,
  ...stampFields,
};
export type Item = Shape<typeof itemFields>;

export const unitFields = {
  ID: text,
  Code: text,
  Description: text,
  Type: text,
};
export type Unit = Shape<typeof unitFields>;

export const vatPercentageFields = {
  StartDate: text,
  EndDate: text,
  Type: integer,
  Percentage: decimal,
};
type VatPercentage = Shape<typeof vatPercentageFields>;

export const vatCodeFields = {
  ID: text,
  Code: text,
  Description: text,
  Type: text,
  VATTransactionType: text,
  Charged: flag,
  Percentage: decimal,
  ...stampFields,
};
export interface VatCode extends Shape<typeof vatCodeFields> {
  readonly VATPercentages?: Lines<VatPercentage>;
}

export const paymentConditionFields = {
  ID: text,
  Code: text,
  Description: text,
  PaymentMethod: text,
  DiscountPaymentDays: integer,
  PaymentDays: integer,
  PaymentEndOfMonths: integer,
  DiscountPercentage: decimal,
  ...stampFields,
};
export type PaymentCondition = Shape<typeof paymentConditionFields>;

export const costObjectFields = {
  ID: text,
  Code: text,
  Description: text,
  EndDate: text,
  ...stampFields,
};
export type CostObject = Shape<typeof costObjectFields>;

export const projectFields = {
  ID: text,
  Account: text,
  Code: text,
  Description: text,
  Notes: text,
  StartDate: text,
  EndDate: text,
  ...stampFields,
};
export type Project = Shape<typeof projectFields>;

/** Fields that all lines of offers, orders and invoices have; amounts are net. */
const tradeLineFields = {
  ID: text,
  Description: text,
  Item: text,
  ItemDescription: text,
  UnitDescription: text,
  VATCode: text,
  AmountFC: decimal,
  Discount: decimal,
  NetPrice: decimal,
  UnitPrice: decimal,
  VATPercentage: decimal,
};
export const salesInvoiceLineFields = {
  ...tradeLineFields,
  GLAccount: text,
  Quantity: decimal,
  VATAmountFC: decimal,
  ...assignedFields,
};
export const quotationLineFields = {
  ...tradeLineFields,
  Quantity: decimal,
  VATAmountFC: decimal,
};
export const salesOrderLineFields = {
  ...tradeLineFields,
  Quantity: decimal,
  VATAmount: decimal,
};
export const purchaseOrderLineFields = {
  ...tradeLineFields,
  QuantityInPurchaseUnits: decimal,
  VATAmount: decimal,
  ...stampFields,
};
export const purchaseEntryLineFields = {
  ID: text,
  Description: text,
  From: text,
  GLAccount: text,
  GLAccountCode: text,
  To: text,
  VATCode: text,
  AmountFC: decimal,
  Quantity: decimal,
  VATAmountFC: decimal,
  VATBaseAmountFC: decimal,
  VATPercentage: decimal,
  ...assignedFields,
};
/** A line of any of these documents. */
export interface TradeLine
  extends Shape<typeof salesInvoiceLineFields>,
    Shape<typeof quotationLineFields>,
    Shape<typeof salesOrderLineFields>,
    Shape<typeof purchaseOrderLineFields>,
    Shape<typeof purchaseEntryLineFields> {}

/** A document that is paid. */
export interface Payable {
  readonly DueDate?: Text;
  readonly AmountFC?: Decimal;
  /** Added by Kontor: the outstanding amount with the sign of the document's amount, if any. */
  readonly also?: { readonly open: number | undefined };
}

export const salesInvoiceFields = {
  InvoiceID: text,
  Currency: text,
  Document: text,
  DueDate: text,
  InvoiceDate: text,
  InvoiceTo: text,
  InvoiceToName: text,
  Journal: text,
  PaymentCondition: text,
  YourRef: text,
  InvoiceNumber: integer,
  Status: integer,
  Type: integer,
  AmountFC: decimal,
  AmountFCExclVat: decimal,
  VATAmountFC: decimal,
  ...stampFields,
};
export interface SalesInvoice extends Shape<typeof salesInvoiceFields>, Payable {
  readonly SalesInvoiceLines?: Lines<TradeLine>;
}

export const purchaseEntryFields = {
  EntryID: text,
  Currency: text,
  Description: text,
  Document: text,
  DueDate: text,
  EntryDate: text,
  Journal: text,
  PaymentCondition: text,
  PaymentReference: text,
  Supplier: text,
  SupplierName: text,
  YourRef: text,
  EntryNumber: integer,
  Status: integer,
  Type: integer,
  AmountFC: decimal,
  VATAmountFC: decimal,
  ...stampFields,
};
export interface PurchaseEntry extends Shape<typeof purchaseEntryFields>, Payable {
  readonly PurchaseEntryLines?: Lines<TradeLine>;
}

export const quotationFields = {
  QuotationID: text,
  Currency: text,
  OrderAccount: text,
  OrderAccountName: text,
  QuotationDate: text,
  YourRef: text,
  QuotationNumber: integer,
  Status: integer,
  ...stampFields,
};
export interface Quotation extends Shape<typeof quotationFields> {
  readonly QuotationLines?: Lines<TradeLine>;
}

export const salesOrderFields = {
  OrderID: text,
  Currency: text,
  DeliverTo: text,
  DeliveryDate: text,
  InvoiceTo: text,
  OrderDate: text,
  OrderedBy: text,
  Remarks: text,
  Status: integer,
  AmountDiscount: decimal,
  ...stampFields,
};
export interface SalesOrder extends Shape<typeof salesOrderFields> {
  readonly SalesOrderLines?: Lines<TradeLine>;
}

export const purchaseOrderFields = {
  PurchaseOrderID: text,
  Currency: text,
  Description: text,
  OrderDate: text,
  PaymentCondition: text,
  Remarks: text,
  Supplier: text,
  YourRef: text,
  OrderStatus: integer,
  ...stampFields,
};
export interface PurchaseOrder extends Shape<typeof purchaseOrderFields> {
  readonly PurchaseOrderLines?: Lines<TradeLine>;
}

export const goodsReceiptLineFields = {
  ID: text,
  Description: text,
  Item: text,
  ItemDescription: text,
  Project: text,
  PurchaseOrderID: text,
  QuantityOrdered: decimal,
  QuantityReceived: decimal,
  ...stampFields,
};
export type GoodsReceiptLine = Shape<typeof goodsReceiptLineFields>;

export const goodsReceiptFields = {
  ID: text,
  Description: text,
  Remarks: text,
  Supplier: text,
  YourRef: text,
  ...stampFields,
};
export interface GoodsReceipt extends Shape<typeof goodsReceiptFields> {
  readonly GoodsReceiptLines?: Lines<GoodsReceiptLine>;
}

export const bankEntryFields = {
  EntryID: text,
  Currency: text,
  JournalCode: text,
  FinancialYear: integer,
};
export type BankEntry = Shape<typeof bankEntryFields>;

export const bankEntryLineFields = {
  ID: text,
  EntryID: text,
  Account: text,
  AccountName: text,
  Date: text,
  Description: text,
  GLAccount: text,
  OurRef: integer,
  AmountFC: decimal,
  ExchangeRate: decimal,
  ...stampFields,
};
export interface BankEntryLine extends Shape<typeof bankEntryLineFields> {
  /** Added by Kontor: the statement that the line is on, its side, and the document that it settles. */
  readonly also?: { readonly entry?: BankEntry; readonly kind: "INVOICE" | "BILL"; readonly invoiceId?: Text };
}

export const financialPeriodFields = {
  StartDate: text,
  EndDate: text,
  FinYear: integer,
};
export type FinancialPeriod = Shape<typeof financialPeriodFields>;

export const reportingBalanceFields = {
  GLAccountCode: text,
  GLAccountDescription: text,
  ID: integer,
  ReportingPeriod: integer,
  ReportingYear: integer,
  Amount: decimal,
  AmountCredit: decimal,
  AmountDebit: decimal,
};
export type ReportingBalance = Shape<typeof reportingBalanceFields>;

/** An outstanding item of a customer or a supplier. */
export const outstandingFields = {
  AccountCode: text,
  AccountId: text,
  AccountName: text,
  CurrencyCode: text,
  Description: text,
  DueDate: text,
  InvoiceDate: text,
  EntryNumber: integer,
  InvoiceNumber: integer,
  HID: decimal,
  Amount: decimal,
};
export type Outstanding = Shape<typeof outstandingFields>;

export const attachmentFields = {
  ID: text,
  Attachment: text,
  Document: text,
  FileName: text,
};
export type Attachment = Shape<typeof attachmentFields>;

export const documentTypeFields = {
  Description: text,
  ID: integer,
  TypeCategory: integer,
};
export type DocumentType = Shape<typeof documentTypeFields>;
