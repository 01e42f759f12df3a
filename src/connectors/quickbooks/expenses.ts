import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem } from "../../contract/records/ledger.ts";
import type { Expense as ExpenseRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, nested } from "../../kit/encode.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { addFiles } from "./attachments.ts";
import { create, list, modified, single } from "./conventions.ts";
import * as fields from "./fields.ts";
import { detailOf, linesOf, settled } from "./lines.ts";
import { codeOf, type PostingInput, postingEncoders, taxRate } from "./postings.ts";
import type { Line, Transaction } from "./types.ts";

interface Spent {
  readonly purchase: Transaction;
  readonly line: Line;
}

/** What is spent is debited; a refund comes back. */
const expenseLine = mapping<JournalLineItem, Spent>({
  ...values({ id: "line.Id", description: "line.Description" }),
  accountId: ({ line }) => fields.refOf(detailOf(line).AccountRef),
  debitCreditIndicator: ({ purchase }) => (purchase.Credit ? "CREDIT" : "DEBIT"),
  dimensions: fields.dimensions(({ line }: Spent) => detailOf(line)),
  itemId: ({ line }) => fields.refOf(detailOf(line).ItemRef),
  taxRate: one(taxRate, ({ line }) => codeOf(detailOf(line))),
  totalNetAmount: ({ line }) => amount(line.Amount),
});

const paymentTypes = vocabulary({ Cash: "CASH", Check: "CHECK", CreditCard: "CREDIT_CARD" });
const of = (type: string) => (purchase: Transaction) =>
  purchase.EntityRef?.type === type ? fields.refOf(purchase.EntityRef) : undefined;

const expense = mapping<ExpenseRecord, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.totals,
  accountId: ({ AccountRef }) => fields.refOf(AccountRef),
  currency: fields.currencyOf,
  customerId: of("Customer"),
  ...values({ description: "DocNumber", note: "PrivateNote" }),
  exchangeRate: (purchase) => fields.rateOf(purchase)?.toString(),
  expenseLines: each(expenseLine, (purchase) => linesOf(purchase)?.map((line) => ({ purchase, line }))),
  paymentType: paymentTypes.read(({ PaymentType }) => PaymentType),
  supplierId: of("Vendor"),
  transactionDate: fields.issuedOn,
  type: ({ Credit }) => (Credit ? "REFUND" : "EXPENSE"),
});

const detail = "AccountBasedExpenseLineDetail";
const lineEncoder = encoder<PostingInput>({
  ...postingEncoders(detail),
  dimensions: fields.dimensionsAs(detail, ["Class"]),
});

const expenseEncoder = encoder<ExpenseInput>({
  accountId: fields.refAs("AccountRef"),
  currency: fields.refAs("CurrencyRef"),
  customerId: (value) => ({ EntityRef: { value, type: "Customer" } }),
  ...allAs(as, { description: "DocNumber", note: "PrivateNote" }),
  exchangeRate: fields.rateAs,
  expenseLines: nested(lineEncoder, (lines: readonly PostingInput[], _input: unknown, field) => ({
    Line: lines.map((line) => settled(lineEncoder(line, field))),
  })),
  paymentType: paymentTypes.as("PaymentType"),
  supplierId: (value) => ({ EntityRef: { value, type: "Vendor" } }),
  transactionDate: dayAs("TxnDate"),
  type: (type) => ({ Credit: type === "REFUND" }),
});

export const expenses = {
  "expenses.list": list("Purchase", {
    map: expense,
    filters: modified,
    rules: ["What was bought and paid at once, in cash, by check or with a card; bills are a list of their own."],
  }),
  "expenses.get": single("Purchase", { id: "expenseId", map: expense }),
  "expenses.create": create("Purchase", {
    encoder: expenseEncoder,
    afterwards: ({ Id }, call, session) => addFiles("Purchase", Id, call, session),
    map: expense,
    requires: ["accountId", "expenseLines", "paymentType"],
    rules: ["accountId is the bank account or the card that was paid from; a refund comes back to a card."],
  }),
};
