import type { Call } from "../../contract/connector.ts";
import { contactRole, contactType } from "../../contract/enums.ts";
import * as records from "../../contract/records/contacts.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { contactViews } from "../../kit/views.ts";
import { bulkEncoder, contactEncoder, traderEncoder } from "./contactBodies.ts";
import { list, modified, oneOf } from "./conventions.ts";
import { addressLines, identity, stamps } from "./fields.ts";
import { change, create, replace, startJob } from "./telling.ts";
import type { Address } from "./types.ts";
import type * as vendor from "./vendorMoney.ts";

const addressTypeOf = oneOf(records.ContactAddress.properties.type);
const emailTypeOf = oneOf(records.EmailAddress.properties.type);
const phoneTypeOf = oneOf(records.PhoneNumber.properties.type);
const contactTypeOf = oneOf(contactType);
const roleOf = oneOf(contactRole);

const address = mapping<records.ContactAddress, Address>({
  ...addressLines,
  type: ({ type }) => addressTypeOf(type),
});

const emailAddress = mapping<records.EmailAddress, vendor.EmailAddress>({
  email: ({ email }) => email,
  type: ({ type }) => emailTypeOf(type),
});

const phoneNumber = mapping<records.PhoneNumber, vendor.PhoneNumber>({
  number: ({ number }) => number,
  type: ({ type }) => phoneTypeOf(type),
});

const contactPerson = mapping<records.ContactPerson, vendor.ContactPerson>({
  emailAddresses: each(emailAddress, (person) => person.email_addresses),
  firstName: (person) => person.first_name,
  lastName: (person) => person.last_name,
  phoneNumbers: each(phoneNumber, (person) => person.phone_numbers),
  salutation: ({ salutation }) => salutation,
});

const bankAccount = mapping<records.ContactBankAccount, vendor.ContactBankAccount>({
  bic: ({ bic }) => bic,
  holder: ({ holder }) => holder,
  isMainAccount: (account) => account.is_main_account,
  iban: ({ iban }) => iban,
  name: ({ name }) => name,
  sepa: ({ sepa }) => sepa,
});

const reachable = {
  ...identity,
  addresses: each(address, (contact: vendor.Reachable) => contact.addresses),
  companyName: (contact: vendor.Reachable) => contact.company_name,
  contactPersons: each(contactPerson, (contact: vendor.Reachable) => contact.contact_persons),
  contactType: (contact: vendor.Reachable) => contactTypeOf(contact.contact_type),
  emailAddresses: each(emailAddress, (contact: vendor.Reachable) => contact.email_addresses),
  number: (contact: vendor.Reachable) => contact.number,
  phoneNumbers: each(phoneNumber, (contact: vendor.Reachable) => contact.phone_numbers),
  projectId: (contact: vendor.Reachable) => contact.project_id,
  updatedDate: stamps.updatedDate,
};

const contact = mapping<records.Contact, vendor.Contact>({
  ...reachable,
  createdDate: stamps.createdDate,
  isCustomer: (contact) => contact.is_customer,
  isSupplier: (contact) => contact.is_supplier,
  website: ({ website }) => website,
});

const customerOrSupplier = mapping<records.CustomerOrSupplier, vendor.CustomerOrSupplier>({
  ...reachable,
  accountNumber: (contact) => amount(contact.account_number),
  bankAccounts: each(bankAccount, (contact) => contact.bank_accounts),
  documentId: (contact) => contact.document_id,
  role: ({ role }) => roleOf(role),
  vatId: (contact) => contact.vat_id,
});

const filters = {
  ...modified,
  name: (name: string) => ({ name }),
  email: (email: string) => ({ email }),
  number: (number: string) => ({ number }),
};

const sets = { CUSTOMER: "/customers", SUPPLIER: "/suppliers" } as const;

export const contacts = {
  ...contactViews<vendor.Contact & vendor.CustomerOrSupplier>({
    contact: { map: contact, encoder: contactEncoder },
    trader: () => ({ map: customerOrSupplier, encoder: traderEncoder }),
    handlers: ({ map, encoder, role }) => {
      const set = role === undefined ? "/contacts" : sets[role];
      const one = { path: ({ ids }: Call) => `${set}${path`/${ids["contactId"]}`}`, map };
      return {
        list: list({ path: set, map, filters }),
        get: get(one),
        create: create({ path: set, map, encoder }),
        update: replace({ ...one, encoder }),
        patch: change({ ...one, encoder }),
      };
    },
  }),
  "contacts.bulk": startJob({ path: "/contacts/bulk", encoder: bulkEncoder, map: contact }),
};
