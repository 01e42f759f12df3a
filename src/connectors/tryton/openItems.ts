import type { OpenItemEntry, OpenItem as OpenItemRecord } from "../../contract/records/ledger.ts";
import { days, values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, balance, sum } from "../../kit/money.ts";
import { type Kind, listOf } from "./conventions.ts";
import { invoicesOf } from "./documents.ts";
import { identity, stamps, textOf } from "./fields.ts";
import type { Invoice, MoveLine } from "./types.ts";

/** The ledger lines of an invoice that are to be paid, and their payments. */
const linesOf = ({ lines_to_pay: due, payment_lines: paid }: Invoice): readonly MoveLine[] => [
  ...(due ?? []),
  ...(paid ?? []),
];

const debitOf = (invoice: Invoice): number => sum(linesOf(invoice).map(({ debit }) => debit));
const creditOf = (invoice: Invoice): number => sum(linesOf(invoice).map(({ credit }) => credit));

interface Entry extends MoveLine {
  readonly currency: { readonly code?: string | null };
}

const entry = mapping<OpenItemEntry, Entry>({
  amount: ({ debit, credit }) => balance(debit, credit).amount,
  currency: ({ currency }) => currency.code,
  debitCreditIndicator: ({ debit, credit }) => balance(debit, credit).debitCreditIndicator,
  ...days({ dueDate: "maturity_date", postingDate: "date" }),
});

/** Ledger amounts are in the company's currency, whatever the invoice's is. */
const currencyOf = ({ company }: Invoice) => company?.currency?.code;

const openItem: Kind<OpenItemRecord, Invoice> = {
  ...invoicesOf("out", ">="),
  domain: [["state", "=", "posted"]],
  map: mapping<OpenItemRecord, Invoice>({
    ...identity,
    ...stamps,
    accountId: ({ account }) => textOf(account?.id),
    ...values({ accountName: "account.name", accountNumber: "account.code", documentNumber: "number" }),
    currency: currencyOf,
    entries: nestedList(entry, (invoice) =>
      linesOf(invoice).map((line) => ({ ...line, currency: { code: currencyOf(invoice) ?? null } })),
    ),
    openBalance: (invoice) => balance(debitOf(invoice), creditOf(invoice)),
    postingDate: (invoice) => accountingDay(invoice.invoice_date),
    totalCreditAmount: (invoice) => amount(creditOf(invoice)),
    totalDebitAmount: (invoice) => amount(debitOf(invoice)),
    type: ({ type }) => (type === "in" ? "BILL" : "INVOICE"),
  }),
};

export const openItems = {
  "openItems.list": listOf(openItem, {
    filters: {
      accountNumber: (code) => [["account.code", "=", code]],
      documentNumber: (number) => [["number", "=", number]],
      type: (type) => [["type", "=", type === "BILL" ? "in" : "out"]],
    },
    rules: ["Lists posted invoices, bills and credits that are not fully paid, in the company's currency."],
  }),
};
