/** Contacts, customers and suppliers as three resources from one description: customers and suppliers are contacts in a role. */
import type { GetHandler, ListHandler, WriteHandler } from "../contract/connector.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../contract/inputs/contacts.ts";
import type { Contact, CustomerOrSupplier } from "../contract/records/contacts.ts";
import type { Encoder } from "./encode.ts";
import type { Mapping } from "./mapping.ts";

/** Handlers under the names of their operations: `operationsOf("invoices", { list, get })` has `invoices.list` and `invoices.get`. */
export type OperationsOf<Resource extends string, Handlers> = {
  readonly [Name in keyof Handlers as `${Resource}.${Name & string}`]: Handlers[Name];
};

export const operationsOf = <const Resource extends string, Handlers extends object>(
  resource: Resource,
  handlers: Handlers,
): OperationsOf<Resource, Handlers> =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [`${resource}.${name}`, handler]),
  ) as OperationsOf<Resource, Handlers>;

export type Role = "CUSTOMER" | "SUPPLIER";

/** The part of a contact that one resource shows and accepts. */
export interface ContactView<Native, Record, Input extends object> {
  readonly map: Mapping<Record, Native>;
  readonly encoder: Encoder<Partial<Input>>;
  /** Absent for contacts of either role. */
  readonly role?: Role;
}

export interface ViewHandlers<Record, Input> {
  readonly list: ListHandler<Record>;
  readonly get: GetHandler<Record>;
  readonly create?: WriteHandler<Input, Record>;
  readonly update?: WriteHandler<Input, Record>;
  readonly patch?: WriteHandler<Partial<Input>, Record>;
}

export interface ContactViews<Native> {
  readonly contact: Omit<ContactView<Native, Contact, ContactInput>, "role">;
  readonly trader: (role: Role) => Omit<ContactView<Native, CustomerOrSupplier, CustomerOrSupplierInput>, "role">;
  /** The operations of one resource, described once for all three. */
  readonly handlers: <Record, Input extends object>(
    view: ContactView<Native, Record, Input>,
  ) => ViewHandlers<Record, Input>;
}

/**
 * `contactViews<Contact>({ contact: { map, encoder }, trader: (role) => ({ map: trader(role), encoder }), handlers })`
 * has all operations of contacts, customers and suppliers that `handlers` gives.
 */
export const contactViews = <Native>({ contact, trader, handlers }: ContactViews<Native>) => ({
  ...operationsOf("contacts", handlers(contact)),
  ...operationsOf("customers", handlers({ ...trader("CUSTOMER"), role: "CUSTOMER" })),
  ...operationsOf("suppliers", handlers({ ...trader("SUPPLIER"), role: "SUPPLIER" })),
});
