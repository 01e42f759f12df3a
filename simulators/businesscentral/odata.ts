/** Addresses within a company: `salesInvoices(id)/salesInvoiceLines`, actions, streams and counts. */
import { pdf } from "../engine/files.ts";
import type { Answer } from "../engine/routes.ts";
import { type Row, text } from "../engine/values.ts";
import { act } from "./actions.ts";
import { type Book, resourceOf, table, under } from "./book.ts";
import { addressOf, listed, matching, optionsOf, pageSize, represent, single, type Where } from "./read.ts";
import { fault, noRecord, noSegment, notAllowed } from "./refusals.ts";
import { type Resource, resources } from "./resources.ts";
import { rowsOf } from "./sets.ts";
import { type Above, change, checkToken, create, parse, remove, setContent } from "./write.ts";

export interface Segment {
  readonly name: string;
  readonly key: string | undefined;
}

export interface Asked {
  readonly method: string;
  readonly segments: readonly Segment[];
  readonly query: URLSearchParams;
  readonly prefer: string;
  readonly ifMatch: string | undefined;
  readonly body: Buffer;
}

/** Splits `companies(1)/items(2)` into names and keys; a key may stand in quotes or name its property. */
export const segmentsOf = (parts: readonly string[]): readonly Segment[] =>
  parts.map((part) => {
    const [, name = part, key] = /^([\w$.]+)\((.*)\)$/.exec(part) ?? [];
    const bare = key?.replace(/^\{?'?|'?\}?$/g, "");
    return { name, key: /id=([0-9a-f-]{36})$/i.exec(bare ?? "")?.[1] ?? bare };
  });

interface Place {
  readonly resource: Resource;
  readonly rows: () => readonly Row[];
  readonly row?: Row;
  readonly above?: Above;
  readonly path: string;
  /** What follows a row: an action, a stream, a count. */
  readonly tail?: string;
}

export function answer(where: Where, asked: Asked): Answer {
  const place = walk(where, asked);
  const { tail, row } = place;
  if (tail === "$count") {
    const { length } = matching(place.rows(), place.resource, optionsOf(asked.query));
    return { body: Buffer.from(String(length)), headers: { "content-type": "text/plain" } };
  }
  if (row === undefined && tail !== undefined) throw noSegment(tail);
  if (row === undefined) return onSet(where, place, asked);
  if (tail?.startsWith("Microsoft.NAV.")) return acted(where.book, place.resource, { row, tail }, asked);
  return tail === undefined ? onRow(where, place, row, asked) : streamed(where.book, place, { row, tail }, asked);
}

function walk({ book }: Where, { segments, query }: Asked): Place {
  const [first, ...rest] = segments;
  const resource = resources.get(first?.name ?? "");
  if (first === undefined || resource === undefined) throw noSegment(first?.name);
  const start: Place = {
    ...{ resource, rows: () => rowsOf(book, resource, query.get("$filter") ?? "") },
    path: `companies(${book.id})/${first.name}`,
  };
  return rest.reduce((place, segment) => step(book, place, segment), pick(book, start, first.key));
}

function pick(book: Book, place: Place, key: string | undefined): Place {
  if (key === undefined) return place;
  const { resource, above } = place;
  const [id, over] = [key.toLowerCase(), above?.row["id"]];
  const found =
    resource.set === "trialBalances"
      ? place.rows().find((row) => row["accountId"] === id)
      : table(book, resource.set).get(resource.set === "dimensionSetLines" ? `${text(over)}/${id}` : id);
  if (found === undefined || (above !== undefined && resource.parent !== "" && found[resource.parent] !== over))
    throw noRecord(resource.table, key);
  return { ...place, row: found, path: `${place.path}(${id})` };
}

function step(book: Book, place: Place, { name, key }: Segment): Place {
  const { resource, row, tail } = place;
  if (tail !== undefined) throw noSegment(name);
  if (name === "$count" || name.startsWith("Microsoft.NAV.")) return { ...place, tail: name };
  if (row === undefined) throw noSegment(name);
  if (resource.fields.get(name)?.kind === "stream" || (resource.set === "pdfDocument" && name === "content"))
    return { ...place, tail: name };
  const [above, path] = [{ resource, row }, `${place.path}/${name}`];
  if (resource.many.includes(name))
    return pick(book, { resource: resourceOf(name), above, rows: () => under(book, name, row), path }, key);
  if (resource.one[name] === undefined) throw noSegment(name);
  const found = single(book, resource, row, name);
  if (found === undefined) throw fault(404, "Internal_DataNotFoundFilter", `There is no ${name} within the filter.`);
  return { ...found, rows: () => [found.row], above, path };
}

interface Tailed {
  readonly row: Row;
  readonly tail: string;
}

function acted(book: Book, { set }: Resource, { row, tail }: Tailed, { method, ifMatch }: Asked): Answer {
  if (method !== "POST") throw notAllowed(method, tail);
  checkToken(row, ifMatch, false);
  act(book, set, row, tail.replace("Microsoft.NAV.", ""));
  return { status: 204 };
}

function streamed(
  book: Book,
  { resource, above }: Place,
  { row, tail }: Tailed,
  { method, ifMatch, body }: Asked,
): Answer {
  const headers = { "content-type": "application/octet-stream" };
  const isPdf = resource.set === "pdfDocument";
  if (method === "GET" && isPdf)
    return { body: pdf(`${above?.resource.table ?? ""} ${text(above?.row["number"])}`), headers };
  if (method === "GET") return { body: book.files.get(text(row["id"]))?.bytes ?? Buffer.alloc(0), headers };
  if (isPdf || (method !== "PATCH" && method !== "PUT")) throw notAllowed(method, tail);
  checkToken(row, ifMatch, true);
  setContent(book, row, body);
  book.save(resource.set, row);
  return { status: 204 };
}

function onSet(where: Where, place: Place, { method, query, prefer, body }: Asked): Answer {
  const { resource, path, above } = place;
  const { set, writes } = resource;
  const options = optionsOf(query);
  if (method !== "GET" && (method !== "POST" || !writes.includes(method))) throw notAllowed(method, set);
  if (method === "POST") {
    const row = create(where.book, set, parse(body), above);
    return { ...entity(where, place, row, options), status: 201, headers: { location: addressOf(where, set, row) } };
  }
  const size = pageSize(prefer);
  return {
    body: listed(where, resource, place.rows(), { path, size, options }),
    headers: prefer.includes("odata.maxpagesize") ? { "preference-applied": `odata.maxpagesize=${size}` } : {},
  };
}

function onRow(where: Where, place: Place, row: Row, { method, ifMatch, body, query }: Asked): Answer {
  const { resource } = place;
  const { book } = where;
  const options = optionsOf(query);
  if (method !== "GET") {
    if (method === "POST" || !resource.writes.includes(method)) throw notAllowed(method, resource.set);
    checkToken(row, ifMatch, method === "PATCH");
    if (method === "DELETE") {
      remove(book, resource, row);
      return { status: 204 };
    }
    change(book, resource, row, parse(body));
  }
  return { ...entity(where, place, row, options), headers: { etag: text(row["@odata.etag"]) } };
}

const entity = (where: Where, { resource, path }: Place, row: Row, options: ReturnType<typeof optionsOf>) => ({
  body: {
    "@odata.context": `${where.root}/$metadata#${path.replace(/\([^()]*\)$/, "")}/$entity`,
    ...represent(where, resource, row, options),
  },
});
