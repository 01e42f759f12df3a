/**
 * PowerOffice Go's records, as far as we read them. Ids of records are numbers, those of orders, invoices and vouchers are
 * UUIDs. A field without a value is null.
 */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
type Integer = number | null | undefined;
type Flag = boolean | null | undefined;

export interface Identified {
  readonly Id?: number | string | null;
}

export interface Changed extends Identified {
  readonly CreatedDateTimeOffset?: Text;
  readonly LastChangedDateTimeOffset?: Text;
}

/** The client, as the vendor calls a company, of the connection. */
export interface IntegrationInformation {
  readonly ClientId?: Text;
  readonly ClientName?: Text;
}

export interface FinancialSettings {
  readonly CurrencyCode?: Text;
  readonly FinancialYearEndMonth?: Text;
}

export interface LockDateSettings {
  readonly LockDate?: Text;
}

export interface Account extends Changed {
  readonly AccountNo?: Integer;
  readonly CurrencyCode?: Text;
  readonly GeneralLedgerAccountType?: Text;
  readonly IsActive?: Flag;
  readonly Name?: Text;
  readonly VatCode?: Text;
}

export interface Address {
  readonly AddressLine1?: Text;
  readonly AddressLine2?: Text;
  readonly City?: Text;
  readonly CountryCode?: Text;
  readonly ZipCode?: Text;
}

/** A customer or a supplier. Both are sides of one contact, and have its id. */
export interface Trader extends Changed {
  readonly EmailAddress?: Text;
  readonly FirstName?: Text;
  /** Of customers only. */
  readonly InvoiceEmailAddress?: Text;
  readonly IsPerson?: Flag;
  readonly LastName?: Text;
  readonly MailAddress?: Address | null;
  readonly Name?: Text;
  readonly Number?: Integer;
  readonly OrganizationNumber?: Text;
  readonly PhoneNumber?: Text;
  readonly SubledgerAccountId?: Integer;
}

/** A bank account of the company. */
export interface ClientBankAccount extends Identified {
  readonly GeneralLedgerAccountId?: Integer;
  readonly IsActive?: Flag;
  readonly IsPrimaryAccount?: Flag;
}

export interface Product extends Changed {
  readonly Code?: Text;
  readonly Name?: Text;
  readonly ProductType?: Text;
  readonly StandardSalesAccountId?: Integer;
  readonly StockOnHand?: Decimal;
  readonly UnitCost?: Decimal;
  readonly UnitOfMeasureCode?: Text;
  readonly UnitPrice?: Decimal;
}

export interface VatCode extends Identified {
  readonly Code?: Text;
  readonly Description?: Text;
  readonly IsActive?: Flag;
  readonly Name?: Text;
  /** A fraction: 0.25. */
  readonly Rate?: Decimal;
  readonly ValidTo?: Text;
}

export interface PaymentTerm extends Changed {
  readonly CreditDays?: Integer;
  readonly Name?: Text;
}

/** A department or a location. */
export interface Dimension extends Changed {
  readonly IsActive?: Flag;
  readonly Name?: Text;
}

export interface Project extends Dimension {
  readonly Code?: Text;
  readonly CustomerId?: Integer;
  readonly EndDate?: Text;
  readonly ParentProjectId?: Integer;
  readonly StartDate?: Text;
}

/** The fields that customers' and suppliers' invoices share. Balances and posted amounts are in the company's currency. */
export interface Posted extends Changed {
  readonly Balance?: Decimal;
  readonly BalanceLastChangedDateTimeOffset?: Text;
  readonly CurrencyCode?: Text;
  readonly DueDate?: Text;
  readonly IsReversed?: Flag;
  readonly NetAmount?: Decimal;
  readonly PurchaseOrderReference?: Text;
  readonly TotalAmount?: Decimal;
  readonly TotalPostedAmount?: Decimal;
  readonly VoucherDate?: Text;
  readonly VoucherType?: Text;
}

export interface OutgoingInvoice extends Posted {
  readonly CustomerId?: Integer;
  readonly CustomerReference?: Text;
  readonly DeliveryAddress1?: Text;
  readonly DeliveryAddress2?: Text;
  readonly DeliveryAddressCity?: Text;
  readonly DeliveryAddressCountryCode?: Text;
  readonly DeliveryAddressZipCode?: Text;
  readonly DeliveryDate?: Text;
  readonly InvoiceNo?: Integer;
  readonly PaymentTerm?: Integer;
  readonly PaymentTermId?: Integer;
}

export interface IncomingInvoice extends Posted {
  readonly Cid?: Text;
  /** Text, because it is the supplier's. */
  readonly InvoiceNo?: Text;
  readonly SupplierId?: Integer;
}

/** A line of an invoice or an order. */
export interface Line extends Identified {
  readonly AccountId?: Integer;
  /** The discount in percent. */
  readonly Allowance?: Decimal;
  readonly Description?: Text;
  readonly LineType?: Text;
  readonly NetAmount?: Decimal;
  readonly ProductId?: Integer;
  readonly ProductUnitPrice?: Decimal;
  readonly Quantity?: Decimal;
  readonly TotalAmount?: Decimal;
  readonly VatCode?: Text;
  /** A fraction: 0.25. */
  readonly VatRate?: Decimal;
}

export interface SalesOrder extends Changed {
  readonly CurrencyCode?: Text;
  readonly CustomerId?: Integer;
  readonly DeliveryDate?: Text;
  readonly NetAmount?: Decimal;
  readonly ProjectId?: Integer;
  readonly SalesOrderDate?: Text;
  /** Only in the complete order. */
  readonly SalesOrderLines?: readonly Line[] | null;
  readonly SalesOrderStatus?: Text;
  readonly TotalAmount?: Decimal;
}

/** One posting of a voucher. */
export interface Transaction extends Changed {
  readonly AccountId?: Integer;
  readonly AccountNo?: Integer;
  /** In the company's currency, positive on the debit side. */
  readonly Amount?: Decimal;
  readonly ContactId?: Integer;
  readonly CurrencyAmount?: Decimal;
  readonly CurrencyCode?: Text;
  readonly CustomerAccountNo?: Integer;
  readonly DepartmentCode?: Text;
  readonly DepartmentId?: Integer;
  readonly Description?: Text;
  readonly LocationCode?: Text;
  readonly LocationId?: Integer;
  readonly PostingDate?: Text;
  readonly ProductId?: Integer;
  readonly ProjectCode?: Text;
  readonly ProjectId?: Integer;
  readonly ReversedVoucherNo?: Integer;
  readonly SupplierAccountNo?: Integer;
  readonly VatCode?: Text;
  readonly VatId?: Integer;
  readonly VatRate?: Decimal;
  readonly VoucherDate?: Text;
  readonly VoucherDescription?: Text;
  readonly VoucherNo?: Integer;
  readonly VoucherType?: Text;
}

/** A posting on the account of a customer or a supplier. */
export interface LedgerEntry extends Changed {
  readonly Amount?: Decimal;
  /** The part that is not matched with other entries yet, in the company's currency. */
  readonly Balance?: Decimal;
  readonly CurrencyAmount?: Decimal;
  readonly CurrencyCode?: Text;
  readonly CustomerId?: Integer;
  readonly CustomerName?: Text;
  readonly IsWriteOff?: Flag;
  /** The same in all entries that settle each other. */
  readonly MatchId?: Integer;
  readonly PostingDate?: Text;
  readonly SupplierId?: Integer;
  readonly SupplierName?: Text;
  readonly VoucherId?: Text;
  readonly VoucherType?: Text;
}

/** A voucher that was posted through the API, as the reply shows it. */
export interface PostedVoucher extends Identified {
  readonly VoucherNo?: Integer;
}
