/** Contacts, customers and suppliers. */
import type { Static } from "typebox";
import { contactRole, contactType } from "../enums.ts";
import {
  acceptingAlternatives,
  country,
  flag,
  integer,
  listOf,
  oneOf,
  oneOfOr,
  record,
  text,
  timestamp,
  withFallbackIfOnly,
} from "../schema.ts";

export type Address = Static<typeof Address>;
export const Address = record(
  "Address",
  {},
  { addressLine1: text, addressLine2: text, city: text, countryCode: text, postalCode: text, type: text },
);

/** All types that bodies and connectors may use. Responses have fewer. */
export const addressTypes = oneOf("BILLING", "DELIVERY", "EMPTY", "PRIVATE", "WORK", "PICKUP");
export const phoneTypes = oneOf(
  "BUSINESS",
  "MOBILE",
  "OFFICE",
  "FAX",
  "PRIVATE",
  "LANDLINE",
  "SKYPE",
  "WHATSAPP",
  "OTHER",
);

export type ContactAddress = Static<typeof ContactAddress>;
export const ContactAddress = record(
  "ContactAddress",
  {},
  {
    addressLine1: text,
    addressLine2: text,
    city: text,
    countryCode: country,
    postalCode: text,
    type: oneOfOr(addressTypes, "BILLING", "DELIVERY", "PRIVATE", "WORK", "PICKUP", "EMPTY"),
  },
);

export type EmailAddress = Static<typeof EmailAddress>;
export const EmailAddress = acceptingAlternatives(
  record(
    "EmailAddress",
    {},
    { email: text, type: oneOf("BUSINESS", "PRIVATE", "OFFICE", "INVOICE", "PAYMENT", "OTHER") },
  ),
  { textIs: "email" },
);

export type PhoneNumber = Static<typeof PhoneNumber>;
export const PhoneNumber = record(
  "PhoneNumber",
  {},
  { number: text, type: oneOfOr(phoneTypes, "BUSINESS", "MOBILE", "OFFICE", "FAX", "PRIVATE", "OTHER") },
);

export type ContactPerson = Static<typeof ContactPerson>;
export const ContactPerson = record(
  "ContactPerson",
  {},
  {
    emailAddresses: listOf(EmailAddress),
    firstName: text,
    id: text,
    lastName: text,
    phoneNumbers: listOf(PhoneNumber),
    salutation: text,
  },
);

export type ContactBankAccount = Static<typeof ContactBankAccount>;
export const ContactBankAccount = record(
  "ContactBankAccount",
  {},
  { bic: text, holder: text, isMainAccount: flag, iban: text, name: text, sepa: flag },
);

export type CustomerOrSupplier = Static<typeof CustomerOrSupplier>;
export const CustomerOrSupplier = record(
  "CustomerOrSupplier",
  { id: text },
  {
    addresses: listOf(ContactAddress),
    accountNumber: integer,
    bankAccounts: listOf(ContactBankAccount),
    companyName: text,
    contactPersons: listOf(ContactPerson),
    contactType: contactType,
    documentId: text,
    emailAddresses: listOf(EmailAddress),
    number: text,
    phoneNumbers: listOf(PhoneNumber),
    projectId: text,
    role: contactRole,
    updatedDate: timestamp,
    vatId: text,
  },
);

/** The only address of a contact is where its invoices go. */
const AddressOfContact = record(
  "AddressOfContact",
  {},
  {
    ...ContactAddress.properties,
    type: withFallbackIfOnly(oneOfOr(addressTypes, "BILLING", "DELIVERY", "PRIVATE", "PICKUP", "WORK"), "BILLING"),
  },
);

export type Contact = Static<typeof Contact>;
export const Contact = record(
  "Contact",
  { id: text },
  {
    addresses: listOf(AddressOfContact),
    companyName: text,
    contactPersons: listOf(ContactPerson),
    contactType: contactType,
    createdDate: timestamp,
    emailAddresses: listOf(EmailAddress),
    isCustomer: flag,
    isSupplier: flag,
    number: text,
    phoneNumbers: listOf(PhoneNumber),
    projectId: text,
    updatedDate: timestamp,
    website: text,
  },
);
