/** When the invoices of a customer are due, in the vendor's words. */
import type { Text } from "./types.ts";

export function daysAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

function endOfMonth(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

/** Undefined for `custom`, which is nowhere in days. */
export function deadlineFor(date: string, conditions: Text): string | undefined {
  if (conditions === "upon_receipt") return date;
  const [, days, atEnd] = /^(\d+)_days(_end_of_month)?$/.exec(conditions ?? "") ?? [];
  if (days === undefined) return undefined;
  const due = daysAfter(date, Number(days));
  return atEnd === undefined ? due : endOfMonth(due);
}
