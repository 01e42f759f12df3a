import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { Expense } from "../../contract/records/money.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary, type WordTable } from "../../kit/vocabulary.ts";
import { create, list, modified, withFiles } from "./conventions.ts";
import { currency, day, decimal, identity, integer, listOf, openWord, shape, stamps, text, texts } from "./fields.ts";
import { journalLine } from "./journalEntries.ts";
import type { Native, Text } from "./types.ts";

const fields = {
  totalGrossAmount: decimal,
  totalNetAmount: decimal,
  totalTaxAmount: decimal,
  accountCode: text,
  accountId: text,
  accountNumber: integer,
  transactionDate: day,
  currency,
  customerId: text,
  supplierId: text,
  description: text,
  note: text,
  documentId: text,
  exchangeRate: text,
  expenseLines: listOf(journalLine),
  journalCode: text,
  ledgerName: text,
  paymentTermId: text,
  paymentType: openWord,
  type: openWord,
};
const onlyRead = { ...identity, ...stamps, files: texts, taskId: text };
export const expense = shape<Expense, ExpenseInput>(fields, onlyRead);

const operationsOf = (described: typeof expense, rules?: readonly string[]) => {
  const view = { ...described, ...(rules && { rules }) };
  return {
    "expenses.list": list({ ...view, path: "/expenses", filters: modified }),
    "expenses.get": get({ ...view, path: "/expenses/{expenseId}" }),
    "expenses.create": create({
      ...view,
      path: "/expenses",
      form: withFiles,
      requires: ["transactionDate", "expenseLines"],
    }),
  };
};

export const expenses = operationsOf(expense);

/** Expenses have their own values of `paymentType`. The first of the sandbox's values for each is written. */
export function expensesPaidBy(table: WordTable<string>) {
  const types = vocabulary(table);
  const paymentType = {
    reader: (at: string) => types.read((native: Native) => native[at] as Text),
    encoder: (at: string) => types.as(at),
  };
  return operationsOf(shape<Expense, ExpenseInput>({ ...fields, paymentType }, onlyRead), [
    `paymentType is one of ${types.words.join(", ")}.`,
  ]);
}
