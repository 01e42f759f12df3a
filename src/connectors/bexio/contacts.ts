import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { type Encoded, encoder, fieldAs, inParent, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { pathOf } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { contactViews } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { condition, list, preparedUser, updatedSince, userOf } from "./conventions.ts";
import { countryAs, ids, swissInstants, withCountry } from "./fields.ts";
import type { Contact, User } from "./types.ts";

const person = 2;
const isPerson = ({ contact_type_id: type }: Contact): boolean => type === person;

const emails = emailsIn({ mail: "BUSINESS", mail_second: "OTHER" });
const phones = phonesIn({ phone_fixed: "BUSINESS", phone_fixed_second: "OFFICE", phone_mobile: "MOBILE", fax: "FAX" });

const street = ({ street_name: name, house_number: number }: Contact): string =>
  [name, number].filter(Boolean).join(" ");

const address = mapping<records.ContactAddress, Contact>({
  ...values({ addressLine2: "address_addition", city: "city", countryCode: "country.iso_3166_alpha2" }),
  addressLine1: street,
  postalCode: ({ postcode }) => (postcode ? String(postcode) : undefined),
});

const hasAddress = (contact: Contact): boolean =>
  [street(contact), contact.address_addition, contact.postcode, contact.city, contact.country_id].some(Boolean);

const contactPerson = mapping<records.ContactPerson, Contact>(values({ firstName: "name_2", lastName: "name_1" }));

const types = vocabulary({ 1: "COMPANY", 2: "CONTACT_PERSON" });

const shared = {
  ...ids({ id: "id" }),
  ...swissInstants({ updatedDate: "updated_at" }),
  ...values({ number: "nr" }),
  addresses: nestedList(address, (contact: Contact) => (hasAddress(contact) ? [contact] : undefined)),
  companyName: (contact: Contact) => (isPerson(contact) ? undefined : contact.name_1),
  contactPersons: nestedList(contactPerson, (contact: Contact) => (isPerson(contact) ? [contact] : undefined)),
  contactType: types.read(({ contact_type_id: type }: Contact) => (type ? String(type) : undefined)),
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
};

const contact = mapping<records.Contact, Contact>({ ...shared, ...values({ website: "url" }) });
const trader = mapping<records.CustomerOrSupplier, Contact>(shared);

const addressEncoder = encoder<records.ContactAddress>({
  addressLine1: fieldAs("street_name"),
  addressLine2: fieldAs("address_addition"),
  city: fieldAs("city"),
  countryCode: countryAs,
  postalCode: fieldAs("postcode"),
});

const encoders = {
  addresses: singleEntry(inParent(addressEncoder)),
  companyName: fieldAs("name_1"),
  contactPersons: singleEntry(
    inParent(encoder<records.ContactPerson>({ firstName: fieldAs("name_2"), lastName: fieldAs("name_1") })),
  ),
  contactType: sentSeparately,
  emailAddresses: emails.as,
  number: fieldAs("nr"),
  phoneNumbers: phones.as,
};

type Input = Partial<ContactInput> | Partial<CustomerOrSupplierInput>;

/** A body without a type is a company, unless it has only a person's name. */
function typeOf({ contactType, companyName }: Input, before?: Contact): number {
  if (contactType !== undefined) return contactType === "CONTACT_PERSON" ? person : 1;
  return before?.contact_type_id ?? (companyName === undefined ? person : 1);
}

/** bexio wants a user and an owner in every body. */
function newContact(encoded: Encoded, prepared: unknown, { body }: WriteCall<object>): object {
  const { id } = prepared as User;
  return { contact_type_id: typeOf(body), ...encoded, user_id: id, owner_id: id };
}

/** Fields that bexio accepts. A change replaces the contact, so all of them are sent. */
const writable = [
  "nr",
  "name_1",
  "name_2",
  "salutation_id",
  "salutation_form",
  "birthday",
  "street_name",
  "house_number",
  "address_addition",
  "postcode",
  "city",
  "country_id",
  "mail",
  "mail_second",
  "phone_fixed",
  "phone_fixed_second",
  "phone_mobile",
  "fax",
  "url",
  "skype_name",
  "remarks",
  "language_id",
  "contact_group_ids",
  "contact_branch_ids",
  "user_id",
  "owner_id",
] as const satisfies readonly (keyof Contact)[];

const contactPath = "/2.0/contact/{contactId}";

async function contactBefore(call: WriteCall<object>, session: Session): Promise<Contact> {
  const before = (await session.read(pathOf(contactPath, call))) as Contact;
  const { id } = await userOf(session);
  return { ...before, user_id: before.user_id ?? id, owner_id: before.owner_id ?? id };
}

function changedContact(encoded: Encoded, prepared: unknown, { body }: WriteCall<object>): object {
  const before = prepared as Contact;
  const kept = Object.fromEntries(writable.map((name) => [name, before[name] ?? null]));
  // A new street has its number in the same text.
  const street = "street_name" in encoded ? { house_number: null } : {};
  return { ...kept, contact_type_id: typeOf(body, before), ...street, ...encoded };
}

const rules = [
  "The target system has no flag for customers and suppliers: every contact is both.",
  "Archived contacts are not listed.",
];

export const contacts = contactViews<Contact>({
  contact: { map: contact, encoder: encoder<Partial<ContactInput>>({ ...encoders, website: fieldAs("url") }) },
  trader: () => ({ map: trader, encoder: encoder<Partial<CustomerOrSupplierInput>>(encoders) }),
  handlers: ({ map, encoder: fields }) => ({
    list: list({
      path: "/2.0/contact",
      map,
      lookups: [withCountry],
      defaultOrder: "id",
      search: {
        path: "/2.0/contact/search",
        conditions: {
          email: (email) => condition("mail", email, "like"),
          lastModifiedAt: updatedSince,
          name: (name) => condition("name_1", name, "like"),
          number: (number) => condition("nr", number, "="),
        },
      },
      rules: [
        ...rules,
        "The filter name searches the names of companies and the last names of people, the filter email the first address.",
      ],
    }),
    get: get({ path: contactPath, map, lookups: [withCountry] }),
    create: write({
      method: "POST",
      path: "/2.0/contact",
      encoder: fields,
      prepare: preparedUser,
      body: newContact,
      map,
      lookups: [withCountry],
    }),
    patch: write({
      method: "POST",
      path: contactPath,
      encoder: fields,
      prepare: contactBefore,
      body: changedContact,
      map,
      lookups: [withCountry],
      repeatable: true,
    }),
  }),
});
