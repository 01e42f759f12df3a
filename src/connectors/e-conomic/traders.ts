/** Customers and suppliers. */
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { emailsTogether, phonesIn } from "../../kit/contactDetails.ts";
import { type Encoder, encoder, fieldAs, fieldsAs, inParent, singleEntry } from "../../kit/encode.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { allItems, at, baseCurrency, create, firstOf, list, modified, numbered, single, where } from "./conventions.ts";
import { contactAddress, ids, placesOf, stamp, town, wholeId } from "./fields.ts";
import { merged, replace } from "./replacing.ts";
import type { Customer, Place, Supplier, Text } from "./types.ts";

type Input = Partial<CustomerOrSupplierInput>;

/** One field holds all e-mail addresses. */
const emails = emailsTogether("email", "; ");
const customerPhones = phonesIn({ telephoneAndFaxNumber: "BUSINESS", mobilePhone: "MOBILE" });
const supplierPhones = phonesIn({ phone: "BUSINESS" });

const isIban = (account: Text): account is string => /^[A-Z]{2}\d{2}[A-Z\d ]{8,}$/.test(account ?? "");
const bankAccount = mapping<records.ContactBankAccount, string>({ iban: (account) => account });

const sharedFields = twoWay({ companyName: plainValue("name") });
const customerFields = twoWay({ number: wholeId("customerNumber") });
const supplierFields = twoWay({
  number: wholeId("supplierNumber"),
  vatId: plainValue("corporateIdentificationNumber"),
});

const shared = {
  ...sharedFields.reads,
  addresses: nestedList(contactAddress, (native: Place) => placesOf(native)),
  emailAddresses: emails.read,
};

const customer = mapping<records.CustomerOrSupplier, Customer>({
  ...shared,
  ...stamp,
  ...customerFields.reads,
  ...ids({ id: "customerNumber" }),
  contactType: (native) => (native.corporateIdentificationNumber || native.vatNumber ? "COMPANY" : "UNDEFINED"),
  phoneNumbers: customerPhones.read,
  role: () => "CUSTOMER",
  vatId: ({ vatNumber, corporateIdentificationNumber }) => vatNumber || corporateIdentificationNumber,
});

const supplier = mapping<records.CustomerOrSupplier, Supplier>({
  ...shared,
  ...supplierFields.reads,
  ...ids({ id: "supplierNumber" }),
  bankAccounts: nestedList(bankAccount, ({ bankAccount: account }) => (isIban(account) ? [account] : [])),
  contactType: (native) => (native.corporateIdentificationNumber ? "COMPANY" : "UNDEFINED"),
  phoneNumbers: supplierPhones.read,
  role: () => "SUPPLIER",
});

const addressEncoder = encoder<records.ContactAddress>(
  {
    ...town.writes,
    ...fieldsAs(fieldAs, { countryCode: "country", addressLine1: "address", addressLine2: "address" }),
  },
  ({ addressLine1, addressLine2 }) => {
    const lines = [addressLine1, addressLine2].filter(Boolean);
    return lines.length === 0 ? {} : { address: lines.join("\n") };
  },
);

const sharedEncoders = {
  ...sharedFields.writes,
  addresses: singleEntry(inParent(addressEncoder)),
  emailAddresses: emails.as,
};

const customerEncoder = encoder<Input>({
  ...sharedEncoders,
  ...customerFields.writes,
  phoneNumbers: customerPhones.as,
  vatId: fieldAs("vatNumber"),
});

const supplierEncoder = encoder<Input>({
  ...sharedEncoders,
  ...supplierFields.writes,
  phoneNumbers: supplierPhones.as,
  bankAccount: inParent(encoder<records.ContactBankAccount>({ iban: fieldAs("bankAccount") })),
});

type Known = Readonly<Record<string, unknown>>;

const rules = [
  "The currency is that of the books; payment terms, VAT zone and group are the target system's first ones. Change them there.",
];
const readOnly = ["dueAmount", "lastUpdated"];

interface Kind<Native> {
  readonly name: "customer" | "supplier";
  readonly map: Mapping<records.CustomerOrSupplier, Native>;
  readonly encoder: Encoder<Input>;
  /** The number of the first group. */
  readonly group: (session: Session) => Promise<unknown>;
  /** The fields that an update clears if the body leaves them out, besides the address. */
  readonly cleared: readonly string[];
}

/** Defaults for the required fields: the agreement's currency, and the first record of each list. */
const defaultsFor =
  <Native>({ name, group }: Kind<Native>) =>
  async (_call: unknown, session: Session): Promise<Known> => {
    const [currency, terms, zone, number] = await Promise.all([
      baseCurrency(session),
      firstOf<Known>(session, "/payment-terms"),
      firstOf<Known>(session, "/vat-zones"),
      group(session),
    ]);
    const { paymentTermsNumber } = terms ?? {};
    const { vatZoneNumber } = zone ?? {};
    return {
      currency,
      paymentTerms: { paymentTermsNumber },
      vatZone: { vatZoneNumber },
      [`${name}Group`]: { [`${name}GroupNumber`]: number },
    };
  };

const handlers = <Native>(kind: Kind<Native>) => {
  const { name, map, encoder: encoding, cleared } = kind;
  const folder = `/${name}s`;
  const path = ({ contactId }: Readonly<Record<string, string>>) => numbered(folder, contactId);
  const change = { path, map, encoder: encoding };
  const replaced = [...readOnly, ...cleared, "address", "city", "country", "email", "zip"];
  const isStamped = "updatedDate" in map.fields;
  return {
    list: list({
      path: folder,
      map,
      // Suppliers cannot be sorted (the vendor's schemas).
      ...(name === "customer" && { defaultOrder: "customerNumber" }),
      filters: {
        ...(isStamped && modified),
        name: (companyName) => where("name", "eq", companyName),
        number: (number) => where(`${name}Number`, "eq", number),
      },
      ...(!isStamped && { rules: ["The target system does not say when a supplier changed."] }),
    }),
    get: single<records.CustomerOrSupplier, Native>([folder, "contactId"], map),
    create: create<CustomerOrSupplierInput, records.CustomerOrSupplier, Native>(folder, {
      map,
      encoder: encoding,
      prepare: defaultsFor(kind),
      rules,
      requires: ["companyName"],
      body: (encoded, defaults) => merged(defaults as Known, encoded),
    }),
    update: replace<CustomerOrSupplierInput, records.CustomerOrSupplier, Native>({
      ...change,
      omitted: replaced,
      requires: ["companyName"],
    }),
    patch: replace<Input, records.CustomerOrSupplier, Native>({ ...change, omitted: readOnly }),
  };
};

const customers = handlers<Customer>({
  name: "customer",
  map: customer,
  encoder: customerEncoder,
  group: async (session) => (await firstOf<Known>(session, "/customer-groups"))?.["customerGroupNumber"],
  cleared: ["mobilePhone", "telephoneAndFaxNumber", "vatNumber"],
});
const suppliers = handlers<Supplier>({
  name: "supplier",
  map: supplier,
  encoder: supplierEncoder,
  // Only the newer API has their groups.
  group: async (session) => (await allItems<Known>(session, at("suppliers", "/Groups")))[0]?.["number"],
  cleared: ["bankAccount", "corporateIdentificationNumber", "phone"],
});

export const traders = { ...operationsOf("customers", customers), ...operationsOf("suppliers", suppliers) };
