/** How the older API hands out lists, and what all of its answers and the newer ones' have in common. */
import { pdf } from "../engine/files.ts";
import { openOnce } from "../engine/once.ts";
import { byNumber, linkTo } from "../engine/pages.ts";
import type { Answer, Ask, Route } from "../engine/routes.ts";
import { type Row, text } from "../engine/values.ts";
import { parseFilter, sorted } from "./filters.ts";
import { badRequest } from "./refusals.ts";
import type { Name } from "./shapes.ts";

/** Pages from zero, a thousand at most, behind the end there is nothing. Sorted by what it can be filtered by. */
export function older({ query, request }: Ask<Name>, all: readonly Row[], fields: readonly string[]): Answer {
  const { skippages = "0", pagesize = "20", filter, sort } = query;
  const [skipPages, pageSize] = [Number(skippages), Number(pagesize)];
  if (!(pageSize >= 1 && pageSize <= 1000))
    throw badRequest("Property pagesize must be a positive whole number between 1 and 1000.", { errorCode: "E04810" });
  const bad = (message: string) => badRequest(message, { allowedFilteringFields: fields });
  const fitting = filter === undefined ? all : all.filter(parseFilter(filter, fields, bad));
  const found = sort === undefined ? fitting : sorted(fitting, sort, fields, bad);
  const { rows: collection, hasMore, pages } = byNumber(found, skipPages, pageSize, 0);
  const self = linkTo(request.url.replace(/\?.*/, ""), {});
  const page = (number: number) => linkTo(self, { skippages: number, pagesize: pageSize });
  const pagination = {
    ...{ maxPageSizeAllowed: 1000, skipPages, pageSize, results: found.length, resultsWithoutFilter: all.length },
    ...{
      firstPage: page(0),
      ...(hasMore && { nextPage: page(skipPages + 1) }),
      lastPage: page(Math.max(0, pages - 1)),
    },
  };
  return { body: { collection, metaData: {}, pagination, self } };
}

/** The routes of a host: the same key again is answered with the first answer. */
export function hosted(host: string, routes: readonly Route<Name>[]): Route<Name>[] {
  const once = openOnce();
  const differs = () => badRequest("The key was used with another request.");
  return routes.map(([method, path, handler]) => {
    const keyed = (ask: Ask<Name>) =>
      once(text(ask.request.headers["idempotency-key"]), ask.request, () => handler(ask), differs);
    return [method, `${host}/${path}`, method === "GET" ? handler : keyed];
  });
}

export const asPdf = (...lines: readonly string[]): Answer => ({
  ...{ headers: { "content-type": "application/pdf" }, body: pdf(...lines) },
});
