/** QuickBooks' shapes: only what we read or write. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

export type Texts<Name extends string> = { readonly [Each in Name]?: Text };
type Decimals<Name extends string> = { readonly [Each in Name]?: Decimal };
type Flags<Name extends string> = { readonly [Each in Name]?: boolean | null };
export type Some<Name extends string, Value> = { readonly [Each in Name]?: Value | null | undefined };

export type Ref = Texts<"value" | "name" | "type">;
type Refs<Name extends string> = Some<Name, Ref>;

export interface Stamped extends Texts<"SyncToken">, Some<"MetaData", Texts<"CreateTime" | "LastUpdatedTime">> {
  readonly Id: string;
}

/** Of an entity that is never deleted, only put aside. */
export interface Listed extends Stamped, Texts<"Name" | "FullyQualifiedName">, Flags<"Active"> {}

export type PhysicalAddress = Texts<
  "Line1" | "Line2" | "Line3" | "Line4" | "Line5" | "City" | "Country" | "CountrySubDivisionCode" | "PostalCode"
>;

/** A customer or a vendor. */
export interface Party
  extends Listed,
    Texts<"DisplayName" | "CompanyName" | "Title" | "GivenName" | "FamilyName">,
    Some<"PrimaryPhone" | "AlternatePhone" | "Mobile" | "Fax", Texts<"FreeFormNumber">>,
    Some<"BillAddr" | "ShipAddr", PhysicalAddress>,
    Some<"PrimaryEmailAddr", Texts<"Address">>,
    Some<"WebAddr", Texts<"URI">> {}

export interface Account
  extends Listed,
    Texts<"AcctNum" | "AccountType" | "Classification" | "Description">,
    Refs<"CurrencyRef" | "ParentRef">,
    Decimals<"CurrentBalance"> {}

export interface Item
  extends Listed,
    Texts<"InvStartDate" | "Sku" | "Type">,
    Refs<"AssetAccountRef" | "ExpenseAccountRef" | "IncomeAccountRef" | "SalesTaxCodeRef">,
    Decimals<"PurchaseCost" | "QtyOnHand" | "UnitPrice">,
    Flags<"SalesTaxIncluded"> {}

export interface Term extends Listed, Texts<"Type">, Decimals<"DiscountDays" | "DiscountPercent" | "DueDays"> {}

export interface TaxRate extends Listed, Decimals<"RateValue"> {}

interface TaxRateList {
  readonly TaxRateDetail?: List<Refs<"TaxRateRef"> & Texts<"TaxTypeApplicable">>;
}
export interface TaxCode
  extends Listed,
    Texts<"Description">,
    Flags<"Taxable">,
    Some<"SalesTaxRateList" | "PurchaseTaxRateList", TaxRateList> {}

export type LinkedTxn = Texts<"TxnId" | "TxnType">;

/** What lines are about: goods, an account, a posting. */
export interface LineDetail
  extends Refs<"AccountRef" | "ClassRef" | "DepartmentRef" | "ItemAccountRef" | "ItemRef" | "TaxCodeRef">,
    Decimals<"Qty" | "TaxAmount" | "TaxInclusiveAmt" | "UnitPrice">,
    Texts<"PostingType">,
    Some<"Entity", Texts<"Type"> & Refs<"EntityRef">> {}

export interface Line
  extends Texts<"Id" | "Description" | "DetailType">,
    Decimals<"Amount">,
    Some<"AccountBasedExpenseLineDetail" | "ItemBasedExpenseLineDetail", LineDetail>,
    Some<"JournalEntryLineDetail" | "SalesItemLineDetail", LineDetail>,
    Some<"DiscountLineDetail", Flags<"PercentBased"> & Decimals<"DiscountPercent">> {
  readonly GroupLineDetail?: { readonly Line?: List<Line> } | null;
  readonly LinkedTxn?: List<LinkedTxn>;
}

/** A document of any kind: each has some of these. `Balance` is how much of it is still owed. */
export interface Transaction
  extends Stamped,
    Texts<"DocNumber" | "DueDate" | "GlobalTaxCalculation" | "Memo" | "PaymentType" | "PayType" | "POStatus">,
    Texts<"PrivateNote" | "ShipDate" | "TxnDate" | "TxnStatus">,
    Refs<"AccountRef" | "APAccountRef" | "CurrencyRef" | "CustomerRef" | "DepositToAccountRef" | "EntityRef">,
    Refs<"SalesTermRef" | "VendorRef">,
    Decimals<"Balance" | "ExchangeRate" | "RemainingCredit" | "TotalAmt">,
    Some<"BillAddr" | "ShipAddr" | "VendorAddr", PhysicalAddress>,
    Some<"CheckPayment", Refs<"BankAccountRef">>,
    Some<"CreditCardPayment", Refs<"CCAccountRef">>,
    Some<"TxnTaxDetail", Decimals<"TotalTax">>,
    Flags<"Credit"> {
  readonly Line?: List<Line>;
  readonly LinkedTxn?: List<LinkedTxn>;
}

export interface Attachable extends Stamped, Texts<"ContentType" | "FileName" | "TempDownloadUri"> {
  readonly Size?: number | null;
}

export type CompanyInfo = Texts<"CompanyName" | "FiscalYearStartMonth">;
export type Preferences = Some<"AccountingInfoPrefs", Texts<"BookCloseDate">>;

export interface ReportRow {
  readonly ColData?: List<Texts<"id" | "value">>;
}

/** The names that queries and replies have for them. */
export type Entity =
  | ("Account" | "Attachable" | "Bill" | "BillPayment" | "Class" | "CreditMemo" | "Customer" | "Department")
  | ("Estimate" | "Invoice" | "Item" | "JournalEntry" | "Payment" | "Purchase" | "PurchaseOrder" | "TaxCode")
  | ("TaxRate" | "Term" | "Vendor" | "VendorCredit");
