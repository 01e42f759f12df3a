import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { listed, resource, where } from "./conventions.ts";
import { stateOf, unknownState } from "./documents.ts";
import { contactFields, creditTotals, currencyFields, days, identity, numberOf, stamps, termFields } from "./fields.ts";
import { folder, isCredit } from "./invoices.ts";
import { creditLinesOf, namedLine, type Priced } from "./lines.ts";
import type { Invoice } from "./types.ts";

const creditNoteLine = mapping<CreditNoteLine, Priced>(namedLine);

// A credit note cannot be overdue.
const statusOf = (native: Invoice) => stateOf(native, { due: undefined, remaining: native.remaintopay });

/** A credit note that was made available as a discount counts as paid, although no money moved. */
function paymentStateOf(native: Invoice) {
  if (statusOf(native) !== "PAID") return undefined;
  return amount(native.remaintopay) === amount(native.total_ttc) ? "CREDIT_NOTE_CLEARED" : "PAID";
}

const creditNote = mapping<CreditNoteRecord, Invoice>({
  ...identity,
  ...stamps,
  ...creditTotals,
  ...contactFields.reads,
  ...currencyFields.reads,
  ...termFields.reads,
  ...days({ creditNoteDate: "date" }),
  creditNoteLines: nestedList(creditNoteLine, creditLinesOf),
  creditNoteNumber: numberOf,
  reference: (native) => native.ref_client,
  paymentStatus: paymentStateOf,
  status: Object.assign(statusOf, { unread: unknownState }),
});

export const creditNotes = {
  "creditNotes.list": listed<CreditNoteRecord, Invoice>({
    path: folder,
    map: creditNote,
    query: where("(t.type:=:2)"),
    rules: ["Credit notes are invoices with negative amounts at the target system. Amounts are positive here."],
  }),
  "creditNotes.get": resource<CreditNoteRecord, Invoice>(folder, "creditNoteId", creditNote).get(isCredit),
};
