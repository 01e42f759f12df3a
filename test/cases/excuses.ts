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

const moneybirdDescription = "the vendor's OpenAPI description v2, developer.moneybird.com";
const moneybirdPayment: Excuse = {
  outcome: "refused",
  reason: `A payment is created under one document, and there is none for a contact alone (${moneybirdDescription}, POST /sales_invoices/{id}/payments).`,
};
const moneybirdBillState: Excuse = {
  outcome: "refused",
  reason: `The state of a purchase invoice cannot be written: with lines it is open (${moneybirdDescription}, POST /documents/purchase_invoices).`,
};
const quickbooksBill: Excuse = {
  outcome: "refused",
  reason: "The Bill entity of the accounting API has no drafts (Intuit's API reference, Bill).",
};
const xeroPayment: Excuse = {
  outcome: "refused",
  reason:
    "A payment settles one invoice, credit note, prepayment or overpayment; money on account is a bank transaction of the type RECEIVE-OVERPAYMENT (developer.xero.com, accounting API, Payments and Overpayments).",
};
const eConomicVat: Excuse = {
  outcome: "refused",
  reason:
    "Lines of an invoice have no VAT of their own: it follows from the customer's VAT zone and the product's group (restdocs.e-conomic.com, POST /invoices/drafts).",
};

const exactOnlinePages = "start.exactonline.nl/docs/HlpRestAPIResourcesDetails.aspx?name=";

export const excuses: Readonly<Record<string, { readonly [Name in CaseName]?: Excuse }>> = {
  "e-conomic": {
    minimumInvoice: {
      outcome: "refused",
      reason: "A line with a quantity needs a product (restdocs.e-conomic.com, POST /invoices/drafts: lines.product).",
    },
    saleWithTwoRates: eConomicVat,
    saleWithoutTax: eConomicVat,
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
  moneybird: {
    overpayment: moneybirdPayment,
    refundOfCredit: moneybirdPayment,
    journalEntryWithTax: {
      outcome: "refused",
      reason: `Lines of a general journal document have no tax rate (${moneybirdDescription}, POST /documents/general_journal_documents).`,
    },
    journalEntryInForeignCurrency: {
      outcome: "refused",
      reason: `A general journal document has no currency (${moneybirdDescription}, POST /documents/general_journal_documents).`,
    },
    voidedInvoice: {
      outcome: "refused",
      reason: `No state of an invoice is void; it is reversed by a credit invoice (${moneybirdDescription}, sales invoices: state).`,
    },
    draftBillChanged: moneybirdBillState,
    draftBillDeleted: moneybirdBillState,
  },
  quickbooks: {
    draftBillChanged: quickbooksBill,
    draftBillDeleted: quickbooksBill,
    refundOfCredit: {
      outcome: "refused",
      reason:
        "A payment cannot be negative, and a refund receipt returns items instead of money on account (Intuit's API reference, Payment and RefundReceipt).",
    },
    supplierRefund: {
      outcome: "refused",
      reason:
        "A bill payment uses vendor credits up, but cannot be paid back by one (Intuit's API reference, BillPayment).",
    },
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
  xero: {
    overpayment: xeroPayment,
    refundOfCredit: xeroPayment,
    journalEntryInForeignCurrency: {
      outcome: "refused",
      reason: "Manual journals have no currency (developer.xero.com, accounting API, Manual Journals).",
    },
  },
};
