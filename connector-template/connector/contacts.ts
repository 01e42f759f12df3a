import type { ContactInput } from "../../src/contract/inputs/contacts.ts";
import * as records from "../../src/contract/records/contacts.ts";
import { instant } from "../../src/kit/dates.ts";
import { as, elsewhere, encoder, only, spread } from "../../src/kit/encode.ts";
import { mapping, nestedList } from "../../src/kit/mapping.ts";
import { get } from "../../src/kit/reading.ts";
import { write } from "../../src/kit/writing.ts";
import { create, list, modified } from "./conventions.ts";
import type { Contact } from "./types.ts";

const emailAddress = mapping<records.EmailAddress, string>({ email: (email) => email });

const contact = mapping<records.Contact, Contact>({
  id: ({ id }) => id,
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

const emailAddressEncoder = encoder<records.EmailAddress>({ email: as("email") });

const contactEncoder = encoder<ContactInput>({
  companyName: as("name"),
  emailAddresses: only(spread(emailAddressEncoder)),
  isCustomer: as("customer"),
  isSupplier: as("supplier"),
  number: as("number"),
  website: as("website"),
  // Never sent: the vendor has only companies.
  contactType: elsewhere,
});

const contactPath = "/contacts/{contactId}";

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
  "contacts.create": create({
    path: "/contacts",
    encoder: contactEncoder,
    map: contact,
    requires: ["companyName"],
  }),
  "contacts.patch": write({
    method: "PATCH",
    path: contactPath,
    encoder: contactEncoder,
    map: contact,
    repeatable: true,
  }),
};
