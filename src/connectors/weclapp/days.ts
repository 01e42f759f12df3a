/** weclapp's timestamps are milliseconds since 1970. A calendar day is midnight in Berlin, in winter or summer time. */
import { timestampOf } from "../../contract/clocks.ts";
import { columns } from "../../kit/columns.ts";
import { calendarDay, memoized } from "../../kit/dates.ts";
import { encodedBy } from "../../kit/encode.ts";
import type { Milliseconds } from "./types.ts";

const hour = 3_600_000;
const wholeDay = 24 * hour;

/** The clocks change at one o'clock UTC on the last Sunday of a month. */
function changeIn(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * wholeDay;
}

/** Summer time lasts from March to October. Lists have thousands of days, and the check by month decides most of them. */
function offsetAt(moment: number): number {
  const date = new Date(moment);
  const month = date.getUTCMonth();
  if (month !== 2 && month !== 9) return month > 2 && month < 9 ? 2 * hour : hour;
  const isAfter = moment >= changeIn(date.getUTCFullYear(), month);
  return isAfter === (month === 2) ? 2 * hour : hour;
}

const isMoment = (moment: Milliseconds): moment is number => typeof moment === "number";

const dayInBerlin = memoized((moment: number) => new Date(moment + offsetAt(moment)).toISOString().slice(0, 10));

/** `2026-06-23` */
export const dayOf = (moment: Milliseconds): string | undefined => (isMoment(moment) ? dayInBerlin(moment) : undefined);

/** An accounting day as our API returns it. */
export const accountingDay = (moment: Milliseconds): string | undefined =>
  isMoment(moment) ? `${dayOf(moment)}T00:00:00Z` : undefined;

const textOf = memoized((moment: number) => timestampOf(new Date(moment)));
const instant = (moment: Milliseconds): string | undefined => (isMoment(moment) ? textOf(moment) : undefined);

export const days = columns(accountingDay);
export const instants = columns(instant);

/** When a day begins, in milliseconds. */
export function midnight(day: string): number {
  const inUtc = Date.parse(calendarDay(day));
  return inUtc - offsetAt(inUtc - hour);
}

/** The day after a day, for ranges with an exclusive end. */
export const nextDay = (day: string): string => new Date(Date.parse(day) + wholeDay).toISOString().slice(0, 10);

const midnightAs = encodedBy(midnight);

/** A calendar day, for two-way tables: `dueDate: midnightDay("dueDate")`. */
export const midnightDay = <const Path extends string>(path: Path) => ({
  reads: days({ value: path }).value,
  writes: midnightAs(...path.split(".")),
});

export const today = (): string => dayOf(Date.now()) ?? "";
