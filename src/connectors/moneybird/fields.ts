/** Groups of fields that many of Moneybird's records share. */
import { Big } from "big.js";
import type { Address } from "../../contract/records/contacts.ts";
import type { Document } from "../../contract/records/documents.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { currency } from "../../contract/schema.ts";
import { instant } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, type Decimal, sum } from "../../kit/money.ts";
import { spelled, vocabulary } from "../../kit/vocabulary.ts";
import type { Contact, Stamped } from "./types.ts";
import type { Attachment, Detail, TradeDocument } from "./vendorDocuments.ts";

export const currencyOf = vocabulary(spelled(currency)).ours;

export const identity = { id: (native: { readonly id: string }) => native.id };

export const stamps = {
  createdDate: (native: Stamped) => instant(native.created_at),
  updatedDate: (native: Stamped) => instant(native.updated_at),
};

export const addressLines = {
  addressLine1: (contact: Contact) => contact.address1,
  addressLine2: (contact: Contact) => contact.address2,
  city: (contact: Contact) => contact.city,
  countryCode: (contact: Contact) => contact.country,
  postalCode: (contact: Contact) => contact.zipcode,
};

/** The only one that a contact has, if any of it is filled in. */
export const addressOf = (contact: Contact | null | undefined): Contact[] =>
  contact && Object.values(addressLines).some((read) => read(contact)) ? [contact] : [];

const address = mapping<Address, Contact>(addressLines);

export const personName = ({ firstname, lastname }: Pick<Contact, "firstname" | "lastname">): string =>
  [firstname, lastname].filter(Boolean).join(" ");

export const nameOf = (contact: Contact | null | undefined): string | undefined =>
  contact ? contact.company_name || personName(contact) : undefined;

/** The kind of dimension that Moneybird has. */
export const projectCategory = "Project";

const project = mapping<LineDimension, string>({ id: (id) => id, categoryName: () => projectCategory });
export const lineDimensions = {
  dimensions: each(project, ({ project_id: id }: Pick<Detail, "project_id">) => (id ? [id] : undefined)),
};

/** The contact as it is today stands in each document. */
export const tradePartner = {
  addresses: each(address, ({ contact }: TradeDocument) => {
    const found = addressOf(contact);
    return found.length > 0 ? found : undefined;
  }),
  contactId: (document: TradeDocument) => document.contact_id,
  name: ({ contact }: TradeDocument) => nameOf(contact),
};

const difference = (whole: Decimal, part: Decimal): number | undefined =>
  amount(whole) === undefined || amount(part) === undefined
    ? undefined
    : new Big(whole ?? 0).minus(part ?? 0).toNumber();

export const taxOf = (document: TradeDocument): number | undefined =>
  difference(document.total_price_incl_tax, document.total_price_excl_tax);

export const totals = {
  totalGrossAmount: (document: TradeDocument) => amount(document.total_price_incl_tax),
  totalNetAmount: (document: TradeDocument) => amount(document.total_price_excl_tax),
  totalTaxAmount: taxOf,
};

export const line = {
  ...stamps,
  description: (detail: Detail) => detail.description,
  itemId: (detail: Detail) => detail.product_id,
  quantity: (detail: Detail) => amount(detail.amount_decimal),
  taxCode: (detail: Detail) => detail.tax_rate_id,
  unitAmount: (detail: Detail) => amount(detail.price),
};

/** Where the record itself cannot say it. */
export const pricesRule =
  "unitAmount is the price as it was entered: with tax where the document's prices include it. Totals tell net and gross apart.";

/** Discounts are taken off already. */
export const lineTotal = (detail: Detail): number | undefined => amount(detail.total_price_excl_tax_with_discount);

/** Unknown before it is in the books; afterwards it follows from what was paid. */
export function paymentStatusOf({ state, payments }: TradeDocument) {
  if (state === "paid") return "PAID";
  if (state === "uncollectible") return "BAD_DEBT";
  if (state === "draft" || state === "scheduled" || state === "new" || state === "saved") return undefined;
  return sum(payments?.map(({ price }) => price) ?? []) === 0 ? "PENDING" : "PARTLY_PAID";
}

export const attachment = mapping<Document, Attachment>({
  ...identity,
  contentType: (file) => file.content_type,
  fileName: (file) => file.filename,
});
