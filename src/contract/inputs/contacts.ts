/** Request bodies for contacts, customers and suppliers. */
import type { Static } from "typebox";
import { chartOfAccount, contactRole, contactType } from "../enums.ts";
import {
  addressTypes,
  ContactAddress,
  ContactBankAccount,
  ContactPerson,
  EmailAddress,
  PhoneNumber,
  phoneTypes,
} from "../records/contacts.ts";
import { acceptingAlternatives, flag, integer, listOf, oneOf, record, text, timestamp } from "../schema.ts";

/** Bodies accept more phone types than responses return. Target systems that have these types store them. */
const PhoneNumberInput = acceptingAlternatives(
  record("PhoneNumberInput", {}, { ...PhoneNumber.properties, type: phoneTypes }),
  {
    textIs: "number",
  },
);
const ContactPersonInput = record(
  "ContactPersonInput",
  {},
  { ...ContactPerson.properties, phoneNumbers: listOf(PhoneNumberInput) },
);
const ContactAddressInput = record("ContactAddressInput", {}, { ...ContactAddress.properties, type: addressTypes });

export type CustomerOrSupplierInput = Static<typeof CustomerOrSupplierInput>;
export const CustomerOrSupplierInput = record(
  "CustomerOrSupplierInput",
  { contactType: oneOf("CONTACT_PERSON", "COMPANY") },
  {
    addresses: listOf(ContactAddressInput),
    bankAccount: ContactBankAccount,
    companyName: text,
    contactPersons: listOf(ContactPersonInput),
    documentId: text,
    emailAddresses: listOf(EmailAddress),
    number: text,
    phoneNumbers: listOf(PhoneNumberInput),
    projectId: text,
    role: contactRole,
    vatId: text,
  },
);

/** Clients of similar services send OTHER for an address without a type. */
const AddressOfContactInput = record(
  "AddressOfContactInput",
  {},
  {
    ...ContactAddress.properties,
    type: acceptingAlternatives(addressTypes, { words: { OTHER: undefined } }),
  },
);

export type ContactInput = Static<typeof ContactInput>;
export const ContactInput = record(
  "ContactInput",
  { contactType: contactType },
  {
    id: text,
    addresses: listOf(AddressOfContactInput),
    companyName: text,
    contactPersons: listOf(ContactPersonInput),
    emailAddresses: listOf(EmailAddress),
    isCustomer: flag,
    isSupplier: flag,
    number: text,
    phoneNumbers: listOf(PhoneNumberInput),
    projectId: text,
    website: text,
  },
);

export type ContactsBulkInput = Static<typeof ContactsBulkInput>;
export const ContactsBulkInput = record(
  "ContactsBulkInput",
  {
    accountNumberLength: integer,
    chartOfAccount: chartOfAccount,
    entries: listOf(ContactInput),
    fiscalYearStartDate: timestamp,
  },
  {},
);
