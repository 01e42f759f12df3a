/** Exact Online's records: the fields that we read of each are those that we ask for. */
import type { Shaped } from "../../kit/fields.ts";
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type Integer = number | null | undefined;

/** Lists come below `results`, from some addresses bare; one record comes without either. */
export interface Body<Native> {
  readonly d?: readonly Native[] | Results<Native> | Native | null;
}
export interface Results<Native> {
  readonly results?: readonly Native[] | null;
  /** The whole address of the next page. */
  readonly __next?: Text;
  /** How many there are in all, as text. */
  readonly __count?: Text;
}
/** Lines that were not asked for are only an address. */
export type Lines<Native> = Results<Native> | readonly Native[] | null | undefined;

type Kinds = {
  readonly text: Text;
  readonly whole: Integer;
  readonly decimal: Decimal;
  readonly flag: boolean | null | undefined;
};
/** A record of these fields, each of which may be empty or missing. */
export type Like<Fields extends string> = Shaped<Fields, Kinds>;
type Below<Name extends string, Line> = { readonly [Each in Name]?: Lines<Line> };
/** What is known of a record elsewhere. */
type Also<Known> = { readonly also?: Known };

export type Stamped = Like<"Created Modified">;
export type Identified = Like<"ID">;

export type Division = Like<"Description CustomerName Currency"> & { readonly Code: number | string };
export type Me = Like<"UserID FullName LastName whole:CurrentDivision">;
export const glAccount = "ID Code Description BalanceSide BalanceType whole:Type flag:IsBlocked Created Modified";
export type GLAccount = Like<typeof glAccount>;
export const journal =
  "ID Code Description Currency GLAccount BankName BankAccountIBAN BankAccountBICCode BankAccountIncludingMask BankAccountDescription whole:Type Created Modified";
export type Journal = Like<typeof journal>;

/** What costs and revenues are assigned to: cost centres and units by their codes, projects by their ids. */
export const assigned = "CostCenter CostCenterDescription CostUnit CostUnitDescription Project ProjectDescription";
export type Assigned = Like<typeof assigned>;
export const transactionLine =
  "ID EntryID Account AccountCode Date Description Document GLAccount GLAccountCode Item ProjectCode VATCode VATCodeDescription whole:InvoiceNumber whole:LineNumber whole:Type decimal:AmountDC decimal:AmountFC decimal:AmountVATFC decimal:VATPercentage Created Modified";
export type TransactionLine = Like<typeof transactionLine> & Assigned;

/** The currency is the one that the books are kept in. */
export const transaction =
  "EntryID Date Description Document JournalCode TypeDescription whole:EntryNumber whole:FinancialYear whole:FinancialPeriod whole:Status whole:Type Created Modified";
export type Transaction = Like<typeof transaction> &
  Below<"TransactionLines", TransactionLine> &
  Also<{ readonly currency: Text }>;
export const bankAccount = "ID BankAccount BankAccountHolderName BICCode Description flag:Main";
export type BankAccount = Like<typeof bankAccount>;
export const account =
  "ID Code Name Status AddressLine1 AddressLine2 City Country Postcode Email Phone Fax VATNumber flag:IsSupplier Created Modified";
export type Account = Like<typeof account> & Below<"BankAccounts", BankAccount>;
export const contact =
  "ID AccountName AddressStreet AddressStreetNumber AddressStreetNumberSuffix AddressLine2 City Country Postcode FirstName LastName Title Email BusinessEmail Phone BusinessPhone Mobile BusinessMobile whole:HID flag:AccountIsCustomer flag:AccountIsSupplier Created Modified";
export type Contact = Like<typeof contact>;
export const item =
  "ID Code Description GLCosts GLRevenue GLStock SalesVatCode Unit whole:IsTime decimal:CostPriceStandard decimal:StandardSalesPrice decimal:Stock Created Modified";
export type Item = Like<typeof item>;
export const unit = "ID Code Description Type";
export type Unit = Like<typeof unit>;
export const vatPercentage = "StartDate EndDate whole:Type decimal:Percentage";
export const vatCode = "ID Code Description Type VATTransactionType decimal:Percentage Created Modified";
export type VatCode = Like<typeof vatCode> & Below<"VATPercentages", Like<typeof vatPercentage>>;
export const paymentCondition =
  "ID Code Description PaymentMethod whole:DiscountPaymentDays whole:PaymentDays whole:PaymentEndOfMonths decimal:DiscountPercentage Created Modified";
export type PaymentCondition = Like<typeof paymentCondition>;
export const costObject = "ID Code Description EndDate Created Modified";
export type CostObject = Like<typeof costObject>;
export const project = "ID Account Code Description Notes StartDate EndDate Created Modified";
export type Project = Like<typeof project>;

/** Lines of what is offered, ordered and invoiced: amounts are net. Each kind has some more. */
export const tradeLine =
  "ID Description Item ItemDescription UnitDescription VATCode decimal:AmountFC decimal:Discount decimal:UnitPrice decimal:VATPercentage";
/** What an entry of purchases has of them. */
export const purchaseLine =
  "ID Description From GLAccount GLAccountCode To VATCode decimal:AmountFC decimal:Quantity decimal:VATAmountFC decimal:VATBaseAmountFC decimal:VATPercentage";
export type TradeLine = Like<typeof tradeLine> &
  Like<typeof purchaseLine> &
  Like<"decimal:QuantityInPurchaseUnits decimal:VATAmount"> &
  Assigned &
  Stamped;

/** A document, and what is still to be paid of it. */
export type Payable = Like<"DueDate decimal:AmountFC"> & Also<{ readonly open: number | undefined }>;
export const salesInvoice =
  "InvoiceID Currency Document DueDate InvoiceDate InvoiceTo InvoiceToName Journal PaymentCondition YourRef whole:InvoiceNumber whole:Status whole:Type decimal:AmountDiscount decimal:AmountFC decimal:AmountFCExclVat decimal:VATAmountFC Created Modified";
export type SalesInvoice = Like<typeof salesInvoice> & Below<"SalesInvoiceLines", TradeLine> & Payable;
export const purchaseEntry =
  "EntryID Currency Description Document DueDate EntryDate Journal PaymentCondition PaymentReference Supplier SupplierName YourRef whole:EntryNumber whole:Status whole:Type decimal:AmountFC decimal:VATAmountFC Created Modified";
export type PurchaseEntry = Like<typeof purchaseEntry> & Below<"PurchaseEntryLines", TradeLine> & Payable;
export const quotation =
  "QuotationID Currency OrderAccount OrderAccountName QuotationDate YourRef whole:QuotationNumber whole:Status Created Modified";
export type Quotation = Like<typeof quotation> & Below<"QuotationLines", TradeLine>;
export const salesOrder =
  "OrderID Currency DeliverTo DeliveryDate InvoiceTo OrderDate OrderedBy Remarks whole:Status decimal:AmountDiscount Created Modified";
export type SalesOrder = Like<typeof salesOrder> & Below<"SalesOrderLines", TradeLine>;
export const purchaseOrder =
  "PurchaseOrderID Currency Description OrderDate PaymentCondition Remarks Supplier YourRef whole:OrderStatus Created Modified";
export type PurchaseOrder = Like<typeof purchaseOrder> & Below<"PurchaseOrderLines", TradeLine>;
export const goodsReceiptLine =
  "ID Description Item ItemDescription Project PurchaseOrderID decimal:QuantityOrdered decimal:QuantityReceived Created Modified";
export type GoodsReceiptLine = Like<typeof goodsReceiptLine>;
export const goodsReceipt = "ID Description Remarks Supplier YourRef Created Modified";
export type GoodsReceipt = Like<typeof goodsReceipt> & Below<"GoodsReceiptLines", GoodsReceiptLine>;
export const bankEntry = "EntryID Currency JournalCode whole:FinancialYear";
export type BankEntry = Like<typeof bankEntry>;
export const bankEntryLine =
  "ID EntryID Account AccountName Date Description GLAccount whole:OurRef decimal:AmountFC decimal:ExchangeRate Created Modified";
export type BankEntryLine = Like<typeof bankEntryLine> &
  Also<{ readonly entry?: BankEntry; readonly invoiceId?: Text }>;
export const financialPeriod = "StartDate EndDate whole:FinYear whole:FinPeriod";
export type FinancialPeriod = Like<typeof financialPeriod>;
export const reportingBalance =
  "GLAccountCode GLAccountDescription whole:ID whole:ReportingPeriod whole:ReportingYear decimal:Amount decimal:AmountCredit decimal:AmountDebit";
export type ReportingBalance = Like<typeof reportingBalance>;

/** An outstanding item, of customers or of suppliers. */
export const outstanding =
  "AccountCode AccountId AccountName CurrencyCode Description DueDate InvoiceDate whole:EntryNumber whole:InvoiceNumber decimal:HID decimal:Amount";
export type Outstanding = Like<typeof outstanding>;
export const attachment = "ID Attachment Document FileName";
export type Attachment = Like<typeof attachment>;
export const documentType = "Description whole:ID whole:TypeCategory";
export type DocumentType = Like<typeof documentType>;
