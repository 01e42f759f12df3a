/** Fortnox's shapes, with only the fields that the connector reads or writes. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
/** Numbers that some lists and rows have as text. */
type Code = string | number | null | undefined;

/** Errors are written in either case, even by the same resource. */
export interface ErrorInformation {
  readonly ErrorInformation?: {
    readonly Message?: Text;
    readonly message?: Text;
    readonly Code?: number;
    readonly code?: number;
  } | null;
  /** The gateway's errors, such as an expired token. */
  readonly message?: Text;
}

/** The last closed day. Empty if no period is locked. */
export interface LockedPeriod {
  readonly EndDate?: Text;
}

/** A customer as lists have it. */
export interface ListedCustomer {
  readonly CustomerNumber: string;
  readonly Name?: Text;
  readonly Address1?: Text;
  readonly Address2?: Text;
  readonly ZipCode?: Text;
  readonly City?: Text;
  readonly Email?: Text;
  readonly Phone?: Text;
}

export interface Customer {
  readonly CustomerNumber: string;
  readonly Name?: Text;
  readonly Type?: Text;
  readonly Address1?: Text;
  readonly Address2?: Text;
  readonly ZipCode?: Text;
  readonly City?: Text;
  readonly CountryCode?: Text;
  readonly DeliveryAddress1?: Text;
  readonly DeliveryAddress2?: Text;
  readonly DeliveryZipCode?: Text;
  readonly DeliveryCity?: Text;
  readonly DeliveryCountryCode?: Text;
  readonly Email?: Text;
  readonly EmailInvoice?: Text;
  readonly Phone1?: Text;
  readonly Phone2?: Text;
  readonly Fax?: Text;
  readonly VATNumber?: Text;
}

/** Lists have only the first of the two phone numbers, under another name. */
export interface Supplier {
  readonly SupplierNumber: string;
  readonly Name?: Text;
  readonly Address1?: Text;
  readonly Address2?: Text;
  readonly ZipCode?: Text;
  readonly City?: Text;
  readonly CountryCode?: Text;
  readonly Email?: Text;
  readonly Phone?: Text;
  readonly Phone1?: Text;
  readonly Phone2?: Text;
  readonly Fax?: Text;
  readonly VATNumber?: Text;
  readonly IBAN?: Text;
  readonly BIC?: Text;
  readonly Bank?: Text;
}

export interface Article {
  readonly ArticleNumber: string;
  readonly Description?: Text;
  readonly Type?: Text;
  readonly Unit?: Text;
  readonly PurchaseAccount?: Code;
  readonly PurchasePrice?: Decimal;
  readonly QuantityInStock?: Decimal;
  readonly SalesAccount?: Code;
  readonly SalesPrice?: Decimal;
  readonly VAT?: Decimal;
}

export interface Project {
  readonly ProjectNumber: string;
  readonly Description?: Text;
  readonly Comments?: Text;
  readonly Status?: Text;
  readonly StartDate?: Text;
  readonly EndDate?: Text;
}

export interface CostCenter {
  readonly Code: string;
  readonly Description?: Text;
  readonly Active?: boolean | null;
}

export interface Unit {
  readonly Code: string;
  readonly Description?: Text;
}

export interface TermsOfPayment {
  readonly Code: string;
  readonly Description?: Text;
}

/** An account of one fiscal year. */
export interface Account {
  readonly Number: number;
  readonly Description?: Text;
  readonly Active?: boolean | null;
}

export interface FinancialYear {
  readonly Id: number;
  readonly FromDate: string;
  readonly ToDate: string;
}

export interface VoucherSeries {
  readonly Code: string;
  readonly Description?: Text;
  /** Whether users enter vouchers in this series. */
  readonly Manual?: boolean | null;
}

export interface VoucherRow {
  readonly Account?: Code;
  readonly CostCenter?: Text;
  readonly Credit?: Decimal;
  readonly Debit?: Decimal;
  readonly Description?: Text;
  readonly Project?: Text;
  /** Rows that a correction has struck out stay in the voucher. */
  readonly Removed?: boolean | null;
  readonly TransactionInformation?: Text;
}

/** Lists have no rows. A voucher's key is its year, series and number. */
export interface Voucher {
  readonly Description?: Text;
  readonly ReferenceNumber?: Text;
  readonly ReferenceType?: Text;
  readonly TransactionDate?: Text;
  readonly VoucherNumber: number;
  readonly VoucherRows?: readonly VoucherRow[] | null;
  readonly VoucherSeries: string;
  readonly Year: number;
}

/** A row of an invoice, an offer or an order. Each kind has its own quantity. */
export interface Row {
  readonly RowId?: number | null;
  readonly AccountNumber?: Code;
  readonly ArticleNumber?: Text;
  readonly CostCenter?: Text;
  readonly DeliveredQuantity?: Decimal;
  readonly OrderedQuantity?: Decimal;
  readonly Quantity?: Decimal;
  readonly Description?: Text;
  readonly Discount?: Decimal;
  readonly DiscountType?: Text;
  readonly Price?: Decimal;
  readonly Project?: Code;
  readonly Total?: Decimal;
  readonly TotalExcludingVAT?: Decimal;
  readonly Unit?: Text;
  readonly VAT?: Decimal;
}

/** What invoices, offers and orders have in common. */
export interface SalesDocument {
  readonly DocumentNumber: string;
  readonly Address1?: Text;
  readonly Address2?: Text;
  readonly AdministrationFee?: Decimal;
  readonly AdministrationFeeVAT?: Decimal;
  readonly Cancelled?: boolean | null;
  readonly City?: Text;
  readonly Comments?: Text;
  /** A name, in Swedish or English. */
  readonly Country?: Text;
  readonly Currency?: Text;
  readonly CustomerName?: Text;
  readonly CustomerNumber?: Text;
  readonly DeliveryAddress1?: Text;
  readonly DeliveryAddress2?: Text;
  readonly DeliveryCity?: Text;
  readonly DeliveryCountry?: Text;
  readonly DeliveryDate?: Text;
  readonly DeliveryZipCode?: Text;
  readonly Freight?: Decimal;
  readonly FreightVAT?: Decimal;
  /** "0" if there is none. */
  readonly InvoiceReference?: Text;
  readonly Project?: Code;
  readonly RoundOff?: Decimal;
  readonly Sent?: boolean | null;
  readonly TermsOfPayment?: Text;
  readonly Total?: Decimal;
  readonly TotalVAT?: Decimal;
  readonly VATIncluded?: boolean | null;
  readonly YourOrderNumber?: Text;
  readonly ZipCode?: Text;
}

export interface Invoice extends SalesDocument {
  readonly Balance?: Decimal;
  readonly Booked?: boolean | null;
  /** "true" or "false". Lists do not have it. */
  readonly Credit?: Text;
  readonly DueDate?: Text;
  readonly FinalPayDate?: Text;
  readonly InvoiceDate?: Text;
  readonly InvoiceRows?: readonly Row[] | null;
  readonly VoucherSeries?: Text;
}

export interface Order extends SalesDocument {
  readonly OrderDate?: Text;
  readonly OrderRows?: readonly Row[] | null;
}

export interface Offer extends SalesDocument {
  readonly ExpireDate?: Text;
  readonly OfferDate?: Text;
  readonly OfferRows?: readonly Row[] | null;
  /** "0" if there is none. */
  readonly OrderReference?: Text;
  readonly YourReferenceNumber?: Text;
}

/** Rows post to accounts. Their code tells the total and the VAT from the rest. */
export interface SupplierInvoiceRow {
  readonly Account?: Code;
  readonly AccountDescription?: Text;
  readonly ArticleNumber?: Text;
  readonly Code?: Text;
  readonly CostCenter?: Text;
  readonly Credit?: Decimal;
  readonly CreditCurrency?: Decimal;
  readonly Debit?: Decimal;
  readonly DebitCurrency?: Decimal;
  readonly ItemDescription?: Text;
  readonly Price?: Decimal;
  readonly Project?: Text;
  readonly Quantity?: Decimal;
  readonly TransactionInformation?: Text;
  readonly Unit?: Text;
}

/** Amounts are text. Lists have `Cancel` instead of `Cancelled`, and no rows. */
export interface SupplierInvoice {
  readonly GivenNumber: string;
  readonly Balance?: Decimal;
  readonly Booked?: boolean | null;
  readonly Cancel?: boolean | null;
  readonly Cancelled?: boolean | null;
  readonly Credit?: boolean | null;
  readonly Currency?: Text;
  readonly DueDate?: Text;
  readonly FinalPayDate?: Text;
  readonly InvoiceDate?: Text;
  readonly InvoiceNumber?: Text;
  readonly OCR?: Text;
  readonly SupplierInvoiceRows?: readonly SupplierInvoiceRow[] | null;
  readonly SupplierName?: Text;
  readonly SupplierNumber?: Text;
  readonly Total?: Decimal;
  readonly VAT?: Decimal;
}

/** A payment of an invoice or of a supplier invoice. Lists have neither the other party nor the amount in the currency. */
export interface Payment {
  readonly Number: Code;
  readonly Amount?: Decimal;
  readonly AmountCurrency?: Decimal;
  readonly Booked?: boolean | null;
  readonly Currency?: Text;
  readonly CurrencyRate?: Decimal;
  readonly CurrencyUnit?: Decimal;
  readonly InvoiceNumber?: Code;
  readonly InvoiceCustomerName?: Text;
  readonly InvoiceCustomerNumber?: Text;
  readonly InvoiceSupplierName?: Text;
  readonly InvoiceSupplierNumber?: Text;
  readonly ModeOfPayment?: Text;
  readonly ModeOfPaymentAccount?: Code;
  readonly PaymentDate?: Text;
}

/** A way to pay, with the account that the money goes through. */
export interface ModeOfPayment {
  readonly Code: string;
  readonly Description?: Text;
  readonly AccountNumber?: Code;
}
