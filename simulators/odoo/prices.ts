/** Totals of lines and documents. */
import type { Big } from "big.js";
import { percentOf } from "../engine/pricing.ts";
import { big, cents, type Row, sum } from "../engine/values.ts";
import type { Books } from "./orm.ts";

export const totalsOf = (net: Big, gross: Big) => ({
  amount_untaxed: net.toNumber(),
  amount_tax: gross.minus(net).toNumber(),
  amount_total: gross.toNumber(),
});

interface Priced {
  readonly net: Big;
  readonly gross: Big;
  readonly taxes: readonly (readonly [tax: Row, amount: Big])[];
}

/** Net and gross amount of a line. Taxes that the price includes are subtracted from it. */
export function priceLine(company: Books, quantity: unknown, line: Row, taxIds: unknown): Priced {
  const taxes = [taxIds].flat().flatMap((id): Row[] => [company.tables["account.tax"].get(id) ?? []].flat());
  const listed = big(quantity || 0).times(cents(big(line["price_unit"] || 0)));
  const discounted = cents(percentOf(listed, big(100).minus(big(line["discount"] || 0))));
  const included = taxes.filter((tax) => tax["price_include"]).map(({ amount }) => amount);
  const net = cents(discounted.times(100).div(sum(included).plus(100)));
  const taxAmounts = taxes.map((tax) => [tax, cents(percentOf(net, tax["amount"]))] as const);
  const gross = included.length > 0 ? discounted : net.plus(sum(taxAmounts.map(([, amount]) => amount)));
  return { net, gross, taxes: taxAmounts };
}
