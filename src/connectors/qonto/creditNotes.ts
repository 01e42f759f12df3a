/** Credit notes. Each belongs to an invoice, and is final when it is made. */
import type * as records from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { list, recordIn } from "./conventions.ts";
import * as sales from "./sales.ts";
import type { CreditNote } from "./types.ts";

/** The vendor turns the quantities of a credit note. What is given back is positive here. */
const signOf = (note: CreditNote): 1 | -1 => ((sales.grossOf(note) ?? 0) < 0 ? -1 : 1);

const line = mapping<records.CreditNoteLine, sales.Line>({
  ...sales.lineFields,
  itemName: ({ title }) => title,
});

const creditNote = mapping<records.CreditNote, CreditNote>({
  ...sales.created,
  ...values({ id: "id", creditNoteNumber: "number" }),
  addresses: sales.recipients,
  contactId: sales.contactOf,
  creditNoteDate: sales.dayOf,
  creditNoteLines: nestedList(line, (note: CreditNote) => sales.linesOf(note, signOf(note))),
  currency: sales.currencyOf,
  totalDiscountAmount: (note) => sales.signed(sales.discountOf(note), signOf(note)),
  totalGrossAmount: (note) => sales.signed(sales.grossOf(note), signOf(note)),
  totalNetAmount: (note) => sales.signed(sales.netOf(note), signOf(note)),
  totalTaxAmount: (note) => sales.signed(sales.taxOf(note), signOf(note)),
});

const noStatusRule =
  "Credit notes have no status: Qonto does not show whether one was paid back. It reduces its invoice, and cancels it if both have the same amount.";

export const creditNotes = {
  "creditNotes.list": sales.sayingSpecialList(
    list<records.CreditNote, CreditNote>("credit_notes", {
      path: "/credit_notes",
      map: creditNote,
      rules: [noStatusRule],
    }),
  ),
  "creditNotes.get": sales.sayingSpecialGet(
    get<records.CreditNote, CreditNote>({
      path: "/credit_notes/{creditNoteId}",
      map: creditNote,
      record: recordIn<CreditNote>("credit_note"),
      rules: [noStatusRule],
    }),
  ),
};
