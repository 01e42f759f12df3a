/** Customers, vendors and contacts: three separate sets. */
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import * as records from "../../contract/records/contacts.ts";
import { emailsTogether, phonesIn } from "../../kit/contactDetails.ts";
import { type Encoded, encoder, inParent, singleEntry } from "../../kit/encode.ts";
import { withLocalFilter } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { type ContactView, contactViews } from "../../kit/views.ts";
import { entitySet, equals, modified } from "./conventions.ts";
import { choiceIn, choices, option, quoted, stamped } from "./fields.ts";
import type { Contact } from "./types.ts";

const contactTypes = choices({ Company: "COMPANY", Person: "CONTACT_PERSON" });
const contactType = twoWay({
  contactType: choiceIn(contactTypes, "type"),
});

const addressFields = twoWay({
  addressLine1: plainValue("addressLine1"),
  addressLine2: plainValue("addressLine2"),
  city: plainValue("city"),
  countryCode: plainValue("country"),
  postalCode: plainValue("postalCode"),
});
const address = mapping<records.ContactAddress, Contact>(addressFields.reads);
const hasAddress = (party: Contact): boolean => Object.keys(address(party)).length > 0;

/** One field holds several email addresses, separated by semicolons. */
const emails = emailsTogether("email", ";");
const tradingPhones = phonesIn({ phoneNumber: undefined }, "");
const phones = phonesIn({ phoneNumber: "BUSINESS", mobilePhoneNumber: "MOBILE" }, "");

const partyFields = twoWay({
  companyName: plainValue("displayName"),
  number: plainValue("number"),
});
const traderFields = twoWay({
  vatId: plainValue("taxRegistrationNumber"),
});
const contactFields = twoWay({
  website: plainValue("website"),
});

const party = {
  ...stamped,
  ...partyFields.reads,
  addresses: nestedList(address, (native: Contact) => (hasAddress(native) ? [native] : undefined)),
  emailAddresses: emails.read,
};

const trader = {
  ...party,
  ...traderFields.reads,
  phoneNumbers: tradingPhones.read,
};
const customer = mapping<records.CustomerOrSupplier, Contact>({
  ...trader,
  ...contactType.reads,
  role: () => "CUSTOMER",
});
const supplier = mapping<records.CustomerOrSupplier, Contact>({ ...trader, role: () => "SUPPLIER" });

/** The contact of a customer or a vendor; `Multiple` and `Other` do not say which. */
const relations: Readonly<Record<string, readonly [isCustomer: boolean, isSupplier: boolean]>> = {
  None: [false, false],
  Customer: [true, false],
  Vendor: [false, true],
};
const relationOf = ({ contactBusinessRelation: relation }: Contact) => relations[option(relation) ?? ""];

/** Names are one text; its last word is taken as the family name. */
const person = mapping<records.ContactPerson, string>({
  firstName: (name) => name.trim().split(" ").slice(0, -1).join(" "),
  lastName: (name) => name.trim().split(" ").at(-1),
});
const isPerson = ({ type }: Contact): boolean => contactTypes.toContract(type) === "CONTACT_PERSON";
const personsOf = (contact: Contact): string[] | undefined =>
  isPerson(contact) && contact.displayName ? [contact.displayName.trim()] : undefined;

const contact = mapping<records.Contact, Contact>({
  ...party,
  ...contactType.reads,
  ...contactFields.reads,
  companyName: (contact) => (isPerson(contact) && contact.companyName) || contact.displayName,
  contactPersons: nestedList(person, personsOf),
  isCustomer: (contact) => relationOf(contact)?.[0],
  isSupplier: (contact) => relationOf(contact)?.[1],
  phoneNumbers: phones.read,
});

const addressEncoder = encoder<records.ContactAddress>(addressFields.writes);
const partyEncoders = {
  addresses: singleEntry(inParent(addressEncoder)),
  ...partyFields.writes,
  emailAddresses: emails.as,
};
const traderEncoders = {
  ...partyEncoders,
  ...traderFields.writes,
  phoneNumbers: tradingPhones.as,
};

const contactEncoder = encoder<Partial<ContactInput>>({
  ...partyEncoders,
  ...contactType.writes,
  ...contactFields.writes,
  phoneNumbers: phones.as,
});
const customerEncoder = encoder<Partial<CustomerOrSupplierInput>>({ ...traderEncoders, ...contactType.writes });
const supplierEncoder = encoder<Partial<CustomerOrSupplierInput>>(traderEncoders);

/** companyName is read from a person's company if there is one: a change has to write to the same field. */
function withNameWhereRead({ displayName, ...encoded }: Encoded, current: unknown): object {
  const field = isPerson(current as Contact) && (current as Contact).companyName ? "companyName" : "displayName";
  return displayName === undefined ? encoded : { ...encoded, [field]: displayName };
}

const filters = { ...modified, email: equals("email"), number: equals("number") };
/** The name of a person's company, or the contact's own name if it has none: no single condition covers both. */
const withoutCompany = (name: string) => ({ $filter: `displayName eq ${quoted(name)} and companyName eq ''` });
const paths = { CONTACT: "/contacts", CUSTOMER: "/customers", SUPPLIER: "/vendors" } as const;

export const contacts = contactViews<Contact>({
  contact: { map: contact, encoder: contactEncoder },
  trader: (role) =>
    role === "CUSTOMER" ? { map: customer, encoder: customerEncoder } : { map: supplier, encoder: supplierEncoder },
  handlers: <Record, Input extends object>({ map, encoder, role }: ContactView<Contact, Record, Input>) => {
    const set = entitySet(paths[role ?? "CONTACT"], { id: "contactId", map });
    const named = set.list({ filters: { ...filters, name: equals(role ? "displayName" : "companyName") } });
    const unnamed = set.list({ filters: { ...filters, name: withoutCompany } });
    return {
      list: role ? named : withLocalFilter(named, { map, when: ({ name }) => name !== undefined, also: [unnamed] }),
      get: set.get(),
      create: { ...set.create<Input>({ encoder }), requires: ["companyName"] },
      patch: set.change<Partial<Input>>({ encoder, body: withNameWhereRead }),
    };
  },
});
