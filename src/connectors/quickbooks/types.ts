/** QuickBooks' shapes: only the fields that Kontor reads or writes. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;
type Flag = boolean | null | undefined;

export interface Ref {
  readonly value?: Text;
  readonly name?: Text;
  readonly type?: Text;
}
type OptionalRef = Ref | null | undefined;

export interface Stamped {
  readonly Id: string;
  readonly SyncToken?: Text;
  readonly MetaData?: { readonly CreateTime?: Text; readonly LastUpdatedTime?: Text } | null;
}

/** An entity that is never deleted, only made inactive. */
export interface Listed extends Stamped {
  readonly Name?: Text;
  readonly FullyQualifiedName?: Text;
  readonly Active?: Flag;
}

export interface PhysicalAddress {
  readonly Line1?: Text;
  readonly Line2?: Text;
  readonly Line3?: Text;
  readonly Line4?: Text;
  readonly Line5?: Text;
  readonly City?: Text;
  readonly Country?: Text;
  readonly PostalCode?: Text;
}
type OptionalAddress = PhysicalAddress | null | undefined;

interface Phone {
  readonly FreeFormNumber?: Text;
}

/** A customer or a vendor. */
export interface Party extends Listed {
  readonly DisplayName?: Text;
  readonly CompanyName?: Text;
  readonly Title?: Text;
  readonly GivenName?: Text;
  readonly FamilyName?: Text;
  readonly PrimaryPhone?: Phone | null | undefined;
  readonly AlternatePhone?: Phone | null | undefined;
  readonly Mobile?: Phone | null | undefined;
  readonly Fax?: Phone | null | undefined;
  readonly BillAddr?: OptionalAddress;
  readonly ShipAddr?: OptionalAddress;
  readonly PrimaryEmailAddr?: { readonly Address?: Text } | null | undefined;
  readonly WebAddr?: { readonly URI?: Text } | null | undefined;
  /** Of customers only; it counts if the customer is taxable. */
  readonly DefaultTaxCodeRef?: Ref | null | undefined;
  readonly Taxable?: boolean | null;
}

export interface Account extends Listed {
  readonly AcctNum?: Text;
  readonly AccountType?: Text;
  readonly Classification?: Text;
  readonly Description?: Text;
  readonly CurrencyRef?: OptionalRef;
  readonly ParentRef?: OptionalRef;
  readonly CurrentBalance?: Decimal;
}

export interface Item extends Listed {
  readonly InvStartDate?: Text;
  readonly Sku?: Text;
  readonly Type?: Text;
  readonly AssetAccountRef?: OptionalRef;
  readonly ExpenseAccountRef?: OptionalRef;
  readonly IncomeAccountRef?: OptionalRef;
  readonly SalesTaxCodeRef?: OptionalRef;
  readonly PurchaseCost?: Decimal;
  readonly QtyOnHand?: Decimal;
  readonly UnitPrice?: Decimal;
  readonly SalesTaxIncluded?: Flag;
}

export interface Term extends Listed {
  readonly Type?: Text;
  readonly DiscountDays?: Decimal;
  readonly DiscountPercent?: Decimal;
  readonly DueDays?: Decimal;
}

export interface TaxRate extends Listed {
  readonly RateValue?: Decimal;
}

interface TaxRateDetail {
  readonly TaxRateRef?: OptionalRef;
  readonly TaxTypeApplicable?: Text;
}
interface TaxRateList {
  readonly TaxRateDetail?: List<TaxRateDetail>;
}
export interface TaxCode extends Listed {
  readonly Description?: Text;
  readonly Taxable?: Flag;
  readonly SalesTaxRateList?: TaxRateList | null | undefined;
  readonly PurchaseTaxRateList?: TaxRateList | null | undefined;
}

export interface LinkedTxn {
  readonly TxnId?: Text;
  readonly TxnType?: Text;
}

/** The detail of a line: an item, an account or a posting. */
export interface LineDetail {
  readonly AccountRef?: OptionalRef;
  readonly ClassRef?: OptionalRef;
  readonly DepartmentRef?: OptionalRef;
  readonly ItemAccountRef?: OptionalRef;
  readonly ItemRef?: OptionalRef;
  readonly TaxCodeRef?: OptionalRef;
  readonly Qty?: Decimal;
  readonly TaxAmount?: Decimal;
  readonly TaxApplicableOn?: Text;
  readonly TaxInclusiveAmt?: Decimal;
  readonly UnitPrice?: Decimal;
  readonly PostingType?: Text;
  readonly Entity?: { readonly Type?: Text; readonly EntityRef?: OptionalRef } | null | undefined;
}
type OptionalDetail = LineDetail | null | undefined;

interface DiscountDetail {
  readonly PercentBased?: Flag;
  readonly DiscountPercent?: Decimal;
}

export interface Line {
  readonly Id?: Text;
  readonly Description?: Text;
  readonly DetailType?: Text;
  readonly Amount?: Decimal;
  readonly AccountBasedExpenseLineDetail?: OptionalDetail;
  readonly ItemBasedExpenseLineDetail?: OptionalDetail;
  readonly JournalEntryLineDetail?: OptionalDetail;
  readonly SalesItemLineDetail?: OptionalDetail;
  readonly DiscountLineDetail?: DiscountDetail | null | undefined;
  readonly GroupLineDetail?: { readonly Line?: List<Line> } | null;
  readonly LinkedTxn?: List<LinkedTxn>;
}

/** A document of any kind; each kind has some of these fields. */
export interface Transaction extends Stamped {
  readonly DocNumber?: Text;
  readonly DueDate?: Text;
  readonly GlobalTaxCalculation?: Text;
  readonly Memo?: Text;
  readonly PaymentType?: Text;
  readonly PayType?: Text;
  readonly POStatus?: Text;
  readonly PrivateNote?: Text;
  readonly ShipDate?: Text;
  readonly TxnDate?: Text;
  readonly TxnStatus?: Text;
  readonly AccountRef?: OptionalRef;
  readonly APAccountRef?: OptionalRef;
  readonly CurrencyRef?: OptionalRef;
  readonly CustomerRef?: OptionalRef;
  readonly DepositToAccountRef?: OptionalRef;
  readonly EntityRef?: OptionalRef;
  readonly SalesTermRef?: OptionalRef;
  readonly VendorRef?: OptionalRef;
  /** The amount that is still open. */
  readonly Balance?: Decimal;
  readonly ExchangeRate?: Decimal;
  readonly RemainingCredit?: Decimal;
  readonly TotalAmt?: Decimal;
  readonly BillAddr?: OptionalAddress;
  readonly ShipAddr?: OptionalAddress;
  readonly VendorAddr?: OptionalAddress;
  readonly CheckPayment?: { readonly BankAccountRef?: OptionalRef } | null | undefined;
  readonly CreditCardPayment?: { readonly CCAccountRef?: OptionalRef } | null | undefined;
  readonly TxnTaxDetail?:
    | { readonly TotalTax?: Decimal; readonly TaxLine?: List<{ readonly Amount?: Decimal }> }
    | null
    | undefined;
  readonly Credit?: Flag;
  readonly Line?: List<Line>;
  readonly LinkedTxn?: List<LinkedTxn>;
}

export interface Attachable extends Stamped {
  readonly ContentType?: Text;
  readonly FileName?: Text;
  readonly TempDownloadUri?: Text;
  readonly Size?: number | null;
}

export interface CompanyInfo {
  readonly CompanyName?: Text;
  readonly FiscalYearStartMonth?: Text;
}
export interface Preferences {
  readonly AccountingInfoPrefs?: { readonly BookCloseDate?: Text } | null | undefined;
  readonly CurrencyPrefs?: { readonly HomeCurrency?: OptionalRef } | null | undefined;
}

export interface ReportRow {
  readonly ColData?: List<{ readonly id?: Text; readonly value?: Text }>;
}

/** The names of QuickBooks' entities in queries and replies. */
export type Entity =
  | "Account"
  | "Attachable"
  | "Bill"
  | "BillPayment"
  | "Class"
  | "CreditMemo"
  | "Customer"
  | "Department"
  | "Estimate"
  | "Invoice"
  | "Item"
  | "JournalEntry"
  | "Payment"
  | "Purchase"
  | "PurchaseOrder"
  | "RefundReceipt"
  | "SalesReceipt"
  | "TaxCode"
  | "TaxRate"
  | "Term"
  | "Vendor"
  | "VendorCredit";
