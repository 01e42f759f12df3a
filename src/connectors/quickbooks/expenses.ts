import type { Call, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem } from "../../contract/records/ledger.ts";
import type { Expense as ExpenseRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";

import { encodedTogether, encoder, nested } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { noRecord, recordResult } from "../../kit/reading.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { addFiles } from "./attachments.ts";
import { partOfList, resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import { completed, detailOf, linesOf } from "./lines.ts";
import { type PostingInput, postingEncoders, postingFields } from "./postings.ts";
import { expensesIn, purchaseParts, rawOf } from "./purchaseParts.ts";
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

const { get, create } = resource("Purchase", "expenseId", expense);
const single = get();

/** A customer's line on receivables, or a vendor's on payables, would be listed as a payment. */
async function refusePayment({ body }: WriteCall<ExpenseInput>, session: Session): Promise<undefined> {
  const { customerId, supplierId, expenseLines = [], type } = body;
  if (customerId === undefined && supplierId === undefined) return undefined;
  const Line = expenseLines.map(({ accountId }, index) => ({
    Id: String(index),
    AccountBasedExpenseLineDetail: { AccountRef: { value: accountId } },
  }));
  const purchase = { Id: "", Line, Credit: type === "REFUND" };
  for (const { party, message } of [
    {
      party: { value: customerId, type: "Customer" },
      message:
        "In QuickBooks, an expense for a customer on a receivables account pays money back, so it is a payment. Use another account.",
    },
    {
      party: { value: supplierId, type: "Vendor" },
      message:
        "In QuickBooks, an expense for a vendor on a payables account pays the vendor on account, so it is a payment. Use another account.",
    },
  ]) {
    if (party.value === undefined) continue;
    const { payment } = await purchaseParts({ ...purchase, EntityRef: party }, session);
    const [paid] = payment?.Line ?? [];
    if (paid !== undefined) throw cannotStore(message, `expenseLines[${paid.Id}].accountId`);
  }
  return undefined;
}

export const expenses = operationsOf("expenses", {
  list: partOfList("Purchase", expense, {
    keep: expensesIn,
    raw: rawOf,
    rules: [
      "Expenses are purchases that were paid immediately, in cash, by check or by card. Bills are a separate list.",
      "A check or expense for a customer on a receivables account, or for a vendor on a payables account, is a payment. Kontor tells it apart while it reads, so only the last page has the total.",
      "If only some lines of an expense are on such an account, they are a payment with the same id, and the expense has the other lines and their total.",
    ],
  }),
  get: {
    ...single,
    get: async (call: Call, session: Session) => {
      const found = await single.get(call, session);
      const { expense: part } = await purchaseParts(found.raw as Transaction, session);
      if (part === undefined) throw noRecord();
      return recordResult(expense, part, rawOf);
    },
  },
  create: create({
    encoder: expenseEncoder,
    prepare: refusePayment,
    afterwards: ({ Id }, call, session) => addFiles("Purchase", Id, call, session),
    requires: ["accountId", "expenseLines", "paymentType"],
    rules: ["accountId is the bank account or card that the expense was paid from. A refund goes back to a card."],
  }),
});
