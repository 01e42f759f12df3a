/** Fiscal years, the trial balance, and open items. */
import type { FiscalYear, OpenItem, OpenItemEntry, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { absoluteAmounts, values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { invalidField } from "../../kit/encode.ts";
import { sideOf, yearBalances } from "../../kit/ledger.ts";
import { type Group, groupsBy } from "../../kit/lists/groups.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, bySign, type Side, sum, unsigned } from "../../kit/money.ts";
import { allOf, namesOf } from "./conventions.ts";
import { codes, days, numberOf, numbers, trimmed } from "./fields.ts";
import { payables, receivables } from "./outstanding.ts";
import * as types from "./types.ts";

/** The periods of one year, in order. */
type Year = Group<types.FinancialPeriod>;

const starts = ({ StartDate }: types.FinancialPeriod): string => microsoftDay(StartDate) ?? "";

async function readYears(session: Session): Promise<readonly Year[]> {
  const query = { $select: namesOf(types.financialPeriodFields) };
  const periods = await allOf<types.FinancialPeriod>(session, "/financial/FinancialPeriods", query);
  const inOrder = periods.toSorted((left, right) => (starts(left) < starts(right) ? -1 : 1));
  return groupsBy(inOrder, ({ FinYear }) => FinYear).map(([, year]) => year);
}

const fiscalYear = mapping<FiscalYear, Year>({
  id: ([first]) => numberOf(first.FinYear) ?? "",
  endDate: (year) => microsoftDay(year.at(-1)?.EndDate),
  startDate: ([first]) => microsoftDay(first.StartDate),
});
const years = {
  read: readYears,
  map: fiscalYear,
  raw: (periods: Year) => ({ periods }),
  rules: ["Kontor derives fiscal years from the list of periods."],
};

export const fiscalYearStarts = async (session: Session): Promise<readonly string[]> =>
  (await readYears(session)).map(([first]) => starts(first).slice(0, 10));

/** The postings to one account: those of the year, and for balance sheet accounts those before it too. */
interface Sums {
  readonly code: string;
  readonly rows: Group<types.ReportingBalance>;
  readonly year: number;
}
const within = ({ rows, year }: Sums) => rows.filter(({ ReportingYear }) => ReportingYear === year);
const before = ({ rows, year }: Sums) => rows.filter(({ ReportingYear }) => (ReportingYear ?? 0) < year);
const balanceOf = (rows: readonly types.ReportingBalance[]) => bySign(sum(rows.map(({ Amount }) => Amount)));

const monthly = mapping<
  NonNullable<TrialBalanceEntry["monthlyValues"]>[number],
  readonly [number, readonly types.ReportingBalance[]]
>({ month: ([month]) => month, balance: sideOf(([, rows]) => balanceOf(rows)) });
/** The first twelve periods are the months. */
const monthsOf = (sums: Sums) =>
  [...Map.groupBy(within(sums), ({ ReportingPeriod }) => ReportingPeriod ?? 0)]
    .filter(([period]) => period >= 1 && period <= 12)
    .toSorted(([left], [right]) => left - right);

const trialBalanceEntry = mapping<TrialBalanceEntry, Sums>({
  ...values({ accountCode: "code", accountNumber: "code" }),
  accountName: ({ rows: [first] }) => first.GLAccountDescription,
  balance: sideOf(({ rows }) => balanceOf(rows)),
  monthlyValues: nestedList(monthly, monthsOf),
  openingBalance: sideOf((sums) => balanceOf(before(sums))),
  totalCreditAmount: (sums) => sum(within(sums).map(({ AmountCredit }) => unsigned(AmountCredit))),
  totalDebitAmount: (sums) => sum(within(sums).map(({ AmountDebit }) => unsigned(AmountDebit))),
});

async function readSums(session: Session, first: string): Promise<readonly Sums[]> {
  const year = (await readYears(session)).find(([period]) => starts(period).slice(0, 10) === first)?.[0].FinYear;
  if (!year) throw invalidField(`No fiscal year begins on ${first}.`, "fiscalYearStartDate");
  const rows = await allOf<types.ReportingBalance>(session, "/financial/ReportingBalance", {
    $select: namesOf(types.reportingBalanceFields),
    $filter: `ReportingYear eq ${year} or (ReportingYear lt ${year} and BalanceType eq 'B')`,
  });
  return groupsBy(rows, ({ GLAccountCode }) => trimmed(GLAccountCode) ?? "")
    .map(([code, accountRows]) => ({ code, rows: accountRows, year }))
    .toSorted((left, right) => (left.code < right.code ? -1 : 1));
}

interface Item extends types.Outstanding {
  readonly kind: "INVOICE" | "BILL";
}
/** Amounts owed to suppliers are credits. */
const owedSide = ({ kind, Amount }: Item): Side | undefined =>
  bySign(kind === "BILL" && amount(Amount) !== undefined ? -Number(Amount) : Amount);
const openEntry = mapping<OpenItemEntry, Item>({
  ...days({ dueDate: "DueDate", postingDate: "InvoiceDate" }),
  ...absoluteAmounts({ amount: "Amount" }),
  ...codes({ currency: "CurrencyCode" }),
  ...values({ description: "Description" }),
  debitCreditIndicator: (item) => owedSide(item)?.debitCreditIndicator,
});
const openItem = mapping<OpenItem, Item>({
  id: ({ HID }) => String(HID),
  ...values({ accountId: "AccountId", accountName: "AccountName", type: "kind" }),
  ...codes({ accountNumber: "AccountCode", currency: "CurrencyCode" }),
  ...numbers({ documentNumber: "InvoiceNumber" }),
  ...days({ postingDate: "InvoiceDate" }),
  entries: nestedList(openEntry, (item) => [item]),
  openBalance: sideOf(owedSide),
});

export const ledger = {
  "fiscalYears.list": inMemory<FiscalYear, Year>(years),
  "fiscalYears.get": getInMemory<FiscalYear, Year>({ ...years, id: ([first]) => numberOf(first.FinYear) }),
  "trialBalance.list": yearBalances<Sums>({
    read: readSums,
    map: trialBalanceEntry,
    number: ({ code }) => code,
    raw: ({ rows }) => ({ rows }),
    rules: [
      "Kontor reads the balances of the year, and earlier balances of balance sheet accounts, sixty rows at a time.",
    ],
  }),
  "openItems.list": inMemory<OpenItem, Item>({
    read: async (session, { filters: { type } }) => [
      ...(type === "BILL" ? [] : (await receivables(session)).map((item) => ({ ...item, kind: "INVOICE" as const }))),
      ...(type === "INVOICE" ? [] : (await payables(session)).map((item) => ({ ...item, kind: "BILL" as const }))),
    ],
    map: openItem,
    raw: ({ kind: _kind, ...item }) => item,
    filters: {
      type: ({ kind }, filter) => kind === filter,
      accountNumber: ({ AccountCode }, filter) => trimmed(AccountCode) === filter,
      documentNumber: ({ InvoiceNumber }, filter) => numberOf(InvoiceNumber) === filter,
    },
  }),
};
