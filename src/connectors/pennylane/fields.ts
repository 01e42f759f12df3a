/** Fields that several of Pennylane's records share. */
import { cannotStore } from "../../contract/failure.ts";
import type { ContactAddress } from "../../contract/records/contacts.ts";
import { instants } from "../../kit/columns.ts";
import { todayIn } from "../../kit/dates.ts";
import { atPath, encodedBy, encoder, type FieldEncoder, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { zone } from "./conventions.ts";
import type { PostalAddress, Text } from "./types.ts";

export const today = (): string => todayIn(zone);

/** Ids are numbers at the vendor. */
const idOf = (id: number | null | undefined): string | undefined =>
  id === null || id === undefined ? undefined : String(id);

export const idIn = (reference: { readonly id?: number | null } | null | undefined): string | undefined =>
  idOf(reference?.id);

export const stamps = instants({ createdDate: "created_at", updatedDate: "updated_at" });
export const updated = instants({ updatedDate: "updated_at" });

export const currencyOf = ({ currency }: { readonly currency?: Text }) => currencyCode(currency);

/** An id in a body. The vendor's ids are numbers, so anything else names no record. */
export const idAs = (...path: readonly string[]) =>
  Object.assign(
    (id: string, _input: unknown, field: string): object => {
      if (!/^\d{1,15}$/.test(id)) throw cannotStore(`Pennylane has no record with the id "${id}".`, field);
      return encodedBy(Number)(...path)(id);
    },
    { path },
  );

/** The vendor has empty texts instead of no value. */
const isFilled = (place: PostalAddress | null | undefined): place is PostalAddress =>
  Boolean(place?.address || place?.city || place?.postal_code);

interface Place extends PostalAddress {
  readonly type: "BILLING" | "DELIVERY";
}

/** The first line, and the others in one. */
const linesOf = ({ address }: PostalAddress): readonly [first: string | undefined, others: string | undefined] => {
  const [first, ...others] = (address ?? "").split(/\r?\n/);
  return [first || undefined, others.join(", ") || undefined];
};

export const placeMapping = mapping<ContactAddress, Place>({
  addressLine1: (place) => linesOf(place)[0],
  addressLine2: (place) => linesOf(place)[1],
  city: ({ city }) => city,
  countryCode: ({ country_alpha2: country }) => country,
  postalCode: ({ postal_code: code }) => code,
  type: ({ type }) => type,
});

export const placesOf = (places: { readonly [Type in Place["type"]]?: PostalAddress | null | undefined }): Place[] =>
  (["BILLING", "DELIVERY"] as const).flatMap((type) => {
    const place = places[type];
    return isFilled(place) ? [{ ...place, type }] : [];
  });

/** All four parts are required (reference, 2026-04). */
const placeOf = ({ addressLine1, addressLine2, city, countryCode, postalCode }: ContactAddress): PostalAddress => ({
  address: [addressLine1, addressLine2].filter(Boolean).join("\n"),
  postal_code: postalCode ?? "",
  city: city ?? "",
  country_alpha2: countryCode ?? "",
});

const placeFields = encoder<ContactAddress>({
  addressLine1: sentSeparately,
  addressLine2: sentSeparately,
  city: sentSeparately,
  countryCode: sentSeparately,
  postalCode: sentSeparately,
  type: sentSeparately,
});

/** One address of each kind. A record without a path for deliveries has one address. */
export const placesAs = (path: string, deliveryPath?: string): FieldEncoder<readonly ContactAddress[]> =>
  nested(placeFields, (places: readonly ContactAddress[], _input: unknown, field) => {
    const isDelivery = ({ type }: ContactAddress): boolean => deliveryPath !== undefined && type === "DELIVERY";
    const [delivery, ...otherDeliveries] = places.filter(isDelivery);
    const [billing, ...others] = places.filter((place) => !isDelivery(place));
    if (others.length > 0 || otherDeliveries.length > 0)
      throw cannotStore(
        `Pennylane stores one address${deliveryPath === undefined ? "" : " and one of type DELIVERY"}. Send fewer.`,
        field,
      );
    return {
      ...(billing && atPath([path], placeOf(billing))),
      ...(delivery && deliveryPath !== undefined && atPath([deliveryPath], placeOf(delivery))),
    };
  });

interface Mailbox {
  readonly email: string;
}

const mailbox = mapping<Mailbox, string>({ email: (email) => email });

/** E-mail addresses are a list of texts. */
export const emails = {
  map: mailbox,
  as: nested(
    encoder<{ readonly email?: string }>({ email: sentSeparately }),
    (all: readonly { readonly email?: string }[]) => ({ emails: all.flatMap(({ email }) => email ?? []) }),
  ),
};
