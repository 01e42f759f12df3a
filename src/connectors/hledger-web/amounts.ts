import { Big } from "big.js";
import { currencies } from "../../contract/currencies.ts";
import type { Amount, Posting, Transaction } from "./types.ts";

export const quantityOf = ({ aquantity: { decimalMantissa, decimalPlaces } }: Amount): Big =>
  new Big(decimalMantissa).div(new Big(10).pow(decimalPlaces));

type Currency = (typeof currencies)[number];

/** Signs that are one currency's only in most books; whoever keeps others writes the code. */
const signs: Readonly<Record<string, Currency>> = {
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₽": "RUB",
};
const codes: ReadonlySet<string> = new Set(currencies);
const isCode = (text: string): text is Currency => codes.has(text);

/** Undefined for hours, shares and what else is counted. */
export const currencyOf = (commodity: string): Currency | undefined =>
  signs[commodity] ?? (isCode(commodity) ? commodity : undefined);

/** How much one of it costs in what it was bought with. */
export function rateOf(amount: Amount): Big | undefined {
  const { aprice } = amount;
  if (aprice === null) return undefined;
  const price = quantityOf(aprice.contents);
  const quantity = quantityOf(amount);
  if (aprice.tag === "UnitPrice") return price;
  return quantity.eq(0) ? undefined : price.abs().div(quantity.abs());
}

/** What was paid for it, where that is known: only so do the books add up. */
export function atCost(amount: Amount): { readonly commodity: string; readonly quantity: Big } {
  const rate = rateOf(amount);
  if (rate === undefined || amount.aprice === null)
    return { commodity: amount.acommodity, quantity: quantityOf(amount) };
  return { commodity: amount.aprice.contents.acommodity, quantity: quantityOf(amount).times(rate) };
}

/** Each amount of each posting: a posting may have several. */
export const amountsIn = ({ tpostings }: Transaction): readonly { posting: Posting; amount: Amount }[] =>
  tpostings.flatMap((posting) => posting.pamount.map((amount) => ({ posting, amount })));

/** The first of that name: a posting's own before its account's, and that before those above. */
export const tagOf = (tags: Posting["ptags"], wanted: string): string | undefined =>
  tags.find(([name]) => name === wanted)?.[1] || undefined;
