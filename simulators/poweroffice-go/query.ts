/** The API's lists: pages, filters and the order by one field. */
import { byNumber, linkTo, wholeNumber } from "../engine/pages.ts";
import type { Answer, RouteRequest } from "../engine/routes.ts";
import { type Row, text } from "../engine/values.ts";
import type { Table } from "./company.ts";
import { badQuery } from "./refusals.ts";

type Request = RouteRequest<Table>;
type Test = (row: Row, wanted: string) => boolean;

export const after =
  (field: string): Test =>
  (row, wanted) =>
    Date.parse(text(row[field])) > Date.parse(wanted);

export const fromDay =
  (field: string): Test =>
  (row, wanted) =>
    text(row[field]).slice(0, 10) >= wanted.slice(0, 10);

export const toDay =
  (field: string): Test =>
  (row, wanted) =>
    text(row[field]).slice(0, 10) <= wanted.slice(0, 10);

export const oneOf =
  (field: string): Test =>
  (row, wanted) =>
    wanted.split(",").some((value) => value.trim() === text(row[field]));

/** `10000-15999, 12500, 13000-` */
export const inRanges =
  (field: string): Test =>
  (row, wanted) =>
    wanted.split(",").some((part) => {
      const [, from = "", dash, to] = /^\s*(\d+)\s*(-)?\s*(\d+)?\s*$/.exec(part) ?? [];
      if (from === "") throw badQuery(`${field} must be numbers or ranges of numbers.`);
      const value = Number(row[field]);
      if (dash === undefined) return value === Number(from);
      return value >= Number(from) && (to === undefined || value <= Number(to));
    });

export const equal =
  (field: string): Test =>
  (row, wanted) =>
    text(row[field]) === wanted;

/** Whether a flag is set. It has no effect if it is not asked for. */
export const flagged =
  (isFlagged: (row: Row) => boolean): Test =>
  (row, wanted) =>
    wanted !== "true" || isFlagged(row);

export type Filters = Readonly<Record<string, Test>>;

const common = ["PageNumber", "PageSize", "OrderBy", "Fields", "showInherited"];

interface List {
  readonly filters: Filters;
  readonly required?: readonly string[];
  readonly show: (row: Row) => Row;
}

const defaultSize = 5000;
const largestSize = 20_000;

/** An empty page is an answer without a body. */
export function listPage({ query, raw }: Request, all: readonly Row[], { filters, required = [], show }: List): Answer {
  const strange = Object.keys(query).find((name) => !common.includes(name) && !(name in filters));
  if (strange !== undefined) throw badQuery(`${strange} is not a valid parameter.`);
  const absent = required.find((name) => !query[name]);
  if (absent !== undefined) throw badQuery(`The parameter ${absent} is required.`);
  const found = all.filter((row) =>
    Object.entries(filters).every(([name, fits]) => {
      const wanted = query[name];
      return wanted === undefined || wanted.trim() === "" || fits(row, wanted);
    }),
  );
  const { OrderBy: order } = query;
  const sorted = order === undefined ? found : found.toSorted((one, two) => compare(one[order], two[order]));
  const size = wholeNumber(query["PageSize"], defaultSize);
  if (size > largestSize) throw badQuery(`PageSize must not be larger than ${largestSize}.`);
  const number = wholeNumber(query["PageNumber"], 1);
  const { rows, hasMore } = byNumber(sorted, number, size);
  if (rows.length === 0) return { status: 204 };
  const next = hasMore ? { nextPageLink: linkTo(raw.url, { PageNumber: number + 1 }) } : {};
  return { headers: { "x-pagination": JSON.stringify(next) }, body: rows.map(show) };
}

function compare(one: unknown, two: unknown): number {
  if (typeof one === "number" && typeof two === "number") return one - two;
  return text(one) < text(two) ? -1 : text(one) > text(two) ? 1 : 0;
}
