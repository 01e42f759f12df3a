/**
 * The operations of one kind of record that a vendor keeps under one path: reading, creating, changing and deleting. A
 * vendor's conventions describe what all its resources share; each resource adds its path, its id and its mapping.
 *
 *     const contacts = resource({ path: "/contacts", id: "contactId", map: contact, change: "PUT" });
 *     "contacts.get": contacts.get(),
 *     "contacts.create": contacts.create({ encoder: contactEncoder }),
 */
import type { Call, GetHandler, WriteHandler } from "../contract/connector.ts";
import type { VendorQuery, VendorRequest } from "../contract/session.ts";
import type { Mapping } from "./mapping.ts";
import { type Path, pathOf } from "./path.ts";
import { get } from "./reading.ts";
import { type RemoveDescription, type ResourceWrite, remove, type WriteDescription, write } from "./writing.ts";

export interface ResourceDescription<Record, Native> {
  /** The path of the vendor's list, which also accepts new records. */
  readonly path: Path;
  /** The path of a record. `<path>/{<id>}` by default. */
  readonly at?: Path;
  /** The name of the record's id in our paths. */
  readonly id: string;
  readonly map: Mapping<Record, Native>;
  /** The query of every read, such as the fields or lines to include. */
  readonly query?: VendorQuery;
  /** The record in the vendor's reply, if the reply wraps it. */
  readonly record?: (reply: never) => Native | undefined;
  /** The raw data to show, if the mapping reads more than the vendor's record. */
  readonly raw?: (native: Native) => unknown;
  /** The method that changes a record. */
  readonly change: VendorRequest["method"];
  /** Added to every create, such as how the record is read back. */
  readonly creating?: Partial<WriteDescription<never, Record, Native>>;
  /** Added to every change. */
  readonly changing?: Partial<WriteDescription<never, Record, Native>>;
  readonly removing?: RemoveDescription;
}

export interface Resource<Record, Native> {
  /** The path of a call's record. */
  readonly at: Path;
  /** `is` rejects records of another kind that the vendor keeps in the same place. */
  get(is?: (native: Native) => boolean): GetHandler<Record>;
  create<Input extends object>(description: ResourceWrite<Input, Record, Native>): WriteHandler<Input, Record>;
  change<Input extends object>(description: ResourceWrite<Input, Record, Native>): WriteHandler<Input, Record>;
  remove(description?: RemoveDescription): WriteHandler<undefined, { id: string }>;
}

export function resource<Record, Native>(description: ResourceDescription<Record, Native>): Resource<Record, Native> {
  const { path, id, map, query, record, raw, creating, changing, removing } = description;
  const at = description.at ?? below(path, id);
  const shared = {
    map,
    ...(record && { record }),
    ...(raw && { raw }),
  };
  return {
    at,
    get: (is) =>
      get<Record, Native>({
        ...shared,
        path: at,
        ...(query && { query }),
        ...(is && { is }),
      }),
    create: <Input extends object>(written: ResourceWrite<Input, Record, Native>) =>
      write<Input, Record, Native>({
        method: "POST",
        path,
        ...shared,
        ...(creating as Partial<WriteDescription<Input, Record, Native>>),
        ...written,
      }),
    change: <Input extends object>(written: ResourceWrite<Input, Record, Native>) =>
      write<Input, Record, Native>({
        method: description.change,
        path: at,
        repeatable: true,
        ...shared,
        ...(changing as Partial<WriteDescription<Input, Record, Native>>),
        ...written,
      }),
    remove: (more) => remove(at, { ...removing, ...more }),
  };
}

const below = (path: Path, id: string): Path =>
  typeof path === "string" ? `${path}/{${id}}` : (call: Call) => path(call) + pathOf(`/{${id}}`, call);
