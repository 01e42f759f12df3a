import { cannotStore } from "../../contract/failure.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { type Encoded, encoder, type FieldEncoder, fieldAs, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { contactViews, type Role } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, readRecord, resource } from "./conventions.ts";
import { contactAddress, placesOf, stamps } from "./fields.ts";
import type { Contact, ContactPerson } from "./types.ts";

const folder = "/contacts";
const kind = "contact";

const emails = emailsIn({ email: undefined });
const phones = phonesIn({ phone: "BUSINESS", mobile: "MOBILE" });

const personFields = twoWay({
  firstName: plainValue("first_name"),
  lastName: plainValue("last_name"),
  salutation: plainValue("salutation"),
});

const person = mapping<records.ContactPerson, ContactPerson>({
  ...personFields.reads,
  ...values({ id: "contact_person_id" }),
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
});

/** A contact's own e-mail address is that of a person who may have no name. */
const isNamed = ({ first_name: first, last_name: last }: ContactPerson): boolean => !!first || !!last;

const companyName = ({ company_name: company, contact_name: shown }: Contact) => company || shown;

const subTypes = vocabulary({ business: "COMPANY", individual: "CONTACT_PERSON" });
const subType = ({ customer_sub_type: kindOfCustomer }: Contact) => kindOfCustomer;
/** Vendors have no sub-type. */
const contactType = Object.assign(
  (native: Contact) => (subType(native) ? subTypes.toContract(subType(native)) : ("COMPANY" as const)),
  { unread: subTypes.read(subType).unread },
);

const head = {
  ...stamps,
  ...values({ id: "contact_id", number: "contact_number" }),
  companyName,
  contactType,
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
  addresses: nestedList(contactAddress, placesOf),
  contactPersons: nestedList(person, ({ contact_persons: persons }: Contact) => persons?.filter(isNamed)),
};

const contact = mapping<records.Contact, Contact>({
  ...head,
  ...values({ website: "website" }),
  isCustomer: ({ contact_type: type }) => type === "customer",
  isSupplier: ({ contact_type: type }) => type === "vendor",
});

/** Each edition of Zoho Books has the number in a field of its own. */
const taxNumber = ({ vat_reg_no: vat, gst_no: gst, tax_reg_no: tax }: Contact) => vat || gst || tax;

const { createdDate: _createdDate, ...traderHead } = head;
const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Contact>({
    ...traderHead,
    role: () => role,
    vatId: taxNumber,
  });

const placeNames = { BILLING: "billing_address", DELIVERY: "shipping_address" } as const;

const countryNames = new Intl.DisplayNames("en", { type: "region" });

const placeEncoder = encoder<records.ContactAddress>({
  addressLine1: fieldAs("address"),
  addressLine2: fieldAs("street2"),
  city: fieldAs("city"),
  countryCode: (code: string) => ({ country: countryNames.of(code) }),
  postalCode: fieldAs("zip"),
  type: sentSeparately,
});

/** One address to send bills to, and one to deliver to. */
const addressesAs = nested(placeEncoder, (addresses: readonly records.ContactAddress[], _input: unknown, field) => {
  const sent: { [name: string]: object } = {};
  for (const [index, place] of addresses.entries()) {
    const name = placeNames[place.type === "DELIVERY" ? "DELIVERY" : "BILLING"];
    if (sent[name] !== undefined)
      throw cannotStore(
        "Zoho Books has one address for bills and one for deliveries. Send one of each type.",
        `${field}[${index}].type`,
      );
    sent[name] = placeEncoder(place, field);
  }
  return sent;
});

const personEncoder = encoder<records.ContactPerson>({
  ...personFields.writes,
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
});

/** Kept apart until `withPersons` joins them: a contact's own e-mail address and numbers are those of its primary person. */
interface Own {
  readonly own?: ContactPerson;
  readonly persons?: readonly ContactPerson[];
}

const inOwn = <Value>(encode: FieldEncoder<Value>) =>
  nested(encode, (value: Value, input: unknown, field: string) => ({ own: encode(value, input, field) }));

const shared = {
  addresses: addressesAs,
  companyName: (name: string) => ({ contact_name: name, company_name: name }),
  contactPersons: nested(personEncoder, (persons: readonly records.ContactPerson[], _input: unknown, field) => ({
    persons: persons.map((each) => personEncoder(each, field)),
  })),
  contactType: sentSeparately,
  emailAddresses: inOwn(emails.as),
  number: fieldAs("contact_number"),
  phoneNumbers: inOwn(phones.as),
};

const filled = (person: ContactPerson): boolean => Object.values(person).some((value) => value !== "");

/** What a change sends again of a person, so that the vendor keeps it. Other fields are for reading only. */
const keptOfPerson = [
  "contact_person_id",
  "salutation",
  "first_name",
  "last_name",
  "email",
  "phone",
  "mobile",
  "designation",
  "department",
  "skype",
];

const keptPerson = (person: ContactPerson): ContactPerson =>
  Object.fromEntries(Object.entries(person).filter(([name]) => keptOfPerson.includes(name)));

/** A person whose details changed keeps its id. */
function personsFor({ own, persons }: Own, before: Contact | undefined): readonly object[] | undefined {
  if (own === undefined && persons === undefined) return undefined;
  const existing = before?.contact_persons ?? [];
  const primary = existing.find(({ is_primary_contact: isPrimary }) => isPrimary === true);
  const others = persons ?? existing.filter((each) => each !== primary || isNamed(each)).filter(isNamed);
  const isOwnPerson = own !== undefined && filled(own);
  if (isOwnPerson) {
    const kept = persons === undefined && primary !== undefined ? primary : undefined;
    const rest = others.filter((each) => each !== kept);
    return [
      { ...(kept && keptPerson(kept)), ...own, is_primary_contact: true },
      ...rest.map((each) => ({ ...keptPerson(each), is_primary_contact: false })),
    ];
  }
  return others.map((each, index) => ({ ...keptPerson(each), is_primary_contact: index === 0 }));
}

interface Named {
  readonly contactType?: string;
  readonly companyName?: string;
  readonly contactPersons?: readonly records.ContactPerson[];
}

/** The name on documents. A person without a company is shown by name. */
function shownName({ companyName: company, contactPersons: [first] = [] }: Named): string | undefined {
  return company ?? ([first?.firstName, first?.lastName].filter(Boolean).join(" ") || undefined);
}

const sent = (encoded: Encoded, body: Named, before?: Contact): object => {
  const { own, persons, ...rest } = encoded as Encoded & Own;
  const name = shownName(body);
  const joined = personsFor({ ...(own && { own }), ...(persons && { persons }) }, before);
  return {
    ...(name !== undefined && { contact_name: name }),
    ...(body.contactType === "CONTACT_PERSON" && { customer_sub_type: "individual" }),
    ...(body.contactType === "COMPANY" && { customer_sub_type: "business" }),
    ...rest,
    ...(rest["contact_number"] !== undefined && { ignore_auto_number_generation: true }),
    ...(joined && { contact_persons: joined }),
  };
};

const types = { CUSTOMER: "customer", SUPPLIER: "vendor" } as const;

interface Roles {
  readonly isCustomer?: boolean;
  readonly isSupplier?: boolean;
}

function typeFor({ isCustomer, isSupplier }: Roles): string {
  if (isCustomer === true && isSupplier === true)
    throw cannotStore("A contact is a customer or a vendor at Zoho Books, not both. Create one of each.", "isSupplier");
  return types[isSupplier === true ? "SUPPLIER" : "CUSTOMER"];
}

const readContact = (session: Session, id: string | undefined): Promise<Contact> =>
  readRecord<Contact>(session, path`/contacts/${id}`, kind);

const contactRule = "Lists have no addresses and no contact persons. Get a single record for them.";

export const contacts = contactViews<Contact>({
  contact: {
    map: contact,
    encoder: encoder<Partial<ContactInput>>({
      ...shared,
      isCustomer: sentSeparately,
      isSupplier: sentSeparately,
      website: fieldAs("website"),
    }),
  },
  trader: (role) => ({ map: trader(role), encoder: encoder<Partial<CustomerOrSupplierInput>>(shared) }),
  handlers: ({ map, encoder: fields, role }) => {
    const all = resource(folder, "contactId", { kind, map });
    const isInRole = ({ contact_type: type }: Contact): boolean => role === undefined || type === types[role];
    return {
      list: list("contacts", {
        path: folder,
        map,
        query: { filter_by: "Status.All", ...(role && { contact_type: types[role] }) },
        // The vendor filters by the name on documents, which need not be that of the company.
        filters: { name: () => ({}), email: (email) => ({ email }) },
        localFilter: {
          when: ({ name }) => name !== undefined,
          fits: (native, { name }) => companyName(native) === name,
        },
        defaultOrder: "created_time",
        rules: [contactRule, "With the filter name, Kontor reads the whole list and filters it."],
      }),
      get: all.get(isInRole),
      create: all.create({
        encoder: fields,
        body: (encoded, _prepared, { body }) => ({
          contact_type: role === undefined ? typeFor(body) : types[role],
          ...sent(encoded, body),
        }),
      }),
      patch: all.change({
        encoder: fields,
        prepare: ({ ids }, session) => readContact(session, ids["contactId"]),
        body: (encoded, prepared, { body }) => {
          const before = prepared as Contact;
          return { contact_name: before.contact_name, ...sent(encoded, body, before) };
        },
        rules: ["contactPersons replaces all contact persons."],
      }),
    };
  },
});
