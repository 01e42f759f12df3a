/** What lines and documents come to. */
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

/** Net and gross of a line; what a tax is included in comes off the price. */
export function priced(company: Books, quantity: unknown, line: Row, taxIds: unknown): Priced {
  const taxes = [taxIds].flat().flatMap((id): Row[] => [company.tables["account.tax"].get(id) ?? []].flat());
  const sold = big(quantity || 0).times(big(line["price_unit"] || 0));
  const after = cents(percentOf(sold, big(100).minus(big(line["discount"] || 0))));
  const included = taxes.filter((tax) => tax["price_include"]).map(({ amount }) => amount);
  const net = cents(after.times(100).div(sum(included).plus(100)));
  const each = taxes.map((tax) => [tax, cents(percentOf(net, tax["amount"]))] as const);
  const gross = included.length > 0 ? after : net.plus(sum(each.map(([, amount]) => amount)));
  return { net, gross, taxes: each };
}
