import type { WriteCall } from "../../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { type Encoded, encoder, nested, sentSeparately, sentSeparatelyIn, singleEntry } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { get, undefinedIfMissing } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { type ContactView, contactViews, type Role, type ViewHandlers } from "../../kit/views.ts";
import { contains, listed, madeId, matches, resource, where } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import * as people from "./persons.ts";
import type { Identified, ThirdParty } from "./types.ts";

/** An address has all its lines in one text. */
const linesOf = ({ address }: ThirdParty): readonly string[] => (address ?? "").split(/\r?\n/);

const addressFields = twoWay({
  city: plainValue("town"),
  postalCode: plainValue("zip"),
});
const address = mapping<records.ContactAddress, ThirdParty>({
  ...addressFields.reads,
  addressLine1: (party) => linesOf(party)[0],
  addressLine2: (party) => linesOf(party).slice(1).join(", "),
  ...values({ countryCode: "country_code" }),
  type: () => "BILLING",
});

const hasAddress = ({ address: lines, zip, town }: ThirdParty): boolean => Boolean(lines || zip || town);

const emails = emailsIn({ email: "OFFICE" });
const phones = phonesIn({ phone: "OFFICE", phone_mobile: "MOBILE", fax: "FAX" });
const companyFields = twoWay({ companyName: plainValue("name") });
const common = {
  ...identity,
  ...companyFields.reads,
  addresses: nestedList(address, (party: ThirdParty) => (hasAddress(party) ? [party] : [])),
  contactPersons: nestedList(people.person, ({ persons }: ThirdParty) => persons),
  contactType: ({ typent_code: type }: ThirdParty) =>
    type?.startsWith("TE_PRIVATE") ? ("CONTACT_PERSON" as const) : ("COMPANY" as const),
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
  updatedDate: stamps.updatedDate,
};

/** 1 is a customer, 2 a prospect, 3 both. */
const isCustomer = ({ client }: ThirdParty): boolean => Number(client) === 1 || Number(client) === 3;
const isSupplier = ({ fournisseur }: ThirdParty): boolean => Number(fournisseur) === 1;

const websiteFields = twoWay({ website: plainValue("url") });
const contact = mapping<records.Contact, ThirdParty>({
  ...common,
  ...websiteFields.reads,
  createdDate: stamps.createdDate,
  isCustomer,
  isSupplier,
  number: (party) => party.code_client || party.code_fournisseur,
});

/** The vendor's names and values for each role. */
const roles = {
  CUSTOMER: { mode: 1, flag: "client", number: "code_client", account: "code_compta_client", is: isCustomer },
  SUPPLIER: {
    mode: 4,
    flag: "fournisseur",
    number: "code_fournisseur",
    account: "code_compta_fournisseur",
    is: isSupplier,
  },
} as const;

const traderFields = (role: Role) =>
  twoWay({
    number: plainValue(roles[role].number),
    vatId: plainValue("tva_intra"),
  });

const trader = (role: Role) =>
  mapping<records.CustomerOrSupplier, ThirdParty>({
    ...common,
    ...traderFields(role).reads,
    accountNumber: (party) => {
      const account = party[roles[role].account];
      return account && /^\d{1,15}$/.test(account) ? Number(account) : undefined;
    },
    role: () => role,
  });

const addressEncoder = encoder<records.ContactAddress>({
  ...addressFields.writes,
  addressLine1: sentSeparately,
  addressLine2: sentSeparately,
  // Sent as the vendor's id of the country, which `vendorIdsFor` looks up.
  countryCode: sentSeparately,
  type: sentSeparately,
});
const addressAs = singleEntry(
  nested(addressEncoder, (input: records.ContactAddress, _contact: unknown, field) => ({
    ...addressEncoder(input, field),
    address: [input.addressLine1, input.addressLine2].filter(Boolean).join("\n"),
  })),
);

const shared = {
  ...companyFields.writes,
  addresses: addressAs,
  contactPersons: sentSeparatelyIn(people.personEncoder),
  contactType: sentSeparately,
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
};

const contactEncoder = encoder<Partial<ContactInput>>({
  ...shared,
  ...websiteFields.writes,
  isCustomer: (is) => ({ client: is ? 1 : 0 }),
  isSupplier: (is) => ({ fournisseur: is ? 1 : 0 }),
  number: (number, input) => ({ [input.isSupplier && !input.isCustomer ? "code_fournisseur" : "code_client"]: number }),
});

const traderEncoder = (role: Role) =>
  encoder<Partial<CustomerOrSupplierInput>>({ ...shared, ...traderFields(role).writes });

/** The id of the type "private person" in every new installation. */
const privatePerson = 8;

/** The fields that take separate requests. */
type Stepwise = Pick<Partial<ContactInput>, "addresses" | "contactPersons" | "contactType">;

/** The vendor's ids for a country code and a contact type. */
async function vendorIdsFor({ addresses, contactType }: Stepwise, session: Session): Promise<object> {
  const code = addresses?.[0]?.countryCode;
  const path = `/setup/dictionary/countries/byCode/${encodeURIComponent(code ?? "")}`;
  const found =
    code === undefined ? undefined : ((await undefinedIfMissing(session.read(path))) as Identified | undefined);
  return {
    ...(found && { country_id: Number(found.id) }),
    ...(contactType === "CONTACT_PERSON" && { typent_id: privatePerson }),
  };
}

/** `-1` makes the vendor assign a number. */
const defaults = (encoded: Encoded, role: Role | undefined): object => {
  const flags = { client: 0, fournisseur: 0, ...(role && { [roles[role].flag]: 1 }), ...encoded } as Encoded;
  return {
    ...flags,
    status: 1,
    ...(flags["client"] === 1 && { code_client: encoded["code_client"] ?? "-1" }),
    ...(flags["fournisseur"] === 1 && { code_fournisseur: encoded["code_fournisseur"] ?? "-1" }),
  };
};

const folder = "/thirdparties";

const filtersOf = (role: Role | undefined) => {
  const numbers = role === undefined ? ["code_client", "code_fournisseur"] : [roles[role].number];
  return {
    name: (name: string) => where(contains("t.nom", name)),
    email: (email: string) => where(matches("t.email", email)),
    number: (number: string) => where(`(${numbers.map((column) => matches(`t.${column}`, number)).join(" or ")})`),
  };
};

function handlers<Record, Input extends object>({
  map,
  encoder: encode,
  role,
}: ContactView<ThirdParty, Record, Input>): ViewHandlers<Record, Input> {
  const parties = resource<Record, ThirdParty>(folder, "contactId", map);
  const readWithPersons = async (session: Session, id: string): Promise<ThirdParty> => {
    const party = await parties.read(session, id);
    return { ...party, persons: await people.personsOf(session, [party]) };
  };
  const written = {
    encoder: encode,
    prepare: ({ body }: WriteCall<Partial<Input>>, session: Session) => vendorIdsFor(body, session),
    readBack: async (reply: unknown, { body, ids }: WriteCall<Partial<Input>>, session: Session) => {
      const id = ids["contactId"] ?? madeId(reply);
      await people.savePersons(session, id, (body as Stepwise).contactPersons ?? []);
      return readWithPersons(session, id);
    },
    raw: people.withoutPersons,
    rules: ["contactPersons are added, or changed if a person of the same name exists. None is deleted."],
  };
  const change = parties.change<Partial<Input>>({
    ...written,
    body: (encoded, found) => ({ ...encoded, ...(found as object) }),
  });
  return {
    list: people.joined(
      listed<Record, ThirdParty>({
        path: folder,
        map,
        ...(role && { query: { mode: roles[role].mode } }),
        filters: filtersOf(role),
        rules: ["If the key's user may not see all third parties, the list has only some of them, or none."],
      }),
      map,
    ),
    get: get<Record, ThirdParty>({
      map,
      raw: people.withoutPersons,
      read: async ({ ids }, session) => {
        const party = await readWithPersons(session, ids["contactId"] ?? "");
        return role === undefined || roles[role].is(party) ? party : undefined;
      },
    }),
    create: parties.create<Partial<Input>>({
      ...written,
      body: (encoded, found) => ({ ...defaults(encoded, role), ...(found as object) }),
      requires: ["companyName" as keyof Input & string],
    }),
    update: change,
    patch: change,
  };
}

export const contacts = contactViews<ThirdParty>({
  contact: { map: contact, encoder: contactEncoder },
  trader: (role) => ({ map: trader(role), encoder: traderEncoder(role) }),
  handlers,
});
