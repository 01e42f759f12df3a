import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem } from "../../contract/records/ledger.ts";
import type { Expense as ExpenseRecord } from "../../contract/records/money.ts";

import { encodedTogether, encoder, nested } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { addFiles } from "./attachments.ts";
import { resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import { completed, detailOf, linesOf } from "./lines.ts";
import { type PostingInput, postingEncoders, postingFields } from "./postings.ts";
import type { Line, Transaction } from "./types.ts";

/** Expenses are debited, refunds credited. */
interface ExpenseLine extends Line {
  readonly isRefund: boolean;
}
const expenseLine = mapping<JournalLineItem, ExpenseLine>({
  ...postingFields,
  debitCreditIndicator: ({ isRefund }) => (isRefund ? "CREDIT" : "DEBIT"),
  itemId: (line) => fields.refOf(detailOf(line).ItemRef),
});

const paymentTypes = vocabulary({ Cash: "CASH", Check: "CHECK", CreditCard: "CREDIT_CARD" });
const entityOf = (type: string) => (purchase: Transaction) =>
  purchase.EntityRef?.type === type ? fields.refOf(purchase.EntityRef) : undefined;

const expenseFields = twoWay({
  accountId: fields.ref("AccountRef"),
  documentId: plainValue("DocNumber"),
  paymentType: enumValue(paymentTypes, "PaymentType"),
});
const expense = mapping<ExpenseRecord, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.currency.reads,
  ...fields.posted.reads,
  ...fields.totals,
  ...expenseFields.reads,
  // QuickBooks has one text for both.
  description: ({ PrivateNote }) => PrivateNote,
  note: ({ PrivateNote }) => PrivateNote,
  customerId: entityOf("Customer"),
  expenseLines: nestedList(expenseLine, (purchase) =>
    linesOf(purchase)?.map((line) => ({ ...line, isRefund: !!purchase.Credit })),
  ),
  supplierId: entityOf("Vendor"),
  type: ({ Credit }) => (Credit ? "REFUND" : "EXPENSE"),
});

const detail = "AccountBasedExpenseLineDetail";
const lineEncoder = encoder<PostingInput>({
  ...postingEncoders(detail),
  dimensions: fields.dimensionsAs(detail, ["Class"]),
});

const expenseEncoder = encoder<ExpenseInput>({
  ...fields.currency.writes,
  ...fields.posted.writes,
  ...expenseFields.writes,
  ...encodedTogether(["description", "note"], ({ description, note }: ExpenseInput) => ({
    PrivateNote: [...new Set([description, note])].filter(Boolean).join("\n"),
  })),
  customerId: (value) => ({ EntityRef: { value, type: "Customer" } }),
  expenseLines: nested(lineEncoder, (lines: readonly PostingInput[], _input: unknown, field) => ({
    Line: lines.map((line) => completed(lineEncoder(line, field))),
  })),
  supplierId: (value) => ({ EntityRef: { value, type: "Vendor" } }),
  type: (type) => ({ Credit: type === "REFUND" }),
});

const { list, get, create } = resource("Purchase", "expenseId", expense);

export const expenses = operationsOf("expenses", {
  list: list({
    rules: [
      "Expenses are purchases that were paid immediately, in cash, by check or by card. Bills are a separate list.",
    ],
  }),
  get: get(),
  create: create({
    encoder: expenseEncoder,
    afterwards: ({ Id }, call, session) => addFiles("Purchase", Id, call, session),
    requires: ["accountId", "expenseLines", "paymentType"],
    rules: ["accountId is the bank account or card that the expense was paid from. A refund goes back to a card."],
  }),
});
