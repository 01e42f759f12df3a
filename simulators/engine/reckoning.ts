/** Tax, and sums by key. */
import type { Big } from "big.js";
import { big } from "./values.ts";

/** The tax on an amount, or the tax included in it. Not rounded. */
export const taxOn = (amount: Big, percent: Big, isInclusive: boolean): Big =>
  amount.times(percent).div(isInclusive ? percent.plus(100) : 100);

/** Sums by key, in the order in which the keys first occur. */
export function tally(entries: Iterable<readonly [key: string, amount: unknown]>): Map<string, Big> {
  const sums = new Map<string, Big>();
  for (const [key, amount] of entries) sums.set(key, (sums.get(key) ?? big(0)).plus(big(amount)));
  return sums;
}
