/** Customers and suppliers. Both are sides of one contact, which has one id, and each has its number and its own list. */
import type { WriteCall } from "../../contract/connector.ts";
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { encoder, fieldAs, inParent, invalidField, objectAs, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { contains } from "../../kit/lists/contains.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { resource } from "../../kit/resource.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf, type Role } from "../../kit/views.ts";
import { asPatch, changedSince, list, patchHeaders } from "./conventions.ts";
import { identity, numberedBy, stamps } from "./fields.ts";
import type { Address, Trader } from "./types.ts";

const emails = {
  CUSTOMER: emailsIn({ EmailAddress: "BUSINESS", InvoiceEmailAddress: "INVOICE" }),
  SUPPLIER: emailsIn({ EmailAddress: "BUSINESS" }),
};
const phones = phonesIn({ PhoneNumber: "BUSINESS" });

const addressFields = twoWay({
  addressLine1: plainValue("AddressLine1"),
  addressLine2: plainValue("AddressLine2"),
  city: plainValue("City"),
  countryCode: plainValue("CountryCode"),
  postalCode: plainValue("ZipCode"),
});

const address = mapping<records.ContactAddress, Address>({ ...addressFields.reads, type: () => "BILLING" });

const personFields = twoWay({
  firstName: plainValue("FirstName"),
  lastName: plainValue("LastName"),
});
const person = mapping<records.ContactPerson, Trader>(personFields.reads);

const traderFields = twoWay({
  number: numberedBy("Number"),
  vatId: plainValue("OrganizationNumber"),
});

/** A person may have no name besides the first and the last one. */
const nameOf = ({ Name, FirstName, LastName }: Trader): string =>
  Name || [FirstName, LastName].filter(Boolean).join(" ");

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Trader>({
    ...identity,
    ...traderFields.reads,
    addresses: nestedList(address, ({ MailAddress }) => (MailAddress ? [MailAddress] : undefined)),
    companyName: nameOf,
    contactPersons: nestedList(person, (native) => (native.IsPerson === true ? [native] : undefined)),
    contactType: ({ IsPerson }) => (IsPerson === true ? "CONTACT_PERSON" : "COMPANY"),
    emailAddresses: emails[role].read,
    phoneNumbers: phones.read,
    role: () => role,
    updatedDate: stamps.updatedDate,
  });

const traderEncoder = (role: Role) =>
  encoder<Partial<CustomerOrSupplierInput>>({
    ...traderFields.writes,
    addresses: singleEntry(
      objectAs("MailAddress", encoder<records.ContactAddress>({ ...addressFields.writes, type: sentSeparately })),
    ),
    companyName: fieldAs("Name"),
    contactPersons: singleEntry(inParent(encoder<records.ContactPerson>(personFields.writes))),
    contactType: (type) => ({ IsPerson: type === "CONTACT_PERSON" }),
    emailAddresses: emails[role].as,
    phoneNumbers: phones.as,
  });

/** The vendor requires a company's name, and a person's first and last name. */
function checkNames({ body }: WriteCall<CustomerOrSupplierInput>): void {
  const { contactType, companyName, contactPersons: [first] = [] } = body;
  if (contactType === "COMPANY" && !companyName)
    throw invalidField("PowerOffice Go needs the name of a company. Send companyName.", "companyName");
  if (contactType === "CONTACT_PERSON" && !(first?.firstName && first.lastName))
    throw invalidField(
      "PowerOffice Go needs the first and the last name of a person. Send them in contactPersons.",
      "contactPersons",
    );
}

function traders(role: Role) {
  const [path, numbers] =
    role === "CUSTOMER" ? (["/v2/Customers", "customerNos"] as const) : (["/v2/Suppliers", "supplierNos"] as const);
  const map = trader(role);
  const encode = traderEncoder(role);
  const { get, create, change } = resource<records.CustomerOrSupplier, Trader>({
    path,
    id: "contactId",
    map,
    change: "PATCH",
  });
  return {
    list: list<records.CustomerOrSupplier, Trader>({
      path,
      map,
      filters: {
        lastModifiedAt: changedSince,
        number: (number) => ({ [numbers]: number }),
        name: () => ({}),
        email: () => ({}),
      },
      localFilter: {
        when: ({ name, email }) => name !== undefined || email !== undefined,
        fits: (native, { name, email }) =>
          contains(nameOf(native), name) &&
          [native.EmailAddress, native.InvoiceEmailAddress].some((known) => contains(known, email)),
      },
      defaultOrder: "Id",
      rules: ["A change of the address alone does not change updatedDate at the target system."],
    }),
    get: get(),
    create: create<CustomerOrSupplierInput>({
      encoder: encode,
      also: (call) => {
        checkNames(call);
        return { ExternalImportReference: call.marker };
      },
      find: async ({ marker }: WriteCall<CustomerOrSupplierInput>, session: Session) => {
        const [found] = (await session.read(path, { externalImportReference: marker })) as readonly Trader[];
        return found;
      },
    }),
    patch: change<Partial<CustomerOrSupplierInput>>({ encoder: encode, body: asPatch, headers: patchHeaders }),
  };
}

export const contacts = {
  ...operationsOf("customers", traders("CUSTOMER")),
  ...operationsOf("suppliers", traders("SUPPLIER")),
};
