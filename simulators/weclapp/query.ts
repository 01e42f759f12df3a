/** The query language of lists: conditions behind the names of properties, sorting, pages by offset or number. */
import { byOffset, wholeNumber } from "../engine/pages.ts";
import type { Query } from "../engine/routes.ts";
import { likeOf, type Row, text, words } from "../engine/values.ts";
import { invalid } from "./refusals.ts";

/** Parameters that are not conditions. */
const reserved = words(
  "offset|page|pageSize|sort|properties|serializeNulls|entityName|entityId|includeReferencedEntities|additionalProperties",
);

/** Decimals are text and timestamps are numbers: both are compared as numbers. */
function compare(a: unknown, b: unknown): number {
  const left = text(a);
  const right = text(b);
  const areNumbers = [left, right].every((value) => /^-?\d+(\.\d+)?$/.test(value));
  return areNumbers ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0;
}

const among = (wanted: string) => {
  const values: unknown = JSON.parse(wanted);
  if (!Array.isArray(values)) throw invalid("a list of values is expected");
  return (value: unknown): boolean => values.some((candidate) => compare(value, candidate) === 0);
};

/** Those of the vendor's operators that the connector uses. */
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

/** Conditions of one group are alternatives. As in SQL, a missing value meets no condition. */
function conditionOf(name: string, wanted: string, isKnown: Known) {
  const [, group = name, property = "", operator = ""] = form.exec(name) ?? [];
  if (!isKnown(property)) throw invalid(`unexpected filter property: ${property || name}`);
  const test = tests[operator]?.(wanted);
  if (test === undefined) throw invalid(`unexpected filter operator: ${operator}`);
  return { group, fits: (row: Row) => row[property] !== undefined && test(row[property]) };
}

const usual = words("id|version|createdDate|lastModifiedDate");

/** Whether a property exists: a record has it, or it is writable. */
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
  const difference = (a: Row, b: Row, key: string) => {
    const property = key.replace(/^-/, "");
    return compare(a[property], b[property]) * (key.startsWith("-") ? -1 : 1);
  };
  return rows.toSorted((a, b) => keys.reduce((order, key) => order || difference(a, b, key), 0));
}

export function pageOf(rows: readonly Row[], query: Query, isKnown: Known): readonly Row[] {
  const size = wholeNumber(query["pageSize"], 100, 1000);
  const offset = wholeNumber(query["offset"], (wholeNumber(query["page"], 1) - 1) * size);
  return byOffset(sorted(filtered(rows, query, isKnown), query["sort"], isKnown), offset, size).rows;
}
