/** Customers, vendors and contacts: three sets of their own. */
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import * as records from "../../contract/records/contacts.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, type Encoded, encoder, only, spread } from "../../kit/encode.ts";
import { narrowed } from "../../kit/lists/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { emailsTogether, phonesIn } from "../../kit/reach.ts";
import { type ContactView, contactViews } from "../../kit/views.ts";
import { entitySet, equals, modified } from "./conventions.ts";
import { choices, option, quoted, stamped } from "./fields.ts";
import type { Contact } from "./types.ts";

const contactTypes = choices({ Company: "COMPANY", Person: "CONTACT_PERSON" });
const contactType = { contactType: contactTypes.read(({ type }: Contact) => type) };

const address = mapping<records.ContactAddress, Contact>({
  ...values({
    addressLine1: "addressLine1",
    addressLine2: "addressLine2",
    city: "city",
    countryCode: "country",
    postalCode: "postalCode",
  }),
});
const hasAddress = (party: Contact): boolean => Object.keys(address(party)).length > 0;

/** Several addresses stand in one field, with semicolons between. */
const emails = emailsTogether("email", ";");
const tradingPhones = phonesIn({ phoneNumber: undefined }, "");
const phones = phonesIn({ phoneNumber: "BUSINESS", mobilePhoneNumber: "MOBILE" }, "");

const reachable = {
  ...stamped,
  addresses: each(address, (party: Contact) => (hasAddress(party) ? [party] : undefined)),
  ...values({ companyName: "displayName", number: "number" }),
  emailAddresses: emails.read,
};

const trading = {
  ...reachable,
  phoneNumbers: tradingPhones.read,
  vatId: (party: Contact) => party.taxRegistrationNumber,
};
const customer = mapping<records.CustomerOrSupplier, Contact>({ ...trading, ...contactType, role: () => "CUSTOMER" });
const supplier = mapping<records.CustomerOrSupplier, Contact>({ ...trading, role: () => "SUPPLIER" });

/** Customers and vendors have contacts of their own; `Multiple` and `Other` leave open of what. */
const relations: Readonly<Record<string, readonly [isCustomer: boolean, isSupplier: boolean]>> = {
  None: [false, false],
  Customer: [true, false],
  Vendor: [false, true],
};
const relationOf = ({ contactBusinessRelation: relation }: Contact) => relations[option(relation) ?? ""];

/** Names are one text; what stands last in it is the family's. */
const person = mapping<records.ContactPerson, string>({
  firstName: (name) => name.trim().split(" ").slice(0, -1).join(" "),
  lastName: (name) => name.trim().split(" ").at(-1),
});
const isPerson = ({ type }: Contact): boolean => contactTypes.ours(type) === "CONTACT_PERSON";
const personsOf = (contact: Contact): string[] | undefined =>
  isPerson(contact) && contact.displayName ? [contact.displayName.trim()] : undefined;

const contact = mapping<records.Contact, Contact>({
  ...reachable,
  ...contactType,
  companyName: (contact) => (isPerson(contact) && contact.companyName) || contact.displayName,
  contactPersons: each(person, personsOf),
  isCustomer: (contact) => relationOf(contact)?.[0],
  isSupplier: (contact) => relationOf(contact)?.[1],
  phoneNumbers: phones.read,
  website: ({ website }) => website,
});

const addressEncoder = encoder<records.ContactAddress>({
  ...allAs(as, {
    addressLine1: "addressLine1",
    addressLine2: "addressLine2",
    city: "city",
    countryCode: "country",
    postalCode: "postalCode",
  }),
});
const fields = {
  addresses: only(spread(addressEncoder)),
  ...allAs(as, { companyName: "displayName", number: "number" }),
  emailAddresses: emails.as,
};
const tradingFields = {
  ...fields,
  phoneNumbers: tradingPhones.as,
  vatId: as("taxRegistrationNumber"),
};
const typeField = { contactType: contactTypes.as("type") };

const contactEncoder = encoder<Partial<ContactInput>>({
  ...fields,
  ...typeField,
  phoneNumbers: phones.as,
  website: as("website"),
});
const customerEncoder = encoder<Partial<CustomerOrSupplierInput>>({ ...tradingFields, ...typeField });
const supplierEncoder = encoder<Partial<CustomerOrSupplierInput>>(tradingFields);

/** A person's company has a field of its own: a name goes where it was read. */
function inItsPlace({ displayName, ...others }: Encoded, current: unknown): object {
  const place = isPerson(current as Contact) && (current as Contact).companyName ? "companyName" : "displayName";
  return displayName === undefined ? others : { ...others, [place]: displayName };
}

const filters = { ...modified, email: equals("email"), number: equals("number") };
/** Whose company it is, or its own where it has none: no condition has both. */
const ofItself = (name: string) => ({ $filter: `displayName eq ${quoted(name)} and companyName eq ''` });
const paths = { CONTACT: "/contacts", CUSTOMER: "/customers", SUPPLIER: "/vendors" } as const;

export const contacts = contactViews<Contact>({
  contact: { map: contact, encoder: contactEncoder },
  trader: (role) =>
    role === "CUSTOMER" ? { map: customer, encoder: customerEncoder } : { map: supplier, encoder: supplierEncoder },
  handlers: <Record, Input extends object>({ map, encoder, role }: ContactView<Contact, Record, Input>) => {
    const set = entitySet(paths[role ?? "CONTACT"], { id: "contactId", map });
    const named = set.list({ filters: { ...filters, name: equals(role ? "displayName" : "companyName") } });
    const unnamed = set.list({ filters: { ...filters, name: ofItself } });
    return {
      list: role ? named : narrowed(named, { map, when: ({ name }) => name !== undefined, also: [unnamed] }),
      get: set.get,
      create: { ...set.create<Input>({ encoder }), requires: ["companyName"] },
      patch: set.change<Partial<Input>>({ encoder, body: inItsPlace }),
    };
  },
});
