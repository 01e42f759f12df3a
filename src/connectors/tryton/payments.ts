import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { balance } from "../../kit/money.ts";
import { getOf, type Kind, listOf } from "./conventions.ts";
import { currencyOf, identity, stamps, textOf } from "./fields.ts";
import type { MoveLine } from "./types.ts";

const isPurchase = (line: MoveLine): boolean => line.invoice_payment?.type === "in";

const paymentLine = mapping<PaymentLine, MoveLine>({
  accountId: ({ account }) => textOf(account?.id),
  amount: ({ debit, credit }) => balance(debit, credit).amount,
  contactId: ({ party }) => textOf(party?.id),
  contactName: ({ party }) => party?.name,
  customerId: (line) => (isPurchase(line) ? undefined : textOf(line.party?.id)),
  description: ({ description, move }) => description ?? move?.description,
  invoiceId: (line) => textOf(line.invoice_payment?.id),
  paymentDate: ({ date }) => date,
  supplierId: (line) => (isPurchase(line) ? textOf(line.party?.id) : undefined),
});

/** Lines of the ledger that pay an invoice; orders to a bank to pay (`account.payment`) have moved nothing yet. */
const payment: Kind<PaymentRecord, MoveLine> = {
  model: "account.move.line",
  fields: [
    ...["account.code", "credit", "currency.code", "date", "debit", "description", "party.name"],
    ...["invoice_payment.type", "move.description", "move.journal.code"],
  ],
  domain: [["invoice_payment", "!=", null]],
  map: mapping({
    ...identity,
    ...stamps,
    currency: currencyOf,
    documentType: (line) => (isPurchase(line) ? "BILL" : "INVOICE"),
    journalCode: ({ move }) => move?.journal?.code,
    paymentLines: each(paymentLine, (line) => [line]),
  }),
};

export const payments = {
  "payments.list": listOf(payment, {
    filters: { invoiceId: (id) => [["invoice_payment", "=", /^\d{1,9}$/.test(id) ? Number(id) : 0]] },
    rules: ["Amounts are in the company's currency. Orders to a bank are no payments yet, and not listed."],
  }),
  "payments.get": getOf(payment),
};
