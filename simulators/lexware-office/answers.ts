/** Conventions of all paths: request bodies and their faults, lists in pages, stubs as replies to writes. */
import type { FastifyRequest } from "fastify";
import { type CheckMessages, type Checks, inspect } from "../engine/checks.ts";
import { byNumber, wholeNumber } from "../engine/pages.ts";
import { type Dialect, findOr, type Resource, routesOf } from "../engine/resources.ts";
import { type Answer, parseJson } from "../engine/routes.ts";
import { isRow, type Row } from "../engine/values.ts";
import type { Kind } from "./kinds.ts";
import { notFound, refused, refuseFindings, regular } from "./refusals.ts";
import type { Entry, LexwareRequest, Route, Store, Table } from "./store.ts";
import { isDay, newEntry, rewrite, stampsOf } from "./store.ts";

/** Whether a flag has the requested value. Without a request every value fits. */
export const isAsked = (request: LexwareRequest, name: string, flag: boolean): boolean =>
  (request.query[name] ?? String(flag)) === "true" ? flag : !flag;

/** Days from and to, both included, as German calendar days; compared as text. */
export function askedDays(request: LexwareRequest, name: string): (day: string) => boolean {
  const from = request.query[`${name}From`];
  const to = request.query[`${name}To`];
  for (const day of [from, to])
    if (day !== undefined && !isDay(day)) throw regular(400, `Failed to convert '${day}' to a date (yyyy-MM-dd).`);
  return (day) => (from === undefined || day >= from) && (to === undefined || day <= to);
}

const largestPage = 250;
const searchWindow = 10_000;

interface Listing {
  show(entry: Entry): unknown;
  readonly property?: string;
  readonly direction?: "ASC" | "DESC";
  /** The text to sort by; records with the same text are sorted by id. */
  by?(entry: Entry): string;
}

/** Each text is made once, because lists may be long. */
function inOrder(found: readonly Entry[], by: (entry: Entry) => string, direction: "ASC" | "DESC"): Entry[] {
  const sign = direction === "ASC" ? 1 : -1;
  return found
    .map((entry) => ({ entry, key: by(entry) }))
    .toSorted((left, right) => {
      if (left.key !== right.key) return left.key < right.key ? -sign : sign;
      return left.entry.id < right.entry.id ? -1 : 1;
    })
    .map(({ entry }) => entry);
}

/** A page with the vendor's metadata. Pages count from 0. */
export function paged(request: LexwareRequest, found: readonly Entry[], listing: Listing): Answer {
  const { show, property, direction = "ASC", by = () => "" } = listing;
  const number = wholeNumber(request.query["page"], 0);
  const size = Math.max(wholeNumber(request.query["size"], 25, largestPage), 1);
  if ((number + 1) * size > searchWindow) throw regular(400, "Maximum search window size exceeded");
  const page = byNumber(inOrder(found, by, direction).slice(0, searchWindow), number, size, 0);
  const sort = { direction, property, ignoreCase: false, nullHandling: "NATIVE", ascending: direction === "ASC" };
  const body = {
    first: number === 0,
    last: number + 1 >= page.pages,
    totalPages: page.pages,
    totalElements: page.total,
    numberOfElements: page.rows.length,
    size,
    number,
    ...(property && { sort: [sort] }),
  };
  return { body: { content: page.rows.map(show), ...body } };
}

/**
 * The pattern language of the contacts' filters: a part of the text, case-insensitive, `_` for one character, `%` for any
 * number of them, a backslash before either to mean itself.
 */
export function pattern(wanted: string): RegExp {
  const source = wanted.replaceAll(/\\([_%\\])|([_%])|([.*+?^${}()|[\]\\])/g, (_all, escaped, wild, special) => {
    if (wild !== undefined) return wild === "_" ? "." : ".*";
    return escaped === undefined ? `\\${special}` : escaped === "\\" ? "\\\\" : escaped;
  });
  return new RegExp(source, "iu");
}

/** Searches compare with this form, so a caller has to send `&amp;` for `&`. */
export const htmlForm = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The body as JSON. A wrong content type is refused before the body is read. */
export function bodyOf({ headers, body }: FastifyRequest): Row {
  const no = (status: number, message: string) => refused(status, "bad_request_error", message, message);
  if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
    throw no(415, "Content type must be application/json.");
  try {
    const parsed = parseJson(body);
    if (isRow(parsed)) return parsed;
  } catch {
    // Falls through to the refusal.
  }
  throw no(400, "Malformed JSON.");
}

const messages: CheckMessages = {
  missing: () => ["darf nicht null sein", "NOTNULL"],
  empty: () => ["darf nicht leer sein", "NOTEMPTY"],
  notAmong: (values) => [`muss einer von ${values.join(", ")} sein`, "INVALID"],
  form: () => ["ungültiges Format", "INVALID"],
  tooLong: (longest) => [`Länge muss zwischen 0 und ${longest} sein`, "SIZE"],
  other: (message) => [message, "INVALID"],
};

/** Refuses an invalid body. */
export const insist = (body: Row, checks: Checks): void => refuseFindings(inspect(body, checks, messages));

/** The reply to a write, which is never the record itself. */
export function written(entry: Entry, isNew: boolean): Answer {
  const resourceUri = `https://api.lexware.io/v1/${entry.kind}/${entry.id}`;
  const body = { id: entry.id, resourceUri, ...stampsOf(entry) };
  return isNew ? { status: 201, headers: { location: resourceUri }, body } : { body };
}

export const theEntry = (request: LexwareRequest, kind: Kind): Entry =>
  findOr(request, kind, () => notFound(kind)) as Entry;

const dialect: Dialect<Table, Resource<Table>> = {
  list: () => ({}),
  body: ({ raw: request }) => bodyOf(request),
  missing: ({ table }) => notFound(table),
  update: "PUT",
  written: (_ask, _resource, row, isNew) => written(row as Entry, isNew),
};

interface Kept {
  readonly kind: Kind;
  list(request: LexwareRequest, entries: readonly Entry[], show: (entry: Entry) => Row): Answer;
  show(store: Store, entry: Entry): Row;
  /** The rules for a body; `before` is the record to change. */
  rules(store: Store, body: Row, before?: Entry): Checks;
  /** The record that is stored for a body. */
  make(store: Store, body: Row, before?: Entry): Row;
  readonly remove?: "plainly";
}

/** Optimistic locking: a PUT names the version that it read. The documentation has 409 for an outdated one. */
export function rest({ kind, list, show, rules, make, remove }: Kept): Route[] {
  const checked = (store: Store, body: Row, before?: Entry) => {
    const { version } = body;
    if (before !== undefined && typeof version === "number" && version !== before.version)
      throw refused(409, "conflict", "version", "The transmitted version does not match the current version.");
    const versioned: Checks = before === undefined ? {} : { version: { need: true } };
    insist(body, { ...versioned, ...rules(store, body, before) });
    return make(store, body, before);
  };
  return routesOf(dialect, {
    path: kind,
    table: kind,
    ...(remove && { remove }),
    show: (store, row) => show(store, row as Entry),
    list: (request, all) => list(request, all as Entry[], (entry) => show(request.company, entry)),
    create: (store, body) => newEntry(store, kind, checked(store, body)),
    update: (store, row, body) => rewrite(row as Entry, checked(store, body, row as Entry)),
  });
}
