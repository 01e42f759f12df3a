/** The vendor's shapes: only the fields that we read or write. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;

export interface Page {
  readonly content: readonly unknown[];
  readonly totalElements: number;
}

/** What every write answers with. */
export interface Stub {
  readonly id: string;
}

export interface Refusal {
  readonly message?: Text;
  readonly details?: readonly { readonly field?: Text; readonly message?: Text }[] | null;
  readonly IssueList?: readonly { readonly i18nKey?: Text; readonly source?: Text }[] | null;
}

export interface Profile {
  readonly taxType?: Text;
}

export interface ContactAddress {
  readonly supplement?: Text;
  readonly street?: Text;
  readonly zip?: Text;
  readonly city?: Text;
  readonly countryCode?: Text;
}

export interface Person {
  readonly salutation?: Text;
  readonly firstName?: Text;
  readonly lastName?: Text;
  readonly primary?: boolean | null;
  readonly emailAddress?: Text;
  readonly phoneNumber?: Text;
}

interface Role {
  readonly number?: number | null;
}

type Sorted<Kind extends string, Entry> = { readonly [Name in Kind]?: readonly Entry[] | null };

export interface Contact {
  readonly id: string;
  readonly version: number;
  readonly roles?: { readonly customer?: Role | null; readonly vendor?: Role | null } | null;
  readonly company?: {
    readonly name?: Text;
    readonly taxNumber?: Text;
    readonly vatRegistrationId?: Text;
    readonly allowTaxFreeInvoices?: boolean | null;
    readonly contactPersons?: readonly Person[] | null;
  } | null;
  readonly person?: Person | null;
  readonly addresses?: Sorted<"billing" | "shipping", ContactAddress> | null;
  readonly emailAddresses?: Sorted<"business" | "office" | "private" | "other", string> | null;
  readonly phoneNumbers?: Sorted<"business" | "office" | "mobile" | "private" | "fax" | "other", string> | null;
  readonly note?: Text;
  readonly xRechnung?: unknown;
}

export interface Price {
  readonly netPrice?: Decimal;
  readonly grossPrice?: Decimal;
  readonly leadingPrice?: "NET" | "GROSS" | null;
  readonly taxRate?: Decimal;
}

export interface Article {
  readonly id: string;
  readonly version: number;
  readonly title?: Text;
  readonly description?: Text;
  readonly type?: Text;
  readonly articleNumber?: Text;
  readonly gtin?: Text;
  readonly note?: Text;
  readonly unitName?: Text;
  readonly price?: Price | null;
  readonly updatedDate?: Text;
}

export interface PaymentCondition {
  readonly id: string;
  readonly paymentTermLabelTemplate?: Text;
  readonly paymentTermDuration?: number | null;
  readonly paymentDiscountConditions?: {
    readonly discountRange?: number | null;
    readonly discountPercentage?: Decimal;
  } | null;
}

export interface PostingCategory {
  readonly id: string;
  readonly name?: Text;
  readonly type?: Text;
  readonly groupName?: Text;
}

export interface Payment {
  readonly currency?: Text;
  readonly voucherType?: Text;
  readonly paidDate?: Text;
  readonly paymentItems?: readonly PaymentItem[] | null;
}

export interface PaymentItem {
  readonly paymentItemType?: Text;
  readonly postingDate?: Text;
  readonly amount?: Decimal;
}

/** One event per call, and nothing of the record but its id. */
export interface Event {
  readonly eventType: string;
  readonly resourceId: string;
  readonly eventDate: string;
}

export interface EventSubscription {
  readonly subscriptionId: string;
  readonly callbackUrl?: Text;
}

/** What an entry of the voucher list and the document itself call alike. */
export interface Dated {
  readonly id: string;
  readonly createdDate?: Text;
  readonly updatedDate?: Text;
  readonly voucherStatus?: Text;
  readonly voucherNumber?: Text;
  readonly voucherDate?: Text;
  readonly dueDate?: Text;
}

export interface Entry extends Dated {
  readonly voucherType?: Text;
  readonly contactId?: Text;
  readonly contactName?: Text;
  readonly totalAmount?: Decimal;
  readonly openAmount?: Decimal;
  readonly currency?: Text;
}

export interface Line {
  /** Of the article, not of the line: lines have none. */
  readonly id?: Text;
  readonly type?: Text;
  readonly name?: Text;
  readonly description?: Text;
  readonly quantity?: Decimal;
  readonly unitName?: Text;
  readonly unitPrice?: {
    readonly netAmount?: Decimal;
    readonly grossAmount?: Decimal;
    readonly taxRatePercentage?: Decimal;
  } | null;
  readonly discountPercentage?: Decimal;
  /** With or without tax, as the document's tax type says. */
  readonly lineItemAmount?: Decimal;
}

/** An invoice, credit note, quotation or order confirmation. */
export interface SalesDocument extends Dated {
  readonly address?: (ContactAddress & { readonly contactId?: Text; readonly name?: Text }) | null;
  readonly lineItems?: readonly Line[] | null;
  readonly totalPrice?: {
    readonly currency?: Text;
    readonly totalNetAmount?: Decimal;
    readonly totalGrossAmount?: Decimal;
    readonly totalTaxAmount?: Decimal;
    readonly totalDiscountAbsolute?: Decimal;
    readonly totalDiscountPercentage?: Decimal;
  } | null;
  readonly taxConditions?: { readonly taxType?: Text; readonly taxSubType?: Text; readonly taxTypeNote?: Text } | null;
  readonly paymentConditions?: { readonly paymentTermDuration?: number | null } | null;
  readonly shippingConditions?: { readonly shippingDate?: Text; readonly shippingType?: Text } | null;
}

export interface VoucherItem {
  readonly amount?: Decimal;
  readonly taxAmount?: Decimal;
  readonly taxRatePercent?: Decimal;
  readonly categoryId?: Text;
}

export interface Voucher extends Dated {
  readonly version: number;
  readonly type?: Text;
  readonly shippingDate?: Text;
  readonly totalGrossAmount?: Decimal;
  readonly totalTaxAmount?: Decimal;
  readonly taxType?: Text;
  readonly contactId?: Text;
  readonly contactName?: Text;
  readonly remark?: Text;
  readonly voucherItems?: readonly VoucherItem[] | null;
  readonly files?: readonly string[] | null;
}

/** A document, with what other addresses know of it. */
export type Whole<Document> = Document & { readonly entry?: Entry | undefined; readonly payment?: Payment | undefined };
