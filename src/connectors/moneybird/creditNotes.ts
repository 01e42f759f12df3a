import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { identity, isCredit, paymentStatusOf, stamps, taxOf, tradePartner } from "./fields.ts";
import { dateOf, either, numberOf, receivables, states } from "./invoices.ts";
import { line, lineTotal, lineUnit, pricesRule, quantityOf } from "./lines.ts";
import type { Detail, SalesInvoice } from "./types.ts";

/** Credits are negative at Moneybird, positive in the contract. Subtracting from 0 avoids -0. */
const negated = (value: Decimal): number | undefined => {
  const read = amount(value);
  return read === undefined ? undefined : 0 - read;
};

/** Mostly the quantity of a credited line is negative, otherwise its price. */
const isReturned = (detail: Detail): boolean => (quantityOf(detail) ?? 0) < 0;

const creditNoteLine = mapping<CreditNoteLine, Detail>({
  ...identity,
  ...line,
  ...lineUnit,
  quantity: (detail) => (isReturned(detail) ? negated(quantityOf(detail)) : quantityOf(detail)),
  totalNetAmount: (detail) => negated(lineTotal(detail)),
  unitAmount: (detail) => (isReturned(detail) ? amount(detail.price) : negated(detail.price)),
});

export const creditNote = mapping<CreditNoteRecord, SalesInvoice>({
  ...identity,
  ...stamps,
  addresses: tradePartner.addresses,
  contactId: tradePartner.contactId,
  creditNoteDate: (invoice) => accountingDay(dateOf(invoice)),
  creditNoteLines: nestedList(creditNoteLine, ({ details }) => details),
  creditNoteNumber: numberOf,
  ...values({ currency: "currency", paymentTermId: "workflow_id", reference: "reference" }),
  paymentStatus: paymentStatusOf,
  status: states.of,
  totalDiscountPercentage: ({ discount }) => amount(discount),
  totalGrossAmount: (invoice) => negated(invoice.total_price_incl_tax),
  totalNetAmount: (invoice) => negated(invoice.total_price_excl_tax),
  totalTaxAmount: (invoice) => negated(taxOf(invoice)),
});

export const creditNotes = {
  "creditNotes.list": receivables({
    map: creditNote,
    areCredits: true,
    filters: ["lastModifiedAt"],
    readsWholeList: true,
    rules: [
      "Credit notes are invoices with a negative total. The target system cannot filter by that, so Kontor reads all invoices, a hundred at a time.",
      pricesRule,
    ],
  }),
  "creditNotes.get": either((folder) => get({ path: `${folder}/{creditNoteId}.json`, map: creditNote, is: isCredit })),
};
