/** What several groups of addresses answer alike. */
import type { Checks } from "../engine/checks.ts";
import { type Dialect, findOr, type Resource, routesOf } from "../engine/resources.ts";
import type { Answer } from "../engine/routes.ts";
import type { Row } from "../engine/values.ts";
import { bodyOf, insist } from "./bodies.ts";
import { conflict, notFound, type Style } from "./refusals.ts";
import type { Asked, Entry, Kind, Route, Store, Table } from "./store.ts";
import { newEntry, rewrite, stampsOf } from "./store.ts";

/** A write is answered with this stub, never with the record itself. */
export function written(entry: Entry, isNew: boolean): Answer {
  const resourceUri = `https://api.lexware.io/v1/${entry.kind}/${entry.id}`;
  const body = { id: entry.id, resourceUri, ...stampsOf(entry) };
  return isNew ? { status: 201, headers: { location: resourceUri }, body } : { body };
}

const styleOf = (kind: Kind): Style => (kind === "contacts" || kind === "vouchers" ? "legacy" : "regular");

export const theEntry = (ask: Asked, kind: Kind): Entry =>
  findOr(ask, kind, () => notFound(styleOf(kind), kind)) as Entry;

const dialect: Dialect<Table, Resource<Table> & { readonly table: Kind }> = {
  list: () => ({}),
  given: (ask, { table }) => bodyOf(ask.request, styleOf(table)),
  missing: ({ table }) => notFound(styleOf(table), table),
  update: "PUT",
  written: (_ask, _resource, row, isNew) => written(row as Entry, isNew),
};

export interface Kept {
  readonly kind: Kind;
  readonly list: NonNullable<Resource<Table>["list"]>;
  show(store: Store, entry: Entry): Row;
  /** What holds of a body; `before` is the record that it is to change. */
  rules(store: Store, body: Row, before?: Entry): Checks;
  /** What is kept of a body. */
  make(store: Store, body: Row, before?: Entry): Row;
  readonly remove?: "plainly";
}

/** Optimistic locking: a PUT names the version that it has seen. */
export function rest({ kind, list, show, rules, make, remove }: Kept): Route[] {
  const checked = (store: Store, body: Row, before?: Entry) => {
    const { version } = body;
    if (before !== undefined && typeof version === "number" && version !== before.version)
      throw conflict(styleOf(kind));
    const versioned: Checks = before === undefined ? {} : { version: { need: true } };
    insist(styleOf(kind), body, { ...versioned, ...rules(store, body, before) });
    return make(store, body, before);
  };
  return routesOf(dialect, {
    ...{ path: kind, table: kind, list, show: (store, row) => show(store, row as Entry), ...(remove && { remove }) },
    create: (store, given) => newEntry(store, kind, checked(store, given)),
    update: (store, row, given) => rewrite(row as Entry, checked(store, given, row as Entry)),
  });
}
