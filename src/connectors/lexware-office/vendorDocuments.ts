/** Documents: the voucher list's entries, what was sold, and vouchers for the books. */
import type { Decimal } from "../../kit/money.ts";
import type { ContactAddress, Payment, Text } from "./types.ts";

export interface Entry {
  readonly id: string;
  readonly voucherType?: Text;
  readonly voucherStatus?: Text;
  readonly voucherNumber?: Text;
  readonly voucherDate?: Text;
  readonly createdDate?: Text;
  readonly updatedDate?: Text;
  readonly dueDate?: Text;
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
export interface SalesDocument {
  readonly id: string;
  readonly createdDate?: Text;
  readonly updatedDate?: Text;
  readonly voucherStatus?: Text;
  readonly voucherNumber?: Text;
  readonly voucherDate?: Text;
  readonly dueDate?: Text;
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

export interface Voucher {
  readonly id: string;
  readonly version: number;
  readonly type?: Text;
  readonly createdDate?: Text;
  readonly updatedDate?: Text;
  readonly voucherStatus?: Text;
  readonly voucherNumber?: Text;
  readonly voucherDate?: Text;
  readonly shippingDate?: Text;
  readonly dueDate?: Text;
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
export interface Whole<Document> {
  readonly document: Document;
  readonly entry?: Entry | undefined;
  readonly payment?: Payment | undefined;
}
