import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { difference } from "../../kit/money.ts";
import { statusOf } from "../../kit/settled.ts";
import { resource } from "./conventions.ts";
import {
  addressesOf,
  addressList,
  currencyOf,
  dayOf,
  identity,
  idOf,
  numberOf,
  stamps,
  taxOf,
  unsigned,
} from "./fields.ts";
import { invoiceFields, isCredit, receivables } from "./invoices.ts";
import { namedLine } from "./lines.ts";
import type { Invoice, Line } from "./types.ts";

/** What is less than nothing is mostly the quantity; otherwise it has to be the price. */
const creditNoteLine = mapping<CreditNoteLine, Line>({
  ...namedLine,
  quantity: ({ count }) => unsigned(count),
  totalGrossAmount: (line) => unsigned(line.amountIncludingVatCurrency),
  totalNetAmount: (line) => unsigned(line.amountExcludingVatCurrency),
  totalTaxAmount: (line) => taxOf(line.amountIncludingVatCurrency, line.amountExcludingVatCurrency),
  unitAmount: (line) => unsigned(line.unitPriceExcludingVatCurrency),
});

/** What it credits is taken off at once: what is left is what the customer still has to get. */
const owed = ({ amountCurrencyOutstanding: open, amountCurrency: total }: Invoice) => ({
  open: unsigned(open),
  total: unsigned(total),
  due: undefined,
});

const creditNote = mapping<CreditNoteRecord, Invoice>({
  ...identity,
  ...stamps,
  ...addressList(({ customer }: Invoice) => addressesOf({ BILLING: customer?.postalAddress })),
  contactId: ({ customer }) => idOf(customer),
  creditNoteDate: ({ invoiceDate }) => dayOf(invoiceDate),
  creditNoteLines: each(creditNoteLine, ({ orderLines }) => orderLines),
  creditNoteNumber: ({ invoiceNumber }) => numberOf(invoiceNumber),
  currency: currencyOf,
  reference: ({ orders }) => orders?.[0]?.reference,
  status: (native) => statusOf(owed(native)),
  totalGrossAmount: (native) => unsigned(native.amountCurrency),
  totalNetAmount: (native) => unsigned(native.amountExcludingVatCurrency),
  totalTaxAmount: (native) => unsigned(difference(native.amountCurrency, native.amountExcludingVatCurrency)),
});

export const creditNotes = {
  "creditNotes.list": receivables({
    map: creditNote,
    is: isCredit,
    rules: ["Credit notes are invoices with a minus; amounts are positive here."],
  }),
  "creditNotes.get": resource("/invoice", "creditNoteId", { map: creditNote, fields: invoiceFields }).get(isCredit),
};
