/** Facts that only the vendor's own users can enter, and how a case gets them into a vendor's books. */
import type { OperationId } from "../../src/contract/operations.ts";
import type { Books } from "./books.ts";

export interface EnteredFacts {
  /** A credit note over 200 net less a fee of 50 net that the seller keeps, both at the standard rate. */
  creditNoteWithFee: { readonly creditNoteId: string };
  /** An invoice of 200 net at the standard rate, settled by money and a cash discount of 2 % of its gross amount. */
  cashDiscount: { readonly invoiceId: string };
  /** An invoice of 200 net at the standard rate, written off in full. */
  writeOff: { readonly invoiceId: string };
  /** An invoice of 200 net at the standard rate, settled by a credit note of the same amount. */
  creditUsed: { readonly invoiceId: string; readonly creditNoteId: string };
  /** An invoice of 200 net at the standard rate, settled by a line of a bank statement. */
  bankStatement: { readonly invoiceId: string };
  /** A payment that was matched with a line of a bank statement. */
  reconciledPayment: { readonly paymentId: string };
  /** A cash sale (sales receipt) of 200 net at the standard rate. */
  cashSale: { readonly invoiceId: string };
  /** Goods of 200 net at the standard rate that were returned for cash (refund receipt). */
  cashRefund: { readonly creditNoteId: string };
  /** A final invoice of 200 net at the standard rate, from which a deposit of 50 net was deducted. */
  deposit: { readonly invoiceId: string };
  /** 50 that a customer paid on account: 30 were used for an invoice of 200 net, and 20 were paid back. */
  moneyOnAccount: { readonly paymentId: string; readonly refundId: string; readonly invoiceId: string };
  /** 50 that were paid to a supplier on account. */
  supplierPaidOnAccount: { readonly paymentId: string; readonly supplierId: string };
  /** A bill of 200 net at the standard rate and 50 net at the second rate of purchases. */
  billWithTwoRates: { readonly billId: string };
  /** A bill of 200 net at the standard rate, paid in full. */
  billPaid: { readonly billId: string };
  /** A supplier's credit of 200 net at the standard rate. */
  vendorCredit: { readonly vendorCreditId: string };
  /** A payment that the vendor's API does not show as one. */
  hiddenPayment: {
    readonly list: OperationId;
    /** What the warning says. */
    readonly says: string;
  };
}

export type FactName = keyof EnteredFacts;

/** Sends a request to the vendor's own API, with the end user's rights, and returns the body of the response. */
export type VendorCall = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  query?: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** A fact that the vendor's books cannot have, with the documentation that says so. */
export interface Unrepresentable {
  readonly cannot: string;
}

/** How each fact is entered at one vendor. A fact that is missing here is not proven yet. */
export type VendorFacts = {
  readonly [Name in FactName]?: ((call: VendorCall, books: Books) => Promise<EnteredFacts[Name]>) | Unrepresentable;
};
