/** Lines of documents: items, prices, and totals. */
import { Big } from "big.js";
import { money, percentOf, rounded, sum, zero } from "../basics/amounts.ts";
import { at, type Random } from "../basics/random.ts";
import { type Dimension, dimensions, type Item, items } from "../masterdata/catalogue.ts";
import { type TaxRate, taxRates } from "../masterdata/chart.ts";

/** The goods or service of a line. A line that a caller wrote may have no item. */
export type Traded = Pick<Item, "isService" | "expenseAccount" | "incomeAccount"> &
  Readonly<Record<"id" | "name" | "unit", string | null>>;

export interface Line {
  readonly item: Traded;
  /** Overrides the item's account. */
  readonly account?: string;
  readonly description: string | null;
  readonly quantity: Big;
  readonly unitPrice: Big;
  /** In percent. */
  readonly discount: Big;
  readonly rate: TaxRate;
  readonly dimensions: readonly Dimension[];
  readonly discountAmount: Big;
  readonly net: Big;
  readonly tax: Big;
  readonly gross: Big;
}

export interface Trade {
  readonly isSale: boolean;
  readonly currency: string;
  /** The price of one unit of the currency in the company's own. */
  readonly rate: string;
  readonly isTaxed: boolean;
  /** The recipient owes the tax. */
  readonly isReverseCharge?: boolean;
  /** Prices include the tax. */
  readonly isInclusive?: boolean;
  /** A fixed discount of every line in percent, instead of a random one. */
  readonly discount?: string;
}

const longText = "Lieferung frei Haus einschließlich Verpackung; bitte beachten Sie die beigefügten Pflegehinweise. "
  .repeat(8)
  .trim();

const valuable = items.filter(({ purchasePrice }) => purchasePrice.gte(5));

export function makeLines(chance: Random, count: number, trade: Trade): Line[] {
  return Array.from({ length: count }, (_, index) => {
    // The first line always has a price, so that no document is worth nothing.
    const item = chance.pick(index === 0 ? valuable : items);
    const discount = trade.discount ?? (chance.between(1, 5) === 1 ? chance.pick(["5", "10", "12.5"]) : "0");
    const isSmall = item.salesPrice.lt(0.6);
    const quantity = new Big(chance.between(1, isSmall ? 400 : 12)).plus(item.unit === "kilogram" ? "0.375" : 0);
    const line = {
      item,
      description:
        index % 4 === 1 ? (chance.between(1, 12) === 1 ? longText : `Position ${index + 1}: ${item.name}`) : null,
      quantity,
      unitPrice: priceIn(trade, trade.isSale ? item.salesPrice : item.purchasePrice),
      discount: new Big(discount),
      rate: trade.isTaxed ? (trade.isSale ? item.sales : item.input) : untaxedRate(trade),
      dimensions: index % 3 === 0 ? [at(dimensions, chance.between(0, 6))] : [],
    };
    return { ...line, ...priced(line, trade) };
  });
}

/** The tax rate of a line without tax. */
export const untaxedRate = ({ isReverseCharge }: Pick<Trade, "isReverseCharge">): TaxRate =>
  isReverseCharge ? taxRates.reverse : taxRates.none;

/** Prices in EUR may have more than two decimals. */
const priceIn = ({ currency, rate }: Trade, price: Big): Big =>
  currency === "EUR" ? price : rounded(price.div(rate), currency);

type Unpriced = Pick<Line, "quantity" | "unitPrice" | "discount" | "rate">;

/** The amounts of a line. */
export function priced(
  { quantity, unitPrice, discount, rate }: Unpriced,
  { currency, isInclusive }: Pick<Trade, "currency" | "isInclusive">,
) {
  const full = rounded(quantity.times(unitPrice), currency);
  const discountAmount = rounded(percentOf(full, discount), currency);
  const remaining = full.minus(discountAmount);
  const tax = isInclusive
    ? remaining.minus(rounded(remaining.times(100).div(new Big(100).plus(rate.percentage)), currency))
    : rounded(percentOf(remaining, rate.percentage), currency);
  const net = isInclusive ? remaining.minus(tax) : remaining;
  return { discountAmount, net, tax, gross: net.plus(tax) };
}

export interface Totals {
  readonly net: Big;
  readonly tax: Big;
  readonly gross: Big;
  readonly discount: Big;
}

/** The sums of the lines, with the discounts of the lines. */
export const totalsOf = (lines: readonly Line[]): Totals => ({
  net: sum(lines, (line) => line.net),
  tax: sum(lines, (line) => line.tax),
  gross: sum(lines, (line) => line.gross),
  discount: sum(lines, (line) => line.discountAmount),
});

/** A document's totals. The discounts of its lines are in their net amounts; only its own discount is beside them. */
export function documentTotals(lines: readonly Line[], discount: Big, currency: string): Totals {
  return { ...totalsOf(discounted(lines, discount, currency)), discount };
}

/** A discount in percent of all lines, as an amount. */
export const discountOf = (lines: readonly Line[], percentage: Big | string, currency: string): Big =>
  rounded(percentOf(totalsOf(lines).net, percentage), currency);

/**
 * Spreads the discount of the whole document over its lines, by their net amounts, and computes the tax of each rate on
 * the rest. Rounding sums instead of single lines keeps the totals exact.
 */
export function discounted(lines: readonly Line[], discount: Big, currency: string): readonly Line[] {
  const totalNet = totalsOf(lines).net;
  if (discount.eq(0) || totalNet.eq(0)) return lines;
  const taxes = new Map<string, { net: Big; tax: Big }>();
  let fullNet = zero;
  let taken = zero;
  return lines.map((line) => {
    fullNet = fullNet.plus(line.net);
    const less = rounded(discount.times(fullNet).div(totalNet), currency).minus(taken);
    taken = taken.plus(less);
    const net = line.net.minus(less);
    const before = taxes.get(line.rate.code) ?? { net: zero, tax: zero };
    const rateNet = before.net.plus(net);
    const rateTax = rounded(percentOf(rateNet, line.rate.percentage), currency);
    taxes.set(line.rate.code, { net: rateNet, tax: rateTax });
    const tax = rateTax.minus(before.tax);
    return { ...line, net, tax, gross: net.plus(tax) };
  });
}

export function nativeTotals({ net, tax, gross, discount }: Totals, currency: string) {
  const full = net.plus(discount);
  return {
    total_discount_amount: money(discount, currency),
    total_discount_percentage: (full.eq(0) ? zero : discount.times(100).div(full)).round(2).toString(),
    total_gross_amount: money(gross, currency),
    total_net_amount: money(net, currency),
    total_tax_amount: money(tax, currency),
  };
}

export interface Stamps {
  readonly created_at: string;
  readonly updated_at: string;
}

/** The line as every document but the invoice shows it. */
export function nativeLine(line: Line, currency: string, id: string, stamps: Stamps) {
  return {
    id,
    item_id: line.item.id,
    item_name: line.item.name,
    description: line.description,
    quantity: line.quantity.toString(),
    tax_code: line.rate.code,
    tax_rate_percentage: line.rate.percentage,
    ...nativeTotals({ net: line.net, tax: line.tax, gross: line.gross, discount: line.discountAmount }, currency),
    total_discount_percentage: line.discount.toString(),
    unit_amount: line.unitPrice.toString(),
    unit_discount_amount: rounded(percentOf(line.unitPrice, line.discount), currency).toString(),
    unit_discount_percentage: line.discount.toString(),
    unit_name: line.item.unit,
    ...stamps,
  };
}
