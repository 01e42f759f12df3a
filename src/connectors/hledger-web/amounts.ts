import { Big } from "big.js";
import { currencies } from "../../contract/currencies.ts";
import type { Amount, Posting, Transaction } from "./types.ts";

export const quantityOf = ({ aquantity: { decimalMantissa, decimalPlaces } }: Amount): Big =>
  new Big(decimalMantissa).div(new Big(10).pow(decimalPlaces));

type Currency = (typeof currencies)[number];

/** Currency symbols, in their most common meaning. Books in other currencies use the code. */
const symbols: Readonly<Record<string, Currency>> = {
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₽": "RUB",
};
const codes: ReadonlySet<string> = new Set(currencies);
const isCode = (text: string): text is Currency => codes.has(text);

/** Undefined for commodities that are not currencies, such as hours or shares. */
export const currencyOf = (commodity: string): Currency | undefined =>
  symbols[commodity] ?? (isCode(commodity) ? commodity : undefined);

/** The price of one unit, in the commodity it was bought with. */
export function rateOf(amount: Amount): Big | undefined {
  const { aprice } = amount;
  if (aprice === null) return undefined;
  const price = quantityOf(aprice.contents);
  const quantity = quantityOf(amount);
  if (aprice.tag === "UnitPrice") return price;
  return quantity.eq(0) ? undefined : price.abs().div(quantity.abs());
}

/** The amount at cost, if the cost is known. The books balance only at cost. */
export function atCost(amount: Amount): { readonly commodity: string; readonly quantity: Big } {
  const rate = rateOf(amount);
  if (rate === undefined || amount.aprice === null)
    return { commodity: amount.acommodity, quantity: quantityOf(amount) };
  return { commodity: amount.aprice.contents.acommodity, quantity: quantityOf(amount).times(rate) };
}

/** Every amount of every posting. A posting may have several. */
export const amountsIn = ({ tpostings }: Transaction): readonly { posting: Posting; amount: Amount }[] =>
  tpostings.flatMap((posting) => posting.pamount.map((amount) => ({ posting, amount })));

/** The first tag of that name: the posting's before its account's, and that before the parent accounts'. */
export const tagOf = (tags: Posting["ptags"], name: string): string | undefined =>
  tags.find(([tag]) => tag === name)?.[1] || undefined;
