/** Creates, updates and deletes rows of entity sets, with the nested rows in a body. */
import { accept, type EntityService, type EntitySet, entitySet, noGuid, rowsUnder } from "./entities.ts";
import type { Company } from "./tables.ts";
import { isRow, type Row, text } from "./values.ts";

/** The row below which another is created. */
export interface Above {
  readonly set: EntitySet;
  readonly row: Row;
}

interface ParsedBody {
  readonly values: Row;
  readonly names: ReadonlySet<string>;
  readonly parts: readonly (readonly [set: string, bodies: readonly unknown[]])[];
  readonly content?: Buffer;
}

export function bodyOf({ refusals }: Pick<EntityService, "refusals">, body: Buffer): Row {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    if (isRow(parsed)) return parsed;
  } catch {
    // Refused below.
  }
  throw refusals.badRequest("Invalid Request Body");
}

/** Callers may send these, as in the vendor's examples. The vendor ignores them. */
const ignored = new Set(["id", "lastModifiedDateTime"]);

function read({ refusals, namespace }: EntityService, set: EntitySet, body: unknown): ParsedBody {
  if (!isRow(body)) throw refusals.badRequest("Invalid Request Body");
  const values: Row = {};
  const parts: [string, readonly unknown[]][] = [];
  let content: Buffer | undefined;
  for (const [name, value] of Object.entries(body)) {
    if (name.includes("@odata.")) continue;
    const property = set.properties.get(name);
    if (set.toMany.includes(name) && Array.isArray(value)) parts.push([name, value]);
    else if (property === undefined)
      throw refusals.badRequest(
        `The property '${name}' does not exist on type '${namespace}.${set.name}'. Make sure to only use property names that are defined by the type.`,
      );
    else if (property.kind === "stream") content = Buffer.from(String(value), "base64");
    else if (ignored.has(name)) continue;
    else if (property.readOnly && name !== set.parent) throw refusals.readOnly(name);
    else values[name] = accept(property, value, refusals);
  }
  return { values, names: new Set(Object.keys(values)), parts, ...(content && { content }) };
}

/** Refuses ids that refer to no row. */
function checkReferences(
  { refusals, sets, ownChecks }: EntityService,
  book: Company,
  set: EntitySet,
  values: Row,
): void {
  for (const [part, property] of Object.values(set.toOne)) {
    const id = values[property];
    if (id === undefined || id === noGuid || ownChecks.test(property) || book.tables[part]?.has(id)) continue;
    throw refusals.noReference(property, entitySet({ sets }, part).caption);
  }
}

/** Adds a row with these values. Every other property is empty. */
export const put = (sets: EntityService["sets"], book: Company, set: string, values: Row): Row =>
  book.add(set, { ...entitySet({ sets }, set).empty, id: book.newId(), ...values });

export function create(service: EntityService, book: Company, set: string, newRow: NewRow): Row {
  const row = make(service, book, set, newRow);
  service.written(book, set, row);
  return row;
}

interface NewRow {
  readonly body: unknown;
  readonly above?: Above | undefined;
}

function make(service: EntityService, book: Company, name: string, { body, above }: NewRow): Row {
  const set = entitySet(service, name);
  const { values, names, parts, content } = read(service, set, body);
  checkReferences(service, book, set, values);
  // A row that is created below another belongs to it, whatever the body refusals.
  const belonging = above &&
    set.parent !== "" && { [set.parent]: above.row["id"], ...service.belonging(set, above.set) };
  const row: Row = { ...set.empty, ...values, ...belonging };
  service.rule({ book, set: name, row, sentProperties: names });
  const made = put(service.sets, book, name, { ...row, id: book.newId() });
  if (content !== undefined) setContent(book, made, content);
  service.made(book, name, made);
  try {
    for (const [part, bodies] of parts)
      for (const partBody of bodies) make(service, book, part, { body: partBody, above: { set, row: made } });
  } catch (error) {
    discard(service, book, set, made);
    throw error;
  }
  return made;
}

/** Deletes a row with all rows below it. */
export function discard(
  service: Pick<EntityService, "sets">,
  book: Company,
  { name, toMany: many }: EntitySet,
  row: Row,
): void {
  for (const part of many.map((partName) => entitySet(service, partName)))
    for (const child of rowsUnder(book, part, row)) discard(service, book, part, child);
  book.files.delete(text(row["id"]));
  book.remove(name, row);
}

export function setContent(book: Company, row: Row, bytes: Buffer): void {
  book.files.set(text(row["id"]), { name: text(row["fileName"]), type: "application/octet-stream", bytes });
  row["byteSize"] = bytes.length;
}

/** An update needs the row's ETag or `*`. A deletion compares it only if it is sent. */
export function checkToken(
  { refusals }: Pick<EntityService, "refusals">,
  etag: unknown,
  ifMatch?: string,
  needed = false,
): void {
  if (ifMatch === "*" || ifMatch === etag || (!ifMatch && !needed)) return;
  if (!/^(W\/)?".*"$/.test(ifMatch ?? "")) throw refusals.missingToken();
  throw refusals.entityChanged();
}

export function change(service: EntityService, book: Company, { set, row }: Above, body: Row): void {
  const { values, names, parts, content } = read(service, set, body);
  if (parts.length > 0) throw service.refusals.badRequest("PATCH is not possible for collection properties.");
  checkReferences(service, book, set, values);
  const next: Row = { ...row, ...values };
  service.rule({ book, set: set.name, row: next, sentProperties: names, old: row });
  Object.assign(row, next);
  if (content !== undefined) setContent(book, row, content);
  service.written(book, set.name, row);
  book.save(set.name, row);
}
