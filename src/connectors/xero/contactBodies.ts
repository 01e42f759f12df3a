/** What Xero is told of contacts. */

import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { as, encoder, listAs, nested, only, spread } from "../../kit/encode.ts";
import { vocabulary } from "../../kit/vocabulary.ts";

/** Invoices are posted to the one, goods to the other (names in Xero's screens, 2026-11). */
export const addressTypes = { POBOX: "BILLING", STREET: "DELIVERY" } as const;
export const phoneTypes = {
  DEFAULT: "BUSINESS",
  DDI: "LANDLINE",
  MOBILE: "MOBILE",
  FAX: "FAX",
  OFFICE: "OFFICE",
} as const;

const address = encoder<records.ContactAddress>({
  addressLine1: as("AddressLine1"),
  addressLine2: as("AddressLine2"),
  city: as("City"),
  countryCode: as("Country"),
  postalCode: as("PostalCode"),
  type: (type) => ({ AddressType: vocabulary(addressTypes).write(type, "addresses.type") }),
});

const phoneNumber = encoder<records.PhoneNumber>({
  number: (number) => ({ PhoneNumber: number, PhoneAreaCode: "", PhoneCountryCode: "" }),
  type: (type) => ({ PhoneType: vocabulary(phoneTypes).write(type, "phoneNumbers.type") }),
});

/** There is room for one. */
const onlyEmail = only(spread(encoder<records.EmailAddress>({ email: as("EmailAddress") })), { EmailAddress: "" });

const contactPerson = encoder<records.ContactPerson>({
  emailAddresses: onlyEmail,
  firstName: as("FirstName"),
  lastName: as("LastName"),
});

/** The first one is part of the contact, if it has no address of its own. */
const contactPersons = nested(contactPerson, (persons: readonly records.ContactPerson[]) => {
  const [first] = persons;
  const isOwn = first !== undefined && !first.emailAddresses?.length;
  const { firstName = "", lastName = "" } = isOwn ? first : {};
  const others = isOwn ? persons.slice(1) : persons;
  return { FirstName: firstName, LastName: lastName, ContactPersons: others.map((person) => contactPerson(person)) };
});

const reachable = {
  addresses: listAs("Addresses", address),
  companyName: as("Name"),
  contactPersons,
  emailAddresses: onlyEmail,
  number: as("AccountNumber"),
  phoneNumbers: listAs("Phones", phoneNumber),
};

/** What a contact is, customer or supplier, company or person, and its website cannot be told. */
export const toldContact = encoder<Partial<ContactInput>>(reachable);
export const toldTrader = encoder<Partial<CustomerOrSupplierInput>>({ ...reachable, vatId: as("TaxNumber") });
