import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { inMemory } from "../../kit/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { changedSince } from "./conventions.ts";
import { documentsSince } from "./documents.ts";
import { identity, isCredit, paymentStatusOf, stamps, totals, tradePartner } from "./fields.ts";
import { statusOf } from "./invoices.ts";
import { line, lineTotal, pricesRule } from "./lines.ts";
import type { Detail, SalesInvoice } from "./types.ts";

const creditNoteLine = mapping<CreditNoteLine, Detail>({ ...identity, ...line, totalNetAmount: lineTotal });

/** Amounts stay negative, as the vendor has them. */
export const creditNote = mapping<CreditNoteRecord, SalesInvoice>({
  ...identity,
  ...stamps,
  ...totals,
  addresses: tradePartner.addresses,
  contactId: tradePartner.contactId,
  creditNoteDate: (invoice) => accountingDay(invoice.invoice_date),
  creditNoteLines: each(creditNoteLine, ({ details }) => details),
  creditNoteNumber: (invoice) => invoice.invoice_id,
  currency: ({ currency }) => currency,
  paymentStatus: paymentStatusOf,
  paymentTermId: (invoice) => invoice.workflow_id,
  reference: ({ reference }) => reference,
  status: statusOf,
  totalDiscountAmount: (invoice) => amount(invoice.total_discount),
  totalDiscountPercentage: ({ discount }) => amount(discount),
});

export const creditNotes = {
  "creditNotes.list": inMemory({
    read: async (session, { filters }) =>
      (await documentsSince<SalesInvoice>(session, "/sales_invoices", filters.lastModifiedAt)).filter(isCredit),
    map: creditNote,
    filters: changedSince,
    rules: [
      "Credit notes are invoices with a negative total. They cannot be asked for: the whole list of invoices is read, a hundred at a time.",
      pricesRule,
    ],
  }),
  "creditNotes.get": get({ path: "/sales_invoices/{creditNoteId}.json", map: creditNote, is: isCredit }),
};
