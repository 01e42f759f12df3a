/** The ledger: accounts, journals, journal entries, open items, trial balance, fiscal years. */
import type { Static } from "typebox";
import { accountClass, activity, chartOfAccount, debitCredit } from "../enums.ts";
import {
  currency,
  flag,
  integer,
  listOf,
  month,
  number,
  oneOf,
  record,
  text,
  textOrNumber,
  timestamp,
} from "../schema.ts";

export type Dimension = Static<typeof Dimension>;
export const Dimension = record("Dimension", {}, { id: text, categoryName: text, code: text, name: text });

export type TaxRate = Static<typeof TaxRate>;
export const TaxRate = record("TaxRate", {}, { id: text, code: text, name: text, taxRatePercentage: text });

export type JournalLineItem = Static<typeof JournalLineItem>;
export const JournalLineItem = record(
  "JournalLineItem",
  {},
  {
    id: text,
    accountCode: text,
    accountId: text,
    accountNumber: integer,
    createdDate: timestamp,
    currency: currency,
    customerId: text,
    supplierId: text,
    debitCreditIndicator: debitCredit,
    description: text,
    dimensions: listOf(Dimension),
    documentId: text,
    documentNumber: text,
    exchangeRate: number,
    itemId: text,
    taxRate: TaxRate,
    thirdPartyCode: text,
    totalGrossAmount: number,
    totalNetAmount: number,
    totalTaxAmount: number,
    updatedDate: timestamp,
    discountAmount: number,
  },
);

export type JournalEntry = Static<typeof JournalEntry>;
export const JournalEntry = record(
  "JournalEntry",
  { id: text },
  {
    accountId: text,
    accountingPeriodId: text,
    accountingReason: oneOf("COMMERCIAL", "TAX", "IFRS", "CALCULATION", "INDEPENDENT", "OTHER"),
    createdDate: timestamp,
    currency: currency,
    description: text,
    documentId: text,
    files: listOf(text),
    exchangeRate: textOrNumber,
    isProvisional: flag,
    isReversal: flag,
    journalLineItems: listOf(JournalLineItem),
    journalCode: text,
    journalType: text,
    number: text,
    recordType: oneOf("STANDARD", "OPENING", "CLOSING"),
    transactionDate: timestamp,
    updatedDate: timestamp,
    version: text,
    debitCreditIndicator: debitCredit,
    deliveryDate: timestamp,
    dueDate: timestamp,
    taxAssignmentDate: timestamp,
  },
);

export type Journal = Static<typeof Journal>;
export const Journal = record(
  "Journal",
  { id: text },
  {
    accountId: text,
    code: text,
    createdDate: timestamp,
    currency: text,
    description: text,
    type: text,
    updatedDate: timestamp,
  },
);

export type Account = Static<typeof Account>;
export const Account = record(
  "Account",
  { id: text },
  {
    balance: number,
    class: accountClass,
    code: text,
    createdDate: timestamp,
    currency: currency,
    debitCreditIndicator: debitCredit,
    description: text,
    name: text,
    number: text,
    parentAccountId: text,
    status: activity,
    type: text,
    updatedDate: timestamp,
  },
);

export type Balance = Static<typeof Balance>;
export const Balance = record("Balance", {}, { amount: number, debitCreditIndicator: debitCredit });

export type MonthlyValue = Static<typeof MonthlyValue>;
export const MonthlyValue = record("MonthlyValue", {}, { month: month, balance: Balance });

export type TrialBalanceEntry = Static<typeof TrialBalanceEntry>;
export const TrialBalanceEntry = record(
  "TrialBalanceEntry",
  {},
  {
    accountCode: text,
    accountName: text,
    accountNumber: text,
    balance: Balance,
    openingBalance: Balance,
    monthlyValues: listOf(MonthlyValue),
    totalCreditAmount: number,
    totalDebitAmount: number,
    createdDate: timestamp,
    updatedDate: timestamp,
  },
);

export type OpenItemEntry = Static<typeof OpenItemEntry>;
export const OpenItemEntry = record(
  "OpenItemEntry",
  {},
  {
    amount: number,
    currency: text,
    debitCreditIndicator: debitCredit,
    description: text,
    dueDate: timestamp,
    postingDate: timestamp,
  },
);

export type OpenItem = Static<typeof OpenItem>;
export const OpenItem = record(
  "OpenItem",
  { id: text },
  {
    accountId: text,
    accountName: text,
    accountNumber: text,
    createdDate: timestamp,
    currency: text,
    documentNumber: text,
    entries: listOf(OpenItemEntry),
    openBalance: Balance,
    postingDate: timestamp,
    totalCreditAmount: number,
    totalDebitAmount: number,
    type: oneOf("BILL", "INVOICE"),
    updatedDate: timestamp,
  },
);

export type FiscalYear = Static<typeof FiscalYear>;
export const FiscalYear = record(
  "FiscalYear",
  { id: text },
  {
    accountNumberLength: integer,
    chartOfAccount: chartOfAccount,
    createdDate: timestamp,
    description: text,
    endDate: timestamp,
    startDate: timestamp,
    status: oneOf("OPEN", "CLOSED"),
    updatedDate: timestamp,
  },
);

export type DimensionRecord = Static<typeof DimensionRecord>;
export const DimensionRecord = record(
  "DimensionRecord",
  { id: text },
  { categoryName: text, createdDate: timestamp, name: text, status: text, updatedDate: timestamp },
);

export type BookingEntry = Static<typeof BookingEntry>;
export const BookingEntry = record(
  "BookingEntry",
  {},
  {
    id: text,
    accountNumber: integer,
    amount: number,
    bookingDate: timestamp,
    bookingTaxCode: text,
    bookingType: oneOf("PARTIAL_INVOICE", "ADVANCED_PAYMENT_RECEIVED", "FINAL_INVOICE", "OTHER"),
    contraAccountNumber: integer,
    dimension1: text,
    dimension2: text,
    currency: currency,
    debitCreditIndicator: debitCredit,
    description: text,
    documentNumber: text,
    dueDate: timestamp,
    fileId: text,
  },
);

export type Bookings = Static<typeof Bookings>;
export const Bookings = record(
  "Bookings",
  {},
  {
    id: text,
    accountNumberLength: integer,
    chartOfAccount: chartOfAccount,
    createdDate: timestamp,
    entries: listOf(BookingEntry),
    fiscalYearStartDate: timestamp,
    taskId: text,
  },
);
