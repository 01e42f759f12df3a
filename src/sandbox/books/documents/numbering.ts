/** Gives documents their ids and, if they are booked, their numbers. */
import { compare } from "../basics/calendar.ts";
import { kinds, type TradeDocument, type Unnumbered } from "./document.ts";
import { bookingLines } from "./documentPosting.ts";
import { discounted, discountOf, documentTotals } from "./lines.ts";
import { plans } from "./plans.ts";

/** Numbers have no gaps within a year. Documents that are not booked have none and come last. */
export function numbered(idPrefix: string, documents: readonly Unnumbered[]): TradeDocument[] {
  const key = ({ plan, date }: Unnumbered) => `${"isUnbooked" in plans[plan] ? 1 : 0} ${date}`;
  const counts = new Map<string, number>();
  const inOrder = documents.toSorted((left, right) => compare(key(left), key(right)));
  return inOrder.map((document, index) => {
    const year = document.date.slice(0, 4);
    const count = (counts.get(year) ?? 0) + 1;
    counts.set(year, count);
    const number = `${kinds[document.kind].prefix}-${year}-${String(count).padStart(4, "0")}`;
    const isUnbooked = "isUnbooked" in plans[document.plan];
    const { lines, currency } = document;
    const discount = discountOf(lines, document.discount, currency);
    return {
      ...document,
      id: `${idPrefix}-${index + 1}`,
      number: isUnbooked ? null : number,
      totals: documentTotals(lines, discount, currency),
      booking: bookingLines(document, discounted(lines, discount, currency)),
    };
  });
}
