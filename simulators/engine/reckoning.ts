/** What amounts come to: tax, and sums by whatever they are summed by. */
import type { Big } from "big.js";
import { big } from "./values.ts";

/** The tax on an amount, or the tax that is in it; not rounded. */
export const taxOn = (amount: Big, percent: Big, isInclusive: boolean): Big =>
  amount.times(percent).div(isInclusive ? percent.plus(100) : 100);

/** Sums by key, the first that came first. */
export function tally(entries: Iterable<readonly [key: string, amount: unknown]>): Map<string, Big> {
  const sums = new Map<string, Big>();
  for (const [key, amount] of entries) sums.set(key, (sums.get(key) ?? big(0)).plus(big(amount)));
  return sums;
}
