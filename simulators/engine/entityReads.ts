/** Reads from entity sets: rows with their related rows and streams, page by page. */
import { type EntityService, type EntitySet, entitySet, noGuid, rowsUnder } from "./entities.ts";
import { filterOf, orderOf, propertyOf } from "./entityQuery.ts";
import { split } from "./odata.ts";
import { byCursor, cursorAt } from "./pages.ts";
import type { Company } from "./tables.ts";
import { type Row, text } from "./values.ts";

/** The `$` options of a query, or those inside an `$expand`. */
export type Options = ReadonlyMap<string, string>;

export interface Where {
  readonly service: EntityService;
  readonly book: Company;
  /** The vendor's real URL: `https://.../api/v2.0`. */
  readonly root: string;
}

const known = /^\$(?:filter|orderby|top|skip|count|select|expand|skiptoken|schemaversion|search)$|^[^$]/;

export function optionsOf({ refusals }: EntityService, pairs: Iterable<readonly [string, string]>): Options {
  const options = new Map(pairs);
  for (const name of options.keys())
    if (!known.test(name)) throw refusals.badRequest(`The query parameter '${name}' is not supported.`);
  return options;
}

export const addressOf = ({ book, root }: Where, set: string, row: Row): string =>
  `${root}/companies(${book.id})/${set}(${text(row["id"])})`;

export function represent(where: Where, set: EntitySet, row: Row, options: Options): Row {
  const { service, book } = where;
  const answer: Row = { "@odata.etag": row["@odata.etag"] };
  const shown = { ...row, ...service.shown(book, set, row) };
  const select = options.get("$select") ?? "*";
  const names = select === "*" ? undefined : select.split(",");
  const selected = new Set(
    names?.map((name) => propertyOf(set, name.trim(), service.refusals)) ?? set.properties.values(),
  );
  for (const property of set.properties.values()) {
    const { kind, name } = property;
    if (!selected.has(property)) continue;
    if (kind === "stream") Object.assign(answer, streamLinks(where, set, row, name));
    else answer[name] = shown[name];
  }
  for (const part of split(options.get("$expand") ?? "", ",")) Object.assign(answer, expanded(where, set, row, part));
  return answer;
}

/** A printed document can only be read, below the row that it belongs to. A file can be written, too. */
function streamLinks(where: Where, { name: set }: EntitySet, row: Row, name: string): Row {
  const { papers } = where.service;
  const isPaper = set === papers.set;
  const link = `${addressOf(where, isPaper ? text(row["set"]) : set, row)}${isPaper ? `/${set}` : ""}/${name}`;
  return { ...(!isPaper && { [`${name}@odata.mediaEditLink`]: link }), [`${name}@odata.mediaReadLink`]: link };
}

function expanded(where: Where, set: EntitySet, row: Row, part: string): Row {
  const { service, book } = where;
  const [, name = part, inner = ""] = /^(\w+)\s*\((.*)\)$/s.exec(part) ?? [];
  const pairs = split(inner, ";").map((option) => /^\s*([^=]*?)\s*=(.*)$/s.exec(option)?.slice(1) ?? [option, ""]);
  const options = optionsOf(service, pairs as [string, string][]);
  if (!set.toMany.includes(name)) {
    const found = single(where, set, row, name);
    return { [name]: found === undefined ? null : represent(where, found.set, found.row, options) };
  }
  const below = entitySet(service, name);
  const { rows } = cut(service, matching(service, below, rowsUnder(book, below, row), options), options);
  return { [name]: rows.map((child) => represent(where, below, child, options)) };
}

/** The single related row, such as an invoice's customer. */
export function single({ service, book }: Omit<Where, "root">, set: EntitySet, row: Row, name: string) {
  const [part, property] = set.toOne[name] ?? [];
  if (part === undefined || property === undefined) throw service.refusals.noProperty(name, set.name);
  const below = entitySet(service, part);
  if (part === service.papers.set) return { set: below, row: service.papers.of(set, row) };
  const found = row[property] === noGuid ? undefined : book.tables[part]?.get(row[property]);
  return found === undefined ? undefined : { set: below, row: found };
}

function matching({ refusals }: EntityService, set: EntitySet, rows: readonly Row[], options: Options): readonly Row[] {
  const filter = options.get("$filter") ?? "";
  const order = options.get("$orderby") ?? "";
  const found = filter === "" ? rows : rows.filter(filterOf(filter, set, refusals).test);
  return order === "" ? found : found.toSorted(orderOf(order, set, refusals));
}

/** The rows that `$skip` and `$top` leave. */
function cut({ refusals }: EntityService, rows: readonly Row[], options: Options) {
  const integer = (name: string, fallback: number) => {
    const value = options.get(name) ?? String(fallback);
    if (/^\d+$|^Infinity$/.test(value)) return Number(value);
    throw refusals.badRequest(
      `Invalid value '${value}' for ${name} query option found. The ${name} query option requires a non-negative integer value.`,
    );
  };
  const skip = integer("$skip", 0);
  const upTo = rows.slice(0, skip + integer("$top", Number.POSITIVE_INFINITY));
  return { skip, upTo, rows: upTo.slice(skip) };
}

/** The size of a page: the vendor's limit, or less if `Prefer` asks for less. */
export function pageSize({ largestPage }: EntityService, prefer: string): number {
  const [, preferred] = /odata\.maxpagesize\s*=\s*(\d+)/.exec(prefer) ?? [];
  return Math.min(Number(preferred ?? 0) || largestPage, largestPage);
}

interface Page {
  readonly options: Options;
  readonly path: string;
  readonly size: number;
}

/** One page of a list, with the URL of the next page, if any. */
export function listed(where: Where, set: EntitySet, rows: readonly Row[], { options, path, size }: Page): Row {
  const { service, root } = where;
  const found = matching(service, set, rows, options);
  const { skip, upTo } = cut(service, found, options);
  const token = options.get("$skiptoken") ?? cursorAt(skip);
  if (options.has("$skiptoken") && !Buffer.from(token, "base64url").toString().includes("~"))
    throw service.refusals.badSkipToken();
  const { rows: shown, next } = byCursor(upTo, token, size);
  const select = options.get("$select");
  const otherOptions = [...options].filter(([name]) => name !== "$skiptoken");
  const query = [...otherOptions, ["$skiptoken", next ?? ""] as const].map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return {
    "@odata.context": `${root}/$metadata#${path}${select === undefined ? "" : `(${select})`}`,
    ...(options.get("$count") === "true" && { "@odata.count": found.length }),
    value: shown.map((row) => represent(where, set, row, options)),
    ...(next !== undefined && { "@odata.nextLink": `${root}/${path}?${query.join("&")}` }),
  };
}
