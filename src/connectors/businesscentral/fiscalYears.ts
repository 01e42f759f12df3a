import type { GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Day } from "../../contract/parameters.ts";
import type { FiscalYear as FiscalYearRecord } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { mapping } from "../../kit/mapping.ts";
import { day, identity, updated } from "./fields.ts";
import type { Page } from "./types.ts";
import type { AccountingPeriod } from "./vendorLedger.ts";
import { dayBefore } from "./years.ts";

/** There are only periods, of which some begin a year; it ends the day before the next one does. */
interface Year extends AccountingPeriod {
  readonly next: AccountingPeriod | undefined;
}

const fiscalYear = mapping<FiscalYearRecord, Year>({
  ...identity,
  ...updated,
  endDate: ({ next }) => next && accountingDay(dayBefore(next.startingDate)),
  startDate: ({ startingDate }) => day(startingDate),
  status: ({ closed }) => (closed ? "CLOSED" : "OPEN"),
});

async function yearsOf(session: Session): Promise<{ periods: readonly AccountingPeriod[]; years: readonly Year[] }> {
  const query = { $filter: "newFiscalYear eq true", $orderby: "startingDate" };
  const { value } = (await session.read("/accountingPeriods", query)) as Page;
  const periods = (Array.isArray(value) ? value : []) as AccountingPeriod[];
  return { periods, years: periods.map((period, index) => ({ ...period, next: periods[index + 1] })) };
}

/** A closed year takes no bookings any more; years are closed one after the other. */
export async function closedUntil(session: Session): Promise<Day | undefined> {
  const { years } = await yearsOf(session);
  const last = years.findLast(({ closed }) => closed === true);
  return last?.next && dayBefore(last.next.startingDate);
}

const listYears: ListHandler<FiscalYearRecord> = {
  fields: fiscalYear.fields,
  filters: [],
  orders: [],
  requires: [],
  list: async (_call, session) => {
    const { periods, years } = await yearsOf(session);
    return { records: years.map(fiscalYear), raw: periods, total: years.length };
  },
};

const getYear: GetHandler<FiscalYearRecord> = {
  fields: fiscalYear.fields,
  get: async ({ ids }, session) => {
    const { periods, years } = await yearsOf(session);
    const index = years.findIndex(({ id }) => id === ids["fiscalYearId"]);
    const year = years[index];
    if (year === undefined) throw new Failure("not_found", "There is no fiscal year with this id.");
    return { record: fiscalYear(year), raw: periods[index] };
  },
};

export const fiscalYears = { "fiscalYears.list": listYears, "fiscalYears.get": getYear };
