/** Exact Online's shapes: only what we read or write. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type Whole = number | null | undefined;
type Flag = boolean | null | undefined;

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

type Words<Names extends string> = Names extends `${infer First} ${infer Others}` ? First | Words<Others> : Names;
/** Fields of one kind, each of which may be empty or missing: `Has<Text, "Code Name">`. */
type Has<Value, Names extends string> = { readonly [Name in Words<Names>]?: Value };

export type Stamped = Has<Text, "Created Modified">;
export interface Identified {
  readonly ID: string;
}
type Entity = Identified & Stamped;

export type Division = Has<Text, "Description CustomerName Currency"> & {
  readonly Code: number | string;
};

export type Me = Has<Text, "UserID FullName LastName"> & Has<Whole, "CurrentDivision">;

export type GLAccount = Entity &
  Has<Text, "Code Description BalanceSide BalanceType"> &
  Has<Whole, "Type"> &
  Has<Flag, "IsBlocked">;

export type Journal = Entity &
  Has<Text, "Code Description Currency GLAccount BankName BankAccountIBAN BankAccountBICCode"> &
  Has<Text, "BankAccountIncludingMask BankAccountDescription"> &
  Has<Whole, "Type">;

/** What costs and revenues are assigned to: cost centres and units by their codes, projects by their ids. */
export type Assigned = Has<
  Text,
  "CostCenter CostCenterDescription CostUnit CostUnitDescription Project ProjectDescription"
>;

export type TransactionLine = Entity &
  Assigned &
  Has<Text, "EntryID Account AccountCode Date Description Document GLAccount GLAccountCode Item"> &
  Has<Text, "ProjectCode VATCode VATCodeDescription"> &
  Has<Whole, "InvoiceNumber LineNumber Type"> &
  Has<Decimal, "AmountDC AmountFC AmountVATFC VATPercentage">;

export type Transaction = Stamped &
  Has<Text, "Date Description Document JournalCode TypeDescription"> &
  Has<Whole, "EntryNumber FinancialYear FinancialPeriod Status Type"> & {
    readonly EntryID: string;
    readonly TransactionLines?: Lines<TransactionLine>;
    /** The currency that the books are kept in. */
    readonly also?: { readonly currency: Text };
  };

export type BankAccount = Has<Text, "ID BankAccount BankAccountHolderName BICCode Description"> & Has<Flag, "Main">;

export type Account = Entity &
  Has<Text, "Code Name Status AddressLine1 AddressLine2 City Country Postcode Email Phone Fax VATNumber"> &
  Has<Text, "GLAR GLAP"> &
  Has<Flag, "IsSupplier"> & {
    readonly BankAccounts?: Lines<BankAccount>;
  };

export type Contact = Entity &
  Has<Text, "AccountName AddressStreet AddressStreetNumber AddressStreetNumberSuffix AddressLine2 City"> &
  Has<Text, "Country Postcode FirstName LastName Title Email BusinessEmail Phone BusinessPhone Mobile"> &
  Has<Text, "BusinessMobile"> &
  Has<Whole, "HID"> &
  Has<Flag, "AccountIsCustomer AccountIsSupplier">;

export type Item = Entity &
  Has<Text, "Code Description GLCosts GLRevenue GLStock SalesVatCode Unit"> &
  Has<Whole, "IsTime"> &
  Has<Decimal, "CostPriceStandard StandardSalesPrice Stock">;

export type Unit = Identified & Has<Text, "Code Description Type">;

type VatPercentage = Has<Text, "StartDate EndDate"> & Has<Whole, "Type"> & Has<Decimal, "Percentage">;

export type VatCode = Entity &
  Has<Text, "Code Description Type VATTransactionType"> &
  Has<Decimal, "Percentage"> & {
    readonly VATPercentages?: Lines<VatPercentage>;
  };

export type PaymentCondition = Entity &
  Has<Text, "Code Description PaymentMethod"> &
  Has<Whole, "DiscountPaymentDays PaymentDays PaymentEndOfMonths"> &
  Has<Decimal, "DiscountPercentage">;

export type CostObject = Entity & Has<Text, "Code Description EndDate">;

export type Project = Entity & Has<Text, "Account Code Description Notes StartDate EndDate">;

/** Lines of what is offered, ordered and invoiced: amounts are net. */
export type TradeLine = Entity &
  Assigned &
  Has<Text, "Description GLAccount GLAccountCode Item ItemDescription UnitDescription VATCode From To"> &
  Has<Decimal, "AmountFC VATAmountFC VATAmount VATBaseAmountFC Discount Quantity QuantityInPurchaseUnits"> &
  Has<Decimal, "UnitPrice VATPercentage">;

/** What is still to be paid of a document. */
export interface Owed {
  readonly open: number | undefined;
}

export type SalesInvoice = Stamped &
  Has<Text, "Currency Description Document DueDate InvoiceDate InvoiceTo InvoiceToName Journal OrderDate"> &
  Has<Text, "PaymentCondition YourRef"> &
  Has<Whole, "InvoiceNumber Status Type"> &
  Has<Decimal, "AmountFC AmountFCExclVat VATAmountFC AmountDiscount Discount"> & {
    readonly InvoiceID: string;
    readonly SalesInvoiceLines?: Lines<TradeLine>;
    readonly also?: Owed;
  };

export type PurchaseEntry = Stamped &
  Has<Text, "Currency Description Document DueDate EntryDate Journal PaymentCondition PaymentReference"> &
  Has<Text, "Supplier SupplierName YourRef"> &
  Has<Whole, "EntryNumber Status Type"> &
  Has<Decimal, "AmountFC VATAmountFC"> & {
    readonly EntryID: string;
    readonly PurchaseEntryLines?: Lines<TradeLine>;
    readonly also?: Owed;
  };

export type Quotation = Stamped &
  Has<Text, "Currency OrderAccount OrderAccountName QuotationDate YourRef"> &
  Has<Whole, "QuotationNumber Status"> & {
    readonly QuotationID: string;
    readonly QuotationLines?: Lines<TradeLine>;
  };

export type SalesOrder = Stamped &
  Has<Text, "Currency DeliverTo DeliveryDate InvoiceTo OrderDate OrderedBy Remarks"> &
  Has<Whole, "Status"> &
  Has<Decimal, "AmountDiscount"> & {
    readonly OrderID: string;
    readonly SalesOrderLines?: Lines<TradeLine>;
  };

export type PurchaseOrder = Stamped &
  Has<Text, "Currency Description OrderDate PaymentCondition Remarks Supplier YourRef"> &
  Has<Whole, "OrderStatus"> & {
    readonly PurchaseOrderID: string;
    readonly PurchaseOrderLines?: Lines<TradeLine>;
  };

export type GoodsReceiptLine = Entity &
  Has<Text, "Description Item ItemDescription Project PurchaseOrderID"> &
  Has<Decimal, "QuantityOrdered QuantityReceived">;

export type GoodsReceipt = Entity &
  Has<Text, "Description Remarks Supplier YourRef"> & {
    readonly GoodsReceiptLines?: Lines<GoodsReceiptLine>;
  };

export type BankEntry = Has<Text, "Currency JournalCode"> &
  Has<Whole, "FinancialYear"> & {
    readonly EntryID: string;
  };

export type BankEntryLine = Entity &
  Has<Text, "EntryID Account AccountName Date Description GLAccount"> &
  Has<Whole, "OurRef"> &
  Has<Decimal, "AmountFC ExchangeRate"> & {
    readonly also?: { readonly entry?: BankEntry | undefined; readonly invoiceId?: string | undefined };
  };

export type FinancialPeriod = Has<Text, "StartDate EndDate"> & Has<Whole, "FinYear">;

export type ReportingBalance = Has<Text, "GLAccountCode GLAccountDescription"> &
  Has<Whole, "ReportingPeriod ReportingYear"> &
  Has<Decimal, "Amount AmountCredit AmountDebit">;

/** An outstanding item, of customers or of suppliers. */
export type Outstanding = Has<Text, "AccountCode AccountId AccountName CurrencyCode Description DueDate InvoiceDate"> &
  Has<Whole, "EntryNumber InvoiceNumber"> &
  Has<Decimal, "Amount"> & {
    readonly HID: number | string;
  };

export type Attachment = Identified & Has<Text, "Attachment Document FileName">;

export type DocumentType = Has<Text, "Description"> &
  Has<Whole, "TypeCategory"> & {
    readonly ID: number | string;
  };
