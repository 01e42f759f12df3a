import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { instants, values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { encoder, inParent, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { list, modified, resource } from "./conventions.ts";
import { defaultTerms } from "./customers.ts";
import type { Supplier } from "./types.ts";

const emails = emailsIn({ EmailAddress: "BUSINESS" });
const phones = phonesIn({ Telephone: "BUSINESS", MobilePhone: "MOBILE" });

const addressFields = twoWay({
  addressLine1: plainValue("Address1"),
  addressLine2: plainValue("Address2"),
  city: plainValue("City"),
  countryCode: plainValue("CountryCode"),
  postalCode: plainValue("PostalCode"),
});
const address = mapping<records.ContactAddress, Supplier>(addressFields.reads);
const ifAddress = (native: Supplier): readonly Supplier[] | undefined =>
  Object.values(addressFields.reads).some((read) => read(native)) ? [native] : undefined;

const bankFields = twoWay({
  bic: plainValue("BankBic"),
  iban: plainValue("BankIban"),
  name: plainValue("BankName"),
});
const bankAccount = mapping<records.ContactBankAccount, Supplier>(bankFields.reads);
const ifBank = (native: Supplier): readonly Supplier[] | undefined => (native.BankIban ? [native] : undefined);

const fields = twoWay({
  companyName: plainValue("Name"),
  number: plainValue("SupplierNumber"),
  vatId: plainValue("VatNumber"),
});

const supplier = mapping<records.CustomerOrSupplier, Supplier>({
  ...fields.reads,
  ...values({ id: "Id" }),
  ...instants({ updatedDate: "ModifiedUtc" }),
  addresses: nestedList(address, ifAddress),
  bankAccounts: nestedList(bankAccount, ifBank),
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
  role: () => "SUPPLIER",
});

const supplierEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...fields.writes,
  addresses: singleEntry(inParent(encoder<records.ContactAddress>(addressFields.writes))),
  bankAccount: inParent(encoder<records.ContactBankAccount>(bankFields.writes)),
  // Suppliers have no type.
  contactType: sentSeparately,
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
  role: sentSeparately,
});

const folder = "/suppliers";
const suppliers = resource<records.CustomerOrSupplier, Supplier>(folder, "contactId", supplier);

export const supplierOperations = {
  "suppliers.list": list<records.CustomerOrSupplier, Supplier>({
    path: folder,
    map: supplier,
    filters: { ...modified, name: () => ({}), email: () => ({}), number: () => ({}) },
    localFilter: {
      when: ({ name, email, number }) => (name ?? email ?? number) !== undefined,
      fits: (native, { name, email, number }) =>
        contains(native.Name, name) &&
        contains(native.EmailAddress, email) &&
        (number === undefined || native.SupplierNumber === number),
    },
  }),
  "suppliers.get": suppliers.get(),
  "suppliers.create": suppliers.create<CustomerOrSupplierInput>({
    encoder: supplierEncoder,
    prepare: (_call, session) => defaultTerms(session),
    body: (encoded, terms) => ({ ...encoded, TermsOfPaymentId: terms }),
    requires: ["companyName"],
    rules: [
      "Without a number the target system assigns the next one. A new supplier has the company's default terms of payment.",
    ],
  }),
  "suppliers.patch": suppliers.change<Partial<CustomerOrSupplierInput>>({ encoder: supplierEncoder }),
};
