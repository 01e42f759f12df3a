/** The vendor's shapes: only the fields that we read or write. Any of them may be missing, or null. */
import type { Shaped } from "../../kit/fields.ts";
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
type Maybe<Value> = Value | null | undefined;

type Kinds = {
  readonly text: Text;
  readonly texts: Maybe<readonly string[]>;
  readonly amount: Decimal;
  readonly whole: Maybe<number>;
  readonly flag: Maybe<boolean>;
};
type Like<Fields extends string> = Shaped<Fields, Kinds>;
type Below<Name extends string, Value> = { readonly [Each in Name]?: Maybe<Value> };

export interface Page {
  readonly content: readonly unknown[];
  readonly totalElements: number;
}

/** What every write answers with. */
export interface Stub {
  readonly id: string;
}
type Versioned = Stub & { readonly version: number };

export type Refusal = Like<"message"> &
  Below<"details", string | readonly Like<"field message">[]> &
  Below<"IssueList", readonly Like<"i18nKey source">[]>;

export type Profile = Like<"taxType">;
export type ContactAddress = Like<"supplement street zip city countryCode">;
export type Person = Like<"salutation firstName lastName emailAddress phoneNumber flag:primary">;
type Company = Like<"name taxNumber vatRegistrationId flag:allowTaxFreeInvoices"> &
  Below<"contactPersons", readonly Person[]>;

export interface Contact extends Versioned, Like<"note"> {
  readonly roles?: Maybe<Below<"customer" | "vendor", Like<"whole:number">>>;
  readonly company?: Maybe<Company>;
  readonly person?: Maybe<Person>;
  readonly addresses?: Maybe<Below<"billing" | "shipping", readonly ContactAddress[]>>;
  readonly emailAddresses?: Maybe<Like<"texts:business texts:office texts:private texts:other">>;
  readonly phoneNumbers?: Maybe<Like<"texts:business texts:office texts:mobile texts:private texts:fax texts:other">>;
  readonly xRechnung?: unknown;
}

export type Price = Like<"amount:netPrice amount:grossPrice amount:taxRate"> & Below<"leadingPrice", "NET" | "GROSS">;
export type Article = Versioned &
  Like<"title description type articleNumber gtin note unitName updatedDate"> &
  Below<"price", Price>;

/** The terms of a document, and without an id those that are written on it. */
export type Terms = Like<"paymentTermLabelTemplate whole:paymentTermDuration"> &
  Below<"paymentDiscountConditions", Like<"whole:discountRange amount:discountPercentage">>;
export type PaymentCondition = Stub & Terms;
export type PostingCategory = Stub & Like<"name type groupName">;

export type Payment = Like<"voucherType voucherStatus paidDate"> & Below<"paymentItems", readonly PaymentItem[]>;
export type PaymentItem = Like<"paymentItemType postingDate amount:amount">;

/** One event per call, and nothing of the record but its id. */
export type Event = Readonly<Record<"eventType" | "resourceId" | "eventDate", string>>;
export type EventSubscription = Like<"callbackUrl"> & { readonly subscriptionId: string };

/** What an entry of the voucher list and the document itself call alike. */
export type Dated = Stub & Like<"createdDate updatedDate voucherDate dueDate voucherStatus voucherNumber">;
export type Entry = Dated & Like<"voucherType contactId contactName currency amount:totalAmount amount:openAmount">;

/**
 * The id is the article's: lines have none. `lineItemAmount` is with or without tax, as the document's tax type says. Of
 * offers, what is optional or an alternative to the line above is in no total.
 */
export interface Line
  extends Like<"id type name description unitName amount:quantity amount:discountPercentage amount:lineItemAmount">,
    Like<"flag:optional flag:alternative"> {
  readonly unitPrice?: Maybe<Like<"amount:netAmount amount:grossAmount amount:taxRatePercentage">>;
  readonly subItems?: Maybe<readonly Line[]>;
}

type Totals = Like<"currency amount:totalNetAmount amount:totalGrossAmount amount:totalTaxAmount"> &
  Like<"amount:totalDiscountAbsolute amount:totalDiscountPercentage">;

/** An invoice, credit note, quotation or order confirmation. */
export type SalesDocument = Dated &
  Below<"address", ContactAddress & Like<"contactId name">> &
  Below<"lineItems", readonly Line[]> &
  Below<"totalPrice", Totals> &
  Below<"taxConditions", Like<"taxType taxSubType taxTypeNote">> &
  Below<"paymentConditions", Terms> &
  Below<"shippingConditions", Like<"shippingDate shippingType">>;

export type VoucherItem = Like<"categoryId amount:amount amount:taxAmount amount:taxRatePercent">;
export type Voucher = Dated &
  Versioned &
  Like<"type shippingDate taxType contactId contactName remark amount:totalGrossAmount amount:totalTaxAmount"> &
  Like<"texts:files"> &
  Below<"voucherItems", readonly VoucherItem[]>;

/** A document, with what other addresses know of it. */
export type Integer<Document> = Document & {
  readonly entry?: Entry | undefined;
  readonly payment?: Payment | undefined;
  readonly term?: PaymentCondition | undefined;
};
