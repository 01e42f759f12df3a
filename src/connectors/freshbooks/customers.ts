import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, filledPlaces, type Place, phonesIn, placeFields } from "../../kit/contactDetails.ts";
import { countryCode } from "../../kit/countries.ts";
import { encoder, fieldAs, invalidField, nested, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { changedSince, isDeleted, isSince, list, resultIn, stampOf } from "./conventions.ts";
import { countryAs } from "./fields.ts";
import type { Client } from "./types.ts";

const folder = "/users/clients";
const kind = "client";
const at = `${folder}/{contactId}`;
const clientIn = resultIn<Client>(kind);

const emails = emailsIn({ email: "BUSINESS" });
const phones = phonesIn({ bus_phone: "BUSINESS", mob_phone: "MOBILE", home_phone: "PRIVATE", fax: "FAX" });

/** The vendor has names of countries. */
const address = mapping<records.ContactAddress, Place>({
  ...placeFields,
  countryCode: ({ countryCode: country }) => countryCode(country),
});

const placesOf = (native: Client): readonly Place[] =>
  filledPlaces(
    {
      type: "BILLING",
      addressLine1: native.p_street,
      addressLine2: native.p_street2,
      city: native.p_city,
      countryCode: native.p_country,
      postalCode: native.p_code,
    },
    {
      type: "DELIVERY",
      addressLine1: native.s_street,
      addressLine2: native.s_street2,
      city: native.s_city,
      countryCode: native.s_country,
      postalCode: native.s_code,
    },
  );

const person = mapping<records.ContactPerson, Client>(values({ firstName: "fname", lastName: "lname" }));

const customer = mapping<records.CustomerOrSupplier, Client>({
  id: ({ id }) => String(id),
  addresses: nestedList(address, placesOf),
  companyName: ({ organization }) => organization,
  contactPersons: nestedList(person, (native) => (native.fname || native.lname ? [native] : undefined)),
  contactType: ({ organization }) => (organization ? "COMPANY" : "CONTACT_PERSON"),
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
  role: () => "CUSTOMER",
  updatedDate: ({ updated }) => stampOf(updated),
  vatId: ({ vat_number: number }) => number,
});

const placeEncoder = (prefix: "p" | "s") =>
  encoder<records.ContactAddress>({
    addressLine1: fieldAs(`${prefix}_street`),
    addressLine2: fieldAs(`${prefix}_street2`),
    city: fieldAs(`${prefix}_city`),
    countryCode: countryAs(`${prefix}_country`),
    postalCode: fieldAs(`${prefix}_code`),
    type: sentSeparately,
  });
const billing = placeEncoder("p");
const delivery = placeEncoder("s");

/** A client has one address for invoices and one for deliveries. */
const addressesAs = nested(billing, (all: readonly records.ContactAddress[], _input: unknown, field) => {
  const deliveries = all.filter(({ type }) => type === "DELIVERY");
  const others = all.filter(({ type }) => type !== "DELIVERY");
  if (deliveries.length > 1 || others.length > 1)
    throw invalidField("FreshBooks stores one address for invoices and one of type DELIVERY.", field);
  return Object.assign(
    {},
    ...others.map((place) => billing(place, field)),
    ...deliveries.map((place) => delivery(place, field)),
  ) as object;
});

const personEncoder = encoder<records.ContactPerson>({ firstName: fieldAs("fname"), lastName: fieldAs("lname") });

const customerEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  addresses: addressesAs,
  companyName: fieldAs("organization"),
  contactPersons: singleEntry(nested(personEncoder, (value, _input, field) => personEncoder(value, field))),
  // Whether it has a company name decides.
  contactType: sentSeparately,
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
  role: sentSeparately,
  vatId: fieldAs("vat_number"),
});

const nameOf = ({ organization, fname, lname }: Client): string =>
  [organization, fname, lname].filter(Boolean).join(" ");

export const customers = {
  "customers.list": list<records.CustomerOrSupplier, Client>("clients", {
    path: folder,
    map: customer,
    filters: { lastModifiedAt: changedSince, name: () => ({}), email: () => ({}) },
    localFilter: {
      when: ({ lastModifiedAt: since, name, email }) => (since ?? name ?? email) !== undefined,
      fits: (native, { lastModifiedAt: since, name, email }) =>
        isSince(stampOf(native.updated), since) && contains(nameOf(native), name) && contains(native.email, email),
    },
    rules: ["The filters name and email find customers that contain the text. Kontor compares them itself."],
  }),
  "customers.get": get<records.CustomerOrSupplier, Client>({
    path: at,
    map: customer,
    record: clientIn,
    is: (native) => !isDeleted(native),
  }),
  "customers.create": write<CustomerOrSupplierInput, records.CustomerOrSupplier, Client>({
    method: "POST",
    path: folder,
    encoder: customerEncoder,
    within: kind,
    record: clientIn,
    map: customer,
    rules: ["A customer needs companyName, a contact person or an e-mail address."],
  }),
  "customers.patch": write<Partial<CustomerOrSupplierInput>, records.CustomerOrSupplier, Client>({
    method: "PUT",
    path: at,
    encoder: customerEncoder,
    within: kind,
    record: clientIn,
    map: customer,
    repeatable: true,
  }),
};
