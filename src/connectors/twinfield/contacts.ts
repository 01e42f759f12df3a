/** Customers (DEB) and suppliers (CRD). The same code may stand for a customer and for a supplier. */
import type { GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { countryCode } from "../../kit/countries.ts";
import { encoder, nested, onlyAccepts, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { entriesIn, textIn } from "../../kit/xml/xmlValues.ts";
import { dimensionOf, dimensionsOf } from "./conventions.ts";
import { documentIn, processAction, processing, processPath } from "./soap.ts";
import type { Address, Bank, Dimension } from "./types.ts";
import { inside, momentIn } from "./values.ts";

type Role = "CUSTOMER" | "SUPPLIER";
const types = { CUSTOMER: "DEB", SUPPLIER: "CRD" } as const;

const addressesOf = ({ addresses }: Dimension): readonly Address[] => entriesIn(inside(addresses)?.address);
const banksOf = ({ banks }: Dimension): readonly Bank[] => entriesIn(inside(banks)?.bank);

const placeTypes = vocabulary({ invoice: "BILLING", postal: "DELIVERY", contact: "WORK" });
const placeType = ({ "@type": type }: Address) => type;

const address = mapping<records.ContactAddress, Address>({
  addressLine1: ({ field2 }) => textIn(field2),
  addressLine2: ({ field3 }) => textIn(field3),
  city: ({ city }) => textIn(city),
  countryCode: ({ country }) => countryCode(textIn(country)),
  postalCode: ({ postcode }) => textIn(postcode),
  type: placeTypes.read(placeType),
});

const isFilled = ({ field2, field3, city, postcode }: Address): boolean =>
  [field2, field3, city, postcode].some((value) => textIn(value) !== undefined);

const bank = mapping<records.ContactBankAccount, Bank>({
  bic: ({ biccode }) => textIn(biccode),
  holder: ({ ascription }) => textIn(ascription),
  iban: ({ iban }) => textIn(iban),
  isMainAccount: ({ "@default": isDefault }) => isDefault === "true",
  name: ({ bankname }) => textIn(bankname),
});

const emailEntry = mapping<records.EmailAddress, records.EmailAddress>({
  email: ({ email }) => email,
  type: ({ type }) => type,
});
function emailsOf(native: Dimension): readonly records.EmailAddress[] {
  const ownEmails = addressesOf(native).flatMap(({ email }) => textIn(email) ?? []);
  const invoices = textIn(inside(native.financials)?.ebillmail);
  return [
    ...[...new Set(ownEmails)].map((email) => ({ email, type: "BUSINESS" as const })),
    ...(invoices === undefined ? [] : [{ email: invoices, type: "INVOICE" as const }]),
  ];
}

const phoneEntry = mapping<records.PhoneNumber, records.PhoneNumber>({
  number: ({ number }) => number,
  type: ({ type }) => type,
});
function phonesOf(native: Dimension): readonly records.PhoneNumber[] {
  const all = addressesOf(native).flatMap(({ telephone, telefax }) => [
    { number: textIn(telephone), type: "BUSINESS" as const },
    { number: textIn(telefax), type: "FAX" as const },
  ]);
  const seen = new Set<string>();
  return all.flatMap(({ number, type }) => {
    if (number === undefined || seen.has(`${type} ${number}`)) return [];
    seen.add(`${type} ${number}`);
    return [{ number, type }];
  });
}

/** Older books have the VAT number in a field of the address (recorded). */
const vatIdOf = (native: Dimension): string | undefined =>
  textIn(native.vatnumber) ?? addressesOf(native).flatMap(({ field4 }) => textIn(field4) ?? [])[0];

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Dimension>({
    id: ({ code }) => textIn(code) ?? "",
    addresses: nestedList(address, (native: Dimension) => addressesOf(native).filter(isFilled)),
    bankAccounts: nestedList(bank, banksOf),
    companyName: ({ name }) => textIn(name),
    contactType: () => "COMPANY",
    emailAddresses: nestedList(emailEntry, emailsOf),
    number: ({ code }) => textIn(code),
    phoneNumbers: nestedList(phoneEntry, phonesOf),
    role: () => role,
    updatedDate: ({ modified }) => momentIn(modified),
    vatId: vatIdOf,
  });

const addressEncoder = encoder<records.ContactAddress>({
  addressLine1: sentSeparately,
  addressLine2: sentSeparately,
  city: sentSeparately,
  countryCode: sentSeparately,
  postalCode: sentSeparately,
  type: sentSeparately,
});
const bankEncoder = encoder<records.ContactBankAccount>({
  bic: sentSeparately,
  holder: sentSeparately,
  iban: sentSeparately,
  isMainAccount: sentSeparately,
  name: sentSeparately,
});
const emailEncoder = encoder<records.EmailAddress>({
  email: sentSeparately,
  type: onlyAccepts(["BUSINESS", "INVOICE"]),
});
const phoneEncoder = encoder<records.PhoneNumber>({ number: sentSeparately, type: onlyAccepts(["BUSINESS", "FAX"]) });

const listAt = <Item extends object>(item: ReturnType<typeof encoder<Item>>) =>
  nested(item, (values: readonly Item[], _input: unknown, field: string) => {
    // Only the words are checked here. `documentOf` has the values.
    for (const each of values) item(each, field);
    return {};
  });

const traderEncoder = encoder<CustomerOrSupplierInput>({
  addresses: sentSeparatelyIn(addressEncoder),
  bankAccount: sentSeparatelyIn(bankEncoder),
  companyName: sentSeparately,
  contactType: onlyAccepts(["COMPANY"]),
  emailAddresses: listAt(emailEncoder),
  number: sentSeparately,
  phoneNumbers: listAt(phoneEncoder),
  vatId: sentSeparately,
});

const typeNames = { BILLING: "invoice", DELIVERY: "postal", WORK: "contact" } as const;
const typeNameOf = (type: string | undefined): string =>
  (typeNames as Readonly<Record<string, string | undefined>>)[type ?? "BILLING"] ?? "invoice";

/** E-mail address, telephone and VAT number are parts of the first address. */
function addressesFor(body: CustomerOrSupplierInput): readonly object[] {
  const { addresses = [], emailAddresses = [], phoneNumbers = [], vatId, companyName } = body;
  const email = emailAddresses.find(({ type }) => type !== "INVOICE")?.email;
  const telephone = phoneNumbers.find(({ type }) => type !== "FAX")?.number;
  const telefax = phoneNumbers.find(({ type }) => type === "FAX")?.number;
  const own = { telephone, telefax, email, field4: vatId };
  const isOwn = Object.values(own).some((value) => value !== undefined);
  const places = addresses.length === 0 && isOwn ? [{}] : addresses;
  return places.map((place: records.ContactAddress, index) => ({
    "@type": typeNameOf(place.type),
    "@default": index === 0,
    name: companyName,
    country: place.countryCode,
    city: place.city,
    postcode: place.postalCode,
    ...(index === 0 && { telephone, telefax, email }),
    field2: place.addressLine1,
    field3: place.addressLine2,
    ...(index === 0 && { field4: vatId }),
  }));
}

function documentOf({ body }: WriteCall<CustomerOrSupplierInput>, role: Role, office: string | undefined): object {
  const { companyName: name, number: code, bankAccount, emailAddresses = [] } = body;
  const invoiceMail = emailAddresses.find(({ type }) => type === "INVOICE")?.email;
  const addresses = addressesFor(body);
  return {
    dimension: {
      office,
      type: types[role],
      // Without a code, Twinfield gives the next one (recorded).
      code,
      name,
      ...(invoiceMail !== undefined && { financials: { ebilling: true, ebillmail: invoiceMail } }),
      ...(addresses.length > 0 && { addresses: { address: addresses } }),
      ...(bankAccount && {
        banks: {
          bank: {
            "@default": true,
            ascription: bankAccount.holder,
            bankname: bankAccount.name,
            biccode: bankAccount.bic,
            iban: bankAccount.iban,
          },
        },
      }),
    },
  };
}

const fieldsInErrors: Readonly<Record<string, string>> = {
  code: "number",
  name: "companyName",
  iban: "bankAccount.iban",
  biccode: "bankAccount.bic",
  country: "addresses[0].countryCode",
  postcode: "addresses[0].postalCode",
  city: "addresses[0].city",
};

const handlersFor = (
  role: Role,
): {
  readonly list: ListHandler<records.CustomerOrSupplier>;
  readonly get: GetHandler<records.CustomerOrSupplier>;
  readonly create: WriteHandler<CustomerOrSupplierInput, records.CustomerOrSupplier>;
} => {
  const map = trader(role);
  const dimtype = types[role];
  return {
    list: inMemory<records.CustomerOrSupplier, Dimension>({
      read: async (session) =>
        // The type itself is listed among its records (recorded).
        (await dimensionsOf(session, dimtype)).filter(({ code }) => textIn(code) !== dimtype),
      map,
      filters: {
        email: (native, wanted) => emailsOf(native).some(({ email }) => email === wanted),
        lastModifiedAt: ({ modified }, since) => {
          const changed = momentIn(modified);
          return changed === undefined || Date.parse(changed) >= since.getTime();
        },
        name: ({ name }, wanted) => textIn(name) === wanted,
        number: ({ code }, wanted) => textIn(code) === wanted,
      },
    }),
    get: get<records.CustomerOrSupplier, Dimension>({
      read: ({ ids }, session) => dimensionOf(session, dimtype, ids["contactId"] ?? ""),
      map,
    }),
    create: {
      ...write<CustomerOrSupplierInput, records.CustomerOrSupplier, Dimension>({
        method: "POST",
        path: processPath,
        headers: () => processAction,
        encoder: traderEncoder,
        prepare: async (_call, session) => session.company,
        body: (_encoded, company, call) =>
          processing(company as string | undefined, documentOf(call, role, company as string | undefined)),
        record: (reply: object) => documentIn(reply).dimension,
        map,
        requires: ["companyName"],
        rules: [
          "A number has to be in the format that the office defines for the type. Without one, the target system gives the next.",
        ],
      }),
      rejectedFields: (_call, { fields }) => [
        ...new Set(fields.flatMap((field) => fieldsInErrors[field.split(".").at(-1) ?? ""] ?? [])),
      ],
    },
  };
};

export const contacts = {
  ...operationsOf("customers", handlersFor("CUSTOMER")),
  ...operationsOf("suppliers", handlersFor("SUPPLIER")),
};
