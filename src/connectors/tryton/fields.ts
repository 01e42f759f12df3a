/** Groups of fields that many of Tryton's records share. */
import type { Address as AddressRecord } from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, columns, days, values } from "../../kit/columns.ts";
import { instant } from "../../kit/dates.ts";
import { encodedBy, invalidField } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { idAs } from "../../kit/models/reading.ts";
import { decimal } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { idFor } from "./conventions.ts";
import { dayValue, decimalValue } from "./rpc.ts";
import type { Address, Currency, Flag, Identified, Named, Stamped, Text, TradeDocument } from "./types.ts";

export const currencyOf = (native: { readonly currency?: Currency | null }) => currencyCode(native.currency?.code);

export const textOf = (id: number | null | undefined): string | undefined => (id ? String(id) : undefined);

export const ids = columns(textOf);

export const identity = { id: ({ id }: Identified) => String(id) };
export const named = { name: ({ name }: Named) => name };

/** A record that was never changed has no write date. */
export const stamps = {
  createdDate: (native: Stamped) => instant(native.create_date),
  updatedDate: (native: Stamped) => instant(native.changed ?? native.write_date ?? native.create_date),
};

/** The fields of most master data. */
export const master = { ...identity, ...named, ...stamps };

export const activityOf = ({ active }: { readonly active?: Flag }) => (active ? "ACTIVE" : "ARCHIVED");

const streetLine = (street: Text, index: number): string | undefined => street?.split("\n")[index];

export const addressLines = {
  addressLine1: ({ street }: Address) => streetLine(street, 0),
  addressLine2: ({ street }: Address) => streetLine(street, 1),
  ...values({ city: "city", countryCode: "country.code", postalCode: "postal_code" }),
};

export const addressFields = "(street city postal_code country.code)";

export const isFilled = (address: Address): boolean => Object.values(addressLines).some((read) => read(address));

export const tradePartner = {
  addresses: nestedList(mapping<AddressRecord, Address>(addressLines), ({ invoice_address: address }: TradeDocument) =>
    address && isFilled(address) ? [address] : undefined,
  ),
  contactId: ({ party }: TradeDocument) => textOf(party?.id),
};

export const totalPlaces = {
  totalGrossAmount: "total_amount",
  totalNetAmount: "untaxed_amount",
  totalTaxAmount: "tax_amount",
} as const;
export const totals = amounts(totalPlaces);

/** Tryton's `0.1` is 10 percent. Moving the decimal point is exact. */
export const percentOf = (rate: Text): number | undefined => (rate ? Number(`${rate}e2`) : undefined);

export const wholeOf = (code: Text): number | undefined => (code && /^\d{1,9}$/.test(code) ? Number(code) : undefined);

export function currencyFor(code: string, session: Session): Promise<number> {
  const refusal = invalidField(`This target system has no currency ${code}.`, "currency");
  return idFor(session, { model: "currency.currency" }, [["code", "=", code]], refusal);
}

export const priceAs = encodedBy((value: number) => decimalValue(decimal(value)));
export const dateAs = encodedBy(dayValue);

/** A calendar day, for two-way tables. */
export const day = <const Name extends string>(name: Name) => ({
  reads: days({ value: name }).value,
  writes: dateAs(name),
});

/** The id of another record, for two-way tables. */
export const linkedId = <const Name extends string>(name: Name) => ({
  reads: ids({ value: name }).value,
  writes: idAs(name),
});
