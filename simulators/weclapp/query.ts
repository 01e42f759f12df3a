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
  const left = text(one);
  const right = text(other);
  const areNumbers = [left, right].every((value) => /^-?\d+(\.\d+)?$/.test(value));
  return areNumbers ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0;
}

const among = (wanted: string) => {
  const values: unknown = JSON.parse(wanted);
  if (!Array.isArray(values)) throw invalid("a list of values is expected");
  return (value: unknown): boolean => values.some((one) => compare(value, one) === 0);
};

/** Of the vendor's operators those that anybody here asks with. */
const tests: Readonly<Record<string, (wanted: string) => (value: unknown) => boolean>> = {
  eq: (wanted) => (value) => compare(value, wanted) === 0,
  ne: (wanted) => (value) => compare(value, wanted) !== 0,
  lt: (wanted) => (value) => compare(value, wanted) < 0,
  gt: (wanted) => (value) => compare(value, wanted) > 0,
  le: (wanted) => (value) => compare(value, wanted) <= 0,
  ge: (wanted) => (value) => compare(value, wanted) >= 0,
  ilike: (wanted) => (value) => likeOf(wanted).test(text(value)),
  in: among,
};

const form = /^(?:(or\w*)-)?([\w.]+)-([a-z]+)$/;

/** Conditions of one group are alternatives. What nobody has is nothing to compare with, as in SQL. */
function conditionOf(name: string, wanted: string, isKnown: Known) {
  const [, group = name, property = "", operator = ""] = form.exec(name) ?? [];
  if (!isKnown(property)) throw invalid(`unexpected filter property: ${property || name}`);
  const test = tests[operator]?.(wanted);
  if (test === undefined) throw invalid(`unexpected filter operator: ${operator}`);
  return { group, fits: (row: Row) => row[property] !== undefined && test(row[property]) };
}

const usual = words("id|version|createdDate|lastModifiedDate");

/** Of a property: some record has it, or one may send it. */
type Known = (property: string) => boolean;
export const propertiesOf =
  (rows: readonly Row[], more: readonly string[]): Known =>
  (property) =>
    usual.includes(property) || more.includes(property) || rows.some((row) => property in row);

export function filtered(rows: readonly Row[], query: Query, isKnown: Known): Row[] {
  const conditions = Object.entries(query).flatMap(([name, wanted = ""]) =>
    reserved.includes(name) ? [] : [conditionOf(name, wanted, isKnown)],
  );
  const groups = [...Map.groupBy(conditions, ({ group }) => group).values()];
  return rows.filter((row) => groups.every((group) => group.some(({ fits }) => fits(row))));
}

function sorted(rows: readonly Row[], sort: string | undefined, isKnown: Known): readonly Row[] {
  const keys = (sort ?? "").split(",").filter(Boolean);
  for (const key of keys) if (!isKnown(key.replace(/^-/, ""))) throw invalid(`unknown sort property: ${key}`);
  const difference = (one: Row, other: Row, key: string) => {
    const property = key.replace(/^-/, "");
    return compare(one[property], other[property]) * (key.startsWith("-") ? -1 : 1);
  };
  return rows.toSorted((one, other) => keys.reduce((order, key) => order || difference(one, other, key), 0));
}

export function pageOf(rows: readonly Row[], query: Query, isKnown: Known): readonly Row[] {
  const size = whole(query["pageSize"], 100, 1000);
  const offset = whole(query["offset"], (whole(query["page"], 1) - 1) * size);
  return byOffset(sorted(filtered(rows, query, isKnown), query["sort"], isKnown), offset, size).rows;
}
