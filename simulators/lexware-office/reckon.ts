/** The sums of a sales document, as the vendor computes them: per tax rate, rounded there. */
import { Big } from "big.js";
import { filled } from "./answers.ts";
import { isRow, type Row } from "./inspect.ts";

const number = (value: unknown) => new Big(typeof value === "number" ? value : 0);
const cents = (value: Big) => value.round(2).toNumber();

export interface Sums {
  readonly lineItems: Row[];
  readonly totalPrice: Row;
  readonly taxAmounts: Row[];
}

/** With `gross` the lines' amounts contain the tax, with every other tax type they do not. */
export function reckon(body: Row): Sums {
  const { taxType } = body["taxConditions"] as { readonly taxType: string };
  const gross = taxType === "gross";
  const lineItems = (body["lineItems"] as Row[]).map((line) => lineOf(line, gross));
  const perRate = new Map<number, Big>();
  for (const line of lineItems.filter(counts)) {
    const rate = number((line["unitPrice"] as Row)["taxRatePercentage"]).toNumber();
    perRate.set(rate, (perRate.get(rate) ?? new Big(0)).plus(number(line["lineItemAmount"])));
  }
  const given = (body["totalPrice"] ?? {}) as Row;
  const left = afterDiscount(perRate, given);
  const taxAmounts = [...perRate]
    .sort(([a], [b]) => a - b)
    .map(([rate, amount]) => taxed(rate, amount.times(left).round(2), gross));
  const sum = (field: "netAmount" | "taxAmount") =>
    taxAmounts.reduce((sum, amounts) => sum.plus(amounts[field]), new Big(0));
  const [net, tax] = [sum("netAmount"), sum("taxAmount")];
  const totals = { totalNetAmount: cents(net), totalGrossAmount: cents(net.plus(tax)), totalTaxAmount: cents(tax) };
  const { totalDiscountAbsolute, totalDiscountPercentage } = given;
  return {
    lineItems,
    taxAmounts,
    totalPrice: filled({ currency: "EUR", ...totals, totalDiscountAbsolute, totalDiscountPercentage }),
  };
}

/** Texts have no price; what is optional or an alternative is only offered. */
const counts = (line: Row) => isRow(line["unitPrice"]) && line["optional"] !== true && line["alternative"] !== true;

/** The share of every line that is left after a discount on the whole. */
function afterDiscount(perRate: ReadonlyMap<number, Big>, given: Row): Big {
  const whole = [...perRate.values()].reduce((sum, amount) => sum.plus(amount), new Big(0));
  if (typeof given["totalDiscountPercentage"] === "number")
    return new Big(100).minus(given["totalDiscountPercentage"]).div(100);
  if (whole.eq(0)) return new Big(1);
  return whole.minus(number(given["totalDiscountAbsolute"])).div(whole);
}

function taxed(rate: number, amount: Big, gross: boolean) {
  const share = new Big(rate).div(100);
  const tax = (gross ? amount.minus(amount.div(share.plus(1))) : amount.times(share)).round(2);
  return {
    taxRatePercentage: rate,
    taxAmount: tax.toNumber(),
    netAmount: cents(gross ? amount.minus(tax) : amount),
  };
}

const fields = ["id", "type", "name", "description", "quantity", "unitName"];

function lineOf(line: Row, gross: boolean): Row {
  const known = filled(Object.fromEntries(fields.map((field) => [field, line[field]])));
  if (line["type"] === "text" || !isRow(line["unitPrice"])) return known;
  const { netAmount, grossAmount, taxRatePercentage } = line["unitPrice"];
  const factor = number(taxRatePercentage).div(100).plus(1);
  const [net, full] = gross
    ? [number(grossAmount).div(factor), number(grossAmount)]
    : [number(netAmount), number(netAmount).times(factor)];
  const left = new Big(100).minus(number(line["discountPercentage"])).div(100);
  const { discountPercentage, alternative, optional, subItems } = line;
  return {
    ...known,
    unitPrice: {
      ...{ currency: "EUR", netAmount: net.round(4).toNumber(), grossAmount: full.round(4).toNumber() },
      taxRatePercentage,
    },
    ...filled({ discountPercentage }),
    lineItemAmount: cents((gross ? full : net).times(number(line["quantity"])).times(left)),
    ...(Array.isArray(subItems) && { subItems: (subItems as Row[]).map((item) => lineOf(item, gross)) }),
    ...filled({ alternative, optional }),
  };
}
