/** The days that the books cover: the whole year before the last day's year, and that year up to the last day. */
import { hash, seedOf } from "./random.ts";

export interface Calendar {
  readonly day: string;
  readonly start: string;
  /** Every day from start to day. */
  readonly days: readonly string[];
  readonly firstYear: number;
  readonly secondYear: number;
  /** The given number of days before the last day, but never before the start. */
  before(days: number): string;
  /** Never after the last day. */
  noLater(date: string): string;
  /** A time in office hours of that day, in local time. The salt varies the minute by record. */
  instant(date: string, salt: string): string;
}

const millisecondsPerDay = 86_400_000;

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * millisecondsPerDay).toISOString().slice(0, 10);
}

export function calendar(day: string): Calendar {
  const secondYear = Number(day.slice(0, 4));
  const start = `${secondYear - 1}-01-01`;
  const count = (Date.parse(day) - Date.parse(start)) / millisecondsPerDay + 1;
  const days = Array.from({ length: count }, (_, index) => addDays(start, index));
  return {
    day,
    start,
    days,
    firstYear: secondYear - 1,
    secondYear,
    before: (distance) => days[Math.max(0, count - 1 - distance)] ?? start,
    noLater: (date) => (date > day ? day : date),
    instant: instantOf(day, summerOf(secondYear - 1, secondYear)),
  };
}

/** On the last day it is shortly after midnight, so that no record of today's books has a time in the future. */
function instantOf(day: string, isSummer: (date: string) => boolean): Calendar["instant"] {
  return (date, salt) => {
    const minute = hash(seedOf(salt), 0) % (date >= day ? 30 : 570);
    const hour = date >= day ? 0 : 8 + Math.floor(minute / 60);
    return `${date}T${twoDigits(hour)}:${twoDigits(minute % 60)}:00${isSummer(date) ? "+02:00" : "+01:00"}`;
  };
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Central European summer time: from March's last Sunday to October's. */
function summerOf(...years: number[]): (date: string) => boolean {
  const summers = years.map((year) => [lastSunday(year, "03"), lastSunday(year, "10")] as const);
  return (date) => summers.some(([begin, end]) => date >= begin && date < end);
}

function lastSunday(year: number, month: string): string {
  const last = `${year}-${month}-31`;
  return addDays(last, -new Date(last).getUTCDay());
}

export const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
