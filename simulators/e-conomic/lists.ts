/** Filters of both generations, the pages of the older one, and what all answers have in common. */

import { type Language, orderOf, readerOf, type Value } from "../engine/expressions.ts";
import { pdf } from "../engine/files.ts";
import { openOnce } from "../engine/once.ts";
import { byNumber, linkTo } from "../engine/pages.ts";
import type { Answer, Route, RouteRequest } from "../engine/routes.ts";
import { isRow, type Row, text } from "../engine/values.ts";
import { badRequest } from "./refusals.ts";
import type { Name } from "./shapes.ts";

type Bad = Language["fail"];

const valueAt = (row: Row, field: string): unknown =>
  field.split(".").reduce<unknown>((at, name) => (isRow(at) ? at[name] : undefined), row);

/** Days are compared as days, text is case-insensitive. */
function compare(value: unknown, wanted: string): number {
  if (typeof value === "number") return Math.sign(value - Number(wanted));
  const known = text(value).toLowerCase();
  const left = /^\d{4}-\d\d-\d\d$/.test(wanted) ? known.slice(0, 10) : known;
  const right = wanted.toLowerCase();
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The results of `compare` that each operator accepts. */
const operators: Readonly<Record<string, readonly number[]>> = {
  eq: [0],
  ne: [-1, 1],
  gt: [1],
  gte: [0, 1],
  lt: [-1],
  lte: [-1, 0],
};

/** Refuses fields that cannot be filtered, by name. */
export function filtered(all: readonly Row[], filter: string | undefined, fields: readonly string[], bad: Bad): Row[] {
  if (filter === undefined) return [...all];
  const fits = readerOf(filter, {
    token: /(?<name>[\w.]+\$\w+:(?:\$null:|\$[$()*,]|[^$)])*)|(?<sign>\$and:|\$or:|[()])/y,
    and: ["$AND:"],
    or: ["$OR:"],
    literals: {},
    comparisons: {},
    functions: {},
    fail: bad,
    field: (written) => {
      const [, field = "", name = "", wanted = ""] = /^([\w.]+)\$(\w+):(.*)$/s.exec(written) ?? [];
      const operator = operators[name];
      if (operator === undefined) throw bad(`Syntax error at ${filter.indexOf(written)}`);
      if (!fields.includes(field)) throw bad(`Filtering is not allowed on property '${field}'`);
      if (wanted === "$null:") return (row) => (name === "ne") === (valueAt(row, field) !== undefined);
      // Reserved characters are escaped with `$`.
      const value = wanted.replaceAll(/\$(.)/g, "$1");
      return (row) => operator.includes(compare(valueAt(row, field), value));
    },
  });
  return all.filter((row) => fits(row) === true);
}

/** `-name,age`: refuses fields that cannot be sorted. */
function sorted(rows: readonly Row[], sort: string, sortable: readonly string[], bad: Bad): Row[] {
  const order = orderOf(sort.replaceAll(/-([\w.]+)/g, "$1 DESC"), (field) => {
    if (!sortable.includes(field)) throw bad("Could not parse query string sort parameter");
    return (row) => (valueAt(row, field) ?? null) as Value;
  });
  return rows.toSorted(order);
}

/** The vendor promises no order of its own. Rows without a time of change keep theirs. */
const lastChangedFirst = (left: Row, right: Row): number => {
  const first = text(left["lastUpdated"]);
  const second = text(right["lastUpdated"]);
  return first < second ? 1 : first > second ? -1 : 0;
};

/** Pages count from zero and have at most a thousand records; pages behind the end are empty. The filter fields are sortable. */
export function older(
  { query, raw: request }: RouteRequest<Name>,
  all: readonly Row[],
  fields: readonly string[],
): Answer {
  const { skippages = "0", pagesize = "20", filter, sort } = query;
  const skipPages = Number(skippages);
  const pageSize = Number(pagesize);
  if (!(pageSize >= 1 && pageSize <= 1000))
    throw badRequest("Property pagesize must be a positive whole number between 1 and 1000.", { errorCode: "E04810" });
  const bad = (message: string) => badRequest(message, { allowedFilteringFields: fields });
  const fitting = filtered(all, filter, fields, bad);
  const found = sort === undefined ? fitting.toSorted(lastChangedFirst) : sorted(fitting, sort, fields, bad);
  const { rows: collection, hasMore } = byNumber(found, skipPages, pageSize, 0);
  const self = linkTo(request.url.replace(/\?.*/, ""), {});
  const next = hasMore && { nextPage: linkTo(self, { skippages: skipPages + 1, pagesize: pageSize }) };
  const pagination = { maxPageSizeAllowed: 1000, skipPages, pageSize, results: found.length, ...next };
  return { body: { collection, metaData: {}, pagination, self } };
}

/** The routes of a host. A repeated idempotency key is answered with the first answer. */
export function hosted(host: string, routes: readonly Route<Name>[]): Route<Name>[] {
  const once = openOnce();
  const differs = () => badRequest("The key was used with another request.");
  return routes.map(([method, path, handler]) => {
    const keyed = (request: RouteRequest<Name>) =>
      once(text(request.raw.headers["idempotency-key"]), request.raw, () => handler(request), differs);
    return [method, `${host}/${path}`, method === "GET" ? handler : keyed];
  });
}

export const asPdf = (line: string): Answer => ({ headers: { "content-type": "application/pdf" }, body: pdf(line) });
