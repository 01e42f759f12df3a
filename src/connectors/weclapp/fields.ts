/** Groups of fields that many of weclapp's records share. */

import type { Static } from "typebox";
import { type unitName } from "../../contract/enums.ts";
import type { Address as AddressRecord } from "../../contract/records/contacts.ts";
import { absoluteAmounts, amounts, columnOf, columns, values } from "../../kit/columns.ts";
import { encodedBy, encoder, fieldAs, objectAs, singleEntry } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference } from "../../kit/money.ts";
import { decimal, plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { instants } from "./days.ts";
import type { BusinessDocument, RecordAddress, Referring, Text } from "./types.ts";

export const identity = values({ id: "id" });
export const stamps = instants({ createdDate: "createdDate", updatedDate: "lastModifiedDate" });

export const currencyNamed = ({ references }: Referring, id: Text) => currencyCode(references?.name("currency", id));

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Long texts are HTML at weclapp. */
function textFromHtml(html: Text): string | undefined {
  if (!html || !/[<&]/.test(html)) return html ?? undefined;
  return html
    .replaceAll(/\r?\n/g, " ")
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h\d|tr)>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&#(\d{1,7});/g, (_match, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll(/&(\w+);/g, (match, name: string) => entities[name] ?? match)
    .trim();
}

export const plainTexts = columns(textFromHtml);

const escaped: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const htmlFromText = (text: string): string =>
  text.replaceAll(/[&<>]/g, (sign) => escaped[sign] ?? sign).replaceAll(/\r?\n/g, "<br>");
const htmlAs = encodedBy(htmlFromText);

/** A long text, for two-way tables: `description: longText("description")`. */
export const longText = <const Path extends string>(path: Path) => ({
  reads: plainTexts({ value: path }).value,
  writes: htmlAs(...path.split(".")),
});

export const addressFields = twoWay({
  addressLine1: plainValue("street1"),
  addressLine2: plainValue("street2"),
  city: plainValue("city"),
  countryCode: plainValue("countryCode"),
  postalCode: plainValue("zipcode"),
});
export const isAddress = (address: RecordAddress): boolean =>
  Object.values(addressFields.reads).some((read) => read(address));

export const personName = ({ firstName, lastName }: Pick<RecordAddress, "firstName" | "lastName">): string =>
  [firstName, lastName].filter(Boolean).join(" ");

/** The address that a document was sent to. */
export const recipient = {
  addresses: nestedList(
    mapping<AddressRecord, RecordAddress>(addressFields.reads),
    ({ recordAddress }: BusinessDocument) => (recordAddress && isAddress(recordAddress) ? [recordAddress] : undefined),
  ),
};
export const recipientName = {
  name: ({ recordAddress }: BusinessDocument) => recordAddress && (recordAddress.company || personName(recordAddress)),
};

export const documentCurrency = {
  currency: (document: BusinessDocument) => currencyNamed(document, document.recordCurrencyId),
};
export const taxOf = ({ grossAmount, netAmount }: BusinessDocument) => difference(grossAmount, netAmount);
const discountFields = twoWay({ totalDiscountPercentage: decimal("headerDiscount") });
const totals = {
  ...discountFields.reads,
  ...amounts({ totalGrossAmount: "grossAmount", totalNetAmount: "netAmount" }),
  totalTaxAmount: taxOf,
};

export const documentFields = { ...identity, ...stamps, ...recipient, ...documentCurrency, ...totals };

/** Fields that can be written to documents of every kind. Invoices have another name for the discount. */
export const recipientEncoders = {
  addresses: singleEntry(objectAs("recordAddress", encoder<AddressRecord>(addressFields.writes))),
  currency: fieldAs("recordCurrencyId"),
};
export const documentEncoders = { ...recipientEncoders, ...discountFields.writes };
export const documentRefers = ["currency", "tax", "unit"] as const;

/** Tenants name their units freely. These are the names that weclapp starts with, and common ones. */
const unitWords: Readonly<Record<string, Static<typeof unitName>>> = {
  stk: "PIECE",
  stück: "PIECE",
  pc: "PIECE",
  pcs: "PIECE",
  piece: "PIECE",
  st: "PIECE",
  std: "HOUR",
  h: "HOUR",
  hour: "HOUR",
  stunde: "HOUR",
  tag: "DAY",
  day: "DAY",
  monat: "MONTH",
  month: "MONTH",
  kg: "KILOGRAM",
  g: "GRAM",
  mg: "MILLIGRAM",
  t: "TONNE",
  l: "LITRE",
  ml: "MILLILITRE",
  m: "METRE",
  km: "KILOMETRE",
  "m²": "SQUARE_METRE",
  qm: "SQUARE_METRE",
  "m³": "CUBIC_METRE",
  cbm: "CUBIC_METRE",
  pck: "PACK",
  pkg: "PACK",
  packung: "PACK",
  pack: "PACK",
  "%": "PERCENTAGE",
};
export const unitWord = (name: Text) => unitWords[(name ?? "").toLowerCase().replace(/\.$/, "")];

/** Whether the caller means the unit of this name: by the name itself or by our word for it. */
export const isUnit = (name: string, wanted: string): boolean => name === wanted || unitWord(name) === wanted;

/** The name of a sales channel says whether its prices are net or gross. */
export const isGross = (salesChannel: Text): boolean => salesChannel?.startsWith("GROSS") === true;

type Readers = Readonly<Record<string, (native: never) => unknown>>;

/** Amounts of credit notes and vendor credits are positive in our API, whatever sign the vendor gives them. */
export const positive = <Fields extends Readers>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, read]) => {
      const column = columnOf(read);
      // A column stays a column, so that the mapping still reads it without a call.
      if (column?.convert === amount) return [name, absoluteAmounts({ [name]: column.path.join(".") })[name]];
      if (column !== undefined) return [name, read];
      const unsigned = (native: never): unknown => {
        const value = read(native);
        return typeof value === "number" ? Math.abs(value) : value;
      };
      return [name, Object.assign(unsigned, read)];
    }),
  ) as Fields;
