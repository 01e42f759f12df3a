/** Request bodies for bank accounts, bank transactions, expenses, payments and payment terms. */
import type { Static } from "typebox";
import {
  accountType,
  activity,
  documentType,
  dueType,
  fileType,
  transactionStatus,
  transactionType,
} from "../enums.ts";
import { DiscountPeriod, PaymentLine } from "../records/money.ts";
import {
  acceptingAlternatives,
  anything,
  currency,
  integer,
  listOf,
  number,
  oneOf,
  record,
  text,
  timestamp,
} from "../schema.ts";
import { decimalText, JournalLineItemInput, TaxRateInput } from "./ledger.ts";

export type BankAccountInput = Static<typeof BankAccountInput>;
export const BankAccountInput = record(
  "BankAccountInput",
  {},
  {
    balance: number,
    bankName: text,
    bic: text,
    currency: currency,
    description: text,
    fileType: fileType,
    iban: text,
    name: text,
    number: text,
    system: text,
    status: activity,
    type: accountType,
  },
);

/** The account as an object, as similar services send it. */
const nestedAccount = {
  "account.id": "accountId",
  "account.code": "accountCode",
  "account.number": "accountNumber",
  "account.name": "accountName",
};

const ExpenseTaxRateInput = record("ExpenseTaxRateInput", {}, { ...TaxRateInput.properties, description: text });

/** Without `debitCreditIndicator`, lines of an EXPENSE are DEBIT and lines of a REFUND are CREDIT. */
const ExpenseLineInput = acceptingAlternatives(
  record(
    "ExpenseLineInput",
    {},
    {
      ...JournalLineItemInput.properties,
      id: text,
      accountName: text,
      itemId: text,
      taxRate: ExpenseTaxRateInput,
    },
  ),
  { moves: { ...nestedAccount, taxRatePercentage: "taxRate.taxRatePercentage" } },
);

export type ExpenseInput = Static<typeof ExpenseInput>;
export const ExpenseInput = acceptingAlternatives(
  record(
    "ExpenseInput",
    {},
    {
      id: text,
      accountCode: text,
      accountId: text,
      accountName: text,
      accountNumber: integer,
      currency: currency,
      customerId: text,
      exchangeRate: decimalText,
      expenseLines: listOf(ExpenseLineInput),
      files: listOf(anything),
      generatorName: text,
      description: text,
      documentId: text,
      journalCode: text,
      ledgerName: text,
      note: text,
      paymentTermId: text,
      paymentType: oneOf("CASH", "CHECK", "CREDIT_CARD", "CREDIT", "COLLECTION"),
      supplierId: text,
      type: oneOf("EXPENSE", "REFUND"),
      totalGrossAmount: number,
      totalNetAmount: number,
      totalTaxAmount: number,
      transactionDate: timestamp,
    },
  ),
  { moves: nestedAccount },
);

export type PaymentInput = Static<typeof PaymentInput>;
export const PaymentInput = record(
  "PaymentInput",
  {},
  {
    currency: text,
    documentType: documentType,
    exchangeRate: number,
    journalCode: text,
    paymentType: text,
    paymentLines: listOf(PaymentLine),
  },
);

export type PaymentTermInput = Static<typeof PaymentTermInput>;
export const PaymentTermInput = record(
  "PaymentTermInput",
  {},
  {
    code: text,
    description: text,
    discountDays: integer,
    discountDays2: integer,
    discountPercentage: number,
    discountPercentage2: number,
    discountPeriods: listOf(DiscountPeriod),
    dueType: dueType,
    name: text,
    paymentDays: integer,
    paymentMethod: text,
  },
);

export type TransactionInput = Static<typeof TransactionInput>;
export const TransactionInput = record(
  "TransactionInput",
  {},
  {
    id: text,
    accountId: text,
    accountNumber: integer,
    amount: number,
    bookingDate: timestamp,
    code: text,
    contact: text,
    currency: currency,
    description: text,
    journalCode: text,
    ledgerName: text,
    reference: text,
    status: transactionStatus,
    taxRatePercentage: number,
    type: transactionType,
    valueDate: timestamp,
  },
);
