/** Request bodies for contacts, customers and suppliers. */
import type { Static } from "typebox";
import { chartOfAccount, contactRole, contactType } from "../enums.ts";
import { ContactAddress, ContactBankAccount, ContactPerson, EmailAddress, PhoneNumber } from "../records/contacts.ts";
import { alsoAs, flag, integer, listOf, oneOf, record, text, timestamp } from "../schema.ts";

export type CustomerOrSupplierInput = Static<typeof CustomerOrSupplierInput>;
export const CustomerOrSupplierInput = record(
  "CustomerOrSupplierInput",
  { contactType: oneOf("CONTACT_PERSON", "COMPANY") },
  {
    addresses: listOf(ContactAddress),
    bankAccount: ContactBankAccount,
    companyName: text,
    contactPersons: listOf(ContactPerson),
    documentId: text,
    emailAddresses: listOf(EmailAddress),
    number: text,
    phoneNumbers: listOf(PhoneNumber),
    projectId: text,
    role: contactRole,
    vatId: text,
  },
);

/** Responses use OTHER for an address without a type. */
const AddressOfContactInput = record(
  "AddressOfContactInput",
  {},
  {
    ...ContactAddress.properties,
    type: alsoAs(ContactAddress.properties.type, { words: { OTHER: undefined } }),
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
    contactPersons: listOf(ContactPerson),
    emailAddresses: listOf(EmailAddress),
    isCustomer: flag,
    isSupplier: flag,
    number: text,
    phoneNumbers: listOf(PhoneNumber),
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
