/** The trial balance: a report of rows and cells, every cell a text, the account in the cells' attributes. */
import type { Big } from "big.js";
import { tally } from "../engine/reckoning.ts";
import { type Company, systemAccount } from "./company.ts";
import { big, dayLength, instantOf, type Row, rows, sum, text, words } from "./wire.ts";

const classes = words("REVENUE|EXPENSE|ASSET|LIABILITY|EQUITY");
const titles = words("Revenue|Expenses|Assets|Liabilities|Equity");

/** What moved in the month, and since the year began; what stays, since ever. */
interface Balance {
  readonly account: Row;
  readonly month: Big;
  readonly year: Big;
}

const cells = (values: readonly string[], more: Row = {}) => values.map((Value) => ({ Value, ...more }));

export function trialBalance(company: Company, day: number): Row {
  const balances = balancesOf(company, day);
  const form = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  const ReportDate = new Date(day).toLocaleDateString("en-GB", form);
  const totals = [balances.map(({ month }) => month), balances.map(({ year }) => year)].flatMap((amounts) => [
    ...[sum(amounts.filter((one) => one.gt(0))), sum(amounts.filter((one) => one.lt(0))).abs()],
  ]);
  const summary = { RowType: "SummaryRow", Cells: cells(["Total", ...totals.map((total) => total.toFixed(2))]) };
  return {
    ...{ ReportID: "TrialBalance", ReportName: "Trial Balance", ReportType: "TrialBalance" },
    ReportTitles: ["Trial Balance", company.facts["Name"], `As at ${ReportDate}`],
    ...{ ReportDate, UpdatedDateUTC: `/Date(${company.now()})/`, Fields: [] },
    Rows: [
      { RowType: "Header", Cells: cells(["Account", "Debit", "Credit", "YTD Debit", "YTD Credit"]) },
      ...titles.flatMap((Title, index) => {
        const Rows = balances.filter(({ account }) => account["Class"] === classes[index]).map(rowOf);
        return Rows.length === 0 ? [] : [{ RowType: "Section", Title, Rows }];
      }),
      { RowType: "Section", Title: "", Rows: [summary] },
    ],
  };
}

function rowOf({ account: { AccountID, Name, Code, Class }, month, year }: Balance): Row {
  // An account without movement shows its zero on its own side.
  const isDebit = (amount: Big) => amount.gt(0) || (amount.eq(0) && (Class === "EXPENSE" || Class === "ASSET"));
  const pair = (amount: Big) => (isDebit(amount) ? [amount.toFixed(2), ""] : ["", amount.neg().toFixed(2)]);
  const name = `${text(Name)}${Code === undefined ? "" : ` (${text(Code)})`}`;
  const Attributes = [{ Value: AccountID, Id: "account" }];
  return { RowType: "Row", Cells: cells([name, ...pair(month), ...pair(year)], { Attributes }) };
}

/** Profits of former years count as retained earnings. */
function balancesOf(company: Company, day: number): Balance[] {
  const { Accounts, Journals } = company.tables;
  const [month, year] = [Date.parse(new Date(day).toISOString().slice(0, 7)), yearStart(company, day)];
  const retained = text(systemAccount(company, "RETAINEDEARNINGS")["AccountID"]);
  const lineOf = (at: number) => (line: Row) => {
    const kind = Accounts.get(line["AccountID"])?.["Class"];
    const isFormer = (kind === "REVENUE" || kind === "EXPENSE") && at < year;
    const account = isFormer ? retained : text(line["AccountID"]);
    return { account, isRecent: at >= month && !isFormer, amount: line["NetAmount"] };
  };
  const lines = Journals.all().flatMap(({ JournalDate, JournalLines }) => {
    const at = instantOf(JournalDate) ?? 0;
    return at > day ? [] : rows(JournalLines).map(lineOf(at));
  });
  const months = tally(lines.filter(({ isRecent }) => isRecent).map(({ account, amount }) => [account, amount]));
  return [...tally(lines.map(({ account, amount }) => [account, amount]))].map(([id, year]) => ({
    ...{ account: Accounts.get(id) ?? {}, month: months.get(id) ?? big(0), year },
  }));
}

function yearStart({ facts }: Company, until: number): number {
  const { FinancialYearEndDay: day, FinancialYearEndMonth: month } = facts;
  const year = new Date(until).getUTCFullYear();
  const after = (of: number) => Date.UTC(of, Number(month) - 1, Number(day)) + dayLength;
  return after(year) <= until ? after(year) : after(year - 1);
}
