/** Customers and vendors: two lists of QuickBooks'. Names and ids are unique across both. */
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { instants, values } from "../../kit/columns.ts";
import { emailsTogether, phonesIn } from "../../kit/contactDetails.ts";
import { encoder, inParent, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf, type Role } from "../../kit/views.ts";
import { equals, joined, resource } from "./conventions.ts";
import { addresses, addressesAs, identity, refOf, stamps } from "./fields.ts";
import type { Party } from "./types.ts";

const emails = emailsTogether("PrimaryEmailAddr.Address", ",");
const phones = phonesIn({
  "PrimaryPhone.FreeFormNumber": "BUSINESS",
  "Mobile.FreeFormNumber": "MOBILE",
  "Fax.FreeFormNumber": "FAX",
  "AlternatePhone.FreeFormNumber": "OTHER",
});

const personFields = twoWay({
  firstName: plainValue("GivenName"),
  lastName: plainValue("FamilyName"),
  salutation: plainValue("Title"),
});
const person = mapping<records.ContactPerson, Party>(personFields.reads);
const personEncoder = encoder<records.ContactPerson>(personFields.writes);
const isPerson = ({ GivenName, FamilyName }: Party): boolean => !!GivenName || !!FamilyName;

const typeOf = (party: Party) =>
  party.CompanyName ? "COMPANY" : isPerson(party) ? "CONTACT_PERSON" : ("UNDEFINED" as const);

const partyFields = twoWay({
  // The name on documents, unique among customers and vendors.
  companyName: plainValue("DisplayName"),
});
const party = {
  ...identity,
  ...addresses,
  ...partyFields.reads,
  contactPersons: nestedList(person, (native: Party) => (isPerson(native) ? [native] : undefined)),
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

/** QuickBooks has no type of contact: a party with a CompanyName is a company. */
const traderEncoder = encoder<Partial<CustomerOrSupplierInput>>(
  {
    ...partyFields.writes,
    addresses: addressesAs,
    contactPersons: singleEntry(inParent(personEncoder)),
    contactType: sentSeparately,
    emailAddresses: emails.as,
    phoneNumbers: phones.as,
  },
  ({ companyName, contactType }) =>
    contactType === "COMPANY" && companyName !== undefined ? { CompanyName: companyName } : {},
);

const filters = { name: equals("DisplayName"), email: equals("PrimaryEmailAddr") };
const withoutInactive =
  "QuickBooks never deletes a customer or vendor, it only makes them inactive. Inactive ones are left out, but can be read by id.";

function traders(entity: "Customer" | "Vendor") {
  const { list, get, create, change } = resource(
    entity,
    "contactId",
    trader(entity === "Customer" ? "CUSTOMER" : "SUPPLIER"),
  );
  return {
    list: list({ filters, rules: [withoutInactive] }),
    get: get(),
    create: create<CustomerOrSupplierInput>({
      encoder: traderEncoder,
      requires: ["companyName"],
      rules: ["companyName is the display name, which has to be unique among customers and vendors."],
    }),
    update: change<CustomerOrSupplierInput>({ encoder: traderEncoder }),
    patch: change<Partial<CustomerOrSupplierInput>>({ encoder: traderEncoder }),
  };
}

const contactMaps = { Customer: contact(true), Vendor: contact(false) };
const { list, get } = joined(["Customer", "Vendor"], "contactId", (entity) => contactMaps[entity]);

export const contacts = {
  ...operationsOf("contacts", {
    list: list({ filters, rules: [withoutInactive, "Customers come first, then vendors."] }),
    get,
  }),
  ...operationsOf("customers", traders("Customer")),
  ...operationsOf("suppliers", traders("Vendor")),
};

/** Vendors have none. */
export function taxCodeOfContact(native: unknown): string | undefined {
  const { DefaultTaxCodeRef, Taxable } = native as Party;
  return Taxable === true ? (refOf(DefaultTaxCodeRef) ?? undefined) : undefined;
}
