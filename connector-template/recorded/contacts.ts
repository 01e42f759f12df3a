import * as records from "../../src/contract/records/contacts.ts";
import { instant } from "../../src/kit/dates.ts";
import { mapping, nestedList } from "../../src/kit/mapping.ts";
import { get } from "../../src/kit/reading.ts";
import { list } from "./conventions.ts";
import type { Contact } from "./types.ts";

const emailAddress = mapping<records.EmailAddress, string>({ email: (email) => email });

const contact = mapping<records.Contact, Contact>({
  id: ({ id }) => id,
  companyName: ({ name }) => name,
  contactType: () => "COMPANY",
  emailAddresses: nestedList(emailAddress, ({ email }) => (email ? [email] : undefined)),
  number: ({ number }) => number,
  updatedDate: (contact) => instant(contact.updated_at),
});

export const contacts = {
  "contacts.list": list({ path: "/contacts", map: contact }),
  "contacts.get": get({ path: "/contacts/{contactId}", map: contact }),
};
