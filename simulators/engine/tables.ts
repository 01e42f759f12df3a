/** The records of one company: tables with ids, timestamps and listeners, number series, files. */
import type { StoredFile } from "./files.ts";
import { day, type Row, text } from "./values.ts";

export interface Change<Name extends string = string> {
  readonly table: Name;
  readonly row: Row;
  /** `created`, `updated`, `deleted`, or the vendor's own word. */
  readonly kind: string;
}

type Listener<Name extends string> = (company: Company<Name>, change: Change<Name>) => void;

export interface Table {
  readonly size: number;
  all(): Row[];
  has(id: unknown): boolean;
  get(id: unknown): Row | undefined;
  /** The stored row with the same id. */
  known(row: Row): Row | undefined;
  /** The first row whose field has this value. */
  find(field: string, value: unknown): Row | undefined;
  where(test: (row: Row) => boolean): Row[];
  first(test: (row: Row) => boolean): Row | undefined;
  /** The rows whose field has this value. They are indexed, so the lookup is cheap. */
  under(field: string, value: unknown): readonly Row[];
  /** Stores a row without a timestamp and without notifying listeners. */
  put(row: Row): Row;
  drop(row: Row): void;
}

export interface Company<Name extends string = string> {
  readonly id: string;
  /** The vendor's data about the company itself. */
  readonly facts: Row;
  readonly tables: Readonly<Record<Name, Table>>;
  /** By the id of the file or of the record that it belongs to, depending on the vendor. */
  readonly files: Map<string, StoredFile>;
  now(): number;
  today(): string;
  newId(): string;
  /** The next number of a series. */
  next(series: string, first?: number): number;
  /** Stores a new row, with a new id if it has none. */
  add(table: Name, row: Row): Row;
  /** Gives a row a later timestamp than before, without notifying listeners. */
  restamp(table: Name, row: Row): Row;
  /** Stores a row with a later timestamp than before and notifies listeners, with the vendor's own word if given. */
  save(table: Name, row: Row, kind?: string): Row;
  remove(table: Name, row: Row): void;
  /** Only notifies the listeners. */
  notify(change: Change<Name>): void;
  listen(listener: Listener<Name>): void;
  /** Runs `work` as if it were this time. */
  past<Result>(at: number, work: () => Result): Result;
  /** A transaction. `work` has to replace rows instead of changing them. */
  atOnce<Result>(work: () => Result): Result;
}

export interface CompanyRules<Name extends string> {
  readonly id: string;
  readonly facts?: Row;
  readonly tables: readonly Name[];
  now(): number;
  newId(): string;
  /** The field with the id, if it is not `id`; several for a composite key. */
  readonly key?: (table: Name) => string | readonly string[];
  /** Writes the creation or modification time into a row, as the vendor does. Some tables have none. */
  stamp?(row: Row, at: number, table: Name, isNew: boolean): void;
  /** The last timestamp of a row. */
  stampOf?(row: Row): number | undefined;
}

export function openCompany<Name extends string>(rules: CompanyRules<Name>): Company<Name> {
  const { id, facts = {}, newId, key = () => "id" } = rules;
  const tables = Object.fromEntries(rules.tables.map((name) => [name, openTable(key(name))])) as Record<Name, Table>;
  const listeners: Listener<Name>[] = [];
  const series = new Map<string, number>();
  let then: number | undefined;
  let held: Change<Name>[] | undefined;
  const now = () => then ?? rules.now();
  const company: Company<Name> = {
    id,
    facts,
    tables,
    files: new Map(),
    now,
    newId,
    today: () => day(now()),
    next: (name, first = 1) => {
      const number = series.get(name) ?? first;
      series.set(name, number + 1);
      return number;
    },
    add: (name, row) => {
      const field = key(name);
      if (typeof field === "string") row[field] ??= newId();
      return company.save(name, row);
    },
    restamp: (name, row) => {
      const before = tables[name].known(row);
      const last = before === undefined ? undefined : rules.stampOf?.(before);
      rules.stamp?.(row, Math.max(now(), last === undefined ? 0 : last + 1), name, before === undefined);
      return tables[name].put(row);
    },
    save: (name, row, kind) => {
      const isNew = tables[name].known(row) === undefined;
      company.restamp(name, row);
      company.notify({ table: name, row, kind: kind ?? (isNew ? "created" : "updated") });
      return row;
    },
    remove: (name, row) => {
      tables[name].drop(row);
      company.notify({ table: name, row, kind: "deleted" });
    },
    notify: (change) => {
      if (held !== undefined) held.push(change);
      else for (const listener of listeners) listener(company, change);
    },
    listen: (listener) => void listeners.push(listener),
    past: (at, work) => {
      const before = then;
      then = at;
      try {
        return work();
      } finally {
        then = before;
      }
    },
    atOnce: (work) => {
      const before = rules.tables.map((name) => [name, tables[name].all()] as const);
      const changes: Change<Name>[] = [];
      held = changes;
      try {
        const result = work();
        held = undefined;
        for (const change of changes) company.notify(change);
        return result;
      } catch (error) {
        for (const [name, savedRows] of before) {
          for (const row of tables[name].all()) tables[name].drop(row);
          for (const row of savedRows) tables[name].put(row);
        }
        throw error;
      } finally {
        held = undefined;
      }
    },
  };
  return company;
}

function openTable(key: string | readonly string[]): Table {
  const rowsById = new Map<string, Row>();
  const groups = new Map<string, Map<string, Row[]>>();
  const idOf = (row: Row) =>
    typeof key === "string" ? text(row[key]) : key.map((field) => text(row[field])).join("/");
  return {
    get size() {
      return rowsById.size;
    },
    all: () => [...rowsById.values()],
    has: (id) => rowsById.has(text(id)),
    get: (id) => rowsById.get(text(id)),
    known: (row) => rowsById.get(idOf(row)),
    find: (field, value) => rowsById.values().find((row) => row[field] === value),
    where: (test) => rowsById.values().filter(test).toArray(),
    first: (test) => rowsById.values().find(test),
    under: (field, value) => {
      const group = groups.get(field) ?? Map.groupBy(rowsById.values(), (row) => text(row[field]));
      groups.set(field, group);
      return group.get(text(value)) ?? [];
    },
    put: (row) => {
      if (rowsById.get(idOf(row)) !== row) regroup(groups, rowsById.get(idOf(row)), row);
      rowsById.set(idOf(row), row);
      return row;
    },
    drop: (row) => {
      regroup(groups, rowsById.get(idOf(row)));
      rowsById.delete(idOf(row));
    },
  };
}

/** A row that was changed in place stays in its group, because its parent does not change. */
function regroup(groups: ReadonlyMap<string, Map<string, Row[]>>, removed: Row | undefined, added?: Row): void {
  for (const [field, group] of groups) {
    const before = text(removed?.[field]);
    if (removed !== undefined) group.set(before, group.get(before)?.filter((row) => row !== removed) ?? []);
    if (added !== undefined) group.set(text(added[field]), [...(group.get(text(added[field])) ?? []), added]);
  }
}

export interface Found<Name extends string> {
  readonly company: Company<Name>;
  readonly table: Name;
  readonly row: Row;
}

/** Finds a record in this table, or in any table, of any company. */
export function findRecord<Name extends string>(
  companies: readonly Company<Name>[],
  id: string,
  table?: Name,
): Found<Name> {
  for (const company of companies)
    for (const name of table === undefined ? (Object.keys(company.tables) as Name[]) : [table]) {
      const row = company.tables[name].get(id);
      if (row !== undefined) return { company, table: name, row };
    }
  throw new Error(`The record ${id} does not exist.`);
}
