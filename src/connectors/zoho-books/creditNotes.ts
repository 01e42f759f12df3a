import type * as records from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { list, resource } from "./conventions.ts";
import * as documents from "./documents.ts";
import { address, currencyOf, placesOf, stamps } from "./fields.ts";
import { shortRule } from "./invoices.ts";
import type { CreditNote } from "./types.ts";

const folder = "/creditnotes";

/** A credit that was used for invoices in full was cleared. Otherwise part of it was paid back. */
function settledBy(note: CreditNote): "credit_cleared" | undefined {
  const used = sum((note.invoices_credited ?? []).map((credited) => credited.amount_applied));
  return documents.isPaid(note) && used > 0 && used === amount(note.total) ? "credit_cleared" : undefined;
}

const line = mapping<records.CreditNoteLine, documents.DocumentLine>(documents.creditNoteLineFields);

const head = {
  ...stamps,
  ...days({ creditNoteDate: "date" }),
  ...values({ id: "creditnote_id", contactId: "customer_id", creditNoteNumber: "creditnote_number" }),
  ...values({ reference: "reference_number" }),
  currency: currencyOf,
  status: documents.statusOf,
  totalGrossAmount: ({ total }: CreditNote) => amount(total),
};

const listedCreditNote = mapping<records.CreditNote, CreditNote>(head);

const creditNote = mapping<records.CreditNote, CreditNote>({
  ...head,
  addresses: nestedList(address, placesOf),
  creditNoteLines: nestedList(line, documents.linesOf),
  paymentStatus: documents.paymentStatusOf(settledBy),
  totalDiscountAmount: documents.discountOf,
  totalNetAmount: documents.netOf,
  totalTaxAmount: documents.taxOf,
});

const creditNoteRecords = resource<records.CreditNote, CreditNote>(folder, "creditNoteId", {
  kind: "creditnote",
  map: creditNote,
});

export const creditNotes = {
  "creditNotes.list": list<records.CreditNote, CreditNote>("creditnotes", {
    path: folder,
    map: listedCreditNote,
    defaultOrder: "created_time",
    rules: [shortRule],
  }),
  "creditNotes.get": documents.sayingWithheld(creditNoteRecords.get()),
};
