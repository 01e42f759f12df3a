import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Expense as ExpenseRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, invalid, listAs, numberAs } from "../../kit/encode.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { addFiles } from "./attachments.ts";
import { create, exact, list, modified, single } from "./conventions.ts";
import { contactAs, issuedOn, postingEncoder, rateOf, totals, updated } from "./fields.ts";
import { linesOf, postingFields, postingOf } from "./lines.ts";
import type { BankTransaction, JournalLine, LineItem } from "./types.ts";

const taxRate = mapping<TaxRate, JournalLine>({ code: (line) => line.TaxType });

/** What is spent is debited; a line below zero takes some of it back. */
const expenseLine = mapping<JournalLineItem, JournalLine & LineItem>({
  ...postingFields,
  ...values({ id: "LineItemID", itemId: "Item.ItemID" }),
  taxRate: one(taxRate, (line) => (line.TaxType ? line : undefined)),
});

const types = vocabulary({ SPEND: "EXPENSE" });

/** Money spent: the account is the one that was paid from. */
const expense = mapping<ExpenseRecord, BankTransaction>({
  ...updated,
  ...totals,
  ...values({
    id: "BankTransactionID",
    accountCode: "BankAccount.Code",
    accountId: "BankAccount.AccountID",
    description: "Reference",
    supplierId: "Contact.ContactID",
  }),
  currency: (spent) => currencyCode(spent.CurrencyCode),
  exchangeRate: (spent) => rateOf(spent)?.toString(),
  expenseLines: each(expenseLine, (spent) => linesOf(spent)?.map(postingOf)),
  transactionDate: issuedOn,
  type: types.read((spent) => spent.Type),
});

const lineEncoder = postingEncoder((net) => ({ Quantity: 1, ...numberAs("UnitAmount")(net) }));

function rateAs(rate: string, _input: unknown, field: string): object {
  if (/^\d+(\.\d+)?$/.test(rate)) return { CurrencyRate: Number(rate) };
  throw invalid("exchangeRate must be a number, such as 1.25.", field);
}

const expenseEncoder = encoder<ExpenseInput>({
  ...allAs(as, { accountId: "BankAccount.AccountID", currency: "CurrencyCode", description: "Reference" }),
  exchangeRate: rateAs,
  expenseLines: listAs("LineItems", lineEncoder),
  supplierId: contactAs,
  transactionDate: dayAs("Date"),
  type: types.as("Type"),
});

export const expenses = {
  "expenses.list": list("BankTransactions", {
    map: expense,
    query: { where: 'Type=="SPEND" AND Status=="AUTHORISED"', ...exact },
    headers: modified,
    rules: ["Expenses are money spent from a bank account. Deleted ones are left out."],
  }),
  "expenses.get": single("BankTransactions", {
    id: "expenseId",
    map: expense,
    query: exact,
    is: ({ Type, Status }) => Type === "SPEND" && Status === "AUTHORISED",
  }),
  "expenses.create": create("BankTransactions", {
    encoder: expenseEncoder,
    also: () => ({ Type: "SPEND", LineAmountTypes: "Exclusive" }),
    query: () => exact,
    afterwards: ({ BankTransactionID }, call, session) =>
      addFiles(path`/BankTransactions/${BankTransactionID}`, call, session),
    map: expense,
    requires: ["accountId", "expenseLines", "supplierId"],
    rules: ["accountId is the bank account that was paid from; amounts of lines are net."],
  }),
};
