import type { ListCall, ListHandler } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, inParent, nested, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, undefinedIfMissing } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { contactViews } from "../../kit/views.ts";
import { write } from "../../kit/writing.ts";
import { allOf, changedSince, countIn, list, updatedAfter } from "./conventions.ts";
import { addressFields, addressOf, filled, identity, nameOf, personName, stamps } from "./fields.ts";
import type { Contact, ContactPerson, Text } from "./types.ts";

interface Email {
  readonly email: string;
  readonly isForInvoices: boolean;
}

const emailAddress = mapping<records.EmailAddress, Email>({
  email: ({ email }) => email,
  type: ({ isForInvoices }) => (isForInvoices ? "INVOICE" : undefined),
});

/** Invoices may go to several addresses, and the contact's own is usually one of them. */
function emailsOf({ send_invoices_to_email: invoices, email }: Contact): readonly Email[] {
  const addresses = (invoices ?? "")
    .split(",")
    .map((address) => address.trim())
    .filter((address) => address !== "");
  const forInvoices = addresses.map((address) => ({ email: address, isForInvoices: true }));
  return email && !addresses.includes(email) ? [...forInvoices, { email, isForInvoices: false }] : forInvoices;
}

const personEmail = mapping<records.EmailAddress, string>({ email: (email) => email });
const phoneNumber = mapping<records.PhoneNumber, string>({ number: (number) => number });
const ifAny = (text: Text) => (text ? [text] : undefined);

const personFields = twoWay({
  firstName: plainValue("firstname"),
  lastName: plainValue("lastname"),
});
const person = mapping<records.ContactPerson, ContactPerson>({
  ...personFields.reads,
  emailAddresses: nestedList(personEmail, ({ email }) => ifAny(email)),
  phoneNumbers: nestedList(phoneNumber, ({ phone }) => ifAny(phone)),
});

/** A private person has no contact people: the name is part of the contact. */
function peopleOf({ contact_people: people, firstname, lastname }: Contact): readonly ContactPerson[] | undefined {
  const withName = people?.filter((contactPerson) => personName(contactPerson) !== "") ?? [];
  return filled(withName.length === 0 && (firstname || lastname) ? [{ firstname, lastname }] : withName);
}

type Account = Pick<Contact, "sepa_active" | "sepa_bic" | "sepa_iban" | "sepa_iban_account_name">;

const bankAccount = mapping<records.ContactBankAccount, Account>(
  values({ bic: "sepa_bic", holder: "sepa_iban_account_name", iban: "sepa_iban", sepa: "sepa_active" }),
);

/** The account that payments go to, and the one for direct debits. */
const accountsOf = (contact: Contact): readonly Account[] | undefined =>
  filled([{ sepa_iban: contact.bank_account }, contact].filter((account) => account.sepa_iban));

const contactFields = twoWay({
  companyName: plainValue("company_name"),
  number: plainValue("customer_id"),
});
const traderFields = twoWay({
  vatId: plainValue("tax_number"),
});

const shared = {
  ...identity,
  ...contactFields.reads,
  addresses: nestedList(mapping<records.ContactAddress, Contact>(addressFields.reads), addressOf),
  contactPersons: nestedList(person, peopleOf),
  contactType: (contact: Contact) => (contact.company_name ? ("COMPANY" as const) : ("CONTACT_PERSON" as const)),
  emailAddresses: nestedList(emailAddress, (contact: Contact) => filled(emailsOf(contact))),
  phoneNumbers: nestedList(phoneNumber, ({ phone }: Contact) => ifAny(phone)),
  updatedDate: stamps.updatedDate,
};

export const contact = mapping<records.Contact, Contact>({ ...shared, createdDate: stamps.createdDate });

export const trader = mapping<records.CustomerOrSupplier, Contact>({
  ...shared,
  ...traderFields.reads,
  bankAccounts: nestedList(bankAccount, accountsOf),
});

/** Documents may name archived contacts. */
const withArchived = { include_archived: true };

/** The vendor's search covers every field, so its results are compared again. By number it does not find archived contacts. */
async function candidates(
  session: Session,
  { filters: { name, email, number } }: ListCall,
): Promise<readonly Contact[]> {
  const byNumber = number && (await undefinedIfMissing(session.read(path`/contacts/customer_id/${number}.json`)));
  return byNumber
    ? [byNumber as Contact]
    : allOf<Contact>(session, "/contacts.json", { ...withArchived, query: number ?? email ?? name });
}

const rules = [
  "The target system does not distinguish customers and suppliers: every contact is both.",
  "With the filters name and email, the target system searches and Kontor filters the result. Otherwise the total is the number of ids in the list of ids.",
];

function contactList<Record>(map: Mapping<Record, Contact>): ListHandler<Record> {
  const paged = list({
    path: "/contacts/filter.json",
    map,
    query: withArchived,
    filters: { lastModifiedAt: updatedAfter },
    count: countIn("/contacts"),
  });
  const searched = inMemory({
    read: candidates,
    map,
    filters: {
      ...changedSince,
      name: (native, name) => contains(nameOf(native), name) || contains(personName(native), name),
      email: (native, filter) => emailsOf(native).some(({ email }) => contains(email, filter)),
      number: (native, number) => native.customer_id === number,
    },
    rules,
  });
  return {
    ...searched,
    list: (call, session) => {
      const { name, email, number } = call.filters;
      return ((name ?? email ?? number) === undefined ? paged : searched).list(call, session);
    },
  };
}

const addressEncoder = encoder<records.ContactAddress>(addressFields.writes);
const personEncoder = encoder<records.ContactPerson>(personFields.writes);

/** All become addresses for invoices: the contact's own address cannot be written. */
const emailsAs = nested(
  encoder<records.EmailAddress>({ email: sentSeparately }),
  (values: readonly records.EmailAddress[]) => ({
    send_invoices_to_email: values.flatMap(({ email }) => email ?? []).join(","),
  }),
);

const encoders = {
  ...contactFields.writes,
  addresses: singleEntry(inParent(addressEncoder)),
  contactPersons: singleEntry(inParent(personEncoder)),
  // A contact with a company name is a company.
  contactType: sentSeparately,
  emailAddresses: emailsAs,
  phoneNumbers: singleEntry(inParent(encoder<records.PhoneNumber>({ number: fieldAs("phone") }))),
};

const traderEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...encoders,
  ...traderFields.writes,
  bankAccount: inParent(encoder<records.ContactBankAccount>({ iban: fieldAs("bank_account") })),
});

const contactPath = "/contacts/{contactId}.json";

export const contacts = contactViews<Contact>({
  contact: { map: contact, encoder: encoder<Partial<ContactInput>>(encoders) },
  trader: () => ({ map: trader, encoder: traderEncoder }),
  handlers: ({ map, encoder: body }) => ({
    list: contactList(map),
    get: get({ path: contactPath, query: withArchived, map }),
    create: write({ method: "POST", path: "/contacts.json", within: "contact", encoder: body, map }),
    // The vendor has no replacement: attributes that are not sent stay unchanged.
    patch: write({ method: "PATCH", path: contactPath, within: "contact", encoder: body, map, repeatable: true }),
  }),
});
