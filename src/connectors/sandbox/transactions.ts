import { transactionStatus, transactionType } from "../../contract/enums.ts";
import type { TransactionInput } from "../../contract/inputs/money.ts";
import type { Transaction as TransactionRecord } from "../../contract/records/money.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, decimalAs, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { currencyOf, oneOf } from "./conventions.ts";
import { identity } from "./fields.ts";
import { create, withFiles, wordAs } from "./telling.ts";
import type { Transaction } from "./vendorMoney.ts";

const statusOf = oneOf(transactionStatus);
const typeOf = oneOf(transactionType);

const transaction = mapping<TransactionRecord, Transaction>({
  ...identity,
  accountId: (transaction) => transaction.account_id,
  accountNumber: (transaction) => amount(transaction.account_number),
  amount: (transaction) => amount(transaction.amount),
  bookingDate: (transaction) => accountingDay(transaction.booking_date),
  contact: ({ contact }) => contact,
  currency: (transaction) => currencyOf(transaction.currency),
  description: ({ description }) => description,
  files: ({ files }) => files?.slice(),
  journalCode: (transaction) => transaction.journal_code,
  ledgerName: (transaction) => transaction.ledger_name,
  reference: ({ reference }) => reference,
  status: ({ status }) => statusOf(status),
  taskId: (transaction) => transaction.task_id,
  taxRatePercentage: (transaction) => amount(transaction.tax_rate_percentage),
  type: ({ type }) => typeOf(type),
  valueDate: (transaction) => accountingDay(transaction.value_date),
});

const told = encoder<TransactionInput>({
  accountId: as("account_id"),
  accountNumber: as("account_number"),
  amount: decimalAs("amount"),
  bookingDate: dayAs("booking_date"),
  code: as("code"),
  contact: as("contact"),
  currency: as("currency"),
  description: as("description"),
  journalCode: as("journal_code"),
  ledgerName: as("ledger_name"),
  reference: as("reference"),
  status: wordAs("status"),
  taxRatePercentage: decimalAs("tax_rate_percentage"),
  type: wordAs("type"),
  valueDate: dayAs("value_date"),
});

export const transactions = {
  "transactions.create": create({
    path: "/transactions",
    encoder: told,
    form: withFiles,
    map: transaction,
    requires: ["amount", "bookingDate", "type"],
  }),
};
