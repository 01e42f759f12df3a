import type { TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { sideOf } from "../../kit/ledger.ts";

import { mapping } from "../../kit/mapping.ts";
import { balance } from "../../kit/money.ts";
import { lists } from "../../kit/reading.ts";
import { recordsIn, unpagedRule } from "./conventions.ts";
import { unpaged } from "./paging.ts";
import type { ReportRow } from "./types.ts";

/** The cells: account, debit and credit of the month, debit and credit of the year to date. */
const cell = ({ Cells }: ReportRow, index: number): string => Cells?.[index]?.Value ?? "";
const netOfYear = (row: ReportRow) => balance(cell(row, 3), cell(row, 4));

/** "Sales (200)", or only the name if the account has no code. */
const account = (row: ReportRow): readonly [name: string, code?: string] => {
  const [, name, code] = /^(.*) \(([^()]+)\)$/.exec(cell(row, 0)) ?? [];
  return name === undefined || code === undefined ? [cell(row, 0)] : [name, code];
};

const entry = mapping<TrialBalanceEntry, ReportRow>({
  accountCode: (row) => account(row)[1],
  accountName: (row) => account(row)[0],
  accountNumber: (row) => account(row)[1],
  balance: sideOf(netOfYear),
});

/** Headings and totals are rows without an account. */
const isOfAccount = ({ Cells }: ReportRow): boolean =>
  Cells?.[0]?.Attributes?.some(({ Id }) => Id === "account") ?? false;
const rowsIn = (body: unknown): readonly ReportRow[] =>
  recordsIn(body, "Reports")
    .flatMap(({ Rows }) => Rows ?? [])
    .flatMap((section) => section.Rows ?? [])
    .filter(isOfAccount);

export const trialBalance = {
  "trialBalance.list": lists({ paging: unpaged({ records: rowsIn }) })({
    path: "/Reports/TrialBalance",
    map: entry,
    filters: { fiscalYearStartDate: (day) => ({ date: lastDayOfYear(day) }) },
    requires: ["fiscalYearStartDate"],
    readsWholeList: true,
    rules: [
      unpagedRule,
      "Balances are those at the end of the year that begins on fiscalYearStartDate; for the current year, to date.",
    ],
  }),
};
