import type { GetHandler, ListHandler, WriteHandler } from "../../contract/connector.ts";
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { countryCode } from "../../kit/countries.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { addressTypes, phoneTypes, toldContact, toldTrader } from "./contactBodies.ts";
import { equals, list, modified, single } from "./conventions.ts";
import { updated } from "./fields.ts";
import { change, create } from "./telling.ts";
import type { Address, Contact, ContactPerson, Phone } from "./types.ts";

const filled = (...texts: readonly (string | null | undefined)[]): string[] =>
  texts.filter((text) => !!text) as string[];

const address = mapping<records.ContactAddress, Address>({
  addressLine1: (address) => address.AddressLine1,
  addressLine2: ({ AddressLine2, AddressLine3, AddressLine4 }) =>
    filled(AddressLine2, AddressLine3, AddressLine4).join(", "),
  city: (address) => address.City,
  countryCode: (address) => countryCode(address.Country),
  postalCode: (address) => address.PostalCode,
  type: vocabulary(addressTypes).read((address) => address.AddressType),
});

/** Places for addresses and numbers come whether or not something is in them. */
const isFilled = ({ AddressType: _type, ...lines }: Address): boolean => filled(...Object.values(lines)).length > 0;

const emailAddress = mapping<records.EmailAddress, string>({ email: (email) => email });
const emailAddresses = each(emailAddress, ({ EmailAddress }: ContactPerson) =>
  EmailAddress ? [EmailAddress] : undefined,
);

const phoneNumber = mapping<records.PhoneNumber, Phone>({
  number: ({ PhoneCountryCode, PhoneAreaCode, PhoneNumber }) =>
    filled(PhoneCountryCode?.replace(/^(?=\d)(?!0)/, "+"), PhoneAreaCode, PhoneNumber).join(" "),
  type: vocabulary(phoneTypes).read((phone) => phone.PhoneType),
});

const contactPerson = mapping<records.ContactPerson, ContactPerson>({
  emailAddresses,
  firstName: (person) => person.FirstName,
  lastName: (person) => person.LastName,
});

/** The first one is part of the contact itself; its address is the contact's. */
const persons = ({ FirstName, LastName, ContactPersons }: Contact): readonly ContactPerson[] => [
  ...(filled(FirstName, LastName).length > 0 ? [{ FirstName, LastName }] : []),
  ...(ContactPersons ?? []),
];
const nonEmpty = <Item>(items: readonly Item[] | undefined): readonly Item[] | undefined =>
  items?.length ? items : undefined;

const reachable = {
  ...updated,
  id: (contact: Contact) => contact.ContactID,
  addresses: each(address, (contact: Contact) => nonEmpty(contact.Addresses?.filter(isFilled))),
  companyName: (contact: Contact) => contact.Name,
  contactPersons: each(contactPerson, (contact: Contact) => nonEmpty(persons(contact))),
  emailAddresses,
  number: (contact: Contact) => contact.AccountNumber,
  phoneNumbers: each(phoneNumber, (contact: Contact) =>
    nonEmpty(contact.Phones?.filter(({ PhoneNumber }) => PhoneNumber)),
  ),
};

const contact = mapping<records.Contact, Contact>({
  ...reachable,
  isCustomer: (contact) => contact.IsCustomer,
  isSupplier: (contact) => contact.IsSupplier,
  website: (contact) => contact.Website,
});

const trader = (role: "CUSTOMER" | "SUPPLIER") =>
  mapping<records.CustomerOrSupplier, Contact>({
    ...reachable,
    role: () => role,
    vatId: (contact) => contact.TaxNumber,
  });

const asked = {
  headers: modified,
  rules: [
    "Archived contacts are left out, those that were merged into others among them; each can still be read by its id.",
  ],
  filters: { name: equals("Name"), email: equals("EmailAddress"), number: equals("AccountNumber") },
};

interface Traders {
  readonly list: ListHandler<records.CustomerOrSupplier>;
  readonly get: GetHandler<records.CustomerOrSupplier>;
  readonly create: WriteHandler<CustomerOrSupplierInput, records.CustomerOrSupplier>;
  readonly patch: WriteHandler<Partial<CustomerOrSupplierInput>, records.CustomerOrSupplier>;
}

const becomesOne =
  "Xero makes a contact a customer or a supplier with its first document; until then it is only in contacts.";

/** One address book: who was ever sold to is a customer, who was ever bought from a supplier. */
function traders(role: "CUSTOMER" | "SUPPLIER", flag: "IsCustomer" | "IsSupplier"): Traders {
  const map = trader(role);
  const told = { encoder: toldTrader, map };
  return {
    list: list("Contacts", { ...asked, map, query: { where: `${flag}==true` } }),
    get: single("Contacts", { id: "contactId", map }),
    create: create("Contacts", { ...told, requires: ["companyName"], rules: [becomesOne] }),
    patch: change("Contacts", { ...told, id: "contactId" }),
  };
}

const customers = traders("CUSTOMER", "IsCustomer");
const suppliers = traders("SUPPLIER", "IsSupplier");

export const contacts = {
  "contacts.list": list("Contacts", { ...asked, map: contact }),
  "contacts.get": single("Contacts", { id: "contactId", map: contact }),
  "contacts.create": create("Contacts", { encoder: toldContact, map: contact, requires: ["companyName"] }),
  "contacts.patch": change("Contacts", { id: "contactId", encoder: toldContact, map: contact }),
  "customers.list": customers.list,
  "customers.get": customers.get,
  "customers.create": customers.create,
  "customers.patch": customers.patch,
  "suppliers.list": suppliers.list,
  "suppliers.get": suppliers.get,
  "suppliers.create": suppliers.create,
  "suppliers.patch": suppliers.patch,
};
