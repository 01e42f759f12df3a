/** A document's plan says how it ends. Postings, payments, status and open item follow from it. */
import type { Calendar } from "../basics/calendar.ts";
import type { Random } from "../basics/random.ts";
import { debitTerm, type PaymentTerm, transferTerms } from "../masterdata/catalogue.ts";

export interface Plan {
  readonly status: string | null;
  readonly payment: string;
  /** How many days before the last day the document may be dated. */
  readonly age: readonly [number, number];
  readonly settle: "not" | "paid" | "half" | "writtenOff" | "reversed" | "partReversed" | "cleared" | "discounted";
  readonly isUnbooked?: true;
}

/** Documents younger than ten days are not due yet; those older than seventy are overdue unless they are settled. */
export const plans = {
  paid: { status: "paid", payment: "paid", age: [3, 1000], settle: "paid" },
  debited: { status: "paid", payment: "debited", age: [20, 350], settle: "paid" },
  open: { status: "open", payment: "pending", age: [0, 9], settle: "not" },
  created: { status: "document_created", payment: "pending", age: [0, 9], settle: "not" },
  overdue: { status: "overdue", payment: "pending", age: [70, 160], settle: "not" },
  partlyPaid: { status: "partially_paid", payment: "partly_paid", age: [4, 9], settle: "half" },
  partlyOverdue: { status: "partially_overdue", payment: "partly_paid", age: [70, 160], settle: "half" },
  /** Paid with a cash discount. */
  cashDiscount: { status: "paid", payment: "paid", age: [30, 300], settle: "discounted" },
  badDebt: { status: null, payment: "bad_debt", age: [200, 350], settle: "writtenOff" },
  voided: { status: "voided", payment: "canceled", age: [20, 350], settle: "reversed" },
  corrected: { status: "corrective", payment: "partial_cancellation", age: [60, 350], settle: "partReversed" },
  /** Offset by a credit note. */
  offset: { status: "paid", payment: "cleared_with_credit_note", age: [40, 300], settle: "cleared" },
  /** The credit note that offsets another document. */
  offsetting: { status: "paid", payment: "credit_note_cleared", age: [40, 300], settle: "cleared" },
  /** Fully discounted: booked, but nothing is owed. */
  free: { status: "paid", payment: "no_open_item", age: [10, 350], settle: "not" },
  draft: { status: "draft", payment: "no_open_item", age: [0, 6], settle: "not", isUnbooked: true },
  submitted: { status: "submitted", payment: "unknown", age: [0, 6], settle: "not", isUnbooked: true },
} as const satisfies Readonly<Record<string, Plan>>;

export type PlanName = keyof typeof plans;

export type Plans = Readonly<Partial<Record<PlanName, number>>>;

/** The given number of each plan. The rest is paid. */
export function planned(count: number, numbers: Plans): PlanName[] {
  const special = Object.entries(numbers).flatMap(([plan, times]) => Array<PlanName>(times).fill(plan as PlanName));
  return [...special, ...Array<PlanName>(Math.max(0, count - special.length)).fill("paid")];
}

/**
 * A random day within the plan's age. The random number is a share of the time instead of a number of days, so that
 * tomorrow's books, which are a day longer, have the same documents in the same order.
 */
export function dayFor(time: Calendar, chance: Random, plan: PlanName): string {
  const [youngest, oldest] = plans[plan].age;
  const limit = Math.min(oldest, time.days.length - 1);
  return time.before(youngest + Math.floor((chance.between(0, 9999) * (limit - youngest + 1)) / 10_000));
}

export const termFor = (chance: Random, plan: PlanName): PaymentTerm =>
  plan === "debited" ? debitTerm : chance.pick(transferTerms);
