/** The query language of 2.0 and 3.0: conditions in the body of a POST, order, limit and offset in the query. */
import { byNumber, byOffset, wholeNumber } from "../engine/pages.ts";
import type { Answer, Query } from "../engine/routes.ts";
import { type Row, text } from "../engine/values.ts";
import { invalid } from "./refusals.ts";

const isNumeric = (value: string): boolean => /^-?\d+(?:\.\d+)?$/.test(value);

function compare(left: unknown, right: unknown): number {
  const a = text(left);
  const b = text(right);
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

const criteria: Readonly<Record<string, (value: unknown, wanted: string) => boolean>> = {
  "=": (value, wanted) => text(value).toLowerCase() === wanted.toLowerCase(),
  "!=": (value, wanted) => text(value) !== wanted,
  ">": (value, wanted) => compare(value, wanted) > 0,
  ">=": (value, wanted) => compare(value, wanted) >= 0,
  "<": (value, wanted) => compare(value, wanted) < 0,
  "<=": (value, wanted) => compare(value, wanted) <= 0,
  like: (value, wanted) => text(value).toLowerCase().includes(wanted.toLowerCase()),
};

/** The rows that fulfil all conditions. `fields` are those that the vendor documents for the list. */
export function searched(all: readonly Row[], conditions: readonly Row[], fields: readonly string[]): readonly Row[] {
  for (const { field } of conditions)
    if (!fields.includes(text(field))) throw invalid(`The field "${text(field)}" cannot be searched.`);
  return all.filter((row) =>
    conditions.every(({ field, value, criteria: name = "like" }) => {
      const fits = criteria[text(name)];
      if (fits === undefined) throw invalid(`Unknown criteria "${text(name)}".`);
      return fits(row[text(field)], text(value));
    }),
  );
}

function ordered(all: readonly Row[], order: string | undefined): readonly Row[] {
  const [, field = "id", direction = "asc"] = /^(\w+?)(?:_(asc|desc))?$/.exec(order ?? "id") ?? [];
  const sign = direction === "desc" ? -1 : 1;
  return all.toSorted((left, right) => sign * compare(left[field], right[field]));
}

export type Show = (row: Row) => unknown;

/** A bare array. Only some lists have a header with their total. */
export function arrayPage(all: readonly Row[], query: Query, show: Show, hasTotal = false): Answer {
  const limit = wholeNumber(query["limit"], 500, 2000);
  const page = byOffset(ordered(all, query["order_by"]), wholeNumber(query["offset"], 0), limit);
  return { body: page.rows.map(show), ...(hasTotal && { headers: { "x-total-count": String(page.total) } }) };
}

/** A page of 4.0. */
export function countedPage(all: readonly Row[], query: Query, show: Show): Answer {
  const page = byNumber(all, wholeNumber(query["page"], 1), wholeNumber(query["limit"], 100, 500));
  const paging = { page: page.page, page_size: page.size, page_count: page.pages, item_count: page.total };
  return { body: { data: page.rows.map(show), paging } };
}
