import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { values } from "../../kit/columns.ts";
import { countryCode } from "../../kit/countries.ts";
import { allAs, as, encoder, listAs, nested, only, spread } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { contactViews } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { change, create, equals, list, modified, single } from "./conventions.ts";
import { filled, updated } from "./fields.ts";
import type { Address, Contact, ContactBankAccount, ContactPerson, Phone, Text } from "./types.ts";

/** Invoices are posted to the one, goods to the other (names in Xero's screens, 2026-11). */
const addressTypes = vocabulary({ POBOX: "BILLING", STREET: "DELIVERY" });
const phoneTypes = vocabulary({ DEFAULT: "BUSINESS", DDI: "LANDLINE", MOBILE: "MOBILE", FAX: "FAX", OFFICE: "OFFICE" });

const written = (...texts: readonly Text[]): string[] => texts.filter((text) => !!text) as string[];

const address = mapping<records.ContactAddress, Address>({
  ...values({ addressLine1: "AddressLine1", city: "City", postalCode: "PostalCode" }),
  addressLine2: ({ AddressLine2, AddressLine3, AddressLine4 }) =>
    written(AddressLine2, AddressLine3, AddressLine4).join(", "),
  countryCode: (address) => countryCode(address.Country),
  type: addressTypes.read((address) => address.AddressType),
});

/** Places for addresses and numbers come whether or not something is in them. */
const isFilled = ({ AddressType: _type, ...lines }: Address): boolean => written(...Object.values(lines)).length > 0;

const emailAddress = mapping<records.EmailAddress, string>({ email: (email) => email });
const emailAddresses = each(emailAddress, ({ EmailAddress }: ContactPerson) => filled(written(EmailAddress)));

const phoneNumber = mapping<records.PhoneNumber, Phone>({
  number: ({ PhoneCountryCode, PhoneAreaCode, PhoneNumber }) =>
    written(PhoneCountryCode?.replace(/^(?=\d)(?!0)/, "+"), PhoneAreaCode, PhoneNumber).join(" "),
  type: phoneTypes.read((phone) => phone.PhoneType),
});

const contactPerson = mapping<records.ContactPerson, ContactPerson>({
  emailAddresses,
  ...values({ firstName: "FirstName", lastName: "LastName" }),
});

/** The first one is part of the contact itself; its address is the contact's. */
const persons = ({ FirstName, LastName, ContactPersons }: Contact): readonly ContactPerson[] => [
  ...(written(FirstName, LastName).length > 0 ? [{ FirstName, LastName }] : []),
  ...(ContactPersons ?? []),
];

const reachable = {
  ...updated,
  ...values({ id: "ContactID", companyName: "Name", number: "AccountNumber" }),
  addresses: each(address, (contact: Contact) => filled(contact.Addresses?.filter(isFilled))),
  contactPersons: each(contactPerson, (contact: Contact) => filled(persons(contact))),
  emailAddresses,
  phoneNumbers: each(phoneNumber, ({ Phones }: Contact) => filled(Phones?.filter(({ PhoneNumber }) => PhoneNumber))),
};

const contact = mapping<records.Contact, Contact>({
  ...reachable,
  ...values({ isCustomer: "IsCustomer", isSupplier: "IsSupplier", website: "Website" }),
});

/** Xero has one place for the number, whatever kind it is, and another one besides for batch payments. */
const bankAccount = mapping<records.ContactBankAccount, ContactBankAccount>({
  iban: ({ BankAccountNumber }) => ibanOf(BankAccountNumber),
  name: ({ BankAccountName, BankAccountNumber: number }) =>
    written(BankAccountName, ibanOf(number) ? "" : number).join(" "),
});
const ibanOf = (number: Text): string | undefined =>
  /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.exec(number?.replaceAll(" ", "") ?? "")?.[0];
const bankAccountsOf = ({ BankAccountDetails, BatchPayments }: Contact) =>
  [BatchPayments ?? {}, { BankAccountNumber: BankAccountDetails }].filter(
    ({ BankAccountNumber: number }, index, [first]) => number && (index === 0 || number !== first?.BankAccountNumber),
  );

const trader = (role: "CUSTOMER" | "SUPPLIER") =>
  mapping<records.CustomerOrSupplier, Contact>({
    ...reachable,
    bankAccounts: each(bankAccount, (contact) => filled(bankAccountsOf(contact))),
    role: () => role,
    vatId: (contact) => contact.TaxNumber,
  });

const addressEncoder = encoder<records.ContactAddress>({
  ...allAs(as, {
    addressLine1: "AddressLine1",
    addressLine2: "AddressLine2",
    city: "City",
    countryCode: "Country",
    postalCode: "PostalCode",
  }),
  type: addressTypes.as("AddressType"),
});

const phoneEncoder = encoder<records.PhoneNumber>({
  number: (number) => ({ PhoneNumber: number, PhoneAreaCode: "", PhoneCountryCode: "" }),
  type: phoneTypes.as("PhoneType"),
});

/** There is room for one. */
const onlyEmail = only(spread(encoder<records.EmailAddress>({ email: as("EmailAddress") })), { EmailAddress: "" });

const personEncoder = encoder<records.ContactPerson>({
  emailAddresses: onlyEmail,
  ...allAs(as, { firstName: "FirstName", lastName: "LastName" }),
});

/** The first one is part of the contact, if it has no address of its own. */
const personsAs = nested(personEncoder, (persons: readonly records.ContactPerson[], _input: unknown, field) => {
  const [first] = persons;
  const isOwn = first !== undefined && !first.emailAddresses?.length;
  const { firstName: FirstName = "", lastName: LastName = "" } = isOwn ? first : {};
  const others = isOwn ? persons.slice(1) : persons;
  return { FirstName, LastName, ContactPersons: others.map((person) => personEncoder(person, field)) };
});

/** What a contact is, customer or supplier, company or person, and its website cannot be written. */
const reachableEncoders = {
  addresses: listAs("Addresses", addressEncoder),
  ...allAs(as, { companyName: "Name", number: "AccountNumber" }),
  contactPersons: personsAs,
  emailAddresses: onlyEmail,
  phoneNumbers: listAs("Phones", phoneEncoder),
};
const traderEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...reachableEncoders,
  bankAccount: spread(encoder<records.ContactBankAccount>({ iban: as("BankAccountDetails") })),
  vatId: as("TaxNumber"),
});

const flags = { CUSTOMER: "IsCustomer", SUPPLIER: "IsSupplier" } as const;
const becomesOne =
  "Xero makes a contact a customer or a supplier with its first document; until then it is only in contacts.";

/** One address book: who was ever sold to is a customer, who was ever bought from a supplier. */
export const contacts = contactViews<Contact>({
  contact: { map: contact, encoder: encoder<Partial<ContactInput>>(reachableEncoders) },
  trader: (role) => ({ map: trader(role), encoder: traderEncoder }),
  handlers: ({ map, encoder: fields, role }) => ({
    list: list("Contacts", {
      map,
      ...(role && { query: { where: `${flags[role]}==true` } }),
      headers: modified,
      filters: { name: equals("Name"), email: equals("EmailAddress"), number: equals("AccountNumber") },
      rules: [
        "Archived contacts are left out, those that were merged into others among them; each can still be read by its id.",
      ],
    }),
    get: single("Contacts", { id: "contactId", map }),
    create: {
      ...create("Contacts", { encoder: fields, map, ...(role && { rules: [becomesOne] }) }),
      requires: ["companyName"],
    },
    patch: change("Contacts", { id: "contactId", encoder: fields, map }),
  }),
});
