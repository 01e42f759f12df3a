import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { equals, exact, list, modified, single } from "./conventions.ts";
import { inPart, issuedOn, party, paymentStates, statuses, totals, updated } from "./fields.ts";
import { itemName, type Line, lineFields, linesOf } from "./lines.ts";
import type { CreditNote } from "./types.ts";

const line = mapping<CreditNoteLine, Line>({ ...lineFields, ...itemName });

/** What is left of a credit tells how far it was used. */
export const creditState = ({ Status, RemainingCredit, Total }: CreditNote) =>
  Status === "AUTHORISED" && sum([Total, -(amount(RemainingCredit ?? Total) ?? 0)]) > 0 ? inPart : Status;

/** Of customers' and of suppliers' credit notes. */
export const credit = {
  ...updated,
  ...party,
  ...totals,
  ...values({ id: "CreditNoteID", reference: "Reference" }),
  paymentStatus: paymentStates.read(creditState),
  status: statuses.read(creditState),
};

const creditNote = mapping<CreditNoteRecord, CreditNote>({
  ...credit,
  creditNoteDate: issuedOn,
  creditNoteLines: each(line, linesOf),
  creditNoteNumber: (note) => note.CreditNoteNumber,
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
