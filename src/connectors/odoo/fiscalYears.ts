/** The companies of a database. Odoo knows only the day on which a company's fiscal years end; Kontor derives the years. */
import { cannotStore } from "../../contract/failure.ts";
import type { Company } from "../../contract/records/connection.ts";
import type { FiscalYear } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { hasGroup, select } from "./conventions.ts";
import { rawOf } from "./records.ts";
import { todayOf } from "./rpc.ts";
import { type CompanyRow, companyFields, namesOf, type Text } from "./types.ts";

const source = { model: "res.company", fields: namesOf(companyFields) };

export const companies = async (session: Session): Promise<readonly Company[]> => {
  const rows = await select<CompanyRow>(session, source, { domain: [] });
  return rows.map(({ id, name }) => ({ id: String(id), ...(name && { name }) }));
};

export const companyOf = async (session: Session): Promise<CompanyRow | undefined> =>
  (await select<CompanyRow>(session, source, { domain: [["id", "=", Number(session.company)]] }))[0];

/** The currency of the books. */
export const companyCurrency = async (session: Session): Promise<string | undefined> =>
  currencyCode((await companyOf(session))?.currency_id?.label);

/** Version 18 sends `1-01-01` for no day. */
const latest = (...dates: readonly Text[]): string =>
  dates
    .flatMap((day) => (day && /^\d{4}-/.test(day) ? [day] : []))
    .toSorted()
    .at(-1) ?? "";

/** The date up to which the books are closed. */
export const lockedUntil = (company: Partial<CompanyRow>): string =>
  latest(
    company.user_fiscalyear_lock_date ?? company.fiscalyear_lock_date,
    company.user_hard_lock_date ?? company.hard_lock_date,
  );

/** Odoo can also close a period for documents with taxes, for sales or for purchases. */
export interface Posting {
  readonly field: string;
  /** The meaning of the day, if it is not the value of the field. */
  readonly subject?: string;
  /** Without a day, Odoo posts on the current day. */
  readonly day: string | undefined;
  readonly side?: "sale" | "purchase" | undefined;
  readonly isTaxed?: boolean;
}

/** The last day that is closed for what the user wants to post. */
export async function closedFor(
  session: Session,
  { side, isTaxed = false }: Pick<Posting, "isTaxed" | "side">,
): Promise<string> {
  const company: Partial<CompanyRow> = (await companyOf(session)) ?? {};
  const { period_lock_date: period } = company;
  const isClosedForOthers = period !== undefined && !(await hasGroup(session, "account.group_account_manager"));
  return latest(
    lockedUntil(company),
    isClosedForOthers ? period : "",
    isTaxed ? (company.user_tax_lock_date ?? company.tax_lock_date) : "",
    side && company[`user_${side}_lock_date`],
  );
}

/** Odoo would post on the last day of an open month without saying so. */
export async function checkOpen(session: Session, posting: Posting, remedy: string): Promise<void> {
  const { day, field, subject = field } = posting;
  if (day === undefined) return;
  const closed = await closedFor(session, posting);
  if (day > closed) return;
  throw cannotStore(
    `${subject} is ${day}, but the books are closed until ${closed} at Odoo, which would post it on a later day. ${remedy}`,
    field,
  );
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** `01-01`. A last day that the month does not have means the last day of the month. */
export function yearStartOf({ fiscalyear_last_month: month, fiscalyear_last_day: day = 31 }: Partial<CompanyRow>) {
  // 29 February is the last day in leap years only; 1 March starts the next year in all years.
  const last = Math.min(day, new Date(Date.UTC(2026, Number(month ?? 12), 0)).getUTCDate());
  const first = new Date(Date.UTC(2026, Number(month ?? 12) - 1, last + 1));
  return `${twoDigits(first.getUTCMonth() + 1)}-${twoDigits(first.getUTCDate())}`;
}

interface Year {
  readonly first: string;
  readonly last: string;
  readonly closed: boolean;
  readonly raw: unknown;
}

/** The first and the last day with postings. */
async function postedBetween(session: Session): Promise<readonly [string, string]> {
  const source = { model: "account.move", fields: ["date"] };
  const domain = [["state", "=", "posted"] as const, ["company_id", "=", Number(session.company)] as const];
  const today = await todayOf(session);
  const dates: string[] = [];
  for (const order of ["date ASC", "date DESC"])
    for (const { date } of await select<{ date?: string }>(session, source, { domain, limit: 1, order }))
      dates.push(date ?? today);
  return [dates[0] ?? today, [dates[1] ?? "", today].toSorted().at(-1) ?? ""];
}

async function yearsOf(session: Session): Promise<readonly Year[]> {
  const company = await companyOf(session);
  if (company === undefined) return [];
  const start = yearStartOf(company);
  const [from, to] = await postedBetween(session);
  const years: Year[] = [];
  for (let year = Number(from.slice(0, 4)) - 1; `${year}-${start}` <= to; year++) {
    const first = `${year}-${start}`;
    const last = lastDayOfYear(first);
    if (last >= from) years.push({ first, last, closed: last <= lockedUntil(company), raw: rawOf(company) });
  }
  return years;
}

const map = mapping<FiscalYear, Year>({
  ...values({ id: "first" }),
  ...days({ endDate: "last", startDate: "first" }),
  description: ({ first, last }) =>
    first.slice(0, 4) === last.slice(0, 4) ? first.slice(0, 4) : `${first.slice(0, 4)}/${last.slice(2, 4)}`,
  status: ({ closed }) => (closed ? "CLOSED" : "OPEN"),
});

const rules = ["Kontor derives fiscal years from the company's year end, from its first entry to the current year."];

export const fiscalYears = operationsOf(
  "fiscalYears",
  inMemoryReads({ read: yearsOf, map, raw: ({ raw }: Year) => raw, id: ({ first }: Year) => first, rules }),
);
