/** The query language: SELECT from one entity, conditions joined by AND, one order, at most 1,000 records. */
import { byOffset } from "../engine/pages.ts";
import { isRow, type Row, text } from "../engine/values.ts";
import { type Entity, filterable, isEntity, isList } from "./models.ts";
import { queryError } from "./refusals.ts";

const value = String.raw`'(?:[^'\\]|\\.)*'|[\w.+-]+`;
const condition = new RegExp(
  String.raw`^\s*([\w.]+)\s*(?:(<=|>=|=|<|>)\s*(${value})|in\s*\(\s*((?:${value})(?:\s*,\s*(?:${value}))*)\s*\))`,
  "i",
);
const statement =
  /^\s*select\s+(\*|count\(\*\))\s+from\s+(\w+)(?:\s+where\s+(.*?))?(?:\s+orderby\s+([\w.]+)(?:\s+(asc|desc))?)?(?:\s+startposition\s+(\d+))?(?:\s+maxresults\s+(\d+))?\s*$/is;

type Test = (row: Row) => boolean;

/** The comparable value, through references and lists. */
function at(row: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(row)) return row.flatMap((element) => at(element, path));
  const [first, ...rest] = path;
  if (first === undefined) return isRow(row) ? [row["value"] ?? row["Address"]] : [row];
  if (!isRow(row)) return [];
  const found = Object.entries(row).find(([name]) => name.toLowerCase() === first.toLowerCase());
  return found === undefined ? [undefined] : at(found[1], rest);
}

const comparable = (operand: unknown): string | number => {
  if (typeof operand === "number" || typeof operand === "boolean") return Number(operand);
  const written = text(operand);
  if (/^\d{4}-\d\d-\d\dT/.test(written)) return Date.parse(written);
  return /^-?\d+(\.\d+)?$/.test(written) ? Number(written) : written.toLowerCase();
};
const compare = (first: unknown, second: unknown): number => {
  const left = comparable(first);
  const right = comparable(second);
  if (typeof left !== typeof right) return text(first) < text(second) ? -1 : text(first) > text(second) ? 1 : 0;
  return left < right ? -1 : left > right ? 1 : 0;
};

const signs: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

const meant = (written: string): unknown => {
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  return /^(?:true|false)$/i.test(written) ? written.toLowerCase() === "true" : written;
};

function testOf(field: string, sign: string, wanted: readonly unknown[]): Test {
  const path = field.split(".");
  const holds = signs[sign] ?? (() => false);
  return (row) =>
    at(row, path).some((found) => found !== undefined && wanted.some((operand) => holds(compare(found, operand))));
}

function conditionsOf(entity: Entity, where: string): { tests: Test[]; fields: string[] } {
  const tests: Test[] = [];
  const fields: string[] = [];
  for (let rest = where; ; ) {
    const [match, field = "", sign = "in", single, several] = condition.exec(rest) ?? [];
    if (match === undefined) throw queryError(`Encountered " "${rest.trim().slice(0, 20)}"`);
    if (!filterable(entity, field)) throw queryError(`property '${field}' is not queryable`);
    const values = single === undefined ? [...(several ?? "").matchAll(new RegExp(value, "g"))].map(String) : [single];
    tests.push(testOf(field, single === undefined ? "=" : sign.toLowerCase(), values.map(meant)));
    fields.push(field);
    rest = rest.slice(match.length);
    if (rest.trim() === "") return { tests, fields };
    const [and] = /^\s+and\s+/i.exec(rest) ?? [];
    if (and === undefined) throw queryError(`Encountered " "${rest.trim().slice(0, 20)}"`);
    rest = rest.slice(and.length);
  }
}

/** A page of rows, or only their count. */
export function select(query: string, rowsOf: (entity: Entity) => readonly Row[]) {
  const [match, what = "", entity = "", where, field, direction, from = "1", most = "100"] =
    statement.exec(query) ?? [];
  if (match === undefined) throw queryError(`Encountered " "${query.slice(0, 20)}"`);
  if (!isEntity(entity)) throw queryError(`Metadata not found for Entity: ${entity}`);
  if (Number(from) < 1) throw queryError("value 0 is too small. Min allowed value is 1");
  if (Number(most) > 1000) throw queryError(`value ${most} is too large. Max allowed value is 1000`);
  const { tests, fields } = where === undefined ? { tests: [], fields: [] } : conditionsOf(entity, where);
  // Inactive records are only returned if the query asks for them.
  if (isList(entity) && !fields.some((name) => /^active$/i.test(name))) tests.push((row) => row["Active"] !== false);
  const found = rowsOf(entity).filter((row) => tests.every((fits) => fits(row)));
  const start = Number(from);
  if (what !== "*") return { entity, rows: [], start, count: found.length };
  // The vendor promises no order of its own, so the records that changed last come first.
  const isDescending = field === undefined || direction?.toLowerCase() === "desc";
  const sign = isDescending ? -1 : 1;
  const path = (field ?? "MetaData.LastUpdatedTime").split(".");
  const sorted = found.toSorted((left, right) => sign * compare(at(left, path)[0], at(right, path)[0]));
  return { entity, rows: byOffset(sorted, start - 1, Number(most)).rows, start, count: undefined };
}
