/** What lines of documents come to. */
import type { Big } from "big.js";
import { big, sum } from "./values.ts";

interface LinePrice {
  readonly quantity: unknown;
  readonly price: unknown;
  /** Percent off. */
  readonly discount?: unknown;
  readonly taxPercent?: unknown;
  /** The price has the tax in it. */
  readonly isInclusive?: boolean;
}

interface PricedLine {
  readonly discount: Big;
  readonly net: Big;
  readonly tax: Big;
  readonly gross: Big;
}

export const percentOf = (value: Big, percent: unknown): Big => value.times(big(percent)).div(100);

/** Rounded at each step, to so many digits. */
export function priceLine({ quantity, price, discount, taxPercent, isInclusive }: LinePrice, digits = 2): PricedLine {
  const whole = big(quantity).times(big(price)).round(digits);
  const off = percentOf(whole, discount).round(digits);
  const left = whole.minus(off);
  const net = isInclusive === true ? left.div(big(taxPercent).div(100).plus(1)).round(digits) : left;
  const tax = isInclusive === true ? left.minus(net) : percentOf(net, taxPercent).round(digits);
  return { discount: off, net, tax, gross: net.plus(tax) };
}

/** Shares an amount out by value; the last takes what rounding leaves. Nothing is shared among nothing. */
export function shareOut(amount: Big, values: readonly Big[], digits = 2): Big[] {
  const whole = sum(values);
  if (whole.eq(0) || amount.eq(0)) return values.map(() => big(0));
  const shares = values.map((value) => amount.times(value).div(whole).round(digits));
  const rest = amount.minus(sum(shares.slice(0, -1)));
  return shares.map((share, index) => (index === shares.length - 1 ? rest : share));
}
