/** The stored records: what the vendor shows of each, and data that it shows elsewhere. */
import type { StoredFile as File } from "../engine/files.ts";
import type { Route as AnyRoute, RouteRequest } from "../engine/routes.ts";
import { type Company, openCompany } from "../engine/tables.ts";
import { digest, uuid as idFrom, type Row, without } from "../engine/values.ts";
import { midnightIn, offsetIn } from "../engine/zone.ts";
import type { World } from "../simulation.ts";
import { type Kind, kinds } from "./kinds.ts";

const offset = offsetIn("Europe/Berlin");
const beginning = midnightIn("Europe/Berlin");

export const stamp = (at: number): string =>
  new Date(at + offset(at)).toISOString().replace("Z", `+0${offset(at) / 3_600_000}:00`);
/** The calendar day in Germany. */
export const dayOf = (at: number) => new Date(at + offset(at)).toISOString().slice(0, 10);
/** The timestamp at which a day begins in Germany. */
export const midnight = (day: string) => stamp(beginning(day));

/** The only form that the sales documents take; anything else is refused with 406. */
export const isStamp = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
export const isMoment = (text: string) => isDay(text) || isStamp(text);

export type Table = Kind | "files" | "event-subscriptions";
export type Store = Company<Table>;
export type LexwareRequest = RouteRequest<Table>;
export type Route = AnyRoute<Table>;

export interface Entry extends Row {
  readonly kind: Kind;
  readonly id: string;
  readonly created: number;
  updated: number;
  version: number;
  payments: { readonly amount: number; readonly postingDate: string; readonly paymentItemType: string }[];
}

/** The fields of every record. */
const commonFields = ["kind", "id", "created", "updated", "version", "archived", "payments"];

export interface StoredFile extends Row, File {
  readonly id: string;
  readonly checksum: string;
  readonly voucherId: string;
}

/** The nouns that events have for each kind. */
export const eventNames = kinds.map((kind) => kind.slice(0, -1));

/** The same ids in every run. */
export const uuid = (name: string): string => idFrom(`lexware-office ${name}`);

export const openStore = ({ now }: World): Store =>
  openCompany<Table>({
    id: uuid("organization"),
    tables: [...kinds, "files", "event-subscriptions"],
    now,
    newId: () => "",
    stamp: (row, at, _table, isNew) => {
      if (!isNew) Object.assign(row, { updated: at, version: Number(row["version"]) + 1 });
    },
    stampOf: ({ updated }) => Number(updated ?? 0),
  });

export const entryOf = (store: Store, kind: Kind, id: unknown) => store.tables[kind].get(id) as Entry | undefined;
export const entriesOf = (store: Store, kind: Kind) => store.tables[kind].all() as Entry[];
export const findEntry = (store: Store, id: unknown): Entry | undefined =>
  kinds.map((kind) => entryOf(store, kind, id)).find((entry) => entry !== undefined);

/** Articles begin at version 0, all other records at 1, as in the vendor's samples. */
export function newEntry(store: Store, kind: Kind, content: Row, seed: Partial<Entry> = {}): Entry {
  const now = store.now();
  return {
    kind,
    id: uuid(`${kind}-${store.next(kind)}`),
    created: now,
    updated: now,
    archived: false,
    payments: [],
    version: kind === "articles" ? 0 : 1,
    ...content,
    ...seed,
  };
}

export const add = (store: Store, kind: Kind, content: Row, seed?: Partial<Entry>): Entry =>
  store.add(kind, newEntry(store, kind, content, seed)) as Entry;

/** Replaces the content of a record. */
export function rewrite(entry: Entry, content: Row): void {
  for (const field of Object.keys(entry)) if (!commonFields.includes(field)) delete entry[field];
  Object.assign(entry, content);
}

export function change(store: Store, entry: Entry, content: Row, happening = "updated"): void {
  Object.assign(entry, content);
  store.restamp(entry.kind, entry);
  store.notify({ table: entry.kind, row: entry, kind: happening });
}

export const stampsOf = ({ created, updated, version }: Entry): Row => ({
  createdDate: stamp(created),
  updatedDate: stamp(updated),
  version,
});
export const shownOf = (store: Store, entry: Entry): Row => ({
  ...without(entry, ["kind", "created", "updated", "payments"]),
  organizationId: store.id,
  ...stampsOf(entry),
});

export function keepFile(store: Store, voucherId: string, file: File): StoredFile {
  const stored = { ...file, voucherId, id: uuid(`file-${store.next("file")}`), checksum: digest(file.bytes) };
  return store.tables.files.put(stored) as StoredFile;
}

/** `voucher.status.changed`; payments have their own events. */
export function eventType(table: Table, kind: string): string {
  const happening = kind === "updated" ? "changed" : kind;
  return happening.startsWith("payment.") ? happening : `${table.slice(0, -1)}.${happening}`;
}

/** Replies leave empty fields out. */
export const filled = <T extends object>(row: T): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== null)) as T;
