import type { ListCall, ListHandler } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, elsewhere, encoder, nested, only, spread } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { each, type Mapping, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, ifFound } from "../../kit/reading.ts";
import { contactViews } from "../../kit/views.ts";
import { write } from "../../kit/writing.ts";
import { allOf, changedSince, countIn, list, updatedAfter } from "./conventions.ts";
import { addressLines, addressOf, filled, identity, nameOf, personName, stamps } from "./fields.ts";
import type { Contact, ContactPerson, Text } from "./types.ts";

/** An address, and whether invoices go there. */
type Email = readonly [email: string, forInvoices?: true];

const emailAddress = mapping<records.EmailAddress, Email>({
  email: ([email]) => email,
  type: ([, forInvoices]) => (forInvoices ? "INVOICE" : undefined),
});

/** Invoices may go to several; the contact's own address is mostly one of them. */
function emailsOf({ send_invoices_to_email: invoices, email }: Contact): readonly Email[] {
  const all = (invoices ?? "").split(",").map((one) => one.trim());
  const forInvoices = all.filter((one) => one !== "").map((one): Email => [one, true]);
  return email && !all.includes(email) ? [...forInvoices, [email]] : forInvoices;
}

const ownEmail = mapping<records.EmailAddress, string>({ email: (email) => email });
const phoneNumber = mapping<records.PhoneNumber, string>({ number: (number) => number });
const ifAny = (text: Text) => (text ? [text] : undefined);

const person = mapping<records.ContactPerson, ContactPerson>({
  emailAddresses: each(ownEmail, ({ email }) => ifAny(email)),
  ...values({ firstName: "firstname", lastName: "lastname" }),
  phoneNumbers: each(phoneNumber, ({ phone }) => ifAny(phone)),
});

/** A private person has no people besides: the name is the contact's own. */
function peopleOf({ contact_people: people, firstname, lastname }: Contact): readonly ContactPerson[] | undefined {
  const named = people?.filter((one) => personName(one) !== "") ?? [];
  return filled(named.length === 0 && (firstname || lastname) ? [{ firstname, lastname }] : named);
}

type Account = Pick<Contact, "sepa_active" | "sepa_bic" | "sepa_iban" | "sepa_iban_account_name">;

const bankAccount = mapping<records.ContactBankAccount, Account>(
  values({ bic: "sepa_bic", holder: "sepa_iban_account_name", iban: "sepa_iban", sepa: "sepa_active" }),
);

/** One that we pay to, and one that we may collect from. */
const accountsOf = (contact: Contact): readonly Account[] | undefined =>
  filled([{ sepa_iban: contact.bank_account }, contact].filter((account) => account.sepa_iban));

const reachable = {
  ...identity,
  addresses: each(mapping<records.ContactAddress, Contact>(addressLines), addressOf),
  ...values({ companyName: "company_name", number: "customer_id" }),
  contactPersons: each(person, peopleOf),
  contactType: (contact: Contact) => (contact.company_name ? ("COMPANY" as const) : ("CONTACT_PERSON" as const)),
  emailAddresses: each(emailAddress, (contact: Contact) => filled(emailsOf(contact))),
  phoneNumbers: each(phoneNumber, ({ phone }: Contact) => ifAny(phone)),
  updatedDate: stamps.updatedDate,
};

export const contact = mapping<records.Contact, Contact>({ ...reachable, createdDate: stamps.createdDate });

export const trader = mapping<records.CustomerOrSupplier, Contact>({
  ...reachable,
  bankAccounts: each(bankAccount, accountsOf),
  vatId: (native) => native.tax_number,
});

const holds = (text: Text, part: string): boolean => (text ?? "").toLowerCase().includes(part.toLowerCase());

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
      email: (native, email) => emailsOf(native).some(([one]) => holds(one, email)),
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

const addressEncoder = encoder<records.ContactAddress>({
  ...allAs(as, {
    addressLine1: "address1",
    addressLine2: "address2",
    city: "city",
    countryCode: "country",
    postalCode: "zipcode",
  }),
});

const personEncoder = encoder<records.ContactPerson>({ firstName: as("firstname"), lastName: as("lastname") });

/** Invoices go to all of them; the contact's own address cannot be set. */
const emailsAs = nested(
  encoder<records.EmailAddress>({ email: elsewhere }),
  (values: readonly records.EmailAddress[]) => ({
    send_invoices_to_email: values.flatMap(({ email }) => email ?? []).join(","),
  }),
);

const fields = {
  addresses: only(spread(addressEncoder)),
  ...allAs(as, { companyName: "company_name", number: "customer_id" }),
  contactPersons: only(spread(personEncoder)),
  /** Follows from whether there is a company's name. */
  contactType: elsewhere,
  emailAddresses: emailsAs,
  phoneNumbers: only(spread(encoder<records.PhoneNumber>({ number: as("phone") }))),
};

const tradeEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...fields,
  bankAccount: spread(encoder<records.ContactBankAccount>({ iban: as("bank_account") })),
  vatId: as("tax_number"),
});

const contactPath = "/contacts/{contactId}.json";

export const contacts = contactViews<Contact>({
  contact: { map: contact, encoder: encoder<Partial<ContactInput>>(fields) },
  trader: () => ({ map: trader, encoder: tradeEncoder }),
  handlers: ({ map, encoder: body }) => ({
    list: contactList(map),
    get: get({ path: contactPath, query: everybody, map }),
    create: write({ method: "POST", path: "/contacts.json", within: "contact", encoder: body, map }),
    /** Attributes that are not sent stay as they are: the vendor has no replacement. */
    patch: write({ method: "PATCH", path: contactPath, within: "contact", encoder: body, map, repeatable: true }),
  }),
});
