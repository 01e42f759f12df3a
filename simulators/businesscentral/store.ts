/** Where a company's rows are kept: by id, by the row they belong to, in the vendor's order. */
import { createHash } from "node:crypto";
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
  put(row: Row): Row;
  drop(row: Row): void;
}

export interface Change {
  readonly set: string;
  readonly id: string;
  readonly kind: "created" | "updated" | "deleted";
  readonly at: string;
}

/** One company's books. */
export interface Book {
  readonly id: string;
  readonly company: Row;
  set(name: string): Collection;
  /** A new row of a set: the vendor's empty values, an id, what is given. */
  create(name: string, given: Row): Row;
  /** Says that a row changed, so that its stamp and its ETag move on. */
  save(name: string, row: Row): void;
  remove(name: string, row: Row): void;
  etag(row: Row): string;
  /** The next number of a series. */
  next(series: string, first: number): number;
  readonly contents: Map<string, Buffer>;
  today(): string;
  stamp(): string;
}

export interface BookOptions {
  readonly seed: string;
  readonly company: Row;
  readonly now: () => number;
  readonly changed: (change: Change) => void;
}

/** 2026-01-02T03:04:05.67Z: the vendor leaves out zeros at the end of the fraction. */
export const stampOf = (time: number) => new Date(time).toISOString().replace(/\.?0*Z$/, "Z");

export const idFrom = (seed: string) =>
  createHash("sha256")
    .update(seed)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{3})(.{4})(.{12}).*$/, "$1-$2-e$3-$4-$5");

export function openBook({ seed, company, now, changed }: BookOptions): Book {
  const sets = new Map<string, Collection>();
  const versions = new WeakMap<Row, number>();
  const series = new Map<string, number>();
  let counter = 0;
  const next = (name: string, first: number) => {
    const number = series.get(name) ?? first;
    series.set(name, number + 1);
    return number;
  };
  const moved = (name: string, row: Row, kind: Change["kind"]) => {
    versions.set(row, ++counter);
    changed({ set: name, id: text(row, "id"), kind, at: stampOf(now()) });
  };
  const set = (name: string) => {
    const known = sets.get(name);
    if (known !== undefined) return known;
    const resource = resources.get(name);
    if (resource === undefined) throw new Error(`There is no set ${name}.`);
    const fresh = openCollection(resource);
    sets.set(name, fresh);
    return fresh;
  };
  return {
    ...{ id: text(company, "id"), company, set, next, contents: new Map<string, Buffer>() },
    create: (name, given) => {
      const row: Row = { ...set(name).resource.empty };
      row["id"] = idFrom(`${seed}/${name}/${next("id", 1)}`);
      if ("lastModifiedDateTime" in row) row["lastModifiedDateTime"] = stampOf(now());
      set(name).put(Object.assign(row, given));
      moved(name, row, "created");
      return row;
    },
    save: (name, row) => {
      const before = Date.parse(text(row, "lastModifiedDateTime"));
      if ("lastModifiedDateTime" in row) row["lastModifiedDateTime"] = stampOf(Math.max(now(), before + 1));
      moved(name, row, "updated");
    },
    remove: (name, row) => {
      set(name).drop(row);
      moved(name, row, "deleted");
    },
    etag: (row) => {
      const digits = `${String(versions.get(row) ?? 0).padStart(19, "7")}1`;
      return `W/"${Buffer.from(`'${digits.length};${digits};00;'`).toString("base64")}"`;
    },
    today: () => new Date(now()).toISOString().slice(0, 10),
    stamp: () => stampOf(now()),
  };
}

/** A dimension's id says which dimension it is, not which row. */
const keyOf = ({ set }: Resource, row: Row) =>
  set === "dimensionSetLines" ? `${text(row, "parentId")}/${text(row, "id")}` : text(row, "id");

function openCollection(resource: Resource): Collection {
  const { sort, parent } = resource;
  const rows = new Map<string, Row>();
  const children = new Map<string, Row[]>();
  let sorted: Row[] | undefined;
  const compare = (one: Row, other: Row) => {
    const [left = "", right = ""] = [one[sort], other[sort]];
    return left < right ? -1 : left > right ? 1 : 0;
  };
  return {
    resource,
    all: () => {
      sorted ??= sort === "" ? [...rows.values()] : [...rows.values()].toSorted(compare);
      return sorted;
    },
    under: (id) => children.get(id) ?? [],
    get: (id) => rows.get(id),
    find: (field, value) => rows.values().find((row) => row[field] === value),
    put: (row) => {
      rows.set(keyOf(resource, row), row);
      sorted = undefined;
      if (parent === undefined) return row;
      const siblings = children.get(text(row, parent)) ?? [];
      children.set(text(row, parent), [...siblings, row].toSorted(compare));
      return row;
    },
    drop: (row) => {
      rows.delete(keyOf(resource, row));
      sorted = undefined;
      if (parent === undefined) return;
      const siblings = children.get(text(row, parent)) ?? [];
      children.set(
        text(row, parent),
        siblings.filter((each) => each !== row),
      );
    },
  };
}
