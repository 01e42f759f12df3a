import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { encoder, inParent, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { list, resource } from "./conventions.ts";
import type { Supplier } from "./types.ts";

const emails = emailsIn({ Email: "BUSINESS" });
const phones = phonesIn({ Phone1: "BUSINESS", Phone2: "OFFICE", Fax: "FAX" });
const listedPhones = phonesIn({ Phone: "BUSINESS" });

const addressFields = twoWay({
  addressLine1: plainValue("Address1"),
  addressLine2: plainValue("Address2"),
  city: plainValue("City"),
  countryCode: plainValue("CountryCode"),
  postalCode: plainValue("ZipCode"),
});
const address = mapping<records.ContactAddress, Supplier>(addressFields.reads);
const hasAddress = (native: Supplier): boolean => Object.values(addressFields.reads).some((read) => read(native));

const bankFields = twoWay({
  bic: plainValue("BIC"),
  iban: plainValue("IBAN"),
  name: plainValue("Bank"),
});
/** The name of the bank is not in lists. */
const { name: _bank, ...listedBankFields } = bankFields.reads;
const bankAccount = mapping<records.ContactBankAccount, Supplier>(bankFields.reads);
const listedBankAccount = mapping<records.ContactBankAccount, Supplier>(listedBankFields);
const ifBank = (native: Supplier): readonly Supplier[] | undefined => (native.IBAN ? [native] : undefined);

const fields = twoWay({
  companyName: plainValue("Name"),
  number: plainValue("SupplierNumber"),
});
const detailFields = twoWay({ vatId: plainValue("VATNumber") });

const shared = {
  ...fields.reads,
  id: ({ SupplierNumber }: Supplier) => SupplierNumber,
  addresses: nestedList(address, (native: Supplier) => (hasAddress(native) ? [native] : undefined)),
  emailAddresses: emails.read,
  role: () => "SUPPLIER" as const,
};

const listedSupplier = mapping<records.CustomerOrSupplier, Supplier>({
  ...shared,
  bankAccounts: nestedList(listedBankAccount, ifBank),
  phoneNumbers: listedPhones.read,
});

const supplier = mapping<records.CustomerOrSupplier, Supplier>({
  ...shared,
  ...detailFields.reads,
  bankAccounts: nestedList(bankAccount, ifBank),
  phoneNumbers: phones.read,
});

const supplierEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...fields.writes,
  ...detailFields.writes,
  addresses: singleEntry(inParent(encoder<records.ContactAddress>(addressFields.writes))),
  bankAccount: inParent(encoder<records.ContactBankAccount>(bankFields.writes)),
  // Suppliers have no type.
  contactType: sentSeparately,
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
  role: sentSeparately,
});

const suppliers = resource<records.CustomerOrSupplier, Supplier>("/suppliers", "contactId", {
  kind: "Supplier",
  map: supplier,
});

export const supplierOperations = {
  "suppliers.list": list<records.CustomerOrSupplier, Supplier>("Suppliers", {
    path: "/suppliers",
    map: listedSupplier,
    filters: {
      name: () => ({}),
      email: () => ({}),
      number: () => ({}),
    },
    localFilter: {
      when: ({ name, email, number }) => (name ?? email ?? number) !== undefined,
      fits: (native, { name = "", email = "", number }) =>
        contains(native.Name, name) &&
        contains(native.Email, email) &&
        (number === undefined || native.SupplierNumber === number),
    },
    readsWholeList: true,
    rules: ["Lists have one phone number of a supplier. Get a single record for the others and for the vatId."],
  }),
  "suppliers.get": suppliers.get(),
  "suppliers.create": suppliers.create<CustomerOrSupplierInput>({
    encoder: supplierEncoder,
    requires: ["companyName"],
    rules: ["Without a number the target system assigns the next one."],
  }),
  "suppliers.patch": suppliers.change<Partial<CustomerOrSupplierInput>>({ encoder: supplierEncoder }),
};
