/** The query language of lists: conditions behind the names of properties, sorting, pages by offset or number. */
import { byOffset, whole } from "../engine/pages.ts";
import type { Query } from "../engine/routes.ts";
import { likeOf, type Row, text, words } from "../engine/values.ts";
import { invalid } from "./refusals.ts";

/** What is no condition. */
const reserved = words(
  "offset|page|pageSize|sort|properties|serializeNulls|entityName|entityId|includeReferencedEntities|additionalProperties",
);

/** Decimals are text, moments numbers: both are compared by what they are worth. */
function compare(one: unknown, other: unknown): number {
  const [left, right] = [text(one), text(other)];
  const areNumbers = [left, right].every((value) => /^-?\d+(\.\d+)?$/.test(value));
  return areNumbers ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0;
}

const listOf = (wanted: string): unknown[] => {
  const values: unknown = JSON.parse(wanted);
  if (!Array.isArray(values)) throw invalid("a list of values is expected");
  return values;
};

/** Of the vendor's operators those that anybody here asks with. */
const tests: Readonly<Record<string, (value: unknown, wanted: string) => boolean>> = {
  eq: (value, wanted) => compare(value, wanted) === 0,
  ne: (value, wanted) => compare(value, wanted) !== 0,
  lt: (value, wanted) => compare(value, wanted) < 0,
  gt: (value, wanted) => compare(value, wanted) > 0,
  le: (value, wanted) => compare(value, wanted) <= 0,
  ge: (value, wanted) => compare(value, wanted) >= 0,
  ilike: (value, wanted) => likeOf(wanted).test(text(value)),
  in: (value, wanted) => listOf(wanted).some((one) => compare(value, one) === 0),
};

const form = /^(?:(or\w*)-)?([\w.]+)-([a-z]+)$/;

/** Conditions of one group are alternatives. What nobody has is nothing to compare with, as in SQL. */
function conditionOf(name: string, wanted: string, known: ReadonlySet<string>) {
  const [, group = name, property = "", operator = ""] = form.exec(name) ?? [];
  if (!known.has(property)) throw invalid(`unexpected filter property: ${property || name}`);
  const test = tests[operator];
  if (test === undefined) throw invalid(`unexpected filter operator: ${operator}`);
  return { group, fits: (row: Row) => row[property] !== undefined && test(row[property], wanted) };
}

/** Properties that some record has, and those that one may send. */
export const propertiesOf = (rows: readonly Row[], more: readonly string[]): ReadonlySet<string> =>
  new Set(["id", "version", "createdDate", "lastModifiedDate", ...more, ...rows.flatMap((row) => Object.keys(row))]);

export function filtered(rows: readonly Row[], query: Query, known: ReadonlySet<string>): Row[] {
  const conditions = Object.entries(query).flatMap(([name, wanted = ""]) =>
    reserved.includes(name) ? [] : [conditionOf(name, wanted, known)],
  );
  const groups = [...Map.groupBy(conditions, ({ group }) => group).values()];
  return rows.filter((row) => groups.every((group) => group.some(({ fits }) => fits(row))));
}

function sorted(rows: readonly Row[], sort: string | undefined, known: ReadonlySet<string>): readonly Row[] {
  const keys = (sort ?? "").split(",").filter(Boolean);
  for (const key of keys) if (!known.has(key.replace(/^-/, ""))) throw invalid(`unknown sort property: ${key}`);
  const difference = (one: Row, other: Row, key: string) => {
    const property = key.replace(/^-/, "");
    return compare(one[property], other[property]) * (key.startsWith("-") ? -1 : 1);
  };
  return rows.toSorted((one, other) => keys.reduce((order, key) => order || difference(one, other, key), 0));
}

export function pageOf(rows: readonly Row[], query: Query, known: ReadonlySet<string>): readonly Row[] {
  const size = whole(query["pageSize"], 100, 1000);
  const offset = whole(query["offset"], (whole(query["page"], 1) - 1) * size);
  return byOffset(sorted(filtered(rows, query, known), query["sort"], known), offset, size).rows;
}
