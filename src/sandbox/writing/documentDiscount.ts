/** Discounts of whole documents. They are outside the lines, which have discounts of their own. */
import { Big } from "big.js";
import { money, rounded } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { discountOf, type Line, nativeTotals, type Totals, totalsOf } from "../books/documents/lines.ts";
import { rejected } from "../server/errors.ts";
import { type Input, textIn } from "./shapes/fields.ts";

/** The discount of the whole document, from its percentage or its amount. */
export function documentDiscountIn(input: Input, lines: readonly Line[], currency: string, before?: NativeRecord): Big {
  const [percentageField, amountField] = Object.hasOwn(input, "discount_percentage")
    ? ["discount_percentage", "discount_amount"]
    : ["total_discount_percentage", "total_discount_amount"];
  const percentage = textIn(input, percentageField);
  // The amount of an invoice is only reported.
  const amount = amountField === "discount_amount" ? undefined : textIn(input, amountField);
  if (percentage !== undefined && new Big(percentage).gt(100)) throw rejected(percentageField, "must be from 0 to 100");
  const byPercentage = percentage === undefined ? undefined : discountOf(lines, percentage, currency);
  if (amount === undefined) return byPercentage ?? new Big(0);
  // Both were computed before, and the lines have changed since: the percentage stays.
  const isOld = before?.[percentageField] === percentage && before?.[amountField] === amount;
  if (isOld && byPercentage !== undefined) return byPercentage;
  const exact = rounded(new Big(amount), currency);
  const { net } = totalsOf(lines);
  if (!exact.eq(amount)) throw rejected(amountField, "must have no more decimals than its currency");
  if (exact.abs().gt(net.abs()) || (!exact.eq(0) && exact.s !== net.s))
    throw rejected(amountField, `must be between 0 and the net amount of the lines, ${money(net, currency)}`);
  // A percentage beside the amount may be rounded to two decimals.
  const slack = net.abs().times("0.00005").plus("0.01");
  if (byPercentage !== undefined && byPercentage.minus(exact).abs().gt(slack))
    throw rejected(amountField, `does not match ${percentageField}, which results in ${money(byPercentage, currency)}`);
  return exact;
}

/** The totals under the names that all documents but invoices use, with the percentage as it was sent. */
export function tradeTotals(input: Input, totals: Totals, currency: string) {
  const percentage = textIn(input, "total_discount_percentage");
  const computed = nativeTotals(totals, currency);
  const isSent = percentage !== undefined && !(new Big(percentage).eq(0) && !totals.discount.eq(0));
  return { ...computed, ...(isSent && { total_discount_percentage: percentage }) };
}
