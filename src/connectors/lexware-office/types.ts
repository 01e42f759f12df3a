/** Lexware Office's records, as far as we read or write them. Any field but an id may be missing, or null. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
type Maybe<Value> = Value | null | undefined;
type Integer = Maybe<number>;
type Flag = Maybe<boolean>;
type Texts = Maybe<readonly string[]>;

export interface Page {
  readonly content: readonly unknown[];
  readonly totalElements: number;
}

/** The reply to every write. */
export interface Stub {
  readonly id: string;
}

interface Versioned extends Stub {
  readonly version: number;
}

interface FieldFault {
  readonly field?: Text;
  readonly message?: Text;
}

interface Issue {
  readonly i18nKey?: Text;
  readonly source?: Text;
}

export interface Refusal {
  readonly message?: Text;
  readonly details?: Maybe<string | readonly FieldFault[]>;
  readonly IssueList?: Maybe<readonly Issue[]>;
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
  readonly emailAddress?: Text;
  readonly phoneNumber?: Text;
  readonly primary?: Flag;
}

interface Company {
  readonly name?: Text;
  readonly taxNumber?: Text;
  readonly vatRegistrationId?: Text;
  readonly allowTaxFreeInvoices?: Flag;
  readonly contactPersons?: Maybe<readonly Person[]>;
}

interface ContactRole {
  readonly number?: Integer;
}

interface ContactRoles {
  readonly customer?: Maybe<ContactRole>;
  readonly vendor?: Maybe<ContactRole>;
}

interface ContactAddresses {
  readonly billing?: Maybe<readonly ContactAddress[]>;
  readonly shipping?: Maybe<readonly ContactAddress[]>;
}

interface EmailAddresses {
  readonly business?: Texts;
  readonly office?: Texts;
  readonly private?: Texts;
  readonly other?: Texts;
}

interface PhoneNumbers extends EmailAddresses {
  readonly mobile?: Texts;
  readonly fax?: Texts;
}

export interface Contact extends Versioned {
  readonly note?: Text;
  readonly roles?: Maybe<ContactRoles>;
  readonly company?: Maybe<Company>;
  readonly person?: Maybe<Person>;
  readonly addresses?: Maybe<ContactAddresses>;
  readonly emailAddresses?: Maybe<EmailAddresses>;
  readonly phoneNumbers?: Maybe<PhoneNumbers>;
  readonly xRechnung?: unknown;
}

export interface Price {
  readonly netPrice?: Decimal;
  readonly grossPrice?: Decimal;
  readonly taxRate?: Decimal;
  readonly leadingPrice?: "NET" | "GROSS" | null | undefined;
}

export interface Article extends Versioned {
  readonly title?: Text;
  readonly description?: Text;
  readonly type?: Text;
  readonly articleNumber?: Text;
  readonly gtin?: Text;
  readonly note?: Text;
  readonly unitName?: Text;
  readonly updatedDate?: Text;
  readonly price?: Maybe<Price>;
}

interface DiscountConditions {
  readonly discountRange?: Integer;
  readonly discountPercentage?: Decimal;
}

/** The terms that are written on a document. */
export interface Terms {
  readonly paymentTermLabelTemplate?: Text;
  readonly paymentTermDuration?: Integer;
  readonly paymentDiscountConditions?: Maybe<DiscountConditions>;
}

/** A term of the company's list. */
export interface PaymentCondition extends Stub, Terms {}

export interface PostingCategory extends Stub {
  readonly name?: Text;
  readonly type?: Text;
  readonly groupName?: Text;
}

export interface Payment {
  readonly voucherType?: Text;
  readonly voucherStatus?: Text;
  readonly paidDate?: Text;
  readonly paymentItems?: Maybe<readonly PaymentItem[]>;
}

export interface PaymentItem {
  readonly paymentItemType?: Text;
  readonly postingDate?: Text;
  readonly amount?: Decimal;
}

/** A webhook call reports one event, and only the id of the record. */
export interface Event {
  readonly eventType: string;
  readonly resourceId: string;
  readonly eventDate: string;
}

export interface EventSubscription {
  readonly eventType: string;
  readonly subscriptionId: string;
  readonly callbackUrl?: Text;
}

/** The fields that have the same names in the voucher list and in the document itself. */
export interface Dated extends Stub {
  readonly createdDate?: Text;
  readonly updatedDate?: Text;
  readonly voucherDate?: Text;
  readonly dueDate?: Text;
  readonly voucherStatus?: Text;
  readonly voucherNumber?: Text;
}

/** An entry of the voucher list. */
export interface Entry extends Dated {
  readonly voucherType?: Text;
  readonly contactId?: Text;
  readonly contactName?: Text;
  readonly currency?: Text;
  readonly totalAmount?: Decimal;
  readonly openAmount?: Decimal;
}

interface UnitPrice {
  readonly netAmount?: Decimal;
  readonly grossAmount?: Decimal;
  readonly taxRatePercentage?: Decimal;
}

/**
 * The id is the article's: lines have none. `lineItemAmount` includes tax or not, depending on the document's tax type.
 * Optional and alternative lines of an offer are in no total.
 */
export interface Line {
  readonly id?: Text;
  readonly type?: Text;
  readonly name?: Text;
  readonly description?: Text;
  readonly unitName?: Text;
  readonly quantity?: Decimal;
  readonly discountPercentage?: Decimal;
  readonly lineItemAmount?: Decimal;
  readonly optional?: Flag;
  readonly alternative?: Flag;
  readonly unitPrice?: Maybe<UnitPrice>;
  readonly subItems?: Maybe<readonly Line[]>;
}

interface Totals {
  readonly currency?: Text;
  readonly totalNetAmount?: Decimal;
  readonly totalGrossAmount?: Decimal;
  readonly totalTaxAmount?: Decimal;
  readonly totalDiscountAbsolute?: Decimal;
  readonly totalDiscountPercentage?: Decimal;
}

interface Recipient extends ContactAddress {
  readonly contactId?: Text;
  readonly name?: Text;
}

interface TaxConditions {
  readonly taxType?: Text;
  readonly taxSubType?: Text;
  readonly taxTypeNote?: Text;
}

interface ShippingConditions {
  readonly shippingDate?: Text;
  readonly shippingType?: Text;
}

/** An invoice, credit note, quotation or order confirmation. */
export interface SalesDocument extends Dated {
  readonly address?: Maybe<Recipient>;
  readonly lineItems?: Maybe<readonly Line[]>;
  readonly totalPrice?: Maybe<Totals>;
  readonly taxConditions?: Maybe<TaxConditions>;
  readonly paymentConditions?: Maybe<Terms>;
  readonly shippingConditions?: Maybe<ShippingConditions>;
  readonly relatedVouchers?: Maybe<readonly RelatedVoucher[]>;
}

/** A document that precedes or follows another one. */
interface RelatedVoucher {
  readonly voucherType?: Text;
}

export interface VoucherItem {
  readonly categoryId?: Text;
  readonly amount?: Decimal;
  readonly taxAmount?: Decimal;
  readonly taxRatePercent?: Decimal;
}

export interface Voucher extends Dated, Versioned {
  readonly type?: Text;
  readonly shippingDate?: Text;
  readonly taxType?: Text;
  readonly contactId?: Text;
  readonly contactName?: Text;
  readonly remark?: Text;
  readonly totalGrossAmount?: Decimal;
  readonly totalTaxAmount?: Decimal;
  readonly files?: Texts;
  readonly voucherItems?: Maybe<readonly VoucherItem[]>;
}
