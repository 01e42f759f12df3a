/**
 * What a vendor cannot represent, with its documentation or a live run as the reason. An excuse that is not needed fails
 * the test. Defects of Kontor are not excuses: they are listed in `todo/`, and disappear there.
 */
import type { Outcome } from "./businessCase.ts";
import type { CaseName } from "./index.ts";

export interface Excuse {
  readonly outcome: Exclude<Outcome, "right" | "warned" | "silent" | "failed">;
  readonly reason: string;
}

const tripletexPayment = "tripletex.no/v2-docs, PUT /invoice/{id}/:payment";
const eurosOnly: Excuse = {
  outcome: "refused",
  reason:
    "Lexware Office keeps amounts in EUR only: `unitPrice.currency` and `totalPrice.currency` (developers.lexware.io/docs).",
};

const exactOnlinePages = "start.exactonline.nl/docs/HlpRestAPIResourcesDetails.aspx?name=";

export const excuses: Readonly<Record<string, { readonly [Name in CaseName]?: Excuse }>> = {
  "e-conomic": {
    voidedInvoice: {
      outcome: "refused",
      reason:
        "Booking is final: a booked invoice has no PUT or DELETE, and is reversed by a credit note (restdocs.e-conomic.com).",
    },
  },
  "exact-online": {
    minimumInvoice: {
      outcome: "refused",
      reason: `Lines of invoices sell an item, from which the account comes (${exactOnlinePages}SalesInvoiceSalesInvoiceLines: Item, GLAccount).`,
    },
    overpayment: {
      outcome: "refused",
      reason: `A line of a bank statement names one document, and there is no record that joins several (${exactOnlinePages}FinancialTransactionBankEntryLines: OurRef).`,
    },
    refundOfCredit: {
      outcome: "refused",
      reason: `The payment before the refund has two lines, and a line of a bank statement names one document (${exactOnlinePages}FinancialTransactionBankEntryLines: OurRef).`,
    },
    voidedInvoice: {
      outcome: "refused",
      reason: `The status of an invoice cannot be written (${exactOnlinePages}SalesInvoiceSalesInvoices: Status).`,
    },
    draftInvoiceChanged: {
      outcome: "refused",
      reason: `The day of an invoice is entered when it is printed (${exactOnlinePages}SalesInvoiceSalesInvoices: InvoiceDate).`,
    },
    draftBillDeleted: {
      outcome: "refused",
      reason: `The status of a purchase entry cannot be written (${exactOnlinePages}PurchaseEntryPurchaseEntries: Status).`,
    },
  },
  "lexware-office": { saleInForeignCurrency: eurosOnly, billInForeignCurrency: eurosOnly },
  quickbooks: {
    draftInvoiceChanged: {
      outcome: "refused",
      reason: "The Invoice entity of the accounting API has no drafts (Intuit's API reference, Invoice).",
    },
  },
  tripletex: {
    overpayment: {
      outcome: "refused",
      reason: `A payment is registered for one invoice, and there is none for a customer alone (${tripletexPayment}).`,
    },
    refundOfCredit: {
      outcome: "refused",
      reason: `There is no money on account that could be paid back: payments are registered for one invoice (${tripletexPayment}).`,
    },
  },
};
