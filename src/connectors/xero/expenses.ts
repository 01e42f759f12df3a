import type { WriteCall } from "../../contract/connector.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Expense as ExpenseRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { type Encoded, encoder, fieldAs, listAs, numberAs } from "../../kit/encode.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { addFiles } from "./attachments.ts";
import { create, exact, list, modified, single } from "./conventions.ts";
import { day, postingEncoder, rateAs, rateOf, totals, updated } from "./fields.ts";
import { type GrossPosting, linesOf, postingFields, postingOf } from "./lines.ts";
import type { BankTransaction, JournalLine, LineItem } from "./types.ts";

const taxRate = mapping<TaxRate, JournalLine>({ code: (line) => line.TaxType });

/** Expenses are debited; a negative line is credited. */
const expenseLine = mapping<JournalLineItem, GrossPosting & LineItem>({
  ...postingFields,
  ...values({ id: "LineItemID", itemId: "Item.ItemID" }),
  taxRate: nestedRecord(taxRate, (line) => (line.TaxType ? line : undefined)),
});

const types = vocabulary({ SPEND: "EXPENSE" });

const expenseFields = twoWay({
  // The account that the expense was paid from.
  accountId: plainValue("BankAccount.AccountID"),
  description: plainValue("Reference"),
  supplierId: plainValue("Contact.ContactID"),
  transactionDate: day("Date"),
  type: enumValue(types, "Type"),
});

const expense = mapping<ExpenseRecord, BankTransaction>({
  ...updated,
  ...totals,
  ...expenseFields.reads,
  ...values({ id: "BankTransactionID", accountCode: "BankAccount.Code" }),
  currency: (native) => currencyCode(native.CurrencyCode),
  exchangeRate: (native) => rateOf(native)?.toString(),
  expenseLines: nestedList(expenseLine, (native) => linesOf(native)?.map(postingOf)),
});

const lineEncoder = postingEncoder((net) => ({ Quantity: 1, ...numberAs("UnitAmount")(net) }));

const expenseEncoder = encoder<ExpenseInput>({
  ...expenseFields.writes,
  currency: fieldAs("CurrencyCode"),
  exchangeRate: rateAs,
  expenseLines: listAs("LineItems", lineEncoder),
});

/** Xero requires a description on every line. Lines without one get the expense's. */
function withDescriptions(encoded: Encoded, _prepared: unknown, { body }: WriteCall<ExpenseInput>): object {
  const lines = (encoded["LineItems"] ?? []) as readonly Partial<LineItem>[];
  const { description } = body;
  if (description === undefined) return encoded;
  return { ...encoded, LineItems: lines.map((line) => ({ Description: description, ...line })) };
}

export const expenses = {
  "expenses.list": list("BankTransactions", {
    map: expense,
    query: { where: 'Type=="SPEND" AND Status=="AUTHORISED"', ...exact },
    headers: modified,
    rules: ["Expenses are Xero's spend money transactions from a bank account. Deleted ones are left out."],
  }),
  "expenses.get": single("BankTransactions", {
    id: "expenseId",
    map: expense,
    query: exact,
    is: ({ Type, Status }) => Type === "SPEND" && Status === "AUTHORISED",
  }),
  "expenses.create": create<ExpenseInput, ExpenseRecord, BankTransaction>("BankTransactions", {
    encoder: expenseEncoder,
    also: () => ({ Type: "SPEND", LineAmountTypes: "Exclusive" }),
    query: () => exact,
    body: withDescriptions,
    afterwards: ({ BankTransactionID }, call, session) =>
      addFiles(path`/BankTransactions/${BankTransactionID}`, call, session),
    map: expense,
    requires: ["accountId", "expenseLines", "supplierId"],
    rules: ["accountId is the bank account that the expense was paid from. Line amounts are net."],
  }),
};
