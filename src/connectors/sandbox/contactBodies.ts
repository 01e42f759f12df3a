/** Contacts as they are sent to the sandbox. */
import type { ContactInput, ContactsBulkInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { as, encoder, listAs, nested } from "../../kit/encode.ts";
import { toldAddressLines, toldBulkFields, wordAs } from "./telling.ts";

const emailAddress = encoder<records.EmailAddress>({ email: as("email"), type: wordAs("type") });
const phoneNumber = encoder<records.PhoneNumber>({ number: as("number"), type: wordAs("type") });

const contactPerson = encoder<records.ContactPerson>({
  emailAddresses: listAs("email_addresses", emailAddress),
  firstName: as("first_name"),
  lastName: as("last_name"),
  phoneNumbers: listAs("phone_numbers", phoneNumber),
  salutation: as("salutation"),
});

const bankAccount = encoder<records.ContactBankAccount>({
  bic: as("bic"),
  holder: as("holder"),
  isMainAccount: as("is_main_account"),
  iban: as("iban"),
  name: as("name"),
  sepa: as("sepa"),
});

const reachable = {
  addresses: listAs("addresses", encoder<records.ContactAddress>(toldAddressLines)),
  companyName: as("company_name"),
  contactPersons: listAs("contact_persons", contactPerson),
  contactType: wordAs("contact_type"),
  emailAddresses: listAs("email_addresses", emailAddress),
  number: as("number"),
  phoneNumbers: listAs("phone_numbers", phoneNumber),
  projectId: as("project_id"),
};

export const contactEncoder = encoder<Partial<ContactInput>>({
  ...reachable,
  isCustomer: as("is_customer"),
  isSupplier: as("is_supplier"),
  website: as("website"),
});

/** The sandbox keeps a list of bank accounts: the one that is sent is all of it. */
const onlyBankAccount = nested(bankAccount, (account: records.ContactBankAccount) => ({
  bank_accounts: [bankAccount(account)],
}));

export const traderEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...reachable,
  bankAccount: onlyBankAccount,
  documentId: as("document_id"),
  role: wordAs("role"),
  vatId: as("vat_id"),
});

export const bulkEncoder = encoder<ContactsBulkInput>({
  ...toldBulkFields,
  entries: listAs("entries", contactEncoder),
});
