/** Credit notes. A cancellation of an invoice is one of them. */
import type * as records from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { changedAt, list } from "./conventions.ts";
import * as shared from "./documents.ts";
import { identity, stamps } from "./fields.ts";
import { openStatesWith, paymentStatesWith, unknownStateAmong, withoutStatus } from "./states.ts";
import type { CreditNote, Line } from "./types.ts";

const folder = "/v3/creditNotes";

const knownStates = ["draft", "released", "sent", "completed", "cancelled"];
const unknownState = unknownStateAmong(knownStates);

/** The state follows the workflow, and the payment status says what is open. Without one, nothing was paid out. */
const openStates = openStatesWith("VOIDED");
const unknownPayment = openStates.read(({ paymentStatus }: CreditNote) => paymentStatus, withoutStatus).unread;

function stateIn(note: CreditNote) {
  const { status, paymentStatus } = note;
  if (unknownState(note) !== undefined) return undefined;
  if (status === "draft") return "DRAFT";
  if (status === "cancelled") return "VOIDED";
  if (shared.grossOf(note) === 0) return "PAID";
  return paymentStatus ? openStates.toContract(paymentStatus) : "OPEN";
}
const stateOf = Object.assign(stateIn, {
  unread: (note: CreditNote) => unknownState(note) ?? unknownPayment(note),
});

const paymentWords = paymentStatesWith("CANCELED");

function paymentStateIn({ status, paymentStatus }: CreditNote) {
  if (status === "draft") return undefined;
  return paymentStatus ? paymentWords.toContract(paymentStatus) : "PENDING";
}
const paymentStateOf = Object.assign(paymentStateIn, {
  unread: paymentWords.read(({ paymentStatus }: CreditNote) => paymentStatus).unread,
});

const line = mapping<records.CreditNoteLine, Line>({
  ...identity,
  ...shared.lineFields,
  ...shared.lineTotals,
  ...shared.lineDiscount,
  ...values({ itemName: "name", unitName: "unit" }),
});

const creditNote = mapping<records.CreditNote, CreditNote>({
  ...identity,
  ...stamps,
  ...shared.documentTotals,
  ...days({ creditNoteDate: "documentDate" }),
  ...values({ creditNoteNumber: "documentNumber", reference: "customerOrderNumber" }),
  addresses: nestedList(shared.recipient, shared.recipientsOf),
  contactId: shared.contactOf,
  creditNoteLines: nestedList(line, shared.linesIn),
  currency: shared.currencyOf,
  paymentStatus: paymentStateOf,
  status: stateOf,
});

export const creditNotes = {
  "creditNotes.list": list<records.CreditNote, CreditNote>({
    path: folder,
    map: creditNote,
    ...shared.withLines,
    always: shared.inAnyOf(...knownStates),
    conditions: { lastModifiedAt: changedAt },
  }),
  "creditNotes.get": get<records.CreditNote, CreditNote>({
    map: creditNote,
    read: shared.readAt<CreditNote>(folder, "creditNoteId"),
  }),
};
