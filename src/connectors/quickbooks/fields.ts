/** Fields that many of QuickBooks' records share: how they are read, and how they are written. */

import type { Address, ContactAddress } from "../../contract/records/contacts.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { columns, values } from "../../kit/columns.ts";
import { countryCode } from "../../kit/countries.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { allAs, as, elsewhere, encoder, invalid, nested } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, difference } from "../../kit/money.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import type { LineDetail, PhysicalAddress, Ref, Stamped, Text, Transaction } from "./types.ts";

export const refOf = (ref: Ref | null | undefined): Text => ref?.value;
export const refs = columns(refOf);
/** A reference by its id. */
export const refAs = (...place: readonly string[]) => as(...place, "value");

export const identity = { id: ({ Id }: Stamped) => Id };
export const updated = { updatedDate: ({ MetaData }: Stamped) => instant(MetaData?.LastUpdatedTime) };
export const stamps = { ...updated, createdDate: ({ MetaData }: Stamped) => instant(MetaData?.CreateTime) };

export const currencyOf = ({ CurrencyRef }: Pick<Transaction, "CurrencyRef">) => currencyCode(refOf(CurrencyRef));
/** Rates come as texts. */
export function rateAs(rate: string, _input: unknown, field: string): object {
  if (/^\d+(\.\d+)?$/.test(rate)) return { ExchangeRate: Number(rate) };
  throw invalid("exchangeRate must be a number, such as 1.25.", field);
}
export const rateOf = ({ ExchangeRate }: Transaction) => amount(ExchangeRate);
export const issuedOn = ({ TxnDate }: Transaction) => accountingDay(TxnDate);

/** Where nothing was taxed, nothing is said of tax. */
const taxOf = ({ TxnTaxDetail }: Transaction): number => amount(TxnTaxDetail?.TotalTax) ?? 0;

export const totals = {
  totalGrossAmount: ({ TotalAmt }: Transaction) => amount(TotalAmt),
  totalNetAmount: (document: Transaction) => difference(document.TotalAmt, taxOf(document)),
  totalTaxAmount: taxOf,
};

const discountOf = ({ Line }: Transaction) => Line?.find(({ DetailType }) => DetailType === "DiscountLineDetail");
export const discount = {
  totalDiscountAmount: (document: Transaction) => amount(discountOf(document)?.Amount),
  totalDiscountPercentage: (document: Transaction) => {
    const { PercentBased, DiscountPercent } = discountOf(document)?.DiscountLineDetail ?? {};
    return PercentBased ? amount(DiscountPercent) : undefined;
  },
};

/** What a line or a document is analysed by, with the names of QuickBooks' own lists. */
interface Analysed {
  readonly category: "Class" | "Department";
  readonly ref: Ref;
}

const dimension = mapping<LineDimension, Analysed>(
  values({ id: "ref.value", categoryName: "category", name: "ref.name" }),
);

const dimensionsOf = (detail: LineDetail | null | undefined): readonly Analysed[] | undefined => {
  const { ClassRef, DepartmentRef } = detail ?? {};
  const all = [
    ...(ClassRef?.value ? [{ category: "Class", ref: ClassRef } as const] : []),
    ...(DepartmentRef?.value ? [{ category: "Department", ref: DepartmentRef } as const] : []),
  ];
  return all.length > 0 ? all : undefined;
};
export const dimensions = <Native>(detailOf: (native: Native) => LineDetail | null | undefined) =>
  each(dimension, (native: Native) => dimensionsOf(detailOf(native)));

const dimensionEncoder = encoder<LineDimension>({ id: elsewhere, categoryName: elsewhere });
/** By the names of the lists; lines of most documents have a place for classes only. */
export const dimensionsAs = (detail: string, categories: readonly Analysed["category"][]) =>
  nested(dimensionEncoder, (all: readonly LineDimension[], _input: unknown, field) => {
    const refs = all.map(({ id, categoryName = "Class" }) => {
      const category = categories.find((one) => one === categoryName);
      if (category !== undefined && id !== undefined) return [`${category}Ref`, { value: id }];
      throw invalid(`QuickBooks takes one ${categories.join(" and one ")} here, each by its id.`, field);
    });
    if (new Set(refs.map(([name]) => name)).size < refs.length)
      throw invalid(`QuickBooks takes one of each of ${categories.join(", ")}.`, field);
    return { [detail]: Object.fromEntries(refs) as object };
  });

const written = (...texts: readonly Text[]): string => texts.filter(Boolean).join(", ");

interface Placed {
  readonly type: "BILLING" | "DELIVERY";
  readonly address: PhysicalAddress;
}

const addressFields = {
  ...values({ addressLine1: "address.Line1", city: "address.City", postalCode: "address.PostalCode", type: "type" }),
  addressLine2: ({ address: { Line2, Line3, Line4, Line5 } }: Placed) => written(Line2, Line3, Line4, Line5),
  countryCode: ({ address }: Placed) => countryCode(address.Country),
};
const address = mapping<Address, Placed>(addressFields);
const contactAddress = mapping<ContactAddress, Placed>(addressFields);

interface Addressed {
  readonly BillAddr?: PhysicalAddress | null | undefined;
  readonly ShipAddr?: PhysicalAddress | null | undefined;
}

/** Places for addresses may be there with nothing but an id of their own in them. */
const isFilled = (place: PhysicalAddress | null | undefined): place is PhysicalAddress =>
  !!place && written(place.Line1, place.Line2, place.City, place.PostalCode, place.Country) !== "";
function placesOf({ BillAddr, ShipAddr }: Addressed): readonly Placed[] | undefined {
  const all: Placed[] = [
    ...(isFilled(BillAddr) ? [{ type: "BILLING", address: BillAddr } as const] : []),
    ...(isFilled(ShipAddr) ? [{ type: "DELIVERY", address: ShipAddr } as const] : []),
  ];
  return all.length > 0 ? all : undefined;
}
export const addressesFrom = <Native>(pick: (native: Native) => Addressed) =>
  each(address, (native: Native) => placesOf(pick(native)));
export const addresses = { addresses: each(address, placesOf) };
export const contactAddressesFrom = <Native>(pick: (native: Native) => Addressed) =>
  each(contactAddress, (native: Native) => placesOf(pick(native)));

const addressEncoder = encoder<Address | ContactAddress>({
  ...allAs(as, { addressLine1: "Line1", addressLine2: "Line2", city: "City", countryCode: "Country" }),
  ...allAs(as, { postalCode: "PostalCode" }),
  type: elsewhere,
});
/** Where goods go is the one, everything else the other. */
export const addressesAs = nested(
  addressEncoder,
  (all: readonly (Address | ContactAddress)[], _input: unknown, field) =>
    Object.fromEntries(
      all.map((one) => [one.type === "DELIVERY" ? "ShipAddr" : "BillAddr", addressEncoder(one, field)]),
    ),
);

/** Amounts are net in any case: what is said is only how they were typed. */
export const amountTypes = vocabulary({
  TaxExcluded: "EXCLUSIVE",
  TaxInclusive: "EXCLUSIVE",
  NotApplicable: "NOTAX",
});
