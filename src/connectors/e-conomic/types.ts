/** e-conomic's records, as far as we read or write them. They belong to the older API unless a comment says "Newer". */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type Integer = number | null | undefined;
type Flag = boolean | null | undefined;

/** Other records are named by their number, by their URL, or by both. */
export interface Reference {
  readonly self?: Text;
  readonly [number: string]: unknown;
}
export type Linked = Reference | null | undefined;

/** A record always has its number. The vendor leaves out empty fields, so any other field may be missing. */
export type Numbered<Name extends string> = { readonly [Field in Name]: number };

/** A page of the older API. */
export interface Page<Native> {
  readonly collection?: readonly Native[];
  readonly pagination?: { readonly results?: number };
}

/** A page of the newer APIs: the last one has no cursor. */
export interface Items<Native> {
  readonly cursor?: Text;
  readonly items?: readonly Native[];
}

export interface Changed {
  readonly lastUpdated?: Text;
}

interface Named {
  readonly name?: Text;
}

/** Of an agreement, which is a company. */
export interface Self {
  readonly user?: { readonly loginId?: Text; readonly name?: Text } | null | undefined;
  readonly settings?: { readonly baseCurrency?: Text } | null | undefined;
}

/** Newer: 1 is profit and loss, 2 the balance sheet, the others are headings and sums. */
export interface Account extends Numbered<"number">, Changed {
  readonly name?: Text;
  readonly currency?: Text;
  readonly note?: Text;
  readonly type?: Integer;
  readonly totalFromAccountNumber?: Integer;
  readonly isBarred?: Flag;
  readonly isCredit?: Flag;
}

/** Newer, of customers and of suppliers. */
export interface Contact extends Numbered<"number">, Changed {
  readonly name?: Text;
  readonly email?: Text;
  readonly phone?: Text;
  readonly customerNumber?: Integer;
  readonly supplierNumber?: Integer;
  readonly isDeleted?: Flag;
}

export interface Place {
  readonly address?: Text;
  readonly zip?: Text;
  readonly city?: Text;
  readonly country?: Text;
}

interface Trader extends Place {
  readonly name?: Text;
  readonly email?: Text;
  readonly currency?: Text;
  readonly corporateIdentificationNumber?: Text;
}

export interface Customer extends Numbered<"customerNumber">, Trader, Changed {
  readonly telephoneAndFaxNumber?: Text;
  readonly mobilePhone?: Text;
  readonly vatNumber?: Text;
  readonly layout?: Linked;
}

export interface Supplier extends Numbered<"supplierNumber">, Trader {
  readonly phone?: Text;
  readonly bankAccount?: Text;
  /** The account of the supplier's bills. */
  readonly costAccount?: Linked;
}

export interface Product extends Changed {
  readonly productNumber: string;
  readonly name?: Text;
  readonly costPrice?: Decimal;
  readonly salesPrice?: Decimal;
  readonly unit?: Named | null | undefined;
  readonly inventory?: { readonly inStock?: Decimal } | null | undefined;
  readonly productGroup?: (Reference & { readonly inventoryEnabled?: Flag }) | null | undefined;
}

export interface VatAccount {
  readonly vatCode: string;
  readonly name?: Text;
  readonly ratePercentage?: Decimal;
  /** The account that the tax is posted to. */
  readonly account?: Linked;
  readonly contraAccount?: Linked;
  readonly vatType?: Named | null | undefined;
}

export interface Unit extends Numbered<"unitNumber">, Named {}

export interface PaymentTerms extends Numbered<"paymentTermsNumber"> {
  readonly name?: Text;
  readonly description?: Text;
  readonly paymentTermsType?: Text;
  readonly daysOfCredit?: Integer;
}

export interface Department extends Numbered<"departmentNumber"> {
  readonly name?: Text;
  readonly barred?: Flag;
}

/** Newer. */
export interface DimensionValue extends Numbered<"dimensionNumber" | "key"> {
  readonly name?: Text;
  readonly active?: Flag;
}

/** Newer. */
export interface Project extends Numbered<"number">, Changed {
  readonly name?: Text;
  readonly closedDate?: Text;
  readonly description?: Text;
  readonly otherReference?: Text;
  readonly customerNumber?: Integer;
  readonly mainProjectNumber?: Integer;
  readonly isClosed?: Flag;
}

export interface Journal extends Numbered<"journalNumber"> {
  readonly name?: Text;
  readonly settings?: { readonly entryTypeRestrictedTo?: Text } | null | undefined;
}

export interface Line {
  readonly lineNumber?: Integer;
  readonly description?: Text;
  readonly product?: Linked;
  readonly departmentalDistribution?: Linked;
  readonly unit?: Named | null | undefined;
  readonly quantity?: Decimal;
  readonly unitNetPrice?: Decimal;
  readonly discountPercentage?: Decimal;
  readonly vatRate?: Decimal;
  readonly vatAmount?: Decimal;
  readonly totalNetAmount?: Decimal;
}

/** Fields of quotes, orders and invoices. `self` ends with the state: `/quotes/sent/12`. Only single documents have lines. */
export interface Document extends Changed {
  readonly self?: Text;
  readonly date?: Text;
  readonly dueDate?: Text;
  readonly currency?: Text;
  readonly netAmount?: Decimal;
  readonly grossAmount?: Decimal;
  readonly vatAmount?: Decimal;
  readonly paymentTerms?: Linked;
  readonly customer?: Linked;
  readonly project?: Linked;
  readonly layout?: Linked;
  readonly recipient?: (Place & Named & { readonly vatZone?: Linked }) | null | undefined;
  readonly delivery?: (Place & { readonly deliveryDate?: Text }) | null | undefined;
  readonly notes?: { readonly textLine1?: Text } | null | undefined;
  readonly references?: { readonly other?: Text } | null | undefined;
  readonly lines?: readonly Line[] | null | undefined;
}

export interface Invoice extends Document {
  readonly draftInvoiceNumber?: Integer;
  readonly bookedInvoiceNumber?: Integer;
  readonly remainder?: Decimal;
}

export interface Quote extends Document, Numbered<"quoteNumber"> {}

export interface Order extends Document, Numbered<"orderNumber"> {}

/** A booked entry. Debits are positive, credits negative. */
export interface Entry {
  readonly entryNumber?: Integer;
  readonly entryType?: Text;
  readonly voucherNumber?: Integer;
  readonly date?: Text;
  readonly dueDate?: Text;
  readonly text?: Text;
  readonly currency?: Text;
  readonly amount?: Decimal;
  readonly amountInBaseCurrency?: Decimal;
  readonly supplierInvoiceNumber?: Text;
  readonly account?: Linked;
  readonly customer?: Linked;
  readonly supplier?: Linked;
  readonly bookedInvoice?: Linked;
  readonly departmentalDistribution?: Linked;
  readonly project?: Linked;
  readonly vatAccount?: { readonly vatCode?: Text } | null | undefined;
}

/** Newer: a booked entry of any year, without nested objects. Days come as midnights. */
export interface BookedEntry extends Numbered<"entryNumber"> {
  readonly type?: Integer;
  readonly voucherNumber?: Integer;
  readonly accountNumber?: Integer;
  readonly date?: Text;
  readonly dueDate?: Text;
  readonly text?: Text;
  readonly currencyCode?: Text;
  readonly amount?: Decimal;
  readonly remainder?: Decimal;
  readonly vatAccountNumber?: Text;
  readonly customerNumber?: Integer;
  readonly customerInvoiceNumber?: Integer;
  readonly supplierNumber?: Integer;
  readonly supplierInvoiceNumber?: Text;
}

export interface AccountingYear {
  readonly year: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly closed?: Flag;
}

export interface Total {
  readonly account?: Linked;
  readonly totalInBaseCurrency?: Decimal;
}

/** Newer. */
export interface AttachedDocument extends Numbered<"number"> {
  readonly note?: Text;
}
