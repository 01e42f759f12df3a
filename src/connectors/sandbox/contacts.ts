import { contactRole, contactType } from "../../contract/enums.ts";
import type { ContactInput, ContactsBulkInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import * as records from "../../contract/records/contacts.ts";
import { nested } from "../../kit/encode.ts";
import { get } from "../../kit/reading.ts";
import { contactViews } from "../../kit/views.ts";
import { by, change, create, list, modified, replace } from "./conventions.ts";
import {
  addressLines,
  eachOf,
  encoderOf,
  flag,
  identity,
  listOf,
  number,
  shape,
  stamps,
  text,
  type Writable,
  word,
} from "./fields.ts";
import { bulkFields, startJob } from "./jobs.ts";
import type { Native } from "./types.ts";

const address = shape<records.ContactAddress>({
  ...addressLines,
  type: word(records.addressTypes),
});
const emailAddress = shape<records.EmailAddress>({
  email: text,
  type: word(records.EmailAddress.properties.type),
});
const phoneNumber = shape<records.PhoneNumber>({
  number: text,
  type: word(records.phoneTypes),
});
const reachable = { emailAddresses: listOf(emailAddress), phoneNumbers: listOf(phoneNumber) };

const contactPerson = shape<records.ContactPerson>({
  ...reachable,
  ...identity,
  firstName: text,
  lastName: text,
  salutation: text,
});
const bankAccount = shape<records.ContactBankAccount>({
  bic: text,
  holder: text,
  isMainAccount: flag,
  iban: text,
  name: text,
  sepa: flag,
});

const party = {
  ...reachable,
  addresses: listOf(address),
  companyName: text,
  contactPersons: listOf(contactPerson),
  contactType: word(contactType),
  number: text,
  projectId: text,
};

const contact = shape<records.Contact, Partial<ContactInput>>(
  { ...party, isCustomer: flag, isSupplier: flag, website: text },
  { ...identity, ...stamps },
);

/** The sandbox keeps a list of bank accounts; the body replaces it with one. */
const onlyBankAccount: Writable<records.ContactBankAccount> = {
  encoder: () => nested(bankAccount.encoder, (account) => ({ bank_accounts: [bankAccount.encoder(account)] })),
};

const trader = shape<records.CustomerOrSupplier, Partial<CustomerOrSupplierInput>>(
  { ...party, documentId: text, role: word(contactRole), vatId: text },
  { ...identity, accountNumber: number, bankAccounts: eachOf(bankAccount.map), updatedDate: stamps.updatedDate },
  { bankAccount: onlyBankAccount },
);

const filters = { ...modified, ...by("name", "email", "number") };

const sets = { CUSTOMER: "/customers", SUPPLIER: "/suppliers" } as const;

export const contacts = {
  ...contactViews<Native>({
    contact,
    trader: () => trader,
    handlers: ({ role, ...view }) => {
      const set = role === undefined ? "/contacts" : sets[role];
      const recordView = { ...view, path: `${set}/{contactId}` };
      return {
        list: list({ ...view, path: set, filters }),
        get: get(recordView),
        create: create({ ...view, path: set }),
        update: replace(recordView),
        patch: change(recordView),
      };
    },
  }),
  "contacts.bulk": startJob({
    path: "/contacts/bulk",
    map: contact.map,
    encoder: encoderOf<ContactsBulkInput>({ ...bulkFields, entries: listOf(contact) }),
  }),
};
