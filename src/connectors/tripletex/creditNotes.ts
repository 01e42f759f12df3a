import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { absoluteAmounts } from "../../kit/columns.ts";
import { documentStatusOf, paymentStatusOf } from "../../kit/documents/paymentStatus.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { difference, unsigned } from "../../kit/money.ts";
import { resource, today } from "./conventions.ts";
import * as read from "./fields.ts";
import { invoiceFields, isCredit, linesWithRounding, netOf, receivables } from "./invoices.ts";
import { linesLike, namedLine } from "./lines.ts";
import type { Invoice, Line } from "./types.ts";

const creditNoteLine = mapping<CreditNoteLine, Line>(namedLine);

const stateOf = (native: Invoice) => (native.isCharged === false ? "DRAFT" : documentStatusOf(owed(native), today()));

/** A credit note that names its invoice was used for it. */
function paymentStateOf(native: Invoice) {
  if (native.isCharged === false) return undefined;
  const state = paymentStatusOf(owed(native));
  return state === "PAID" && native.creditedInvoice ? "CREDIT_NOTE_CLEARED" : state;
}

/** A credit note clears its invoice at once. The outstanding amount is what the customer still has to get. */
const owed = ({ amountCurrencyOutstanding: open, amountCurrency: total }: Invoice) => ({
  open: unsigned(open),
  total: unsigned(total),
  due: undefined,
});

const creditNote = mapping<CreditNoteRecord, Invoice>({
  ...read.identity,
  ...read.stamps,
  ...read.addressList(({ customer }: Invoice) => read.addressesOf({ BILLING: customer?.postalAddress })),
  contactId: ({ customer }) => read.idOf(customer),
  creditNoteDate: ({ invoiceDate }) => read.dayOf(invoiceDate),
  creditNoteLines: nestedList(creditNoteLine, (native) =>
    linesLike(linesWithRounding(native), unsigned(netOf(native))),
  ),
  creditNoteNumber: ({ invoiceNumber }) => read.numberOf(invoiceNumber),
  currency: read.currencyOf,
  reference: ({ orders }) => orders?.[0]?.reference,
  paymentStatus: paymentStateOf,
  status: stateOf,
  ...absoluteAmounts({ totalGrossAmount: "amountCurrency" }),
  totalNetAmount: (native) => unsigned(netOf(native)),
  totalTaxAmount: (native) => unsigned(difference(native.amountCurrency, netOf(native))),
});

export const creditNotes = {
  "creditNotes.list": receivables({
    map: creditNote,
    is: isCredit,
    rules: ["Credit notes are invoices with negative amounts at the target system. Amounts are positive here."],
  }),
  "creditNotes.get": resource("/invoice", "creditNoteId", { map: creditNote, fields: invoiceFields }).get(isCredit),
};
