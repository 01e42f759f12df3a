/** Business Central's empty values and choices, and fields that many of its records share. */
import type { Address } from "../../contract/records/contacts.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { amounts, columns, values } from "../../kit/columns.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { dayAs, type FieldEncoder, fieldAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary, type WordReader, type WordTable } from "../../kit/vocabulary.ts";
import type { AddressName, AddressPart, DimensionSetLine, Document, Entity, Line, Stamped, Text } from "./types.ts";

const emptyGuid = "00000000-0000-0000-0000-000000000000";
export const guid = (value: Text): string | undefined => (value && value !== emptyGuid ? value : undefined);

const isEmptyDate = (value: Text): boolean => value?.startsWith("0001-01-01") ?? true;
export const day = (value: Text): string | undefined => (isEmptyDate(value) ? undefined : accountingDay(value));
const moment = (value: Text): string | undefined => (isEmptyDate(value) ? undefined : instant(value));

export const days = columns(day);
export const guids = columns(guid);

/** Two-way fields: a calendar day, the id of another record, and a choice. */
export const dayIn = <const Path extends string>(path: Path) => ({
  reads: days({ value: path }).value,
  writes: dayAs(path),
});
export const guidIn = <const Path extends string>(path: Path) => ({
  reads: guids({ value: path }).value,
  writes: fieldAs(path),
});
export const choiceIn = <Ours extends string, const Name extends string>(words: Choices<Ours>, name: Name) => ({
  reads: words.read((native: { readonly [Field in Name]?: Text }) => native[name]),
  writes: words.as(name),
});

/** Choices come as names with every other character encoded, such as `_x0020_`. A single space means no choice. */
export function option(value: Text): string | undefined {
  const name = value?.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return name?.trim() === "" ? undefined : name;
}
export const optionName = (value: string): string =>
  value.replaceAll(/[^\w]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`);

/** For fields that are free text in the contract: `Credit Memo` becomes CREDIT_MEMO. */
export const upperCased = (value: Text): string | undefined =>
  option(value)?.trim().toUpperCase().replaceAll(/\W+/g, "_");

interface Choices<Ours extends string> {
  readonly toContract: (theirs: Text) => Ours | undefined;
  read<Native>(pick: (native: Native) => Text): WordReader<Native, Ours>;
  readonly as: (name: string) => FieldEncoder<string>;
  readonly filter: (name: string) => (ours: string, field: string) => VendorQuery;
}

/** A field of choices: `const types = choices({ "Non-Inventory": "PRODUCT" })`, then `.read`, `.as` and `.filter`. */
export function choices<const Ours extends string>(table: WordTable<Ours>): Choices<Ours> {
  const words = vocabulary(table);
  return {
    toContract: (theirs: Text) => words.toContract(option(theirs)),
    read: <Native>(pick: (native: Native) => Text) => words.read((native: Native) => option(pick(native))),
    as: (name: string) => (ours: string, _input: unknown, field: string) => ({
      [name]: optionName(words.write(ours, field)),
    }),
    filter:
      (name: string) =>
      (ours: string, field: string): VendorQuery => {
        const conditions = words.toVendor(ours, field).map((theirs) => `${name} eq ${quoted(optionName(theirs))}`);
        return { $filter: conditions.length === 1 ? conditions.join() : `(${conditions.join(" or ")})` };
      },
  };
}

/** A text in a `$filter`. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const identity = { id: ({ id }: Entity) => id };
export const updated = { updatedDate: (native: Stamped) => moment(native.lastModifiedDateTime) };
export const stamped = { ...identity, ...updated };

export const dimension = {
  id: (line: DimensionSetLine) => guid(line.valueId),
  ...values({ categoryName: "displayName", name: "valueDisplayName" }),
};
const lineDimension = mapping<LineDimension, DimensionSetLine>(dimension);
export const lineDimensions = { dimensions: nestedList(lineDimension, (line: Line) => line.dimensionSetLines) };

/** For sales and purchase invoices and credit memos. */
export const statusTable = {
  Draft: "DRAFT",
  "In Review": "SUBMITTED",
  Open: "OPEN",
  Paid: "PAID",
  Canceled: "VOIDED",
  Corrective: "CORRECTIVE",
} as const;
export const statuses = choices(statusTable);
/** An open document may be partly paid: most documents do not say. */
const settlements = vocabulary({ Paid: "PAID", Canceled: "CANCELED" });

/** The state of all documents but orders and quotes. */
export const state = {
  status: statuses.read((document: Document) => document.status),
  paymentStatus: (document: Document) => settlements.toContract(document.status),
};

export const terms = twoWay({
  paymentTermId: guidIn("paymentTermsId"),
});
export const currency = twoWay({
  currency: plainValue("currencyCode"),
});

export const totals = amounts({
  totalDiscountAmount: "discountAmount",
  totalGrossAmount: "totalAmountIncludingTax",
  totalNetAmount: "totalAmountExcludingTax",
  totalTaxAmount: "totalTaxAmount",
});
/** For all documents but invoices, whose fields have other names in the contract. */
export const documentFields = { ...stamped, ...totals, ...currency.reads };

/** One of a document's addresses. */
interface DocumentAddress {
  readonly document: Document;
  readonly name: AddressName;
}
const part =
  (partName: AddressPart) =>
  ({ document, name }: DocumentAddress): Text =>
    document[`${name}${partName}`];
const addressTypes = { billTo: "BILLING", payTo: "BILLING", shipTo: "DELIVERY" } as const;

const address = mapping<Address, DocumentAddress>({
  addressLine1: part("AddressLine1"),
  addressLine2: part("AddressLine2"),
  city: part("City"),
  countryCode: part("Country"),
  postalCode: part("PostCode"),
  type: ({ name }) => addressTypes[name],
});
/** An empty address has nothing but its type. */
const isFilled = (documentAddress: DocumentAddress): boolean => Object.keys(address(documentAddress)).length > 1;

export const addresses = (...names: readonly AddressName[]) => ({
  addresses: nestedList(address, (document: Document) => {
    const filled = names.map((name) => ({ document, name })).filter(isFilled);
    return filled.length > 0 ? filled : undefined;
  }),
});
