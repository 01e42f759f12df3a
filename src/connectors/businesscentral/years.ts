/** Fiscal years, where only their first day is told. */

import type { Day } from "../../contract/parameters.ts";
import { type VendorQuery } from "../../contract/session.ts";

/** Twelve months, to the day before the same day of the next year. */
export function yearFrom(field: string) {
  return (first: Day): VendorQuery => {
    const last = new Date(`${first}T00:00:00Z`);
    last.setUTCFullYear(last.getUTCFullYear() + 1);
    return { $filter: `${field} ge ${first} and ${field} le ${dayBefore(last.toISOString())}` };
  };
}

export function dayBefore(date: Day): Day {
  const before = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}
