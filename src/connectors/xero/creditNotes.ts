import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { equals, exact, list, modified, single } from "./conventions.ts";
import { cleared, creditPaymentStates, days, inPart, party, statuses, totals, updated } from "./fields.ts";
import { itemName, type Line, lineFields, linesOf } from "./lines.ts";
import type { CreditNote } from "./types.ts";

const line = mapping<CreditNoteLine, Line>({ ...lineFields, ...itemName });

/** The remaining credit shows whether part of it was used. */
export const creditState = ({ Status, RemainingCredit, Total }: CreditNote) =>
  Status === "AUTHORISED" && sum([Total, -(amount(RemainingCredit ?? Total) ?? 0)]) > 0 ? inPart : Status;

/** A credit that was used for invoices in full was cleared. Otherwise part of it was paid back. */
const creditPaymentState = (note: CreditNote) => {
  const used = sum((note.Allocations ?? []).map(({ Amount }) => Amount));
  return note.Status === "PAID" && used > 0 && used === amount(note.Total) ? cleared : creditState(note);
};

export const creditFields = twoWay({
  reference: plainValue("Reference"),
});

/** Shared by customers' and suppliers' credit notes. */
export const credit = {
  ...updated,
  ...party.reads,
  ...totals,
  ...creditFields.reads,
  ...values({ id: "CreditNoteID" }),
  paymentStatus: creditPaymentStates.read(creditPaymentState),
  status: statuses.read(creditState),
};

const creditNote = mapping<CreditNoteRecord, CreditNote>({
  ...credit,
  ...days({ creditNoteDate: "Date" }),
  ...values({ creditNoteNumber: "CreditNoteNumber" }),
  creditNoteLines: nestedList(line, linesOf),
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
