/** What is credited is an invoice with a minus, drafts among them. */
import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, difference } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { paymentStatusOf, statusOf } from "../../kit/settled.ts";
import * as documents from "./documents.ts";
import { dayOf, idIn, idOf, negated, negateds, stamp } from "./fields.ts";
import { invoiceId, isCredit, pathTo, receivables } from "./invoices.ts";
import type { Invoice, Line } from "./types.ts";

/** Either the quantity or the price has the minus; a line that takes something back of it has none. */
const isTakenBack = (line: Line): boolean => Number(line.quantity ?? 0) * Number(line.unitNetPrice ?? 0) > 0;
const unsigned = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.abs(value));

const line = mapping<CreditNoteLine, Line>({
  id: documents.tradeLine.id,
  description: documents.tradeLine.description,
  itemId: documents.tradeLine.itemId,
  quantity: (native) => {
    const quantity = unsigned(amount(native.quantity));
    return isTakenBack(native) ? negated(quantity) : quantity;
  },
  taxRatePercentage: ({ vatRate }) => amount(vatRate),
  totalDiscountPercentage: documents.discountOf,
  totalGrossAmount: (native) => negated(documents.grossOf(native)),
  totalNetAmount: (native) => negated(documents.netOf(native)),
  totalTaxAmount: (native) => negated(difference(documents.grossOf(native), documents.netOf(native))),
  unitAmount: ({ unitNetPrice }) => unsigned(amount(unitNetPrice)),
  unitName: documents.tradeLine.unitName,
});

const owed = ({ remainder, grossAmount, dueDate }: Invoice) => ({
  ...{ open: negated(remainder), total: negated(grossAmount), due: dueDate },
});
const isBooked = ({ bookedInvoiceNumber }: Invoice): boolean => idOf(bookedInvoiceNumber) !== undefined;

const head = {
  ...stamp,
  ...documents.addressed,
  id: invoiceId,
  contactId: documents.customerOf,
  creditNoteDate: ({ date }: Invoice) => dayOf(date),
  creditNoteNumber: ({ bookedInvoiceNumber }: Invoice) => idOf(bookedInvoiceNumber),
  currency: ({ currency }: Invoice) => currency,
  paymentStatus: (native: Invoice) => (isBooked(native) ? paymentStatusOf(owed(native)) : undefined),
  paymentTermId: ({ paymentTerms }: Invoice) => idIn(paymentTerms, "paymentTermsNumber"),
  reference: documents.referenceOf,
  status: (native: Invoice) => (isBooked(native) ? statusOf(owed(native)) : ("DRAFT" as const)),
  ...negateds({ totalGrossAmount: "grossAmount", totalNetAmount: "netAmount", totalTaxAmount: "vatAmount" }),
};

const listed = mapping<CreditNoteRecord, Invoice>(head);
const creditNote = mapping<CreditNoteRecord, Invoice>({ ...head, creditNoteLines: each(line, ({ lines }) => lines) });

export const creditNotes = {
  "creditNotes.list": receivables(listed, { fits: isCredit }, []),
  "creditNotes.get": get<CreditNoteRecord, Invoice>({
    path: ({ ids }) => pathTo(ids["creditNoteId"]),
    map: creditNote,
    is: isCredit,
  }),
};
