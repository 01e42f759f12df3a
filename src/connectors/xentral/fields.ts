/** Fields that several of Xentral's records share. */
import { cannotStore } from "../../contract/failure.ts";
import type { ContactAddress } from "../../contract/records/contacts.ts";
import { instants } from "../../kit/columns.ts";
import { encodedBy, encoder, type FieldEncoder, fieldAs, nested } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { idOf } from "./conventions.ts";
import type { Money, PostalAddress } from "./types.ts";

export const stamps = instants({ createdDate: "createdAt", updatedDate: "updatedAt" });
export const updated = instants({ updatedDate: "updatedAt" });
export const identity = { id: idOf };

export const amountOf = (money: Money | null | undefined): number | undefined => amount(money?.amount);

interface Place extends PostalAddress {
  readonly kind: "BILLING" | "DELIVERY" | "WORK";
}

export const place = mapping<ContactAddress, Place>({
  addressLine1: ({ street }) => street,
  addressLine2: ({ addressSupplement }) => addressSupplement,
  city: ({ city }) => city,
  countryCode: ({ country }) => country,
  postalCode: ({ zipCode }) => zipCode,
  type: ({ kind }) => kind,
});

const isFilled = ({ street, zipCode, city, country }: PostalAddress): boolean =>
  Boolean(street || zipCode || city || country);

export const placesOf = (kind: Place["kind"], ...addresses: readonly (PostalAddress | null | undefined)[]): Place[] =>
  addresses.flatMap((address) => (address && isFilled(address) ? [{ ...address, kind }] : []));

interface AddressInput {
  readonly addressLine1?: string;
  readonly addressLine2?: string;
  readonly city?: string;
  readonly countryCode?: string;
  readonly postalCode?: string;
  readonly type?: string;
}

const parts = {
  addressLine1: fieldAs("street"),
  addressLine2: fieldAs("addressSupplement"),
  city: fieldAs("city"),
  countryCode: fieldAs("country"),
  postalCode: fieldAs("zipCode"),
  type: () => ({}),
};
const address = encoder<AddressInput>(parts);

/** The only address that a record takes, under the vendor's name for it. */
export const addressAs = (name: string): FieldEncoder<readonly AddressInput[]> =>
  Object.assign(
    nested(address, (addresses: readonly AddressInput[], _input: unknown, field) => {
      const [first, ...others] = addresses;
      if (others.length > 0) throw cannotStore("Xentral takes one address here. Send one.", field);
      return first === undefined ? {} : { [name]: address(first, field) };
    }),
    { path: [name] },
  );

/** A reference by id. Xentral's ids are numbers, so anything else names no record. */
export const referenceAs = (name: string) => {
  const encode = encodedBy((id: string) => ({ id }))(name);
  return Object.assign(
    (id: string, _input: unknown, field: string): object => {
      if (!/^\d{1,15}$/.test(id)) throw cannotStore(`Xentral has no record with the id "${id}".`, field);
      return encode(id);
    },
    { path: [name, "id"] },
  );
};
