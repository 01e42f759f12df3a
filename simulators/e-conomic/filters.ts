/** The language of `filter`: `lastUpdated$gte:2026-01-01T00:00:00Z$and:(name$eq:Oy$or:number$ne:0)`. */
import { type Language, orderOf, type Reader, readerOf, type Value } from "../engine/expressions.ts";
import { isRow, type Row, text } from "../engine/values.ts";

/** How the API says that it did not understand. */
type Bad = (message: string) => Error;

const valueAt = (row: Row, field: string): unknown =>
  field.split(".").reduce<unknown>((at, name) => (isRow(at) ? at[name] : undefined), row);

/** Days are compared with days, text whatever its case. */
function compare(value: unknown, wanted: string): number {
  if (typeof value === "number") return Math.sign(value - Number(wanted));
  const known = text(value).toLowerCase();
  const [left, right] = [/^\d{4}-\d\d-\d\d$/.test(wanted) ? known.slice(0, 10) : known, wanted.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What the difference of the two may be, by the operator. */
const operators: Readonly<Record<string, readonly number[]>> = {
  ...{ eq: [0], ne: [-1, 1], gt: [1], gte: [0, 1], lt: [-1], lte: [-1, 0] },
};

/** A whole condition: signs that mean something have a `$` before them in its value. */
const condition = /^([\w.]+)\$(\w+):(.*)$/s;

/** What is not filterable is refused by name. */
export function parseFilter(source: string, filterable: readonly string[], bad: Bad): (row: Row) => boolean {
  const language: Language = {
    token: /(?<name>[\w.]+\$\w+:(?:\$null:|\$[$()*,]|[^$)])*)|(?<sign>\$and:|\$or:|[()])/y,
    ...{ and: ["$AND:"], or: ["$OR:"], literals: {}, comparisons: {}, functions: {}, fail: bad },
    field: (written): Reader => {
      const [, field = "", name = "", wanted = ""] = condition.exec(written) ?? [];
      const operator = operators[name];
      if (operator === undefined) throw bad(`Syntax error at ${source.indexOf(written)}`);
      if (!filterable.includes(field)) throw bad(`Filtering is not allowed on property '${field}'`);
      if (wanted === "$null:") return (row) => (name === "ne") === (valueAt(row, field) !== undefined);
      const value = wanted.replaceAll(/\$(.)/g, "$1");
      return (row) => operator.includes(compare(valueAt(row, field), value));
    },
  };
  const reader = readerOf(source, language);
  return (row) => reader(row) === true;
}

/** `-name,age`: what is not sortable is refused. */
export function sorted(rows: readonly Row[], sort: string, sortable: readonly string[], bad: Bad): Row[] {
  const order = orderOf(sort.replaceAll(/-([\w.]+)/g, "$1 DESC"), (field) => {
    if (!sortable.includes(field)) throw bad("Could not parse query string sort parameter");
    return (row) => (valueAt(row, field) ?? null) as Value;
  });
  return rows.toSorted(order);
}
