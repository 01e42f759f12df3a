import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { encoder, fieldAs, nested, sentSeparately } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { allOf, condition, listWithFeed, where } from "./conventions.ts";
import { emails, placeMapping, placesAs, placesOf, updated } from "./fields.ts";
import type { Supplier } from "./types.ts";

const folder = "/suppliers";

const fields = twoWay({
  companyName: plainValue("name"),
  vatId: plainValue("vat_number"),
});

const bankAccount = mapping<records.ContactBankAccount, string>({ iban: (iban) => iban });

const supplier = mapping<records.CustomerOrSupplier, Supplier>({
  ...fields.reads,
  ...updated,
  id: ({ id }) => String(id),
  addresses: nestedList(placeMapping, ({ postal_address: address }) => placesOf({ BILLING: address })),
  bankAccounts: nestedList(bankAccount, ({ iban }) => (iban ? [iban] : undefined)),
  emailAddresses: nestedList(emails.map, ({ emails: all }) => all ?? undefined),
  role: () => "SUPPLIER",
});

const supplierEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...fields.writes,
  addresses: placesAs("postal_address"),
  bankAccount: nested(encoder<records.ContactBankAccount>({ iban: fieldAs("iban") }), ({ iban }) =>
    iban === undefined ? {} : { iban },
  ),
  // Suppliers have no type.
  contactType: sentSeparately,
  emailAddresses: emails.as,
  role: sentSeparately,
});

const supplierRecords = resourceOf<records.CustomerOrSupplier, Supplier>({
  path: folder,
  id: "contactId",
  map: supplier,
  change: "PUT",
});

export const suppliers = {
  "suppliers.list": listWithFeed<records.CustomerOrSupplier, Supplier>("suppliers", {
    path: folder,
    map: supplier,
    conditions: { name: (name) => [condition("name", "start_with", name)] },
    local: ["email"],
    localFilter: {
      when: ({ email }) => email !== undefined,
      fits: (native, { email = "" }) => email === "" || (native.emails ?? []).some((each) => contains(each, email)),
    },
    rules: ["The filter name finds suppliers whose name begins with the text."],
  }),
  "suppliers.get": supplierRecords.get(),
  "suppliers.create": supplierRecords.create<CustomerOrSupplierInput>({
    encoder: supplierEncoder,
    also: ({ marker }) => ({ external_reference: marker }),
    find: async ({ marker }, session) =>
      (await allOf<Supplier>(session, folder, where(condition("external_reference", "eq", marker))))[0],
    requires: ["companyName"],
  }),
  "suppliers.patch": supplierRecords.change<Partial<CustomerOrSupplierInput>>({
    encoder: supplierEncoder,
    rules: ["An address replaces the stored one."],
  }),
};
