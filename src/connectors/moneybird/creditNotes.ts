import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { inMemory } from "../../kit/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { found } from "../../kit/reading.ts";
import { documentsSince } from "./changes.ts";
import { changedSince } from "./conventions.ts";
import { isCredit } from "./credit.ts";
import { identity, line, lineTotal, paymentStatusOf, pricesRule, stamps, totals, tradePartner } from "./fields.ts";
import { statusOf } from "./invoices.ts";
import type { Detail, SalesInvoice } from "./vendorDocuments.ts";

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
  "creditNotes.get": {
    fields: creditNote.fields,
    get: async ({ ids }: { readonly ids: Readonly<Record<string, string>> }, session: Session) => {
      const raw = (await session.read(path`/sales_invoices/${ids["creditNoteId"]}.json`)) as SalesInvoice;
      return found(creditNote, isCredit(raw) ? raw : undefined);
    },
  },
};
