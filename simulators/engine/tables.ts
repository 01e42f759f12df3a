/** What one company has on record: tables with ids, stamps and listeners, numbers in series, files. */
import type { StoredFile } from "./files.ts";
import { day, type Row, text } from "./values.ts";

export interface Change<Name extends string = string> {
  readonly table: Name;
  readonly row: Row;
  /** `created`, `updated`, `deleted`, or a word of the vendor's own. */
  readonly kind: string;
}

type Listener<Name extends string> = (company: Company<Name>, change: Change<Name>) => void;

export interface Table {
  readonly size: number;
  all(): Row[];
  has(id: unknown): boolean;
  get(id: unknown): Row | undefined;
  /** The row that is kept under this one's id. */
  known(row: Row): Row | undefined;
  /** The first whose field has this value. */
  find(field: string, value: unknown): Row | undefined;
  where(test: (row: Row) => boolean): Row[];
  first(test: (row: Row) => boolean): Row | undefined;
  /** Those whose field has this value; kept by it, so that asking is cheap. */
  under(field: string, value: unknown): readonly Row[];
  /** Keeps a row without a stamp, and tells nobody. */
  put(row: Row): Row;
  drop(row: Row): void;
}

export interface Company<Name extends string = string> {
  readonly id: string;
  /** What the vendor says of the company itself. */
  readonly facts: Row;
  readonly tables: Readonly<Record<Name, Table>>;
  /** By the id of the file or of what it hangs on, as the vendor likes. */
  readonly files: Map<string, StoredFile>;
  now(): number;
  today(): string;
  newId(): string;
  /** The next number of a series. */
  next(series: string, first?: number): number;
  /** Keeps a new row: with an id where it has none. */
  add(table: Name, row: Row): Row;
  /** Moves a row's stamp on, always past the one before, and tells nobody. */
  restamp(table: Name, row: Row): Row;
  /** Keeps a row with its stamp, later than before, and tells those who listen; in a word of the vendor's own if given. */
  save(table: Name, row: Row, kind?: string): Row;
  remove(table: Name, row: Row): void;
  /** Tells those who listen, and nothing else. */
  tell(change: Change<Name>): void;
  listen(listener: Listener<Name>): void;
  /** Does it as if it were then. */
  past<Result>(at: number, work: () => Result): Result;
  /** All of it or nothing. Rows are to be replaced in it, not changed. */
  atOnce<Result>(work: () => Result): Result;
}

export interface CompanyRules<Name extends string> {
  readonly id: string;
  readonly facts?: Row;
  readonly tables: readonly Name[];
  now(): number;
  newId(): string;
  /** The field with the id, where it is not `id`; several where only together they tell rows apart. */
  readonly key?: (table: Name) => string | readonly string[];
  /** Writes into a row when it was made or changed, as the vendor does; a table may go without. */
  stamp?(row: Row, at: number, table: Name, isNew: boolean): void;
  /** When a row was last stamped. */
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
      company.tell({ table: name, row, kind: kind ?? (isNew ? "created" : "updated") });
      return row;
    },
    remove: (name, row) => {
      tables[name].drop(row);
      company.tell({ table: name, row, kind: "deleted" });
    },
    tell: (change) => {
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
        for (const change of changes) company.tell(change);
        return result;
      } catch (error) {
        for (const [name, kept] of before) {
          for (const row of tables[name].all()) tables[name].drop(row);
          for (const row of kept) tables[name].put(row);
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
  const kept = new Map<string, Row>();
  const groups = new Map<string, Map<string, Row[]>>();
  const idOf = (row: Row) =>
    typeof key === "string" ? text(row[key]) : key.map((field) => text(row[field])).join("/");
  return {
    get size() {
      return kept.size;
    },
    all: () => [...kept.values()],
    has: (id) => kept.has(text(id)),
    get: (id) => kept.get(text(id)),
    known: (row) => kept.get(idOf(row)),
    find: (field, value) => kept.values().find((row) => row[field] === value),
    where: (test) => kept.values().filter(test).toArray(),
    first: (test) => kept.values().find(test),
    under: (field, value) => {
      const group = groups.get(field) ?? Map.groupBy(kept.values(), (row) => text(row[field]));
      groups.set(field, group);
      return group.get(text(value)) ?? [];
    },
    put: (row) => {
      if (kept.get(idOf(row)) !== row) regroup(groups, kept.get(idOf(row)), row);
      kept.set(idOf(row), row);
      return row;
    },
    drop: (row) => {
      regroup(groups, kept.get(idOf(row)));
      kept.delete(idOf(row));
    },
  };
}

/** A row that was changed where it lies stays in its group: what it hangs on does not change. */
function regroup(groups: ReadonlyMap<string, Map<string, Row[]>>, out: Row | undefined, into?: Row): void {
  for (const [field, group] of groups) {
    const before = text(out?.[field]);
    if (out !== undefined) group.set(before, group.get(before)?.filter((each) => each !== out) ?? []);
    if (into !== undefined) group.set(text(into[field]), [...(group.get(text(into[field])) ?? []), into]);
  }
}

export interface Found<Name extends string> {
  readonly company: Company<Name>;
  readonly table: Name;
  readonly row: Row;
}

/** Wherever it is. */
export function anywhere<Name extends string>(companies: readonly Company<Name>[], id: string): Found<Name> {
  for (const company of companies)
    for (const [table, { get }] of Object.entries<Table>(company.tables)) {
      const row = get(id);
      if (row !== undefined) return { company, table: table as Name, row };
    }
  throw new Error(`There is no record ${id}.`);
}
