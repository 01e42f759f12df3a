/** The payment status of a document, from its open amount and its due date. */
import type { Filters } from "../../contract/connector.ts";
import { todayIn } from "../dates.ts";
import { amount, type Decimal } from "../money.ts";

export interface OpenBalance {
  /** The open amount. */
  readonly open: Decimal;
  readonly total: Decimal;
  /** The due date; a time after it is ignored. */
  readonly due: string | null | undefined;
}

/**
 * A document is overdue from the day after its due date. `today` is the day in the company's time zone; vendors that do not
 * reveal the zone have the day in UTC.
 */
export function documentStatusOf({ open, total, due }: OpenBalance, today = todayIn()) {
  const left = amount(open);
  if (left === undefined) return "OPEN";
  // A negative document is open as long as something is left of it.
  if ((amount(total) ?? 0) < 0) return left < 0 ? "OPEN" : "PAID";
  if (left <= 0) return "PAID";
  const isPart = left < (amount(total) ?? 0);
  if (due && due.slice(0, 10) < today) return isPart ? "PARTIALLY_OVERDUE" : "OVERDUE";
  return isPart ? "PARTIALLY_PAID" : "OPEN";
}

/** Whether a document was due before today. */
export const isPastDue = (due: string | null | undefined, today = todayIn()): boolean =>
  typeof due === "string" && due !== "" && due.slice(0, 10) < today;

const lateStates: Readonly<Record<string, "OVERDUE" | "PARTIALLY_OVERDUE">> = {
  OPEN: "OVERDUE",
  PARTIALLY_PAID: "PARTIALLY_OVERDUE",
};
/** For vendors that call a document open however late it is. */
export const withOverdueStatus = <Status extends string>(
  status: Status | undefined,
  due: string | null | undefined,
  today = todayIn(),
) => (isPastDue(due, today) ? (lateStates[status ?? ""] ?? status) : status);

export const paymentStates = {
  PAID: "PAID",
  PARTIALLY_OVERDUE: "PARTLY_PAID",
  PARTIALLY_PAID: "PARTLY_PAID",
  OPEN: "PENDING",
  OVERDUE: "PENDING",
} as const;
export const paymentStatusOf = (owed: OpenBalance) => paymentStates[documentStatusOf(owed)];

/** Whether a value is in the caller's comma-separated list. */
const isAmong = (wanted: string | undefined, word: string | undefined): boolean =>
  wanted === undefined || wanted.split(",").some((name) => name.trim() === word);

type State<Native> = (native: Native) => string | undefined;
/** For `localFilter`, if the vendor cannot filter by status: compares the mapped status of each document. */
export const statusFilters = <Native>(status: State<Native>, paymentStatus: State<Native>) => ({
  when: (wanted: Filters): boolean => wanted.status !== undefined || wanted.paymentStatus !== undefined,
  fits: (native: Native, wanted: Filters): boolean =>
    isAmong(wanted.status, status(native)) && isAmong(wanted.paymentStatus, paymentStatus(native)),
});
