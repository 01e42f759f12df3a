/** What every endpoint shares: how it is asked and answers, and the reads that all resources have. */
import type { FastifyRequest } from "fastify";
import { type FilterRules, filtered, type PageRules, paged, type Query } from "./query.ts";
import { badRequest, notFound, type Refusal } from "./refusals.ts";
import { type Books, type Fields, isObject, type Json, type Row, type Shelf, text } from "./store.ts";

export interface Ask {
  readonly books: Books;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly url: string;
  readonly request: FastifyRequest;
  /** The body as an object; numbers stay text, so that ids beyond 2^53 and decimals survive. */
  body(): Fields;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json | readonly Row[];
}

export type Handler = (ask: Ask) => Answer | Promise<Answer>;
export type Route = readonly [method: "GET" | "POST" | "PATCH" | "DELETE", path: string, handler: Handler];

export interface Resource {
  /** After the administration: `documents/receipts`. */
  readonly path: string;
  readonly shelf: Shelf;
  readonly filter?: FilterRules;
  readonly page?: PageRules;
  readonly syncs?: boolean;
  /** What a period is without being asked for when ids and versions are listed. */
  readonly syncDefaults?: Readonly<Record<string, string>>;
  readonly missing?: () => Refusal;
  show(books: Books, row: Row): Row;
}

export function find(books: Books, shelf: Shelf, id: string | undefined, missing = notFound): Row {
  const row = books.shelf[shelf].get(id ?? "");
  if (row === undefined) throw missing();
  return row;
}

/** The part of the body that the vendor wants everything under. */
export function under(ask: Ask, root: string, refusal?: Refusal): Fields {
  const given = ask.body()[root];
  if (isObject(given)) return given;
  const words = root.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  throw refusal ?? badRequest(`${words.join(" ")} is required`, { [root]: "required" });
}

/** Documents come newest first. */
function ordered(rows: Row[], dateField: string | undefined): Row[] {
  if (dateField === undefined) return rows;
  const key = (row: Row) => (text(row[dateField]) || "9999") + row.id;
  return rows.toSorted((one, other) => (key(one) < key(other) ? 1 : -1));
}

export function reads(resource: Resource): Route[] {
  const { path, shelf, filter = {}, missing = notFound } = resource;
  const show = (books: Books, rows: Row[]) => rows.map((row) => resource.show(books, row));
  const routes: Route[] = [
    [
      "GET",
      path,
      ({ books, query, url }) => {
        const rows = filtered(books, books.shelf[shelf].values(), query["filter"], filter);
        const page = paged(ordered(rows, filter.dateField), url, query, resource.page);
        return { headers: page.headers, body: show(books, page.rows) };
      },
    ],
    [
      "GET",
      `${path}/:id`,
      ({ books, params }) => ({ body: resource.show(books, find(books, shelf, params["id"], missing)) }),
    ],
  ];
  return resource.syncs === true ? [...routes, ...synchronization(resource)] : routes;
}

export function synchronization({ path, shelf, filter, syncDefaults = {}, show }: Resource): Route[] {
  return [
    [
      "GET",
      `${path}/synchronization`,
      ({ books, query }) => {
        const rules = { ...filter, defaults: syncDefaults };
        const rows = filtered(books, books.shelf[shelf].values(), query["filter"], rules);
        return { body: listed(rows, query).map(({ id, version }) => ({ id, version: version ?? 0 })) };
      },
    ],
    [
      "POST",
      `${path}/synchronization`,
      ({ books, body }) => {
        const { ids } = body();
        if (ids === undefined) throw badRequest("Ids is required", { ids: "required" });
        if (!Array.isArray(ids)) throw badRequest("Ids isn't an array", { ids: "array" });
        const found = (ids as Json[]).slice(0, 100).flatMap((id) => books.shelf[shelf].get(text(id)) ?? []);
        return { body: found.map((row) => show(books, row)) };
      },
    ],
  ];
}

/** Archived contacts are left out unless one asks for them; nothing else is archived in this way. */
export const listed = (rows: Row[], query: Query): Row[] =>
  query["include_archived"] === "true" ? rows : rows.filter((row) => row["archived"] !== true);

/** Ids are texts, but for the administration's: that comes as a number, beyond 2^53 or not. */
export const encode = (body: Json | readonly Row[]): string =>
  JSON.stringify(body).replaceAll(/"administration_id":"(\d+)"/g, '"administration_id":$1');
