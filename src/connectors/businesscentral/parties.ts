import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import * as records from "../../contract/records/contacts.ts";
import { as, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { at, equals, list, modified, single } from "./conventions.ts";
import { identity, option, updated } from "./fields.ts";
import { change, create, only, wordAs } from "./telling.ts";
import type { Contact, Customer, Party } from "./types.ts";

const contactTypes = { Company: "COMPANY", Person: "CONTACT_PERSON" } as const;
const contactType = vocabulary(contactTypes).read(({ type }: Customer) => option(type));

const address = mapping<records.ContactAddress, Party>({
  addressLine1: (party) => party.addressLine1,
  addressLine2: (party) => party.addressLine2,
  city: ({ city }) => city,
  countryCode: ({ country }) => country,
  postalCode: (party) => party.postalCode,
});
const hasAddress = (party: Party): boolean => Object.keys(address(party)).length > 0;

/** Several addresses stand in one field, with semicolons between. */
const emailAddress = mapping<records.EmailAddress, string>({ email: (email) => email.trim() });
const emailsOf = ({ email }: Party): string[] | undefined => (email ? email.split(";") : undefined);

const phoneNumber = mapping<records.PhoneNumber, string>({ number: (number) => number });

const reachable = {
  ...identity,
  ...updated,
  addresses: each(address, (party: Party) => (hasAddress(party) ? [party] : undefined)),
  emailAddresses: each(emailAddress, emailsOf),
  number: (party: Party) => party.number,
};
const trading = {
  ...reachable,
  companyName: (party: Party) => party.displayName,
  phoneNumbers: each(phoneNumber, (party: Party) => (party.phoneNumber ? [party.phoneNumber] : undefined)),
  vatId: (party: Party) => party.taxRegistrationNumber,
};

const customer = mapping<records.CustomerOrSupplier, Customer>({ ...trading, contactType, role: () => "CUSTOMER" });
const supplier = mapping<records.CustomerOrSupplier, Party>({ ...trading, role: () => "SUPPLIER" });

const phone = mapping<records.PhoneNumber, records.PhoneNumber>({
  number: ({ number }) => number,
  type: ({ type }) => type,
});
const phonesOf = (contact: Contact): records.PhoneNumber[] => [
  ...(contact.phoneNumber ? [{ number: contact.phoneNumber, type: "BUSINESS" } as const] : []),
  ...(contact.mobilePhoneNumber ? [{ number: contact.mobilePhoneNumber, type: "MOBILE" } as const] : []),
];

/** Customers and vendors have contacts of their own; `Multiple` and `Other` leave open of what. */
const relations: Readonly<Record<string, readonly [isCustomer: boolean, isSupplier: boolean]>> = {
  None: [false, false],
  Customer: [true, false],
  Vendor: [false, true],
};
const relationOf = ({ contactBusinessRelation: relation }: Contact) => relations[option(relation) ?? ""];

const contact = mapping<records.Contact, Contact>({
  ...reachable,
  companyName: (contact) => contact.displayName,
  contactType,
  isCustomer: (contact) => relationOf(contact)?.[0],
  isSupplier: (contact) => relationOf(contact)?.[1],
  phoneNumbers: each(phone, (contact) => (phonesOf(contact).length > 0 ? phonesOf(contact) : undefined)),
  website: ({ website }) => website,
});

const toldAddress = encoder<records.ContactAddress>({
  addressLine1: as("addressLine1"),
  addressLine2: as("addressLine2"),
  city: as("city"),
  countryCode: as("country"),
  postalCode: as("postalCode"),
});

const told = {
  addresses: Object.assign((all: readonly records.ContactAddress[]) => toldAddress(only(all, "addresses") ?? {}), {
    writableFields: toldAddress.writableFields,
  }),
  companyName: as("displayName"),
  emailAddresses: Object.assign(
    (all: readonly records.EmailAddress[]) => ({ email: all.flatMap(({ email }) => email ?? []).join(";") }),
    { writableFields: { email: true } as const },
  ),
  number: as("number"),
};
const numberOf = (all: readonly records.PhoneNumber[]): string => only(all, "phoneNumbers")?.number ?? "";

const toldSupplier = {
  ...told,
  phoneNumbers: Object.assign((all: readonly records.PhoneNumber[]) => ({ phoneNumber: numberOf(all) }), {
    writableFields: { number: true } as const,
  }),
  vatId: as("taxRegistrationNumber"),
};
const toldType = { contactType: wordAs("type", contactTypes, "contactType") };

const isMobile = ({ type }: records.PhoneNumber): boolean => type === "MOBILE";

const toldContact = encoder<Partial<ContactInput>>({
  ...told,
  ...toldType,
  phoneNumbers: Object.assign(
    (all: readonly records.PhoneNumber[]) => ({
      phoneNumber: numberOf(all.filter((one) => !isMobile(one))),
      mobilePhoneNumber: numberOf(all.filter(isMobile)),
    }),
    { writableFields: { number: true, type: true } as const },
  ),
  website: as("website"),
});

const tellCustomer = {
  encoder: encoder<Partial<CustomerOrSupplierInput>>({ ...toldSupplier, ...toldType }),
  map: customer,
};
const tellSupplier = { encoder: encoder<Partial<CustomerOrSupplierInput>>(toldSupplier), map: supplier };
const tellContact = { encoder: toldContact, map: contact };

const filters = { ...modified, name: equals("displayName"), email: equals("email"), number: equals("number") };

const [customerAt, supplierAt, contactAt] = [
  at("customers", "contactId"),
  at("vendors", "contactId"),
  at("contacts", "contactId"),
];

export const parties = {
  "customers.list": list("customers", { map: customer, filters }),
  "customers.get": single(customerAt, { map: customer }),
  "customers.create": create("customers", { ...tellCustomer, requires: ["companyName"] }),
  "customers.patch": change(customerAt, tellCustomer),
  "suppliers.list": list("vendors", { map: supplier, filters }),
  "suppliers.get": single(supplierAt, { map: supplier }),
  "suppliers.create": create("vendors", { ...tellSupplier, requires: ["companyName"] }),
  "suppliers.patch": change(supplierAt, tellSupplier),
  "contacts.list": list("contacts", { map: contact, filters }),
  "contacts.get": single(contactAt, { map: contact }),
  "contacts.create": create("contacts", { ...tellContact, requires: ["companyName"] }),
  "contacts.patch": change(contactAt, tellContact),
};
