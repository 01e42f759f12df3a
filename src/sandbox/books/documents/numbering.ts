/** Gives documents their ids and, if they are booked, their numbers. */
import { compare } from "../basics/calendar.ts";
import { kinds, type TradeDocument, type Unnumbered } from "./document.ts";
import { bookingLines } from "./documentPosting.ts";
import { totalsOf } from "./lines.ts";
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
    return {
      ...document,
      id: `${idPrefix}-${index + 1}`,
      number: isUnbooked ? null : number,
      totals: totalsOf(document.lines),
      booking: bookingLines(document),
    };
  });
}
