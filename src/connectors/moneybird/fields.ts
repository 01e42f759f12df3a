/** Groups of fields that many of Moneybird's records share. */
import type { Address } from "../../contract/records/contacts.ts";
import { amounts, instants, values } from "../../kit/columns.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import type { Contact, SalesInvoice, Text, TradeDocument } from "./types.ts";

export const currencyOf = (native: { readonly currency?: Text }) => currencyCode(native.currency);

export const identity = { id: (native: { readonly id: string }) => native.id };
export const named = { name: (native: { readonly name?: Text }) => native.name };

export const stamps = instants({ createdDate: "created_at", updatedDate: "updated_at" });

/** A list that is left out where there is nothing in it. */
export const filled = <Item>(items: readonly Item[]): readonly Item[] | undefined =>
  items.length > 0 ? items : undefined;

export const addressLines = {
  ...values({
    addressLine1: "address1",
    addressLine2: "address2",
    city: "city",
    countryCode: "country",
    postalCode: "zipcode",
  }),
};

/** The only one that a contact has, if any of it is filled in. */
export const addressOf = (contact: Contact | null | undefined): readonly Contact[] | undefined =>
  contact && Object.values(addressLines).some((read) => read(contact)) ? [contact] : undefined;

export const personName = ({ firstname, lastname }: Pick<Contact, "firstname" | "lastname">): string =>
  [firstname, lastname].filter(Boolean).join(" ");

export const nameOf = (contact: Contact | null | undefined): string | undefined =>
  contact ? contact.company_name || personName(contact) : undefined;

/** The contact as it is today stands in each document. */
export const tradePartner = {
  addresses: each(mapping<Address, Contact>(addressLines), ({ contact }: TradeDocument) => addressOf(contact)),
  contactId: (document: TradeDocument) => document.contact_id,
  name: ({ contact }: TradeDocument) => nameOf(contact),
};

export const taxOf = ({ total_price_incl_tax: gross, total_price_excl_tax: net }: TradeDocument) =>
  difference(gross, net);

export const totals = {
  ...amounts({ totalGrossAmount: "total_price_incl_tax", totalNetAmount: "total_price_excl_tax" }),
  totalTaxAmount: taxOf,
};

export const documentFields = {
  ...identity,
  ...stamps,
  ...tradePartner,
  ...totals,
  currency: ({ currency }: TradeDocument) => currency,
};

/** What is attached, by id. */
export const filesOf = ({ attachments }: Pick<TradeDocument, "attachments">): string[] | undefined =>
  attachments?.length ? attachments.map(({ id }) => id) : undefined;

/** Purchases tell it by their payments only. */
const paidOf = ({ total_paid: paid, payments }: TradeDocument): number =>
  amount(paid) ?? sum(payments?.map(({ price }) => price) ?? []);

/** Our word for each of the vendor's states, and another for what is paid in part. */
type States<Ours> = Readonly<Record<string, readonly [whole: Ours, part?: Ours]>>;

export function statuses<const Ours extends string>(table: States<Ours>) {
  const of = (document: TradeDocument): Ours | undefined => {
    const [whole, part = whole] = table[document.state ?? ""] ?? [];
    return paidOf(document) === 0 ? whole : part;
  };
  const unread = ({ state }: TradeDocument) => (state && table[state] === undefined ? state : undefined);
  const statesOf = (ours: string) => Object.keys(table).filter((state) => table[state]?.some((one) => one === ours));
  return {
    of: Object.assign(of, { unread }),
    /** The states in which a document may have a status of ours. */
    statesOf,
    /** Whether all in these states have it. */
    isExact: (ours: string) => statesOf(ours).every((state) => table[state]?.length === 1),
  };
}

export interface Statuses<Document> extends Pick<ReturnType<typeof statuses>, "statesOf" | "isExact"> {
  of(document: Document): string | undefined;
}

/** Unknown before it is in the books; afterwards it follows from what was paid. */
export function paymentStatusOf(document: TradeDocument) {
  const { state } = document;
  if (state === "paid") return "PAID";
  if (state === "uncollectible") return "BAD_DEBT";
  if (state === "draft" || state === "scheduled" || state === "new" || state === "saved") return undefined;
  return paidOf(document) === 0 ? "PENDING" : "PARTLY_PAID";
}

/** Credit notes are invoices with a minus; made by hand, they name no original (help centre 207101). */
export const isCredit = (invoice: Pick<SalesInvoice, "total_price_incl_tax">): boolean =>
  String(invoice.total_price_incl_tax).startsWith("-");
