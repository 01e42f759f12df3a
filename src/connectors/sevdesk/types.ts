/** The vendor's shapes, with only the fields that the connector reads or writes. */

export type Text = string | null | undefined;
/** Amounts are text in lists and mostly numbers in replies to writes. */
export type Figure = string | number | null | undefined;
/** "1" and "0", or a JSON boolean in replies to writes. */
export type Flag = string | number | boolean | null | undefined;

/** A reference to another record. Some replies to writes have the whole record instead. */
interface Reference {
  readonly id: string | number;
  readonly objectName?: Text;
}
export type Ref = Reference | null | undefined;

/** The reply to every request. A single record is a list of one, or the record itself in replies to writes. */
export interface Reply<Native> {
  readonly objects?: readonly Native[] | Native | null;
  /** Only with `countAll`, as text. */
  readonly total?: Figure;
}

export interface Refusal {
  readonly error?: {
    readonly message?: Text;
    readonly data?: unknown;
  } | null;
}

export interface Stamped {
  readonly id: string;
  readonly create?: Text;
  readonly update?: Text;
}

export interface Version {
  readonly version?: Text;
}

export interface Contact extends Stamped {
  readonly name?: Text;
  readonly customerNumber?: Text;
  readonly surename?: Text;
  readonly familyname?: Text;
  readonly category?: Ref;
  readonly vatNumber?: Text;
  readonly bankAccount?: Text;
  readonly bankNumber?: Text;
}

export interface ContactAddress extends Stamped {
  readonly contact?: Ref;
  readonly street?: Text;
  readonly zip?: Text;
  readonly city?: Text;
  readonly country?: Ref;
}

export interface CommunicationWay extends Stamped {
  readonly contact?: Ref;
  readonly type?: Text;
  readonly value?: Text;
  readonly key?: Ref;
}

export interface Country {
  readonly id: string;
  readonly code?: Text;
}

export interface Unity {
  readonly id: string;
  readonly name?: Text;
  readonly uneceTradeUnitCode?: Text;
}

export interface User {
  readonly id: string;
}

/** The sums of a document or a line. */
export interface Sums {
  readonly sumNet?: Figure;
  readonly sumTax?: Figure;
  readonly sumGross?: Figure;
  /** 0 unless the document is in another currency than the company's. */
  readonly sumNetForeignCurrency?: Figure;
  readonly sumTaxForeignCurrency?: Figure;
  readonly sumGrossForeignCurrency?: Figure;
}

export interface Taxed {
  /** Only in documents of bookkeeping system 2.0. */
  readonly taxRule?: Ref;
  /** Only in documents of bookkeeping system 1.0. */
  readonly taxType?: Text;
}

/** Invoices, credit notes, offers and orders. */
export interface SalesDocument extends Stamped, Sums, Taxed {
  readonly contact?: Ref;
  readonly contactPerson?: Ref;
  readonly currency?: Text;
  readonly status?: Text;
  readonly showNet?: Flag;
  readonly addressName?: Text;
  readonly address?: Text;
  readonly customerInternalNote?: Text;
  readonly deliveryDate?: Text;
  readonly taxText?: Text;
}

export interface Invoice extends SalesDocument {
  readonly invoiceNumber?: Text;
  readonly invoiceDate?: Text;
  readonly invoiceType?: Text;
  readonly timeToPay?: Figure;
  readonly payDate?: Text;
  readonly paidAmount?: Figure;
}

export interface CreditNote extends SalesDocument {
  readonly creditNoteNumber?: Text;
  readonly creditNoteDate?: Text;
}

export interface Order extends SalesDocument {
  readonly orderNumber?: Text;
  readonly orderDate?: Text;
  readonly orderType?: Text;
}

export interface Position extends Stamped, Sums {
  readonly part?: Ref;
  readonly quantity?: Figure | boolean;
  readonly price?: Figure;
  readonly name?: Text;
  readonly text?: Text;
  readonly unity?: Ref;
  readonly taxRate?: Figure;
  readonly discount?: Figure;
  readonly isPercentage?: Flag;
  /** Only lines of orders can be optional. */
  readonly optional?: Flag;
}

export interface Voucher extends Stamped, Sums, Taxed {
  readonly voucherDate?: Text;
  readonly supplier?: Ref;
  readonly supplierName?: Text;
  readonly description?: Text;
  readonly document?: Ref;
  readonly payDate?: Text;
  readonly status?: Text;
  readonly currency?: Text;
  readonly paidAmount?: Figure;
  readonly creditDebit?: Text;
  readonly voucherType?: Text;
  readonly paymentDeadline?: Text;
  readonly deliveryDate?: Text;
}

export interface VoucherPosition extends Stamped, Sums {
  readonly taxRate?: Figure;
  readonly comment?: Text;
  /** Bookkeeping system 2.0. */
  readonly accountDatev?: Ref;
  /** Bookkeeping system 1.0. */
  readonly accountingType?: Ref;
}

export interface Part extends Stamped {
  readonly name?: Text;
  readonly partNumber?: Text;
  readonly text?: Text;
  readonly unity?: Ref;
  readonly priceNet?: Figure;
  readonly pricePurchase?: Figure;
  readonly taxRate?: Figure;
  readonly stock?: Figure;
}

export interface CheckAccount extends Stamped {
  readonly name?: Text;
  readonly type?: Text;
  readonly currency?: Text;
  readonly defaultAccount?: Flag;
  readonly status?: Text;
  readonly balance?: Figure;
  readonly accountingNumber?: Text;
  readonly iban?: Text;
  readonly bic?: Text;
  readonly importType?: Text;
}

export interface Transaction extends Stamped {
  readonly valueDate?: Text;
  readonly entryDate?: Text;
  readonly amount?: Figure;
  readonly paymtPurpose?: Text;
  readonly payeePayerName?: Text;
  readonly checkAccount?: Ref;
  readonly status?: Text;
}

/** A booking of a bank transaction on a document. */
export interface Booking {
  readonly id: string;
  readonly create?: Text;
  readonly checkAccountTransaction?: Ref;
  /** With the sign of the transaction. */
  readonly amountPaid?: Figure;
  readonly bookingDate?: Text;
  /** The document. */
  readonly object?: Ref;
}

/** An account of the chart, with the tax rules and rates that it may be used with. */
export interface Guidance {
  readonly accountDatevId: number;
  readonly accountNumber?: Text;
  readonly accountName?: Text;
  readonly description?: Text;
  readonly allowedTaxRules?: readonly GuidanceRule[] | null;
  readonly allowedReceiptTypes?: readonly string[] | null;
}

export interface GuidanceRule {
  readonly id: number;
  readonly name?: Text;
  readonly description?: Text;
  /** As words: `NINETEEN`. */
  readonly taxRates?: readonly string[] | null;
}

/** A printed document. */
export interface Printed {
  readonly content?: Text;
  readonly filename?: Text;
}
