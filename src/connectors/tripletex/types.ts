/**
 * Tripletex's records, as far as we read them. References are `{ id, url }` unless `fields` names more of the record.
 * Missing texts are empty, missing numbers are 0.
 */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;
type Integer = number | null | undefined;
type Flag = boolean | null | undefined;

export interface Reference {
  readonly id: number | string;
}
type Linked = Reference | null | undefined;

interface Change {
  readonly timestamp?: Text;
  readonly changeType?: Text;
}

/** `changes` is there only if `fields` names it. */
export interface Changed {
  readonly changes?: List<Change>;
}

export interface Identified extends Reference, Changed {
  readonly version?: number | null;
}

export interface Listed<Native> {
  readonly values?: readonly Native[];
}

export interface Wrapped<Native> {
  readonly value?: Native;
}

export interface Currency {
  readonly code?: Text;
}

export interface Priced {
  readonly currency?: Currency | null;
}

export interface Address extends Partial<Reference> {
  readonly addressLine1?: Text;
  readonly addressLine2?: Text;
  readonly postalCode?: Text;
  readonly city?: Text;
  readonly country?: { readonly isoAlpha2Code?: Text } | null;
}

export interface Country extends Reference {
  readonly isoAlpha2Code: string;
}

export interface BankAccount {
  readonly iban?: Text;
  readonly bban?: Text;
  readonly bic?: Text;
}

/** A customer or a supplier. */
export interface Trader extends Identified {
  readonly name?: Text;
  readonly organizationNumber?: Text;
  readonly customerNumber?: number | null;
  readonly supplierNumber?: number | null;
  readonly isPrivateIndividual?: Flag;
  readonly isInactive?: Flag;
  readonly email?: Text;
  readonly invoiceEmail?: Text;
  readonly phoneNumber?: Text;
  readonly phoneNumberMobile?: Text;
  readonly postalAddress?: Address | null;
  readonly physicalAddress?: Address | null;
  readonly deliveryAddress?: Address | null;
  readonly bankAccountPresentation?: List<BankAccount>;
}

export interface Contact extends Identified {
  readonly firstName?: Text;
  readonly lastName?: Text;
  readonly email?: Text;
  readonly phoneNumberMobile?: Text;
  readonly phoneNumberWork?: Text;
  readonly customer?: Trader | null;
}

export interface Account extends Identified, Priced {
  readonly number?: number | null;
  readonly name?: Text;
  readonly description?: Text;
  readonly type?: Text;
  readonly ledgerType?: Text;
  readonly saftCode?: Text;
  readonly isInactive?: Flag;
  readonly isBankAccount?: Flag;
  /** The bank account that invoices name. */
  readonly isInvoiceAccount?: Flag;
  /** The default of its postings. */
  readonly vatType?: Linked;
}

export interface VatType extends Identified {
  readonly name?: Text;
  readonly number?: Text;
  readonly displayName?: Text;
  readonly percentage?: Decimal;
}

export interface ProductUnit extends Identified {
  readonly name?: Text;
  readonly nameShort?: Text;
  readonly commonCode?: Text;
}

export interface Product extends Identified {
  readonly name?: Text;
  readonly number?: Text;
  readonly priceExcludingVatCurrency?: Decimal;
  readonly costExcludingVatCurrency?: Decimal;
  readonly account?: Linked;
  readonly vatType?: VatType | null;
  readonly productUnit?: ProductUnit | null;
}

export interface Department extends Identified {
  readonly name?: Text;
  readonly departmentNumber?: Text;
  readonly isInactive?: Flag;
}

export interface Posting extends Identified, Priced {
  readonly date?: Text;
  readonly description?: Text;
  readonly invoiceNumber?: Text;
  readonly amount?: Decimal;
  readonly amountCurrency?: Decimal;
  readonly amountGross?: Decimal;
  readonly customer?: Linked;
  readonly supplier?: Linked;
  readonly product?: Linked;
  readonly voucher?: Linked;
  readonly account?: Account | null;
  readonly vatType?: VatType | null;
  readonly department?: Department | null;
  readonly project?: Project | null;
}

export interface Document extends Identified {
  readonly fileName?: Text;
  readonly mimeType?: Text;
  readonly size?: number | null;
}

export interface Files {
  readonly attachment?: Document | null;
  readonly document?: Document | null;
  readonly ediDocument?: Document | null;
}

interface VoucherType extends Reference {
  readonly name?: Text;
}

export interface Voucher extends Identified, Files {
  readonly date?: Text;
  readonly description?: Text;
  /** 0 until the voucher is in the ledger. */
  readonly number?: number | null;
  /** The number that it has before. */
  readonly tempNumber?: number | null;
  readonly voucherType?: VoucherType | null;
  readonly postings?: List<Posting>;
}

/** A line of an order, of an invoice or of a project. */
export interface Line extends Identified {
  readonly description?: Text;
  readonly count?: Decimal;
  readonly discount?: Decimal;
  readonly unitPriceExcludingVatCurrency?: Decimal;
  readonly amountExcludingVatCurrency?: Decimal;
  readonly amountIncludingVatCurrency?: Decimal;
  readonly product?: Product | null;
  readonly vatType?: VatType | null;
}

export interface Order extends Identified, Priced {
  readonly number?: Text;
  readonly reference?: Text;
  readonly orderDate?: Text;
  readonly deliveryDate?: Text;
  readonly status?: Text;
  readonly deliveryComment?: Text;
  readonly isClosed?: Flag;
  readonly project?: Linked;
  readonly customer?: Trader | null;
  readonly deliveryAddress?: Address | null;
  readonly orderLines?: List<Line>;
}

/** Fields of customer invoices and supplier invoices. */
interface Claim extends Identified, Priced {
  readonly invoiceDate?: Text;
  readonly invoiceDueDate?: Text;
  readonly amountCurrency?: Decimal;
  readonly amountExcludingVatCurrency?: Decimal;
  readonly isCreditNote?: Flag;
  readonly voucher?: Voucher | null;
  readonly orderLines?: List<Line>;
}

export interface Invoice extends Claim {
  readonly invoiceNumber?: number | null;
  readonly deliveryDate?: Text;
  readonly amountCurrencyOutstanding?: Decimal;
  /** The invoice that a credit note credits, or 0. */
  readonly creditedInvoice?: number | null;
  readonly amountRoundoffCurrency?: Decimal;
  readonly isCharged?: boolean | null;
  readonly isCredited?: boolean | null;
  readonly customer?: Trader | null;
  readonly orders?: List<Order>;
  readonly postings?: List<Posting>;
  readonly documentId?: number | null;
}

/** Amounts are negative, except for the outstanding amount. */
export interface SupplierInvoice extends Claim {
  readonly invoiceNumber?: Text;
  readonly kidOrReceiverReference?: Text;
  readonly outstandingAmount?: Decimal;
  readonly supplier?: Trader | null;
  readonly payments?: List<Posting>;
}

export interface Project extends Identified, Priced {
  readonly name?: Text;
  readonly number?: Text;
  readonly description?: Text;
  readonly reference?: Text;
  readonly startDate?: Text;
  readonly endDate?: Text;
  readonly isClosed?: Flag;
  readonly isOffer?: Flag;
  readonly mainProject?: Linked;
  readonly customer?: Trader | null;
  readonly orderLines?: List<Line>;
}

export interface PurchaseOrder extends Identified, Priced {
  readonly number?: Text;
  readonly comments?: Text;
  readonly internalComment?: Text;
  readonly creationDate?: Text;
  readonly status?: Text;
  readonly discount?: Decimal;
  readonly supplier?: Linked;
  readonly deliveryAddress?: Address | null;
  readonly orderLines?: List<Line>;
}

export interface AnnualAccount extends Identified {
  readonly year?: number | null;
  readonly start?: Text;
  readonly end?: Text;
}

export interface BalanceSheetAccount {
  readonly account?: Account | null;
  readonly balanceIn?: Decimal;
  readonly balanceOut?: Decimal;
}

export interface PaymentType extends Identified {
  readonly description?: Text;
  readonly debitAccount?: Pick<Account, "id" | "isInvoiceAccount"> | null;
}

interface PersonName {
  readonly firstName?: Text;
  readonly lastName?: Text;
}

export interface WhoAmI {
  readonly employeeId?: Integer;
  readonly company?: { readonly name?: Text } | null;
  readonly employee?: PersonName | null;
}
