/** The shapes of Visma eAccounting (Spiris), with only the fields that the connector reads or writes. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;

export interface Page<Row> {
  readonly Meta?: { readonly TotalNumberOfResults?: number } | null;
  readonly Data?: readonly Row[] | null;
}

export interface ErrorBody {
  readonly DeveloperErrorMessage?: Text;
}

export interface CompanySettings {
  /** The last locked day, at midnight. */
  readonly AccountingLockedTo?: Text;
  readonly CountryCode?: Text;
  readonly CurrencyCode?: Text;
  /** Whether prices for private persons are without VAT. */
  readonly ShowPricesExclVatPC?: boolean | null;
  /** The default of new customers. */
  readonly TermsOfPaymentId?: Text;
}

export interface Customer {
  readonly Id: string;
  readonly CustomerNumber?: Text;
  readonly Name?: Text;
  readonly IsPrivatePerson?: boolean | null;
  readonly IsActive?: boolean | null;
  readonly InvoiceAddress1?: Text;
  readonly InvoiceAddress2?: Text;
  readonly InvoiceCity?: Text;
  readonly InvoiceCountryCode?: Text;
  readonly InvoicePostalCode?: Text;
  readonly DeliveryAddress1?: Text;
  readonly DeliveryAddress2?: Text;
  readonly DeliveryCity?: Text;
  readonly DeliveryCountryCode?: Text;
  readonly DeliveryPostalCode?: Text;
  readonly EmailAddress?: Text;
  readonly Telephone?: Text;
  readonly MobilePhone?: Text;
  readonly VatNumber?: Text;
  readonly CurrencyCode?: Text;
  readonly ReverseChargeOnConstructionServices?: boolean | null;
  readonly TermsOfPaymentId?: Text;
  readonly ChangedUtc?: Text;
}

export interface Supplier {
  readonly Id: string;
  readonly SupplierNumber?: Text;
  readonly Name?: Text;
  readonly Address1?: Text;
  readonly Address2?: Text;
  readonly City?: Text;
  readonly CountryCode?: Text;
  readonly PostalCode?: Text;
  readonly EmailAddress?: Text;
  readonly Telephone?: Text;
  readonly MobilePhone?: Text;
  readonly VatNumber?: Text;
  readonly BankIban?: Text;
  readonly BankBic?: Text;
  readonly BankName?: Text;
  readonly TermsOfPaymentId?: Text;
  readonly ModifiedUtc?: Text;
}

/** Decides the account and the VAT of the articles that have it. */
export interface ArticleAccountCoding {
  readonly Id: string;
  readonly Name?: Text;
  /** `Goods` or `Service`. */
  readonly Type?: Text;
  /** `25%` */
  readonly VatRate?: Text;
  readonly IsActive?: boolean | null;
  readonly DomesticSalesSubjectToVatAccountNumber?: number | null;
}

export interface Article {
  readonly Id: string;
  readonly Number?: Text;
  readonly Name?: Text;
  readonly NetPrice?: Decimal;
  readonly GrossPrice?: Decimal;
  readonly PurchasePrice?: Decimal;
  readonly StockBalance?: Decimal;
  readonly CodingId?: Text;
  readonly UnitId?: Text;
  readonly UnitAbbreviation?: Text;
  readonly IsActive?: boolean | null;
  readonly ChangedUtc?: Text;
  readonly also?: ArticleAccountCoding;
}

export interface Unit {
  readonly Id: string;
  readonly Name?: Text;
  readonly Code?: Text;
  readonly Abbreviation?: Text;
}

export interface TermsOfPayment {
  readonly Id: string;
  readonly Name?: Text;
  readonly NumberOfDays?: Decimal;
  readonly TermsOfPaymentTypeId?: number | null;
}

export interface Project {
  readonly Id: string;
  readonly Number?: Text;
  readonly Name?: Text;
  readonly StartDate?: Text;
  readonly EndDate?: Text;
  readonly CustomerId?: Text;
  readonly Notes?: Text;
  /** 1 is ongoing, 2 is finished. */
  readonly Status?: number | null;
  readonly ModifiedUtc?: Text;
}

export interface CostCenter {
  readonly Name?: Text;
  /** Rows have a field for each of the up to three. */
  readonly Number?: number | null;
  readonly Items?: readonly CostCenterItem[] | null;
}

export interface CostCenterItem {
  readonly Id: string;
  readonly Name?: Text;
  readonly IsActive?: boolean | null;
}

export interface FiscalYear {
  readonly Id: string;
  readonly StartDate?: Text;
  readonly EndDate?: Text;
}

/** An account of one fiscal year. It has no id. */
export interface Account {
  readonly Number: string;
  readonly Name?: Text;
  readonly FiscalYearId?: Text;
  readonly Type?: number | null;
  readonly TypeDescription?: Text;
  readonly IsActive?: boolean | null;
  readonly ModifiedUtc?: Text;
}

export interface AccountBalance {
  readonly AccountNumber: number;
  readonly AccountName?: Text;
  /** Negative on the credit side. */
  readonly Balance?: Decimal;
}

export interface BankAccount {
  readonly Id: string;
  readonly Name?: Text;
  readonly Bban?: Text;
  readonly Iban?: Text;
  readonly BankAccountTypeDescription?: Text;
  readonly CurrencyCode?: Text;
  readonly IsActive?: boolean | null;
  readonly ModifiedUtc?: Text;
}

/** The cost centers and the project of a row of an invoice or a voucher. */
interface Assigned {
  readonly CostCenterItemId1?: Text;
  readonly CostCenterItemId2?: Text;
  readonly CostCenterItemId3?: Text;
  readonly ProjectId?: Text;
}

export interface VoucherRow extends Assigned {
  readonly AccountNumber: number;
  readonly DebitAmount?: Decimal;
  readonly CreditAmount?: Decimal;
  readonly TransactionText?: Text;
}

export interface Voucher {
  readonly Id: string;
  readonly VoucherDate?: Text;
  readonly VoucherText?: Text;
  readonly VoucherType?: number | null;
  readonly NumberAndNumberSeries?: Text;
  readonly NumberSeries?: Text;
  readonly Rows?: readonly VoucherRow[] | null;
  readonly CreatedUtc?: Text;
  readonly ModifiedUtc?: Text;
  readonly also?: VoucherFacts["also"];
}

/** Facts about a voucher that its own record lacks. */
export interface VoucherFacts {
  readonly also: {
    readonly yearId: string | undefined;
    readonly currency: string | undefined;
  };
}

export interface InvoiceRow extends Assigned {
  readonly Id?: Text;
  readonly LineNumber?: number | null;
  readonly ArticleId?: Text;
  readonly IsTextRow?: boolean | null;
  readonly Text?: Text;
  readonly UnitPrice?: Decimal;
  readonly UnitAbbreviation?: Text;
  readonly Quantity?: Decimal;
  readonly DiscountPercentage?: Decimal;
  readonly AmountNoVat?: Decimal;
  /** A fraction: 0.25. */
  readonly PercentVat?: Decimal;
}

/** A customer invoice that is booked. */
export interface Invoice {
  readonly Id: string;
  readonly InvoiceNumber?: number | string | null;
  readonly InvoiceDate?: Text;
  readonly DueDate?: Text;
  readonly DeliveryDate?: Text;
  readonly PaymentDate?: Text;
  /** 0 is paid, 1 unpaid, 2 overdue. */
  readonly PaymentStatus?: number | null;
  readonly CustomerId?: Text;
  readonly InvoiceCustomerName?: Text;
  readonly InvoiceAddress1?: Text;
  readonly InvoiceAddress2?: Text;
  readonly InvoiceCity?: Text;
  readonly InvoiceCountryCode?: Text;
  readonly InvoicePostalCode?: Text;
  readonly YourReference?: Text;
  readonly TermsOfPaymentId?: Text;
  readonly CurrencyCode?: Text;
  readonly IsCreditInvoice?: boolean | null;
  readonly IncludesVat?: boolean | null;
  readonly TotalAmount?: Decimal;
  readonly TotalAmountInvoiceCurrency?: Decimal;
  readonly TotalVatAmount?: Decimal;
  readonly TotalVatAmountInvoiceCurrency?: Decimal;
  readonly TotalRoundings?: Decimal;
  readonly RemainingAmount?: Decimal;
  readonly RemainingAmountInvoiceCurrency?: Decimal;
  readonly CreatedFromDraftId?: Text;
  readonly CreatedUtc?: Text;
  readonly ModifiedUtc?: Text;
  readonly Rows?: readonly InvoiceRow[] | null;
}

/** A draft has its totals in its own currency. */
export interface InvoiceDraft {
  readonly Id: string;
  readonly CreatedUtc?: Text;
  readonly TotalAmount?: Decimal;
  readonly TotalVatAmount?: Decimal;
  readonly TotalRoundings?: Decimal;
}

export interface SupplierInvoiceRow extends Assigned {
  readonly Id?: Text;
  readonly LineNumber?: number | null;
  readonly AccountNumber?: number | null;
  /** The vendor's spelling. */
  readonly DebetAmount?: Decimal;
  readonly CreditAmount?: Decimal;
  readonly TransactionText?: Text;
}

export interface SupplierInvoice {
  readonly Id: string;
  readonly SupplierId?: Text;
  readonly SupplierName?: Text;
  readonly InvoiceNumber?: Text;
  readonly InvoiceDate?: Text;
  readonly DueDate?: Text;
  readonly PaymentDate?: Text;
  readonly PaymentStatus?: number | null;
  readonly OcrNumber?: Text;
  readonly CurrencyCode?: Text;
  readonly IsCreditInvoice?: boolean | null;
  readonly TotalAmount?: Decimal;
  readonly Vat?: Decimal;
  readonly RemainingAmount?: Decimal;
  readonly RemainingAmountInvoiceCurrency?: Decimal;
  /** 0 is a draft, 1 is normal, 2 is deleted. */
  readonly Status?: number | null;
  readonly CreatedUtc?: Text;
  readonly ModifiedUtc?: Text;
  readonly Rows?: readonly SupplierInvoiceRow[] | null;
}

/** Where the PDF of an invoice can be read for a short time. */
export interface InvoiceUrl {
  readonly Url?: Text;
}
