/** Payments, payment terms, bank accounts, bank transactions and expenses. */
import type { Static } from "typebox";
import { activity, documentType, dueType, fileType, transactionStatus, transactionType } from "../enums.ts";
import { currency, day, integer, listOf, number, oneOf, record, text, timestamp } from "../schema.ts";
import { JournalLineItem } from "./ledger.ts";

export type PaymentLine = Static<typeof PaymentLine>;
export const PaymentLine = record(
  "PaymentLine",
  {},
  {
    accountId: text,
    contactId: text,
    contactName: text,
    customerId: text,
    supplierId: text,
    description: text,
    invoiceId: text,
    amount: number,
    paymentDate: day,
  },
);

export type Payment = Static<typeof Payment>;
export const Payment = record(
  "Payment",
  { id: text },
  {
    currency: currency,
    createdDate: timestamp,
    updatedDate: timestamp,
    exchangeRate: number,
    fiscalYear: text,
    journalCode: text,
    paymentType: text,
    paymentLines: listOf(PaymentLine),
    documentType: documentType,
  },
);

export type DiscountPeriod = Static<typeof DiscountPeriod>;
export const DiscountPeriod = record(
  "DiscountPeriod",
  {},
  { invoiceRange: text, discountDeadline: text, discountDeadline2: text, paymentDeadline: text },
);

export type PaymentTerm = Static<typeof PaymentTerm>;
export const PaymentTerm = record(
  "PaymentTerm",
  { id: text },
  {
    code: text,
    name: text,
    description: text,
    createdDate: timestamp,
    updatedDate: timestamp,
    dueType: dueType,
    paymentDays: integer,
    discountDays: integer,
    discountDays2: integer,
    discountPercentage: number,
    discountPercentage2: number,
    discountPeriods: listOf(DiscountPeriod),
    paymentMethod: oneOf("CASH", "BANK_TRANSFER", "PAYMENT_SERVICE_PROVIDER", "AUTOMATIC_BANK_WITHDRAWAL"),
  },
);

export type BankAccount = Static<typeof BankAccount>;
export const BankAccount = record(
  "BankAccount",
  { id: text },
  {
    balance: number,
    bankName: text,
    bic: text,
    createdDate: timestamp,
    currency: currency,
    description: text,
    fileType: fileType,
    iban: text,
    name: text,
    number: text,
    system: text,
    status: activity,
    type: text,
    updatedDate: timestamp,
  },
);

export type Transaction = Static<typeof Transaction>;
export const Transaction = record(
  "Transaction",
  { id: text },
  {
    accountId: text,
    accountNumber: integer,
    amount: number,
    bookingDate: timestamp,
    contact: text,
    currency: currency,
    description: text,
    files: listOf(text),
    journalCode: text,
    ledgerName: text,
    reference: text,
    status: transactionStatus,
    taskId: text,
    taxRatePercentage: number,
    type: transactionType,
    valueDate: timestamp,
  },
);

export type Expense = Static<typeof Expense>;
export const Expense = record(
  "Expense",
  { id: text },
  {
    accountCode: text,
    accountId: text,
    accountNumber: integer,
    createdDate: timestamp,
    updatedDate: timestamp,
    transactionDate: timestamp,
    currency: currency,
    customerId: text,
    supplierId: text,
    description: text,
    note: text,
    documentId: text,
    exchangeRate: text,
    expenseLines: listOf(JournalLineItem),
    files: listOf(text),
    journalCode: text,
    ledgerName: text,
    paymentTermId: text,
    paymentType: text,
    taskId: text,
    type: text,
    totalGrossAmount: number,
    totalNetAmount: number,
    totalTaxAmount: number,
  },
);
