/** Customers and suppliers. */
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, type Encoder, encoder, only, spread } from "../../kit/encode.ts";
import { each, type Mapping, mapping } from "../../kit/mapping.ts";
import { emailsTogether, phonesIn } from "../../kit/reach.ts";
import { merged, replace } from "../../kit/replacing.ts";
import { named } from "../../kit/views.ts";
import { allItems, at, create, firstOf, list, modified, numbered, single, where } from "./conventions.ts";
import { contactAddress, idAs, ids, placesOf, stamp } from "./fields.ts";
import type { Customer, Self, Supplier, Text } from "./types.ts";

type Input = Partial<CustomerOrSupplierInput>;

/** One field for all of them. */
const emails = emailsTogether("email", "; ");
const customerPhones = phonesIn({ telephoneAndFaxNumber: "BUSINESS", mobilePhone: "MOBILE" });
const supplierPhones = phonesIn({ phone: "BUSINESS" });

const isIban = (account: Text): account is string => /^[A-Z]{2}\d{2}[A-Z\d ]{8,}$/.test(account ?? "");
const bankAccount = mapping<records.ContactBankAccount, string>({ iban: (account) => account });

const customer = mapping<records.CustomerOrSupplier, Customer>({
  ...stamp,
  ...ids({ id: "customerNumber", number: "customerNumber" }),
  addresses: each(contactAddress, (native) => placesOf(native)),
  companyName: ({ name }) => name,
  contactType: (native) => (native.corporateIdentificationNumber || native.vatNumber ? "COMPANY" : "UNDEFINED"),
  emailAddresses: emails.read,
  phoneNumbers: customerPhones.read,
  role: () => "CUSTOMER",
  vatId: ({ vatNumber, corporateIdentificationNumber }) => vatNumber || corporateIdentificationNumber,
});

const supplier = mapping<records.CustomerOrSupplier, Supplier>({
  ...ids({ id: "supplierNumber", number: "supplierNumber" }),
  ...values({ companyName: "name", vatId: "corporateIdentificationNumber" }),
  addresses: each(contactAddress, (native) => placesOf(native)),
  bankAccounts: each(bankAccount, ({ bankAccount: account }) => (isIban(account) ? [account] : [])),
  contactType: (native) => (native.corporateIdentificationNumber ? "COMPANY" : "UNDEFINED"),
  emailAddresses: emails.read,
  phoneNumbers: supplierPhones.read,
  role: () => "SUPPLIER",
});

const addressEncoder = encoder<records.ContactAddress>(
  {
    ...allAs(as, { city: "city", countryCode: "country", postalCode: "zip", addressLine1: "address" }),
    ...allAs(as, { addressLine2: "address" }),
  },
  ({ addressLine1, addressLine2 }) => {
    const lines = [addressLine1, addressLine2].filter(Boolean);
    return lines.length === 0 ? {} : { address: lines.join("\n") };
  },
);

const shared = {
  addresses: only(spread(addressEncoder)),
  companyName: as("name"),
  emailAddresses: emails.as,
};

const customerEncoder = encoder<Input>({
  ...shared,
  number: idAs("customerNumber"),
  phoneNumbers: customerPhones.as,
  vatId: as("vatNumber"),
});

const supplierEncoder = encoder<Input>({
  ...shared,
  bankAccount: spread(encoder<records.ContactBankAccount>({ iban: as("bankAccount") })),
  number: idAs("supplierNumber"),
  phoneNumbers: supplierPhones.as,
  vatId: as("corporateIdentificationNumber"),
});

type Known = Readonly<Record<string, unknown>>;

/** What nobody can be made without: the agreement's currency, and the first of each list. */
const choosing = (group: (session: Session) => Promise<Known>) => async (_call: unknown, session: Session) => {
  const { settings } = (await session.read("/self")) as Self;
  const { paymentTermsNumber } = (await firstOf<Known>(session, "/payment-terms")) ?? {};
  const { vatZoneNumber } = (await firstOf<Known>(session, "/vat-zones")) ?? {};
  const chosen = { paymentTerms: { paymentTermsNumber }, vatZone: { vatZoneNumber }, ...(await group(session)) };
  return { currency: settings?.baseCurrency, ...chosen };
};

const customerGroup = async (session: Session): Promise<Known> => {
  const { customerGroupNumber } = (await firstOf<Known>(session, "/customer-groups")) ?? {};
  return { customerGroup: { customerGroupNumber } };
};

/** Their groups are only in the newer API. */
const supplierGroup = async (session: Session): Promise<Known> => {
  const [group] = await allItems<Known>(session, at("suppliers", "/Groups"));
  return { supplierGroup: { supplierGroupNumber: group?.["number"] } };
};

const rules = ["currency, terms of payment, VAT zone and group are the target system's first ones; change them there."];
const told = ["dueAmount", "lastUpdated"];

interface Kind<Native> {
  readonly folder: string;
  /** The vendor's name for its number. */
  readonly number: string;
  readonly map: Mapping<records.CustomerOrSupplier, Native>;
  readonly encoder: Encoder<Input>;
  readonly group: (session: Session) => Promise<Known>;
  /** What an update clears where it is not told, besides the address. */
  readonly cleared: readonly string[];
  /** Where the vendor does not tell when one changed. */
  readonly unstamped?: true;
}

const handlers = <Native>({ folder, number, map, encoder: encoding, group, cleared, unstamped }: Kind<Native>) => {
  const path = ({ contactId }: Readonly<Record<string, string>>) => numbered(folder, contactId);
  const change = { path, map, encoder: encoding };
  const gone = [...told, ...cleared, "address", "city", "country", "email", "zip"];
  return {
    list: list({
      ...{ path: folder, map },
      filters: {
        ...(!unstamped && modified),
        name: (name) => where("name", "eq", name),
        number: (wanted) => where(number, "eq", wanted),
      },
      ...(unstamped && { rules: ["The target system does not tell when a supplier changed."] }),
    }),
    get: single<records.CustomerOrSupplier, Native>([folder, "contactId"], map),
    create: create<CustomerOrSupplierInput, records.CustomerOrSupplier, Native>(folder, {
      ...{ map, encoder: encoding, prepare: choosing(group), rules, requires: ["companyName"] },
      body: (encoded, chosen) => merged(chosen as Known, encoded),
    }),
    update: replace<CustomerOrSupplierInput, records.CustomerOrSupplier, Native>({
      ...change,
      left: gone,
      requires: ["companyName"],
    }),
    patch: replace<Input, records.CustomerOrSupplier, Native>({ ...change, left: told }),
  };
};

const customers = handlers<Customer>({
  ...{ folder: "/customers", number: "customerNumber", map: customer, encoder: customerEncoder, group: customerGroup },
  cleared: ["mobilePhone", "telephoneAndFaxNumber", "vatNumber"],
});
const suppliers = handlers<Supplier>({
  ...{ folder: "/suppliers", number: "supplierNumber", map: supplier, encoder: supplierEncoder, group: supplierGroup },
  cleared: ["bankAccount", "corporateIdentificationNumber", "phone"],
  unstamped: true,
});

export const traders = { ...named("customers", customers), ...named("suppliers", suppliers) };
