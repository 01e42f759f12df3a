/**
 * Two kinds of dates are kept apart. Accounting days keep the vendor's calendar day and leave as that day's midnight;
 * instants are converted to UTC. Both leave as `YYYY-MM-DDTHH:MM:SSZ`.
 */

/** An accounting day: `2026-02-22`, or the day that a local time such as `2026-02-22T00:00:00+01:00` names. */
export function accountingDay(value: string | null | undefined): string | undefined {
  return value ? `${value.slice(0, 10)}T00:00:00Z` : undefined;
}

/** An instant with a zone, in UTC and without fractions. */
export function instant(value: string | null | undefined): string | undefined {
  return value ? `${new Date(value).toISOString().slice(0, 19)}Z` : undefined;
}
