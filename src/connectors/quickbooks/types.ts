/** QuickBooks' shapes: only what we read or write. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

export interface Ref {
  readonly value?: Text;
  readonly name?: Text;
  readonly type?: Text;
}
type RefOr = Ref | null | undefined;

export interface Stamped {
  readonly Id: string;
  readonly SyncToken?: Text;
  readonly MetaData?: { readonly CreateTime?: Text; readonly LastUpdatedTime?: Text } | null;
}

/** Of an entity that is never deleted, only put aside. */
export interface Listed extends Stamped {
  readonly Name?: Text;
  readonly FullyQualifiedName?: Text;
  readonly Active?: boolean | null;
}

export interface PhysicalAddress {
  readonly Line1?: Text;
  readonly Line2?: Text;
  readonly Line3?: Text;
  readonly Line4?: Text;
  readonly Line5?: Text;
  readonly City?: Text;
  readonly Country?: Text;
  readonly CountrySubDivisionCode?: Text;
  readonly PostalCode?: Text;
}

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
  readonly PrimaryEmailAddr?: { readonly Address?: Text } | null;
  readonly PrimaryPhone?: Phone | null;
  readonly AlternatePhone?: Phone | null;
  readonly Mobile?: Phone | null;
  readonly Fax?: Phone | null;
  readonly WebAddr?: { readonly URI?: Text } | null;
  readonly BillAddr?: PhysicalAddress | null;
  readonly ShipAddr?: PhysicalAddress | null;
}

export interface Account extends Listed {
  readonly AcctNum?: Text;
  readonly AccountType?: Text;
  readonly Classification?: Text;
  readonly CurrencyRef?: RefOr;
  readonly CurrentBalance?: Decimal;
  readonly Description?: Text;
  readonly ParentRef?: RefOr;
}

export interface Item extends Listed {
  readonly AssetAccountRef?: RefOr;
  readonly ExpenseAccountRef?: RefOr;
  readonly IncomeAccountRef?: RefOr;
  readonly InvStartDate?: Text;
  readonly PurchaseCost?: Decimal;
  readonly QtyOnHand?: Decimal;
  readonly SalesTaxCodeRef?: RefOr;
  readonly SalesTaxIncluded?: boolean | null;
  readonly Sku?: Text;
  readonly Type?: Text;
  readonly UnitPrice?: Decimal;
}

export interface Term extends Listed {
  readonly DiscountDays?: Decimal;
  readonly DiscountPercent?: Decimal;
  readonly DueDays?: Decimal;
  readonly Type?: Text;
}

export interface TaxRate extends Listed {
  readonly RateValue?: Decimal;
}

interface TaxRateList {
  readonly TaxRateDetail?: List<{ readonly TaxRateRef?: RefOr; readonly TaxTypeApplicable?: Text }>;
}

export interface TaxCode extends Listed {
  readonly Description?: Text;
  readonly Taxable?: boolean | null;
  readonly SalesTaxRateList?: TaxRateList | null;
  readonly PurchaseTaxRateList?: TaxRateList | null;
}

export interface LinkedTxn {
  readonly TxnId?: Text;
  readonly TxnType?: Text;
}

/** What lines are about: goods, an account, a posting. */
export interface LineDetail {
  readonly AccountRef?: RefOr;
  readonly ClassRef?: RefOr;
  readonly DepartmentRef?: RefOr;
  readonly Entity?: { readonly Type?: Text; readonly EntityRef?: RefOr } | null;
  readonly ItemAccountRef?: RefOr;
  readonly ItemRef?: RefOr;
  readonly PostingType?: Text;
  readonly Qty?: Decimal;
  readonly TaxAmount?: Decimal;
  readonly TaxCodeRef?: RefOr;
  readonly TaxInclusiveAmt?: Decimal;
  readonly UnitPrice?: Decimal;
}

export interface Line {
  readonly Id?: Text;
  readonly Amount?: Decimal;
  readonly Description?: Text;
  readonly DetailType?: Text;
  readonly AccountBasedExpenseLineDetail?: LineDetail | null;
  readonly DiscountLineDetail?: { readonly PercentBased?: boolean | null; readonly DiscountPercent?: Decimal } | null;
  readonly GroupLineDetail?: { readonly Line?: List<Line> } | null;
  readonly ItemBasedExpenseLineDetail?: LineDetail | null;
  readonly JournalEntryLineDetail?: LineDetail | null;
  readonly SalesItemLineDetail?: LineDetail | null;
  readonly LinkedTxn?: List<LinkedTxn>;
}

export interface Transaction extends Stamped {
  readonly CurrencyRef?: RefOr;
  readonly DocNumber?: Text;
  readonly ExchangeRate?: Decimal;
  readonly Line?: List<Line>;
  readonly LinkedTxn?: List<LinkedTxn>;
  readonly PrivateNote?: Text;
  readonly TotalAmt?: Decimal;
  readonly TxnDate?: Text;
  readonly TxnTaxDetail?: { readonly TotalTax?: Decimal } | null;
  readonly DepartmentRef?: RefOr;
  readonly GlobalTaxCalculation?: Text;
}

/** What is owed, and how much of it still is. */
export interface Claim extends Transaction {
  readonly Balance?: Decimal;
  readonly DueDate?: Text;
  readonly RemainingCredit?: Decimal;
  readonly SalesTermRef?: RefOr;
}

export interface SalesDocument extends Claim {
  readonly BillAddr?: PhysicalAddress | null;
  readonly CustomerRef?: RefOr;
  readonly ExpirationDate?: Text;
  readonly ShipAddr?: PhysicalAddress | null;
  readonly ShipDate?: Text;
  readonly EmailStatus?: Text;
  readonly TxnStatus?: Text;
}

export interface PurchaseDocument extends Claim {
  readonly APAccountRef?: RefOr;
  readonly Memo?: Text;
  readonly POStatus?: Text;
  readonly ShipAddr?: PhysicalAddress | null;
  readonly VendorAddr?: PhysicalAddress | null;
  readonly VendorRef?: RefOr;
}

/** Of a customer, or to a vendor. */
export interface Payment extends Transaction {
  readonly CustomerRef?: RefOr;
  readonly DepositToAccountRef?: RefOr;
  readonly VendorRef?: RefOr;
  readonly PayType?: Text;
  readonly CheckPayment?: { readonly BankAccountRef?: RefOr } | null;
  readonly CreditCardPayment?: { readonly CCAccountRef?: RefOr } | null;
}

export interface Purchase extends Transaction {
  readonly AccountRef?: RefOr;
  readonly Credit?: boolean | null;
  readonly EntityRef?: RefOr;
  readonly PaymentType?: Text;
}

export interface Attachable extends Stamped {
  readonly ContentType?: Text;
  readonly FileName?: Text;
  readonly Size?: number | null;
  readonly TempDownloadUri?: Text;
}

export interface CompanyInfo extends Stamped {
  readonly CompanyName?: Text;
  readonly FiscalYearStartMonth?: Text;
}

export interface Preferences {
  readonly AccountingInfoPrefs?: { readonly BookCloseDate?: Text } | null;
}

export interface ReportRow {
  readonly ColData?: List<{ readonly id?: Text; readonly value?: Text }>;
}

/** By the name that queries and replies have for them. */
export interface Entities {
  readonly Account: Account;
  readonly Attachable: Attachable;
  readonly Bill: PurchaseDocument;
  readonly BillPayment: Payment;
  readonly Class: Listed;
  readonly CreditMemo: SalesDocument;
  readonly Customer: Party;
  readonly Department: Listed;
  readonly Estimate: SalesDocument;
  readonly Invoice: SalesDocument;
  readonly Item: Item;
  readonly JournalEntry: Transaction;
  readonly Payment: Payment;
  readonly Purchase: Purchase;
  readonly PurchaseOrder: PurchaseDocument;
  readonly TaxCode: TaxCode;
  readonly TaxRate: TaxRate;
  readonly Term: Term;
  readonly Vendor: Party;
  readonly VendorCredit: PurchaseDocument;
}
export type Entity = keyof Entities;
