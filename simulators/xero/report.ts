/** The trial balance: a report of rows and cells, every cell a text, the account in the cells' attributes. */
import type { Big } from "big.js";
import { type Company, systemAccount } from "./company.ts";
import { big, dayLength, instantOf, type Row, rows, sum, text } from "./wire.ts";

const sections = ["REVENUE", "EXPENSE", "ASSET", "LIABILITY", "EQUITY"] as const;
const titles = { REVENUE: "Revenue", EXPENSE: "Expenses", ASSET: "Assets", LIABILITY: "Liabilities", EQUITY: "Equity" };

interface Balance {
  readonly account: Row;
  /** What moved in the month, and since the year began; what stays, since ever. */
  readonly month: Big;
  readonly year: Big;
}

export function trialBalance(company: Company, day: number): Row {
  const balances = balancesOf(company, day);
  const written = new Date(day).toLocaleDateString("en-GB", {
    ...{ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" },
  } as const);
  const total = (amounts: readonly Big[]) => sum(amounts.filter((one) => one.gt(0))).toFixed(2);
  const months = balances.map((one) => one.month);
  const years = balances.map((one) => one.year);
  const totals = [
    total(months),
    total(months.map((one) => one.neg())),
    total(years),
    total(years.map((one) => one.neg())),
  ];
  return {
    ...{ ReportID: "TrialBalance", ReportName: "Trial Balance", ReportType: "TrialBalance" },
    ReportTitles: ["Trial Balance", company.facts["Name"], `As at ${written}`],
    ...{ ReportDate: written, UpdatedDateUTC: `/Date(${company.now()})/`, Fields: [] },
    Rows: [
      {
        RowType: "Header",
        Cells: ["Account", "Debit", "Credit", "YTD Debit", "YTD Credit"].map((Value) => ({ Value })),
      },
      ...sections.flatMap((section) =>
        sectionOf(
          titles[section],
          balances.filter(({ account }) => account["Class"] === section),
        ),
      ),
      {
        RowType: "Section",
        Title: "",
        Rows: [{ RowType: "SummaryRow", Cells: ["Total", ...totals].map((Value) => ({ Value })) }],
      },
    ],
  };
}

function sectionOf(Title: string, balances: readonly Balance[]): Row[] {
  if (balances.length === 0) return [];
  const Rows = balances.map(({ account, month, year }) => {
    const Attributes = [{ Value: account["AccountID"], Id: "account" }];
    const code = account["Code"] === undefined ? "" : ` (${text(account["Code"])})`;
    // An account without movement shows its zero on its own side.
    const debit = (amount: Big) => amount.gt(0) || (amount.eq(0) && (Title === "Expenses" || Title === "Assets"));
    const pair = (amount: Big) => (debit(amount) ? [amount.toFixed(2), ""] : ["", amount.neg().toFixed(2)]);
    const values = [`${text(account["Name"])}${code}`, ...pair(month), ...pair(year)];
    return { RowType: "Row", Cells: values.map((Value) => ({ Value, Attributes })) };
  });
  return [{ RowType: "Section", Title, Rows }];
}

/** Profits of former years count as retained earnings. */
function balancesOf(company: Company, day: number): Balance[] {
  const end = new Date(day);
  const month = Date.UTC(end.getUTCFullYear(), end.getUTCMonth(), 1);
  const year = yearStart(company, day);
  const sums = new Map<string, { month: Big; year: Big }>();
  const accounts = company.tables.Accounts;
  const retained = text(systemAccount(company, "RETAINEDEARNINGS")["AccountID"]);
  for (const journal of company.tables.Journals.all()) {
    const at = instantOf(journal["JournalDate"]) ?? 0;
    if (at > day) continue;
    for (const line of rows(journal["JournalLines"])) {
      const own = text(line["AccountID"]);
      const kind = accounts.get(own)?.["Class"];
      const former = (kind === "REVENUE" || kind === "EXPENSE") && at < year;
      const id = former ? retained : own;
      const before = sums.get(id) ?? { month: big(0), year: big(0) };
      const amount = big(line["NetAmount"]);
      sums.set(id, {
        month: at >= month && !former ? before.month.plus(amount) : before.month,
        year: before.year.plus(amount),
      });
    }
  }
  return [...sums].map(([id, amounts]) => ({ account: accounts.get(id) ?? {}, ...amounts }));
}

function yearStart(company: Company, day: number): number {
  const { FinancialYearEndDay, FinancialYearEndMonth } = company.facts;
  const year = new Date(day).getUTCFullYear();
  const starts = (of: number) =>
    Date.UTC(of, Number(FinancialYearEndMonth) - 1, Number(FinancialYearEndDay)) + dayLength;
  return starts(year) <= day ? starts(year) : starts(year - 1);
}
