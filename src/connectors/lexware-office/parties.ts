/** Customers and suppliers: contacts in one of their roles. */

import type { CustomerOrSupplierInput } from "../../contract/inputs/contacts.ts";
import type { CustomerOrSupplier } from "../../contract/records/contacts.ts";
import { mapping } from "../../kit/mapping.ts";
import { get, noRecord } from "../../kit/reading.ts";
import { contactRules, type Input, known, readContact, toldContact, writableFields } from "./contactBodies.ts";
import { contactFields, numberOf } from "./contactFields.ts";
import { contactFilters, contactPath } from "./contacts.ts";
import { create, list, replace } from "./conventions.ts";
import type { Contact } from "./types.ts";

type Role = "customer" | "vendor";
const words = { customer: "CUSTOMER", vendor: "SUPPLIER" } as const;

const later = Object.assign(() => ({}), { writableFields: { ...writableFields, vatId: true } as const });

function party(role: Role) {
  const map = mapping<CustomerOrSupplier, Contact>({
    ...contactFields,
    number: ({ roles }) => numberOf(roles?.[role]),
    role: () => words[role],
    vatId: ({ company }) => company?.vatRegistrationId,
  });
  const inRole = (contact: Contact): Contact => {
    if (contact.roles?.[role]) return contact;
    throw noRecord();
  };
  const told = (input: Input, now?: Contact): { [field: string]: unknown } => ({
    version: now?.version ?? 0,
    roles: { ...now?.roles, [role]: now?.roles?.[role] ?? {} },
    ...toldContact(input, now),
  });
  const same = { read: readContact, map, path: contactPath, rules: contactRules };
  const prepare = async (...call: Parameters<typeof known>) => inRole(await known(...call));
  return {
    list: list({ path: "/contacts", query: { [role]: true }, map, filters: contactFilters }),
    get: get({ path: contactPath, map, record: inRole }),
    create: create({
      ...same,
      path: "/contacts",
      encoder: Object.assign((input: CustomerOrSupplierInput) => told(input), { writableFields: later.writableFields }),
    }),
    update: replace<CustomerOrSupplierInput, CustomerOrSupplier, Contact>({
      ...same,
      encoder: later,
      prepare,
      body: (_, now: Contact, { body: input }) => told(input, now),
    }),
    patch: replace<Input, CustomerOrSupplier, Contact>({
      ...same,
      encoder: later,
      prepare,
      body: (_, now: Contact, { body: input }) => told({ ...(map(now) as Input), ...input }, now),
    }),
  };
}

const customer = party("customer");
const supplier = party("vendor");

export const parties = {
  "customers.list": customer.list,
  "customers.get": customer.get,
  "customers.create": customer.create,
  "customers.update": customer.update,
  "customers.patch": customer.patch,
  "suppliers.list": supplier.list,
  "suppliers.get": supplier.get,
  "suppliers.create": supplier.create,
  "suppliers.update": supplier.update,
  "suppliers.patch": supplier.patch,
};
