/** Odoo's fiscal years are a day that each of them ends on; the years themselves are counted here. */
import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import type { FiscalYear } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { inMemory, oneInMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import type { CompanyRow } from "./company.ts";
import { companyOf } from "./company.ts";
import { select } from "./conventions.ts";
import { today } from "./fields.ts";

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** `01-01`. A last day that its month does not have is the month's last. */
export function yearStartOf({ fiscalyear_last_month: month = 12, fiscalyear_last_day: day = 31 }: YearEnd): string {
  // 29 February is the last day in some years only, and 1 March begins the next in all of them.
  const last = Math.min(day, new Date(Date.UTC(2026, Number(month), 0)).getUTCDate());
  const first = new Date(Date.UTC(2026, Number(month) - 1, last + 1));
  return `${twoDigits(first.getUTCMonth() + 1)}-${twoDigits(first.getUTCDate())}`;
}

type YearEnd = Pick<CompanyRow, "fiscalyear_last_day" | "fiscalyear_last_month">;

interface Year {
  readonly first: string;
  readonly last: string;
  readonly closed: boolean;
  readonly raw: unknown;
}

/** The first and the last day that something is posted on. */
async function postedBetween(session: Session): Promise<readonly [string, string]> {
  const source = { model: "account.move", fields: ["date"] };
  const domain = [["state", "=", "posted"] as const, ["company_id", "=", Number(session.company)] as const];
  const found: string[] = [];
  for (const order of ["date ASC", "date DESC"])
    for (const { date } of await select<{ date?: string }>(session, source, { domain, limit: 1, order }))
      found.push(date ?? today());
  return [found[0] ?? today(), [found[1] ?? "", today()].toSorted().at(-1) ?? ""];
}

async function yearsOf(session: Session): Promise<readonly Year[]> {
  const company = await companyOf(session);
  if (company === undefined) return [];
  const start = yearStartOf(company);
  const [from, to] = await postedBetween(session);
  const locked = [company.fiscalyear_lock_date ?? "", company.hard_lock_date ?? ""].toSorted().at(-1) ?? "";
  const years: Year[] = [];
  for (let year = Number(from.slice(0, 4)) - 1; `${year}-${start}` <= to; year++) {
    const first = `${year}-${start}`;
    const last = lastDayOfYear(first);
    if (last >= from) years.push({ first, last, closed: last <= locked, raw: company.raw });
  }
  return years;
}

const map = mapping<FiscalYear, Year>({
  id: ({ first }) => first,
  description: ({ first, last }) =>
    first.slice(0, 4) === last.slice(0, 4) ? first.slice(0, 4) : `${first.slice(0, 4)}/${last.slice(2, 4)}`,
  ...days({ endDate: "last", startDate: "first" }),
  status: ({ closed }) => (closed ? "CLOSED" : "OPEN"),
});

const rules = [
  "Years are counted by the day that the company's years end on, from its first entry to this year. All are read as a whole.",
];
const raw = (year: Year): unknown => year.raw;

export const fiscalYears: {
  readonly "fiscalYears.list": ListHandler<FiscalYear>;
  readonly "fiscalYears.get": GetHandler<FiscalYear>;
} = {
  "fiscalYears.list": inMemory({ read: yearsOf, map, raw, rules }),
  "fiscalYears.get": oneInMemory({ read: yearsOf, map, raw, id: ({ first }) => first }),
};
