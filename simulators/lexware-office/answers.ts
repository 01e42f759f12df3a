/** What several groups of addresses answer alike. */
import { type Dialect, findOr, type Resource, routesOf } from "../engine/resources.ts";
import type { Answer, Route as AnyRoute, Ask } from "../engine/routes.ts";
import type { Row } from "../engine/values.ts";
import { conflict, notFound, refuseFindings, type Style } from "./faults.ts";
import { bodyOf, type Inspection, inspect } from "./inspect.ts";
import { stamp } from "./stamps.ts";
import { type Entry, type Kind, newEntry, type Store, type Table } from "./store.ts";

export type Asked = Ask<Table>;
export type Route = AnyRoute<Table>;

/** A write is answered with this stub, never with the record itself. */
export function written(entry: Entry, isNew: boolean): Answer {
  const resourceUri = `https://api.lexware.io/v1/${entry.kind}/${entry.id}`;
  const stamps = { createdDate: stamp(entry.created), updatedDate: stamp(entry.updated), version: entry.version };
  const body = { id: entry.id, resourceUri, ...stamps };
  return isNew ? { status: 201, headers: { location: resourceUri }, body } : { body };
}

const styleOf = (kind: Kind): Style => (kind === "contacts" || kind === "vouchers" ? "legacy" : "regular");

export const theEntry = (ask: Asked, kind: Kind): Entry =>
  findOr(ask, kind, () => notFound(styleOf(kind), kind)) as Entry;

interface Kept extends Resource<Table> {
  readonly table: Kind;
}

const dialect: Dialect<Table, Kept> = {
  list: () => ({}),
  given: (ask, { table }) => bodyOf(ask.request, styleOf(table)),
  missing: ({ table }) => notFound(styleOf(table), table),
  update: "PUT",
  written: (_ask, _resource, row, isNew) => written(row as Entry, isNew),
};

export interface Rules {
  readonly kind: Kind;
  readonly list: NonNullable<Resource<Table>["list"]>;
  show(store: Store, entry: Entry): Row;
  /** Notes what is wrong with a body; `before` is the record that it is to change. */
  check(store: Store, inspection: Inspection, before?: Entry): void;
  /** What is kept of a body. */
  make(store: Store, body: Row): Row;
  change?(store: Store, entry: Entry, body: Row): void;
  readonly remove?: "plainly";
}

/** Optimistic locking: a PUT names the version that it has seen. */
export function rest({ kind, list, show, check, make, change, remove }: Rules): Route[] {
  const style = styleOf(kind);
  const checked = (store: Store, body: Row, before?: Entry) => {
    const inspection = inspect(body);
    if (before !== undefined) {
      const version = inspection.need("version");
      if (typeof version === "number" && version !== before.version) throw conflict(style);
    }
    check(store, inspection, before);
    refuseFindings(style, inspection.findings);
    return inspection.row;
  };
  return routesOf(dialect, {
    ...{ path: kind, table: kind, list, show: (store, row) => show(store, row as Entry), ...(remove && { remove }) },
    create: (store, given) => newEntry(store, kind, make(store, checked(store, given))),
    ...(change && {
      update: (store, row, given) => change(store, row as Entry, checked(store, given, row as Entry)),
    }),
  });
}

/** Fields with no content are left out of an answer. */
export const filled = <T extends object>(row: T): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== null)) as T;
