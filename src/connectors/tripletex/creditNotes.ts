import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { unsigneds } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { difference, unsigned } from "../../kit/money.ts";
import { statusOf } from "../../kit/settled.ts";
import { resource } from "./conventions.ts";
import * as read from "./fields.ts";
import { invoiceFields, isCredit, receivables } from "./invoices.ts";
import { namedLine } from "./lines.ts";
import type { Invoice, Line } from "./types.ts";

/** Mostly the quantity is negative, otherwise the price. */
const creditNoteLine = mapping<CreditNoteLine, Line>({
  ...namedLine,
  ...unsigneds({
    quantity: "count",
    totalGrossAmount: "amountIncludingVatCurrency",
    totalNetAmount: "amountExcludingVatCurrency",
    unitAmount: "unitPriceExcludingVatCurrency",
  }),
  totalTaxAmount: (line) => read.taxOf(line.amountIncludingVatCurrency, line.amountExcludingVatCurrency),
});

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
  creditNoteLines: nestedList(creditNoteLine, ({ orderLines }) => orderLines),
  creditNoteNumber: ({ invoiceNumber }) => read.numberOf(invoiceNumber),
  currency: read.currencyOf,
  reference: ({ orders }) => orders?.[0]?.reference,
  status: (native) => statusOf(owed(native)),
  ...unsigneds({ totalGrossAmount: "amountCurrency", totalNetAmount: "amountExcludingVatCurrency" }),
  totalTaxAmount: (native) => unsigned(difference(native.amountCurrency, native.amountExcludingVatCurrency)),
});

export const creditNotes = {
  "creditNotes.list": receivables({
    map: creditNote,
    is: isCredit,
    rules: ["Credit notes are invoices with negative amounts at the target system. Amounts are positive here."],
  }),
  "creditNotes.get": resource("/invoice", "creditNoteId", { map: creditNote, fields: invoiceFields }).get(isCredit),
};
