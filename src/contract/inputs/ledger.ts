/** Request bodies for accounts and journal entries. */
import type { Static } from "typebox";
import { accountClass, accountType, activity, chartOfAccount, debitCredit } from "../enums.ts";
import { Dimension, TaxRate } from "../records/ledger.ts";
import {
  acceptingAlternatives,
  anything,
  currency,
  flag,
  integer,
  listOf,
  number,
  record,
  text,
  timestamp,
} from "../schema.ts";

export type AccountInput = Static<typeof AccountInput>;
export const AccountInput = record(
  "AccountInput",
  {},
  {
    balance: number,
    class: accountClass,
    code: text,
    currency: currency,
    description: text,
    name: text,
    number: text,
    parentAccountId: text,
    status: activity,
    type: accountType,
  },
);

export const decimalText = acceptingAlternatives(text, { numberIsText: true });
export const TaxRateInput = record("TaxRateInput", {}, { ...TaxRate.properties, taxRatePercentage: decimalText });
/** Similar services call the category `dimension`. */
const DimensionInput = acceptingAlternatives(record("DimensionInput", {}, { ...Dimension.properties }), {
  moves: { dimension: "categoryName" },
});

export type JournalLineItemInput = Static<typeof JournalLineItemInput>;
export const JournalLineItemInput = record(
  "JournalLineItemInput",
  {},
  {
    accountCode: text,
    accountId: text,
    accountNumber: integer,
    currency: currency,
    customerId: text,
    debitCreditIndicator: debitCredit,
    description: text,
    dimensions: listOf(DimensionInput),
    discountAmount: number,
    documentNumber: text,
    exchangeRate: decimalText,
    supplierId: text,
    taxRate: TaxRateInput,
    thirdPartyCode: text,
    totalGrossAmount: number,
    totalNetAmount: number,
    totalTaxAmount: number,
  },
);

export type JournalEntryInput = Static<typeof JournalEntryInput>;
export const JournalEntryInput = record(
  "JournalEntryInput",
  {},
  {
    accountId: text,
    accountingPeriodId: text,
    currency: currency,
    debitCreditIndicator: debitCredit,
    deliveryDate: timestamp,
    description: text,
    documentId: text,
    dueDate: timestamp,
    exchangeRate: decimalText,
    filesPos: anything,
    isProvisional: flag,
    journalCode: text,
    journalLineItems: listOf(JournalLineItemInput),
    journalType: text,
    number: text,
    taxAssignmentDate: timestamp,
    transactionDate: timestamp,
  },
);

export type JournalEntriesBulkInput = Static<typeof JournalEntriesBulkInput>;
export const JournalEntriesBulkInput = record(
  "JournalEntriesBulkInput",
  {
    accountNumberLength: integer,
    chartOfAccount: chartOfAccount,
    entries: listOf(JournalEntryInput),
    fiscalYearStartDate: timestamp,
  },
  {},
);
