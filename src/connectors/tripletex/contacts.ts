/** Customers, suppliers and people, which are three separate lists. */
import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { type Encoded, encoder, fieldAs, inParent, nested, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf, type Role } from "../../kit/views.ts";
import { allOf, changedSince, resource, search } from "./conventions.ts";
import { addressesOf, addressFields, addressLines, addressList, identity, stamps, wholeNumber } from "./fields.ts";
import type { BankAccount, Contact, Country, Trader } from "./types.ts";

const emails = emailsIn({ email: "BUSINESS", invoiceEmail: "INVOICE" });
const phones = phonesIn({ phoneNumber: "BUSINESS", phoneNumberMobile: "MOBILE" });
const workPhones = phonesIn({ phoneNumberWork: "BUSINESS", phoneNumberMobile: "MOBILE" });

const bankAccountFields = twoWay({
  bic: plainValue("bic"),
  iban: plainValue("iban"),
});
const bankAccount = mapping<records.ContactBankAccount, BankAccount>({
  ...bankAccountFields.reads,
  /** The number as Norwegians write it. */
  name: ({ bban }) => bban,
});

const traderFields = twoWay({
  companyName: plainValue("name"),
  vatId: plainValue("organizationNumber"),
});
const numberFields = {
  CUSTOMER: twoWay({ number: wholeNumber("customerNumber") }),
  SUPPLIER: twoWay({ number: wholeNumber("supplierNumber") }),
};

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Trader>({
    ...identity,
    ...addressList((native: Trader) =>
      addressesOf({ BILLING: native.postalAddress, WORK: native.physicalAddress, DELIVERY: native.deliveryAddress }),
    ),
    bankAccounts: nestedList(bankAccount, (native) => native.bankAccountPresentation),
    ...traderFields.reads,
    ...numberFields[role].reads,
    contactType: ({ isPrivateIndividual }) => (isPrivateIndividual ? "CONTACT_PERSON" : "COMPANY"),
    emailAddresses: emails.read,
    phoneNumbers: phones.read,
    role: () => role,
    updatedDate: stamps.updatedDate,
  });

const personFields = twoWay({
  firstName: plainValue("firstName"),
  lastName: plainValue("lastName"),
});
const person = mapping<records.ContactPerson, Contact>({
  ...identity,
  ...personFields.reads,
});

const contact = mapping<records.Contact, Contact>({
  ...identity,
  ...stamps,
  companyName: ({ customer }) => customer?.name,
  contactPersons: nestedList(person, (native) => [native]),
  contactType: () => "CONTACT_PERSON",
  emailAddresses: emails.read,
  phoneNumbers: workPhones.read,
});

const hasEmail = (native: Pick<Trader, "email" | "invoiceEmail">, email: string): boolean =>
  contains(native.email, email) || contains(native.invoiceEmail, email);

/** The vendor's field for each type of address. All other types are the physical address. */
const fieldsByType: Readonly<Record<string, string>> = { BILLING: "postalAddress", DELIVERY: "deliveryAddress" };
const addressNames = ["postalAddress", "physicalAddress", "deliveryAddress"] as const;

const addressEncoder = encoder<records.ContactAddress>({ ...addressLines.writes, type: sentSeparately });
const addressesAs = nested(addressEncoder, (addresses: readonly records.ContactAddress[], _input: unknown, field) =>
  Object.fromEntries(
    addresses.map((address) => [fieldsByType[address.type ?? ""] ?? "physicalAddress", addressEncoder(address, field)]),
  ),
);

const bankAccountEncoder = encoder<records.ContactBankAccount>(bankAccountFields.writes);

const traderEncoder = (role: Role) =>
  encoder<Partial<CustomerOrSupplierInput>>({
    ...traderFields.writes,
    ...numberFields[role].writes,
    addresses: addressesAs,
    bankAccount: nested(bankAccountEncoder, (account: records.ContactBankAccount) => ({
      bankAccountPresentation: [bankAccountEncoder(account)],
    })),
    contactType: (type) => ({ isPrivateIndividual: type === "CONTACT_PERSON" }),
    emailAddresses: emails.as,
    phoneNumbers: phones.as,
  });

interface Prepared {
  /** Read only if an address names one. */
  readonly countries: readonly Country[];
  /** The current record, whose addresses are changed by their ids. */
  readonly before?: Trader;
}

async function countriesFor(addresses: readonly records.ContactAddress[] = [], session: Session) {
  if (addresses.every(({ countryCode }) => countryCode === undefined)) return [];
  return allOf<Country>(session, "/country", { fields: "id,isoAlpha2Code" });
}

const countryId = (countries: readonly Country[], code: string) =>
  referencedRow(countries, {
    field: "addresses.countryCode",
    value: code,
    kind: "country",
    key: ({ isoAlpha2Code }) => isoAlpha2Code,
  }).id;

/** Adds the vendor's ids to addresses: the country's and, in a change, the address's own. */
function withIds(encoded: Encoded, { countries, before }: Prepared): object {
  const addresses = addressNames.flatMap((name) => {
    const address = encoded[name] as { readonly country?: { readonly isoAlpha2Code: string } } | undefined;
    if (address === undefined) return [];
    const { country, ...rest } = address;
    const id = before?.[name]?.id;
    const written = {
      ...(id !== undefined && { id }),
      ...rest,
      ...(country && { country: { id: countryId(countries, country.isoAlpha2Code) } }),
    };
    return [[name, written]];
  });
  return { ...encoded, ...(Object.fromEntries(addresses) as object) };
}

type TraderCall = WriteCall<Partial<CustomerOrSupplierInput>>;

function traders(role: Role) {
  const path = role === "CUSTOMER" ? "/customer" : "/supplier";
  const number = role === "CUSTOMER" ? "customerAccountNumber" : "supplierNumber";
  const map = trader(role);
  const fields = `*,changes,${addressNames.map((name) => `${name}${addressFields}`).join(",")}`;
  const { get, create, change, read } = resource(path, "contactId", { map, fields });
  const encode = traderEncoder(role);
  return {
    list: search<records.CustomerOrSupplier, Trader>({
      map,
      // By default the vendor leaves inactive ones out.
      sources: ({ filters }) =>
        [false, true].map((isInactive) => ({
          path,
          query: {
            fields,
            isInactive,
            ...changedSince(filters.lastModifiedAt),
            ...(filters.number !== undefined && { [number]: filters.number }),
          },
        })),
      vendorFilters: ["number"],
      fits: { name: ({ name }, part) => contains(name, part), email: hasEmail },
      rules: [`Inactive ${role === "CUSTOMER" ? "customers" : "suppliers"} come last.`],
    }),
    get: get(),
    create: create<CustomerOrSupplierInput>({
      encoder: encode,
      prepare: async ({ body }: TraderCall, session): Promise<Prepared> => ({
        countries: await countriesFor(body.addresses, session),
      }),
      body: (encoded, prepared) => withIds(encoded, prepared as Prepared),
      requires: ["companyName"],
    }),
    patch: change<Partial<CustomerOrSupplierInput>>({
      encoder: encode,
      prepare: async ({ body, ids }: TraderCall, session): Promise<Prepared> => ({
        countries: await countriesFor(body.addresses, session),
        before: await read(session, encodeURIComponent(ids["contactId"] ?? "")),
      }),
      body: (encoded, prepared) => withIds(encoded, prepared as Prepared),
    }),
  };
}

const peopleFields = "*,changes,customer(id,name)";
const people = resource("/contact", "contactId", { map: contact, fields: peopleFields });
const personEncoder = encoder<Partial<ContactInput>>({
  contactPersons: singleEntry(inParent(encoder<records.ContactPerson>(personFields.writes))),
  contactType: sentSeparately,
  emailAddresses: singleEntry(inParent(encoder<records.EmailAddress>({ email: fieldAs("email") }))),
  phoneNumbers: workPhones.as,
});

const peopleViews = {
  list: search<records.Contact, Contact>({
    map: contact,
    sources: () => [{ path: "/contact", query: { fields: peopleFields } }],
    fits: {
      name: ({ firstName, lastName, customer }, part) =>
        [firstName, lastName, `${firstName ?? ""} ${lastName ?? ""}`, customer?.name].some((name) =>
          contains(name, part),
        ),
      email: hasEmail,
    },
    rules: ["Contacts are people. companyName is the customer that a person belongs to."],
  }),
  get: people.get(),
  create: people.create<ContactInput>({
    encoder: personEncoder,
    rules: ["The target system requires a first name, a last name or an e-mail address."],
  }),
  patch: people.change<Partial<ContactInput>>({ encoder: personEncoder }),
};

export const contacts = {
  ...operationsOf("contacts", peopleViews),
  ...operationsOf("customers", traders("CUSTOMER")),
  ...operationsOf("suppliers", traders("SUPPLIER")),
};
