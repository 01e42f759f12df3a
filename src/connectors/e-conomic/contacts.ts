/** People at customers and suppliers. */
import type { ContactPerson, Contact as ContactRecord } from "../../contract/records/contacts.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { get, noRecord } from "../../kit/reading.ts";
import { at, changedIn, newer, numbered } from "./conventions.ts";
import { idOf, ids, stamp } from "./fields.ts";
import type { Contact } from "./types.ts";

const folders = { customer: at("customers", "/Contacts"), supplier: at("suppliers", "/Contacts") } as const;

const emails = emailsIn({ email: undefined });
const phones = phonesIn({ phone: undefined });

/** The vendor has one field for the name. Its last word is taken as the family name. */
const wordsOf = ({ name }: Contact): readonly string[] => name?.trim().split(/\s+/) ?? [];
const person = mapping<ContactPerson, Contact>({
  firstName: (contact) => wordsOf(contact).slice(0, -1).join(" "),
  lastName: (contact) => wordsOf(contact).at(-1),
});

const isOfCustomer = ({ customerNumber }: Contact): boolean => idOf(customerNumber) !== undefined;

/** Both services number their contacts from one, so the id names the service, too. */
const contact = mapping<ContactRecord, Contact>({
  ...stamp,
  id: (native) => `${isOfCustomer(native) ? "customer" : "supplier"}-${native.number}`,
  contactPersons: nestedList(person, (native) => (native.name ? [native] : [])),
  contactType: () => "CONTACT_PERSON",
  isCustomer: isOfCustomer,
  isSupplier: (native) => !isOfCustomer(native),
  ...ids({ number: "number" }),
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
});

const isNotDeleted = ({ isDeleted }: Contact): boolean => isDeleted !== true;

export const contacts = {
  "contacts.list": newer<ContactRecord, Contact>({
    map: contact,
    ...changedIn(...Object.values(folders)),
    fits: isNotDeleted,
    rules: ["Contacts are people: those at customers come first, then those at suppliers."],
  }),
  "contacts.get": get<ContactRecord, Contact>({
    path: ({ ids: { contactId = "" } }) => {
      const [, service, number] = /^(customer|supplier)-(\d+)$/.exec(contactId) ?? [];
      if (service !== "customer" && service !== "supplier") throw noRecord();
      return numbered(folders[service], number);
    },
    map: contact,
    is: isNotDeleted,
  }),
};
