/** Postings: a job at DATEV, whose result comes in pages of 50,000 lines and is kept for twelve hours. */
import type { Job, StartHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Dimension, JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { readOfYear, readYear, type Year, type YearId, yearOf } from "./conventions.ts";
import { accountNumber, accountText, currencies, type Role, roleOf } from "./fields.ts";
import type { AccountingSequence, AccountPosting, Job as BegunJob, JobState } from "./types.ts";

/** One line of the export, and what it has to be read with. */
interface Posting {
  readonly native: AccountPosting;
  readonly year: Year;
  /** Its batch, as far as the list of them tells. */
  readonly sequence: AccountingSequence | undefined;
  /** Where it stands in the export: lines have no ids. */
  readonly position: number;
}

const isFilled = (value: number | null | undefined): boolean => amount(value) !== undefined && Number(value) !== 0;

/** One of the two columns is filled; the other is missing, or zero. A reversal is negative, on its own side. */
function sideOf({ native: { amountDebit, amountCredit } }: Posting): "DEBIT" | "CREDIT" | undefined {
  if (isFilled(amountDebit)) return "DEBIT";
  if (isFilled(amountCredit)) return "CREDIT";
  return amount(amountDebit) === undefined && amount(amountCredit) !== undefined ? "CREDIT" : "DEBIT";
}

const amountOf = (posting: Posting): number | undefined =>
  amount(sideOf(posting) === "DEBIT" ? posting.native.amountDebit : posting.native.amountCredit);

const accountOf = ({ native, year }: Posting): string | undefined =>
  accountText(native.accountNumber, year.accountLength);

/** The customer or supplier, on whichever side of the posting. */
const partnerOf =
  (...roles: readonly Role[]) =>
  ({ native, year }: Posting): string | undefined => {
    const found = [native.accountNumber, native.contraAccountNumber].find((technical) => {
      const role = roleOf(technical);
      return role !== undefined && roles.includes(role);
    });
    return accountText(found, year.accountLength);
  };

/** Amounts without a currency are in the company's own. */
const currencyOf = currencies.read(({ native, year }: Posting) => native.currencyCode || year.facts.currencyCode);

interface Kost {
  readonly category: string;
  readonly code: string;
}

const dimension = mapping<Dimension, Kost>({
  id: ({ code }) => code,
  categoryName: ({ category }) => category,
  code: ({ code }) => code,
  name: () => undefined,
});

const kostOf = ({ native: { kost1CostCenterId: one, kost2CostCenterId: two } }: Posting): Kost[] => [
  ...(one ? [{ category: "KOST1", code: one }] : []),
  ...(two ? [{ category: "KOST2", code: two }] : []),
];

const text = (value: number | null | undefined): string | undefined =>
  value === null || value === undefined ? undefined : String(value);

/** A rate alone has no key where the account itself brings the tax along. */
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
  dimensions: each(dimension, kostOf),
  documentId: ({ native }) => native.documentLink?.documentGuid,
  documentNumber: ({ native }) => native.documentField1,
  exchangeRate: ({ native }) => native.exchangeRate,
  taxRate: one(taxRate, ({ native }) => (hasTax(native) ? native : undefined)),
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
  // Committed batches cannot be changed any more.
  isProvisional: ({ sequence }) => (sequence?.isCommitted == null ? undefined : !sequence.isCommitted),
  isReversal: ({ native }) => native.generalReversal,
  journalCode: ({ sequence }) => sequence?.accountingSequenceNumber,
  journalLineItems: each(line, (posting) => [posting]),
  journalType: ({ native }) => native.markOfOrigin,
  recordType: recordTypeOf,
  transactionDate: ({ native }) => accountingDay(native.date),
});

/** What names a job; a year that begins nowhere has none, and no postings. */
interface Begun extends BegunJob {
  readonly fiscalYear?: YearId;
}

async function start(session: Session, year: Year | undefined): Promise<Begun> {
  if (year === undefined) return {};
  const job = (await session.send({
    method: "POST",
    path: path`/fiscal-years/${year.id}/account-postings`,
    query: { documentLinks: true },
  })) as BegunJob;
  return { jobId: job.jobId ?? null, fiscalYear: year.id };
}

const ended = { COMPLETED: "done", FAILED: "failed", DELETED: "failed" } as const;

const deleted = ["DATEV keeps the postings for twelve hours, and has deleted them. Ask for the year again."];

async function* pagesOf({ jobId, fiscalYear = "" }: Begun, session: Session): AsyncGenerator<readonly Posting[]> {
  const year = await readYear(session, fiscalYear);
  if (year === undefined) throw new Failure("not_found", `There is no fiscal year ${fiscalYear} any more.`);
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
    for await (const some of lines as AsyncIterable<readonly AccountPosting[]>)
      yield some.map((native) => {
        return { native, year, sequence: sequences.get(native.accountingSequenceId), position: ++position };
      });
  }
}

const job: Job<JournalEntry> = {
  poll: async (begun, session) => {
    const { jobId, fiscalYear } = begun as Begun;
    if (fiscalYear === undefined) return { state: "done" };
    const { jobState } = (await session.read(path`/jobs/${jobId ?? undefined}/state`)) as JobState;
    const state = ended[jobState as keyof typeof ended] ?? "running";
    return { state, ...(jobState === "DELETED" && { faults: deleted }) };
  },
  records: async function* (begun, session) {
    if ((begun as Begun).fiscalYear === undefined) return;
    for await (const some of pagesOf(begun as Begun, session))
      yield some.map((posting) => ({ record: journalEntry(posting), raw: posting.native }));
  },
};

const list: StartHandler<JournalEntry> = {
  fields: journalEntry.fields,
  filters: ["fiscalYearStartDate"],
  orders: [],
  requires: ["fiscalYearStartDate"],
  rules: [
    "The answer is a task: the entries of the whole fiscal year come from /asyncTask/{taskId}, page by page.",
    "Each entry is one posting to one account, with one line: DATEV does not tell which postings belong together.",
    "Postings have no ids of their own: an entry's is its place in this export, and another export may count otherwise.",
    "Booking proposals and postings with errors are not exported.",
  ],
  start: async ({ filters }, session) => start(session, await yearOf(session, filters)),
  job,
};

export const journalEntries = { "journalEntries.list": list };
