/** The people of a third party, which Dolibarr keeps as separate contacts. */
import type { ListHandler } from "../../contract/connector.ts";
import type { ContactPerson } from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { emailsIn, phonesIn } from "../../kit/contactDetails.ts";
import { encoder } from "../../kit/encode.ts";
import { type Mapping, mapping } from "../../kit/mapping.ts";
import { listing } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { allOf } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Person, ThirdParty } from "./types.ts";

const emails = emailsIn({ email: "OFFICE" });
const phones = phonesIn({ phone_pro: "OFFICE", phone_mobile: "MOBILE", phone_perso: "PRIVATE" });

const personFields = twoWay({
  firstName: plainValue("firstname"),
  lastName: plainValue("lastname"),
  salutation: plainValue("civility_code"),
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

/** Third parties with their people, which are read in one request for all of them. */
async function withPersons(session: Session, parties: readonly ThirdParty[]): Promise<readonly ThirdParty[]> {
  const byParty = Map.groupBy(await personsOf(session, parties), ({ socid }) => String(socid));
  return parties.map((party) => ({ ...party, persons: byParty.get(String(party.id)) ?? [] }));
}

/** The vendor's record. */
export const withoutPersons = ({ persons: _persons, ...native }: ThirdParty): ThirdParty => native;

/** A list of third parties with their people. */
export const joined = <Record>(plain: ListHandler<Record>, map: Mapping<Record, ThirdParty>): ListHandler<Record> => ({
  ...plain,
  list: async (call, session) => {
    const { raw, total, warnings = [] } = await plain.list(call, session);
    const parties = await withPersons(session, raw as readonly ThirdParty[]);
    const found = listing(map, parties, withoutPersons);
    const all = new Set([...warnings, ...(found.warnings ?? [])]);
    return { ...found, total, ...(all.size > 0 && { warnings: [...all] }) };
  },
});

const nameOf = ({ firstname, lastname }: Person): string => `${firstname ?? ""} ${lastname ?? ""}`.trim().toLowerCase();

/** Changes people of the same name, adds the others and deletes none, so that it can be repeated. */
export async function savePersons(session: Session, id: string, persons: readonly ContactPerson[]): Promise<void> {
  if (persons.length === 0) return;
  const known = await personsOf(session, [{ id }]);
  for (const input of persons) {
    const body = { ...personEncoder(input, "contactPersons"), socid: Number(id) };
    const namesake = known.find((other) => nameOf(other) === nameOf(body as unknown as Person));
    await session.send(
      namesake === undefined
        ? { method: "POST", path: "/contacts", body: { ...body, statut: 1 }, bareReply: true }
        : { method: "PUT", path: `/contacts/${namesake.id}`, body },
    );
  }
}
