/** Customers and suppliers are accounts in one of their roles; contacts are the people there. */
import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { columns, values } from "../../kit/columns.ts";
import { countryCode } from "../../kit/countries.ts";
import { allAs, as, elsewhere, elsewhereIn, encoder, invalid, only, spread } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { emailsIn, phonesIn } from "../../kit/reach.ts";
import { named, type Role } from "../../kit/views.ts";
import { allOf, contains, equals, fieldsOf, guid, linesOf, quoted, resource } from "./conventions.ts";
import { codes, identity, numbers, stamps } from "./fields.ts";
import type { Account, BankAccount, Contact, Identified, Text } from "./types.ts";
import { account, bankAccount, contact } from "./types.ts";

/** Numbers have eighteen places, with spaces before. */
const padded = (number: string): string => number.padStart(18);

const traderEmails = emailsIn({ Email: "BUSINESS" });
const traderPhones = phonesIn({ Phone: "BUSINESS", Fax: "FAX" });
const emails = emailsIn({ BusinessEmail: "BUSINESS", Email: "PRIVATE" });
const phones = phonesIn({ BusinessPhone: "BUSINESS", BusinessMobile: "MOBILE", Phone: "PRIVATE", Mobile: "OTHER" });

type Place = Pick<Account, "AddressLine1" | "AddressLine2" | "City" | "Country" | "Postcode">;
const street = { addressLine1: "AddressLine1", addressLine2: "AddressLine2" } as const;
const town = { city: "City", postalCode: "Postcode" } as const;
const address = mapping<records.ContactAddress, Place>({
  ...values({ ...street, ...town }),
  ...columns(countryCode)({ countryCode: "Country" }),
  type: () => "WORK",
});
/** A country alone, which the vendor fills in itself, is no address. */
const isFilled = ({ AddressLine1, AddressLine2, City, Postcode }: Place): boolean =>
  Boolean(AddressLine1 || AddressLine2 || City || Postcode);

/** Its number is an IBAN where the country has them. */
const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;
const bankOf = mapping<records.ContactBankAccount, BankAccount>({
  ...values({ bic: "BICCode", holder: "BankAccountHolderName", isMainAccount: "Main", name: "Description" }),
  iban: ({ BankAccount: number }) => (number && ibanForm.test(number) ? number : undefined),
});

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Account>({
    ...identity,
    addresses: each(address, (native) => (isFilled(native) ? [native] : undefined)),
    bankAccounts: each(bankOf, ({ BankAccounts }) => linesOf(BankAccounts)),
    ...values({ companyName: "Name", vatId: "VATNumber" }),
    ...codes({ number: "Code" }),
    contactType: () => "COMPANY",
    emailAddresses: traderEmails.read,
    phoneNumbers: traderPhones.read,
    role: () => role,
    updatedDate: stamps.updatedDate,
  });

const names = { firstName: "FirstName", lastName: "LastName", salutation: "Title" } as const;
const person = mapping<records.ContactPerson, Contact>(values(names));
const streetOf = (native: Contact): string =>
  [native.AddressStreet, native.AddressStreetNumber, native.AddressStreetNumberSuffix].filter(Boolean).join(" ");
const homeOf = (native: Contact): Place => ({ ...native, AddressLine1: streetOf(native) });

const contactOf = mapping<records.Contact, Contact>({
  ...identity,
  ...stamps,
  addresses: each(address, (native) => (isFilled(homeOf(native)) ? [homeOf(native)] : undefined)),
  ...values({ companyName: "AccountName", isCustomer: "AccountIsCustomer", isSupplier: "AccountIsSupplier" }),
  contactPersons: each(person, (native) => [native]),
  contactType: () => "CONTACT_PERSON",
  emailAddresses: emails.read,
  ...numbers({ number: "HID" }),
  phoneNumbers: phones.read,
});

const addressEncoder = encoder<records.ContactAddress>({
  ...allAs(as, { ...street, ...town, countryCode: "Country" }),
  // There is one, where the company is.
  type: elsewhere,
});
const bankEncoder = encoder<records.ContactBankAccount>(
  allAs(as, { bic: "BICCode", holder: "BankAccountHolderName", iban: "BankAccount" }),
);

const traderEncoder = encoder<Partial<CustomerOrSupplierInput>>({
  addresses: only(spread(addressEncoder)),
  bankAccount: elsewhereIn(bankEncoder),
  companyName: as("Name"),
  contactType: elsewhere,
  emailAddresses: traderEmails.as,
  number: (number) => ({ Code: padded(number) }),
  phoneNumbers: traderPhones.as,
  vatId: as("VATNumber"),
});

type Asked = WriteCall<Partial<CustomerOrSupplierInput>>;

/** A record of its own; once it is there, it is not made again. */
async function addBankAccount(owner: Text, { body }: Asked, session: Session): Promise<void> {
  const { iban } = body.bankAccount ?? {};
  if (body.bankAccount === undefined || iban === undefined) return;
  const path = "/crm/BankAccounts";
  const $filter = `Account eq ${guid(owner)} and BankAccount eq ${quoted(iban)}`;
  const there = await allOf<Identified>(session, path, { $select: "ID", $filter });
  if (there.length === 0)
    await session.send({ method: "POST", path, body: { ...bankEncoder(body.bankAccount), Account: owner } });
}

const isCustomer = ({ Status }: Account): boolean => Status?.trim() === "C";

function traders(role: Role) {
  const accounts = resource("/crm/Accounts", {
    id: "contactId",
    key: "ID",
    map: trader(role),
    fields: account,
    below: { BankAccounts: fieldsOf(bankAccount) },
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

const people = resource("/crm/Contacts", { id: "contactId", key: "ID", map: contactOf, fields: contact });
const personEncoder = encoder<Partial<ContactInput>>({
  companyName: elsewhere,
  contactType: elsewhere,
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
  contactPersons: only(spread(encoder<records.ContactPerson>(allAs(as, names)))),
});

/** People belong to an account, which is found by its name. */
async function employerOf({ body }: WriteCall<Partial<ContactInput>>, session: Session): Promise<object> {
  if (body.companyName === undefined) return {};
  const query = { $select: "ID", $filter: `Name eq ${quoted(body.companyName)}` };
  const [found] = await allOf<Identified>(session, "/crm/Accounts", query);
  if (found === undefined) throw invalid("There is no customer or supplier of this name.", "companyName");
  return { Account: found.ID };
}

const employed = {
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
    rules: ["These are people; companyName is the customer or supplier that a person belongs to."],
  }),
  get: people.get(),
  create: people.create<ContactInput>({
    ...employed,
    requires: ["companyName", "contactPersons"],
    rules: ["companyName is the name of the customer or supplier that the person belongs to."],
  }),
  patch: people.change<Partial<ContactInput>>(employed),
};

export const contacts = {
  ...named("contacts", peopleViews),
  ...named("customers", traders("CUSTOMER")),
  ...named("suppliers", traders("SUPPLIER")),
};
