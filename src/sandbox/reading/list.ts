/** Turns the query of a list into one SQL statement. */
import type { FastifyReply } from "fastify";
import { invalid } from "../server/errors.ts";
import { json, type Query } from "../server/http.ts";
import type { Collection } from "./collections.ts";

export interface ListRequest {
  readonly page: number;
  readonly size: number;
  readonly sort?: { readonly sql: string; readonly descending: boolean };
  readonly filters: readonly { readonly where: (value: string) => string; readonly value: unknown }[];
}

const defaultSize = 20;
const largestSize = 100;
const lastPage = 1_000_000_000;

type Readable = Pick<Collection, "filters" | "sorts" | "required" | "largestPage">;

export function readListRequest(collection: Readable, query: Query): ListRequest {
  const { page, page_size, sort, ...rest } = readTexts(query);
  for (const name of collection.required) if (rest[name] === undefined) throw invalid(name, "is required");
  const filters = Object.entries(rest).map(([name, text]) => {
    const filter = Object.hasOwn(collection.filters, name) ? collection.filters[name] : undefined;
    if (filter === undefined) throw invalid(name, "is not a parameter of this list");
    return { where: filter.where, value: filter.read(text, name) };
  });
  return {
    page: integer("page", page ?? "1", lastPage),
    size: integer("page_size", page_size ?? String(defaultSize), collection.largestPage ?? largestSize),
    filters,
    ...(sort === undefined ? {} : { sort: readSort(collection, sort) }),
  };
}

function readTexts(query: Query): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (typeof value !== "string") throw invalid(name, "must occur once");
      return [name, value];
    }),
  );
}

function integer(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d{1,12}$/.test(text) || value < 1 || value > max)
    throw invalid(name, `must be a whole number from 1 to ${max}`);
  return value;
}

function readSort({ sorts }: Readable, text: string): { sql: string; descending: boolean } {
  const descending = text.startsWith("-");
  const field = descending ? text.slice(1) : text;
  const sql = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  if (sql === undefined)
    throw invalid("sort", `must be one of ${Object.keys(sorts).join(", ")}, with - for descending`);
  return { sql, descending };
}

/** Returns one row: the total, and the bodies of the page as JSON text. `ids` are $1 and $2 of the rows' SQL. */
export function listStatement(collection: Collection, ids: readonly string[], request: ListRequest) {
  const skipped = (request.page - 1) * request.size;
  const values: unknown[] = [...ids];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  if (collection.gapless && request.filters.length === 0 && request.sort === undefined) {
    const window = `position > ${parameter(skipped)} AND position <= ${parameter(skipped + request.size)}`;
    return statement(collection, values, {
      total: "SELECT coalesce(max(position), 0) FROM found",
      page: `SELECT body FROM found WHERE ${window} ORDER BY position`,
    });
  }
  const condition = ["true", ...request.filters.map(({ where, value }) => where(parameter(value)))].join(" AND ");
  // Equal values are sorted by id, so that pages never repeat or miss a record.
  const direction = request.sort?.descending ? "DESC" : "ASC";
  const order = request.sort ? `${request.sort.sql} ${direction}, id ${direction}` : "position";
  const window = `WHERE ${condition} ORDER BY ${order} LIMIT ${parameter(request.size)} OFFSET ${parameter(skipped)}`;
  return statement(collection, values, {
    total: `SELECT count(*) FROM found WHERE ${condition}`,
    // In a long list, the index skips the records of earlier pages without reading them.
    page: collection.gapless
      ? `SELECT body FROM found WHERE position = ANY (ARRAY(SELECT position FROM found ${window})) ORDER BY ${order}`
      : `SELECT body FROM found ${window}`,
  });
}

function statement({ rows }: Collection, values: unknown[], { total, page }: { total: string; page: string }) {
  const text = `WITH found AS NOT MATERIALIZED (${rows})
    SELECT (${total})::text AS total, (SELECT string_agg(body::text, ',') FROM (${page}) AS page) AS items`;
  return { text, values };
}

/** A short list in memory. */
export function shortList(reply: FastifyReply, items: readonly unknown[], query: Query, largestPage = 100) {
  const request = readListRequest({ filters: {}, sorts: {}, required: [], largestPage }, query);
  const start = (request.page - 1) * request.size;
  const shown = items.slice(start, start + request.size).map((item) => JSON.stringify(item));
  return json(reply, page(shown.join(","), items.length, request));
}

export const page = (items: string, total: number, { page, size }: Pick<ListRequest, "page" | "size">): string =>
  `{"items":[${items}],"total":${total},"page":${page},"page_size":${size}}`;
