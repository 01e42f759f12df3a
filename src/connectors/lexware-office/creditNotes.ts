import type * as records from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import type { Complete } from "./complete.ts";
import * as shared from "./fields.ts";
import { linesIn, type PositionedLine, pricedLineFields } from "./salesDocuments.ts";
import type { Entry, SalesDocument } from "./types.ts";
import { entries, readWithEntry, secondRequest, single } from "./voucherlist.ts";

const fields = {
  ...days({ creditNoteDate: "voucherDate" }),
  ...values({ creditNoteNumber: "voucherNumber" }),
  paymentStatus: shared.paymentStatus,
  status: shared.statusIn(shared.salesStates),
};

const summary = mapping<records.CreditNote, Entry>({
  ...shared.grossEntry,
  ...fields,
  paymentStatus: shared.listedPaymentStatus,
});

/** Lines of credit notes have no discount. */
const line = mapping<records.CreditNoteLine, PositionedLine>({
  ...pricedLineFields,
  ...values({ itemName: "line.name" }),
});

/** A credit note of an invoice is paid off by clearing that invoice, any other one by paying it back. */
function paymentStatusOf(native: Complete<SalesDocument>) {
  const isOfInvoice = native.relatedVouchers?.some(({ voucherType }) => voucherType === "invoice") ?? false;
  return native.voucherStatus === "paidoff" && isOfInvoice
    ? ("CREDIT_NOTE_CLEARED" as const)
    : shared.paymentStatus(native);
}

const creditNote = mapping<records.CreditNote, Complete<SalesDocument>>({
  ...shared.tradeFields,
  ...fields,
  paymentStatus: paymentStatusOf,
  creditNoteLines: nestedList(line, linesIn),
});

export const creditNotes = {
  "creditNotes.list": entries({ types: "creditnote", map: summary }),
  "creditNotes.get": single({
    read: readWithEntry("/credit-notes", "creditnote"),
    map: creditNote,
    rules: [secondRequest],
  }),
};
