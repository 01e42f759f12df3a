/** Customers and vendors: two lists of QuickBooks', with names and ids that no two of them share. */
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { instants, values } from "../../kit/columns.ts";
import { allAs, as, elsewhere, encoder, only, spread } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { emailsTogether, phonesIn } from "../../kit/reach.ts";
import { named, type Role } from "../../kit/views.ts";
import { equals, joined, resource } from "./conventions.ts";
import { addresses, addressesAs, identity, stamps } from "./fields.ts";
import type { Party } from "./types.ts";

const emails = emailsTogether("PrimaryEmailAddr.Address", ",");
const phones = phonesIn({
  "PrimaryPhone.FreeFormNumber": "BUSINESS",
  "Mobile.FreeFormNumber": "MOBILE",
  "Fax.FreeFormNumber": "FAX",
  "AlternatePhone.FreeFormNumber": "OTHER",
});

const names = { firstName: "GivenName", lastName: "FamilyName", salutation: "Title" } as const;
const person = mapping<records.ContactPerson, Party>(values(names));
const personEncoder = encoder<records.ContactPerson>(allAs(as, names));
const isPerson = ({ GivenName, FamilyName }: Party): boolean => !!GivenName || !!FamilyName;

const typeOf = (party: Party) =>
  party.CompanyName ? "COMPANY" : isPerson(party) ? "CONTACT_PERSON" : ("UNDEFINED" as const);

const party = {
  ...identity,
  ...addresses,
  // The name that documents show, which no other customer or vendor has.
  ...values({ companyName: "DisplayName" }),
  contactPersons: each(person, (native: Party) => (isPerson(native) ? [native] : undefined)),
  contactType: typeOf,
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
};
const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Party>({
    ...party,
    ...instants({ updatedDate: "MetaData.LastUpdatedTime" }),
    role: () => role,
  });
const contact = (isCustomer: boolean) =>
  mapping<records.Contact, Party>({
    ...party,
    ...stamps,
    ...values({ website: "WebAddr.URI" }),
    isCustomer: () => isCustomer,
    isSupplier: () => !isCustomer,
  });

/** A company is what has a company's name. */
const traderEncoder = encoder<Partial<CustomerOrSupplierInput>>(
  {
    addresses: addressesAs,
    companyName: as("DisplayName"),
    contactPersons: only(spread(personEncoder)),
    contactType: elsewhere,
    emailAddresses: emails.as,
    phoneNumbers: phones.as,
  },
  ({ companyName, contactType }) =>
    contactType === "COMPANY" && companyName !== undefined ? { CompanyName: companyName } : {},
);

const filters = { name: equals("DisplayName"), email: equals("PrimaryEmailAddr") };
const putAside = "Inactive ones, which is as far as QuickBooks deletes them, are left out; each can be read by its id.";

function traders(entity: "Customer" | "Vendor") {
  const { list, get, create, change } = resource(
    entity,
    "contactId",
    trader(entity === "Customer" ? "CUSTOMER" : "SUPPLIER"),
  );
  return {
    list: list({ filters, rules: [putAside] }),
    get: get(),
    create: create<CustomerOrSupplierInput>({
      encoder: traderEncoder,
      requires: ["companyName"],
      rules: ["companyName is the name to show, which no other customer or vendor may have."],
    }),
    update: change<CustomerOrSupplierInput>({ encoder: traderEncoder }),
    patch: change<Partial<CustomerOrSupplierInput>>({ encoder: traderEncoder }),
  };
}

const contactMaps = { Customer: contact(true), Vendor: contact(false) };
const { list, get } = joined(["Customer", "Vendor"], "contactId", (entity) => contactMaps[entity]);

export const contacts = {
  ...named("contacts", { list: list({ filters, rules: [putAside, "Customers come first, then vendors."] }), get }),
  ...named("customers", traders("Customer")),
  ...named("suppliers", traders("Vendor")),
};
