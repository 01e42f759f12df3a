import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type {
  ContactAddress,
  ContactBankAccount,
  Contact as ContactRecord,
  CustomerOrSupplier,
  EmailAddress,
  PhoneNumber,
} from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { as, type Encoder, encoder, invalid, nested } from "../../kit/encode.ts";
import { each, type Mapping, mapping } from "../../kit/mapping.ts";
import { contactViews } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { createOf, getOf, type Kind, listOf, marking, select } from "./conventions.ts";
import { addressFields, addressLines, identity, isFilled, stamps } from "./fields.ts";
import { bankFields, ibanOf } from "./masters.ts";
import type { Address, BankAccount, Mechanism, Party } from "./types.ts";

const address = mapping<Omit<ContactAddress, "type">, Address>({
  ...addressLines,
  countryCode: (native) => addressLines.countryCode(native),
});

const email = mapping<Pick<EmailAddress, "email">, Mechanism>({ email: ({ value }) => value });

/** A phone is any phone. */
const phoneTypes = vocabulary({ mobile: "MOBILE", fax: "FAX", phone: ["BUSINESS", "OFFICE", "PRIVATE", "OTHER"] });
const phone = mapping<{ number?: string; type?: "MOBILE" | "FAX" }, Mechanism>({
  number: ({ value }) => value,
  type: ({ type }) => (type === "mobile" ? "MOBILE" : type === "fax" ? "FAX" : undefined),
});

const bankAccount = mapping<Pick<ContactBankAccount, "bic" | "iban" | "name">, BankAccount>({
  bic: ({ bank }) => bank?.bic,
  iban: ibanOf,
  name: ({ bank }) => bank?.party?.name,
});

const mechanisms = ({ contact_mechanisms: all }: Party, ...types: readonly string[]) =>
  all?.filter(({ type }) => types.includes(type ?? ""));

const partyFields = {
  ...identity,
  addresses: each(address, ({ addresses }: Party) => addresses?.filter(isFilled)),
  companyName: ({ name }: Party) => name,
  /** Whether a party is a person, nobody says. */
  contactType: () => "UNDEFINED" as const,
  emailAddresses: each(email, (party: Party) => mechanisms(party, "email")),
  number: ({ code }: Party) => code,
  phoneNumbers: each(phone, (party: Party) => mechanisms(party, "phone", "mobile", "fax")),
  updatedDate: stamps.updatedDate,
};

const contact = mapping<ContactRecord, Party>({
  ...partyFields,
  createdDate: stamps.createdDate,
  website: (party) => mechanisms(party, "website")?.[0]?.value,
});

const trader = mapping<CustomerOrSupplier, Party>({
  ...partyFields,
  bankAccounts: each(bankAccount, (party) => party.bank_accounts),
  vatId: ({ identifiers }) => identifiers?.find(({ type }) => type === "eu_vat")?.code,
});

const addressEncoder = encoder<ContactAddress>({
  ...{ addressLine1: as("street"), addressLine2: as("second") },
  ...{ city: as("city"), countryCode: as("country"), postalCode: as("postal_code") },
});
const emailEncoder = encoder<EmailAddress>({ email: as("value") });
const phoneEncoder = encoder<PhoneNumber>({ number: as("value"), type: phoneTypes.as("type") });

type Input = CustomerOrSupplierInput & ContactInput;
type Written = Partial<Pick<Input, "addresses" | "companyName" | "emailAddresses" | "number" | "phoneNumbers">>;

const encoders = {
  addresses: nested(addressEncoder, (all: readonly ContactAddress[]) => ({
    addresses: all.map((one) => addressEncoder(one)),
  })),
  companyName: as("name"),
  emailAddresses: nested(emailEncoder, (all: readonly EmailAddress[]) => ({
    emails: all.map((one) => ({ type: "email", ...emailEncoder(one) })),
  })),
  number: as("code"),
  phoneNumbers: nested(phoneEncoder, (all: readonly PhoneNumber[]) => ({
    phones: all.map((one) => ({ type: "phone", ...phoneEncoder(one, "phoneNumbers") })),
  })),
};

interface Prepared {
  /** Ids by code. */
  readonly countries: Readonly<Record<string, number>>;
}

async function countriesOf({ body }: WriteCall<Written>, session: Session): Promise<Prepared> {
  const codes = [...new Set((body.addresses ?? []).flatMap(({ countryCode }) => countryCode ?? []))];
  if (codes.length === 0) return { countries: {} };
  const fields = { model: "country.country", fields: ["code"] };
  const found = await select<{ id: number; code: string }>(session, fields, [["code", "in", codes]]);
  const missing = codes.find((code) => found.every((one) => one.code !== code));
  if (missing !== undefined)
    throw invalid(`The country ${missing} is not among those of this target system.`, "addresses.countryCode");
  return { countries: Object.fromEntries(found.map(({ id, code }) => [code, id])) };
}

interface Values {
  readonly addresses?: readonly { readonly street?: string; readonly second?: string; readonly country?: string }[];
  readonly emails?: readonly object[];
  readonly phones?: readonly object[];
  readonly website?: string;
  readonly vat?: string;
}

function valuesOf(encoded: object, { countries }: Prepared, { marker }: WriteCall<unknown>): object {
  const { addresses = [], emails = [], phones = [], website, vat, ...plain } = encoded as Values;
  const sites = website === undefined ? [] : [{ type: "website", value: website }];
  const vats = vat === undefined ? [] : [{ type: "eu_vat", code: vat }];
  const places = addresses.map(({ street, second, country, ...rest }) => ({
    ...rest,
    ...(street !== undefined && { street: [street, second].filter(Boolean).join("\n") }),
    ...(country !== undefined && { country: countries[country] }),
  }));
  return {
    ...plain,
    addresses: [["create", places]],
    contact_mechanisms: [["create", [...emails, ...phones, ...sites]]],
    identifiers: [["create", [...vats, { type: null, code: marking(marker) }]]],
  };
}

const kindOf = <Record>(map: Mapping<Record, Party>): Kind<Record, Party> => ({
  model: "party.party",
  fields: [
    ...["name", "code", "contact_mechanisms.type", "contact_mechanisms.value", "identifiers.type", "identifiers.code"],
    ...addressFields("addresses"),
    ...bankFields.map((field) => `bank_accounts.${field}`),
  ],
  parts: ["addresses", "contact_mechanisms", "identifiers"],
  map,
});

const reference =
  "Tryton does not tell customers from suppliers: contacts, customers and suppliers are the same records.";

/** Who is looked for by an address has it among the ways to be reached. */
const byEmail = (wanted: string) => [
  [
    "contact_mechanisms",
    "where",
    [
      ["type", "=", "email"],
      ["value", "=", wanted],
    ],
  ],
];

export const contacts = contactViews<Party>({
  contact: { map: contact, encoder: encoder<Partial<ContactInput>>({ ...encoders, website: as("website") }) },
  trader: () => ({
    map: trader,
    encoder: encoder<Partial<CustomerOrSupplierInput>>({ ...encoders, vatId: as("vat") }),
  }),
  handlers: <Record, Input extends object>(view: {
    readonly map: Mapping<Record, Party>;
    readonly encoder: Encoder<Partial<Input>>;
  }) => {
    const kind = kindOf(view.map);
    return {
      list: listOf(kind, {
        filters: { email: byEmail, name: (name) => [["name", "=", name]], number: (code) => [["code", "=", code]] },
        rules: [reference],
      }),
      get: getOf(kind),
      create: createOf<Input, Record, Party>(kind, {
        encoder: view.encoder,
        prepare: (call, session) => countriesOf(call, session),
        marked: (text) => [["identifiers.code", "=", text]],
        values: valuesOf,
        stub: (id) => ({ id }) as unknown as Partial<Record>,
        requires: ["companyName" as never],
        rules: ["A new party has one identifier more, without a type: a reference of ours."],
      }),
    };
  },
});
