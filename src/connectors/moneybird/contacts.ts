import type { Call, ListCall, ListHandler } from "../../contract/connector.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { inMemory } from "../../kit/inMemory.ts";
import { each, type Mapping, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, ifFound } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { toldContact, toldTrader } from "./contactBodies.ts";
import { allOf, changedSince, countIn, list, updatedAfter } from "./conventions.ts";
import { addressLines, addressOf, identity, nameOf, personName, stamps } from "./fields.ts";
import type { Contact, ContactPerson } from "./types.ts";

const address = mapping<records.ContactAddress, Contact>(addressLines);

interface Email {
  readonly email: string;
  readonly forInvoices: boolean;
}

const emailAddress = mapping<records.EmailAddress, Email>({
  email: ({ email }) => email,
  type: ({ forInvoices }) => (forInvoices ? "INVOICE" : undefined),
});

/** Invoices may go to several; the contact's own address is mostly one of them. */
function emailsOf({ send_invoices_to_email: invoices, email }: Contact): Email[] {
  const all = (invoices ?? "").split(",").map((one) => one.trim());
  const forInvoices = all.filter((one) => one !== "").map((one) => ({ email: one, forInvoices: true }));
  return email && !all.includes(email) ? [...forInvoices, { email, forInvoices: false }] : forInvoices;
}

const ownEmail = mapping<records.EmailAddress, string>({ email: (email) => email });
const phoneNumber = mapping<records.PhoneNumber, string>({ number: (number) => number });
const filled = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined);
const ifAny = (text: string | null | undefined) => (text ? [text] : undefined);

const person = mapping<records.ContactPerson, ContactPerson>({
  emailAddresses: each(ownEmail, ({ email }) => ifAny(email)),
  firstName: ({ firstname }) => firstname,
  lastName: ({ lastname }) => lastname,
  phoneNumbers: each(phoneNumber, ({ phone }) => ifAny(phone)),
});

/** A private person has no people besides: the name is the contact's own. */
function peopleOf({ contact_people: people, firstname, lastname }: Contact): ContactPerson[] | undefined {
  const named = people?.filter((one) => personName(one) !== "") ?? [];
  return filled(named.length === 0 && (firstname || lastname) ? [{ firstname, lastname }] : named)?.slice();
}

interface Account {
  readonly iban: string;
  readonly bic?: string | null | undefined;
  readonly holder?: string | null | undefined;
  readonly sepa?: boolean | null | undefined;
}

const bankAccount = mapping<records.ContactBankAccount, Account>({
  bic: ({ bic }) => bic,
  holder: ({ holder }) => holder,
  iban: ({ iban }) => iban,
  sepa: ({ sepa }) => sepa,
});

/** One that we pay to, and one that we may collect from. */
function accountsOf(contact: Contact): Account[] | undefined {
  const { bank_account: paid, sepa_iban: collected } = contact;
  const ours = paid ? [{ iban: paid }] : [];
  if (!collected) return filled(ours)?.slice();
  const { sepa_bic: bic, sepa_iban_account_name: holder, sepa_active: sepa } = contact;
  return [...ours, { iban: collected, bic, holder, sepa }];
}

const reachable = {
  ...identity,
  addresses: each(address, (contact: Contact) => filled(addressOf(contact))),
  companyName: (contact: Contact) => contact.company_name,
  contactPersons: each(person, peopleOf),
  contactType: (contact: Contact) => (contact.company_name ? ("COMPANY" as const) : ("CONTACT_PERSON" as const)),
  emailAddresses: each(emailAddress, (contact: Contact) => filled(emailsOf(contact))),
  number: (contact: Contact) => contact.customer_id,
  phoneNumbers: each(phoneNumber, ({ phone }: Contact) => ifAny(phone)),
  updatedDate: stamps.updatedDate,
};

export const contact = mapping<records.Contact, Contact>({ ...reachable, createdDate: stamps.createdDate });

export const trader = mapping<records.CustomerOrSupplier, Contact>({
  ...reachable,
  bankAccounts: each(bankAccount, accountsOf),
  vatId: (native) => native.tax_number,
});

const holds = (text: string | null | undefined, part: string): boolean =>
  (text ?? "").toLowerCase().includes(part.toLowerCase());

/** Archived ones are in the books as well. */
const everybody = { include_archived: true };

/** The vendor's search looks into every field: what it finds is a beginning. By number alone, archived ones are hidden. */
async function candidates(
  session: Session,
  { filters: { name, email, number } }: ListCall,
): Promise<readonly Contact[]> {
  const one = number && (await ifFound(session.read(path`/contacts/customer_id/${number}.json`)));
  return one
    ? [one as Contact]
    : allOf<Contact>(session, "/contacts.json", { ...everybody, query: number ?? email ?? name });
}

const rules = [
  "A contact is customer and supplier alike: the target system does not tell them apart.",
  "By name and email it is searched, and the whole result compared here; the total is counted in a whole list of ids.",
];

function contactList<Record>(map: Mapping<Record, Contact>): ListHandler<Record> {
  const paged = list({
    path: "/contacts/filter.json",
    map,
    query: everybody,
    filters: { lastModifiedAt: updatedAfter },
    count: countIn("/contacts"),
  });
  const searched = inMemory({
    read: candidates,
    map,
    filters: {
      ...changedSince,
      name: (native, name) => holds(nameOf(native), name) || holds(personName(native), name),
      email: (native, email) => emailsOf(native).some((one) => holds(one.email, email)),
      number: (native, number) => native.customer_id === number,
    },
    rules,
  });
  return {
    ...searched,
    list: (call, session) => {
      const { name, email, number } = call.filters;
      return (name ?? email ?? number) === undefined ? paged.list(call, session) : searched.list(call, session);
    },
  };
}

const contactPath = ({ ids }: Call): string => path`/contacts/${ids["contactId"]}.json`;
const create = { method: "POST", path: "/contacts.json", within: "contact" } as const;
/** Attributes that are not sent stay as they are: the vendor has no replacement. */
const change = { method: "PATCH", path: contactPath, within: "contact", repeatable: true } as const;

const traders = {
  list: contactList(trader),
  get: get({ path: contactPath, query: everybody, map: trader }),
  create: write({ ...create, encoder: toldTrader, map: trader }),
  patch: write({ ...change, encoder: toldTrader, map: trader }),
};

export const contacts = {
  "contacts.list": contactList(contact),
  "contacts.get": get({ path: contactPath, query: everybody, map: contact }),
  "contacts.create": write({ ...create, encoder: toldContact, map: contact }),
  "contacts.patch": write({ ...change, encoder: toldContact, map: contact }),
  "customers.list": traders.list,
  "customers.get": traders.get,
  "customers.create": traders.create,
  "customers.patch": traders.patch,
  "suppliers.list": traders.list,
  "suppliers.get": traders.get,
  "suppliers.create": traders.create,
  "suppliers.patch": traders.patch,
};
