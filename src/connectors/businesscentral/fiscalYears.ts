import type { Day } from "../../contract/parameters.ts";
import type { FiscalYear as FiscalYearRecord } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay, dayBefore } from "../../kit/dates.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { readValues } from "./conventions.ts";
import { day, stamped } from "./fields.ts";
import type { AccountingPeriod } from "./types.ts";

/** Business Central has only periods, some of which begin a year. A year ends the day before the next one begins. */
interface Year extends AccountingPeriod {
  readonly period: AccountingPeriod;
  readonly next: AccountingPeriod | undefined;
}

const fiscalYear = mapping<FiscalYearRecord, Year>({
  ...stamped,
  endDate: ({ next }) => next && accountingDay(dayBefore(next.startingDate)),
  startDate: ({ startingDate }) => day(startingDate),
  // A closed year still takes postings, so it is no closed period: Microsoft's page year-close-account-periods (2021-06).
  status: ({ closed }) => (closed ? "CLOSED" : "OPEN"),
});

async function read(session: Session): Promise<readonly Year[]> {
  const query = { $filter: "newFiscalYear eq true", $orderby: "startingDate" };
  const periods = await readValues<AccountingPeriod>(session, "/accountingPeriods", query);
  return periods.map((period, index) => ({ ...period, period, next: periods[index + 1] }));
}

export const fiscalYearStarts = async (session: Session): Promise<readonly Day[]> =>
  (await read(session)).map(({ startingDate }) => startingDate.slice(0, 10));

const years = { read, map: fiscalYear, raw: ({ period }: Year) => period };

export const fiscalYears = {
  "fiscalYears.list": inMemory(years),
  "fiscalYears.get": getInMemory({ ...years, id: ({ id }) => id }),
};
