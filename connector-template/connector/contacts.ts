import type { ContactInput } from "../../src/contract/inputs/contacts.ts";
import * as records from "../../src/contract/records/contacts.ts";
import { instant } from "../../src/kit/dates.ts";
import { encoder, fieldAs, inParent, sentSeparately, singleEntry } from "../../src/kit/encode.ts";
import { lookup } from "../../src/kit/lookup.ts";
import { mapping, nestedList } from "../../src/kit/mapping.ts";
import { get } from "../../src/kit/reading.ts";
import { write } from "../../src/kit/writing.ts";
import { create, list, modified } from "./conventions.ts";
import type { Contact, Country, Page } from "./types.ts";

/** The vendor stores the id of a country; callers know its ISO code. */
const countries = lookup<Country>({
  path: "/countries",
  id: "id",
  code: "iso",
  kind: "country",
  read: async (session, path) => ((await session.read(path, { page_size: 100 })) as Page<Country>).items,
});
const lookups = [countries.at("country_id", "country")];

/** The vendor keeps one address, in the fields of the contact itself. */
const address = mapping<records.ContactAddress, Contact>({
  addressLine1: ({ street }) => street,
  city: ({ town }) => town,
  countryCode: ({ country }) => country?.iso,
  postalCode: ({ postcode }) => postcode,
});

const emailAddress = mapping<records.EmailAddress, string>({ email: (email) => email });

const contact = mapping<records.Contact, Contact>({
  id: ({ id }) => id,
  addresses: nestedList(address, (contact) => (contact.street || contact.town ? [contact] : undefined)),
  companyName: ({ name }) => name,
  contactType: () => "COMPANY",
  createdDate: (contact) => instant(contact.created_at),
  emailAddresses: nestedList(emailAddress, ({ email }) => (email ? [email] : undefined)),
  isCustomer: ({ customer }) => customer,
  isSupplier: ({ supplier }) => supplier,
  number: ({ number }) => number,
  updatedDate: (contact) => instant(contact.updated_at),
  website: ({ website }) => website,
});

const emailAddressEncoder = encoder<records.EmailAddress>({ email: fieldAs("email") });

const addressEncoder = encoder<records.ContactAddress>({
  addressLine1: fieldAs("street"),
  city: fieldAs("town"),
  countryCode: countries.as("country_id"),
  postalCode: fieldAs("postcode"),
});

const contactEncoder = encoder<ContactInput>({
  addresses: singleEntry(inParent(addressEncoder)),
  companyName: fieldAs("name"),
  emailAddresses: singleEntry(inParent(emailAddressEncoder)),
  isCustomer: fieldAs("customer"),
  isSupplier: fieldAs("supplier"),
  number: fieldAs("number"),
  website: fieldAs("website"),
  // Never sent: the vendor has only companies.
  contactType: sentSeparately,
});

const contactPath = "/contacts/{contactId}";

export const contacts = {
  "contacts.list": list({
    path: "/contacts",
    map: contact,
    lookups,
    filters: {
      ...modified,
      name: (name) => ({ name }),
      number: (number) => ({ number }),
    },
  }),
  "contacts.get": get({ path: contactPath, map: contact, lookups }),
  "contacts.create": create({
    path: "/contacts",
    encoder: contactEncoder,
    map: contact,
    lookups,
    requires: ["companyName"],
  }),
  "contacts.patch": write({
    method: "PATCH",
    path: contactPath,
    encoder: contactEncoder,
    map: contact,
    lookups,
    repeatable: true,
  }),
};
