/** Lines of orders, invoices and projects, which all have the same shape. */

import { amounts } from "../../kit/columns.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { number, same, twoWay } from "../../kit/twoWay.ts";
import { identity, linkedId } from "./fields.ts";
import type { Line, List } from "./types.ts";

/** The lines in `fields`. */
export const lineFields = "orderLines(*,product(id,name,productUnit(name)),vatType(id,percentage))";

const sharedFields = twoWay({
  description: same("description"),
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
