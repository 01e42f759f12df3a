import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, invalidField, nested } from "../../kit/encode.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { markerText } from "../../kit/models/writing.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { type ContactView, contactViews } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { getOf, type Kind, listOf, select } from "./conventions.ts";
import { addressFields, addressLines, identity, isFilled, stamps } from "./fields.ts";
import { bankFields, ibanOf } from "./masters.ts";
import type { Address, BankAccount, Identified, Mechanism, Party } from "./types.ts";
import { changeOf, createOf } from "./writing.ts";

const address = mapping<Omit<records.ContactAddress, "type">, Address>({
  ...addressLines,
  countryCode: (native) => addressLines.countryCode(native),
});

const email = mapping<Pick<records.EmailAddress, "email">, Mechanism>(values({ email: "value" }));

/** Tryton has several kinds of phone; all of them count as a phone. */
const phoneTypes = vocabulary({ mobile: "MOBILE", fax: "FAX", phone: ["BUSINESS", "OFFICE", "PRIVATE", "OTHER"] });
const phone = mapping<{ number?: string; type?: "MOBILE" | "FAX" }, Mechanism>({
  number: ({ value }) => value,
  type: ({ type }) => (type === "mobile" ? "MOBILE" : type === "fax" ? "FAX" : undefined),
});

const bankAccount = mapping<Pick<records.ContactBankAccount, "bic" | "iban" | "name">, BankAccount>({
  ...values({ bic: "bank.bic", name: "bank.party.name" }),
  iban: ibanOf,
});

const phoneKinds = ["phone", "mobile", "fax"];
const mechanisms = ({ contact_mechanisms: entries }: Party, ...types: readonly string[]) =>
  entries?.filter(({ type }) => types.includes(type ?? ""));

const names = twoWay({
  companyName: plainValue("name"),
  number: plainValue("code"),
});

const partyFields = {
  ...identity,
  addresses: nestedList(address, ({ addresses }: Party) => addresses?.filter(isFilled)),
  ...names.reads,
  /** Tryton does not record whether a party is a person. */
  contactType: () => "UNDEFINED" as const,
  emailAddresses: nestedList(email, (party: Party) => mechanisms(party, "email")),
  phoneNumbers: nestedList(phone, (party: Party) => mechanisms(party, ...phoneKinds)),
  updatedDate: stamps.updatedDate,
};

const contact = mapping<records.Contact, Party>({
  ...partyFields,
  createdDate: stamps.createdDate,
  website: (party) => mechanisms(party, "website")?.[0]?.value,
});

const isVat = ({ type }: { readonly type?: string | null | undefined }): boolean => type === "eu_vat";

const trader = mapping<records.CustomerOrSupplier, Party>({
  ...partyFields,
  bankAccounts: nestedList(bankAccount, (party) => party.bank_accounts),
  vatId: ({ identifiers }) => identifiers?.find(isVat)?.code,
});

const addressEncoder = encoder<records.ContactAddress>({
  addressLine1: fieldAs("street"),
  addressLine2: fieldAs("second"),
  city: fieldAs("city"),
  countryCode: fieldAs("country"),
  postalCode: fieldAs("postal_code"),
});
const emailEncoder = encoder<records.EmailAddress>({ email: fieldAs("value") });
const phoneEncoder = encoder<records.PhoneNumber>({ number: fieldAs("value"), type: phoneTypes.as("type") });

type Input = CustomerOrSupplierInput & ContactInput;
type Written = Partial<Pick<Input, "addresses" | "companyName" | "emailAddresses" | "number" | "phoneNumbers">>;

const encoders = {
  addresses: nested(addressEncoder, (addresses: readonly records.ContactAddress[]) => ({
    addresses: addresses.map((contactAddress) => addressEncoder(contactAddress)),
  })),
  ...names.writes,
  emailAddresses: nested(emailEncoder, (emails: readonly records.EmailAddress[]) => ({
    emails: emails.map((emailAddress) => ({ type: "email", ...emailEncoder(emailAddress) })),
  })),
  phoneNumbers: nested(phoneEncoder, (phones: readonly records.PhoneNumber[]) => ({
    phones: phones.map((phoneNumber) => ({ type: "phone", ...phoneEncoder(phoneNumber, "phoneNumbers") })),
  })),
};

interface Prepared {
  /** Country ids by code. */
  readonly countries: Readonly<Record<string, number>>;
  /** The current record, if it is changed. */
  readonly native: Party | undefined;
}

async function prepare({ body }: WriteCall<Written>, session: Session, native?: Party): Promise<Prepared> {
  const codes = [...new Set((body.addresses ?? []).flatMap(({ countryCode }) => countryCode ?? []))];
  const source = { model: "country.country", fields: "code" };
  const countries = await select<Identified & { code: string }>(session, source, [["code", "in", codes]]);
  const missing = codes.find((code) => countries.every((country) => country.code !== code));
  if (missing !== undefined)
    throw invalidField(`This target system has no country ${missing}.`, "addresses.countryCode");
  return { countries: Object.fromEntries(countries.map(({ id, code }) => [code, id])), native };
}

interface Values {
  readonly addresses?: readonly { readonly street?: string; readonly second?: string; readonly country?: string }[];
  readonly emails?: readonly object[];
  readonly phones?: readonly object[];
  readonly website?: string;
  readonly vat?: string;
}

/** Overwrites existing entries in order and archives the remaining ones. */
function inOrder(existing: readonly Identified[] | null | undefined, values: readonly object[] | undefined) {
  if (values === undefined) return [];
  const ids = existing?.map(({ id }) => id) ?? [];
  const leftover = ids.slice(values.length);
  const written = values.map((value, index) =>
    ids[index] === undefined ? ["create", [value]] : ["write", [ids[index]], value],
  );
  return [...written, ...(leftover.length > 0 ? [["write", leftover, { active: false }]] : [])];
}

function valuesOf(encoded: object, { countries, native }: Prepared): object {
  const { addresses, emails, phones, website, vat, ...plain } = encoded as Values;
  const addressValues = addresses?.map(({ street, second, country, ...rest }) => ({
    ...rest,
    ...(street !== undefined && { street: [street, second].filter(Boolean).join("\n") }),
    ...(country !== undefined && { country: countries[country] }),
  }));
  const existingMechanisms = (types: readonly string[]) => native && mechanisms(native, ...types);
  const vats = native?.identifiers?.filter(isVat).slice(0, 1);
  return {
    ...plain,
    addresses: inOrder(native?.addresses, addressValues),
    contact_mechanisms: [
      ...inOrder(existingMechanisms(["email"]), emails),
      ...inOrder(existingMechanisms(phoneKinds), phones),
      ...inOrder(
        existingMechanisms(["website"]),
        website === undefined ? undefined : [{ type: "website", value: website }],
      ),
    ],
    identifiers: inOrder(vats, vat === undefined ? undefined : [{ type: "eu_vat", code: vat }]),
  };
}

function newValuesOf(encoded: object, prepared: Prepared, { marker }: WriteCall<unknown>): object {
  const { identifiers, ...values } = valuesOf(encoded, prepared) as { readonly identifiers: readonly unknown[] };
  return { ...values, identifiers: [...identifiers, ["create", [{ type: null, code: markerText(marker) }]]] };
}

const kindOf = <Record>(map: Mapping<Record, Party>): Kind<Record, Party> => ({
  model: "party.party",
  fields: `name code contact_mechanisms(type value) identifiers(type code) addresses${addressFields}
    bank_accounts(${bankFields})`,
  parts: ["addresses", "contact_mechanisms", "identifiers"],
  map,
});

const reference =
  "Tryton does not distinguish customers and suppliers: contacts, customers and suppliers are the same records.";

const inTheirOrder = "Addresses, e-mails and phones replace the existing ones in order. Remaining ones are archived.";

/** The e-mail filter searches all contact mechanisms of a party. */
const isEmail = ["type", "=", "email"];
const byEmail = (address: string) => [["contact_mechanisms", "where", [isEmail, ["value", "=", address]]]];

export const contacts = contactViews<Party>({
  contact: { map: contact, encoder: encoder<Partial<ContactInput>>({ ...encoders, website: fieldAs("website") }) },
  trader: () => ({
    map: trader,
    encoder: encoder<Partial<CustomerOrSupplierInput>>({ ...encoders, vatId: fieldAs("vat") }),
  }),
  handlers: <Record, Input extends object>(view: ContactView<Party, Record, Input>) => {
    const kind = kindOf(view.map);
    const change = { encoder: view.encoder, prepare, values: valuesOf, rules: [inTheirOrder] };
    return {
      list: listOf(kind, {
        filters: { email: byEmail, name: (name) => [["name", "=", name]], number: (code) => [["code", "=", code]] },
        rules: [reference],
      }),
      get: getOf(kind),
      update: changeOf<Input, Record, Party, Prepared>(kind, change),
      patch: changeOf<Partial<Input>, Record, Party, Prepared>(kind, change),
      create: createOf<Input, Record, Party, Prepared>(kind, {
        encoder: view.encoder,
        prepare,
        marked: (text) => [["identifiers.code", "=", text]],
        values: newValuesOf,
        requires: ["companyName" as never],
        rules: ["A new party gets an additional identifier without a type, which Kontor needs as a reference."],
      }),
    };
  },
});
