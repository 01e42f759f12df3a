import type { Call } from "../../src/contract/connector.ts";
import type { ContactInput } from "../../src/contract/inputs/contacts.ts";
import * as records from "../../src/contract/records/contacts.ts";
import { instant } from "../../src/kit/dates.ts";
import { as, encoder } from "../../src/kit/encode.ts";
import { each, mapping } from "../../src/kit/mapping.ts";
import { path } from "../../src/kit/path.ts";
import { get } from "../../src/kit/reading.ts";
import { write } from "../../src/kit/writing.ts";
import { create, list, modified } from "./habits.ts";
import type { Contact } from "./vendor.ts";

const emailAddress = mapping<records.EmailAddress, string>({ email: (email) => email });

const contact = mapping<records.Contact, Contact>({
  id: ({ id }) => id,
  companyName: ({ name }) => name,
  contactType: () => "COMPANY",
  createdDate: (contact) => instant(contact.created_at),
  emailAddresses: each(emailAddress, ({ email }) => (email ? [email] : undefined)),
  isCustomer: ({ customer }) => customer,
  isSupplier: ({ supplier }) => supplier,
  number: ({ number }) => number,
  updatedDate: (contact) => instant(contact.updated_at),
  website: ({ website }) => website,
});

/** It has room for one address only. */
const firstEmail = Object.assign((all: readonly records.EmailAddress[]) => ({ email: all[0]?.email }), {
  writableFields: { email: true },
} as const);

const told = encoder<ContactInput>({
  companyName: as("name"),
  emailAddresses: firstEmail,
  isCustomer: as("customer"),
  isSupplier: as("supplier"),
  number: as("number"),
  website: as("website"),
  // It knows only companies.
  contactType: () => ({}),
});

const contactPath = ({ ids }: Call): string => path`/contacts/${ids["contactId"]}`;

export const contacts = {
  "contacts.list": list({
    path: "/contacts",
    map: contact,
    filters: {
      ...modified,
      name: (name) => ({ name }),
      number: (number) => ({ number }),
    },
  }),
  "contacts.get": get({ path: contactPath, map: contact }),
  "contacts.create": create({ path: "/contacts", encoder: told, map: contact, requires: ["companyName"] }),
  "contacts.patch": write({ method: "PATCH", path: contactPath, encoder: told, map: contact, repeatable: true }),
};
