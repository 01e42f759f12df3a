/** OData 4 over HTTP: `invoices(id)/lines`, actions and streams, for any sets and business rules. */
import { type EntitySet, entitySet, rowsUnder } from "./entities.ts";
import { filterOf } from "./entityQuery.ts";
import { addressOf, listed, type Options, optionsOf, pageSize, represent, single, type Where } from "./entityReads.ts";
import { type Above, bodyOf, change, checkToken, create, setContent } from "./entityWrites.ts";
import type { Answer } from "./routes.ts";
import { type Row, text } from "./values.ts";

interface Segment {
  readonly name: string;
  readonly key: string | undefined;
}

export interface EntityRequest {
  readonly method: string;
  readonly segments: readonly Segment[];
  readonly query: URLSearchParams;
  readonly prefer: string;
  readonly ifMatch: string | undefined;
  readonly body: Buffer;
}

/** Splits `companies(1)/items(2)` into names and keys. A key may be quoted or name its property. */
export const segmentsOf = (parts: readonly string[]): readonly Segment[] =>
  parts.map((part) => {
    const [, name = part, key] = /^([\w$.]+)\((.*)\)$/.exec(part) ?? [];
    const bare = key?.replace(/^\{?'?|'?\}?$/g, "");
    return { name, key: /id=([0-9a-f-]{36})$/i.exec(bare ?? "")?.[1] ?? bare };
  });

interface Target {
  readonly set: EntitySet;
  readonly rows: () => readonly Row[];
  readonly row?: Row;
  readonly above?: Above;
  readonly path: string;
  /** The segment after a row: an action or a stream. */
  readonly tail?: string;
}

export function answer(where: Where, request: EntityRequest): Answer {
  const target = walk(where, request);
  const { tail, row, set } = target;
  if (row === undefined) return onSet(where, target, request);
  if (tail === undefined) return onRow(where, target, row, request);
  const { service, book } = where;
  if (!tail.startsWith(service.namespace)) return streamed(where, target, row, request);
  if (request.method !== "POST") throw service.refusals.notAllowed(request.method, tail);
  checkToken(service, row["@odata.etag"], request.ifMatch);
  service.act(book, set.name, row, tail.slice(service.namespace.length + 1));
  return { status: 204 };
}

function walk(where: Where, { segments, query }: EntityRequest): Target {
  const { service, book } = where;
  const [first, ...rest] = segments;
  const set = service.sets.get(first?.name ?? "");
  if (first === undefined || set === undefined) throw service.refusals.noSegment(first?.name);
  const filter = query.get("$filter") ?? "";
  const rows = () => service.rowsOf(book, set, filter === "" ? [] : filterOf(filter, set, service.refusals).conditions);
  const start: Target = { set, rows, path: `companies(${book.id})/${first.name}` };
  return rest.reduce((target, segment) => step(where, target, segment), pick(where, start, first.key));
}

function pick({ service, book }: Where, target: Target, key: string | undefined): Target {
  if (key === undefined) return target;
  const { set, above } = target;
  const id = key.toLowerCase();
  const row = book.tables[set.name]?.get(id);
  if (row === undefined || (above !== undefined && set.parent !== "" && row[set.parent] !== above.row["id"]))
    throw service.refusals.noRecord(set.caption, key);
  return { ...target, row, path: `${target.path}(${id})` };
}

function step(where: Where, target: Target, { name, key }: Segment): Target {
  const { service, book } = where;
  const { set, row, tail } = target;
  if (row === undefined || tail !== undefined) throw service.refusals.noSegment(name);
  const isStream =
    set.properties.get(name)?.kind === "stream" || (set.name === service.papers.set && name === "content");
  if (isStream || name.startsWith(`${service.namespace}.`)) return { ...target, tail: name };
  const above = { set, row };
  const path = `${target.path}/${name}`;
  if (set.toMany.includes(name)) {
    const below = entitySet(service, name);
    return pick(where, { set: below, above, rows: () => rowsUnder(book, below, row), path }, key);
  }
  if (set.toOne[name] === undefined) throw service.refusals.noSegment(name);
  const found = single(where, set, row, name);
  if (found === undefined) throw service.refusals.nonePart(name);
  return { ...found, rows: () => [found.row], above, path };
}

function streamed(
  { service, book }: Where,
  { set, above, tail = "" }: Target,
  row: Row,
  request: EntityRequest,
): Answer {
  const { method, ifMatch, body } = request;
  const headers = { "content-type": "application/octet-stream" };
  const isPaper = set.name === service.papers.set;
  if (method === "GET" && isPaper && above !== undefined)
    return { body: service.papers.draw(above.set, above.row), headers };
  if (method === "GET") return { body: book.files.get(text(row["id"]))?.bytes ?? Buffer.alloc(0), headers };
  if (isPaper || (method !== "PATCH" && method !== "PUT")) throw service.refusals.notAllowed(method, tail);
  checkToken(service, row["@odata.etag"], ifMatch, true);
  setContent(book, row, body);
  book.save(set.name, row);
  return { status: 204 };
}

function onSet(where: Where, target: Target, { method, query, prefer, body }: EntityRequest): Answer {
  const { service, book } = where;
  const { set, path, above } = target;
  const options = optionsOf(service, query);
  if (method !== "GET" && (method !== "POST" || !set.writes.includes(method)))
    throw service.refusals.notAllowed(method, set.name);
  if (method === "POST") {
    const row = create(service, book, set.name, { body: bodyOf(service, body), above });
    const headers = { location: addressOf(where, set.name, row) };
    return { ...entity(where, target, row, options), status: 201, headers };
  }
  const size = pageSize(service, prefer);
  return {
    body: listed(where, set, target.rows(), { path, size, options }),
    headers: prefer.includes("odata.maxpagesize") ? { "preference-applied": `odata.maxpagesize=${size}` } : {},
  };
}

function onRow(where: Where, target: Target, row: Row, { method, ifMatch, body, query }: EntityRequest): Answer {
  const { service, book } = where;
  const { set } = target;
  const options = optionsOf(service, query);
  if (method !== "GET") {
    if (method === "POST" || !set.writes.includes(method)) throw service.refusals.notAllowed(method, set.name);
    checkToken(service, row["@odata.etag"], ifMatch, method === "PATCH");
    if (method === "DELETE") {
      service.remove(book, set, row);
      return { status: 204 };
    }
    change(service, book, { set, row }, bodyOf(service, body));
  }
  return { ...entity(where, target, row, options), headers: { etag: text(row["@odata.etag"]) } };
}

const entity = (where: Where, { set, path }: Target, row: Row, options: Options) => ({
  body: {
    "@odata.context": `${where.root}/$metadata#${path.replace(/\([^()]*\)$/, "")}/$entity`,
    ...represent(where, set, row, options),
  },
});
