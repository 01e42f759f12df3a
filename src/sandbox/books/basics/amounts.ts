/** Documents are computed with big.js in their own currency; the ledger adds whole cents of the company's currency. */
import { Big } from "big.js";

export const zero = new Big(0);

/** Yen have no cents. */
const placesOf = (currency: string): number => (currency === "JPY" ? 0 : 2);

export const rounded = (amount: Big, currency: string): Big => amount.round(placesOf(currency), Big.roundHalfUp);

export const money = (amount: Big, currency: string): string => amount.toFixed(placesOf(currency));

export const percentOf = (amount: Big, percentage: Big | string): Big => amount.times(percentage).div(100);

export function sum<Item>(items: Iterable<Item>, amount: (item: Item) => Big): Big {
  let total = zero;
  for (const item of items) total = total.plus(amount(item));
  return total;
}

/** The amount in cents of the company's currency. The rate is the price of one unit of the foreign currency. */
export const toCents = (amount: Big, rate: string): number =>
  amount.times(rate).times(100).round(0, Big.roundHalfUp).toNumber();

export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
