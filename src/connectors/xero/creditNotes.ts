import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { equals, exact, list, modified, single } from "./conventions.ts";
import { inPart, issuedOn, party, paymentStates, statuses, totals, updated } from "./fields.ts";
import { itemName, type Line, lineBasics, lineId, linesOf, lineTotals } from "./lines.ts";
import type { CreditNote } from "./vendorTrade.ts";

const line = mapping<CreditNoteLine, Line>({ ...lineId, ...lineBasics, ...lineTotals, ...itemName });

/** What is left of a credit tells how far it was used. */
const paymentState = ({ Status, RemainingCredit, Total }: CreditNote): string | null | undefined =>
  Status === "AUTHORISED" && sum([Total, -(amount(RemainingCredit ?? Total) ?? 0)]) > 0 ? inPart : Status;

export const credit = {
  ...updated,
  ...party,
  ...totals,
  id: (note: CreditNote) => note.CreditNoteID,
  paymentStatus: vocabulary(paymentStates).read(paymentState),
  status: vocabulary(statuses).read((note: CreditNote) => note.Status),
};

const creditNote = mapping<CreditNoteRecord, CreditNote>({
  ...credit,
  creditNoteDate: issuedOn,
  creditNoteLines: each(line, linesOf),
  creditNoteNumber: (note) => note.CreditNoteNumber,
  reference: (note) => note.Reference,
});

export const creditNotes = {
  "creditNotes.list": list("CreditNotes", {
    map: creditNote,
    query: { ...equals("Type")("ACCRECCREDIT"), ...exact },
    headers: modified,
  }),
  "creditNotes.get": single("CreditNotes", {
    id: "creditNoteId",
    map: creditNote,
    query: exact,
    is: ({ Type }) => Type === "ACCRECCREDIT",
  }),
};
