/**
 * The vendor's shapes: only what we read. Records name each other as `{ id, url }` unless `fields` asks for more; texts that
 * nobody filled in are empty, numbers that nobody gave are 0.
 */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;
type Texts<Names extends string> = { readonly [Name in Names]?: Text };
type Decimals<Names extends string> = { readonly [Name in Names]?: Decimal };
type Flags<Names extends string> = { readonly [Name in Names]?: boolean | null | undefined };

export interface Reference {
  readonly id: number | string;
}
type Refs<Names extends string> = { readonly [Name in Names]?: Reference | null | undefined };

/** Comes only where it is asked for by name. */
export interface Changed {
  readonly changes?: List<Texts<"timestamp" | "changeType">>;
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

export interface Address extends Partial<Reference>, Texts<"addressLine1" | "addressLine2" | "postalCode" | "city"> {
  readonly country?: Texts<"isoAlpha2Code"> | null;
}

/** A customer or a supplier. */
export interface Trader
  extends Identified,
    Texts<"name" | "organizationNumber" | "email" | "invoiceEmail" | "phoneNumber" | "phoneNumberMobile">,
    Flags<"isPrivateIndividual" | "isInactive"> {
  readonly customerNumber?: number | null;
  readonly supplierNumber?: number | null;
  readonly postalAddress?: Address | null;
  readonly physicalAddress?: Address | null;
  readonly deliveryAddress?: Address | null;
  readonly bankAccountPresentation?: List<Texts<"iban" | "bban" | "bic">>;
}

export interface Contact
  extends Identified,
    Texts<"firstName" | "lastName" | "email" | "phoneNumberMobile" | "phoneNumberWork"> {
  readonly customer?: Trader | null;
}

export interface Account
  extends Identified,
    Priced,
    Texts<"name" | "description" | "type" | "ledgerType" | "saftCode">,
    Flags<"isInactive" | "isBankAccount"> {
  readonly number?: number | null;
}

export interface VatType extends Identified, Texts<"name" | "number" | "displayName">, Decimals<"percentage"> {}

export interface ProductUnit extends Identified, Texts<"name" | "nameShort" | "commonCode"> {}

export interface Product
  extends Identified,
    Texts<"name" | "number">,
    Decimals<"priceExcludingVatCurrency" | "costExcludingVatCurrency">,
    Refs<"account"> {
  readonly vatType?: VatType | null;
  readonly productUnit?: ProductUnit | null;
}

export interface Department extends Identified, Texts<"name" | "departmentNumber">, Flags<"isInactive"> {}

export interface Posting
  extends Identified,
    Priced,
    Texts<"date" | "description" | "invoiceNumber">,
    Decimals<"amount" | "amountCurrency" | "amountGross">,
    Refs<"customer" | "supplier" | "product" | "voucher"> {
  readonly account?: Account | null;
  readonly vatType?: VatType | null;
  readonly department?: Department | null;
  readonly project?: Project | null;
}

export interface Document extends Identified, Texts<"fileName" | "mimeType"> {
  readonly size?: number | null;
}

export interface Files {
  readonly attachment?: Document | null;
  readonly document?: Document | null;
  readonly ediDocument?: Document | null;
}

export interface Voucher extends Identified, Files, Texts<"date" | "description"> {
  /** 0 until it is in the ledger; until then it has a temporary one. */
  readonly number?: number | null;
  readonly tempNumber?: number | null;
  readonly voucherType?: (Reference & Texts<"name">) | null;
  readonly postings?: List<Posting>;
}

/** A line of an order, of an invoice or of a project. */
export interface Line
  extends Identified,
    Texts<"description">,
    Decimals<"count" | "discount" | "unitPriceExcludingVatCurrency">,
    Decimals<"amountExcludingVatCurrency" | "amountIncludingVatCurrency"> {
  readonly product?: Product | null;
  readonly vatType?: VatType | null;
}

export interface Order
  extends Identified,
    Priced,
    Texts<"number" | "reference" | "orderDate" | "deliveryDate" | "status" | "deliveryComment">,
    Flags<"isClosed">,
    Refs<"project"> {
  readonly customer?: Trader | null;
  readonly deliveryAddress?: Address | null;
  readonly orderLines?: List<Line>;
}

/** What invoices of both directions have. */
interface Claim
  extends Identified,
    Priced,
    Texts<"invoiceDate" | "invoiceDueDate">,
    Decimals<"amountCurrency" | "amountExcludingVatCurrency">,
    Flags<"isCreditNote"> {
  readonly voucher?: Voucher | null;
  readonly orderLines?: List<Line>;
}

export interface Invoice extends Claim, Texts<"kid" | "deliveryDate">, Decimals<"amountCurrencyOutstanding"> {
  readonly invoiceNumber?: number | null;
  readonly isCharged?: boolean | null;
  readonly isCredited?: boolean | null;
  readonly customer?: Trader | null;
  readonly orders?: List<Order>;
  readonly postings?: List<Posting>;
  readonly documentId?: number | null;
}

/** Amounts have a minus, what is still open has not. */
export interface SupplierInvoice
  extends Claim,
    Texts<"invoiceNumber" | "kidOrReceiverReference">,
    Decimals<"outstandingAmount"> {
  readonly supplier?: Trader | null;
  readonly payments?: List<Posting>;
}

export interface Project
  extends Identified,
    Priced,
    Texts<"name" | "number" | "description" | "reference" | "startDate" | "endDate">,
    Flags<"isClosed" | "isOffer">,
    Refs<"mainProject"> {
  readonly customer?: Trader | null;
  readonly orderLines?: List<Line>;
}

export interface PurchaseOrder
  extends Identified,
    Priced,
    Texts<"number" | "comments" | "internalComment" | "creationDate" | "status">,
    Decimals<"discount">,
    Refs<"supplier"> {
  readonly deliveryAddress?: Address | null;
  readonly orderLines?: List<Line>;
}

export interface AnnualAccount extends Identified, Texts<"start" | "end"> {
  readonly year?: number | null;
}

export interface BalanceSheetAccount extends Decimals<"balanceIn" | "balanceOut"> {
  readonly account?: Account | null;
}

export interface PaymentType extends Identified, Refs<"debitAccount"> {}

export interface WhoAmI {
  readonly employeeId?: number | null;
  readonly companyId?: number | null;
  readonly company?: Texts<"name"> | null;
  readonly employee?: Texts<"firstName" | "lastName"> | null;
}
