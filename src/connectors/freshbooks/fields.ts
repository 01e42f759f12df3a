/** Fields that several of FreshBooks' records share. */
import { Big } from "big.js";
import { decimalsOf } from "../../contract/currencies.ts";
import type { Address } from "../../contract/records/contacts.ts";
import { codesIn, countryCode } from "../../kit/countries.ts";
import { encoder, fieldAs, inParent, invalidField, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import type { Money, MoneyValue, Text } from "./types.ts";

/** The vendor's 0 stands for no record. */
export const idOf = (id: number | null | undefined): string | undefined =>
  id === null || id === undefined || id === 0 ? undefined : String(id);

export const amountOf = (money: MoneyValue): number | undefined => amount(money?.amount);

export const currencyOf = ({ currency_code: code }: { readonly currency_code?: Text }) => currencyCode(code);

/** `80.00`, with more decimals only if the price has more. */
export const priceText = (value: number): string => {
  const text = decimal(value);
  return (text.split(".")[1] ?? "").length < 2 ? new Big(text).toFixed(2) : text;
};
export const moneyOf = (value: number, code: string | undefined): Money => ({
  amount: priceText(value),
  ...(code !== undefined && { code }),
});

/** Rounded to the smallest unit of the currency. */
export const rounded = (value: Big, currency: Text): number =>
  value.round(decimalsOf(currency ?? undefined), Big.roundHalfUp).toNumber();

const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Countries are stored with their English names (recorded: United States, Canada). */
function countryName(code: string, field: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined;
  if (name === undefined || !codesIn("en").has(name.toLowerCase()))
    throw invalidField(`${code} is not the code of a country.`, field);
  return name;
}
export const countryAs = (name: string) =>
  Object.assign((code: string, _input: unknown, field: string): object => ({ [name]: countryName(code, field) }), {
    path: [name],
  });

interface Placed {
  readonly street?: Text;
  readonly street2?: Text;
  readonly city?: Text;
  readonly code?: Text;
  readonly country?: Text;
}

const address = mapping<Address, Placed>({
  addressLine1: ({ street }) => street,
  addressLine2: ({ street2 }) => street2,
  city: ({ city }) => city,
  countryCode: ({ country }) => countryCode(country),
  postalCode: ({ code }) => code,
});
const hasAddress = ({ street, street2, city, code, country }: Placed): boolean =>
  Boolean(street || street2 || city || code || country);

/** A sales document has one address, with the customer's as its default. */
export const addresses = nestedList(address, (native: Placed) => (hasAddress(native) ? [native] : undefined));
export const addressesAs = singleEntry(
  inParent(
    encoder<Address>({
      addressLine1: fieldAs("street"),
      addressLine2: fieldAs("street2"),
      city: fieldAs("city"),
      countryCode: countryAs("country"),
      postalCode: fieldAs("code"),
      type: sentSeparately,
    }),
  ),
);
