/** The two ways in which lists are handed out. */
import { pdf } from "../engine/files.ts";
import { openOnce } from "../engine/once.ts";
import { byCursor } from "../engine/pages.ts";
import type { Answer, Ask, Handler, Route } from "../engine/routes.ts";
import { type Row, row, text } from "../engine/values.ts";
import { parseFilter, sorted } from "./filters.ts";
import { badRequest, problems } from "./refusals.ts";
import { type Name, site } from "./shapes.ts";

/** What a list can be filtered and sorted by. */
export interface Marks {
  readonly filterable?: readonly string[];
  readonly sortable?: readonly string[];
}

/** The older API: pages from zero, a thousand at most, behind the end there is nothing. */
export function older(ask: Ask<Name>, all: readonly Row[], { filterable = [], sortable = [] }: Marks): Answer {
  const { skippages = "0", pagesize = "20", filter, sort } = ask.query;
  const [skipPages, pageSize] = [Number(skippages), Number(pagesize)];
  if (!(pageSize >= 1 && pageSize <= 1000))
    throw badRequest("Property pagesize must be a positive whole number between 1 and 1000.", { errorCode: "E04810" });
  const bad = (message: string) => badRequest(message, { allowedFilteringFields: filterable });
  const fitting = filter === undefined ? all : all.filter(parseFilter(filter, filterable, bad));
  const found = sort === undefined ? fitting : sorted(fitting, sort, sortable, bad);
  const self = `${site}${ask.request.url.split("?")[0]?.replace(/^\/[^/]+/, "") ?? ""}`;
  const page = (number: number) => `${self}?skippages=${number}&pagesize=${pageSize}`;
  const last = Math.max(0, Math.ceil(found.length / pageSize) - 1);
  const pagination = {
    ...{ maxPageSizeAllowed: 1000, skipPages, pageSize, results: found.length, resultsWithoutFilter: all.length },
    ...{ firstPage: page(0), ...(skipPages < last && { nextPage: page(skipPages + 1) }), lastPage: page(last) },
  };
  const collection = found.slice(skipPages * pageSize, (skipPages + 1) * pageSize);
  return { body: { collection, metaData: {}, pagination, self } };
}

/** A thousand there; fewer here, so that lists have several pages. */
const perPage = 60;

/** The newer APIs: no cursor at the end, and what is to be sorted is ignored. */
export function newer({ query }: Ask<Name>, all: readonly Row[], key: string, filterable: readonly string[]): Answer {
  const { filter, cursor } = query;
  const fitting = filter === undefined ? all : all.filter(parseFilter(filter, filterable, problems.filter));
  const { rows, next } = byCursor(fitting, cursor, perPage, key);
  return { body: { ...(next !== undefined && { cursor: next }), items: rows } };
}

/** What the newer APIs call it, without what only we know. */
export const versioned = ({ version, folder: _folder, ...rest }: Row): Row => ({
  ...row(rest),
  objectVersion: text(version) || "1",
});

/** The same key again is answered with the first answer, and says so. */
export function withKeys(routes: readonly Route<Name>[]): Route<Name>[] {
  const once = openOnce();
  return routes.map(([method, path, handler]): Route<Name> => {
    if (method === "GET") return [method, path, handler];
    const keyed: Handler<Name> = (ask) => {
      const key = text(ask.request.headers["idempotency-key"]);
      let isFirst = false;
      const work = (): Answer => ((isFirst = true), handler(ask) as Answer);
      const answer = once(key, ask.request, work, () => badRequest("The key was used with another request."));
      return isFirst ? answer : { ...answer, headers: { ...answer.headers, "x-resultfromcache": "true" } };
    };
    return [method, path, keyed];
  });
}

export const asPdf = (...lines: readonly string[]): Answer => ({
  ...{ headers: { "content-type": "application/pdf" }, body: pdf(...lines) },
});
