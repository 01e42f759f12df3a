/** What invoices, offers and orders have in common. */
import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { Address } from "../../contract/records/contacts.ts";
import { filledPlaces, type Place, placeFields } from "../../kit/contactDetails.ts";
import { encodedBy, encoder, fieldAs, invalidField, nested } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal, difference, portion, sum } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { accountAs, codeOfCountry, currencyOf, exact, idOf } from "./fields.ts";
import type { Row, SalesDocument } from "./types.ts";

/** A line of ours: a row, or a charge that the vendor keeps beside the rows. */
export interface Line {
  readonly id: string;
  readonly row: Row;
  readonly quantity: number | undefined;
  readonly net: number | undefined;
  readonly gross: number | undefined;
  readonly rate: number | undefined;
}

/** -1 for a credit note, whose amounts are negative at the vendor. */
export type Sign = 1 | -1;

export const signed = (value: Decimal, sign: Sign): number | undefined => {
  const read = amount(value);
  return read === undefined || read === 0 ? read : read * sign;
};

const quantityOf = ({ DeliveredQuantity, OrderedQuantity, Quantity }: Row): Decimal =>
  OrderedQuantity ?? Quantity ?? DeliveredQuantity;

/** A document without VAT has none on its rows, whatever their percentage says: the buyer owes it. */
const hasTax = ({ TotalVAT }: SalesDocument): boolean => Number(TotalVAT ?? 0) !== 0;

/** What is left of an amount with VAT, or the amount if it has none. */
const netIn = (value: Decimal, rate: number, isInclusive: boolean): number | undefined => {
  const read = amount(value);
  if (read === undefined || !isInclusive) return read;
  return new Big(read).times(100).div(new Big(100).plus(rate)).round(2, Big.roundHalfUp).toNumber();
};

function lineOf(document: SalesDocument, row: Row, index: number, sign: Sign): Line {
  const isInclusive = document.VATIncluded === true && hasTax(document);
  const rate = hasTax(document) ? (amount(row.VAT) ?? 0) : 0;
  const net = amount(row.TotalExcludingVAT) ?? netIn(row.Total, rate, isInclusive);
  const gross = isInclusive ? amount(row.Total) : net === undefined ? undefined : sum([net, portion(net, rate)]);
  return {
    id: idOf(row.RowId) ?? `row-${index + 1}`,
    row,
    quantity: signed(quantityOf(row), sign),
    net: signed(net, sign),
    gross: signed(gross, sign),
    rate,
  };
}

/** Freight and fee have VAT in them if the prices of the document do. */
function chargeOf(
  { VATIncluded }: SalesDocument,
  id: string,
  {
    text,
    value,
    vat,
    sign,
  }: { readonly text: string; readonly value: Decimal; readonly vat: Decimal; readonly sign: Sign },
): readonly Line[] {
  const stated = amount(value) ?? 0;
  if (stated === 0) return [];
  const tax = amount(vat) ?? 0;
  const net = VATIncluded === true ? sum([stated, -tax]) : stated;
  const gross = VATIncluded === true ? stated : sum([stated, tax]);
  const rate = net === 0 || tax === 0 ? 0 : new Big(tax).times(100).div(net).round(1).toNumber();
  const price = VATIncluded === true ? gross : net;
  const isNegative = price * sign < 0;
  return [
    {
      id,
      row: { Description: text, Price: Math.abs(price) },
      quantity: isNegative ? -1 : 1,
      net: signed(net, sign),
      gross: signed(gross, sign),
      rate,
    },
  ];
}

/** Rows, then what the vendor keeps beside them: freight, administration fee and the rounding to whole crowns. */
export function linesOf(
  document: SalesDocument,
  rows: readonly Row[] | null | undefined,
  sign: Sign = 1,
): readonly Line[] {
  const { AdministrationFee, AdministrationFeeVAT, Freight, FreightVAT, RoundOff } = document;
  return [
    ...(rows ?? []).map((row, index) => lineOf(document, row, index, sign)),
    ...chargeOf(document, "freight", { text: "Frakt", value: Freight, vat: FreightVAT, sign }),
    ...chargeOf(document, "administration-fee", {
      text: "Administrationsavgift",
      value: AdministrationFee,
      vat: AdministrationFeeVAT,
      sign,
    }),
    ...chargeOf(document, "round-off", { text: "Öresavrundning", value: RoundOff, vat: 0, sign }),
  ];
}

/** Including the rounding, which has no VAT. */
export const netOf = ({ Total, TotalVAT }: SalesDocument, sign: Sign = 1): number | undefined =>
  signed(difference(Total, TotalVAT), sign);

export const totalsOf = {
  totalGrossAmount: ({ Total }: SalesDocument) => amount(Total),
  totalNetAmount: (document: SalesDocument) => netOf(document),
  totalTaxAmount: ({ TotalVAT }: SalesDocument) => amount(TotalVAT),
};

const isPercentage = ({ DiscountType }: Row): boolean => DiscountType !== "AMOUNT";

export const discountPercentageOf = ({ row }: Line): number | undefined =>
  isPercentage(row) ? amount(row.Discount) || undefined : undefined;

/** What the discount takes off the line, in the prices of the document. */
export function discountAmountOf({ row, quantity }: Line): number | undefined {
  if (isPercentage(row) || !amount(row.Discount)) return undefined;
  const full = new Big(Math.abs(quantity ?? 0)).times(row.Price ?? 0);
  return full.minus(Math.abs(amount(row.Total) ?? 0)).toNumber();
}

/** The vendor has names of countries. */
const address = mapping<Address, Place>({
  ...placeFields,
  countryCode: ({ countryCode: country }) => codeOfCountry(country),
});

const placesOf = (native: SalesDocument): readonly Place[] =>
  filledPlaces(
    {
      type: "BILLING",
      addressLine1: native.Address1,
      addressLine2: native.Address2,
      city: native.City,
      countryCode: native.Country,
      postalCode: native.ZipCode,
    },
    {
      type: "DELIVERY",
      addressLine1: native.DeliveryAddress1,
      addressLine2: native.DeliveryAddress2,
      city: native.DeliveryCity,
      countryCode: native.DeliveryCountry,
      postalCode: native.DeliveryZipCode,
    },
  );

export const addresses = nestedList(address, placesOf);

export const contactId = twoWay({ contactId: plainValue("CustomerNumber") });
export const currency = {
  reads: { currency: currencyOf },
  writes: { currency: fieldAs("Currency") },
};

const englishName = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Fortnox takes the name of a country in Swedish or English (recorded: Sverige, Norway, United Kingdom). */
function countryName(code: string, field: string): string {
  const name = code === "SE" ? "Sverige" : /^[A-Z]{2}$/.test(code) ? englishName.of(code) : undefined;
  if (name === undefined) throw invalidField(`${code} is not the code of a country.`, field);
  return name;
}

const named = (name: string) =>
  Object.assign((code: string, _input: unknown, field: string): object => ({ [name]: countryName(code, field) }), {
    path: [name],
  });

const billingEncoder = encoder<Address>({
  addressLine1: fieldAs("Address1"),
  addressLine2: fieldAs("Address2"),
  city: fieldAs("City"),
  countryCode: named("Country"),
  postalCode: fieldAs("ZipCode"),
  type: () => ({}),
});
const deliveryEncoder = encoder<Address>({
  addressLine1: fieldAs("DeliveryAddress1"),
  addressLine2: fieldAs("DeliveryAddress2"),
  city: fieldAs("DeliveryCity"),
  countryCode: named("DeliveryCountry"),
  postalCode: fieldAs("DeliveryZipCode"),
  type: () => ({}),
});

/** A document has one address, and one for the delivery. */
export const addressesAs = nested(billingEncoder, (all: readonly Address[], _input: unknown, field) => {
  const deliveries = all.filter(({ type }) => type === "DELIVERY");
  const others = all.filter(({ type }) => type !== "DELIVERY");
  if (deliveries.length > 1 || others.length > 1)
    throw invalidField("Fortnox stores one address and one of type DELIVERY.", field);
  return Object.assign(
    {},
    ...others.map((place) => billingEncoder(place, field)),
    ...deliveries.map((place) => deliveryEncoder(place, field)),
  ) as object;
});

/** Whole percentages only (vendor's OpenAPI description). */
const rateAs = Object.assign(
  (value: number, _input: unknown, field: string): object => {
    if (!Number.isInteger(value))
      throw cannotStore(`Fortnox stores whole VAT percentages, so ${value} cannot be stored.`, field);
    return { VAT: value };
  },
  { path: ["VAT"] },
);

/** Fields of rows that every kind of document stores alike. */
export const rowEncoders = {
  description: fieldAs("Description"),
  itemId: fieldAs("ArticleNumber"),
  taxRatePercentage: rateAs,
  unitAmount: exact("Price"),
};
export const accountEncoder = { accountId: accountAs("AccountNumber") };

/** Quantities are text. */
export const quantityAs = (name: string) =>
  Object.assign(
    (value: number, input: unknown, field: string): object => {
      exact(name)(value, input, field);
      return encodedBy(String)(name)(value);
    },
    { path: [name] },
  );

export const percentAs = Object.assign(
  (value: number): object => (value === 0 ? {} : { Discount: value, DiscountType: "PERCENT" }),
  { path: ["Discount"] },
);

/** Without these, new documents get the fees of the company's settings or of the customer. */
const noFees = { AdministrationFee: 0, Freight: 0 };

export const withinKind =
  <Input>(kind: string, always: object = noFees) =>
  (body: object, _call: WriteCall<Input>) => ({ [kind]: { ...always, ...body } });
