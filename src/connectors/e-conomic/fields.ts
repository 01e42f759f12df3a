/** Groups of fields that many of e-conomic's records share. */
import type { Address, ContactAddress } from "../../contract/records/contacts.ts";
import { type At, columns, instants, values } from "../../kit/columns.ts";
import { atPath, type FieldEncoder, invalidField } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, type Decimal } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { fromKey } from "./conventions.ts";
import { countryCode } from "./countries.ts";
import type { Integer, Linked, Place } from "./types.ts";

/** A number as an id; 0 is one. */
export const idOf = (number: Integer): string | undefined =>
  number === null || number === undefined ? undefined : String(number);

export const ids = columns(idOf);

/** The number of another record, or the end of its URL if the vendor sends only that. */
export function idIn(reference: Linked, name: string): string | undefined {
  const number = reference?.[name];
  if (typeof number === "number" || (typeof number === "string" && number !== "")) return String(number);
  const last = reference?.self?.split("?")[0]?.split("/").at(-1);
  return last ? fromKey(last) : undefined;
}

type Links<Table> = {
  readonly [Ours in keyof Table]: Table[Ours] extends `${infer Name}.${string}`
    ? (native: At<Name, Linked>) => string | undefined
    : never;
};
/** The numbers of other records: `...links({ contactId: "customer.customerNumber" })`. */
export const links = <const Table extends Readonly<Record<string, `${string}.${string}`>>>(table: Table) =>
  Object.assign(
    {},
    ...Object.entries(table).map(([ours, path]) => {
      const [name = "", number = ""] = path.split(".");
      return columns((reference: Linked) => idIn(reference, number))({ [ours]: name });
    }),
  ) as Links<Table>;

export const stamp = instants({ updatedDate: "lastUpdated" });

export const town = twoWay({
  city: plainValue("city"),
  postalCode: plainValue("zip"),
});

const addressLines = {
  addressLine1: ({ address }: Place) => address?.split(/\r?\n/)[0],
  addressLine2: ({ address }: Place) => address?.split(/\r?\n/).slice(1).filter(Boolean).join(", "),
  ...town.reads,
  ...values({ type: "type" }),
  countryCode: ({ country }: Place) => countryCode(country),
};

type TypedPlace = Place & { readonly type: "BILLING" | "DELIVERY" };

export const documentAddress = mapping<Address, TypedPlace>(addressLines);
export const contactAddress = mapping<ContactAddress, TypedPlace>(addressLines);

const isFilled = (address: Place | null | undefined): address is Place =>
  Boolean(address && (address.address || address.zip || address.city || address.country));

export const placesOf = (billing: Place | null | undefined, delivery?: Place | null): readonly TypedPlace[] => [
  ...(isFilled(billing) ? [{ ...billing, type: "BILLING" as const }] : []),
  ...(isFilled(delivery) ? [{ ...delivery, type: "DELIVERY" as const }] : []),
];

/** The amount with the opposite sign. Zero stays 0 instead of becoming -0. */
export const negated = (value: Decimal): number | undefined => {
  const positive = amount(value);
  return positive === undefined || positive === 0 ? positive : -positive;
};

export const negateds = columns(negated);

/** Writes an id as the whole number that it is to the vendor: `contactId: idAs("customer", "customerNumber")`. */
export const idAs = (...path: readonly string[]): FieldEncoder<string> =>
  Object.assign((value: string, _input: unknown, field: string) => atPath(path, wholeNumber(value, field)), { path });

/** The record's own number: `number: wholeId("customerNumber")`. */
export const wholeId = <const Name extends string>(name: Name) => ({
  reads: ids({ value: name }).value,
  writes: idAs(name),
});

/** The number of another record: `contactId: linkedId("customer.customerNumber")`. */
export const linkedId = <const Path extends `${string}.${string}`>(path: Path) => ({
  reads: links({ value: path }).value,
  writes: idAs(...path.split(".")),
});

export function wholeNumber(value: string, field: string): number {
  if (!/^\d{1,9}$/.test(value))
    throw invalidField("This target system numbers its records: use up to nine digits.", field);
  return Number(value);
}
