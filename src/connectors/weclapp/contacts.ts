import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { encoder, invalidField, listAs, nested } from "../../kit/encode.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { oneByOne } from "../../kit/oneByOne.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { contactViews, type Role } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { addressFields, identity, isAddress, stamps } from "./fields.ts";
import { byIds } from "./references.ts";
import type { Address, LedgerAccount, Party, PartyBankAccount } from "./types.ts";

const address = mapping<records.ContactAddress, Address>({
  ...addressFields.reads,
  type: ({ invoiceAddress, deliveryAddress }) =>
    invoiceAddress ? "BILLING" : deliveryAddress ? "DELIVERY" : undefined,
});

/** Our type of each of the vendor's fields. */
const emailTypes = { email: "OFFICE", emailHome: "PRIVATE" } as const;
const emails = emailsIn(emailTypes);
const phones = phonesIn({ phone: "OFFICE", mobilePhone1: "MOBILE", fax: "FAX", phoneHome: "PRIVATE" });

const salutations = vocabulary({ MR: "MR", MRS: "MRS", FAMILY: "FAMILY" });
const personFields = twoWay({
  firstName: plainValue("firstName"),
  lastName: plainValue("lastName"),
});
/** Addresses and phone numbers of people are in their own contact records. */
const person = mapping<records.ContactPerson, Party>({
  ...identity,
  ...personFields.reads,
  salutation: salutations.read((native) => native.salutation, ["COMPANY", "NO_SALUTATION"]),
});

const partyTypes = vocabulary({ ORGANIZATION: "COMPANY", PERSON: "CONTACT_PERSON" });

/** The people of a company are parties, too. A party that is a person is its only contact person. */
const isPerson = ({ partyType }: Party): boolean => partyType === "PERSON";
const peopleOf = (party: Party): readonly Party[] | undefined => (isPerson(party) ? [party] : party.people);

const bankAccountFields = twoWay({
  bic: plainValue("bankCode"),
  holder: plainValue("accountHolder"),
  iban: plainValue("accountNumber"),
  name: plainValue("creditInstitute"),
});
const bankAccount = mapping<records.ContactBankAccount, PartyBankAccount>({
  ...bankAccountFields.reads,
  ...values({ isMainAccount: "primary" }),
});

const companyFields = twoWay({ companyName: plainValue("company") });
const contactFields = twoWay({
  isCustomer: plainValue("customer"),
  isSupplier: plainValue("supplier"),
  website: plainValue("website"),
});

const common = {
  ...identity,
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
  addresses: nestedList(address, ({ addresses }: Party) => addresses?.filter(isAddress)),
  ...companyFields.reads,
  contactPersons: nestedList(person, peopleOf),
  contactType: partyTypes.read(({ partyType }: Party) => partyType),
  updatedDate: stamps.updatedDate,
};

const contact = mapping<records.Contact, Party>({
  ...common,
  createdDate: stamps.createdDate,
  ...contactFields.reads,
  number: (party) => party.customerNumber || party.supplierNumber,
});

/** The vendor's field names for each role. */
const roles = {
  CUSTOMER: { flag: "customer", number: "customerNumber", account: "customerDebtorAccountId" },
  SUPPLIER: { flag: "supplier", number: "supplierNumber", account: "supplierCreditorAccountId" },
} as const;

const traderFields = (role: Role) =>
  twoWay({
    number: plainValue(roles[role].number),
    vatId: plainValue("vatIdentificationNumber"),
  });

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Party>({
    ...common,
    accountNumber: ({ ledgerNumber }) =>
      ledgerNumber && /^\d{1,15}$/.test(ledgerNumber) ? Number(ledgerNumber) : undefined,
    bankAccounts: nestedList(bankAccount, (party) => party.bankAccounts),
    ...traderFields(role).reads,
    role: () => role,
  });

/** Looks up the people of companies and, in a role, the account that they have in the ledger. */
const withPeople =
  (role: Role | undefined) =>
  async (parties: readonly Party[], session: Session): Promise<readonly Party[]> => {
    const accountOf = (party: Party) => (role === undefined ? undefined : party[roles[role].account]);
    const people = await byIds<Party>(
      session,
      "/party",
      parties.filter((party) => !isPerson(party)).flatMap(({ contacts }) => contacts?.map(({ id }) => id) ?? []),
    );
    const accounts = await byIds<LedgerAccount>(session, "/ledgerAccount", parties.map(accountOf));
    return parties.map((party) => ({
      ...party,
      people: party.contacts?.flatMap(({ id }) => people.get(id) ?? []) ?? [],
      ledgerNumber: accounts.get(accountOf(party) ?? "")?.accountNumber,
    }));
  };

/** Finds the parties that have every word in one of their names. */
const nameFilter = (name: string): VendorQuery =>
  Object.fromEntries(
    name
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((word, index) =>
        ["company", "firstName", "lastName"].map((field) => [`orGroup${index}-${field}-ilike`, `%${word}%`]),
      ),
  );

const addressEncoder = encoder<records.ContactAddress>({
  ...addressFields.writes,
  type: (type: string) => ({ invoiceAddress: type === "BILLING", deliveryAddress: type === "DELIVERY" }),
});

const personEncoder = encoder<records.ContactPerson>({
  ...personFields.writes,
  salutation: salutations.as("salutation"),
});

/** The people of a company are separate parties at weclapp. */
const personAs = nested(
  personEncoder,
  (people: readonly records.ContactPerson[], { contactType }: { contactType?: string }, field) => {
    const [first, ...more] = people;
    if (first === undefined) return {};
    if (contactType === "COMPANY" || more.length > 0)
      throw invalidField(
        "weclapp keeps people as separate contacts. Create one contact with contactType CONTACT_PERSON for each person.",
        field,
      );
    return personEncoder(first, field);
  },
);

const encoders = {
  ...companyFields.writes,
  addresses: listAs("addresses", addressEncoder),
  contactPersons: personAs,
  contactType: partyTypes.as("partyType"),
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
};

const contactEncoder = encoder<Partial<ContactInput>>({
  ...encoders,
  ...contactFields.writes,
  number: (number: string, { isSupplier, isCustomer }: Partial<ContactInput>) => ({
    [isSupplier && !isCustomer ? "supplierNumber" : "customerNumber"]: number,
  }),
});

const bankAccountEncoder = encoder<records.ContactBankAccount>(bankAccountFields.writes, () => ({ primary: true }));

const traderEncoder = (role: Role) =>
  encoder<Partial<CustomerOrSupplierInput>>(
    {
      ...encoders,
      ...traderFields(role).writes,
      bankAccount: nested(bankAccountEncoder, (account: records.ContactBankAccount) => ({
        bankAccounts: [bankAccountEncoder(account)],
      })),
    },
    () => ({ [roles[role].flag]: true }),
  );

const filters = (role: Role | undefined) => {
  const numbers = (role === undefined ? Object.values(roles) : [roles[role]]).map(({ number }) => number);
  return {
    email: (email: string) =>
      Object.fromEntries(Object.keys(emailTypes).map((field) => [`orGroupEmail-${field}-ilike`, `%${email}%`])),
    name: nameFilter,
    number: (number: string) => Object.fromEntries(numbers.map((field) => [`orGroupNumber-${field}-eq`, number])),
  };
};

const partiesOf = <Record>(map: Mapping<Record, Party>, role: Role | undefined) => {
  const flag = role && roles[role].flag;
  return resource({
    entity: "party",
    id: "contactId",
    map,
    join: withPeople(role),
    ...(flag && { query: { [`${flag}-eq`]: true }, is: (party: Party) => party[flag] === true }),
  });
};

export const contacts = {
  ...contactViews<Party>({
    contact: { map: contact, encoder: contactEncoder },
    trader: (role) => ({ map: trader(role), encoder: traderEncoder(role) }),
    handlers: ({ map, encoder: body, role }) => {
      const parties = partiesOf(map, role);
      return {
        list: parties.list({ filters: filters(role) }),
        get: parties.get,
        create: parties.create({ encoder: body }),
        update: parties.change({ encoder: body }),
        patch: parties.change({ encoder: body }),
      };
    },
  }),
  "contacts.bulk": oneByOne("contacts.create", partiesOf(contact, undefined).create({ encoder: contactEncoder })),
};
