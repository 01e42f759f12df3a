import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { countryCode } from "../../kit/countries.ts";
import { encoder, fieldAs, inParent, nested, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { changedSince, isDeleted, isSince, list, resultIn, stampOf } from "./conventions.ts";
import { countryAs } from "./fields.ts";
import type { Vendor } from "./types.ts";

const folder = "/bill_vendors/bill_vendors";
const kind = "bill_vendor";
const at = `${folder}/{contactId}`;
const vendorIn = resultIn<Vendor>(kind);

const emails = emailsIn({ primary_contact_email: "BUSINESS" });
const phones = phonesIn({ phone: "BUSINESS" });

const address = mapping<records.ContactAddress, Vendor>({
  ...values({ addressLine1: "street", addressLine2: "street2", city: "city", postalCode: "postal_code" }),
  countryCode: ({ country }) => countryCode(country),
});
const hasAddress = ({ street, street2, city, postal_code: code, country }: Vendor): boolean =>
  Boolean(street || street2 || city || code || country);

const person = mapping<records.ContactPerson, Vendor>(
  values({ firstName: "primary_contact_first_name", lastName: "primary_contact_last_name" }),
);
const hasPerson = (native: Vendor): boolean =>
  Boolean(native.primary_contact_first_name || native.primary_contact_last_name);

const supplier = mapping<records.CustomerOrSupplier, Vendor>({
  id: ({ vendorid: id }) => String(id),
  addresses: nestedList(address, (native) => (hasAddress(native) ? [native] : undefined)),
  companyName: ({ vendor_name: name }) => name,
  contactPersons: nestedList(person, (native) => (hasPerson(native) ? [native] : undefined)),
  contactType: () => "COMPANY",
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
  role: () => "SUPPLIER",
  updatedDate: ({ updated_at: updated }) => stampOf(updated),
});

const personEncoder = encoder<records.ContactPerson>({
  firstName: fieldAs("primary_contact_first_name"),
  lastName: fieldAs("primary_contact_last_name"),
});

const supplierEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  addresses: singleEntry(
    inParent(
      encoder<records.ContactAddress>({
        addressLine1: fieldAs("street"),
        addressLine2: fieldAs("street2"),
        city: fieldAs("city"),
        countryCode: countryAs("country"),
        postalCode: fieldAs("postal_code"),
        type: sentSeparately,
      }),
    ),
  ),
  companyName: fieldAs("vendor_name"),
  contactPersons: singleEntry(nested(personEncoder, (value, _input, field) => personEncoder(value, field))),
  // Suppliers are companies, whatever they are called.
  contactType: sentSeparately,
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
  role: sentSeparately,
});

export const suppliers = {
  "suppliers.list": list<records.CustomerOrSupplier, Vendor>("bill_vendors", {
    path: folder,
    map: supplier,
    filters: { lastModifiedAt: changedSince, name: () => ({}), email: () => ({}) },
    localFilter: {
      when: ({ lastModifiedAt: since, name, email }) => (since ?? name ?? email) !== undefined,
      fits: (native, { lastModifiedAt: since, name, email }) =>
        isSince(stampOf(native.updated_at), since) &&
        contains(native.vendor_name, name) &&
        contains(native.primary_contact_email, email),
    },
    rules: ["The filters name and email find suppliers that contain the text. Kontor compares them itself."],
  }),
  "suppliers.get": get<records.CustomerOrSupplier, Vendor>({
    path: at,
    map: supplier,
    record: vendorIn,
    is: (native) => !isDeleted(native),
  }),
  "suppliers.create": write<CustomerOrSupplierInput, records.CustomerOrSupplier, Vendor>({
    method: "POST",
    path: folder,
    encoder: supplierEncoder,
    within: kind,
    record: vendorIn,
    map: supplier,
    requires: ["companyName"],
  }),
  "suppliers.patch": write<Partial<CustomerOrSupplierInput>, records.CustomerOrSupplier, Vendor>({
    method: "PUT",
    path: at,
    encoder: supplierEncoder,
    within: kind,
    record: vendorIn,
    map: supplier,
    repeatable: true,
  }),
};
