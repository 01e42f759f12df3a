import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { Expense } from "../../contract/records/money.ts";
import { get } from "../../kit/reading.ts";
import { create, list, modified, withFiles } from "./conventions.ts";
import { currency, day, decimal, identity, listOf, number, openWord, shape, stamps, text, texts } from "./fields.ts";
import { journalLine } from "./journalEntries.ts";

export const expense = shape<Expense, ExpenseInput>(
  {
    totalGrossAmount: decimal,
    totalNetAmount: decimal,
    totalTaxAmount: decimal,
    accountCode: text,
    accountId: text,
    accountNumber: number,
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
  },
  { ...identity, ...stamps, files: texts, taskId: text },
);

export const expenses = {
  "expenses.list": list({ ...expense, path: "/expenses", filters: modified }),
  "expenses.get": get({ ...expense, path: "/expenses/{expenseId}" }),
  "expenses.create": create({
    ...expense,
    path: "/expenses",
    form: withFiles,
    requires: ["transactionDate", "expenseLines"],
  }),
};
