import { chartOfAccount } from "../../contract/enums.ts";
import type { Day } from "../../contract/parameters.ts";
import { FiscalYear as FiscalYearRecord } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { codeOf, list, oneOf } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { Page } from "./types.ts";
import type { FiscalYear } from "./vendorLedger.ts";

const chartOf = codeOf(chartOfAccount);
const statusOf = oneOf(FiscalYearRecord.properties.status);

const fiscalYear = mapping<FiscalYearRecord, FiscalYear>({
  ...identity,
  ...stamps,
  accountNumberLength: (year) => year.account_number_length,
  chartOfAccount: (year) => chartOf(year.chart_of_account),
  description: ({ description }) => description,
  endDate: (year) => accountingDay(year.end_date),
  startDate: (year) => accountingDay(year.start_date),
  status: (year) => statusOf(year.status),
});

/** A closed year takes no bookings any more; a year is closed only when all before it are. */
export async function closedUntil(session: Session): Promise<Day | undefined> {
  const { items } = (await session.read("/fiscal-years")) as Page;
  const years = Array.isArray(items) ? (items as FiscalYear[]) : [];
  const ends = years.flatMap(({ status, end_date }) => (status === "closed" && end_date ? [end_date] : []));
  return ends.toSorted().at(-1);
}

export const fiscalYears = {
  "fiscalYears.list": list({ path: "/fiscal-years", map: fiscalYear }),
  "fiscalYears.get": get({ path: ({ ids }) => path`/fiscal-years/${ids["fiscalYearId"]}`, map: fiscalYear }),
};
