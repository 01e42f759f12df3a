/** How Business Central writes nothing and choices, and groups of fields that many of its records share. */
import type { Address } from "../../contract/records/contacts.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { amounts, columns, values } from "../../kit/columns.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary, type WordTable } from "../../kit/vocabulary.ts";
import type { AddressName, AddressPart, DimensionSetLine, Document, Entity, Line, Stamped, Text } from "./types.ts";

const emptyGuid = "00000000-0000-0000-0000-000000000000";
export const guid = (value: Text): string | undefined => (value && value !== emptyGuid ? value : undefined);

const isEmptyDate = (value: Text): boolean => value?.startsWith("0001-01-01") ?? true;
export const day = (value: Text): string | undefined => (isEmptyDate(value) ? undefined : accountingDay(value));
const moment = (value: Text): string | undefined => (isEmptyDate(value) ? undefined : instant(value));

export const days = columns(day);
export const guids = columns(guid);

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

/** A field of choices: `const types = choices({ "Non-Inventory": "PRODUCT" })`, then `.read`, `.as` and `.filter`. */
export function choices<const Ours extends string>(table: WordTable<Ours>) {
  const words = vocabulary(table);
  return {
    ours: (theirs: Text) => words.ours(option(theirs)),
    read: <Native>(pick: (native: Native) => Text) => words.read((native: Native) => option(pick(native))),
    as: (name: string) => (ours: string, _input: unknown, field: string) => ({
      [name]: optionName(words.write(ours, field)),
    }),
    filter:
      (name: string) =>
      (ours: string, field: string): VendorQuery => {
        const all = words.theirs(ours, field).map((theirs) => `${name} eq ${quoted(optionName(theirs))}`);
        return { $filter: all.length === 1 ? all.join() : `(${all.join(" or ")})` };
      },
  };
}

/** Texts in conditions. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const identity = { id: ({ id }: Entity) => id };
export const updated = { updatedDate: (native: Stamped) => moment(native.lastModifiedDateTime) };
export const stamped = { ...identity, ...updated };

export const dimension = {
  id: (line: DimensionSetLine) => guid(line.valueId),
  ...values({ categoryName: "displayName", name: "valueDisplayName" }),
};
const lineDimension = mapping<LineDimension, DimensionSetLine>(dimension);
export const lineDimensions = { dimensions: each(lineDimension, (line: Line) => line.dimensionSetLines) };

/** Of invoices and credit memos, sold and bought. */
export const statusTable = {
  Draft: "DRAFT",
  "In Review": "SUBMITTED",
  Open: "OPEN",
  Paid: "PAID",
  Canceled: "VOIDED",
  Corrective: "CORRECTIVE",
} as const;
export const statuses = choices(statusTable);
/** What is neither paid nor canceled is open, wholly or in part: most documents do not tell. */
const settlements = vocabulary({ Paid: "PAID", Canceled: "CANCELED" });

/** What all documents but orders and quotes tell of where they stand. */
export const standing = {
  status: statuses.read((document: Document) => document.status),
  paymentStatus: (document: Document) => settlements.ours(document.status),
};

export const terms = { paymentTermId: (document: Document) => guid(document.paymentTermsId) };

export const totals = {
  ...amounts({
    totalDiscountAmount: "discountAmount",
    totalGrossAmount: "totalAmountIncludingTax",
    totalNetAmount: "totalAmountExcludingTax",
    totalTaxAmount: "totalTaxAmount",
  }),
};
/** What all documents tell but invoices, where much is called otherwise. */
export const documentFields = { ...stamped, ...totals, currency: (document: Document) => document.currencyCode };

/** One of the addresses that a document has. */
type Addressed = { readonly document: Document; readonly name: AddressName };
const part =
  (of: AddressPart) =>
  ({ document, name }: Addressed): Text =>
    document[`${name}${of}`];
const addressTypes = { billTo: "BILLING", payTo: "BILLING", shipTo: "DELIVERY" } as const;

const address = mapping<Address, Addressed>({
  addressLine1: part("AddressLine1"),
  addressLine2: part("AddressLine2"),
  city: part("City"),
  countryCode: part("Country"),
  postalCode: part("PostCode"),
  type: ({ name }) => addressTypes[name],
});
/** More than its type is there. */
const isFilled = (addressed: Addressed): boolean => Object.keys(address(addressed)).length > 1;

export const addresses = (...names: readonly AddressName[]) => ({
  addresses: each(address, (document: Document) => {
    const filled = names.map((name) => ({ document, name })).filter(isFilled);
    return filled.length > 0 ? filled : undefined;
  }),
});
