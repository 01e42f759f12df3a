import type { Call } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { ContactInput } from "../../contract/inputs/contacts.ts";
import type * as records from "../../contract/records/contacts.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { contactRules, type Input, known, readContact, toldContact, writableFields } from "./contactBodies.ts";
import { contactFields, numberOf } from "./contactFields.ts";
import { create, list, replace, searched } from "./conventions.ts";
import type { Contact } from "./types.ts";

const contact = mapping<records.Contact, Contact>({
  ...contactFields,
  isCustomer: ({ roles }) => Boolean(roles?.customer),
  isSupplier: ({ roles }) => Boolean(roles?.vendor),
  number: ({ roles }) => numberOf(roles?.customer) ?? numberOf(roles?.vendor),
});

/** Parts of names are found; `%`, `_` and `\` would stand for others. */
const literal = (field: string, text: string): string => {
  if (text.length < 3) throw new Failure("invalid_request", `${field} must have at least 3 characters`, { field });
  return searched(text.replaceAll(/[\\%_]/g, "\\$&"));
};

export const contactFilters = {
  name: (name: string) => ({ name: literal("name", name) }),
  email: (email: string) => ({ email: literal("email", email) }),
  number: (number: string) => {
    if (/^\d+$/.test(number)) return { number };
    throw new Failure("invalid_request", "number must have digits only", { field: "number" });
  },
};
export const contactPath = ({ ids }: Call): string => path`/contacts/${ids["contactId"]}`;

function roles({ isCustomer, isSupplier }: Input, now?: Contact): object {
  const { customer, vendor } = now?.roles ?? {};
  const wanted = {
    ...((isCustomer ?? Boolean(customer)) && { customer: customer ?? {} }),
    ...((isSupplier ?? Boolean(vendor)) && { vendor: vendor ?? {} }),
  };
  if (Object.keys(wanted).length > 0) return { roles: wanted };
  throw new Failure("invalid_request", "isCustomer or isSupplier must be true: a contact is at least one of them", {
    field: "isCustomer",
  });
}

const stored = { ...writableFields, isCustomer: true, isSupplier: true } as const;
/** Said once it is known what is there already. */
const later = Object.assign(() => ({}), { writableFields: stored });
const same = { read: readContact, map: contact, path: contactPath, rules: contactRules };

/** A contact of ours has no VAT id, a customer has. */
const vatIdOf = ({ company }: Contact): Input =>
  company?.vatRegistrationId ? { vatId: company.vatRegistrationId } : {};

const changed = (stays: (now: Contact) => Input) =>
  replace<Input, records.Contact, Contact>({
    ...same,
    encoder: later,
    prepare: known,
    body: (_, now: Contact, { body: input }) => ({
      version: now.version,
      ...roles(input, now),
      ...toldContact({ ...vatIdOf(now), ...stays(now), ...input }, now),
    }),
  });

export const contacts = {
  "contacts.list": list({ path: "/contacts", map: contact, filters: contactFilters }),
  "contacts.get": get({ path: contactPath, map: contact }),
  "contacts.create": create({
    ...same,
    path: "/contacts",
    encoder: Object.assign((input: ContactInput) => ({ version: 0, ...roles(input), ...toldContact(input) }), {
      writableFields: stored,
    }),
  }),
  "contacts.update": changed(() => ({})),
  "contacts.patch": changed(contact),
};
