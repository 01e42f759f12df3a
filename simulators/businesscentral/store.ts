/** Where a company's rows are kept: in the vendor's order, with its empty values, stamps and ETags. */
import { type Company, openCompany } from "../engine/tables.ts";
import { digest } from "../engine/values.ts";
import type { Resource } from "./resource.ts";
import { resources } from "./resources.ts";
import { type Row, text } from "./shapes.ts";

export interface Collection {
  readonly resource: Resource;
  all(): readonly Row[];
  under(parentId: string): readonly Row[];
  get(id: string): Row | undefined;
  /** Finds by another property, such as the number. */
  find(field: string, value: string): Row | undefined;
  put(row: Row): void;
  drop(row: Row): void;
}

/** One company's books. */
export interface Book extends Company {
  readonly environment: string;
  set(name: string): Collection;
  /** A new row of a set: the vendor's empty values, an id, what is given. */
  create(name: string, given: Row): Row;
  etag(row: Row): string;
  stamp(): string;
}

/** 2026-01-02T03:04:05.67Z: the vendor leaves out zeros at the end of the fraction. */
export const stampOf = (time: number) => new Date(time).toISOString().replace(/\.?0*Z$/, "Z");

export const idFrom = (seed: string) => digest(seed).replace(/^(.{8})(.{4})(.{3})(.{4})(.{12}).*$/, "$1-$2-e$3-$4-$5");

export const etagOf = (digits: string) => `W/"${Buffer.from(`'${digits.length};${digits};00;'`).toString("base64")}"`;

export function openBook(environment: string, name: string, facts: Row, now: () => number): Book {
  const seed = `${environment}/${name}`;
  const versions = new WeakMap<object, number>();
  let counter = 0;
  const company = openCompany<string>({
    ...{ id: text(facts, "id"), facts, tables: [...resources.keys()], now, newId: () => "" },
    // A dimension's id says which dimension it is, not which row.
    key: (name) => (name === "dimensionSetLines" ? ["parentId", "id"] : "id"),
    stamp: (row, at) => {
      versions.set(row, ++counter);
      if ("lastModifiedDateTime" in row) row["lastModifiedDateTime"] = stampOf(at);
    },
    stampOf: (row) => Date.parse(text(row as Row, "lastModifiedDateTime")) || undefined,
  });
  const sets = new Map([...resources].map(([name, resource]) => [name, collection(company, resource)]));
  return {
    ...{ ...company, environment },
    set: (name) => {
      const known = sets.get(name);
      if (known === undefined) throw new Error(`There is no set ${name}.`);
      return known;
    },
    create: (name, given) => {
      const id = idFrom(`${seed}/${name}/${company.next("id")}`);
      return company.add(name, { ...resources.get(name)?.empty, id, ...given }) as Row;
    },
    etag: (row) => etagOf(`${String(versions.get(row) ?? 0).padStart(19, "7")}1`),
    stamp: () => stampOf(company.now()),
  };
}

function collection({ tables }: Company, resource: Resource): Collection {
  const { set, sort, parent = "" } = resource;
  const table = () => tables[set] as NonNullable<(typeof tables)[string]>;
  const compare = (one: Row, other: Row) => {
    const [left = "", right = ""] = [one[sort], other[sort]];
    return left < right ? -1 : left > right ? 1 : 0;
  };
  const sorted = (rows: readonly Record<string, unknown>[]) =>
    sort === "" ? (rows as Row[]) : (rows as Row[]).toSorted(compare);
  return {
    resource,
    all: () => sorted(table().all()),
    under: (id) => (parent === "" ? [] : sorted(table().under(parent, id))),
    get: (id) => table().get(id) as Row | undefined,
    find: (field, value) => table().find(field, value) as Row | undefined,
    put: (row) => void table().put(row),
    drop: (row) => table().drop(row),
  };
}
