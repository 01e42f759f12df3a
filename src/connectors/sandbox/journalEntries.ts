import type { StartHandler } from "../../contract/connector.ts";
import { debitCredit } from "../../contract/enums.ts";
import type { JournalEntriesBulkInput, JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import { type Dimension, JournalEntry, type JournalLineItem, type TaxRate } from "../../contract/records/ledger.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { decimalAs, sentSeparately } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { by, create, fiscalYearStart, list, modified, withFiles } from "./conventions.ts";
import {
  at,
  currency,
  day,
  decimal,
  encoderOf,
  flag,
  fromPosting,
  identity,
  integer,
  listOf,
  mappingOf,
  number,
  objectOf,
  openWord,
  shape,
  spell,
  stamps,
  text,
  texts,
  type Writable,
  word,
} from "./fields.ts";
import { metadata, upload } from "./files.ts";
import { bulkFields, exportJob, startJob } from "./jobs.ts";
import type { Posted } from "./types.ts";

const dimension = shape<Dimension>({ id: text, categoryName: text, code: text, name: text });
const taxRate = shape<TaxRate>({ id: text, code: text, name: text, taxRatePercentage: at("percentage", text) });

/** The side of a posting. A negative posting stays on its side. */
const postedSide = ({ debit, credit }: Posted) => {
  if (amount(debit) !== undefined) return "DEBIT";
  return amount(credit) === undefined ? undefined : "CREDIT";
};

/** An amount is sent on its side. Without a side the sandbox refuses it. */
const posted: Writable<number, JournalLineItemInput> = {
  encoder:
    () =>
    (net, { debitCreditIndicator: side }) =>
      side === undefined ? {} : decimalAs(spell(side))(net),
};

/** The third party is the customer or supplier of the line. */
export const journalLine = shape<JournalLineItem, JournalLineItemInput>(
  {
    accountCode: text,
    accountId: text,
    accountNumber: integer,
    currency,
    customerId: text,
    supplierId: text,
    debitCreditIndicator: { ...fromPosting(postedSide), encoder: () => sentSeparately },
    description: text,
    dimensions: listOf(dimension),
    discountAmount: decimal,
    documentNumber: text,
    exchangeRate: number,
    taxRate: objectOf(taxRate),
    totalGrossAmount: at("gross_amount", decimal),
    totalNetAmount: { ...fromPosting(({ debit, credit }) => amount(debit) ?? amount(credit)), ...posted },
    totalTaxAmount: at("tax_amount", decimal),
  },
  { ...identity, ...stamps, documentId: text, itemId: text, thirdPartyCode: text },
);

const entryFields = {
  accountId: text,
  accountingPeriodId: text,
  currency,
  debitCreditIndicator: word(debitCredit),
  deliveryDate: day,
  description: text,
  documentId: text,
  dueDate: day,
  exchangeRate: number,
  isProvisional: flag,
  journalCode: text,
  journalLineItems: listOf(journalLine),
  journalType: openWord,
  taxAssignmentDate: day,
  transactionDate: day,
};
/** Entries are numbered without gaps, so the number cannot be chosen. */
const onlyRead = {
  ...identity,
  ...stamps,
  accountingReason: word(JournalEntry.properties.accountingReason),
  files: texts,
  isReversal: flag,
  number: text,
  recordType: word(JournalEntry.properties.recordType),
  version: text,
};
export const journalEntry = shape<JournalEntry, JournalEntryInput>(entryFields, onlyRead);

const attachments = "/journal-entries/{journalEntryId}/attachments";

export const journalEntries = {
  "journalEntries.list": list({
    ...journalEntry,
    path: "/journal-entries",
    filters: { ...modified, ...by("fiscalYear", "transactionDateFrom"), ...fiscalYearStart },
  }),
  "journalEntries.get": get({ ...journalEntry, path: "/journal-entries/{journalEntryId}" }),
  "journalEntries.create": create({
    ...journalEntry,
    path: "/journal-entries",
    form: withFiles,
    requires: ["transactionDate", "journalLineItems"],
  }),
  "journalEntries.bulk": startJob({
    path: "/journal-entries/bulk",
    map: journalEntry.map,
    encoder: encoderOf<JournalEntriesBulkInput>({ ...bulkFields, entries: listOf(journalEntry) }),
  }),
  "journalEntries.attachments.create": upload(attachments),
  "journalEntries.attachments.list": list({ ...metadata, path: attachments }),
  "journalEntries.attachments.get": file(({ ids: { journalEntryId, attachmentId = "" } }) => ({
    id: attachmentId,
    path: path`/journal-entries/${journalEntryId}/attachments/${attachmentId}`,
  })),
};

/** `lastModifiedAt` is compared with the booking date, across fiscal years. */
export const bookedJournalEntries = {
  "journalEntries.list": list({
    path: "/journal-entries",
    map: mappingOf<JournalEntry>({ ...entryFields, ...onlyRead, exchangeRate: text }),
    query: ({ filters }) => ({
      is_provisional: false,
      period: filters.lastModifiedAt === undefined ? "current_year" : undefined,
    }),
    filters: { lastModifiedAt: (at) => ({ transaction_date_from: at.toISOString().slice(0, 10) }) },
    rules: [
      "Only booked entries are listed: isProvisional is always false.",
      "Without lastModifiedAt, the entries of the current calendar year are listed. lastModifiedAt is compared with transactionDate, across any number of fiscal years.",
      "exchangeRate is text.",
    ],
  }),
};

/** Entries of the last twelve months by default. The sandbox's switches select them and change how they look. */
const recentEntries = (switches: VendorQuery, rules: readonly string[]) =>
  list({
    ...journalEntry,
    path: "/journal-entries",
    query: ({ filters }) => ({
      ...(filters.transactionDateFrom === undefined && { period: "twelve_months" }),
      ...switches,
    }),
    filters: { ...modified, ...by("transactionDateFrom") },
    rules: [...rules, "Without transactionDateFrom, the entries of the last twelve months are listed."],
  });

export const draftJournalEntries = {
  "journalEntries.list": recentEntries({ is_provisional: true, draft_numbers: true }, [
    "Only drafts are listed: isProvisional is always true.",
    "The number of a draft is temporary. It gets its final number when it is booked.",
  ]),
};

const inCrowns = "All amounts are converted to NOK, and currency is always NOK.";

export const journalEntriesInCrowns = {
  "journalEntries.list": recentEntries({ currency: "NOK" }, [inCrowns]),
  "journalEntries.get": get({
    ...journalEntry,
    path: "/journal-entries/{journalEntryId}",
    query: { currency: "NOK" },
    rules: [inCrowns],
  }),
};

export const exportedJournalEntries = {
  "journalEntries.list": {
    fields: journalEntry.map.fields,
    filters: ["fiscalYearStartDate"],
    orders: [],
    requires: ["fiscalYearStartDate"],
    rules: ["The answer is a task. Get the entries from /asyncTask/{taskId}, page by page."],
    start: ({ filters }, session) =>
      session.send({
        method: "POST",
        path: "/exports",
        body: { kind: "journal-entries", fiscal_year_start: filters.fiscalYearStartDate },
      }),
    job: exportJob(journalEntry.map),
  } satisfies StartHandler<JournalEntry>,
};
