/** Creating, changing and deleting rows as the vendor does. */

import { headerOf, headerRow, isDocument } from "./documents.ts";
import { badRequest, dialog, entityChanged, missingToken, readOnlyControl } from "./faults.ts";
import { resourceOf } from "./read.ts";
import type { Resource } from "./resource.ts";
import { addUp, applyRule, mustBeDraft, shareBatch } from "./rules.ts";
import { dimensionParentOf, parentTypeOf } from "./sets.ts";
import { accept, noGuid, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";

export interface Above {
  readonly resource: Resource;
  readonly row: Row;
}

interface Given {
  readonly values: Row;
  readonly names: ReadonlySet<string>;
  readonly parts: readonly { readonly resource: Resource; readonly bodies: readonly unknown[] }[];
  readonly content?: Buffer;
}

export function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw badRequest("Invalid Request Body");
  }
}

/** Some of the vendor's own examples send these along; it keeps its own. */
const ignored = new Set(["id", "lastModifiedDateTime"]);

function read(resource: Resource, body: unknown): Given {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw badRequest("Invalid Request Body");
  const values: Row = {};
  const parts: { resource: Resource; bodies: readonly unknown[] }[] = [];
  let content: Buffer | undefined;
  for (const [name, given] of Object.entries(body as Record<string, unknown>)) {
    if (name.includes("@odata.")) continue;
    const field = resource.fields.get(name);
    const many = resource.many[name];
    if (many !== undefined && Array.isArray(given)) parts.push({ resource: resourceOf(many), bodies: given });
    else if (field === undefined)
      throw badRequest(
        `The property '${name}' does not exist on type 'Microsoft.NAV.${resource.set}'. Make sure to only use property names that are defined by the type.`,
      );
    else if (field.kind === "stream") content = Buffer.from(String(given), "base64");
    else if (ignored.has(name) && resource.set !== "dimensionSetLines") continue;
    else if (field.readOnly && name !== "id" && name !== "journalId") throw readOnlyControl(name);
    else values[name] = accept(field, given);
  }
  return { values, names: new Set(Object.keys(values)), parts, ...(content === undefined ? {} : { content }) };
}

/** Ids that are said to be of something must be. */
function checkReferences(book: Book, resource: Resource, { values }: Given): void {
  for (const [set, field] of Object.values(resource.one)) {
    const id = values[field];
    if (id === undefined || id === noGuid || field === "id" || ownChecks.has(field)) continue;
    if (book.set(set).get(String(id)) === undefined)
      throw dialog(`The "${field}" does not match to a ${book.set(set).resource.table}.`);
  }
}
const ownChecks = new Set(["customerId", "vendorId", "itemId", "accountId", "documentId", "journalId", "currencyId"]);

export function create(book: Book, resource: Resource, body: unknown, above?: Above): Row {
  const row = make(book, resource, body, above);
  addUp(book, resource.set, row);
  return row;
}

function make(book: Book, resource: Resource, body: unknown, above?: Above): Row {
  const { set } = resource;
  const given = read(resource, body);
  checkReferences(book, resource, given);
  const row: Row = { ...resource.empty, ...given.values, ...belonging(resource, above) };
  applyRule({ book, set, row, given: given.names });
  const { id, lastModifiedDateTime: _stamp, ...rest } = row;
  const keeps = set === "dimensionSetLines" && id !== undefined ? { id } : {};
  const made = book.create(set, { ...rest, ...keeps });
  if (given.content !== undefined) setContent(book, made, given.content);
  shareBatch(book, set, made);
  try {
    for (const part of given.parts)
      for (const each of part.bodies) make(book, part.resource, each, { resource, row: made });
  } catch (error) {
    discard(book, resource, made);
    throw error;
  }
  return made;
}

/** A part made beneath something belongs to it, whatever else was said. */
function belonging({ set, parent }: Resource, above: Above | undefined): Row {
  if (above === undefined || parent === undefined) return {};
  const id = text(above.row, "id");
  if (set === "dimensionSetLines") return { parentId: id, parentType: dimensionParentOf(above.resource) };
  if (parent === "parentId") return { parentId: id, parentType: parentTypeOf(above.resource.set) };
  return { [parent]: id };
}

function discard(book: Book, resource: Resource, row: Row): void {
  for (const many of Object.values(resource.many))
    for (const each of [...book.set(many).under(text(row, "id"))]) discard(book, resourceOf(many), each);
  book.files.delete(text(row, "id"));
  book.remove(resource.set, row);
  if (resource.set.endsWith("PaymentJournals")) book.set("journals").drop(row);
}

export function setContent(book: Book, row: Row, content: Buffer): void {
  book.files.set(text(row, "id"), { name: text(row, "fileName"), type: "application/octet-stream", bytes: content });
  row["byteSize"] = content.length;
}

/** Changing needs the row's ETag or `*`; deleting compares it only where it is sent. */
export function checkToken(book: Book, row: Row, ifMatch: string | undefined, needed: boolean): void {
  if (ifMatch === undefined || ifMatch === "") {
    if (needed) throw missingToken();
    return;
  }
  if (ifMatch === "*" || ifMatch === book.etag(row)) return;
  if (!/^(W\/)?".*"$/.test(ifMatch)) throw missingToken();
  throw entityChanged();
}

export function change(book: Book, resource: Resource, row: Row, body: unknown): void {
  const given = read(resource, body);
  if (given.parts.length > 0) throw badRequest("PATCH is not possible for collection properties.");
  checkReferences(book, resource, given);
  const next: Row = { ...row, ...given.values };
  applyRule({ book, set: resource.set, row: next, given: given.names, old: row });
  Object.assign(row, next);
  if (given.content !== undefined) setContent(book, row, given.content);
  if (given.names.has("discountAmount") || resource.set.endsWith("Lines") || isDocument(resource.set))
    addUp(book, resource.set, row);
  book.save(resource.set, row);
}

export function remove(book: Book, resource: Resource, row: Row): void {
  const { set, table } = resource;
  const id = text(row, "id");
  mustBeDraft(set, row);
  if (set === "customers" || set === "vendors") {
    const key = set === "customers" ? "customerId" : "vendorId";
    const used = [
      "salesQuotes",
      "salesOrders",
      "salesInvoices",
      "salesCreditMemos",
      "purchaseOrders",
      "purchaseInvoices",
    ]
      .filter((name) => name.startsWith(set === "customers" ? "sales" : "purchase"))
      .find((name) => book.set(name).find(key, id) !== undefined);
    if (used !== undefined)
      throw dialog(
        `You cannot delete ${table} ${text(row, "number")} because there is at least one outstanding ${book.set(used).resource.table} for this ${table.toLowerCase()}.`,
      );
  }
  if (set === "items" && book.set("salesQuoteLines").find("itemId", id) !== undefined)
    throw dialog(
      `You cannot delete Item ${text(row, "number")} because there is at least one outstanding Sales Quote that includes this item.`,
    );
  const header = headerRow(book, set, row);
  if (header !== undefined) mustBeDraft(headerOf(set), header);
  discard(book, resource, row);
  if (header !== undefined) addUp(book, set, row);
}
