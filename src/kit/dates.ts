/**
 * Two kinds of dates are kept apart. Accounting days keep the vendor's calendar day and leave as that day's midnight;
 * instants are converted to UTC. Both leave as `YYYY-MM-DDTHH:MM:SSZ`.
 */

import { Failure } from "../contract/failure.ts";
import { timestampOf } from "../contract/timestamp.ts";

/** An accounting day: `2026-02-22`, or the day that a local time such as `2026-02-22T00:00:00+01:00` names. */
export function accountingDay(value: string | null | undefined): string | undefined {
  return value ? `${value.slice(0, 10)}T00:00:00Z` : undefined;
}

/** The calendar day that a caller's timestamp names, whatever its zone. */
export const calendarDay = (timestamp: string): string => timestamp.slice(0, 10);

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(calendarDay(to)) - Date.parse(calendarDay(from))) / 86_400_000;

/** An instant with a zone, in UTC and without fractions. */
export function instant(value: string | null | undefined): string | undefined {
  return value ? (sameDayInUtc(value) ?? anyInstant(value)) : undefined;
}

function anyInstant(value: string): string {
  const read = new Date(value);
  if (Number.isNaN(read.getTime())) throw new Failure("target_bad_response", `"${value}" is not a point in time.`);
  return timestampOf(read);
}

const wholeHours = /^(\d{4}-\d{2}-\d{2}T)([01]\d|2[0-3])(:[0-5]\d:[0-5]\d)(?:\.\d+)?(?:Z|([+-][01]\d):00)$/;

/** Most instants stay on their day; moving the hour is ten times quicker than the calendar, and lists have thousands. */
function sameDayInUtc(value: string): string | undefined {
  const [, date, hour, rest, offset = "0"] = wholeHours.exec(value) ?? [];
  const moved = Number(hour) - Number(offset);
  return moved >= 0 && moved < 24 ? `${date}${moved < 10 ? "0" : ""}${moved}${rest}Z` : undefined;
}

/** `/Date(1539993600000+0000)/`, as older Microsoft serialisers write a moment; the offset changes nothing about it. */
export function microsoftInstant(value: string | null | undefined): string | undefined {
  const moment = microsoftMoment(value);
  return moment && timestampOf(moment);
}

/** The same where it names a day: midnight of it, in UTC. */
export function microsoftDay(value: string | null | undefined): string | undefined {
  const moment = microsoftMoment(value);
  return moment && accountingDay(moment.toISOString());
}

function microsoftMoment(value: string | null | undefined): Date | undefined {
  if (!value) return undefined;
  const [, milliseconds] = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(value) ?? [];
  if (milliseconds === undefined) throw new Failure("target_bad_response", `"${value}" is not a point in time.`);
  return new Date(Number(milliseconds));
}

/** The last day of the year that begins on a day: `lastDayOfYear("2026-04-01")` is `2027-03-31`. */
export function lastDayOfYear(first: string): string {
  const end = new Date(`${first}T00:00:00Z`);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  end.setUTCDate(end.getUTCDate() - 1);
  return end.toISOString().slice(0, 10);
}
