/** What Xero is told of contacts. */

import { Failure } from "../../contract/failure.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { theirWords } from "../../kit/vocabulary.ts";
import { as, body, listAs } from "../../kit/writing.ts";

/** Invoices are posted to the one, goods to the other (names in Xero's screens, 2026-11). */
export const addressTypes = { POBOX: "BILLING", STREET: "DELIVERY" } as const;
export const phoneTypes = {
  DEFAULT: "BUSINESS",
  DDI: "LANDLINE",
  MOBILE: "MOBILE",
  FAX: "FAX",
  OFFICE: "OFFICE",
} as const;

const address = body<records.ContactAddress>({
  addressLine1: as("AddressLine1"),
  addressLine2: as("AddressLine2"),
  city: as("City"),
  countryCode: as("Country"),
  postalCode: as("PostalCode"),
  type: (type) => ({ AddressType: theirWords(addressTypes, type, "addresses.type")[0] }),
});

const phoneNumber = body<records.PhoneNumber>({
  number: (number) => ({ PhoneNumber: number, PhoneAreaCode: "", PhoneCountryCode: "" }),
  type: (type) => ({ PhoneType: theirWords(phoneTypes, type, "phoneNumbers.type")[0] }),
});

/** There is room for one. */
const onlyEmail = Object.assign(
  ([first, ...others]: readonly records.EmailAddress[]) => {
    if (others.length > 0)
      throw new Failure("invalid_request", "Xero keeps one e-mail address; name contact persons for others.", {
        field: "emailAddresses",
      });
    return { EmailAddress: first?.email ?? "" };
  },
  { writableFields: { email: true } },
);

const contactPerson = body<records.ContactPerson>({
  emailAddresses: onlyEmail,
  firstName: as("FirstName"),
  lastName: as("LastName"),
});

/** The first one is part of the contact, if it has no address of its own. */
const contactPersons = Object.assign(
  (persons: readonly records.ContactPerson[]) => {
    const [first] = persons;
    const isOwn = first !== undefined && !first.emailAddresses?.length;
    const { firstName = "", lastName = "" } = isOwn ? first : {};
    const others = isOwn ? persons.slice(1) : persons;
    return { FirstName: firstName, LastName: lastName, ContactPersons: others.map((person) => contactPerson(person)) };
  },
  { writableFields: contactPerson.writableFields },
);

const reachable = {
  addresses: listAs("Addresses", address),
  companyName: as("Name"),
  contactPersons,
  emailAddresses: onlyEmail,
  number: as("AccountNumber"),
  phoneNumbers: listAs("Phones", phoneNumber),
};

/** What a contact is, customer or supplier, company or person, and its website cannot be told. */
export const toldContact = body<Partial<ContactInput>>(reachable);
export const toldTrader = body<Partial<CustomerOrSupplierInput>>({ ...reachable, vatId: as("TaxNumber") });
