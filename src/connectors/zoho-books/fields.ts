/** Fields that several of Zoho Books' records share. */
import type * as records from "../../contract/records/contacts.ts";
import { instants, values } from "../../kit/columns.ts";
import { countryCode } from "../../kit/countries.ts";
import { lookup } from "../../kit/lookup.ts";
import { mapping } from "../../kit/mapping.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { allOf } from "./conventions.ts";
import type { Address, Currency, Text } from "./types.ts";

export const stamps = instants({ createdDate: "created_time", updatedDate: "last_modified_time" });

export const currencyOf = ({ currency_code: code }: { readonly currency_code?: Text }) => currencyCode(code);

const currencies = lookup<Currency>({
  path: "/settings/currencies",
  id: "currency_id",
  code: "currency_code",
  kind: "currency",
  read: (session, path) => allOf<Currency>(session, path, "currencies"),
});
/** Bodies have the id of a currency, and records its code beside it. */
export const currencyAs = currencies.as("currency_id");

export interface Place {
  readonly type: "BILLING" | "DELIVERY";
  readonly place: Address;
}

const isFilled = ({ address, street2, city, zip, country }: Address): boolean =>
  [address, street2, city, zip, country].some((text) => !!text);

interface WithAddresses {
  readonly billing_address?: Address | null;
  readonly shipping_address?: Address | null;
}

/** Empty addresses have all their fields, as empty texts. */
export const placesOf = ({ billing_address: billing, shipping_address: shipping }: WithAddresses): readonly Place[] => [
  ...(billing && isFilled(billing) ? [{ type: "BILLING", place: billing } as const] : []),
  ...(shipping && isFilled(shipping) ? [{ type: "DELIVERY", place: shipping } as const] : []),
];

/** Documents have no code of the country, only its name. */
const codeOf = ({ country_code: code, country }: Address): string | undefined =>
  code || countryCode(country?.replaceAll(".", ""));

const lines = values({ addressLine1: "place.address", addressLine2: "place.street2", city: "place.city" });

export const address = mapping<records.Address, Place>({
  ...lines,
  ...values({ postalCode: "place.zip" }),
  countryCode: ({ place }) => codeOf(place),
  type: ({ type }) => type,
});

export const contactAddress = mapping<records.ContactAddress, Place>({
  ...lines,
  ...values({ postalCode: "place.zip" }),
  countryCode: ({ place }) => countryCode(codeOf(place)),
  type: ({ type }) => type,
});
