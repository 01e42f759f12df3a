/** People at customers and suppliers. */
import type { Contact as ContactRecord } from "../../contract/records/contacts.ts";
import { ContactPerson, EmailAddress, PhoneNumber } from "../../contract/records/contacts.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { get, noRecord } from "../../kit/reading.ts";
import { at, changedSince, newer, numbered } from "./conventions.ts";
import { idOf, stamp } from "./fields.ts";
import type { Contact } from "./types.ts";

const folders = { customer: at("customers", "/Contacts"), supplier: at("suppliers", "/Contacts") } as const;

const email = mapping<EmailAddress, Contact>({ email: ({ email: address }) => address });
const phone = mapping<PhoneNumber, Contact>({ number: ({ phone: number }) => number });

/** The last word is taken for the family's name. */
const namesOf = ({ name }: Contact): readonly [first: string, last: string] => {
  const words = name?.trim().split(/\s+/) ?? [];
  return [words.slice(0, -1).join(" "), words.at(-1) ?? ""];
};
const person = mapping<ContactPerson, Contact>({
  firstName: (contact) => namesOf(contact)[0],
  lastName: (contact) => namesOf(contact)[1],
});

const isOfCustomer = ({ customerNumber }: Contact): boolean => idOf(customerNumber) !== undefined;

/** Both services count from one. */
const contact = mapping<ContactRecord, Contact>({
  ...stamp,
  id: (native) => `${isOfCustomer(native) ? "customer" : "supplier"}-${native.number}`,
  contactPersons: each(person, (native) => (native.name ? [native] : [])),
  contactType: () => "CONTACT_PERSON",
  emailAddresses: each(email, (native) => (native.email ? [native] : [])),
  isCustomer: isOfCustomer,
  isSupplier: (native) => !isOfCustomer(native),
  number: ({ number }) => String(number),
  phoneNumbers: each(phone, (native) => (native.phone ? [native] : [])),
});

const isThere = ({ isDeleted }: Contact): boolean => isDeleted !== true;

export const contacts = {
  "contacts.list": newer<ContactRecord, Contact>({
    map: contact,
    sources: ({ filters: { lastModifiedAt } }) =>
      Object.values(folders).map((path) => ({ path, query: changedSince(lastModifiedAt) })),
    fits: isThere,
    filters: ["lastModifiedAt"],
    rules: ["These are people: those at customers come first, then those at suppliers."],
  }),
  "contacts.get": get<ContactRecord, Contact>({
    path: ({ ids: { contactId = "" } }) => {
      const [, of, number] = /^(customer|supplier)-(\d+)$/.exec(contactId) ?? [];
      if (of !== "customer" && of !== "supplier") throw noRecord();
      return numbered(folders[of], number);
    },
    map: contact,
    is: isThere,
  }),
};
