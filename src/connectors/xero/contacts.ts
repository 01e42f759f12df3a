import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { values } from "../../kit/columns.ts";
import { countryCode } from "../../kit/countries.ts";
import { encoder, fieldAs, inParent, listAs, nested, singleEntry } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { contactViews } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { change, create, equals, list, modified, single } from "./conventions.ts";
import { filled, updated } from "./fields.ts";
import type { Address, Contact, ContactBankAccount, ContactPerson, Phone, Text } from "./types.ts";

/** Invoices are posted to POBOX, goods delivered to STREET (labels on Xero's screens, 2026-11). */
const addressTypes = vocabulary({ POBOX: "BILLING", STREET: "DELIVERY" });
const phoneTypes = vocabulary({ DEFAULT: "BUSINESS", DDI: "LANDLINE", MOBILE: "MOBILE", FAX: "FAX", OFFICE: "OFFICE" });

const filledTexts = (...texts: readonly Text[]): string[] => texts.filter((text) => !!text) as string[];

const addressFields = twoWay({
  addressLine1: plainValue("AddressLine1"),
  city: plainValue("City"),
  postalCode: plainValue("PostalCode"),
  type: enumValue(addressTypes, "AddressType"),
});
const address = mapping<records.ContactAddress, Address>({
  ...addressFields.reads,
  addressLine2: ({ AddressLine2, AddressLine3, AddressLine4 }) =>
    filledTexts(AddressLine2, AddressLine3, AddressLine4).join(", "),
  countryCode: (address) => countryCode(address.Country),
});

/** Xero sends addresses of every type, even empty ones. */
const isFilled = ({ AddressType: _type, ...lines }: Address): boolean =>
  filledTexts(...Object.values(lines)).length > 0;

const emailAddress = mapping<records.EmailAddress, string>({ email: (email) => email });
const emailAddresses = nestedList(emailAddress, ({ EmailAddress }: ContactPerson) => filled(filledTexts(EmailAddress)));

const phoneFields = twoWay({
  type: enumValue(phoneTypes, "PhoneType"),
});
const phoneNumber = mapping<records.PhoneNumber, Phone>({
  ...phoneFields.reads,
  number: ({ PhoneCountryCode, PhoneAreaCode, PhoneNumber }) =>
    filledTexts(PhoneCountryCode?.replace(/^(?=\d)(?!0)/, "+"), PhoneAreaCode, PhoneNumber).join(" "),
});

const personFields = twoWay({
  firstName: plainValue("FirstName"),
  lastName: plainValue("LastName"),
});
const contactPerson = mapping<records.ContactPerson, ContactPerson>({
  ...personFields.reads,
  emailAddresses,
});

/** The first person is part of the contact itself and has the contact's email address. */
const persons = ({ FirstName, LastName, ContactPersons }: Contact): readonly ContactPerson[] => [
  ...(filledTexts(FirstName, LastName).length > 0 ? [{ FirstName, LastName }] : []),
  ...(ContactPersons ?? []),
];

const contactFields = twoWay({
  companyName: plainValue("Name"),
  number: plainValue("AccountNumber"),
});
const traderFields = twoWay({
  vatId: plainValue("TaxNumber"),
});

const shared = {
  ...updated,
  ...contactFields.reads,
  ...values({ id: "ContactID" }),
  addresses: nestedList(address, (contact: Contact) => filled(contact.Addresses?.filter(isFilled))),
  contactPersons: nestedList(contactPerson, (contact: Contact) => filled(persons(contact))),
  emailAddresses,
  phoneNumbers: nestedList(phoneNumber, ({ Phones }: Contact) =>
    filled(Phones?.filter(({ PhoneNumber }) => PhoneNumber)),
  ),
};

const contact = mapping<records.Contact, Contact>({
  ...shared,
  ...values({ isCustomer: "IsCustomer", isSupplier: "IsSupplier", website: "Website" }),
});

/** Xero has one field for account numbers of any kind, and another one for batch payments. */
const bankAccount = mapping<records.ContactBankAccount, ContactBankAccount>({
  iban: ({ BankAccountNumber }) => ibanOf(BankAccountNumber),
  name: ({ BankAccountName, BankAccountNumber: number }) =>
    filledTexts(BankAccountName, ibanOf(number) ? "" : number).join(" "),
});
const ibanOf = (number: Text): string | undefined =>
  /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.exec(number?.replaceAll(" ", "") ?? "")?.[0];
const bankAccountsOf = ({ BankAccountDetails, BatchPayments }: Contact) =>
  [BatchPayments ?? {}, { BankAccountNumber: BankAccountDetails }].filter(
    ({ BankAccountNumber: number }, index, [first]) => number && (index === 0 || number !== first?.BankAccountNumber),
  );

const trader = (role: "CUSTOMER" | "SUPPLIER") =>
  mapping<records.CustomerOrSupplier, Contact>({
    ...shared,
    ...traderFields.reads,
    bankAccounts: nestedList(bankAccount, (contact) => filled(bankAccountsOf(contact))),
    role: () => role,
  });

const addressEncoder = encoder<records.ContactAddress>({
  ...addressFields.writes,
  addressLine2: fieldAs("AddressLine2"),
  countryCode: fieldAs("Country"),
});

const phoneEncoder = encoder<records.PhoneNumber>({
  ...phoneFields.writes,
  number: (number) => ({ PhoneNumber: number, PhoneAreaCode: "", PhoneCountryCode: "" }),
});

/** Xero's contacts and persons have one email address. */
const onlyEmail = singleEntry(inParent(encoder<records.EmailAddress>({ email: fieldAs("EmailAddress") })), {
  EmailAddress: "",
});

const personEncoder = encoder<records.ContactPerson>({
  ...personFields.writes,
  emailAddresses: onlyEmail,
});

/** The first person becomes part of the contact, unless the person has an email address. */
const personsAs = nested(personEncoder, (persons: readonly records.ContactPerson[], _input: unknown, field) => {
  const [first] = persons;
  const isInContact = first !== undefined && !first.emailAddresses?.length;
  const { firstName: FirstName = "", lastName: LastName = "" } = isInContact ? first : {};
  const separate = isInContact ? persons.slice(1) : persons;
  return { FirstName, LastName, ContactPersons: separate.map((person) => personEncoder(person, field)) };
});

/** Xero's API cannot write whether a contact is a customer, a supplier, a company or a person, nor its website. */
const sharedEncoders = {
  ...contactFields.writes,
  addresses: listAs("Addresses", addressEncoder),
  contactPersons: personsAs,
  emailAddresses: onlyEmail,
  phoneNumbers: listAs("Phones", phoneEncoder),
};
const traderEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...sharedEncoders,
  ...traderFields.writes,
  bankAccount: inParent(encoder<records.ContactBankAccount>({ iban: fieldAs("BankAccountDetails") })),
});

const flags = { CUSTOMER: "IsCustomer", SUPPLIER: "IsSupplier" } as const;
const roleRule =
  "A contact becomes a customer or supplier with its first invoice or bill. Until then it is only listed in contacts.";

/** Xero has one list of contacts; the first invoice makes a contact a customer, the first bill a supplier. */
export const contacts = contactViews<Contact>({
  contact: { map: contact, encoder: encoder<Partial<ContactInput>>(sharedEncoders) },
  trader: (role) => ({ map: trader(role), encoder: traderEncoder }),
  handlers: ({ map, encoder: fields, role }) => ({
    list: list("Contacts", {
      map,
      ...(role && { query: { where: `${flags[role]}==true` } }),
      headers: modified,
      filters: { name: equals("Name"), email: equals("EmailAddress"), number: equals("AccountNumber") },
      rules: ["Archived contacts, including those merged into others, are left out, but can be read by id."],
    }),
    get: single("Contacts", { id: "contactId", map }),
    create: {
      ...create("Contacts", { encoder: fields, map, ...(role && { rules: [roleRule] }) }),
      requires: ["companyName"],
    },
    patch: change("Contacts", { id: "contactId", encoder: fields, map }),
  }),
});

export const taxCodeOfContact = (native: unknown, usage: "INVOICE" | "BILL"): string | undefined => {
  const { AccountsReceivableTaxType, AccountsPayableTaxType } = native as Contact;
  return (usage === "INVOICE" ? AccountsReceivableTaxType : AccountsPayableTaxType) ?? undefined;
};
