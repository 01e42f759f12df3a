/** Customers, vendors and contacts: three sets of their own. */
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import * as records from "../../contract/records/contacts.ts";
import { as, encoder, nested, only, spread } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { type ContactView, contactViews } from "../../kit/views.ts";
import { entitySet, equals, modified } from "./conventions.ts";
import { choices, identity, option, updated } from "./fields.ts";
import type { Contact } from "./types.ts";

const contactTypes = choices({ Company: "COMPANY", Person: "CONTACT_PERSON" });
const contactType = { contactType: contactTypes.read(({ type }: Contact) => type) };

const address = mapping<records.ContactAddress, Contact>({
  addressLine1: (party) => party.addressLine1,
  addressLine2: (party) => party.addressLine2,
  city: ({ city }) => city,
  countryCode: ({ country }) => country,
  postalCode: (party) => party.postalCode,
});
const hasAddress = (party: Contact): boolean => Object.keys(address(party)).length > 0;

/** Several addresses stand in one field, with semicolons between. */
const emailAddress = mapping<records.EmailAddress, string>({ email: (email) => email.trim() });
const emailsOf = ({ email }: Contact): string[] | undefined => (email ? email.split(";") : undefined);

const reachable = {
  ...identity,
  ...updated,
  addresses: each(address, (party: Contact) => (hasAddress(party) ? [party] : undefined)),
  companyName: (party: Contact) => party.displayName,
  emailAddresses: each(emailAddress, emailsOf),
  number: (party: Contact) => party.number,
};

const phoneNumber = mapping<records.PhoneNumber, string>({ number: (number) => number });
const trading = {
  ...reachable,
  phoneNumbers: each(phoneNumber, (party: Contact) => (party.phoneNumber ? [party.phoneNumber] : undefined)),
  vatId: (party: Contact) => party.taxRegistrationNumber,
};
const customer = mapping<records.CustomerOrSupplier, Contact>({ ...trading, ...contactType, role: () => "CUSTOMER" });
const supplier = mapping<records.CustomerOrSupplier, Contact>({ ...trading, role: () => "SUPPLIER" });

const phone = mapping<records.PhoneNumber, records.PhoneNumber>({
  number: ({ number }) => number,
  type: ({ type }) => type,
});
function phonesOf(contact: Contact): records.PhoneNumber[] | undefined {
  const phones = [
    ...(contact.phoneNumber ? [{ number: contact.phoneNumber, type: "BUSINESS" } as const] : []),
    ...(contact.mobilePhoneNumber ? [{ number: contact.mobilePhoneNumber, type: "MOBILE" } as const] : []),
  ];
  return phones.length > 0 ? phones : undefined;
}

/** Customers and vendors have contacts of their own; `Multiple` and `Other` leave open of what. */
const relations: Readonly<Record<string, readonly [isCustomer: boolean, isSupplier: boolean]>> = {
  None: [false, false],
  Customer: [true, false],
  Vendor: [false, true],
};
const relationOf = ({ contactBusinessRelation: relation }: Contact) => relations[option(relation) ?? ""];

const contact = mapping<records.Contact, Contact>({
  ...reachable,
  ...contactType,
  isCustomer: (contact) => relationOf(contact)?.[0],
  isSupplier: (contact) => relationOf(contact)?.[1],
  phoneNumbers: each(phone, phonesOf),
  website: ({ website }) => website,
});

const addressEncoder = encoder<records.ContactAddress>({
  addressLine1: as("addressLine1"),
  addressLine2: as("addressLine2"),
  city: as("city"),
  countryCode: as("country"),
  postalCode: as("postalCode"),
});
const emailEncoder = encoder<records.EmailAddress>({ email: as("email") });
const phoneEncoder = encoder<records.PhoneNumber>({ number: as("phoneNumber") });
const anyPhoneEncoder = encoder<records.PhoneNumber>({ number: as("phoneNumber"), type: () => ({}) });

const fields = {
  addresses: only(spread(addressEncoder)),
  companyName: as("displayName"),
  emailAddresses: nested(emailEncoder, (all: readonly records.EmailAddress[]) => ({
    email: all.flatMap(({ email }) => email ?? []).join(";"),
  })),
  number: as("number"),
};
const tradingFields = {
  ...fields,
  phoneNumbers: only(spread(phoneEncoder), { phoneNumber: "" }),
  vatId: as("taxRegistrationNumber"),
};
const typeField = { contactType: contactTypes.as("type") };

const isMobile = ({ type }: records.PhoneNumber): boolean => type === "MOBILE";
const business = only(spread(phoneEncoder), { phoneNumber: "" });
const mobile = only(({ number = "" }: records.PhoneNumber) => ({ mobilePhoneNumber: number }), {
  mobilePhoneNumber: "",
});

const contactEncoder = encoder<Partial<ContactInput>>({
  ...fields,
  ...typeField,
  phoneNumbers: nested(anyPhoneEncoder, (all: readonly records.PhoneNumber[], input, field) => ({
    ...business(
      all.filter((one) => !isMobile(one)),
      input,
      field,
    ),
    ...mobile(all.filter(isMobile), input, field),
  })),
  website: as("website"),
});
const customerEncoder = encoder<Partial<CustomerOrSupplierInput>>({ ...tradingFields, ...typeField });
const supplierEncoder = encoder<Partial<CustomerOrSupplierInput>>(tradingFields);

const filters = { ...modified, name: equals("displayName"), email: equals("email"), number: equals("number") };
const paths = { CONTACT: "/contacts", CUSTOMER: "/customers", SUPPLIER: "/vendors" } as const;

export const contacts = contactViews<Contact>({
  contact: { map: contact, encoder: contactEncoder },
  trader: (role) =>
    role === "CUSTOMER" ? { map: customer, encoder: customerEncoder } : { map: supplier, encoder: supplierEncoder },
  handlers: <Record, Input extends object>({ map, encoder, role }: ContactView<Contact, Record, Input>) => {
    const set = entitySet(paths[role ?? "CONTACT"], { id: "contactId", map });
    return {
      list: set.list({ filters }),
      get: set.get,
      create: { ...set.create<Input>({ encoder }), requires: ["companyName"] },
      patch: set.change<Partial<Input>>({ encoder }),
    };
  },
});
