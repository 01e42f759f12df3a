/** The vendor's shapes, with only the fields that the connector reads or writes. */

export type Text = string | null | undefined;
/** Text with up to eight decimals, or a number. */
type Figure = string | number | null | undefined;
/** Ids are documented as text; lists of customers and suppliers were seen with numbers. */
type Id = string | number;

interface Reference {
  readonly id: Id;
}
export type Ref = Reference | null | undefined;

export interface Money {
  readonly amount?: Figure;
  readonly currency?: Text;
}

/** Net and gross of a price or of what a line comes to. */
export interface NetAndGross {
  readonly net?: Money | null;
  readonly gross?: Money | null;
}

/** A single record, and the reply to every write that has one. */
export interface Single<Native> {
  readonly data?: Native | null;
}

/** A page, with a total if the request asks for it in `x-pagination`. */
export interface Page<Native> {
  readonly data?: readonly Native[] | null;
  readonly meta?: { readonly total?: number | null } | null;
}

export interface Stamped {
  readonly id: Id;
  readonly createdAt?: Text;
  readonly updatedAt?: Text;
}

export interface PostalAddress {
  readonly type?: Text;
  readonly name?: Text;
  readonly street?: Text;
  readonly addressSupplement?: Text;
  readonly zipCode?: Text;
  readonly city?: Text;
  readonly country?: Text;
  readonly email?: Text;
  readonly phone?: Text;
  readonly mobile?: Text;
  readonly fax?: Text;
}

export interface ContactPerson {
  readonly id: Id;
  readonly name?: Text;
  readonly salutation?: Text;
  readonly email?: Text;
  readonly phone?: Text;
  readonly mobile?: Text;
  readonly fax?: Text;
}

/** A customer or a supplier. */
export interface Partner extends Stamped {
  readonly number?: Text;
  readonly mainProject?: Ref;
  readonly primaryAddress?: PostalAddress | null;
  readonly deviatingBillingAddress?: PostalAddress | null;
  /** Only if the request includes them. */
  readonly deliveryAddresses?: readonly PostalAddress[] | null;
  readonly contactPersons?: readonly ContactPerson[] | null;
  readonly financials?: {
    readonly tax?: { readonly vatId?: Text } | null;
    readonly defaultCurrency?: Text;
  } | null;
}

export interface Product extends Stamped {
  readonly number?: Text;
  readonly name?: Text;
  /** One of three categories. */
  readonly taxRate?: Text;
  /** A percentage of the product's own, instead of its category's. */
  readonly individualTaxRate?: Figure;
  readonly isService?: boolean | null;
}

/** A product on a document. Headings, subtotals, images and page breaks are lines, too, with another type. */
export interface Line extends Stamped {
  readonly type?: Text;
  readonly number?: Text;
  readonly name?: Text;
  readonly description?: Text;
  readonly quantity?: Figure;
  readonly unit?: Text;
  readonly product?: Ref;
  readonly price?: NetAndGross | null;
  readonly discount?: Figure;
  /** The word of a category, or a percentage. */
  readonly taxRate?: string | number | null | undefined;
  readonly effectiveTaxRate?: Figure;
  /** Of the whole quantity, after discounts. */
  readonly lineItemRevenue?: NetAndGross | null;
}

/** The fields that all documents share. */
export interface Document extends Stamped {
  readonly documentNumber?: Text;
  readonly documentDate?: Text;
  readonly status?: Text;
  /** The customer or supplier. */
  readonly address?: Ref;
  readonly documentAddress?: PostalAddress | null;
  readonly internalComment?: Text;
  readonly project?: Ref;
  readonly financials?: {
    readonly currency?: Text;
    readonly tax?: { readonly taxation?: Text } | null;
    readonly paymentTerms?: { readonly paymentTargetDays?: number | null } | null;
  } | null;
  readonly totals?: NetAndGross | null;
  readonly lineItems?: readonly Line[] | null;
}

export interface Invoice extends Document {
  readonly paymentStatus?: Text;
  readonly customerOrderNumber?: Text;
  readonly deliveryDate?: Text;
  readonly dunningManualSettings?: { readonly paidAt?: Text } | null;
}

export interface CreditNote extends Document {
  readonly paymentStatus?: Text;
  readonly customerOrderNumber?: Text;
}

export interface Offer extends Document {
  readonly customerReference?: Text;
}

export interface Order extends Document {
  readonly desiredDeliveryDate?: Text;
}

export interface Project {
  readonly id: Id;
  readonly name?: Text;
  readonly keyName?: Text;
  readonly description?: Text;
  readonly currency?: Text;
  readonly normalTaxRate?: Figure;
  readonly reducedTaxRate?: Figure;
}

export interface Webhook {
  readonly id: Id;
  readonly url?: Text;
  readonly events?: readonly { readonly id?: Text }[] | null;
}

/** After RFC 7807. The `messages` of version 1 are a list or an object. */
export interface Problem {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly message?: unknown;
  readonly messages?: unknown;
  readonly violations?: unknown;
}
