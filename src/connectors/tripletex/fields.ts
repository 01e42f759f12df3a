/** Groups of fields that many of Tripletex's records share. */
import * as records from "../../contract/records/contacts.ts";
import { columns } from "../../kit/columns.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { atPath, type FieldEncoder, invalidField } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import type { Address, Changed, Identified, Priced, Reference, Text } from "./types.ts";

export const identity = { id: ({ id }: Identified) => String(id) };

export const idOf = (reference: Reference | null | undefined): string | undefined =>
  reference ? String(reference.id) : undefined;

/** 0 means that there is no number. */
export const numberOf = (number: number | null | undefined): string | undefined =>
  number ? String(number) : undefined;

export const ids = columns(idOf);
export const numbers = columns(numberOf);

/** The vendor's timestamps have no time zone. Read as UTC, they are never earlier than the real time. */
const zoned = (at: Text): Text => (at && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(at) ? `${at}Z` : at);
const later = (a: string | undefined, b: string | undefined): string | undefined => ((b ?? "") > (a ?? "") ? b : a);

const createdDate = ({ changes }: Changed) =>
  instant(zoned(changes?.find(({ changeType }) => changeType === "CREATE")?.timestamp));
export const updatedDate = ({ changes }: Changed): string | undefined =>
  changes?.map(({ timestamp }) => instant(zoned(timestamp))).reduce(later, undefined);

export const stamps = { createdDate, updatedDate };

export const currencyOf = ({ currency: native }: Priced) => currencyCode(native?.code);

export const dayOf = (day: Text): string | undefined => accountingDay(day);

export const addressLines = twoWay({
  addressLine1: plainValue("addressLine1"),
  addressLine2: plainValue("addressLine2"),
  city: plainValue("city"),
  // Written with its code, which is replaced by the vendor's id of the country.
  countryCode: plainValue("country.isoAlpha2Code"),
  postalCode: plainValue("postalCode"),
});

/** The vendor fills in the country itself, so a country alone is not an address. */
const isFilled = (address: Address | null | undefined): address is Address =>
  Boolean(address && (address.addressLine1 || address.addressLine2 || address.city || address.postalCode));

type AddressType = NonNullable<records.ContactAddress["type"]>;
export interface TypedAddress extends Address {
  readonly kind: AddressType;
}

/** The addresses that are filled in, with their types. */
export const addressesOf = (
  addresses: { readonly [Type in AddressType]?: Address | null | undefined },
): readonly TypedAddress[] | undefined => {
  const filled = Object.entries(addresses).flatMap(([kind, address]) =>
    isFilled(address) ? [{ ...address, kind: kind as AddressType }] : [],
  );
  return filled.length > 0 ? filled : undefined;
};

const typedAddress = mapping<records.ContactAddress, TypedAddress>({
  ...addressLines.reads,
  type: ({ kind }) => kind,
});

export const addressList = <Native>(pick: (native: Native) => readonly TypedAddress[] | undefined) => ({
  addresses: nestedList(typedAddress, pick),
});

/** An address in `fields`. */
export const addressFields = "(id,addressLine1,addressLine2,postalCode,city,country(isoAlpha2Code))";

/** The vendor's ids are whole numbers. */
export function numericId(id: string, field: string): number {
  if (!/^\d{1,15}$/.test(id)) throw invalidField("This target system's ids are whole numbers.", field);
  return Number(id);
}

const numericIdAs = (...path: readonly string[]): FieldEncoder<string> =>
  Object.assign((id: string, _input: unknown, field: string) => atPath(path, numericId(id, field)), { path });

/** Records are named by their ids: `contactId: idAs("customer")`. */
export const idAs = (name: string) => numericIdAs(name, "id");

/** The id of another record, for two-way tables: `contactId: linkedId("customer")`. */
export const linkedId = <const Name extends string>(name: Name) => ({
  reads: ids({ value: name }).value,
  writes: idAs(name),
});

/** A whole number that we keep as text, for two-way tables: `number: wholeNumber("customerNumber")`. */
export const wholeNumber = <const Name extends string>(name: Name) => ({
  reads: numbers({ value: name }).value,
  writes: numericIdAs(name),
});
