/** Addresses within a company: `salesInvoices(id)/salesInvoiceLines`, actions, streams and counts. */
import { pdf } from "../engine/files.ts";
import type { Answer } from "../engine/routes.ts";
import { act } from "./actions.ts";
import { Fault, noRecord, noSegment, notAllowed } from "./faults.ts";
import { listed, matching, type Options, optionsOf, pageSize, represent, single, type Where } from "./read.ts";
import type { Resource } from "./resource.ts";
import { resources } from "./resources.ts";
import { rowsOf, rowsUnder } from "./sets.ts";
import { type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";
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
export function segmentsOf(path: string): readonly Segment[] {
  return path
    .split("/")
    .filter(Boolean)
    .map((part) => {
      const [, name = part, key] = /^([\w$.]+)\((.*)\)$/.exec(part) ?? [];
      const bare = key?.replace(/^\{?'?|'?\}?$/g, "");
      return { name, key: bare === undefined ? undefined : (/id=([0-9a-f-]{36})$/i.exec(bare)?.[1] ?? bare) };
    });
}

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
  const { tail } = place;
  if (tail === "$count") return { status: 200, body: Buffer.from(String(counted(place, asked))), headers: plain };
  if (tail?.startsWith("Microsoft.NAV.") === true) return acted(where.book, place, asked);
  if (tail !== undefined) return streamed(where.book, place, asked);
  return place.row === undefined ? onSet(where, place, asked) : onRow(where, place, place.row, asked);
}

const plain = { "content-type": "text/plain" };

function walk({ book }: Where, { segments, query }: Asked): Place {
  const [first, ...rest] = segments;
  const resource = resources.get(first?.name ?? "");
  if (first === undefined || resource === undefined) throw noSegment(first?.name ?? "");
  const start = `companies(${book.id})/${first.name}`;
  let place: Place = { resource, rows: () => rowsOf(book, resource, query.get("$filter") ?? ""), path: start };
  if (first.key !== undefined) place = pick(book, place, first.key);
  for (const segment of rest) place = step(book, place, segment);
  return place;
}

function pick(book: Book, place: Place, key: string): Place {
  const { resource, above } = place;
  const id = key.toLowerCase();
  const found =
    resource.set === "trialBalances"
      ? place.rows().find((row) => row["accountId"] === id)
      : book.set(resource.set).get(resource.set === "dimensionSetLines" ? `${text(above?.row ?? {}, "id")}/${id}` : id);
  if (found === undefined) throw noRecord(resource.table, key);
  if (above !== undefined && resource.parent !== undefined && found[resource.parent] !== above.row["id"])
    throw noRecord(resource.table, key);
  return { ...place, row: found, path: `${place.path}(${id})` };
}

function step(book: Book, place: Place, { name, key }: Segment): Place {
  const { resource, row, path, tail } = place;
  if (tail !== undefined) throw noSegment(name);
  if (name === "$count" || name.startsWith("Microsoft.NAV.")) return { ...place, tail: name };
  if (row === undefined) throw noSegment(name);
  if (resource.fields.get(name)?.kind === "stream" || (resource.set === "pdfDocument" && name === "content"))
    return { ...place, tail: name };
  const many = resource.many[name];
  const to = resources.get(many ?? "");
  if (to !== undefined && many !== undefined) {
    const above = { resource, row };
    const next: Place = {
      resource: to,
      above,
      rows: () => rowsUnder(book, resource, row, many),
      path: `${path}/${name}`,
    };
    return key === undefined ? next : pick(book, next, key);
  }
  if (resource.one[name] === undefined) throw noSegment(name);
  const found = single(book, resource, row, name);
  if (found === undefined)
    throw new Fault(404, "Internal_DataNotFoundFilter", `There is no ${name} within the filter.`);
  return { ...found, rows: () => [found.row], above: { resource, row }, path: `${path}/${name}` };
}

const counted = ({ rows, resource }: Place, { query }: Asked) => matching(rows(), resource, optionsOf(query)).length;

function acted(book: Book, { resource, row, tail = "" }: Place, { method, ifMatch }: Asked): Answer {
  if (method !== "POST") throw notAllowed(method, tail);
  if (row === undefined) throw noSegment(tail);
  checkToken(book, row, ifMatch, false);
  act(book, resource, row, tail.replace("Microsoft.NAV.", ""));
  return { status: 204 };
}

const bytes = { "content-type": "application/octet-stream" };

function streamed(book: Book, { resource, row, above, tail = "" }: Place, { method, ifMatch, body }: Asked): Answer {
  if (row === undefined) throw noSegment(tail);
  if (resource.set === "pdfDocument") {
    if (method !== "GET") throw notAllowed(method, tail);
    const name = `${above?.resource.table ?? ""} ${text(above?.row ?? {}, "number")}`;
    return { status: 200, body: pdf(name), headers: bytes };
  }
  if (method === "GET")
    return { status: 200, body: book.files.get(text(row, "id"))?.bytes ?? Buffer.alloc(0), headers: bytes };
  if (method !== "PATCH" && method !== "PUT") throw notAllowed(method, tail);
  checkToken(book, row, ifMatch, true);
  setContent(book, row, body);
  book.save(resource.set, row);
  return { status: 204 };
}

function onSet(where: Where, place: Place, asked: Asked): Answer {
  const { resource, path, above } = place;
  const options = optionsOf(asked.query);
  if (asked.method === "POST") {
    if (!resource.writes.includes("POST")) throw notAllowed("POST", resource.set);
    const row = create(where.book, resource, parse(asked.body), above);
    return {
      status: 201,
      body: entity(where, place, row, options),
      headers: { location: `${where.root}/companies(${where.book.id})/${resource.set}(${text(row, "id")})` },
    };
  }
  if (asked.method !== "GET") throw notAllowed(asked.method, resource.set);
  const size = pageSize(asked.prefer);
  const applied = asked.prefer.includes("odata.maxpagesize");
  return {
    status: 200,
    body: listed(where, resource, place.rows(), { path, size, options }),
    ...(applied ? { headers: { "preference-applied": `odata.maxpagesize=${size}` } } : {}),
  };
}

function onRow(where: Where, place: Place, row: Row, asked: Asked): Answer {
  const { resource } = place;
  const { method, ifMatch, body } = asked;
  const { book } = where;
  const options = optionsOf(asked.query);
  if (method !== "GET") {
    if (!resource.writes.includes(method)) throw notAllowed(method, resource.set);
    checkToken(book, row, ifMatch, method === "PATCH");
    if (method === "DELETE") {
      remove(book, resource, row);
      return { status: 204 };
    }
    change(book, resource, row, parse(body));
  }
  return {
    status: 200,
    body: entity(where, place, row, options),
    headers: { etag: book.etag(row) },
  };
}

const entity = (where: Where, { resource, path }: Place, row: Row, options: Options) => ({
  "@odata.context": `${where.root}/$metadata#${path.replace(/\([^()]*\)$/, "")}/$entity`,
  ...represent(where, resource, row, options),
});
