/** The people of a third party, which Dolibarr keeps as contacts of their own. */
import type { ListHandler } from "../../contract/connector.ts";
import type * as records from "../../contract/records/contacts.ts";
import type { ContactPerson } from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { as, encoder, invalid, nested } from "../../kit/encode.ts";
import { each, type Mapping, mapping } from "../../kit/mapping.ts";
import { listing } from "../../kit/reading.ts";
import { allOf } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Person, ThirdParty } from "./types.ts";

type Reached<Type> = readonly [value: string, type: Type];

/** Those of a record's fields that are filled, each with what it is for. */
export const reachedBy =
  <Native extends object, Type extends string>(types: { readonly [Field in keyof Native]?: Type }) =>
  (native: Native): readonly Reached<Type>[] =>
    (Object.entries(types) as [keyof Native, Type][]).flatMap(([field, type]) => {
      const value = native[field];
      return typeof value === "string" && value !== "" ? [[value, type] as const] : [];
    });

export const emailAddress = mapping<records.EmailAddress, Reached<"OFFICE">>({
  email: ([email]) => email,
  type: ([, type]) => type,
});
export const phoneNumber = mapping<records.PhoneNumber, Reached<"OFFICE" | "MOBILE" | "FAX" | "PRIVATE">>({
  number: ([number]) => number,
  type: ([, type]) => type,
});

const phoneTypes = { phone_pro: "OFFICE", phone_mobile: "MOBILE", phone_perso: "PRIVATE" } as const;

export const person = mapping<ContactPerson, Person>({
  ...identity,
  emailAddresses: each(emailAddress, reachedBy<Person, "OFFICE">({ email: "OFFICE" })),
  firstName: ({ firstname }) => firstname,
  lastName: ({ lastname }) => lastname,
  phoneNumbers: each(phoneNumber, reachedBy<Person, "OFFICE" | "MOBILE" | "PRIVATE">(phoneTypes)),
  salutation: ({ civility_code: code }) => code,
});

/** Emails and phone numbers have one place each: `phoneNumbers: reachAs({ OFFICE: "phone", FAX: "fax" }, phoneEncoder)`. */
const reachAs = <Reach extends { readonly type?: string }>(
  places: Readonly<Record<string, string>>,
  item: ReturnType<typeof encoder<Reach>>,
  value: (reach: Reach) => string | undefined,
) =>
  nested(item, (all: readonly Reach[], _input: unknown, field) => {
    const [usual = ""] = Object.values(places);
    const sent: Record<string, unknown> = {};
    for (const reach of all) {
      const place = places[reach.type ?? ""] ?? usual;
      if (place in sent) throw invalid(`This target system takes one of each kind of ${field}.`, field);
      sent[place] = value(reach);
    }
    return sent;
  });

const emailEncoder = encoder<records.EmailAddress>({ email: as("email"), type: () => ({}) });
const phoneEncoder = encoder<records.PhoneNumber>({ number: as("number"), type: () => ({}) });
export const emailsAs = reachAs<records.EmailAddress>({ OFFICE: "email" }, emailEncoder, ({ email }) => email);
export const phonesAs = (places: Readonly<Record<string, string>>) =>
  reachAs<records.PhoneNumber>(places, phoneEncoder, ({ number }) => number);

export const personEncoder = encoder<ContactPerson>({
  emailAddresses: emailsAs,
  firstName: as("firstname"),
  lastName: as("lastname"),
  phoneNumbers: phonesAs({ OFFICE: "phone_pro", MOBILE: "phone_mobile", PRIVATE: "phone_perso" }),
  salutation: as("civility_code"),
});

export const personsOf = (session: Session, parties: readonly ThirdParty[]): Promise<readonly Person[]> =>
  parties.length === 0
    ? Promise.resolve([])
    : allOf<Person>(session, "/contacts", {
        thirdparty_ids: parties.map(({ id }) => id).join(","),
        sortfield: "t.rowid",
      });

/** Third parties with their people, who take one question for all of them. */
async function withPersons(session: Session, parties: readonly ThirdParty[]): Promise<readonly ThirdParty[]> {
  const all = Map.groupBy(await personsOf(session, parties), ({ socid }) => String(socid));
  return parties.map((party) => ({ ...party, persons: all.get(String(party.id)) ?? [] }));
}

/** What the vendor itself said of it. */
export const withoutPersons = ({ persons: _persons, ...native }: ThirdParty): ThirdParty => native;

/** The same list with the people of each. */
export const joined = <Record>(whole: ListHandler<Record>, map: Mapping<Record, ThirdParty>): ListHandler<Record> => ({
  ...whole,
  list: async (call, session) => {
    const { raw, total } = await whole.list(call, session);
    const parties = await withPersons(session, raw as readonly ThirdParty[]);
    return { ...listing(map, parties, withoutPersons), total };
  },
});

const nameOf = ({ firstname, lastname }: Person): string => `${firstname ?? ""} ${lastname ?? ""}`.trim().toLowerCase();

/** Those of the same name are changed, others are added, and nobody is deleted: doing it again changes nothing. */
export async function savePersons(session: Session, id: string, persons: readonly ContactPerson[]): Promise<void> {
  if (persons.length === 0) return;
  const known = await personsOf(session, [{ id }]);
  for (const each of persons) {
    const body = { ...personEncoder(each, "contactPersons"), socid: Number(id) };
    const same = known.find((one) => nameOf(one) === nameOf(body as unknown as Person));
    await session.send(
      same === undefined
        ? { method: "POST", path: "/contacts", body: { ...body, statut: 1 }, bareReply: true }
        : { method: "PUT", path: `/contacts/${same.id}`, body },
    );
  }
}
