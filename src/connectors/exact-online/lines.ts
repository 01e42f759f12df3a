/** Lines of offers, orders and invoices: one shape, with net amounts. */
import { Big } from "big.js";
import { amounts, values } from "../../kit/columns.ts";
import { amount, type Decimal, sum } from "../../kit/money.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { code, fraction, identity, percent } from "./fields.ts";
import type { TradeLine } from "./types.ts";

const taxOf = ({ VATAmountFC, VATAmount }: TradeLine) => VATAmountFC ?? VATAmount;
export const grossOf = (line: TradeLine): number | undefined =>
  amount(line.AmountFC) === undefined ? undefined : sum([line.AmountFC, taxOf(line)]);

/** Drafts and orders may have the price after discount only (recordings). */
function priceOf({ UnitPrice, NetPrice, Discount }: TradeLine): number | undefined {
  const price = amount(UnitPrice);
  const net = amount(NetPrice) ?? 0;
  const afterDiscount = new Big(1).minus(Discount ?? 0);
  if (price !== 0 || net === 0 || afterDiscount.eq(0)) return price;
  return new Big(net).div(afterDiscount).round(priceDecimals).toNumber();
}
const priceDecimals = 6;

export const lineFields = twoWay({
  description: plainValue("Description"),
  itemId: plainValue("Item"),
  taxCode: code("VATCode"),
  quantity: number("Quantity"),
  unitAmount: { reads: priceOf, writes: number("UnitPrice").writes },
});
const discountFields = twoWay({
  totalDiscountPercentage: fraction("Discount"),
});
/** If the buyer owes the tax, the vendor gives the percentage of the code, but no tax. */
export const taxPercentage = {
  taxRatePercentage: (line: TradeLine): number | undefined =>
    amount(taxOf(line)) === 0 && amount(line.AmountFC) ? 0 : percent(line.VATPercentage),
};
export const itemName = values({ itemName: "ItemDescription" });

export const tradeLine = {
  ...identity,
  ...lineFields.reads,
  ...discountFields.reads,
  ...taxPercentage,
  ...values({ unitName: "UnitDescription" }),
  ...amounts({ totalNetAmount: "AmountFC" }),
  totalGrossAmount: grossOf,
  totalTaxAmount: (line: TradeLine) => amount(taxOf(line)),
};

const negated = (value: Decimal): number | undefined => {
  const read = amount(value);
  return read === undefined || read === 0 ? read : -read;
};

/** A credit's lines with the opposite sign, so that a fee on it is negative and the credited amounts are positive. */
export const creditedLines = (lines: readonly TradeLine[] | undefined): readonly TradeLine[] | undefined =>
  lines?.map((line) => ({
    ...line,
    AmountFC: negated(line.AmountFC),
    Quantity: negated(line.Quantity),
    VATAmountFC: negated(line.VATAmountFC),
    VATBaseAmountFC: negated(line.VATBaseAmountFC),
  }));

/** Added up from the lines, for documents whose totals do not say whether they include tax. */
export const totalsOf = <Document>(linesOf: (document: Document) => readonly TradeLine[] | undefined) => {
  const total = (valueOf: (line: TradeLine) => unknown) => (document: Document) => {
    const lines = linesOf(document);
    return lines && sum(lines.map((line) => valueOf(line) as number | undefined));
  };
  return {
    totalGrossAmount: total(grossOf),
    totalNetAmount: total(({ AmountFC }) => AmountFC),
    totalTaxAmount: total(taxOf),
  };
};

export const discountedEncoders = { ...lineFields.writes, ...discountFields.writes };
