/** Fields that many of QuickBooks' records share, for reading and writing. */
import type { Address, ContactAddress } from "../../contract/records/contacts.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { columns, instants, values } from "../../kit/columns.ts";
import { countryCode } from "../../kit/countries.ts";
import { encoder, fieldAs, invalidField, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal, difference, sum } from "../../kit/money.ts";
import { day, twoWay } from "../../kit/twoWay.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import type { LineDetail, PhysicalAddress, Ref, Text, Transaction } from "./types.ts";

export const refOf = (ref: Ref | null | undefined): Text => ref?.value;
export const refs = columns(refOf);
export const refAs = (...path: readonly string[]) => fieldAs(...path, "value");
/** A two-way field: the id of another record. */
export const ref = <const Path extends string>(path: Path) => ({
  reads: refs({ value: path }).value,
  writes: refAs(...path.split(".")),
});

export const identity = values({ id: "Id" });
export const stampOrders = { createdDate: "MetaData.CreateTime", updatedDate: "MetaData.LastUpdatedTime" } as const;
export const stamps = instants(stampOrders);
const currencies = columns((currency: Ref | null | undefined) => currencyCode(refOf(currency)));
export const currency = twoWay({
  currency: {
    reads: currencies({ value: "CurrencyRef" }).value,
    writes: refAs("CurrencyRef"),
  },
});

/** Exchange rates are text in the contract. */
function rateAs(rate: string, _input: unknown, field: string): object {
  if (/^\d+(\.\d+)?$/.test(rate)) return { ExchangeRate: Number(rate) };
  throw invalidField("exchangeRate has to be a number, such as 1.25.", field);
}
const rates = columns((rate: Decimal) => amount(rate)?.toString());

/** Shared by journal entries and expenses. */
export const posted = twoWay({
  exchangeRate: {
    reads: rates({ value: "ExchangeRate" }).value,
    writes: rateAs,
  },
  transactionDate: day("TxnDate"),
});

/** Documents without tax have no TxnTaxDetail. Some purchases have tax lines without their total. */
const taxOf = ({ TxnTaxDetail }: Transaction): number =>
  amount(TxnTaxDetail?.TotalTax) ?? sum((TxnTaxDetail?.TaxLine ?? []).map(({ Amount }) => amount(Amount)));

export const totals = {
  totalGrossAmount: ({ TotalAmt }: Transaction) => amount(TotalAmt),
  totalNetAmount: (document: Transaction) => difference(document.TotalAmt, taxOf(document)),
  totalTaxAmount: taxOf,
};

/** Fields of most documents. */
export const document = { ...identity, ...stamps, ...currency.reads, ...totals };

const discountOf = ({ Line }: Transaction) => Line?.find(({ DetailType }) => DetailType === "DiscountLineDetail");
export const discount = {
  totalDiscountAmount: (document: Transaction) => amount(discountOf(document)?.Amount),
  totalDiscountPercentage: (document: Transaction) => {
    const { PercentBased, DiscountPercent } = discountOf(document)?.DiscountLineDetail ?? {};
    return PercentBased ? amount(DiscountPercent) : undefined;
  },
};

/** The dimensions of lines, named like QuickBooks' lists. */
const categories = ["Class", "Department"] as const;
type Category = (typeof categories)[number];

const dimension = mapping<LineDimension, { readonly category: Category; readonly ref: Ref }>(
  values({ id: "ref.value", categoryName: "category", name: "ref.name" }),
);
export const dimensions = <Native>(detailOf: (native: Native) => LineDetail) =>
  nestedList(dimension, (native: Native) => {
    const detail = detailOf(native);
    return categories.flatMap((category) => {
      const ref = detail[`${category}Ref`];
      return ref?.value ? [{ category, ref }] : [];
    });
  });

const dimensionEncoder = encoder<LineDimension>({ id: sentSeparately, categoryName: sentSeparately });
/** Lines of most documents take classes only. */
export const dimensionsAs = (detail: string, accepted: readonly Category[]) =>
  nested(dimensionEncoder, (lineDimensions: readonly LineDimension[], _input: unknown, field) => {
    const references = lineDimensions.map(({ id, categoryName = "Class" }) => {
      const category = accepted.find((name) => name === categoryName);
      if (category !== undefined && id !== undefined) return [`${category}Ref`, { value: id }];
      throw invalidField(
        `Each dimension needs an id, and categoryName has to be ${accepted.join(" or ")} in this target system.`,
        field,
      );
    });
    if (new Set(references.map(([name]) => name)).size < references.length)
      throw invalidField(`This target system takes at most one dimension of each of ${accepted.join(", ")}.`, field);
    return { [detail]: Object.fromEntries(references) as object };
  });

const joinTexts = (...texts: readonly Text[]): string => texts.filter(Boolean).join(", ");

interface TypedAddress {
  readonly type: "BILLING" | "DELIVERY";
  readonly address: PhysicalAddress;
}

const address = mapping<Address & ContactAddress, TypedAddress>({
  ...values({ addressLine1: "address.Line1", city: "address.City", postalCode: "address.PostalCode", type: "type" }),
  addressLine2: ({ address: { Line2, Line3, Line4, Line5 } }) => joinTexts(Line2, Line3, Line4, Line5),
  countryCode: ({ address: { Country } }) => countryCode(Country),
});

/** Some addresses have nothing but their own id. */
const isFilled = ({ Line1, Line2, City, PostalCode, Country }: PhysicalAddress): boolean =>
  joinTexts(Line1, Line2, City, PostalCode, Country) !== "";
export const addressesIn = <const Name extends string>(types: Readonly<Record<Name, TypedAddress["type"]>>) => {
  const entries = Object.entries(types) as [Name, TypedAddress["type"]][];
  return nestedList(address, (native: { readonly [Field in Name]?: PhysicalAddress | null | undefined }) =>
    entries.flatMap(([name, type]) => {
      const physical = native[name];
      return physical && isFilled(physical) ? [{ type, address: physical }] : [];
    }),
  );
};
export const addresses = { addresses: addressesIn({ BillAddr: "BILLING", ShipAddr: "DELIVERY" }) };

const addressEncoder = encoder<Address | ContactAddress>({
  addressLine1: fieldAs("Line1"),
  addressLine2: fieldAs("Line2"),
  city: fieldAs("City"),
  countryCode: fieldAs("Country"),
  postalCode: fieldAs("PostalCode"),
  type: sentSeparately,
});
/** Every address that is not for delivery becomes the billing address. */
export const addressesAs = nested(
  addressEncoder,
  (inputs: readonly (Address | ContactAddress)[], _input: unknown, field) =>
    Object.fromEntries(
      inputs.map((input) => [input.type === "DELIVERY" ? "ShipAddr" : "BillAddr", addressEncoder(input, field)]),
    ),
);

/** QuickBooks' line amounts are always net; this is only how they were entered. */
export const amountTypes = vocabulary({
  TaxExcluded: "EXCLUSIVE",
  TaxInclusive: "EXCLUSIVE",
  NotApplicable: "NOTAX",
});
