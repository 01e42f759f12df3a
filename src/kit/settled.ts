/** How far a document is settled, by what is left of it and by today. */
import type { Filters } from "../contract/connector.ts";
import { amount, type Decimal } from "./money.ts";

export interface Owed {
  /** What is still open. */
  readonly open: Decimal;
  readonly total: Decimal;
  /** The day, whatever follows it. */
  readonly due: string | null | undefined;
}

/** Late is what was due before today. */
export function statusOf({ open, total, due }: Owed, now = new Date().toISOString().slice(0, 10)) {
  const left = amount(open);
  if (left === undefined) return "OPEN";
  if (left <= 0) return "PAID";
  const isPart = left < (amount(total) ?? 0);
  if (due && due.slice(0, 10) < now) return isPart ? "PARTIALLY_OVERDUE" : "OVERDUE";
  return isPart ? "PARTIALLY_PAID" : "OPEN";
}

export const paymentStates = {
  PAID: "PAID",
  PARTIALLY_OVERDUE: "PARTLY_PAID",
  PARTIALLY_PAID: "PARTLY_PAID",
  OPEN: "PENDING",
  OVERDUE: "PENDING",
} as const;
export const paymentStatusOf = (owed: Owed) => paymentStates[statusOf(owed)];

/** Whether a word is one of those that a caller asked for, with commas between. */
const isAmong = (wanted: string | undefined, word: string | undefined): boolean =>
  wanted === undefined || wanted.split(",").some((one) => one.trim() === word);

type State<Native> = (native: Native) => string | undefined;
/** For `narrow`, where the vendor has no condition for where a document stands: what it says itself is looked at. */
export const byState = <Native>(status: State<Native>, paymentStatus: State<Native>) => ({
  when: (wanted: Filters): boolean => wanted.status !== undefined || wanted.paymentStatus !== undefined,
  fits: (native: Native, wanted: Filters): boolean =>
    isAmong(wanted.status, status(native)) && isAmong(wanted.paymentStatus, paymentStatus(native)),
});
