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

const businessCentralPages = "learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0/resources/";

const totalOfBill: Excuse = {
  outcome: "refused",
  reason:
    "With the module Multicurrency, POST /supplierinvoices/{id}/payments pays the total of a bill whatever amount it gets (live run of 20.0.1: 100 of 240 became 240; api_supplier_invoices.class.php, addPayment).",
};

const exactOnlinePages = "start.exactonline.nl/docs/HlpRestAPIResourcesDetails.aspx?name=";

export const excuses: Readonly<Record<string, { readonly [Name in CaseName]?: Excuse }>> = {
  businesscentral: {
    minimumInvoice: {
      outcome: "refused",
      reason: `A line without an item or account is a comment without an amount (${businessCentralPages}dynamics_salesinvoiceline: lineType).`,
    },
    minimumBill: {
      outcome: "refused",
      reason: `A line without an item or account is a comment without an amount (${businessCentralPages}dynamics_purchaseinvoiceline: lineType).`,
    },
    overpayment: {
      outcome: "refused",
      reason: `A payment applies to one invoice (${businessCentralPages}dynamics_customerpayment: appliesToInvoiceId).`,
    },
    refundOfCredit: {
      outcome: "refused",
      reason: `The payment before the refund has two lines, and a payment applies to one invoice (${businessCentralPages}dynamics_customerpayment: appliesToInvoiceId).`,
    },
    paymentInForeignCurrency: {
      outcome: "refused",
      reason: `Payments have no currency (${businessCentralPages}dynamics_customerpayment).`,
    },
    supplierRefund: {
      outcome: "refused",
      reason: `A payment applies to an invoice, not to a credit memo (${businessCentralPages}dynamics_vendorpayment: appliesToInvoiceId).`,
    },
    journalEntryInForeignCurrency: {
      outcome: "refused",
      reason: `Lines of journals have no currency (${businessCentralPages}dynamics_journalline).`,
    },
  },
  dolibarr: {
    refundOfCredit: {
      outcome: "refused",
      reason:
        "POST /invoices/paymentsdistributed pays documents only, by their ids (api_invoices.class.php of 20.0.1).",
    },
    supplierRefund: {
      outcome: "refused",
      reason:
        "POST /supplierinvoices/{id}/payments stores a payment to the supplier for a vendor credit, whatever the sign (live run of 20.0.1: -240 and 240 both became 240).",
    },
    billPaidPartly: totalOfBill,
    paidBillChanged: totalOfBill,
    paidBillDeleted: totalOfBill,
  },
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
  odoo: {
    saleWithRounding: {
      outcome: "refused",
      reason:
        'Prices are rounded to the decimal accuracy "Product Price", 2 by default, before they are multiplied (live run of version 17: 84.033613 became 84.03).',
    },
  },
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
