import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { Expense as ExpenseRecord } from "../../contract/records/money.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { currencyOf, list, loud, modified } from "./conventions.ts";
import { identity, stamps, totals } from "./fields.ts";
import { toldJournalLine } from "./journalBodies.ts";
import { journalLine } from "./journalEntries.ts";
import { create, toldTotals, withFiles, wordAs } from "./telling.ts";
import type { Expense } from "./vendorMoney.ts";

const { totalGrossAmount, totalNetAmount, totalTaxAmount } = totals;

export const expense = mapping<ExpenseRecord, Expense>({
  ...identity,
  ...stamps,
  totalGrossAmount,
  totalNetAmount,
  totalTaxAmount,
  accountCode: (expense) => expense.account_code,
  accountId: (expense) => expense.account_id,
  accountNumber: (expense) => amount(expense.account_number),
  transactionDate: (expense) => accountingDay(expense.transaction_date),
  currency: (expense) => currencyOf(expense.currency),
  customerId: (expense) => expense.customer_id,
  supplierId: (expense) => expense.supplier_id,
  description: ({ description }) => description,
  note: ({ note }) => note,
  documentId: (expense) => expense.document_id,
  exchangeRate: (expense) => expense.exchange_rate,
  expenseLines: each(journalLine, (expense) => expense.expense_lines),
  files: ({ files }) => files?.slice(),
  journalCode: (expense) => expense.journal_code,
  ledgerName: (expense) => expense.ledger_name,
  paymentTermId: (expense) => expense.payment_term_id,
  paymentType: (expense) => loud(expense.payment_type),
  taskId: (expense) => expense.task_id,
  type: ({ type }) => loud(type),
});

const told = encoder<ExpenseInput>({
  totalGrossAmount: toldTotals.totalGrossAmount,
  totalNetAmount: toldTotals.totalNetAmount,
  totalTaxAmount: toldTotals.totalTaxAmount,
  accountCode: as("account_code"),
  accountId: as("account_id"),
  accountNumber: as("account_number"),
  currency: as("currency"),
  customerId: as("customer_id"),
  exchangeRate: as("exchange_rate"),
  expenseLines: listAs("expense_lines", toldJournalLine),
  description: as("description"),
  documentId: as("document_id"),
  journalCode: as("journal_code"),
  ledgerName: as("ledger_name"),
  note: as("note"),
  paymentTermId: as("payment_term_id"),
  paymentType: wordAs("payment_type"),
  supplierId: as("supplier_id"),
  type: wordAs("type"),
  transactionDate: dayAs("transaction_date"),
});

export const expenses = {
  "expenses.list": list({ path: "/expenses", map: expense, filters: modified }),
  "expenses.get": get({ path: ({ ids }) => path`/expenses/${ids["expenseId"]}`, map: expense }),
  "expenses.create": create({
    path: "/expenses",
    encoder: told,
    form: withFiles,
    map: expense,
    requires: ["transactionDate", "expenseLines"],
  }),
};
