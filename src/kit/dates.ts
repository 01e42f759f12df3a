/**
 * Two kinds of dates, never mixed. Accounting days keep the vendor's calendar day and are returned as that day's midnight;
 * instants are converted to UTC. Both are returned as `YYYY-MM-DDTHH:MM:SSZ`.
 */

import { timestampOf } from "../contract/clocks.ts";
import { Failure } from "../contract/failure.ts";

/** An accounting day, from `2026-02-22` or from a local time such as `2026-02-22T00:00:00+01:00`. */
export function accountingDay(value: string | null | undefined): string | undefined {
  return value ? `${value.slice(0, 10)}T00:00:00Z` : undefined;
}

/** The calendar day of a caller's timestamp, whatever its zone. */
export const calendarDay = (timestamp: string): string => timestamp.slice(0, 10);

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** 1 for `January`. Undefined for anything that is no English month. */
export const numberOfMonth = (name: string | null | undefined): number | undefined =>
  months.indexOf(name ?? "") + 1 || undefined;

/** `04-01` for 4. After December comes January. */
export const firstDayOfMonth = (month: number): string => `${String(((month - 1) % 12) + 1).padStart(2, "0")}-01`;

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(calendarDay(to)) - Date.parse(calendarDay(from))) / 86_400_000;

/** The payment term in days, if both dates are known. */
export const termOf = (date: string | null | undefined, due: string | null | undefined): number | undefined =>
  date && due ? daysBetween(date, due) : undefined;

const quarter = 900_000;
/** The day that was computed last for each zone. Offsets from UTC are whole quarters of an hour. */
const currentDays = new Map<string, { readonly quarter: number; readonly day: string }>();

/** The current calendar day in a time zone such as `Europe/Oslo`, UTC by default. */
export function todayIn(zone = "UTC"): string {
  const now = Date.now();
  const known = currentDays.get(zone);
  const current = Math.floor(now / quarter);
  if (known?.quarter === current) return known.day;
  const day = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(now);
  currentDays.set(zone, { quarter: current, day });
  return day;
}

/** Caches the last conversion: most records have the same created and updated time, and so do their lines. */
export function memoized<Value>(read: (value: Value) => string): (value: Value) => string {
  let last: { readonly value: Value; readonly text: string } | undefined;
  return (value) => {
    if (last === undefined || value !== last.value) last = { value, text: read(value) };
    return last.text;
  };
}

const toUtc = memoized((value: string) => sameDayInUtc(value) ?? anyInstant(value));

/** An instant with a zone, in UTC and without fractions. */
export const instant = (value: string | null | undefined): string | undefined => (value ? toUtc(value) : undefined);

function anyInstant(value: string): string {
  const read = new Date(value);
  if (Number.isNaN(read.getTime()))
    throw new Failure("target_bad_response", `"${value}" is not a valid date and time.`);
  return timestampOf(read);
}

/**
 * A shortcut for `2026-02-22T00:30:00+01:00` that stays on its day in UTC, with or without fractions: shifting the hour is
 * ten times faster than parsing a date, and lists have thousands. Undefined if the shortcut does not apply.
 */
function sameDayInUtc(value: string): string | undefined {
  if (!hasForm(value)) return undefined;
  const offset = offsetOf(value);
  if (offset === 0) return value.length === wholeLength ? value : `${value.slice(0, 19)}Z`;
  const moved = twoDigits(value, 11) - offset;
  return moved >= 0 && moved < 24
    ? `${value.slice(0, 11)}${moved < 10 ? "0" : ""}${moved}${value.slice(13, 19)}Z`
    : undefined;
}

const wholeLength = "2026-02-22T00:00:00Z".length;
/** The largest character allowed at each position; characters other than digits must match exactly. */
const largest = Buffer.from("9999-99-99T29:59:59");
const [zero = 0, nine = 0, z, plus, minus, colon, dot] = Buffer.from("09Z+-:.");

function hasForm(value: string): boolean {
  for (let index = 0; index < largest.length; index++) {
    const sign = value.charCodeAt(index);
    const most = largest[index] ?? 0;
    // NaN, past the end of the text, fails both comparisons.
    if (!(sign === most || (sign >= zero && sign < most && most <= nine))) return false;
  }
  return twoDigits(value, 11) < 24;
}

/** The offset from UTC in hours. NaN if it is missing or not a whole number of hours. */
function offsetOf(value: string): number {
  let at = largest.length;
  if (value.charCodeAt(at) === dot) {
    const first = ++at;
    while (isDigit(value, at)) at++;
    if (at === first) return Number.NaN;
  }
  const sign = value.charCodeAt(at);
  if (sign === z) return value.length === at + 1 ? 0 : Number.NaN;
  if ((sign !== plus && sign !== minus) || value.length !== at + 6) return Number.NaN;
  const hours = isDigit(value, at + 1) && isDigit(value, at + 2) ? twoDigits(value, at + 1) : Number.NaN;
  const isWhole = value.charCodeAt(at + 3) === colon && value.endsWith("00");
  if (!isWhole || !(hours < 20)) return Number.NaN;
  return sign === plus ? hours : -hours;
}

const isDigit = (value: string, at: number): boolean => value.charCodeAt(at) >= zero && value.charCodeAt(at) <= nine;
const twoDigits = (value: string, at: number): number =>
  (value.charCodeAt(at) - zero) * 10 + value.charCodeAt(at + 1) - zero;

export interface LocalTime {
  /** `2026-02-22 10:30:00`, as the vendor writes it in its own zone, in UTC. */
  read(value: string | null | undefined): string | undefined;
  /** An instant as the vendor writes it: `2026-02-22 10:30:00`. */
  write(instant: Date): string;
}

/** For vendors whose times have no zone: `localTime("Europe/Zurich")`. */
export function localTime(timeZone: string): LocalTime {
  // Swedes write dates and times as ISO 8601 does.
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const write = (at: Date): string => clock.format(at);
  const offsetAt = (at: number): number => Date.parse(`${write(new Date(at)).replace(" ", "T")}Z`) - at;
  const toInstant = memoized((value: string) => {
    const asUtc = Date.parse(`${value.slice(0, 19).replace(" ", "T")}Z`);
    if (Number.isNaN(asUtc)) throw new Failure("target_bad_response", `"${value}" is not a valid date and time.`);
    // The offset an offset earlier is the right one except near a change of clocks, so it is looked up there again.
    return timestampOf(new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc))));
  });
  return { read: (value) => (value ? toInstant(value) : undefined), write };
}

/** `/Date(1539993600000+0000)/`, as older Microsoft serialisers write an instant. The offset is irrelevant. */
export const microsoftInstant = (value: string | null | undefined): string | undefined =>
  value ? microsoftText(value) : undefined;

/** The same format for an accounting day, which is midnight UTC. */
export const microsoftDay = (value: string | null | undefined): string | undefined =>
  value ? accountingDay(microsoftDate(value)) : undefined;

const microsoftText = memoized((value: string) => timestampOf(microsoftMoment(value)));
const microsoftDate = memoized((value: string) => microsoftMoment(value).toISOString());

function microsoftMoment(value: string): Date {
  const [, milliseconds] = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(value) ?? [];
  if (milliseconds === undefined) throw new Failure("target_bad_response", `"${value}" is not a valid date and time.`);
  return new Date(Number(milliseconds));
}

export function dayBefore(day: string): string {
  const before = new Date(`${calendarDay(day)}T00:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}

/** The last day of the year that starts on a day: `lastDayOfYear("2026-04-01")` is `2027-03-31`. */
export function lastDayOfYear(first: string): string {
  const next = new Date(`${first}T00:00:00Z`);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return dayBefore(next.toISOString());
}
