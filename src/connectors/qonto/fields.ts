/** Fields that several of Qonto's records share. */
import { cannotStore } from "../../contract/failure.ts";
import type { ContactAddress } from "../../contract/records/contacts.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import type { Money, PostalAddress, Text } from "./types.ts";

export const amountOf = (money: Money | null | undefined): number | undefined => amount(money?.value);
export const currencyOf = (money: Money | null | undefined) => currencyCode(money?.currency);

/** Percentages are fractions: `"0.2"` is 20 %. */
export const percentageOf = (fraction: Text): number | undefined => {
  const value = amount(fraction);
  return value === undefined ? undefined : Number(decimal(value * 100));
};
export const fractionOf = (percentage: number): string => decimal(percentage / 100);

interface Place extends PostalAddress {
  readonly use: "BILLING" | "DELIVERY";
}

export const place = mapping<ContactAddress, Place>({
  addressLine1: ({ street_address: street }) => street,
  city: ({ city }) => city,
  // The documentation has countries of addresses in either case.
  countryCode: ({ country_code: country }) => country?.toUpperCase(),
  postalCode: ({ zip_code: zip }) => zip,
  type: ({ use }) => use,
});

const isFilled = ({ street_address: street, city, zip_code: zip, country_code: country }: PostalAddress): boolean =>
  Boolean(street || city || zip || country);

interface WithAddresses {
  readonly billing_address?: PostalAddress | null;
  readonly delivery_address?: PostalAddress | null;
}

export const placesOf = (owner: WithAddresses | null | undefined): readonly Place[] => [
  ...(owner?.billing_address && isFilled(owner.billing_address)
    ? [{ ...owner.billing_address, use: "BILLING" as const }]
    : []),
  ...(owner?.delivery_address && isFilled(owner.delivery_address)
    ? [{ ...owner.delivery_address, use: "DELIVERY" as const }]
    : []),
];

/** The only currency of invoices and products today. */
export function checkEuro(currency: string, field: string): void {
  if (currency !== "EUR")
    throw cannotStore("Qonto has prices in EUR only. Send EUR, or leave the currency out.", field);
}
