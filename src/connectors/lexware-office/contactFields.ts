/** Contacts as they are read. A contact is a company or a person, a customer or a supplier or both. */
import type * as records from "../../contract/records/contacts.ts";
import { each, mapping } from "../../kit/mapping.ts";
import type { Contact, ContactAddress, Person } from "./types.ts";

/** A list of each kind, as one list in which every entry says its kind. */
const flat = <Kind extends string, Entry, Ours extends string>(
  sorted: { readonly [Name in Kind]?: readonly Entry[] | null } | null | undefined,
  kinds: Readonly<Record<Kind, Ours>>,
): { readonly entry: Entry; readonly type: Ours }[] =>
  (Object.entries(kinds) as [Kind, Ours][]).flatMap(([kind, type]) =>
    (sorted?.[kind] ?? []).map((entry) => ({ entry, type })),
  );

export const addressKinds = { billing: "BILLING", shipping: "DELIVERY" } as const;
export const emailKinds = { business: "BUSINESS", office: "OFFICE", private: "PRIVATE", other: "OTHER" } as const;
export const phoneKinds = { ...emailKinds, mobile: "MOBILE", fax: "FAX" } as const;

interface Kind<Entry, Type> {
  readonly entry: Entry;
  readonly type?: Type;
}

const address = mapping<records.ContactAddress, Kind<ContactAddress, records.ContactAddress["type"]>>({
  addressLine1: ({ entry }) => entry.street,
  addressLine2: ({ entry }) => entry.supplement,
  city: ({ entry }) => entry.city,
  countryCode: ({ entry }) => entry.countryCode,
  postalCode: ({ entry }) => entry.zip,
  type: ({ type }) => type,
});

const email = mapping<records.EmailAddress, Kind<string, records.EmailAddress["type"]>>({
  email: ({ entry }) => entry,
  type: ({ type }) => type,
});

const phone = mapping<records.PhoneNumber, Kind<string, records.PhoneNumber["type"]>>({
  number: ({ entry }) => entry,
  type: ({ type }) => type,
});

const personEmail = mapping<records.EmailAddress, string>({ email: (text) => text });
const personPhone = mapping<records.PhoneNumber, string>({ number: (text) => text });

const person = mapping<records.ContactPerson, Person>({
  emailAddresses: each(personEmail, ({ emailAddress }) => (emailAddress ? [emailAddress] : undefined)),
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  phoneNumbers: each(personPhone, ({ phoneNumber }) => (phoneNumber ? [phoneNumber] : undefined)),
  salutation: ({ salutation }) => salutation,
});

const some = <Item>(items: readonly Item[] | null | undefined): readonly Item[] | undefined =>
  items && items.length > 0 ? items : undefined;

export const contactFields = {
  id: ({ id }: Contact) => id,
  addresses: each(address, ({ addresses }: Contact) => some(flat(addresses, addressKinds))),
  companyName: ({ company }: Contact) => company?.name,
  contactPersons: each(person, (contact: Contact) =>
    some(contact.person ? [contact.person] : contact.company?.contactPersons),
  ),
  contactType: ({ company }: Contact): "COMPANY" | "CONTACT_PERSON" => (company ? "COMPANY" : "CONTACT_PERSON"),
  emailAddresses: each(email, (contact: Contact) => some(flat(contact.emailAddresses, emailKinds))),
  phoneNumbers: each(phone, (contact: Contact) => some(flat(contact.phoneNumbers, phoneKinds))),
};

export const numberOf = (role: { readonly number?: number | null } | null | undefined): string | undefined =>
  role?.number === null || role?.number === undefined ? undefined : String(role.number);
