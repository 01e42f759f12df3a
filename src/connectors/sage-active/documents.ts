/** What sales invoices, credit notes and purchase invoices have in common: their states, and what is open of them. */
import { todayIn } from "../../kit/dates.ts";
import { isPastDue } from "../../kit/documents/paymentStatus.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { latest } from "./conventions.ts";
import type { Decimal, OpenItem, Stamped, Text } from "./types.ts";

export interface Document extends Stamped {
  readonly status?: Text;
  readonly firstDueDate?: Text;
  readonly totalLiquid?: Decimal;
  readonly openItems?: readonly OpenItem[] | null;
}

/** A payment changes an open item, and perhaps not the document. */
export const updatedDate = ({ creationDate, modificationDate, openItems }: Document): string | undefined =>
  latest([creationDate, modificationDate, ...(openItems ?? []).map((item) => item.modificationDate)]);

const isUnpaid = ({ amount: total, paidAmountAccumulated: paid }: OpenItem): boolean =>
  Math.abs(amount(paid) ?? 0) < Math.abs(amount(total) ?? 0);

/** The first day on which something is due that is not paid yet. */
function nextDueDay({ firstDueDate, openItems }: Document): Text {
  const open = (openItems ?? []).filter(isUnpaid).flatMap(({ dueDate }) => dueDate ?? []);
  return open.toSorted()[0] ?? firstDueDate;
}

/** What is still open; undefined without open items, which a document has once it is posted. */
export const openIn = ({ openItems }: Document): number | undefined =>
  openItems && openItems.length > 0
    ? sum(openItems.map((item) => difference(item.amount, item.paidAmountAccumulated ?? 0)))
    : undefined;

const states = vocabulary({
  Pending: "DRAFT",
  Uploading: "DRAFT",
  SbdRejected: "DRAFT",
  Closed: "OPEN",
  Posted: "OPEN",
  PartiallyCollected: "PARTIALLY_PAID",
  PartiallyPaid: "PARTIALLY_PAID",
  Collected: "PAID",
  Paid: "PAID",
  overdue: "OVERDUE",
  partially_overdue: "PARTIALLY_OVERDUE",
});

/** The API calls a document posted however late it is (vendor's page on sales invoices). */
function stateOf(document: Document): Text {
  const { status, totalLiquid } = document;
  const ours = states.toContract(status);
  if (ours === "OPEN" && amount(totalLiquid) === 0) return "Paid";
  if ((ours !== "OPEN" && ours !== "PARTIALLY_PAID") || (amount(totalLiquid) ?? 0) < 0) return status;
  if (!isPastDue(nextDueDay(document), todayIn())) return status;
  return ours === "OPEN" ? "overdue" : "partially_overdue";
}

export const statusOf = states.read(stateOf);

const settlements = vocabulary({
  Closed: "PENDING",
  Posted: "PENDING",
  overdue: "PENDING",
  PartiallyCollected: "PARTLY_PAID",
  PartiallyPaid: "PARTLY_PAID",
  partially_overdue: "PARTLY_PAID",
  Collected: "PAID",
  Paid: "PAID",
});

export const paymentStatusOf = settlements.read(stateOf, ["Pending", "Uploading", "SbdRejected"]);

export const settledByWhat =
  "Sage Active shows that a document is settled, but not whether by money, by a credit or by a discount. A document without anything left to pay is PAID.";

interface Owed {
  readonly status?: Text;
}

export const isDraft = ({ status }: Owed): boolean => states.toContract(status) === "DRAFT";
