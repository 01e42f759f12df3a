/** The totals that the lines of a body come to, and how exactly they are compared: half of the smallest unit per line. */
import { Big } from "big.js";
import { decimalsOf } from "../../../contract/currencies.ts";
import { documentDiscountAmount, type Fields, linesOf, numberIn, ratePercentageOf } from "../bodyLines.ts";

/** Rounded to the currency's smallest unit. */
export const rounded = (amount: Big, currency: string | undefined): Big =>
  amount.round(decimalsOf(currency), Big.roundHalfUp);

/** Half of the currency's smallest unit for each rounded amount. */
export const tolerance = (currency: string | undefined, amounts = 1): Big =>
  new Big(`5e-${decimalsOf(currency) + 1}`).times(Math.max(amounts, 1));

export const isWithin = (left: Big, right: Big, allowed: Big): boolean => left.minus(right).abs().lte(allowed);

export interface Totals {
  readonly net: Big;
  /** Undefined if the rate of a line is unknown. */
  readonly gross: Big | undefined;
}

/**
 * The totals of the body's lines, with exact lines and with lines that are rounded before the tax is added: target systems do
 * either. Empty if the amount of a line is unknown.
 */
export function totalsOf(body: Fields, currency: string | undefined): readonly Totals[] {
  const exact = sumOf(body, (amount) => amount);
  const ofRoundedLines = sumOf(body, (amount) => rounded(amount, currency));
  return exact === undefined || ofRoundedLines === undefined ? [] : [exact, ofRoundedLines];
}

function sumOf(body: Fields, round: (amount: Big) => Big): Totals | undefined {
  const lines = linesOf(body);
  if (lines.length === 0) return undefined;
  const isInclusive = body["lineAmountTypes"] === "INCLUSIVE";
  const discount = new Big(numberIn(body, "discountPercentage") ?? numberIn(body, "totalDiscountPercentage") ?? 0);
  const afterDiscount = new Big(100).minus(discount).div(100);
  let net = new Big(0);
  let gross: Big | undefined = new Big(0);
  for (const line of lines) {
    const full = amountOf(line);
    if (full === undefined) return undefined;
    const rate = ratePercentageOf(line);
    const share = rate === undefined ? undefined : new Big(rate).div(100).plus(1);
    if (isInclusive && share === undefined) return undefined;
    const amount = round(full.times(afterDiscount));
    net = net.plus(isInclusive && share !== undefined ? amount.div(share) : amount);
    gross =
      gross === undefined || share === undefined ? undefined : gross.plus(isInclusive ? amount : amount.times(share));
  }
  const amount = documentDiscountAmount(body);
  // A discount as an amount reduces the tax by the share of each rate, which only the target system knows.
  if (amount !== 0 && discount.eq(0)) return { net: net.minus(amount), gross: undefined };
  return { net, gross };
}

/** The line's amount after its discount: net, or gross if the body's prices include tax. */
function amountOf(line: Fields): Big | undefined {
  const price = numberIn(line, "unitAmount");
  if (price === undefined) {
    const net = numberIn(line, "totalNetAmount");
    return net === undefined ? undefined : new Big(net);
  }
  const quantity = new Big(numberIn(line, "quantity") ?? 1);
  const full = quantity.times(price);
  const amount = numberIn(line, "totalDiscountAmount");
  if (amount !== undefined) return full.minus(amount);
  const perUnit = numberIn(line, "unitDiscountAmount");
  if (perUnit !== undefined) return full.minus(quantity.times(perUnit));
  const percentage =
    numberIn(line, "discountItemPercentage") ??
    numberIn(line, "totalDiscountPercentage") ??
    numberIn(line, "unitDiscountPercentage") ??
    0;
  return full.minus(full.times(percentage).div(100));
}
