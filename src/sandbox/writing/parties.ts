/** A customer or supplier is also a contact. Writing one of these records updates the others. */
import type { NativeRecord } from "../books/basics/types.ts";
import { conflict } from "../server/errors.ts";
import type { WriteContext } from "./context.ts";
import { newId, nextNumber, numberRange } from "./numbering.ts";
import { findBy, putRecord } from "./records.ts";
import { type Input, listIn, textIn } from "./shapes/fields.ts";

const shared = [
  "addresses",
  "company_name",
  "contact_persons",
  "contact_type",
  "email_addresses",
  "phone_numbers",
  "project_id",
];
const blank = { addresses: [], email_addresses: [], phone_numbers: [] };

type Role = "customers" | "suppliers";
const roles: readonly (readonly [Role, "is_customer" | "is_supplier", string])[] = [
  ["customers", "is_customer", "1"],
  ["suppliers", "is_supplier", "7"],
];

const numberIn = (context: WriteContext, prefix: string) =>
  nextNumber(context, numberRange("number", prefix, "contacts customers suppliers"));

/** The party's account has the party's number, if that is a valid account number. */
async function asParty(context: WriteContext, record: NativeRecord, [role, , prefix]: (typeof roles)[number]) {
  const number = textIn(record, "number") ?? (await numberIn(context, prefix));
  const account = /^[1-9]\d{4,8}$/.test(number) ? number : await numberIn(context, prefix);
  return {
    bank_accounts: [],
    role: role === "customers" ? "customer" : "supplier",
    ...blank,
    ...present(record),
    number,
    account_number: record["account_number"] ?? Number(account),
    updated_at: context.now,
  } as unknown as NativeRecord;
}

const present = (record: NativeRecord) => ({
  ...Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
  contact_persons: listIn(record, "contact_persons").map((person) => ({
    ...person,
    id: textIn(person, "id") ?? newId("per"),
  })),
});
const pick = (record: NativeRecord) => Object.fromEntries(shared.map((field) => [field, record[field] ?? null]));

export function makeParty(collection: Role) {
  return async (context: WriteContext, input: NativeRecord): Promise<NativeRecord> => {
    const [role, otherRole] = collection === "customers" ? roles : roles.toReversed();
    if (role === undefined || otherRole === undefined) return input;
    const party = await asParty(context, input, role);
    const contact = await findBy(context, "contacts", "id", party.id);
    const { created_at } = party;
    const known = contact ?? {
      is_customer: false,
      is_supplier: false,
      website: null,
      created_at,
      number: party["number"],
    };
    await putRecord(context, "contacts", {
      ...known,
      ...pick(party),
      [role[1]]: true,
      id: party.id,
      updated_at: context.now,
    });
    const twin = await findBy(context, otherRole[0], "id", party.id);
    if (twin) await putRecord(context, otherRole[0], { ...twin, ...pick(party), updated_at: context.now });
    return party;
  };
}

export async function makeContact(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  const range = input["is_customer"] === true ? "1" : input["is_supplier"] === true ? "7" : "9";
  const contact = {
    ...blank,
    ...present(input),
    number: textIn(input, "number") ?? (await numberIn(context, range)),
  } as unknown as NativeRecord;
  const flags: Record<string, boolean> = {};
  // The first role has the contact's number, a second role gets another.
  let number: unknown = contact["number"];
  for (const role of roles) {
    const [collection, flag] = role;
    const known = await findBy(context, collection, "id", contact.id);
    flags[flag] = known !== undefined || input[flag] === true;
    if (known && input[flag] === false) throw conflict("This contact has documents in this role.", flag);
    if (known) await putRecord(context, collection, { ...known, ...pick(contact), updated_at: context.now });
    else if (flags[flag]) {
      const { id, created_at } = contact;
      const record = { id, ...pick(contact), number, created_at, updated_at: context.now };
      await putRecord(context, collection, await asParty(context, record, role));
    }
    if (flags[flag]) number = null;
  }
  return { ...contact, ...flags };
}

export function nameOf(party: Input): string {
  const [person] = listIn(party, "contact_persons");
  const personal = [person?.["first_name"], person?.["last_name"]].filter(Boolean).join(" ");
  return textIn(party, "company_name") ?? (personal || String(party["number"]));
}
