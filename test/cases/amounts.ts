/** Decimal amounts of the cases. */
import { Big } from "big.js";

export const cents = (value: Big | number): Big => new Big(value).round(2, Big.roundHalfUp);

export interface Totals {
  readonly net: Big;
  readonly tax: Big;
  readonly gross: Big;
}

/** The totals of these lines, with the tax of each rounded to the smallest unit. */
export function totalsOf(lines: readonly { readonly net: Big | number; readonly rate: number }[]): Totals {
  const taxed = lines.map(({ net, rate }) => ({
    net: cents(net),
    tax: cents(new Big(net).times(rate).div(100)),
  }));
  const net = taxed.reduce((sum, line) => sum.plus(line.net), new Big(0));
  const tax = taxed.reduce((sum, line) => sum.plus(line.tax), new Big(0));
  return { net, tax, gross: net.plus(tax) };
}

export const amountOf = (value: unknown): Big | undefined =>
  typeof value === "number" || (typeof value === "string" && value !== "") ? new Big(value) : undefined;

export const sumOf = (values: readonly Big[]): Big => values.reduce((sum, value) => sum.plus(value), new Big(0));

export const isNear = (left: Big, right: Big, tolerance: Big | number = 0.005): boolean =>
  left.minus(right).abs().lte(new Big(tolerance));
