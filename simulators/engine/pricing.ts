/** Prices of document lines. */
import type { Big } from "big.js";
import { big, sum } from "./values.ts";

interface LinePrice {
  readonly quantity: unknown;
  readonly price: unknown;
  /** In percent. */
  readonly discount?: unknown;
  readonly taxPercent?: unknown;
  /** Whether the price includes the tax. */
  readonly isInclusive?: boolean;
}

interface PricedLine {
  readonly discount: Big;
  readonly net: Big;
  readonly tax: Big;
  readonly gross: Big;
}

export const percentOf = (value: Big, percent: unknown): Big => value.times(big(percent)).div(100);

/** Rounds after every step. */
export function priceLine({ quantity, price, discount, taxPercent, isInclusive }: LinePrice, digits = 2): PricedLine {
  const full = big(quantity).times(big(price)).round(digits);
  const deduction = percentOf(full, discount).round(digits);
  const reduced = full.minus(deduction);
  const net = isInclusive === true ? reduced.div(big(taxPercent).div(100).plus(1)).round(digits) : reduced;
  const tax = isInclusive === true ? reduced.minus(net) : percentOf(net, taxPercent).round(digits);
  return { discount: deduction, net, tax, gross: net.plus(tax) };
}

/** Distributes an amount in proportion to the values. The last share absorbs the rounding difference. If all values are zero, so are the shares. */
export function shareOut(amount: Big, values: readonly Big[], digits = 2): Big[] {
  const total = sum(values);
  if (total.eq(0) || amount.eq(0)) return values.map(() => big(0));
  const shares = values.map((value) => amount.times(value).div(total).round(digits));
  const rest = amount.minus(sum(shares.slice(0, -1)));
  return shares.map((share, index) => (index === shares.length - 1 ? rest : share));
}
