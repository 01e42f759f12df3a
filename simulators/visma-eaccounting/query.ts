/** The vendor's query options of OData 4, and its pages. */
import { comparing, type Language, orderOf, readerOf, textFunctions, type Value } from "../engine/expressions.ts";
import { byNumber, wholeNumber } from "../engine/pages.ts";
import type { Answer, Query } from "../engine/routes.ts";
import { isRow, type Row } from "../engine/values.ts";
import { invalid } from "./refusals.ts";

const moment = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** Days and moments are compared as moments. */
function comparable(value: unknown): Value {
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "string") return null;
  return moment.test(value) ? Date.parse(value) : value;
}

const { equal, unequal, more, less, atLeast, atMost } = comparing;
const language: Omit<Language, "field"> = {
  token:
    /\s*(?:'(?<text>(?:[^']|'')*)'|(?<guid>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})|(?<moment>\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?)|(?<number>-?\d+(?:\.\d+)?)|(?<boolean>(?:true|false)\b)|(?<null>null\b)|(?<name>[A-Za-z_]\w*)|(?<sign>[(),]))/y,
  literals: {
    text: (written) => written.replaceAll("''", "'"),
    guid: (written) => written,
    moment: comparable,
    number: Number,
    boolean: (written) => written === "true",
    null: () => null,
  },
  or: ["OR"],
  and: ["AND"],
  not: ["NOT"],
  fail: invalid,
  comparisons: { eq: equal, ne: unequal, gt: more, lt: less, ge: atLeast, le: atMost },
  functions: textFunctions,
};

const fieldOf = (fields: ReadonlySet<string>) => (name: string) => {
  if (!fields.has(name)) throw invalid(`Could not find a property named '${name}'.`);
  return (row: Row) => comparable(row[name]);
};

/** The `$page` and `$pagesize` of a list, after `$filter` and `$orderby`. */
export function page(all: readonly Row[], query: Query, now: number): Answer {
  const field = fieldOf(new Set(all.flatMap((row) => (isRow(row) ? Object.keys(row) : []))));
  const { $filter, $orderby, $page, $pagesize } = query;
  const fits = $filter === undefined ? () => true : readerOf($filter, { ...language, field });
  const found = all.filter((row) => fits(row) === true);
  const sorted = $orderby === undefined ? found : found.toSorted(orderOf($orderby, field));
  const size = wholeNumber($pagesize, 50, 1000);
  const number = wholeNumber($page, 1);
  const { rows, total } = byNumber(sorted, number, size);
  return {
    body: {
      Meta: {
        CurrentPage: number,
        PageSize: size,
        TotalNumberOfPages: Math.ceil(total / size),
        TotalNumberOfResults: total,
        ServerTimeUtc: new Date(now).toISOString(),
      },
      Data: rows,
    },
  };
}
