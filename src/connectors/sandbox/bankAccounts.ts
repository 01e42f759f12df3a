import { activity, fileType, transactionStatus, transactionType } from "../../contract/enums.ts";
import type { BankAccountInput, TransactionInput } from "../../contract/inputs/money.ts";
import type { BankAccount, Transaction } from "../../contract/records/money.ts";
import { get } from "../../kit/reading.ts";
import { create, list, modified, withFiles } from "./conventions.ts";
import { currency, day, decimal, identity, integer, openWord, shape, stamps, text, texts, word } from "./fields.ts";

/** The balance results from postings, so it cannot be written. */
const bankAccount = shape<BankAccount, BankAccountInput>(
  {
    bankName: text,
    bic: text,
    currency,
    description: text,
    fileType: word(fileType),
    iban: text,
    name: text,
    number: text,
    system: text,
    status: word(activity),
    type: openWord,
  },
  { ...identity, ...stamps, balance: decimal },
);

export const bankAccounts = {
  "bankAccounts.list": list({ ...bankAccount, path: "/bank-accounts", filters: modified }),
  "bankAccounts.get": get({ ...bankAccount, path: "/bank-accounts/{bankAccountId}" }),
  "bankAccounts.create": create({ ...bankAccount, path: "/bank-accounts", requires: ["name"] }),
};

const transaction = shape<Transaction, TransactionInput>(
  {
    accountId: text,
    accountNumber: integer,
    amount: decimal,
    bookingDate: day,
    contact: text,
    currency,
    description: text,
    journalCode: text,
    ledgerName: text,
    reference: text,
    status: word(transactionStatus),
    taxRatePercentage: decimal,
    type: word(transactionType),
    valueDate: day,
  },
  { ...identity, files: texts, taskId: text },
  { code: text },
);

export const transactions = {
  "transactions.create": create({
    ...transaction,
    path: "/transactions",
    form: withFiles,
    requires: ["amount", "bookingDate", "type"],
  }),
};
