import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, type Decimal } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { identity, isCredit, paymentStatusOf, stamps, taxOf, tradePartner } from "./fields.ts";
import { dateOf, either, numberOf, receivables, states } from "./invoices.ts";
import { line, lineTotal, lineUnit, pricesRule, quantityOf } from "./lines.ts";
import type { Detail, SalesInvoice } from "./types.ts";

/** The other way round, as the contract has what is credited. Turning a sign is exact; nothing is no minus nothing. */
const turned = (value: Decimal): number | undefined => {
  const read = amount(value);
  return read === undefined ? undefined : 0 - read;
};

/** What is less than nothing is mostly the quantity; otherwise it has to be the price. */
const isReturned = (detail: Detail): boolean => (quantityOf(detail) ?? 0) < 0;

const creditNoteLine = mapping<CreditNoteLine, Detail>({
  ...identity,
  ...line,
  ...lineUnit,
  quantity: (detail) => (isReturned(detail) ? turned(quantityOf(detail)) : quantityOf(detail)),
  totalNetAmount: (detail) => turned(lineTotal(detail)),
  unitAmount: (detail) => (isReturned(detail) ? amount(detail.price) : turned(detail.price)),
});

export const creditNote = mapping<CreditNoteRecord, SalesInvoice>({
  ...identity,
  ...stamps,
  addresses: tradePartner.addresses,
  contactId: tradePartner.contactId,
  creditNoteDate: (invoice) => accountingDay(dateOf(invoice)),
  creditNoteLines: each(creditNoteLine, ({ details }) => details),
  creditNoteNumber: numberOf,
  ...values({ currency: "currency", paymentTermId: "workflow_id", reference: "reference" }),
  paymentStatus: paymentStatusOf,
  status: states.of,
  totalDiscountAmount: (invoice) => turned(invoice.total_discount),
  totalDiscountPercentage: ({ discount }) => amount(discount),
  totalGrossAmount: (invoice) => turned(invoice.total_price_incl_tax),
  totalNetAmount: (invoice) => turned(invoice.total_price_excl_tax),
  totalTaxAmount: (invoice) => turned(taxOf(invoice)),
});

export const creditNotes = {
  "creditNotes.list": receivables({
    map: creditNote,
    areCredits: true,
    filters: ["lastModifiedAt"],
    rules: [
      "Credit notes are invoices with a negative total, and no invoices here. They cannot be asked for: the whole list of invoices is looked through, a hundred at a time.",
      pricesRule,
    ],
  }),
  "creditNotes.get": either((folder) => get({ path: `${folder}/{creditNoteId}.json`, map: creditNote, is: isCredit })),
};
