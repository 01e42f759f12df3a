import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem } from "../../contract/records/ledger.ts";
import type { Expense as ExpenseRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, encoder, nested } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { addFiles } from "./attachments.ts";
import { resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import { detailOf, linesOf, settled } from "./lines.ts";
import { type PostingInput, postingEncoders, postingFields } from "./postings.ts";
import type { Line, Transaction } from "./types.ts";

/** What is spent is debited; a refund comes back. */
interface Spent extends Line {
  readonly isBack: boolean;
}
const expenseLine = mapping<JournalLineItem, Spent>({
  ...postingFields,
  debitCreditIndicator: ({ isBack }) => (isBack ? "CREDIT" : "DEBIT"),
  itemId: (line) => fields.refOf(detailOf(line).ItemRef),
});

const paymentTypes = vocabulary({ Cash: "CASH", Check: "CHECK", CreditCard: "CREDIT_CARD" });
const of = (type: string) => (purchase: Transaction) =>
  purchase.EntityRef?.type === type ? fields.refOf(purchase.EntityRef) : undefined;

const texts = { description: "DocNumber", note: "PrivateNote" } as const;
const expense = mapping<ExpenseRecord, Transaction>({
  ...fields.posted,
  ...fields.totals,
  ...fields.refs({ accountId: "AccountRef" }),
  customerId: of("Customer"),
  ...values(texts),
  expenseLines: each(expenseLine, (purchase) =>
    linesOf(purchase)?.map((line) => ({ ...line, isBack: !!purchase.Credit })),
  ),
  paymentType: paymentTypes.read(({ PaymentType }) => PaymentType),
  supplierId: of("Vendor"),
  type: ({ Credit }) => (Credit ? "REFUND" : "EXPENSE"),
});

const detail = "AccountBasedExpenseLineDetail";
const lineEncoder = encoder<PostingInput>({
  ...postingEncoders(detail),
  dimensions: fields.dimensionsAs(detail, ["Class"]),
});

const expenseEncoder = encoder<ExpenseInput>({
  ...fields.postedAs,
  ...allAs(as, texts),
  accountId: fields.refAs("AccountRef"),
  customerId: (value) => ({ EntityRef: { value, type: "Customer" } }),
  expenseLines: nested(lineEncoder, (lines: readonly PostingInput[], _input: unknown, field) => ({
    Line: lines.map((line) => settled(lineEncoder(line, field))),
  })),
  paymentType: paymentTypes.as("PaymentType"),
  supplierId: (value) => ({ EntityRef: { value, type: "Vendor" } }),
  type: (type) => ({ Credit: type === "REFUND" }),
});

const { list, get, create } = resource("Purchase", "expenseId", expense);

export const expenses = named("expenses", {
  list: list({
    rules: ["What was bought and paid at once, in cash, by check or with a card; bills are a list of their own."],
  }),
  get: get(),
  create: create({
    encoder: expenseEncoder,
    afterwards: ({ Id }, call, session) => addFiles("Purchase", Id, call, session),
    requires: ["accountId", "expenseLines", "paymentType"],
    rules: ["accountId is the bank account or the card that was paid from; a refund comes back to a card."],
  }),
});
