import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import {
  type Encoded,
  encoder,
  fieldAs,
  inParent,
  invalidField,
  nested,
  sentSeparately,
  singleEntry,
} from "../../kit/encode.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { markerText } from "../../kit/models/writing.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { type ContactView, contactViews, type Role } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { changeOf, createOf, getOf, idFor, type Kind, listOf } from "./conventions.ts";
import { addressLines, hasAddress, identity, stamps } from "./fields.ts";
import { type Clause, known } from "./records.ts";
import {
  namesOf,
  type Partner,
  type PartnerBank,
  partnerBankFields,
  partnerBelowFields,
  partnerFields,
} from "./types.ts";

/** A partner's addresses are its own and those of child partners with such a type. */
const addressTypes = vocabulary({ invoice: "BILLING", delivery: "DELIVERY", private: "PRIVATE" });

const address = mapping<records.ContactAddress, Partner>({
  ...addressLines,
  countryCode: (partner) => addressLines.countryCode(partner),
  type: ({ type }) => addressTypes.toContract(type),
});

const emails = emailsIn({ email: undefined });
const phones = phonesIn({ phone: undefined, mobile: "MOBILE" });
const reached = { emailAddresses: emails.read, phoneNumbers: phones.read };

/** Odoo keeps a person's name in one field. */
const person = mapping<Omit<records.ContactPerson, "firstName" | "salutation">, Partner>({
  ...identity,
  ...reached,
  ...values({ lastName: "name" }),
});

const personsOf = ({ child_ids: below = [] }: Partner): readonly Partner[] =>
  below.filter(({ type, name }) => type === "contact" && name);

const addressesOf = (partner: Partner): readonly Partner[] =>
  [
    { ...partner, type: undefined },
    ...(partner.child_ids ?? []).filter(({ type }) => addressTypes.toContract(type)),
  ].filter(hasAddress);

export const ibanOf = ({ acc_type: type, acc_number: number, sanitized_acc_number: plain }: PartnerBank) =>
  type === "iban" ? (plain ?? number?.replaceAll(" ", "")) : undefined;

export const bankSource = { model: "res.partner.bank", fields: namesOf(partnerBankFields), optional: true } as const;

const bankFields = twoWay({ holder: plainValue("acc_holder_name") });

const bankAccount = mapping<Omit<records.ContactBankAccount, "isMainAccount" | "sepa">, PartnerBank>({
  ...bankFields.reads,
  ...values({ bic: "bank_bic", name: "bank_name" }),
  iban: ibanOf,
});

const websites = twoWay({ website: plainValue("website") });
const vatIds = twoWay({ vatId: plainValue("vat") });
const names = twoWay({
  companyName: plainValue("name"),
  number: plainValue("ref"),
});

const partyFields = {
  ...identity,
  ...reached,
  addresses: nestedList(address, addressesOf),
  ...names.reads,
  contactPersons: nestedList(person, personsOf),
  contactType: ({ is_company: isCompany }: Partner) => (isCompany ? "COMPANY" : "CONTACT_PERSON") as "COMPANY",
  updatedDate: stamps.updatedDate,
};

const contact = mapping<records.Contact, Partner>({
  ...partyFields,
  addresses: nestedList(address as Mapping<NonNullable<records.Contact["addresses"]>[number], Partner>, addressesOf),
  createdDate: stamps.createdDate,
  isCustomer: ({ customer_rank: rank = 0 }) => rank > 0,
  isSupplier: ({ supplier_rank: rank = 0 }) => rank > 0,
  ...websites.reads,
});

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, Partner>({
    ...partyFields,
    // The contract has no field for account numbers other than IBANs.
    bankAccounts: nestedList(bankAccount, (partner) =>
      partner.bank_ids?.filter((bank) => ibanOf(bank) ?? bank.bank_bic),
    ),
    ...vatIds.reads,
    role: () => role,
  });

const addressEncoder = encoder<records.ContactAddress>({
  addressLine1: fieldAs("street"),
  addressLine2: fieldAs("street2"),
  city: fieldAs("city"),
  postalCode: fieldAs("zip"),
  // Countries are separate records.
  countryCode: fieldAs("country"),
});
const emailEncoder = encoder<records.EmailAddress>({ email: fieldAs("email") });
const bankEncoder = encoder<records.ContactBankAccount>({
  iban: fieldAs("acc_number"),
  ...bankFields.writes,
});

const personEncoder = encoder<records.ContactPerson>({
  emailAddresses: singleEntry(inParent(emailEncoder)),
  firstName: sentSeparately,
  lastName: sentSeparately,
  phoneNumbers: phones.as,
});
const fullName = ({ firstName, lastName }: records.ContactPerson) => [firstName, lastName].filter(Boolean).join(" ");

const changeable = {
  addresses: singleEntry(inParent(addressEncoder)),
  ...names.writes,
  contactType: (type: string) => ({ is_company: type !== "CONTACT_PERSON" }),
  emailAddresses: singleEntry(inParent(emailEncoder), { email: false }),
  phoneNumbers: phones.as,
};

const creatable = {
  ...changeable,
  contactPersons: nested(personEncoder, (persons: readonly records.ContactPerson[], _input: unknown, field) => ({
    child_ids: persons.map((contact) => [
      0,
      0,
      { type: "contact", name: fullName(contact), ...personEncoder(contact, field) },
    ]),
  })),
};

type Written = { readonly addresses?: readonly { readonly countryCode?: string }[] };
type Prepared = Awaited<ReturnType<typeof prepared>>;

/** `country` replaces the country code by its field. */
async function prepared({ body }: WriteCall<object>, session: Session) {
  const hasMobile = "mobile" in (await known(session, "res.partner"));
  const code = (body as Written).addresses?.[0]?.countryCode;
  if (code === undefined) return { country: {}, hasMobile };
  const refusal = invalidField(`This target system has no country ${code}.`, "addresses.countryCode");
  return { country: { country_id: await idFor(session, "res.country", [["code", "=", code]], refusal) }, hasMobile };
}

function valuesOf(encoded: Encoded, { country, hasMobile }: Prepared): Encoded {
  const { country: _code, mobile, ...values } = encoded;
  const number = mobile === undefined ? {} : hasMobile ? { mobile } : { phone: values["phone"] ?? mobile };
  return { ...values, ...country, ...number };
}

const ranks = { CUSTOMER: "customer_rank", SUPPLIER: "supplier_rank" } as const;

const kindOf = <Record>(map: Mapping<Record, Partner>, role: Role | undefined): Kind<Record, Partner> => ({
  model: "res.partner",
  fields: namesOf(partnerFields),
  links: { child_ids: { model: "res.partner", fields: namesOf(partnerBelowFields) }, bank_ids: bankSource },
  parts: ["child_ids", "bank_ids"],
  domain: role === undefined ? [] : [[ranks[role], ">", 0]],
  map,
});

/** Child partners are shown with their parent. */
const top: Clause = ["parent_id", "=", false];
const below =
  "Persons and addresses that Odoo keeps below a contact are shown with that contact. Archived ones are left out.";
const is = (field: string) => (value: string) => [[field, "=", value] as const];
const filters = { email: is("email"), name: is("name"), number: is("ref") };

export const contacts = contactViews<Partner>({
  contact: {
    map: contact,
    encoder: encoder<Partial<ContactInput>>({
      ...creatable,
      isCustomer: (is) => ({ customer_rank: Number(is) }),
      isSupplier: (is) => ({ supplier_rank: Number(is) }),
      ...websites.writes,
    }),
  },
  trader: (role) => ({
    map: trader(role),
    encoder: encoder<Partial<CustomerOrSupplierInput>>({
      ...creatable,
      bankAccount: nested(bankEncoder, (account: records.ContactBankAccount, _input: unknown, field) => ({
        bank_ids: [[0, 0, bankEncoder(account, field)]],
      })),
      ...vatIds.writes,
    }),
  }),
  handlers: <Record, Input extends object>({
    map,
    role,
    encoder: createEncoder,
  }: ContactView<Partner, Record, Input>) => {
    const kind = kindOf(map, role);
    const change = changeOf<Partial<Input>, Record, Partner, Prepared>(kind, {
      encoder: encoder<Partial<Input>>({
        ...changeable,
        ...(role ? vatIds.writes : websites.writes),
      } as object),
      prepare: prepared,
      values: valuesOf,
    });
    return {
      list: listOf({ ...kind, domain: [...(kind.domain ?? []), top] }, { filters, rules: [below] }),
      get: getOf(kind),
      create: createOf<Input, Record, Partner, Prepared>(kind, {
        encoder: createEncoder,
        prepare: prepared,
        marked: (text) => [["comment", "ilike", text]],
        values: (encoded, context, { marker }) => ({
          ...valuesOf(encoded, context),
          ...(role && { [ranks[role]]: 1 }),
          comment: markerText(marker),
        }),
        requires: ["companyName" as never],
        rules: [
          "Stores one address and one e-mail. The internal note of a new contact holds a reference that Kontor needs.",
        ],
      }),
      update: change,
      patch: change,
    };
  },
});
