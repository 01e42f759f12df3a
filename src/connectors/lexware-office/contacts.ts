/** A contact is a company or a person, a customer or a supplier or both. */
import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import {
  type Encoder,
  encodedTogether,
  encoder,
  fieldAs,
  invalidField,
  nested,
  sentSeparately,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { type FilterEncoders, get, noRecord } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { type ContactView, contactViews, type Role } from "../../kit/views.ts";
import { create, list, reader, replace, searched } from "./conventions.ts";
import { addressFields, isAddress } from "./fields.ts";
import type { Contact, ContactAddress, Person } from "./types.ts";

const nonEmpty = <Item>(items: readonly Item[] | null | undefined): readonly Item[] | undefined =>
  items && items.length > 0 ? items : undefined;

/** The vendor has one list for each kind; we have a single list whose entries have a type. */
const flat = <Kind extends string, Entry, Ours extends string>(
  sorted: { readonly [Name in Kind]?: readonly Entry[] | null | undefined } | null | undefined,
  kinds: Readonly<Record<Kind, Ours>>,
): { readonly entry: Entry; readonly type: Ours }[] =>
  (Object.entries(kinds) as [Kind, Ours][]).flatMap(([kind, type]) =>
    (sorted?.[kind] ?? []).map((entry) => ({ entry, type })),
  );

const addressKinds = { billing: "BILLING", shipping: "DELIVERY" } as const;
const emailKinds = { business: "BUSINESS", office: "OFFICE", private: "PRIVATE", other: "OTHER" } as const;
const phoneKinds = { ...emailKinds, mobile: "MOBILE", fax: "FAX" } as const;

const address = mapping<records.ContactAddress, ContactAddress & Pick<records.ContactAddress, "type">>({
  ...addressFields.reads,
  type: ({ type }) => type,
});
const email = mapping<records.EmailAddress, { readonly entry: string } & Pick<records.EmailAddress, "type">>(
  values({ email: "entry", type: "type" }),
);
const phone = mapping<records.PhoneNumber, { readonly entry: string } & Pick<records.PhoneNumber, "type">>(
  values({ number: "entry", type: "type" }),
);
const personEmails = emailsIn({ emailAddress: undefined });
const personPhones = phonesIn({ phoneNumber: undefined });
const personFields = twoWay({
  firstName: plainValue("firstName"),
  lastName: plainValue("lastName"),
  salutation: plainValue("salutation"),
});
const person = mapping<records.ContactPerson, Person>({
  ...personFields.reads,
  emailAddresses: personEmails.read,
  phoneNumbers: personPhones.read,
});

const addressesIn = ({ addresses }: Contact) =>
  flat(addresses, addressKinds)
    .filter(({ entry }) => isAddress(entry))
    .map(({ entry, type }) => ({ ...entry, type }));

const sharedFields = {
  ...values({ id: "id", companyName: "company.name" }),
  addresses: nestedList(address, (contact: Contact) => nonEmpty(addressesIn(contact))),
  contactPersons: nestedList(person, ({ person: alone, company }: Contact) =>
    nonEmpty(alone ? [alone] : company?.contactPersons),
  ),
  contactType: ({ company }: Contact): "COMPANY" | "CONTACT_PERSON" => (company ? "COMPANY" : "CONTACT_PERSON"),
  emailAddresses: nestedList(email, ({ emailAddresses }: Contact) => nonEmpty(flat(emailAddresses, emailKinds))),
  phoneNumbers: nestedList(phone, ({ phoneNumbers }: Contact) => nonEmpty(flat(phoneNumbers, phoneKinds))),
};

const names = { CUSTOMER: "customer", SUPPLIER: "vendor" } as const;
const numberIn = ({ roles }: Contact, role: Role): string | undefined => roles?.[names[role]]?.number?.toString();

const contact = mapping<records.Contact, Contact>({
  ...sharedFields,
  isCustomer: ({ roles }) => Boolean(roles?.customer),
  isSupplier: ({ roles }) => Boolean(roles?.vendor),
  number: (native) => numberIn(native, "CUSTOMER") ?? numberIn(native, "SUPPLIER"),
});

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Contact>({
    ...sharedFields,
    number: (native) => numberIn(native, role),
    role: () => role,
    ...values({ vatId: "company.vatRegistrationId" }),
  });

const encodePerson = encoder<records.ContactPerson>(personFields.writes);
const encodeEmployee = encoder<records.ContactPerson>({
  ...personFields.writes,
  emailAddresses: personEmails.as,
  phoneNumbers: personPhones.as,
});

type Input = Partial<ContactInput> & Pick<CustomerOrSupplierInput, "vatId">;

/** A contact is either a company with its people or a person. */
function companyOrPerson({ contactType, companyName, vatId, contactPersons }: Input): object {
  const isCompany = contactType === "COMPANY" || (contactType !== "CONTACT_PERSON" && companyName !== undefined);
  if (!isCompany) return { person: encodePerson(contactPersons?.[0] ?? {}) };
  return {
    company: {
      name: companyName,
      ...(vatId !== undefined && { vatRegistrationId: vatId }),
      contactPersons: contactPersons?.map((employee) => encodeEmployee(employee, "contactPersons")),
    },
  };
}

interface Sorting<Entry> {
  readonly kinds: Readonly<Record<string, string>>;
  /** The kind for types that the vendor does not have. */
  readonly fallback: string;
  readonly encode: Encoder<Entry>;
}

/** Sorts our single list into one list for each kind. An entry without a type gets the first kind. */
const sortedAs = <Entry extends { readonly type?: string }>(
  name: string,
  { kinds, fallback, encode }: Sorting<Entry>,
) =>
  nested(encode, (entries: readonly Entry[]) => {
    const lists: { [kind: string]: unknown[] } = {};
    for (const entry of entries) {
      const kind =
        Object.keys(kinds).find((name) => entry.type === undefined || kinds[name] === entry.type) ?? fallback;
      const encoded = encode(entry);
      // E-mail addresses and phone numbers are plain texts at the vendor.
      (lists[kind] ??= []).push("text" in encoded ? encoded["text"] : encoded);
    }
    return { [name]: lists };
  });

const encoders = {
  ...encodedTogether(["companyName", "contactType"], companyOrPerson),
  addresses: sortedAs("addresses", {
    kinds: addressKinds,
    fallback: "billing",
    encode: encoder<records.ContactAddress>({ ...addressFields.writes, type: sentSeparately }),
  }),
  contactPersons: nested(encodeEmployee, (_persons: unknown, input: Input) => companyOrPerson(input)),
  emailAddresses: sortedAs("emailAddresses", {
    kinds: emailKinds,
    fallback: "other",
    encode: encoder<records.EmailAddress>({ email: fieldAs("text"), type: sentSeparately }),
  }),
  phoneNumbers: sortedAs("phoneNumbers", {
    kinds: phoneKinds,
    fallback: "other",
    encode: encoder<records.PhoneNumber>({ number: fieldAs("text"), type: sentSeparately }),
  }),
};
const encodeContact = encoder<Partial<ContactInput>>({
  ...encoders,
  isCustomer: sentSeparately,
  isSupplier: sentSeparately,
});
const encodeTrader = encoder<Partial<CustomerOrSupplierInput>>({
  ...encoders,
  ...encodedTogether(["vatId"], companyOrPerson),
});

/** Existing roles are kept, with their numbers. */
function rolesOf({ isCustomer, isSupplier }: Input, role: Role | undefined, current: Contact | undefined): object {
  const { customer, vendor } = current?.roles ?? {};
  const roles = {
    ...((role === "CUSTOMER" || (isCustomer ?? customer)) && { customer: customer ?? {} }),
    ...((role === "SUPPLIER" || (isSupplier ?? vendor)) && { vendor: vendor ?? {} }),
  };
  if (Object.keys(roles).length > 0) return roles;
  throw invalidField(
    "isCustomer or isSupplier must be true, because a contact has at least one of the roles.",
    "isCustomer",
  );
}

type Changed = { readonly company?: { readonly contactPersons?: readonly object[] } };

/** The fields that the contract does not have are sent back unchanged. Contacts without a role have no VAT id there. */
function unchangedFields({ company, note, xRechnung }: Contact, changed: Changed, role: Role | undefined): object {
  const { taxNumber, allowTaxFreeInvoices, vatRegistrationId, contactPersons } = company ?? {};
  // Documents name the primary person.
  const employees = changed.company?.contactPersons?.map((employee, index) => ({
    ...employee,
    ...(contactPersons?.[index]?.primary && { primary: true }),
  }));
  const unchanged = { taxNumber, allowTaxFreeInvoices, ...(role === undefined && { vatRegistrationId }) };
  return {
    ...(changed.company && { company: { ...unchanged, ...changed.company, contactPersons: employees } }),
    ...(note && { note }),
    ...(xRechnung ? { xRechnung } : {}),
  };
}

export const readContact = reader<Contact>("/contacts");

/** A search finds parts of names. `%`, `_` and `\` are escaped, because they are wildcards. */
const literal = (text: string, field: string): string => {
  if (text.length < 3) throw invalidField(`${field} must have at least 3 characters.`, field);
  return searched(text.replaceAll(/[\\%_]/g, "\\$&"));
};

const filters: FilterEncoders<VendorQuery> = {
  name: (name, field) => ({ name: literal(name, field) }),
  email: (email, field) => ({ email: literal(email, field) }),
  number: (number, field) => {
    if (/^\d+$/.test(number)) return { number };
    throw invalidField("number must consist of digits.", field);
  },
};

const rules = [
  "Lexware Office takes one entry of each kind, and one contact person of a company: it refuses two business e-mail addresses, for example, and any change of a contact that has them.",
  "Types that it does not have become other, or billing for addresses.",
  "A company's contact person has one e-mail address and one phone number; a person has those of the contact.",
  "Lexware Office assigns the numbers.",
];

function handlers<Record, Fields extends object>({ map, encoder, role }: ContactView<Contact, Record, Fields>) {
  const is = ({ roles }: Contact): boolean => role === undefined || Boolean(roles?.[names[role]]);
  const complete = (input: Partial<Fields>, current?: Contact): object => {
    const encoded = encoder(input);
    return {
      version: current?.version ?? 0,
      roles: rolesOf(input, role, current),
      ...encoded,
      ...(current && unchangedFields(current, encoded, role)),
    };
  };
  const shared = { map, encoder, read: readContact, rules };
  const change = {
    ...shared,
    path: "/contacts/{contactId}",
    prepare: async ({ ids }: WriteCall<unknown>, session: Session): Promise<Contact> => {
      const current = await readContact(ids["contactId"], session);
      if (is(current)) return current;
      throw noRecord();
    },
  };
  return {
    list: list({ path: "/contacts", query: role === undefined ? {} : { [names[role]]: true }, map, filters }),
    get: get({ path: "/contacts/{contactId}", map, is }),
    create: create<Fields, Record, Contact>({
      ...shared,
      path: "/contacts",
      body: (_, __, { body }) => complete(body),
    }),
    update: replace<Fields, Record, Contact>({
      ...change,
      body: (_encoded, current: Contact, { body }) => complete(body, current),
    }),
    patch: replace<Partial<Fields>, Record, Contact>({
      ...change,
      body: (_encoded, current: Contact, { body }) =>
        complete({ ...(map(current) as Partial<Fields>), ...body }, current),
    }),
  };
}

export const contacts = contactViews<Contact>({
  contact: { map: contact, encoder: encodeContact },
  trader: (role) => ({ map: trader(role), encoder: encodeTrader }),
  handlers,
});
