/** How Business Central writes nothing, choices and amounts, and groups of fields that many of its records share. */
import type { Address as AddressRecord } from "../../contract/records/contacts.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { currency } from "../../contract/schema.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { spelled, vocabulary } from "../../kit/vocabulary.ts";
import type { Entity, List, Stamped, Text } from "./types.ts";
import type { DimensionSetLine } from "./vendorLedger.ts";

const emptyGuid = "00000000-0000-0000-0000-000000000000";
export const guid = (value: Text): string | undefined => (value && value !== emptyGuid ? value : undefined);

const isEmptyDate = (value: Text): boolean => value?.startsWith("0001-01-01") ?? true;
export const day = (value: Text): string | undefined => (isEmptyDate(value) ? undefined : accountingDay(value));
const moment = (value: Text): string | undefined => (isEmptyDate(value) ? undefined : instant(value));

/** Choices come as names, in which all but letters and digits are written like `_x0020_`; a space alone is none. */
export function option(value: Text): string | undefined {
  const name = value?.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return name?.trim() === "" ? undefined : name;
}
export const optionName = (value: string): string =>
  value.replaceAll(/[^\w]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`);

/** Words of ours for fields that are open text in the contract: `Credit Memo` is CREDIT_MEMO. */
export const loud = (value: Text): string | undefined => option(value)?.trim().toUpperCase().replaceAll(/\W+/g, "_");

export const currencyOf = vocabulary(spelled(currency)).ours;

export const identity = { id: ({ id }: Entity) => id };
export const updated = { updatedDate: (native: Stamped) => moment(native.lastModifiedDateTime) };

const dimension = mapping<LineDimension, DimensionSetLine>({
  id: (line) => guid(line.valueId),
  categoryName: (line) => line.displayName,
  name: (line) => line.valueDisplayName,
});
export const lineDimensions = {
  dimensions: each(
    dimension,
    (line: { readonly dimensionSetLines?: List<DimensionSetLine> }) => line.dimensionSetLines,
  ),
};

/** Documents have several addresses side by side, each under a name of its own. */
export type AddressName = "billTo" | "payTo" | "shipTo";
type Addressed = { readonly [Name in `${AddressName}${AddressPart}`]?: Text };
type AddressPart = "AddressLine1" | "AddressLine2" | "City" | "Country" | "PostCode";
interface Address extends AddressRecord {
  readonly type: string;
}

const address = mapping<AddressRecord, Address>({
  addressLine1: (one) => one.addressLine1,
  addressLine2: (one) => one.addressLine2,
  city: ({ city }) => city,
  countryCode: (one) => one.countryCode,
  postalCode: (one) => one.postalCode,
  type: ({ type }) => type,
});

const types = { billTo: "BILLING", payTo: "BILLING", shipTo: "DELIVERY" } as const;

function addressOf(document: Addressed, name: AddressName): Address[] {
  const part = (of: AddressPart): string => document[`${name}${of}`] ?? "";
  const found = {
    addressLine1: part("AddressLine1"),
    addressLine2: part("AddressLine2"),
    city: part("City"),
    countryCode: part("Country"),
    postalCode: part("PostCode"),
  };
  return Object.values(found).every((value) => value === "") ? [] : [{ ...found, type: types[name] }];
}

export const addresses = (...names: readonly AddressName[]) => ({
  addresses: each(address, (document: Addressed) => names.flatMap((name) => addressOf(document, name))),
});
