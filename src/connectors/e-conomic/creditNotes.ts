/** What is credited is an invoice with a minus, drafts among them. */
import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { amounts, days, unsigneds } from "../../kit/columns.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { difference, unsigned } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { paymentStatusOf, statusOf } from "../../kit/settled.ts";
import * as documents from "./documents.ts";
import { idOf, ids, negated, negateds } from "./fields.ts";
import { invoiceId, isCredit, pathTo, receivables } from "./invoices.ts";
import type { Invoice, Line } from "./types.ts";

/** Either the quantity or the price has the minus; a line that takes something back of it has none. */
const isTakenBack = (line: Line): boolean => Number(line.quantity ?? 0) * Number(line.unitNetPrice ?? 0) > 0;

const line = mapping<CreditNoteLine, Line>({
  ...{ ...documents.tradeLine, ...amounts({ taxRatePercentage: "vatRate" }) },
  quantity: (native) => {
    const quantity = unsigned(native.quantity);
    return isTakenBack(native) ? negated(quantity) : quantity;
  },
  totalGrossAmount: (native) => negated(documents.grossOf(native)),
  totalNetAmount: (native) => negated(documents.netOf(native)),
  totalTaxAmount: (native) => negated(difference(documents.grossOf(native), documents.netOf(native))),
  ...unsigneds({ unitAmount: "unitNetPrice" }),
});

const owed = ({ remainder, grossAmount, dueDate }: Invoice) => ({
  ...{ open: negated(remainder), total: negated(grossAmount), due: dueDate },
});
const isBooked = ({ bookedInvoiceNumber }: Invoice): boolean => idOf(bookedInvoiceNumber) !== undefined;

const head = {
  ...documents.receivableHead,
  id: invoiceId,
  ...days({ creditNoteDate: "date" }),
  ...ids({ creditNoteNumber: "bookedInvoiceNumber" }),
  paymentStatus: (native: Invoice) => (isBooked(native) ? paymentStatusOf(owed(native)) : undefined),
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
