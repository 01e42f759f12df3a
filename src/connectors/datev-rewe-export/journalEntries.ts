/** Journal entries. DATEV exports them as a job, whose result has pages of 50,000 lines and is kept for twelve hours. */
import type { Job, StartHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Dimension, JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { readOfYear, readYear, type Year, type YearId, yearOf } from "./conventions.ts";
import { accountNumber, accountText, currencies, type Role, roleOf } from "./fields.ts";
import type { AccountingSequence, AccountPosting, JobState, Job as VendorJob } from "./types.ts";

/** One line of the export, with its fiscal year and batch. */
interface Posting {
  readonly native: AccountPosting;
  readonly year: Year;
  /** Its batch, if DATEV lists it. */
  readonly sequence: AccountingSequence | undefined;
  /** Its position in the export: lines have no ids. */
  readonly position: number;
}

const isFilled = (value: number | null | undefined): boolean => amount(value) !== undefined && Number(value) !== 0;

/** One of the two columns is filled, the other is missing or zero. A reversal is negative on the same side. */
function sideOf({ native: { amountDebit, amountCredit } }: Posting): "DEBIT" | "CREDIT" | undefined {
  if (isFilled(amountDebit)) return "DEBIT";
  if (isFilled(amountCredit)) return "CREDIT";
  return amount(amountDebit) === undefined && amount(amountCredit) !== undefined ? "CREDIT" : "DEBIT";
}

const amountOf = (posting: Posting): number | undefined =>
  amount(sideOf(posting) === "DEBIT" ? posting.native.amountDebit : posting.native.amountCredit);

const accountOf = ({ native, year }: Posting): string | undefined =>
  accountText(native.accountNumber, year.accountLength);

/** The customer or supplier on either side of the posting. */
const partnerOf =
  (...roles: readonly Role[]) =>
  ({ native, year }: Posting): string | undefined => {
    const partner = [native.accountNumber, native.contraAccountNumber].find((technical) => {
      const role = roleOf(technical);
      return role !== undefined && roles.includes(role);
    });
    return accountText(partner, year.accountLength);
  };

/** Amounts without a currency are in the company's currency. */
const currencyOf = currencies.read(({ native, year }: Posting) => native.currencyCode || year.facts.currencyCode);

interface CostCenter {
  readonly category: string;
  readonly code: string;
}

const dimension = mapping<Dimension, CostCenter>({
  id: ({ code }) => code,
  categoryName: ({ category }) => category,
  code: ({ code }) => code,
  name: () => undefined,
});

const costCentersOf = ({ native: { kost1CostCenterId: kost1, kost2CostCenterId: kost2 } }: Posting): CostCenter[] => [
  ...(kost1 ? [{ category: "KOST1", code: kost1 }] : []),
  ...(kost2 ? [{ category: "KOST2", code: kost2 }] : []),
];

const text = (value: number | null | undefined): string | undefined =>
  value === null || value === undefined ? undefined : String(value);

/** If the tax follows from the account, there is a rate but no key. */
const taxRate = mapping<TaxRate, AccountPosting>({
  id: () => undefined,
  code: ({ accountingTransactionKey: key }) => text(key),
  name: () => undefined,
  taxRatePercentage: ({ taxRate: percent }) => text(percent),
});

const hasTax = ({ accountingTransactionKey, taxRate: percent }: AccountPosting): boolean =>
  accountingTransactionKey != null || percent != null;

const line = mapping<JournalLineItem, Posting>({
  accountCode: accountOf,
  accountId: accountOf,
  accountNumber: ({ native, year }) => accountNumber(native.accountNumber, year.accountLength),
  currency: currencyOf,
  customerId: partnerOf("CUSTOMER"),
  supplierId: partnerOf("SUPPLIER"),
  debitCreditIndicator: sideOf,
  description: ({ native }) => native.postingDescription,
  dimensions: nestedList(dimension, costCentersOf),
  documentId: ({ native }) => native.documentLink?.documentGuid,
  documentNumber: ({ native }) => native.documentField1,
  exchangeRate: ({ native }) => native.exchangeRate,
  taxRate: nestedRecord(taxRate, ({ native }) => (hasTax(native) ? native : undefined)),
  thirdPartyCode: partnerOf("CUSTOMER", "SUPPLIER"),
  totalNetAmount: amountOf,
  discountAmount: ({ native }) => amount(native.cashDiscount),
});

const reasons = vocabulary({
  commercial_law: "COMMERCIAL",
  tax_law: "TAX",
  ifrs: "IFRS",
  for_calculation: "CALCULATION",
  independent_from_accounting_reason: "INDEPENDENT",
  reserved1: "OTHER",
  reserved2: "OTHER",
});

function recordTypeOf({ native }: Posting): JournalEntry["recordType"] {
  if (native.isOpeningBalancePosting === true) return "OPENING";
  return native.recordType === "annual_financial_statements" ? "CLOSING" : "STANDARD";
}

const fileOf = ({ native }: Posting): string[] =>
  native.documentLink?.documentGuid ? [native.documentLink.documentGuid] : [];

export const journalEntry = mapping<JournalEntry, Posting>({
  id: ({ year, position }) => `${year.id}-${position}`,
  accountId: accountOf,
  accountingReason: reasons.read(({ sequence }) => sequence?.accountingReason),
  currency: currencyOf,
  debitCreditIndicator: sideOf,
  deliveryDate: ({ native }) => accountingDay(native.deliveryDate),
  description: ({ native }) => native.postingDescription,
  documentId: ({ native }) => native.documentLink?.documentGuid,
  exchangeRate: ({ native }) => native.exchangeRate,
  files: fileOf,
  // Committed batches can no longer be changed.
  isProvisional: ({ sequence }) => (sequence?.isCommitted == null ? undefined : !sequence.isCommitted),
  isReversal: ({ native }) => native.generalReversal,
  journalCode: ({ sequence }) => sequence?.accountingSequenceNumber,
  journalLineItems: nestedList(line, (posting) => [posting]),
  journalType: ({ native }) => native.markOfOrigin,
  recordType: recordTypeOf,
  transactionDate: ({ native }) => accountingDay(native.date),
});

/** The started job. A fiscal year that does not exist has no job and no postings. */
interface StartedJob extends VendorJob {
  readonly fiscalYear?: YearId;
}

async function start(session: Session, year: Year | undefined): Promise<StartedJob> {
  if (year === undefined) return {};
  const job = (await session.send({
    method: "POST",
    path: path`/fiscal-years/${year.id}/account-postings`,
    query: { documentLinks: true },
  })) as VendorJob;
  return { jobId: job.jobId ?? null, fiscalYear: year.id };
}

const ended = { COMPLETED: "done", FAILED: "failed", DELETED: "failed" } as const;

const deleted = ["DATEV keeps the postings for twelve hours and has deleted them. Request the fiscal year again."];

async function* pagesOf({ jobId, fiscalYear = "" }: StartedJob, session: Session): AsyncGenerator<readonly Posting[]> {
  const year = await readYear(session, fiscalYear);
  if (year === undefined) throw new Failure("not_found", `The fiscal year ${fiscalYear} no longer exists.`);
  const sequences = new Map(
    (await readOfYear<AccountingSequence>(session, year, "accounting-sequences")).map(({ native }) => [
      native.accountingSequenceId,
      native,
    ]),
  );
  const postings = path`/account-postings-jobs/${jobId ?? undefined}`;
  let position = 0;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { headers, lines } = await session.readLines(postings, { page });
    pages = Number(headers["x-total-pages"] ?? 1);
    for await (const natives of lines as AsyncIterable<readonly AccountPosting[]>)
      yield natives.map((native) => ({
        native,
        year,
        sequence: sequences.get(native.accountingSequenceId),
        position: ++position,
      }));
  }
}

const job: Job<JournalEntry> = {
  poll: async (started, session) => {
    const { jobId, fiscalYear } = started as StartedJob;
    if (fiscalYear === undefined) return { state: "done" };
    const { jobState } = (await session.read(path`/jobs/${jobId ?? undefined}/state`)) as JobState;
    const state = ended[jobState as keyof typeof ended] ?? "running";
    return { state, ...(jobState === "DELETED" && { faults: deleted }) };
  },
  records: async function* (started, session) {
    if ((started as StartedJob).fiscalYear === undefined) return;
    for await (const postings of pagesOf(started as StartedJob, session))
      yield postings.map((posting) => ({ record: journalEntry(posting), raw: posting.native }));
  },
};

const list: StartHandler<JournalEntry> = {
  fields: journalEntry.fields,
  filters: ["fiscalYearStartDate"],
  orders: [],
  requires: ["fiscalYearStartDate"],
  rules: [
    "The answer is a task. Get the entries of the fiscal year from /asyncTask/{taskId}, page by page.",
    "Each entry is one posting to one account and has one line: DATEV does not report which postings belong together.",
    "Postings have no ids. An entry's id is its position in this export and may differ in another export.",
    "Booking proposals and postings with errors are not exported.",
  ],
  start: async ({ filters }, session) => start(session, await yearOf(session, filters)),
  job,
};

export const journalEntries = { "journalEntries.list": list };
