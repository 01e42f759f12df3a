/** What every endpoint shares: how it is asked and answers, and the reads that all resources have. */
import { byNumber, linkTo } from "../engine/pages.ts";
import { type Dialect, type Resource, routesOf } from "../engine/resources.ts";
import { type Answer, type Route as AnyRoute, type Ask, get, post, type Refusal } from "../engine/routes.ts";
import { isRow, type Row, text } from "../engine/values.ts";
import type { Table } from "./administration.ts";
import { type FilterRules, filtered } from "./query.ts";
import { badRequest, notFound } from "./refusals.ts";

export type Route = AnyRoute<Table>;
export type Asked = Ask<Table>;

interface PageRules {
  /** How many when nothing is asked for. */
  readonly size?: number;
  /** The older part of the API words a page that is too big in another way. */
  readonly old?: boolean;
}

/** The path is what follows the administration: `documents/receipts`. */
export interface Kept extends Resource<Table> {
  /** What bodies have everything under. */
  readonly root: string;
  readonly filter?: FilterRules;
  readonly page?: PageRules;
  readonly syncs?: boolean;
  /** What a body without the record is answered with, where it is not the usual. */
  readonly nothing?: Refusal;
}

export function under(ask: Asked, root: string, refusal?: Refusal): Row {
  const given = ask.body()[root];
  if (isRow(given)) return given;
  const words = root.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  throw refusal ?? badRequest(`${words.join(" ")} is required`, { [root]: "required" });
}

/** Documents come newest first. */
function ordered(rows: readonly Row[], dateField: string | undefined): readonly Row[] {
  if (dateField === undefined) return rows;
  const key = (row: Row) => (text(row[dateField]) || "9999") + text(row["id"]);
  return rows.toSorted((one, other) => (key(one) < key(other) ? 1 : -1));
}

const dialect: Dialect<Table, Kept> = {
  list: (ask, resource, all) => {
    const found = filtered(ask.company, all, ask.query["filter"], resource.filter);
    return paged(ask, ordered(found, resource.filter?.dateField), resource);
  },
  given: (ask, { root, nothing }) => under(ask, root, nothing),
  missing: () => notFound(),
};

export const rest = (resource: Kept): Route[] => [
  ...routesOf(dialect, { ...resource, path: `:administration/${resource.path}` }),
  ...(resource.syncs === true ? synchronization(resource) : []),
];

/** Within the administration. */
export const inside = (routes: readonly Route[]): Route[] =>
  routes.map(([method, path, handler]) => [method, `:administration/${path}`, handler]);

function synchronization({ path, table, filter, show }: Kept): Route[] {
  return inside([
    get(`${path}/synchronization`, ({ company, query }) => {
      const found = filtered(company, company.tables[table].all(), query["filter"], { ...filter, defaults: {} });
      return { body: listed(found, query).map(({ id, version }) => ({ id, version: version ?? 0 })) };
    }),
    post(`${path}/synchronization`, ({ company, body }) => {
      const { ids } = body();
      if (ids === undefined) throw badRequest("Ids is required", { ids: "required" });
      if (!Array.isArray(ids)) throw badRequest("Ids isn't an array", { ids: "array" });
      const found = (ids as unknown[])
        .slice(0, 100)
        .map((id) => company.tables[table].get(id))
        .filter(isRow);
      return { body: found.map((row) => show?.(company, row) ?? row) };
    }),
  ]);
}

/** Archived contacts are left out unless one asks for them; nothing else is archived in this way. */
export const listed = (rows: readonly Row[], query: Asked["query"]): readonly Row[] =>
  query["include_archived"] === "true" ? rows : rows.filter((row) => row["archived"] !== true);

export function paged(ask: Asked, rows: readonly Row[], { page: rules = {}, show }: Partial<Kept> = {}): Answer {
  const { query, request } = ask;
  const number = query["page"] === undefined || query["page"] === "" ? 1 : Number(query["page"]);
  if (!Number.isInteger(number)) throw badRequest("page does not have a valid value");
  if (number < 1) throw badRequest("Page is too small", { page: "min" });
  const page = byNumber(rows, number, readSize(query["per_page"], rules));
  const link = (to: number, relation: string) => `<${linkTo(request.url, { page: to })}>; rel="${relation}"`;
  const links = [
    ...(page.hasMore ? [link(number + 1, "next")] : []),
    ...(number > 1 ? [link(number - 1, "prev")] : []),
  ];
  return {
    headers: links.length > 0 ? { link: links.join(", ") } : {},
    body: page.rows.map((row) => show?.(ask.company, row) ?? row),
  };
}

function readSize(given: string | undefined, { size = 50, old = false }: PageRules): number {
  if (given === undefined || given === "") return size;
  const wanted = Number(given);
  if (old && wanted > 100) throw badRequest("Per Page is too big", { per_page: "max" });
  if (!/^\d+$/.test(given) || wanted < 1 || wanted > 100) throw badRequest("per_page does not have a valid value");
  return wanted;
}

/** Ids are texts, but for the administration's: that comes as a number, beyond 2^53 or not. */
export const encode = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/"administration_id":"(\d+)"/g, '"administration_id":$1');
