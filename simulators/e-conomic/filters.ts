/** The language of `filter`: `lastUpdated$gte:2026-01-01T00:00:00Z$and:(name$eq:Oy$or:number$ne:0)`. */
import type { Row } from "../engine/values.ts";
import { isRow, text } from "../engine/values.ts";

type Test = (row: Row) => boolean;

export class BadFilter extends Error {}

const valueAt = (row: Row, field: string): unknown =>
  field.split(".").reduce<unknown>((at, name) => (isRow(at) ? at[name] : undefined), row);

/** Days are compared with days, text whatever its case. */
function compare(value: unknown, wanted: string): number {
  if (typeof value === "number") return value - Number(wanted);
  const known = text(value).toLowerCase();
  const [left, right] = [/^\d{4}-\d\d-\d\d$/.test(wanted) ? known.slice(0, 10) : known, wanted.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

const operators: Readonly<Record<string, (difference: number) => boolean>> = {
  ...{ eq: (difference) => difference === 0, ne: (difference) => difference !== 0 },
  ...{ gt: (difference) => difference > 0, gte: (difference) => difference >= 0 },
  ...{ lt: (difference) => difference < 0, lte: (difference) => difference <= 0 },
};

/** What is not filterable is refused by name. */
export function parseFilter(source: string, filterable: readonly string[]): Test {
  let at = 0;
  const starts = (word: string) => source.startsWith(word, at);
  const take = (word: string): boolean => {
    if (!starts(word)) return false;
    at += word.length;
    return true;
  };
  const value = (): string | undefined => {
    let read = "";
    while (at < source.length && !starts("$and:") && !starts("$or:") && !starts(")")) {
      if (take("$null:")) return undefined;
      if (starts("$") && !"$()*,".includes(source[at + 1] ?? " ")) throw new BadFilter(`Syntax error at ${at}`);
      if (starts("$")) at += 1;
      read += source[at++];
    }
    return read;
  };
  const predicate = (): Test => {
    const [whole = "", field = "", name = ""] = /^([\w.]+)\$(\w+):/.exec(source.slice(at)) ?? [];
    const operator = operators[name];
    if (operator === undefined) throw new BadFilter(`Syntax error at ${at}`);
    if (!filterable.includes(field)) throw new BadFilter(`Filtering is not allowed on property '${field}'`);
    at += whole.length;
    const wanted = value();
    if (wanted === undefined) return (row) => (name === "ne") === (valueAt(row, field) !== undefined);
    return (row) => operator(compare(valueAt(row, field), wanted));
  };
  const term = (): Test => {
    if (!take("(")) return predicate();
    const inner = either();
    if (!take(")")) throw new BadFilter("Syntax error, expected: )");
    return inner;
  };
  const both = (): Test => {
    const tests = [term()];
    while (take("$and:")) tests.push(term());
    return (row) => tests.every((test) => test(row));
  };
  const either = (): Test => {
    const tests = [both()];
    while (take("$or:")) tests.push(both());
    return (row) => tests.some((test) => test(row));
  };
  const whole = either();
  if (at < source.length) throw new BadFilter(`Syntax error at ${at}`);
  return whole;
}

/** `-name,age`: what is not sortable is refused. */
export function sorted(rows: readonly Row[], sort: string, sortable: readonly string[]): Row[] {
  const keys = sort.split(",").map((key) => ({ field: key.replace(/^-/, ""), sign: key.startsWith("-") ? -1 : 1 }));
  if (keys.some(({ field }) => !sortable.includes(field)))
    throw new BadFilter("Could not parse query string sort parameter");
  return rows.toSorted((one, other) => {
    for (const { field, sign } of keys) {
      const difference = compare(valueAt(one, field), text(valueAt(other, field)));
      if (difference !== 0) return sign * difference;
    }
    return 0;
  });
}
