/** The vendor's shapes: only the fields that we read or write. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;

/** Any of these may be missing, or null. */
type Some<Value, Name extends string> = { readonly [One in Name]?: Value | null };
type Texts<Name extends string> = Some<string, Name>;
type Decimals<Name extends string> = Some<Decimal, Name>;
type Lists<Name extends string> = Some<readonly string[], Name>;

export interface Page {
  readonly content: readonly unknown[];
  readonly totalElements: number;
}

/** What every write answers with. */
export interface Stub {
  readonly id: string;
}

export interface Refusal extends Texts<"message"> {
  readonly details?: string | readonly Texts<"field" | "message">[] | null;
  readonly IssueList?: readonly Texts<"i18nKey" | "source">[] | null;
}

export type Profile = Texts<"taxType">;

export type ContactAddress = Texts<"supplement" | "street" | "zip" | "city" | "countryCode">;

export interface Person extends Texts<"salutation" | "firstName" | "lastName" | "emailAddress" | "phoneNumber"> {
  readonly primary?: boolean | null;
}

interface Company extends Texts<"name" | "taxNumber" | "vatRegistrationId"> {
  readonly allowTaxFreeInvoices?: boolean | null;
  readonly contactPersons?: readonly Person[] | null;
}

export interface Contact extends Texts<"note"> {
  readonly id: string;
  readonly version: number;
  readonly roles?: Some<Some<number, "number">, "customer" | "vendor"> | null;
  readonly company?: Company | null;
  readonly person?: Person | null;
  readonly addresses?: Some<readonly ContactAddress[], "billing" | "shipping"> | null;
  readonly emailAddresses?: Lists<"business" | "office" | "private" | "other"> | null;
  readonly phoneNumbers?: Lists<"business" | "office" | "mobile" | "private" | "fax" | "other"> | null;
  readonly xRechnung?: unknown;
}

export interface Price extends Decimals<"netPrice" | "grossPrice" | "taxRate"> {
  readonly leadingPrice?: "NET" | "GROSS" | null;
}

type ArticleText = "title" | "description" | "type" | "articleNumber" | "gtin" | "note" | "unitName" | "updatedDate";

export interface Article extends Texts<ArticleText> {
  readonly id: string;
  readonly version: number;
  readonly price?: Price | null;
}

/** The terms of a document, and without an id those that are written on it. */
export interface Terms extends Texts<"paymentTermLabelTemplate"> {
  readonly paymentTermDuration?: number | null;
  readonly paymentDiscountConditions?: (Some<number, "discountRange"> & Decimals<"discountPercentage">) | null;
}

export interface PaymentCondition extends Terms {
  readonly id: string;
}

export interface PostingCategory extends Texts<"name" | "type" | "groupName"> {
  readonly id: string;
}

export interface Payment extends Texts<"voucherType" | "voucherStatus" | "paidDate"> {
  readonly paymentItems?: readonly PaymentItem[] | null;
}

export type PaymentItem = Texts<"paymentItemType" | "postingDate"> & Decimals<"amount">;

/** One event per call, and nothing of the record but its id. */
export type Event = Readonly<Record<"eventType" | "resourceId" | "eventDate", string>>;

export interface EventSubscription extends Texts<"callbackUrl"> {
  readonly subscriptionId: string;
}

type Dates = "createdDate" | "updatedDate" | "voucherDate" | "dueDate";

/** What an entry of the voucher list and the document itself call alike. */
export interface Dated extends Texts<Dates | "voucherStatus" | "voucherNumber"> {
  readonly id: string;
}

type Amounts = Decimals<"totalAmount" | "openAmount">;

export interface Entry extends Dated, Texts<"voucherType" | "contactId" | "contactName" | "currency">, Amounts {}

export interface Line extends Texts<"type" | "name" | "description" | "unitName">, Decimals<"quantity"> {
  /** Of the article, not of the line: lines have none. */
  readonly id?: Text;
  readonly unitPrice?: Decimals<"netAmount" | "grossAmount" | "taxRatePercentage"> | null;
  readonly discountPercentage?: Decimal;
  /** With or without tax, as the document's tax type says. */
  readonly lineItemAmount?: Decimal;
  /** Of offers: what is in no total, because it may be left out or takes the place of the line above. */
  readonly optional?: boolean | null;
  readonly alternative?: boolean | null;
  readonly subItems?: readonly Line[] | null;
}

type Total = "totalNetAmount" | "totalGrossAmount" | "totalTaxAmount";
type Discount = "totalDiscountAbsolute" | "totalDiscountPercentage";

/** An invoice, credit note, quotation or order confirmation. */
export interface SalesDocument extends Dated {
  readonly address?: (ContactAddress & Texts<"contactId" | "name">) | null;
  readonly lineItems?: readonly Line[] | null;
  readonly totalPrice?: (Texts<"currency"> & Decimals<Total | Discount>) | null;
  readonly taxConditions?: Texts<"taxType" | "taxSubType" | "taxTypeNote"> | null;
  readonly paymentConditions?: Terms | null;
  readonly shippingConditions?: Texts<"shippingDate" | "shippingType"> | null;
}

export type VoucherItem = Decimals<"amount" | "taxAmount" | "taxRatePercent"> & Texts<"categoryId">;

type VoucherText = "type" | "shippingDate" | "taxType" | "contactId" | "contactName" | "remark";

export interface Voucher extends Dated, Texts<VoucherText>, Decimals<"totalGrossAmount" | "totalTaxAmount"> {
  readonly version: number;
  readonly voucherItems?: readonly VoucherItem[] | null;
  readonly files?: readonly string[] | null;
}

interface Known {
  readonly entry?: Entry | undefined;
  readonly payment?: Payment | undefined;
  readonly term?: PaymentCondition | undefined;
}

/** A document, with what other addresses know of it. */
export type Whole<Document> = Document & Known;
