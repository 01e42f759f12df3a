/** e-conomic's shapes, as far as we read or write them: of the older API unless told. */
import type { Shaped } from "../../kit/fields.ts";
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type Integer = number | null | undefined;

/** Other records are named by their number and their address; either may be all there is. */
export interface Reference {
  readonly self?: Text;
  readonly [number: string]: unknown;
}
export type Linked = Reference | null | undefined;

type Kinds = {
  readonly text: Text;
  readonly whole: Integer;
  readonly amount: Decimal;
  readonly flag: boolean | null | undefined;
  readonly link: Linked;
};
/** Any of the fields may be missing: what is empty is not sent. */
type Like<Fields extends string> = Shaped<Fields, Kinds>;
type Below<Name extends string, Value> = { readonly [Each in Name]?: Value | null | undefined };
/** What a record always has: its number. */
export type Numbered<Name extends string> = { readonly [Each in Name]: number };

/** A page of the older API. */
export interface Page<Native> {
  readonly collection?: readonly Native[];
  readonly pagination?: { readonly results?: number };
}

/** A page of the newer APIs: without a cursor it is the last one. */
export interface Items<Native> extends Like<"cursor"> {
  readonly items?: readonly Native[];
}

export type Changed = Like<"lastUpdated">;

/** Of an agreement, which is a company. */
export type Self = Below<"user", Like<"loginId name">> & Below<"settings", Like<"baseCurrency">>;

/** Newer: 1 is profit and loss, 2 the balance sheet, the others are headings and sums. */
export type Account = Numbered<"number"> &
  Changed &
  Like<"name currency note whole:type whole:totalFromAccountNumber flag:isBarred flag:isCredit">;

/** Newer, of customers and of suppliers. */
export type Contact = Numbered<"number"> &
  Changed &
  Like<"name email phone whole:customerNumber whole:supplierNumber flag:isDeleted">;

export type Place = Like<"address zip city country">;
type Trader = Place & Like<"name email currency corporateIdentificationNumber">;
export type Customer = Numbered<"customerNumber"> &
  Trader &
  Changed &
  Like<"telephoneAndFaxNumber mobilePhone vatNumber link:layout">;
export type Supplier = Numbered<"supplierNumber"> & Trader & Like<"phone bankAccount">;

export interface Product
  extends Changed,
    Like<"name amount:costPrice amount:salesPrice">,
    Below<"unit", Like<"name">>,
    Below<"inventory", Like<"amount:inStock">>,
    Below<"productGroup", Like<"flag:inventoryEnabled">> {
  readonly productNumber: string;
}

export interface VatAccount extends Like<"name amount:ratePercentage">, Below<"vatType", Like<"name">> {
  readonly vatCode: string;
}

export type Unit = Numbered<"unitNumber"> & Like<"name">;
export type PaymentTerms = Numbered<"paymentTermsNumber"> &
  Like<"name description paymentTermsType whole:daysOfCredit">;
export type Department = Numbered<"departmentNumber"> & Like<"name flag:barred">;
/** Newer. */
export type DimensionValue = Numbered<"dimensionNumber" | "key"> & Like<"name flag:active">;
/** Newer. */
export type Project = Numbered<"number"> &
  Changed &
  Like<"name closedDate description otherReference whole:customerNumber whole:mainProjectNumber flag:isClosed">;
export type Journal = Numbered<"journalNumber"> & Like<"name"> & Below<"settings", Like<"entryTypeRestrictedTo">>;

export type Line = Like<"description whole:lineNumber link:product link:departmentalDistribution"> &
  Like<"amount:quantity amount:unitNetPrice amount:discountPercentage"> &
  Like<"amount:vatRate amount:vatAmount amount:totalNetAmount"> &
  Below<"unit", Like<"name">>;

/** What quotes, orders and invoices have in common. Lines come with single ones only; `self` has the state: `/quotes/sent/12`. */
export type Document = Changed &
  Like<"self date dueDate currency amount:netAmount amount:grossAmount amount:vatAmount"> &
  Like<"link:paymentTerms link:customer link:project link:layout"> &
  Below<"recipient", Place & Like<"name">> &
  Below<"delivery", Place & Like<"deliveryDate">> &
  Below<"notes", Like<"textLine1">> &
  Below<"references", Like<"other">> &
  Below<"lines", readonly Line[]>;
export type Invoice = Document & Like<"whole:draftInvoiceNumber whole:bookedInvoiceNumber amount:remainder">;
export type Quote = Document & Numbered<"quoteNumber">;
export type Order = Document & Numbered<"orderNumber">;

/** A booked entry: debit has a plus, credit a minus. */
export type Entry = Like<"currency date dueDate entryType text supplierInvoiceNumber"> &
  Like<"whole:entryNumber whole:voucherNumber amount:amount amount:amountInBaseCurrency"> &
  Like<"link:account link:customer link:supplier link:bookedInvoice link:departmentalDistribution link:project"> &
  Below<"vatAccount", Like<"vatCode">>;

/** Newer: the same, flat and of all years. Days come as midnights. */
export type BookedEntry = Numbered<"entryNumber"> &
  Like<"currencyCode date dueDate text vatAccountNumber supplierInvoiceNumber amount:amount amount:remainder"> &
  Like<"whole:accountNumber whole:type whole:voucherNumber"> &
  Like<"whole:customerNumber whole:customerInvoiceNumber whole:supplierNumber">;

export type AccountingYear = Readonly<Record<"year" | "fromDate" | "toDate", string>> & Like<"flag:closed">;
export type Total = Like<"link:account amount:totalInBaseCurrency">;
/** Newer. */
export type AttachedDocument = Numbered<"number"> & Like<"note">;
