import { Failure } from "../../contract/failure.ts";
import type { TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { sideOf, yearBalances } from "../../kit/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, balance } from "../../kit/money.ts";
import { all, everyState, version } from "./conventions.ts";
import type { Account, ReportRow } from "./types.ts";

/** A row of the report: account, debit, credit. The account's number is only in the chart of accounts. */
interface Row {
  readonly row: ReportRow;
  readonly number: string | undefined;
}

const cell = ({ row }: Row, index: number): string => row.ColData?.[index]?.value ?? "";
const netOf = (row: Row) => balance(cell(row, 1), cell(row, 2));

/** If the company uses account numbers, the report puts them in front of the names. */
const nameOf = (row: Row): string => {
  const name = cell(row, 0);
  return row.number && name.startsWith(`${row.number} `) ? name.slice(row.number.length + 1) : name;
};

const entry = mapping<TrialBalanceEntry, Row>({
  ...values({ accountCode: "number", accountNumber: "number" }),
  accountName: nameOf,
  balance: sideOf(netOf),
});

interface Report {
  readonly Header?: unknown;
  readonly Rows?: { readonly Row?: readonly ReportRow[] | null } | null;
}

async function readRows(session: Session, start: string): Promise<readonly Row[]> {
  const query = { start_date: start, end_date: lastDayOfYear(start), accounting_method: "Accrual", ...version };
  const report = (await session.read("/reports/TrialBalance", query)) as Report | undefined;
  if (report?.Header === undefined) throw new Failure("target_bad_response", "QuickBooks' reply is not a report.");
  const accounts = new Map(
    (await all<Account>(session, "Account", [everyState])).map(({ Id, AcctNum }) => [Id, AcctNum]),
  );
  // Without the rows for totals, which have no account.
  return (report.Rows?.Row ?? [])
    .filter((row) => row.ColData?.[0]?.id && amount(row.ColData[1]?.value || row.ColData[2]?.value) !== undefined)
    .map((row) => ({ row, number: accounts.get(row.ColData?.[0]?.id ?? "") ?? undefined }));
}

export const trialBalance = {
  "trialBalance.list": yearBalances<Row>({
    read: readRows,
    map: entry,
    number: ({ number }) => number,
    raw: ({ row }) => row,
    rules: [
      "Balances are on an accrual basis, at the end of the year that begins on fiscalYearStartDate; for the current year, to date.",
    ],
  }),
};
