/** A contact is an organisation or a person, and has one category: customer, supplier, partner or prospect. */
import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import {
  encoder,
  fieldAs,
  invalidField,
  nested,
  sentSeparately,
  sentSeparatelyIn,
  singleEntry,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord } from "../../kit/reading.ts";
import { type ContactView, contactViews, type Role } from "../../kit/views.ts";
import { write } from "../../kit/writing.ts";
import {
  allOf,
  changedAfter,
  counted,
  idIn,
  list,
  readRecord,
  recordIn,
  referenceTo,
  referring,
} from "./conventions.ts";
import { stamps } from "./fields.ts";
import { countryCodes, countryId } from "./references.ts";
import type { CommunicationWay, Contact, ContactAddress } from "./types.ts";

/** A contact with what sevdesk keeps beside it. */
interface Complete extends Contact {
  readonly addresses?: readonly Address[];
  readonly ways?: readonly CommunicationWay[];
}
interface Address extends ContactAddress {
  readonly countryCode?: string | undefined;
}

const categories = { CUSTOMER: "3", SUPPLIER: "2" } as const;
const hasRole = ({ category }: Contact, role: Role): boolean => idIn(category) === categories[role];

const address = mapping<records.ContactAddress, Address>({
  addressLine1: ({ street }) => street,
  city: ({ city }) => city,
  countryCode: ({ countryCode }) => countryCode,
  postalCode: ({ zip }) => zip,
});

/** The keys of communication ways: private, work, invoice address and others (OpenAPI, CommunicationWayKey). */
const keys = { PRIVATE: 1, BUSINESS: 2, INVOICE: 8, OTHER: 5 } as const;
const kindOf = ({ key }: CommunicationWay): keyof typeof keys =>
  (Object.keys(keys) as (keyof typeof keys)[]).find((kind) => String(keys[kind]) === idIn(key)) ?? "OTHER";

const isEmail = ({ type }: CommunicationWay): boolean => type === "EMAIL";
const phoneTypes: readonly string[] = ["PHONE", "MOBILE", "FAX"];
const isPhone = ({ type }: CommunicationWay): boolean => phoneTypes.includes(type ?? "");

const email = mapping<records.EmailAddress, CommunicationWay>({ email: ({ value }) => value, type: kindOf });
const phone = mapping<records.PhoneNumber, CommunicationWay>({
  number: ({ value }) => value,
  type: (way) => {
    if (way.type === "MOBILE" || way.type === "FAX") return way.type;
    const kind = kindOf(way);
    return kind === "INVOICE" ? "OTHER" : kind;
  },
});

const isPerson = ({ name, surename, familyname }: Contact): boolean => !name && Boolean(surename || familyname);
const person = mapping<records.ContactPerson, Contact>(values({ firstName: "surename", lastName: "familyname" }));

const fields = {
  ...values({ id: "id", companyName: "name", number: "customerNumber" }),
  addresses: nestedList(address, ({ addresses }: Complete) => nonEmpty(addresses)),
  contactPersons: nestedList(person, (contact: Complete) => (isPerson(contact) ? [contact] : undefined)),
  contactType: (contact: Complete) => (isPerson(contact) ? ("CONTACT_PERSON" as const) : ("COMPANY" as const)),
  emailAddresses: nestedList(email, ({ ways }: Complete) => nonEmpty(ways?.filter(isEmail))),
  phoneNumbers: nestedList(phone, ({ ways }: Complete) => nonEmpty(ways?.filter(isPhone))),
  updatedDate: stamps.updatedDate,
};
function nonEmpty<Item>(items: readonly Item[] | undefined): readonly Item[] | undefined {
  return items && items.length > 0 ? items : undefined;
}

const contact = mapping<records.Contact, Complete>({
  ...fields,
  createdDate: stamps.createdDate,
  isCustomer: (native) => hasRole(native, "CUSTOMER"),
  isSupplier: (native) => hasRole(native, "SUPPLIER"),
  website: ({ ways }) => ways?.find(({ type }) => type === "WEB")?.value,
});

const bankAccount = mapping<records.ContactBankAccount, Contact>(values({ iban: "bankAccount", bic: "bankNumber" }));

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Complete>({
    ...fields,
    ...values({ vatId: "vatNumber" }),
    bankAccounts: nestedList(bankAccount, (native) => (native.bankAccount || native.bankNumber ? [native] : undefined)),
    role: () => role,
  });

type Name = { readonly contactType?: string };

/** A person has a first and a last name, an organisation only one name. */
const personEncoder = encoder<records.ContactPerson>({
  firstName: fieldAs("surename"),
  lastName: fieldAs("familyname"),
});
const companyPerson = (input: Name, field: string): void => {
  if (input.contactType === "COMPANY")
    throw invalidField(
      "In sevdesk, the persons of an organisation are contacts of their own, which the API keeps apart. Leave contactPersons out.",
      field,
    );
};

const addressEncoder = encoder<records.ContactAddress>({
  addressLine1: sentSeparately,
  city: sentSeparately,
  countryCode: sentSeparately,
  postalCode: sentSeparately,
});
const emailEncoder = encoder<records.EmailAddress>({ email: sentSeparately, type: sentSeparately });
const phoneEncoder = encoder<records.PhoneNumber>({ number: sentSeparately, type: sentSeparately });

const shared = {
  addresses: sentSeparatelyIn(addressEncoder),
  companyName: (name: string, { contactType }: Name) => (contactType === "CONTACT_PERSON" ? {} : { name }),
  contactPersons: singleEntry(
    nested(personEncoder, (value: records.ContactPerson, input: Name, field) => {
      companyPerson(input, field);
      return personEncoder(value, field);
    }),
  ),
  contactType: sentSeparately,
  emailAddresses: sentSeparatelyIn(emailEncoder),
  number: fieldAs("customerNumber"),
  phoneNumbers: sentSeparatelyIn(phoneEncoder),
};

const encodeContact = encoder<Partial<ContactInput>>({
  ...(shared as object),
  isCustomer: sentSeparately,
  isSupplier: sentSeparately,
  website: sentSeparately,
});
const encodeTrader = encoder<Partial<CustomerOrSupplierInput>>({
  ...(shared as object),
  bankAccount: nested(
    encoder<records.ContactBankAccount>({ iban: fieldAs("bankAccount"), bic: fieldAs("bankNumber") }),
    (value: records.ContactBankAccount) => ({ bankAccount: value.iban, bankNumber: value.bic }),
  ),
  vatId: fieldAs("vatNumber"),
});

interface Beside {
  readonly addresses?: readonly records.ContactAddress[];
  readonly emailAddresses?: readonly records.EmailAddress[];
  readonly phoneNumbers?: readonly records.PhoneNumber[];
  readonly website?: string;
  readonly isCustomer?: boolean;
  readonly isSupplier?: boolean;
}

/** One category for each contact. A customer unless the body says something else. */
function categoryOf({ isCustomer, isSupplier }: Beside, role: Role | undefined, isNew: boolean): object {
  if (isCustomer && isSupplier)
    throw invalidField(
      "A contact is a customer or a supplier in sevdesk, never both. Create two contacts.",
      "isSupplier",
    );
  const named = isSupplier ? "SUPPLIER" : isCustomer ? "CUSTOMER" : role;
  if (named === undefined && !isNew) return {};
  return { category: referenceTo("Category", categories[named ?? "CUSTOMER"]) };
}

const ofContact = (id: string) => referring("contact", "Contact", id);
const withoutBeside = ({ addresses: _addresses, ways: _ways, ...native }: Complete): Contact => native;

const located = (addresses: readonly ContactAddress[], codes: ReadonlyMap<string, string>): readonly Address[] =>
  addresses.map((each) => ({ ...each, countryCode: codes.get(idIn(each.country) ?? "") }));

/** One contact with its addresses and communication ways. */
async function complete(native: Contact, session: Session): Promise<Complete> {
  const addresses = await allOf<ContactAddress>(session, "/ContactAddress", ofContact(native.id));
  const ways = await allOf<CommunicationWay>(session, "/CommunicationWay", ofContact(native.id));
  const codes = addresses.length > 0 ? await countryCodes(session) : new Map<string, string>();
  return { ...native, addresses: located(addresses, codes), ways };
}

/** The contacts of a page. sevdesk finds addresses of one contact or of all. */
async function completed(natives: readonly Contact[], session: Session): Promise<readonly Complete[]> {
  if (natives.length === 0) return [];
  const addresses = located(await allOf<ContactAddress>(session, "/ContactAddress"), await countryCodes(session));
  const ways = await allOf<CommunicationWay>(session, "/CommunicationWay");
  const addressesOf = Map.groupBy(addresses, (each) => idIn(each.contact));
  const waysOf = Map.groupBy(ways, (each) => idIn(each.contact));
  return natives.map((native) => ({
    ...native,
    addresses: addressesOf.get(native.id) ?? [],
    ways: waysOf.get(native.id) ?? [],
  }));
}

/** Makes the stored entries equal to the wanted ones: changes those there are, adds what is missing, deletes the rest. */
async function synchronise(
  folder: "ContactAddress" | "CommunicationWay",
  { stored, wanted }: { readonly stored: readonly { readonly id: string }[]; readonly wanted: readonly object[] },
  contactId: string,
  session: Session,
): Promise<void> {
  for (const [index, body] of wanted.entries()) {
    const known = stored[index];
    if (known === undefined)
      await session.send({
        method: "POST",
        path: `/${folder}`,
        body: { contact: referenceTo("Contact", contactId), ...body },
      });
    else await session.send({ method: "PUT", path: path`/${folder}/${known.id}`, body });
  }
  for (const { id } of stored.slice(wanted.length))
    await session.send({ method: "DELETE", path: path`/${folder}/${id}` });
}

/** The category of invoice addresses. */
const addressCategory = 47;

async function storeBeside(contactId: string, body: Beside, session: Session): Promise<void> {
  if (body.addresses !== undefined) {
    const wanted: object[] = [];
    for (const each of body.addresses) {
      const country = await countryId(each.countryCode, session);
      wanted.push({
        street: each.addressLine1 ?? "",
        zip: each.postalCode ?? "",
        city: each.city ?? "",
        ...(country !== undefined && { country: referenceTo("StaticCountry", country) }),
        category: referenceTo("Category", addressCategory),
      });
    }
    const stored = await allOf<ContactAddress>(session, "/ContactAddress", ofContact(contactId));
    await synchronise("ContactAddress", { stored, wanted }, contactId, session);
  }
  const { emailAddresses, phoneNumbers, website } = body;
  if (emailAddresses === undefined && phoneNumbers === undefined && website === undefined) return;
  const ways = await allOf<CommunicationWay>(session, "/CommunicationWay", ofContact(contactId));
  const store = (is: (way: CommunicationWay) => boolean, wanted: readonly object[]) =>
    synchronise("CommunicationWay", { stored: ways.filter(is), wanted }, contactId, session);
  if (emailAddresses !== undefined)
    await store(
      isEmail,
      emailAddresses.map((each) => wayOf("EMAIL", each.email, each.type)),
    );
  if (phoneNumbers !== undefined)
    await store(
      isPhone,
      phoneNumbers.map(({ number, type }) => wayOf(type === "MOBILE" || type === "FAX" ? type : "PHONE", number, type)),
    );
  if (website !== undefined)
    await store(({ type }) => type === "WEB", website === "" ? [] : [wayOf("WEB", website, "BUSINESS")]);
}

const wayOf = (type: string, value: string | undefined, kind: string | undefined): object => ({
  type,
  value: value ?? "",
  key: referenceTo("CommunicationWayKey", keys[kind as keyof typeof keys] ?? keys.BUSINESS),
  main: false,
});

const rules = [
  "A contact has one category in sevdesk, so it is a customer or a supplier, never both. Without a role it becomes a customer.",
  "Addresses have no type. Types of e-mail addresses and phone numbers that sevdesk does not have become business.",
];

function handlers<Record, Fields extends object>({
  map,
  encoder: encode,
  role,
}: ContactView<Complete, Record, Fields>) {
  const is = (native: Contact): boolean => role === undefined || hasRole(native, role);
  const read = async (id: string, session: Session): Promise<Complete> => {
    const native = await readRecord<Contact>(session, path`/Contact/${id}`);
    if (native === undefined || !is(native)) throw noRecord();
    return complete(native, session);
  };
  const writing = {
    encoder: encode,
    map,
    raw: withoutBeside,
    record: recordIn<Complete>,
    afterwards: async ({ id }: Complete, { body }: WriteCall<unknown>, session: Session) => {
      await storeBeside(id, body as Beside, session);
      return complete((await readRecord<Contact>(session, path`/Contact/${id}`)) as Contact, session);
    },
    rules,
  };
  const change = {
    ...writing,
    method: "PUT" as const,
    path: "/Contact/{contactId}",
    prepare: async ({ ids: { contactId = "" } }: WriteCall<unknown>, session: Session) => {
      const native = await readRecord<Contact>(session, path`/Contact/${contactId}`);
      if (native === undefined || !is(native)) throw noRecord();
      return native;
    },
    body: (encoded: object, current: unknown, { body }: WriteCall<unknown>) => {
      checkName(current as Contact, body as Partial<ContactInput>);
      return { ...encoded, ...categoryOf(body as Beside, undefined, false) };
    },
    repeatable: true as const,
  };
  return {
    list: list<Record, Complete>({
      path: "/Contact",
      query: { depth: "1", ...counted, ...(role && referring("category", "Category", categories[role])) },
      map,
      filters: {
        lastModifiedAt: changedAfter,
        number: (number) => ({ customerNumber: number }),
      },
      join: completed,
      raw: withoutBeside,
      rules: ["For a page, Kontor reads all addresses and communication ways of the company."],
    }),
    get: get<Record, Complete>({
      read: ({ ids: { contactId = "" } }, session) => read(contactId, session),
      map,
      raw: withoutBeside,
    }),
    create: write<Fields, Record, Complete>({
      ...writing,
      method: "POST",
      path: "/Contact",
      body: (encoded, _prepared, { body }) => ({
        ...encoded,
        ...categoryOf(body, role, true),
        // Active.
        status: 1000,
      }),
    }),
    update: write<Fields, Record, Complete>(change),
    patch: write<Partial<Fields>, Record, Complete>(change),
  };
}

/** A name given to a person leaves the person's names as they are, so the contact would not become an organisation. */
function checkName(current: Contact, { contactType }: Partial<ContactInput>): void {
  if (contactType === undefined || contactType === "UNDEFINED") return;
  if ((contactType === "CONTACT_PERSON") === isPerson(current)) return;
  throw new Failure("target_rejected", "sevdesk does not turn an organisation into a person, or a person into one.", {
    field: "contactType",
  });
}

export const contacts = contactViews<Complete>({
  contact: { map: contact, encoder: encodeContact },
  trader: (role) => ({ map: trader(role), encoder: encodeTrader }),
  handlers,
});
