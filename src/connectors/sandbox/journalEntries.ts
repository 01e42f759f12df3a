import type { StartHandler } from "../../contract/connector.ts";
import { debitCredit } from "../../contract/enums.ts";
import {
  type Dimension as DimensionRecord,
  JournalEntry as JournalEntryRecord,
  type JournalLineItem,
  type TaxRate as TaxRateRecord,
} from "../../contract/records/ledger.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { currencyOf, fiscalYear, list, loud, modified, oneOf } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import { metadata, upload } from "./files.ts";
import { exportJob } from "./jobs.ts";
import { toldEntries, toldEntry } from "./journalBodies.ts";
import { create, startJob, withFiles } from "./telling.ts";
import type { Dimension } from "./types.ts";
import type { JournalEntry, JournalLine, Posted, TaxRate } from "./vendorLedger.ts";

const sideOf = oneOf(debitCredit);
const reasonOf = oneOf(JournalEntryRecord.properties.accountingReason);
const recordTypeOf = oneOf(JournalEntryRecord.properties.recordType);

const dimension = mapping<DimensionRecord, Dimension>({
  id: ({ id }) => id,
  categoryName: (dimension) => dimension.category_name,
  code: ({ code }) => code,
  name: ({ name }) => name,
});

const taxRate = mapping<TaxRateRecord, TaxRate>({
  id: ({ id }) => id,
  code: ({ code }) => code,
  name: ({ name }) => name,
  taxRatePercentage: ({ percentage }) => percentage,
});

/** The side that an amount was posted on; a negative posting stays on its side. */
const postedSide = ({ debit, credit }: Posted) => {
  if (amount(debit) !== undefined) return "DEBIT";
  return amount(credit) === undefined ? undefined : "CREDIT";
};

export const journalLine = mapping<JournalLineItem, JournalLine>({
  ...stamps,
  id: ({ id }) => id,
  accountCode: (line) => line.account_code,
  accountId: (line) => line.account_id,
  accountNumber: (line) => amount(line.account_number),
  currency: (line) => currencyOf(line.currency),
  customerId: (line) => line.customer_id,
  supplierId: (line) => line.supplier_id,
  debitCreditIndicator: postedSide,
  description: ({ description }) => description,
  dimensions: each(dimension, (line) => line.dimensions),
  discountAmount: (line) => amount(line.discount_amount),
  documentId: (line) => line.document_id,
  documentNumber: (line) => line.document_number,
  exchangeRate: (line) => amount(line.exchange_rate),
  itemId: (line) => line.item_id,
  taxRate: one(taxRate, (line) => line.tax_rate),
  thirdPartyCode: (line) => line.third_party_code,
  totalGrossAmount: (line) => amount(line.gross_amount),
  totalNetAmount: ({ debit, credit }) => amount(debit) ?? amount(credit),
  totalTaxAmount: (line) => amount(line.tax_amount),
});

export const journalEntry = mapping<JournalEntryRecord, JournalEntry>({
  ...identity,
  ...stamps,
  accountId: (entry) => entry.account_id,
  accountingPeriodId: (entry) => entry.accounting_period_id,
  accountingReason: (entry) => reasonOf(entry.accounting_reason),
  currency: (entry) => currencyOf(entry.currency),
  debitCreditIndicator: (entry) => sideOf(entry.debit_credit_indicator),
  deliveryDate: (entry) => accountingDay(entry.delivery_date),
  description: ({ description }) => description,
  documentId: (entry) => entry.document_id,
  dueDate: (entry) => accountingDay(entry.due_date),
  exchangeRate: (entry) => amount(entry.exchange_rate),
  files: ({ files }) => files?.slice(),
  isProvisional: (entry) => entry.is_provisional,
  isReversal: (entry) => entry.is_reversal,
  journalCode: (entry) => entry.journal_code,
  journalLineItems: each(journalLine, (entry) => entry.journal_line_items),
  journalType: (entry) => loud(entry.journal_type),
  number: ({ number }) => number,
  recordType: (entry) => recordTypeOf(entry.record_type),
  taxAssignmentDate: (entry) => accountingDay(entry.tax_assignment_date),
  transactionDate: (entry) => accountingDay(entry.transaction_date),
  version: ({ version }) => version,
});

export const journalEntries = {
  "journalEntries.list": list({
    path: "/journal-entries",
    map: journalEntry,
    filters: { ...modified, ...fiscalYear, transactionDateFrom: (day) => ({ transaction_date_from: day }) },
  }),
  "journalEntries.get": get({
    path: ({ ids }) => path`/journal-entries/${ids["journalEntryId"]}`,
    map: journalEntry,
  }),
  "journalEntries.create": create({
    path: "/journal-entries",
    encoder: toldEntry,
    form: withFiles,
    map: journalEntry,
    requires: ["transactionDate", "journalLineItems"],
  }),
  "journalEntries.bulk": startJob({ path: "/journal-entries/bulk", encoder: toldEntries, map: journalEntry }),
  "journalEntries.attachments.create": upload(({ ids }) => path`/journal-entries/${ids["journalEntryId"]}/attachments`),
  "journalEntries.attachments.list": list({
    path: ({ ids }) => path`/journal-entries/${ids["journalEntryId"]}/attachments`,
    map: metadata,
  }),
  "journalEntries.attachments.get": file(({ ids: { journalEntryId, attachmentId = "" } }) => ({
    id: attachmentId,
    path: path`/journal-entries/${journalEntryId}/attachments/${attachmentId}`,
  })),
};

export const exportedJournalEntries = {
  "journalEntries.list": {
    fields: journalEntry.fields,
    filters: ["fiscalYearStartDate"],
    orders: [],
    requires: ["fiscalYearStartDate"],
    rules: ["The answer is a task: the entries come from /asyncTask/{taskId}, page by page."],
    start: ({ filters }, session) =>
      session.send({
        method: "POST",
        path: "/exports",
        body: { kind: "journal-entries", fiscal_year_start: filters.fiscalYearStartDate },
      }),
    job: exportJob(journalEntry),
  } satisfies StartHandler<JournalEntryRecord>,
};
