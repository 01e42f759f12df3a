/** The parts of the ledger besides accounts and entries, and reports computed from it. */
import { chartOfAccount } from "../../contract/enums.ts";
import type { Day } from "../../contract/parameters.ts";
import {
  type DimensionRecord,
  FiscalYear,
  type Journal,
  type MonthlyValue,
  OpenItem,
  type OpenItemEntry,
  type TrialBalanceEntry,
} from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { get } from "../../kit/reading.ts";
import { by, byWord, fiscalYearStart, list, modified } from "./conventions.ts";
import {
  at,
  balanceOf,
  code,
  day,
  decimal,
  eachOf,
  identity,
  mappingOf,
  netAmount,
  number,
  openWord,
  stamps,
  text,
  word,
} from "./fields.ts";
import type { Page, FiscalYear as VendorFiscalYear } from "./types.ts";

const dimension = mappingOf<DimensionRecord>({
  ...identity,
  ...stamps,
  categoryName: text,
  name: text,
  status: openWord,
});

const journal = mappingOf<Journal>({
  ...identity,
  ...stamps,
  accountId: text,
  code: text,
  currency: text,
  description: text,
  type: openWord,
});

const fiscalYear = mappingOf<FiscalYear>({
  ...identity,
  ...stamps,
  accountNumberLength: number,
  chartOfAccount: code(chartOfAccount),
  description: text,
  endDate: day,
  startDate: day,
  status: word(FiscalYear.properties.status),
});

const openItemEntry = mappingOf<OpenItemEntry>({
  ...netAmount,
  currency: text,
  description: text,
  dueDate: day,
  postingDate: day,
});

export const openItem = mappingOf<OpenItem>({
  ...identity,
  ...stamps,
  accountId: text,
  accountName: text,
  accountNumber: text,
  currency: text,
  documentNumber: text,
  entries: eachOf(openItemEntry),
  openBalance: balanceOf("open"),
  postingDate: day,
  totalCreditAmount: at("total_credit", decimal),
  totalDebitAmount: at("total_debit", decimal),
  type: word(OpenItem.properties.type),
});

export const trialBalanceEntry = mappingOf<TrialBalanceEntry>({
  ...stamps,
  accountCode: text,
  accountName: text,
  accountNumber: text,
  balance: balanceOf("closing"),
  openingBalance: balanceOf("opening"),
  monthlyValues: at("months", eachOf(mappingOf<MonthlyValue>({ month: number, balance: balanceOf() }))),
  totalCreditAmount: at("total_credit", decimal),
  totalDebitAmount: at("total_debit", decimal),
});

/** A trial balance needs the first day of a fiscal year. */
const ofFiscalYear = { path: "/trial-balance", map: trialBalanceEntry, requires: ["fiscalYearStartDate"] } as const;

export const ledger = {
  "dimensions.list": list({ path: "/dimensions", map: dimension, filters: modified }),
  "fiscalYears.list": list({ path: "/fiscal-years", map: fiscalYear }),
  "fiscalYears.get": get({ path: "/fiscal-years/{fiscalYearId}", map: fiscalYear }),
  "journals.list": list({ path: "/journals", map: journal, filters: modified }),
  "openItems.list": list({
    path: "/open-items",
    map: openItem,
    filters: { ...modified, ...by("fiscalYear", "accountNumber", "documentNumber"), ...byWord("type") },
  }),
  "trialBalance.list": list({
    ...ofFiscalYear,
    filters: { ...modified, ...fiscalYearStart, ...by("fiscalYear", "accountNumber", "accountCode") },
  }),
};

export const exportedTrialBalance = {
  "trialBalance.list": list({ ...ofFiscalYear, filters: { ...fiscalYearStart, ...by("accountNumber") } }),
};

async function readYears(session: Session): Promise<readonly VendorFiscalYear[]> {
  const { items } = (await session.read("/fiscal-years", { page_size: 100 })) as Page;
  return Array.isArray(items) ? (items as VendorFiscalYear[]) : [];
}

export const fiscalYearStarts = async (session: Session): Promise<readonly Day[]> =>
  (await readYears(session)).flatMap(({ start_date }) => start_date ?? []);

/** A closed year accepts no bookings. A year is closed only after all earlier years. */
export async function closedUntil(session: Session): Promise<Day | undefined> {
  const ends = (await readYears(session)).flatMap(({ status, end_date }) =>
    status === "closed" && end_date ? [end_date] : [],
  );
  return ends.toSorted().at(-1);
}
