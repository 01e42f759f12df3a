/** People at customers and suppliers. */
import type { ContactPerson, Contact as ContactRecord } from "../../contract/records/contacts.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { emailsIn, phonesIn } from "../../kit/reach.ts";
import { get, noRecord } from "../../kit/reading.ts";
import { at, changedIn, newer, numbered } from "./conventions.ts";
import { idOf, ids, stamp } from "./fields.ts";
import type { Contact } from "./types.ts";

const folders = { customer: at("customers", "/Contacts"), supplier: at("suppliers", "/Contacts") } as const;

const emails = emailsIn({ email: undefined });
const phones = phonesIn({ phone: undefined });

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
  isCustomer: isOfCustomer,
  isSupplier: (native) => !isOfCustomer(native),
  ...ids({ number: "number" }),
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
});

const isThere = ({ isDeleted }: Contact): boolean => isDeleted !== true;

export const contacts = {
  "contacts.list": newer<ContactRecord, Contact>({
    map: contact,
    ...changedIn(...Object.values(folders)),
    fits: isThere,
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
