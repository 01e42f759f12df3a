/** The people of a third party, which Dolibarr keeps as contacts of their own. */
import type { ListHandler } from "../../contract/connector.ts";
import type { ContactPerson } from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { encoder } from "../../kit/encode.ts";
import { type Mapping, mapping } from "../../kit/mapping.ts";
import { emailsIn, phonesIn } from "../../kit/reach.ts";
import { listing } from "../../kit/reading.ts";
import { same, twoWay } from "../../kit/twoWay.ts";
import { allOf } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Person, ThirdParty } from "./types.ts";

const emails = emailsIn({ email: "OFFICE" });
const phones = phonesIn({ phone_pro: "OFFICE", phone_mobile: "MOBILE", phone_perso: "PRIVATE" });

const personFields = twoWay({
  firstName: same("firstname"),
  lastName: same("lastname"),
  salutation: same("civility_code"),
});

export const person = mapping<ContactPerson, Person>({
  ...identity,
  ...personFields.reads,
  emailAddresses: emails.read,
  phoneNumbers: phones.read,
});

export const personEncoder = encoder<ContactPerson>({
  ...personFields.writes,
  emailAddresses: emails.as,
  phoneNumbers: phones.as,
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
