/** What Moneybird is told of contacts. */
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { as, type Encoder, elsewhere, encoder } from "../../kit/encode.ts";
import { onlyOne } from "./lines.ts";

/** A list of ours of which the vendor has one, spread over fields of the contact. */
const spread = <Item extends object>(field: string, item: Encoder<Item>) =>
  Object.assign(
    (values: readonly Item[]) => {
      const only = onlyOne(values, field);
      return only === undefined ? {} : item(only);
    },
    { writableFields: item.writableFields },
  );

const address = encoder<records.ContactAddress>({
  addressLine1: as("address1"),
  addressLine2: as("address2"),
  city: as("city"),
  countryCode: as("country"),
  postalCode: as("zipcode"),
});

const person = encoder<records.ContactPerson>({ firstName: as("firstname"), lastName: as("lastname") });

/** Invoices go to all of them; the contact's own address cannot be set. */
const emails = Object.assign(
  (values: readonly records.EmailAddress[]) => ({
    send_invoices_to_email: values.flatMap(({ email }) => email ?? []).join(","),
  }),
  { writableFields: { email: true } as const },
);

const reachable = {
  addresses: spread("addresses", address),
  companyName: as("company_name"),
  contactPersons: spread("contactPersons", person),
  /** Follows from whether there is a company's name. */
  contactType: elsewhere,
  emailAddresses: emails,
  number: as("customer_id"),
  phoneNumbers: spread("phoneNumbers", encoder<records.PhoneNumber>({ number: as("phone") })),
};

export const toldContact = encoder<Partial<ContactInput>>(reachable);

const account = encoder<records.ContactBankAccount>({ iban: as("bank_account") });

export const toldTrader = encoder<Partial<CustomerOrSupplierInput>>({
  ...reachable,
  bankAccount: Object.assign((value: records.ContactBankAccount) => account(value), {
    writableFields: account.writableFields,
  }),
  vatId: as("tax_number"),
});
