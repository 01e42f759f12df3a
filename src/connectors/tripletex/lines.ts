/** Lines of orders, invoices and projects, which all have the same shape. */

import { amounts } from "../../kit/columns.ts";
import { amount, type Decimal, difference, sum } from "../../kit/money.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { identity, linkedId } from "./fields.ts";
import type { Line, List } from "./types.ts";

/** The lines in `fields`. */
export const lineFields = "orderLines(*,product(id,name,productUnit(name)),vatType(id,percentage))";

const sharedFields = twoWay({
  description: plainValue("description"),
  itemId: linkedId("product"),
  quantity: number("count"),
  taxCode: linkedId("vatType"),
  unitAmount: number("unitPriceExcludingVatCurrency"),
});
export const invoiceDiscount = twoWay({ discountItemPercentage: number("discount") });
export const tradeDiscount = twoWay({ totalDiscountPercentage: number("discount") });

const described = {
  ...sharedFields.reads,
  ...amounts({ taxRatePercentage: "vatType.percentage" }),
};

export const itemName = ({ product }: Line) => product?.name;
const netOf = (line: Line) => amount(line.amountExcludingVatCurrency);
const grossOf = (line: Line) => amount(line.amountIncludingVatCurrency);

/** Lines of invoices have other field names. */
export const invoiceLineFields = {
  ...described,
  ...invoiceDiscount.reads,
  grossAmount: grossOf,
  itemsAmount: netOf,
  name: itemName,
};

export const tradeLine = {
  ...identity,
  ...described,
  ...tradeDiscount.reads,
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
  totalTaxAmount: (line: Line) => difference(grossOf(line), netOf(line)),
  unitName: ({ product }: Line) => product?.productUnit?.name,
};

export const namedLine = { ...tradeLine, itemName };

const negated = (value: Decimal): number | undefined => {
  const read = amount(value);
  return read === undefined || read === 0 ? read : -read;
};

/**
 * The lines with the sign of their document: those of a credit are negative at the vendor, mostly by their quantity. If
 * they add up to the opposite of the document's net amount, all signs are turned.
 */
export function linesLike(lines: List<Line>, net: Decimal): readonly Line[] | undefined {
  if (!lines) return undefined;
  const isOpposite = sum(lines.map(netOf)) * (amount(net) ?? 0) < 0;
  if (!isOpposite) return lines;
  return lines.map((line) => ({
    ...line,
    count: negated(line.count),
    amountExcludingVatCurrency: negated(line.amountExcludingVatCurrency),
    amountIncludingVatCurrency: negated(line.amountIncludingVatCurrency),
  }));
}

interface Lined {
  readonly orderLines?: List<Line>;
}

const total =
  (amountOf: (line: Line) => number | undefined) =>
  ({ orderLines: lines }: Lined) =>
    lines ? sum(lines.map(amountOf)) : undefined;
const totalNet = total(netOf);
const totalGross = total(grossOf);

/** Totals for documents that have none. */
export const totals = {
  totalGrossAmount: totalGross,
  totalNetAmount: totalNet,
  totalTaxAmount: (document: Lined) => difference(totalGross(document), totalNet(document)),
};

export const lineEncoders = sharedFields.writes;
