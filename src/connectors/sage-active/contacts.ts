/** Customers and suppliers, which Sage Active keeps apart. */
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { countryCode } from "../../kit/countries.ts";
import { encoder, fieldAs, listAs, nested, sentSeparately } from "../../kit/encode.ts";
import { compare } from "../../kit/graphql/conditions.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { noRecord } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf, type Role } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { get, idIn, list, modified, mutation, one, orderOfCreation, updatedDate } from "./conventions.ts";
import type { Address, Email, Person, Phone, ThirdParty } from "./types.ts";

const people = "contacts { id name surname emails { emailAddress } phones { number type } }";
const placeFields = "firstLine secondLine city zipCode countryIsoCodeAlpha2";
const head = "id creationDate modificationDate code socialName vatNumber";

const kinds = {
  CUSTOMER: {
    of: {
      root: "customers",
      selection: `${head} customerType addresses { ${placeFields} isDefaultDeliveryAddress } ${people}`,
    },
    create: { field: "createCustomer", input: "CustomerCreateGLDtoInput" },
    update: { field: "updateCustomer", input: "CustomerUpdateGLDtoInput" },
  },
  SUPPLIER: {
    of: { root: "suppliers", selection: `${head} addresses { ${placeFields} } ${people}` },
    create: { field: "createSupplier", input: "SupplierCreateGLDtoInput" },
    update: { field: "updateSupplier", input: "SupplierUpdateGLDtoInput" },
  },
} as const;

const placeFieldsTwoWay = twoWay({
  addressLine1: plainValue("firstLine"),
  addressLine2: plainValue("secondLine"),
  city: plainValue("city"),
  postalCode: plainValue("zipCode"),
});

const address = mapping<records.ContactAddress, Address>({
  ...placeFieldsTwoWay.reads,
  countryCode: ({ countryIsoCodeAlpha2 }) => countryCode(countryIsoCodeAlpha2),
  type: ({ isDefaultDeliveryAddress }) => (isDefaultDeliveryAddress === true ? "DELIVERY" : "BILLING"),
});

const phoneTypes = vocabulary({ LANDLINE: "BUSINESS", MOBILE: "MOBILE", FAX: "FAX" });
const otherPhones = ["EMPTY", "NOT_SET", "SKYPE", "WHATS_APP"];

const email = mapping<records.EmailAddress, Email>({ email: ({ emailAddress }) => emailAddress });
const phone = mapping<records.PhoneNumber, Phone>({
  number: ({ number }) => number,
  type: phoneTypes.read(({ type }) => type, otherPhones),
});

const person = mapping<records.ContactPerson, Person>({
  ...values({ id: "id", firstName: "name", lastName: "surname" }),
  emailAddresses: nestedList(email, ({ emails }) => emails),
  phoneNumbers: nestedList(phone, ({ phones }) => phones),
});

/** Suppliers have no type: they are companies. */
const customerTypes = vocabulary({ BUSINESS: "COMPANY", INDIVIDUAL: "CONTACT_PERSON" });

const shared = twoWay({
  companyName: plainValue("socialName"),
  number: plainValue("code"),
  vatId: plainValue("vatNumber"),
});

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, ThirdParty>({
    ...shared.reads,
    ...values({ id: "id" }),
    addresses: nestedList(address, ({ addresses }) => addresses),
    contactPersons: nestedList(person, ({ contacts }) => contacts),
    contactType:
      role === "CUSTOMER"
        ? customerTypes.read(({ customerType }: ThirdParty) => customerType)
        : () => "COMPANY" as const,
    role: () => role,
    updatedDate,
  });

/** An address that is not the one for deliveries needs no mark. */
const addressEncoder = (role: Role) =>
  encoder<records.ContactAddress>({
    ...placeFieldsTwoWay.writes,
    countryCode: fieldAs("countryIsoCodeAlpha2"),
    type: (type) => (role === "CUSTOMER" && type === "DELIVERY" ? { isDefaultDeliveryAddress: true } : {}),
  });

const personEncoder = encoder<records.ContactPerson>({
  firstName: fieldAs("name"),
  lastName: fieldAs("surname"),
  emailAddresses: listAs("emails", encoder<records.EmailAddress>({ email: fieldAs("emailAddress") })),
  phoneNumbers: listAs(
    "phones",
    encoder<records.PhoneNumber>({ number: fieldAs("number"), type: phoneTypes.as("type") }),
  ),
});

/** A new customer is a business unless the body says otherwise. */
const newCustomerType = Object.assign(
  (type: string, _input: unknown, field: string): object =>
    type === "COMPANY" ? {} : { customerType: customerTypes.write(type, field) },
  { words: customerTypes.words },
);

const customerTypeAs = (isNew: boolean) => (isNew ? newCustomerType : customerTypes.as("customerType"));

const contactTypeAs = (role: Role, isNew: boolean) =>
  role === "CUSTOMER"
    ? customerTypeAs(isNew)
    : Object.assign(sentSeparately, { words: ["COMPANY"] as readonly string[] });

const traderEncoder = (role: Role, isNew: boolean) => {
  const place = addressEncoder(role);
  return encoder<Partial<CustomerOrSupplierInput>>({
    ...shared.writes,
    addresses: nested(place, (addresses: readonly records.ContactAddress[], _input: unknown, field) => ({
      addresses: addresses.map((each) => place(each, field)),
    })),
    contactPersons: listAs("contacts", personEncoder),
    contactType: contactTypeAs(role, isNew),
  });
};

export const readThirdParty = (session: Session, role: Role, id: string | undefined): Promise<ThirdParty | undefined> =>
  one<ThirdParty>(session, kinds[role].of, id);

async function stored(session: Session, role: Role, id: string | undefined): Promise<ThirdParty> {
  const found = await readThirdParty(session, role, id);
  if (found === undefined) throw noRecord();
  return found;
}

/** Lists in a change are added to, unless they are named here (vendor's page on updates). */
const replaced = ({ addresses, contactPersons }: Partial<CustomerOrSupplierInput>): readonly string[] => [
  ...(addresses === undefined ? [] : ["ADDRESSES"]),
  ...(contactPersons === undefined ? [] : ["CONTACTS"]),
];

function tradersOf(role: Role) {
  const { of, create, update } = kinds[role];
  const map = trader(role);
  const receipt = { map, readBackOnlyReads: true } as const;
  return {
    list: list<records.CustomerOrSupplier, ThirdParty>({
      of,
      map,
      filters: {
        ...modified,
        name: (name) => compare("socialName", "eq", "String", name),
        number: (number) => compare("code", "eq", "String", number),
      },
      defaultOrder: orderOfCreation,
    }),
    get: get<records.CustomerOrSupplier, ThirdParty>({ of, map }),
    create: write<CustomerOrSupplierInput, records.CustomerOrSupplier, ThirdParty>({
      ...mutation(create),
      ...receipt,
      encoder: traderEncoder(role, true),
      readBack: (reply, _call, session) => stored(session, role, idIn(reply)),
      stub: (reply) => ({ id: idIn(reply) ?? "" }),
      requires: ["companyName"],
      rules: ["Without a number, the target system assigns the next one, unless the company numbers by hand."],
    }),
    patch: write<Partial<CustomerOrSupplierInput>, records.CustomerOrSupplier, ThirdParty>({
      ...mutation(update),
      ...receipt,
      encoder: traderEncoder(role, false),
      prepare: ({ ids }, session) => stored(session, role, ids["contactId"]),
      body: (encoded, _prepared, { ids, body }) => {
        const replaceAll = replaced(body);
        return { id: ids["contactId"], ...encoded, ...(replaceAll.length > 0 && { replaceAll }) };
      },
      readBack: (_reply, { ids }, session) => stored(session, role, ids["contactId"]),
      repeatable: true,
      rules: ["addresses and contactPersons replace all those that the record has."],
    }),
  };
}

export const contacts = {
  ...operationsOf("customers", tradersOf("CUSTOMER")),
  ...operationsOf("suppliers", tradersOf("SUPPLIER")),
};
