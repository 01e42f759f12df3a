/** What is owed by customers or to suppliers. No document says where it stands: what is left of it does. */
import type { ListHandler } from "../../contract/connector.ts";
import { accountingDay } from "../../kit/dates.ts";
import { narrowed } from "../../kit/lists/inMemory.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, modified } from "./conventions.ts";
import type { Transaction } from "./types.ts";

const states = vocabulary({
  OPEN: "OPEN",
  PARTIALLY_PAID: "PARTIALLY_PAID",
  PAID: "PAID",
  PARTIALLY_OVERDUE: "PARTIALLY_OVERDUE",
  OVERDUE: "OVERDUE",
  VOIDED: "VOIDED",
});
type State = (typeof states.words)[number];

/** A voided document keeps its number, without any amounts; its note begins with the word. */
const isVoid = ({ TotalAmt, PrivateNote }: Transaction): boolean =>
  amount(TotalAmt) === 0 && /^voided\b/i.test(PrivateNote ?? "");

/** Late is what was due before today in UTC: QuickBooks does not say where its days begin. */
const today = (): string => new Date().toISOString().slice(0, 10);
const leftOf = ({ RemainingCredit, Balance }: Transaction): number | undefined => amount(RemainingCredit ?? Balance);

function stateOf(claim: Transaction): State | undefined {
  const [left, total] = [leftOf(claim), amount(claim.TotalAmt)];
  if (isVoid(claim)) return "VOIDED";
  if (left === undefined || total === undefined) return undefined;
  if (left === 0) return "PAID";
  const isLate = (claim.DueDate ?? today()) < today();
  if (left === total) return isLate ? "OVERDUE" : "OPEN";
  return isLate ? "PARTIALLY_OVERDUE" : "PARTIALLY_PAID";
}

const paid = { OPEN: "PENDING", OVERDUE: "PENDING", PAID: "PAID", VOIDED: "CANCELED" } as const;
function paidOf(claim: Transaction) {
  const state = stateOf(claim);
  if (state === undefined) return undefined;
  return state === "PARTIALLY_PAID" || state === "PARTIALLY_OVERDUE" ? "PARTLY_PAID" : paid[state];
}
const paidStates = vocabulary({
  PENDING: "PENDING",
  PARTLY_PAID: "PARTLY_PAID",
  PAID: "PAID",
  CANCELED: "CANCELED",
});

export const claim = {
  status: stateOf,
  paymentStatus: paidOf,
};
export const dueOn = ({ DueDate }: Transaction) => accountingDay(DueDate);

const settledStates: readonly string[] = ["PAID", "VOIDED", "CANCELED"];

/** As far as the query language goes: whether something is left. */
const leftBy = (wanted: readonly string[]): string | undefined => {
  const settled = wanted.filter((one) => settledStates.includes(one));
  if (settled.length === wanted.length) return "Balance = '0'";
  return settled.length === 0 ? "Balance > '0'" : undefined;
};

const isAmong = (wanted: string | undefined, state: string | undefined): boolean =>
  wanted === undefined || wanted.split(",").some((one) => one.trim() === state);

/** With `status` or `paymentStatus` the list is read whole, as far as the vendor narrows it down. */
export function claims<Record>(
  entity: "Bill" | "Invoice" | "VendorCredit",
  description: Parameters<typeof list<Record, Transaction>>[1],
  isAskedByBalance = true,
): ListHandler<Record> {
  const condition = (wanted: readonly string[]) => (isAskedByBalance ? leftBy(wanted) : undefined);
  const listed = list<Record, Transaction>(entity, {
    ...description,
    filters: {
      ...modified,
      status: (status, field) => condition(states.theirs(status, field)),
      paymentStatus: (status, field) => condition(paidStates.theirs(status, field)),
      ...description.filters,
    },
    rules: [
      ...(description.rules ?? []),
      "QuickBooks has no word for where a document stands: with status or paymentStatus the whole list is read and looked through.",
    ],
  });
  return narrowed<Record, Transaction>(listed, {
    map: description.map,
    when: ({ status, paymentStatus }) => status !== undefined || paymentStatus !== undefined,
    fits: (native, { status, paymentStatus }) =>
      isAmong(status, stateOf(native)) && isAmong(paymentStatus, paidOf(native)),
  });
}
