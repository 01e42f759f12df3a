/** Fields that many of QuickBooks' records share: how they are read, and how they are written. */
import type { Address, ContactAddress } from "../../contract/records/contacts.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { columns, days, instants, values } from "../../kit/columns.ts";
import { countryCode } from "../../kit/countries.ts";
import { allAs, as, dayAs, elsewhere, encoder, invalid, nested } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, type Decimal, difference } from "../../kit/money.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import type { LineDetail, PhysicalAddress, Ref, Text, Transaction } from "./types.ts";

export const refOf = (ref: Ref | null | undefined): Text => ref?.value;
export const refs = columns(refOf);
/** A reference by its id. */
export const refAs = (...place: readonly string[]) => as(...place, "value");

export const identity = values({ id: "Id" });
export const stampOrders = { createdDate: "MetaData.CreateTime", updatedDate: "MetaData.LastUpdatedTime" } as const;
export const stamps = instants(stampOrders);
export const currency = columns((ref: Ref | null | undefined) => currencyCode(refOf(ref)))({ currency: "CurrencyRef" });

/** Rates come as texts. */
function rateAs(rate: string, _input: unknown, field: string): object {
  if (/^\d+(\.\d+)?$/.test(rate)) return { ExchangeRate: Number(rate) };
  throw invalid("exchangeRate must be a number, such as 1.25.", field);
}
const rates = columns((rate: Decimal) => amount(rate)?.toString());

/** Of what is posted as it was written. */
export const posted = {
  ...identity,
  ...stamps,
  ...currency,
  ...rates({ exchangeRate: "ExchangeRate" }),
  ...days({ transactionDate: "TxnDate" }),
};
export const postedAs = {
  currency: refAs("CurrencyRef"),
  exchangeRate: rateAs,
  transactionDate: dayAs("TxnDate"),
};

/** Where nothing was taxed, nothing is said of tax. */
const taxOf = ({ TxnTaxDetail }: Transaction): number => amount(TxnTaxDetail?.TotalTax) ?? 0;

export const totals = {
  totalGrossAmount: ({ TotalAmt }: Transaction) => amount(TotalAmt),
  totalNetAmount: (document: Transaction) => difference(document.TotalAmt, taxOf(document)),
  totalTaxAmount: taxOf,
};

/** Of documents of most kinds. */
export const document = { ...identity, ...stamps, ...currency, ...totals };

const discountOf = ({ Line }: Transaction) => Line?.find(({ DetailType }) => DetailType === "DiscountLineDetail");
export const discount = {
  totalDiscountAmount: (document: Transaction) => amount(discountOf(document)?.Amount),
  totalDiscountPercentage: (document: Transaction) => {
    const { PercentBased, DiscountPercent } = discountOf(document)?.DiscountLineDetail ?? {};
    return PercentBased ? amount(DiscountPercent) : undefined;
  },
};

/** What lines are analysed by, with the names of QuickBooks' own lists. */
const categories = ["Class", "Department"] as const;
type Category = (typeof categories)[number];

const dimension = mapping<LineDimension, { readonly category: Category; readonly ref: Ref }>(
  values({ id: "ref.value", categoryName: "category", name: "ref.name" }),
);
export const dimensions = <Native>(detailOf: (native: Native) => LineDetail) =>
  each(dimension, (native: Native) => {
    const detail = detailOf(native);
    return categories.flatMap((category) => {
      const ref = detail[`${category}Ref`];
      return ref?.value ? [{ category, ref }] : [];
    });
  });

const dimensionEncoder = encoder<LineDimension>({ id: elsewhere, categoryName: elsewhere });
/** By the names of the lists; lines of most documents have a place for classes only. */
export const dimensionsAs = (detail: string, taken: readonly Category[]) =>
  nested(dimensionEncoder, (all: readonly LineDimension[], _input: unknown, field) => {
    const refs = all.map(({ id, categoryName = "Class" }) => {
      const category = taken.find((one) => one === categoryName);
      if (category !== undefined && id !== undefined) return [`${category}Ref`, { value: id }];
      throw invalid(`QuickBooks takes one ${taken.join(" and one ")} here, each by its id.`, field);
    });
    if (new Set(refs.map(([name]) => name)).size < refs.length)
      throw invalid(`QuickBooks takes one of each of ${taken.join(", ")}.`, field);
    return { [detail]: Object.fromEntries(refs) as object };
  });

const written = (...texts: readonly Text[]): string => texts.filter(Boolean).join(", ");

interface Placed {
  readonly type: "BILLING" | "DELIVERY";
  readonly address: PhysicalAddress;
}

const address = mapping<Address & ContactAddress, Placed>({
  ...values({ addressLine1: "address.Line1", city: "address.City", postalCode: "address.PostalCode", type: "type" }),
  addressLine2: ({ address: { Line2, Line3, Line4, Line5 } }) => written(Line2, Line3, Line4, Line5),
  countryCode: ({ address: { Country } }) => countryCode(Country),
});

/** Places for addresses may be there with nothing but an id of their own in them. */
const isFilled = ({ Line1, Line2, City, PostalCode, Country }: PhysicalAddress): boolean =>
  written(Line1, Line2, City, PostalCode, Country) !== "";
export const addressesIn = <const Name extends string>(places: Readonly<Record<Name, Placed["type"]>>) => {
  const all = Object.entries(places) as [Name, Placed["type"]][];
  return each(address, (native: { readonly [Each in Name]?: PhysicalAddress | null | undefined }) =>
    all.flatMap(([name, type]) => {
      const place = native[name];
      return place && isFilled(place) ? [{ type, address: place }] : [];
    }),
  );
};
export const addresses = { addresses: addressesIn({ BillAddr: "BILLING", ShipAddr: "DELIVERY" }) };

const addressEncoder = encoder<Address | ContactAddress>({
  ...allAs(as, {
    addressLine1: "Line1",
    addressLine2: "Line2",
    city: "City",
    countryCode: "Country",
    postalCode: "PostalCode",
  }),
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
