/** e-conomic's shapes, as far as we read or write them: of the older API unless told. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type Whole = number | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

/** Any of them may be missing: what is empty is not sent. */
type Texts<Name extends string> = { readonly [Each in Name]?: Text };
type Amounts<Name extends string> = { readonly [Each in Name]?: Decimal };
type Numbers<Name extends string> = { readonly [Each in Name]?: Whole };
type Flags<Name extends string> = { readonly [Each in Name]?: boolean | null };
type Links<Name extends string> = { readonly [Each in Name]?: Linked };
type Named = Texts<"name">;

/** A page of the older API. */
export interface Page<Native> {
  readonly collection?: readonly Native[];
  readonly pagination?: { readonly results?: number };
}

/** A page of the newer APIs: without a cursor it is the last one. */
export interface Items<Native> extends Texts<"cursor"> {
  readonly items?: readonly Native[];
}

/** Other records are named by their number and their address; either may be all there is. */
export interface Reference extends Texts<"self"> {
  readonly [number: string]: unknown;
}
export type Linked = Reference | null | undefined;

export type Changed = Texts<"lastUpdated">;

/** Of an agreement, which is a company. */
export interface Self {
  readonly user?: Texts<"loginId" | "name"> | null;
  readonly settings?: Texts<"baseCurrency"> | null;
}

/** Newer: 1 is profit and loss, 2 the balance sheet, the others are headings and sums. */
export interface Account
  extends Changed,
    Texts<"name" | "currency" | "note">,
    Numbers<"type" | "totalFromAccountNumber">,
    Flags<"isBarred" | "isCredit"> {
  readonly number: number;
}

/** Newer, of customers and of suppliers. */
export interface Contact
  extends Changed,
    Texts<"name" | "email" | "phone">,
    Numbers<"customerNumber" | "supplierNumber">,
    Flags<"isDeleted"> {
  readonly number: number;
}

export type Place = Texts<"address" | "zip" | "city" | "country">;
type Trader = Place & Texts<"name" | "email" | "currency" | "corporateIdentificationNumber">;

export interface Customer
  extends Trader,
    Changed,
    Texts<"telephoneAndFaxNumber" | "mobilePhone" | "vatNumber">,
    Links<"layout"> {
  readonly customerNumber: number;
}

export interface Supplier extends Trader, Texts<"phone" | "bankAccount"> {
  readonly supplierNumber: number;
}

export interface Product extends Changed, Named, Amounts<"costPrice" | "salesPrice"> {
  readonly productNumber: string;
  readonly unit?: Named | null;
  readonly inventory?: Amounts<"inStock"> | null;
  readonly productGroup?: Flags<"inventoryEnabled"> | null;
}

export interface Unit extends Named {
  readonly unitNumber: number;
}

export interface VatAccount extends Named, Amounts<"ratePercentage"> {
  readonly vatCode: string;
  readonly vatType?: Named | null;
}

export interface PaymentTerms extends Texts<"name" | "description" | "paymentTermsType">, Numbers<"daysOfCredit"> {
  readonly paymentTermsNumber: number;
}

export interface Department extends Named, Flags<"barred"> {
  readonly departmentNumber: number;
}

/** Newer. */
export interface DimensionValue extends Named, Flags<"active"> {
  readonly dimensionNumber: number;
  readonly key: number;
}

/** Newer. */
export interface Project
  extends Changed,
    Texts<"name" | "closedDate" | "description" | "otherReference">,
    Numbers<"customerNumber" | "mainProjectNumber">,
    Flags<"isClosed"> {
  readonly number: number;
}

export interface Journal extends Named {
  readonly journalNumber: number;
  readonly settings?: Texts<"entryTypeRestrictedTo"> | null;
}

export interface Line
  extends Texts<"description">,
    Numbers<"lineNumber">,
    Amounts<"quantity" | "unitNetPrice" | "discountPercentage" | "vatRate" | "vatAmount" | "totalNetAmount">,
    Links<"product" | "departmentalDistribution"> {
  readonly unit?: Named | null;
}

/** What quotes, orders and invoices have in common. Lines come with single ones only; `self` has the state: `/quotes/sent/12`. */
export interface Document
  extends Changed,
    Texts<"self" | "date" | "dueDate" | "currency">,
    Amounts<"netAmount" | "grossAmount" | "vatAmount">,
    Links<"paymentTerms" | "customer" | "project" | "layout"> {
  readonly recipient?: (Place & Named) | null;
  readonly delivery?: (Place & Texts<"deliveryDate">) | null;
  readonly notes?: Texts<"textLine1"> | null;
  readonly references?: Texts<"other"> | null;
  readonly lines?: List<Line>;
}

export interface Invoice
  extends Document,
    Numbers<"draftInvoiceNumber" | "bookedInvoiceNumber">,
    Amounts<"remainder"> {}

export interface Quote extends Document {
  readonly quoteNumber: number;
}

export interface Order extends Document {
  readonly orderNumber: number;
}

/** A booked entry: debit has a plus, credit a minus. */
export interface Entry
  extends Texts<"currency" | "date" | "dueDate" | "entryType" | "text" | "supplierInvoiceNumber">,
    Numbers<"entryNumber" | "voucherNumber">,
    Amounts<"amount" | "amountInBaseCurrency">,
    Links<"account" | "customer" | "supplier" | "bookedInvoice" | "departmentalDistribution" | "project"> {
  readonly vatAccount?: Texts<"vatCode"> | null;
}

/** Newer: the same, flat and of all years. */
export interface BookedEntry
  extends Texts<"currencyCode" | "date" | "dueDate" | "text" | "vatAccountNumber" | "supplierInvoiceNumber">,
    Numbers<"accountNumber" | "type" | "voucherNumber" | "customerNumber" | "customerInvoiceNumber" | "supplierNumber">,
    Amounts<"amount" | "remainder"> {
  readonly entryNumber: number;
}

export interface AccountingYear extends Flags<"closed"> {
  readonly year: string;
  readonly fromDate: string;
  readonly toDate: string;
}

export interface Total extends Links<"account">, Amounts<"totalInBaseCurrency"> {}

/** Newer. */
export interface AttachedDocument extends Texts<"note"> {
  readonly number: number;
}
