/** Customers and vendors: two lists of QuickBooks', with names and ids that no two of them share. */

import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, elsewhere, encoder, nested, only, spread } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { phonesIn } from "../../kit/reach.ts";
import { get } from "../../kit/reading.ts";
import { named, type Role } from "../../kit/views.ts";
import * as conventions from "./conventions.ts";
import { addressesAs, contactAddressesFrom, identity, stamps, updated } from "./fields.ts";
import type { Party } from "./types.ts";

const filled = <Item>(items: readonly Item[]): readonly Item[] | undefined => (items.length > 0 ? items : undefined);

/** Several may stand in one place. */
const email = mapping<records.EmailAddress, string>({ email: (address) => address });
const emailsOf = ({ PrimaryEmailAddr }: Party) =>
  filled(
    (PrimaryEmailAddr?.Address ?? "")
      .split(/[,;]/)
      .map((one) => one.trim())
      .filter(Boolean),
  );

const phones = phonesIn({
  "PrimaryPhone.FreeFormNumber": "BUSINESS",
  "Mobile.FreeFormNumber": "MOBILE",
  "Fax.FreeFormNumber": "FAX",
  "AlternatePhone.FreeFormNumber": "OTHER",
});

const person = mapping<records.ContactPerson, Party>(
  values({ firstName: "GivenName", lastName: "FamilyName", salutation: "Title" }),
);
const isPerson = ({ GivenName, FamilyName }: Party): boolean => !!GivenName || !!FamilyName;

/** The name that documents show, which no other customer or vendor has. */
const nameOf = ({ DisplayName }: Party) => DisplayName;
const typeOf = (party: Party) =>
  party.CompanyName ? "COMPANY" : isPerson(party) ? "CONTACT_PERSON" : ("UNDEFINED" as const);

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Party>({
    ...identity,
    addresses: contactAddressesFrom((party: Party) => party),
    ...updated,
    companyName: nameOf,
    contactPersons: each(person, (party) => (isPerson(party) ? [party] : undefined)),
    contactType: typeOf,
    emailAddresses: each(email, emailsOf),
    phoneNumbers: phones.read,
    role: () => role,
  });

type FromEither = conventions.From<Party, "Customer" | "Vendor">;
const contact = mapping<records.Contact, FromEither>({
  ...values({ id: "native.Id", website: "native.WebAddr.URI" }),
  addresses: contactAddressesFrom(({ native }: FromEither) => native),
  companyName: ({ native }) => nameOf(native),
  contactPersons: each(person, ({ native }) => (isPerson(native) ? [native] : undefined)),
  contactType: ({ native }) => typeOf(native),
  createdDate: ({ native }) => stamps.createdDate(native),
  emailAddresses: each(email, ({ native }) => emailsOf(native)),
  isCustomer: ({ entity }) => entity === "Customer",
  isSupplier: ({ entity }) => entity === "Vendor",
  phoneNumbers: each(phones.entry, ({ native }) => phones.of(native)),
  updatedDate: ({ native }) => stamps.updatedDate(native),
});

const personEncoder = encoder<records.ContactPerson>(
  allAs(as, { firstName: "GivenName", lastName: "FamilyName", salutation: "Title" }),
);

const partyEncoders = {
  addresses: addressesAs,
  companyName: as("DisplayName"),
  contactPersons: only(spread(personEncoder)),
  emailAddresses: nested(
    encoder<records.EmailAddress>({ email: elsewhere }),
    (all: readonly records.EmailAddress[]) => ({
      PrimaryEmailAddr: { Address: all.flatMap((one) => one.email ?? []).join(",") },
    }),
  ),
  phoneNumbers: phones.as,
};

interface Named {
  readonly companyName?: string;
  readonly contactType?: string;
}
/** A company is what has a company's name. */
const companyAs = ({ companyName, contactType }: Named) =>
  contactType === "COMPANY" && companyName !== undefined ? { CompanyName: companyName } : {};
const traderEncoder = encoder<Partial<CustomerOrSupplierInput>>(
  { ...partyEncoders, contactType: elsewhere },
  companyAs,
);

const filters = {
  ...conventions.modified,
  name: conventions.equals("DisplayName"),
  email: conventions.equals("PrimaryEmailAddr"),
};
const putAside = "Inactive ones, which is as far as QuickBooks deletes them, are left out; each can be read by its id.";

function traders(entity: "Customer" | "Vendor") {
  const map = trader(entity === "Customer" ? "CUSTOMER" : "SUPPLIER");
  const written = { encoder: traderEncoder, map };
  const changed = { ...written, id: "contactId" };
  return {
    list: conventions.list(entity, { map, filters, rules: [putAside] }),
    get: conventions.single(entity, { id: "contactId", map }),
    create: conventions.create<CustomerOrSupplierInput, records.CustomerOrSupplier, Party>(entity, {
      ...written,
      requires: ["companyName"],
      rules: ["companyName is the name to show, which no other customer or vendor may have."],
    }),
    update: conventions.change<CustomerOrSupplierInput, records.CustomerOrSupplier, Party>(entity, changed),
    patch: conventions.change<Partial<CustomerOrSupplierInput>, records.CustomerOrSupplier, Party>(entity, changed),
  };
}

const both = ["Customer", "Vendor"] as const;

export const contacts = {
  "contacts.list": conventions.joined(both, {
    map: contact,
    filters,
    rules: [putAside, "Customers come first, then vendors."],
  }),
  "contacts.get": get<records.Contact, FromEither>({
    read: ({ ids }, session) => conventions.readFrom(session, both, ids["contactId"]),
    map: contact,
    raw: conventions.nativeOf,
  }),
  ...named("customers", traders("Customer")),
  ...named("suppliers", traders("Vendor")),
};
