/** Customers and suppliers are accounts in one of their roles; contacts are the people there. */
import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { columns, values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { countryCode } from "../../kit/countries.ts";
import {
  encoder,
  fieldAs,
  inParent,
  invalidField,
  sentSeparately,
  sentSeparatelyIn,
  singleEntry,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf, type Role } from "../../kit/views.ts";
import { allOf, contains, equals, guid, linesOf, quoted, resource } from "./conventions.ts";
import { codes, identity, numbers, stamps, trimmed } from "./fields.ts";
import type { Account, BankAccount, Contact, Identified, Text } from "./types.ts";
import { accountFields, bankAccountFields, contactFields } from "./types.ts";

/** The vendor pads numbers with spaces in front to eighteen characters. */
const padded = (number: string): string => number.padStart(18);

const traderEmails = emailsIn({ Email: "BUSINESS" });
const traderPhones = phonesIn({ Phone: "BUSINESS", Fax: "FAX" });
const emails = emailsIn({ BusinessEmail: "BUSINESS", Email: "PRIVATE" });
const phones = phonesIn({ BusinessPhone: "BUSINESS", BusinessMobile: "MOBILE", Phone: "PRIVATE", Mobile: "OTHER" });

type Address = Pick<Account, "AddressLine1" | "AddressLine2" | "City" | "Country" | "Postcode">;
const addressFields = twoWay({
  addressLine1: plainValue("AddressLine1"),
  addressLine2: plainValue("AddressLine2"),
  city: plainValue("City"),
  postalCode: plainValue("Postcode"),
});
const address = mapping<records.ContactAddress, Address>({
  ...addressFields.reads,
  ...columns(countryCode)({ countryCode: "Country" }),
  type: () => "WORK",
});
/** The vendor fills in the country by default, so a country alone is no address. */
const isFilled = ({ AddressLine1, AddressLine2, City, Postcode }: Address): boolean =>
  Boolean(AddressLine1 || AddressLine2 || City || Postcode);

/** BankAccount is an IBAN in countries that have them, otherwise a national account number. */
const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;
const bankFields = twoWay({
  bic: plainValue("BICCode"),
  holder: plainValue("BankAccountHolderName"),
});
const bankAccount = mapping<records.ContactBankAccount, BankAccount>({
  ...bankFields.reads,
  ...values({ isMainAccount: "Main", name: "Description" }),
  iban: ({ BankAccount: number }) => (number && ibanForm.test(number) ? number : undefined),
});

const traderFields = twoWay({
  companyName: plainValue("Name"),
  vatId: plainValue("VATNumber"),
});
const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Account>({
    ...identity,
    ...traderFields.reads,
    addresses: nestedList(address, (native) => (isFilled(native) ? [native] : undefined)),
    bankAccounts: nestedList(bankAccount, ({ BankAccounts }) => linesOf(BankAccounts)),
    ...codes({ number: "Code" }),
    contactType: () => "COMPANY",
    emailAddresses: traderEmails.read,
    phoneNumbers: traderPhones.read,
    role: () => role,
    updatedDate: stamps.updatedDate,
  });

const personFields = twoWay({
  firstName: plainValue("FirstName"),
  lastName: plainValue("LastName"),
  salutation: plainValue("Title"),
});
const person = mapping<records.ContactPerson, Contact>(personFields.reads);
const streetOf = (native: Contact): string =>
  [native.AddressStreet, native.AddressStreetNumber, native.AddressStreetNumberSuffix].filter(Boolean).join(" ");
const addressOf = (native: Contact): Address => ({ ...native, AddressLine1: streetOf(native) });

/** The vendor copies an address that was entered as Email to BusinessEmail (recordings). It is one address. */
const withoutCopy = (native: Contact): Contact =>
  native.Email === native.BusinessEmail ? { ...native, Email: null } : native;

const contactOf = mapping<records.Contact, Contact>({
  ...identity,
  ...stamps,
  addresses: nestedList(address, (native) => (isFilled(addressOf(native)) ? [addressOf(native)] : undefined)),
  ...values({ companyName: "AccountName", isCustomer: "AccountIsCustomer", isSupplier: "AccountIsSupplier" }),
  contactPersons: nestedList(person, (native) => [native]),
  contactType: () => "CONTACT_PERSON",
  emailAddresses: nestedList(emails.entry, (native) => emails.of(withoutCopy(native))),
  ...numbers({ number: "HID" }),
  phoneNumbers: phones.read,
});

const addressEncoder = encoder<records.ContactAddress>({
  ...addressFields.writes,
  countryCode: fieldAs("Country"),
  // An account has one address, that of the company.
  type: sentSeparately,
});
const bankEncoder = encoder<records.ContactBankAccount>({ ...bankFields.writes, iban: fieldAs("BankAccount") });

const traderEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  ...traderFields.writes,
  addresses: singleEntry(inParent(addressEncoder)),
  bankAccount: sentSeparatelyIn(bankEncoder),
  contactType: sentSeparately,
  emailAddresses: traderEmails.as,
  number: (number) => ({ Code: padded(number) }),
  phoneNumbers: traderPhones.as,
});

type TraderCall = WriteCall<Partial<CustomerOrSupplierInput>>;

/** Bank accounts are separate records. A repeated write does not add the same account twice. */
async function addBankAccount(owner: Text, { body }: TraderCall, session: Session): Promise<void> {
  const { iban } = body.bankAccount ?? {};
  if (body.bankAccount === undefined || iban === undefined) return;
  const path = "/crm/BankAccounts";
  const $filter = `Account eq ${guid(owner)} and BankAccount eq ${quoted(iban)}`;
  const existing = await allOf<Identified>(session, path, { $select: "ID", $filter });
  if (existing.length === 0)
    await session.send({ method: "POST", path, body: { ...bankEncoder(body.bankAccount), Account: owner } });
}

const isCustomer = ({ Status }: Account): boolean => Status?.trim() === "C";

function traders(role: Role) {
  const accounts = resource("/crm/Accounts", {
    id: "contactId",
    key: "ID",
    map: trader(role),
    fields: accountFields,
    below: { BankAccounts: bankAccountFields },
  });
  return {
    list: accounts.list({
      where: role === "CUSTOMER" ? "Status eq 'C'" : "IsSupplier eq true",
      filters: {
        name: contains("Name"),
        email: equals("Email"),
        number: (number) => ({ $filter: `Code eq ${quoted(padded(number))}` }),
      },
    }),
    get: accounts.get(role === "CUSTOMER" ? isCustomer : ({ IsSupplier }) => IsSupplier === true),
    create: accounts.create<CustomerOrSupplierInput>({
      encoder: traderEncoder,
      also: () => (role === "CUSTOMER" ? { Status: "C" } : { IsSupplier: true }),
      afterwards: ({ ID }, call, session) => addBankAccount(ID, call, session),
      requires: ["companyName"],
    }),
    patch: accounts.change<Partial<CustomerOrSupplierInput>>({
      encoder: traderEncoder,
      readBack: async (_reply, call, session) => {
        await addBankAccount(call.ids["contactId"], call, session);
        return accounts.read(session, call.ids["contactId"]);
      },
    }),
  };
}

const people = resource("/crm/Contacts", { id: "contactId", key: "ID", map: contactOf, fields: contactFields });
const personEncoder = encoder<Partial<ContactInput>>({
  companyName: sentSeparately,
  contactType: sentSeparately,
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
  contactPersons: singleEntry(inParent(encoder<records.ContactPerson>(personFields.writes))),
});

/** People belong to an account, which is looked up by name. */
async function employerOf({ body }: WriteCall<Partial<ContactInput>>, session: Session): Promise<object> {
  if (body.companyName === undefined) return {};
  const query = { $select: "ID", $filter: `Name eq ${quoted(body.companyName)}` };
  const [employer] = await allOf<Identified>(session, "/crm/Accounts", query);
  if (employer === undefined)
    throw invalidField(`The target system has no customer or supplier named "${body.companyName}".`, "companyName");
  return { Account: employer.ID };
}

const personWrite = {
  encoder: personEncoder,
  prepare: employerOf,
  body: (encoded: object, employer: unknown) => ({ ...encoded, ...(employer as object) }),
};
const peopleViews = {
  list: people.list({
    filters: {
      name: contains("FullName", "AccountName"),
      email: equals("BusinessEmail", "Email"),
      number: (number) => ({ $filter: `HID eq ${Number(number) || 0}` }),
    },
    rules: ["Contacts are people. companyName is the customer or supplier that they belong to."],
  }),
  get: people.get(),
  create: people.create<ContactInput>({
    ...personWrite,
    requires: ["companyName", "contactPersons"],
    rules: ["companyName is the name of the customer or supplier that the person belongs to."],
  }),
  patch: people.change<Partial<ContactInput>>(personWrite),
};

export const contacts = {
  ...operationsOf("contacts", peopleViews),
  ...operationsOf("customers", traders("CUSTOMER")),
  ...operationsOf("suppliers", traders("SUPPLIER")),
};

export function taxCodeOfContact(native: unknown, usage: "INVOICE" | "BILL"): string | undefined {
  const { SalesVATCode, PurchaseVATCode } = native as Account;
  return trimmed(usage === "INVOICE" ? SalesVATCode : PurchaseVATCode);
}
