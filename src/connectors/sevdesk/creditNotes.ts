/** Credit notes, and cancellation invoices, which reverse an invoice. */
import type { Call } from "../../contract/connector.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { changedAfter, inPages, isChangedSince } from "./conventions.ts";
import * as shared from "./fields.ts";
import { isCancellation } from "./invoices.ts";
import { type Complete, discountOf, type Line, linesIn, positionsRule, pricedLine, readDocument } from "./positions.ts";
import type { CreditNote, Invoice, SalesDocument } from "./types.ts";

type Either = Complete<CreditNote & Invoice>;

/** Invoices and credit notes count their ids separately. */
const prefix = "SR-";
const idOf = (native: Either): string => (isCancellation(native) ? prefix + native.id : native.id);

/** A cancellation invoice is negative. */
const signOf = (native: SalesDocument): number => (isCancellation(native) ? -1 : 1);
const signed = (value: number | undefined, sign: number): number | undefined =>
  value === undefined || sign === 1 ? value : 0 - value;

const statusOf = shared.statusOf<Either>(shared.salesStates, () => undefined);

const paymentStatusOf = (native: Either) =>
  isCancellation(native) && native.status === shared.paid
    ? ("CREDIT_NOTE_CLEARED" as const)
    : shared.paymentStatusOf(statusOf(native), native);

const fields = {
  ...shared.stamps,
  id: idOf,
  contactId: shared.contactId,
  creditNoteDate: ({ creditNoteDate, invoiceDate }: Either) => accountingDay(creditNoteDate ?? invoiceDate),
  creditNoteNumber: ({ creditNoteNumber, invoiceNumber }: Either) => creditNoteNumber ?? invoiceNumber,
  currency: ({ currency }: Either) => currency,
  paymentStatus: paymentStatusOf,
  reference: ({ customerInternalNote: reference }: Either) => reference,
  status: statusOf,
  totalNetAmount: (native: Either) => signed(shared.netOf(native), signOf(native)),
  totalTaxAmount: (native: Either) => signed(shared.taxOf(native), signOf(native)),
  totalGrossAmount: (native: Either) => signed(shared.grossOf(native), signOf(native)),
};

const summary = mapping<records.CreditNote, Either>(fields);

interface CreditLine extends Line {
  readonly sign: number;
}

/** A line with the sign that it has in a credit note. sevdesk's cancellation invoices have negative quantities or prices. */
const size = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.abs(value));
const isKept = ({ sign, ...line }: CreditLine): boolean => (shared.netOf(line) ?? 0) * sign < 0;

const line = mapping<records.CreditNoteLine, CreditLine>({
  ...pricedLine,
  itemName: ({ name }) => name,
  quantity: (native) => (native.sign === 1 ? pricedLine.quantity(native) : size(pricedLine.quantity(native))),
  unitAmount: (native) => {
    if (native.sign === 1) return amount(native.price);
    return signed(size(amount(native.price)), isKept(native) ? -1 : 1);
  },
  totalDiscountPercentage: discountOf,
  totalNetAmount: (native) => signed(shared.netOf(native), native.sign),
  totalTaxAmount: (native) => signed(shared.taxOf(native), native.sign),
  totalGrossAmount: (native) => signed(shared.grossOf(native), native.sign),
});

const creditNote = mapping<records.CreditNote, Either>({
  ...fields,
  creditNoteLines: nestedList(line, (native) =>
    linesIn(native)?.map((position) => ({ ...position, sign: signOf(native) })),
  ),
});

const read = ({ ids: { creditNoteId = "" } }: Call, session: Session): Promise<Either> =>
  creditNoteId.startsWith(prefix)
    ? readDocument<Either>(session, "Invoice", { id: creditNoteId.slice(prefix.length), is: isCancellation })
    : readDocument<Either>(session, "CreditNote", { id: creditNoteId, is: () => true });

export const creditNotes = {
  "creditNotes.list": filteredList<records.CreditNote, Either>({
    map: summary,
    sources: ({ filters: { lastModifiedAt: since } }) => [
      { path: "/CreditNote" },
      { path: "/Invoice", query: { invoiceType: "SR", ...(since === undefined ? {} : changedAfter(since)) } },
    ],
    fits: (native, { filters: { lastModifiedAt: since } }) =>
      (native.creditNoteDate !== undefined || isCancellation(native)) && isChangedSince(native, since),
    filters: ["lastModifiedAt"],
    ...inPages,
    readsWholeList: true,
    rules: [
      "Credit notes come first, then cancellation invoices, whose ids begin with SR-. Only the last page has the total.",
      "The list has no lines: sevdesk returns them for one credit note at a time.",
    ],
  }),
  "creditNotes.get": get({
    read,
    map: creditNote,
    raw: ({ units: _units, ...native }) => native,
    rules: [positionsRule],
  }),
};
