/** Creating, changing and deleting rows as the vendor does. */
import { isRow, type Row, text } from "../engine/values.ts";
import { type Book, put, resourceOf, table, under } from "./book.ts";
import { addUp, documents, headerOf, headerRow, mustBeDraft } from "./documents.ts";
import { accept, encoded, noGuid } from "./fields.ts";
import { badRequest, dialog, entityChanged, fault, missingToken } from "./refusals.ts";
import type { Resource } from "./resources.ts";
import { applyRule, shareBatch } from "./rules.ts";

export interface Above {
  readonly resource: Resource;
  readonly row: Row;
}

interface Given {
  readonly values: Row;
  readonly names: ReadonlySet<string>;
  readonly parts: readonly (readonly [set: string, bodies: readonly unknown[]])[];
  readonly content?: Buffer;
}

const invalid = () => badRequest("Invalid Request Body");
export function parse(body: Buffer): Row {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    if (isRow(parsed)) return parsed;
  } catch {
    // Refused below.
  }
  throw invalid();
}

/** Some of the vendor's own examples send these along; it keeps its own. */
const ignored = new Set(["id", "lastModifiedDateTime"]);

function read(resource: Resource, body: unknown): Given {
  if (!isRow(body)) throw invalid();
  const values: Row = {};
  const parts: [string, readonly unknown[]][] = [];
  let content: Buffer | undefined;
  for (const [name, given] of Object.entries(body)) {
    if (name.includes("@odata.")) continue;
    const field = resource.fields.get(name);
    if (resource.many.includes(name) && Array.isArray(given)) parts.push([name, given]);
    else if (field === undefined)
      throw badRequest(
        `The property '${name}' does not exist on type 'Microsoft.NAV.${resource.set}'. Make sure to only use property names that are defined by the type.`,
      );
    else if (field.kind === "stream") content = Buffer.from(String(given), "base64");
    else if (ignored.has(name) && resource.set !== "dimensionSetLines") continue;
    else if (field.readOnly && name !== "id" && name !== "journalId")
      throw fault(400, "BadRequest_InvalidOperation", `Control '${name}' is read-only.`);
    else values[name] = accept(field, given);
  }
  return { values, names: new Set(Object.keys(values)), parts, ...(content && { content }) };
}

const ownChecks = /^(?:id|(?:customer|vendor|item|account|document|journal|currency)Id)$/;
/** Ids that are said to be of something must be. */
function checkReferences(book: Book, { one }: Resource, { values }: Given): void {
  for (const [set, field] of Object.values(one)) {
    const id = values[field];
    if (id === undefined || id === noGuid || ownChecks.test(field) || table(book, set).has(id)) continue;
    throw dialog(`The "${field}" does not match to a ${resourceOf(set).table}.`);
  }
}

export function create(book: Book, set: string, body: Row, above?: Above): Row {
  const row = make(book, set, body, above);
  addUp(book, set, row);
  return row;
}

function make(book: Book, set: string, body: unknown, above?: Above): Row {
  const resource = resourceOf(set);
  const given = read(resource, body);
  checkReferences(book, resource, given);
  const row: Row = { ...resource.empty, ...given.values, ...belonging(resource, above) };
  applyRule({ book, set, row, given: given.names });
  const made = put(book, set, set === "dimensionSetLines" ? row : { ...row, id: book.newId() });
  if (given.content !== undefined) setContent(book, made, given.content);
  shareBatch(book, set, made);
  try {
    for (const [part, bodies] of given.parts)
      for (const each of bodies) make(book, part, each, { resource, row: made });
  } catch (error) {
    discard(book, set, made);
    throw error;
  }
  return made;
}

const spaced = (set: string) =>
  set.replace(/s$/, "").replaceAll(/^[a-z]|[A-Z]/g, (sign, at) => (at ? ` ${sign}` : sign.toUpperCase()));
/** What the vendor calls the row that a file or a dimension hangs on. */
export function parentTypeOf(set: string, above: string): string {
  if (above === "generalLedgerEntries")
    return encoded(set === "dimensionSetLines" ? "General Ledger Entry" : "Journal");
  if (above === "journalLines") return encoded(set === "dimensionSetLines" ? "Journal Line" : "Journal");
  if (above === "projects") return "Job";
  return encoded(above.endsWith("Payments") ? "Journal Line" : spaced(above));
}

/** A part made beneath something belongs to it, whatever else was said. */
function belonging({ set, parent }: Resource, above: Above | undefined): Row {
  if (above === undefined || parent === "") return {};
  return {
    [parent]: above.row["id"],
    ...(parent === "parentId" && { parentType: parentTypeOf(set, above.resource.set) }),
  };
}

function discard(book: Book, set: string, row: Row): void {
  for (const many of resourceOf(set).many) for (const each of under(book, many, row)) discard(book, many, each);
  book.files.delete(text(row["id"]));
  book.remove(set, row);
  if (set.endsWith("PaymentJournals")) table(book, "journals").drop(row);
}

export function setContent(book: Book, row: Row, bytes: Buffer): void {
  book.files.set(text(row["id"]), { name: text(row["fileName"]), type: "application/octet-stream", bytes });
  row["byteSize"] = bytes.length;
}

/** Changing needs the row's ETag or `*`; deleting compares it only where it is sent. */
export function checkToken(row: Row, ifMatch: string | undefined, needed: boolean): void {
  if (ifMatch === "*" || ifMatch === row["@odata.etag"] || (!ifMatch && !needed)) return;
  if (!/^(W\/)?".*"$/.test(ifMatch ?? "")) throw missingToken();
  throw entityChanged();
}

export function change(book: Book, resource: Resource, row: Row, body: Row): void {
  const { set } = resource;
  const given = read(resource, body);
  if (given.parts.length > 0) throw badRequest("PATCH is not possible for collection properties.");
  checkReferences(book, resource, given);
  const next: Row = { ...row, ...given.values };
  applyRule({ book, set, row: next, given: given.names, old: row });
  Object.assign(row, next);
  if (given.content !== undefined) setContent(book, row, given.content);
  if (set.endsWith("Lines") || documents.has(set)) addUp(book, set, row);
  book.save(set, row);
}

export function remove(book: Book, { set, table: called }: Resource, row: Row): void {
  const { id, number } = row;
  mustBeDraft(set, row);
  const outstanding = (used: string, how: string) =>
    dialog(`You cannot delete ${called} ${text(number)} because there is at least one outstanding ${used} ${how}.`);
  if (set === "customers" || set === "vendors") {
    const [key, kind] = set === "customers" ? ["customerId", "sales"] : ["vendorId", "purchase"];
    const mine = [...documents.keys()].filter((name) => name.startsWith(kind) && name !== "purchaseCreditMemos");
    const used = mine.find((name) => table(book, name).find(key, id) !== undefined);
    if (used !== undefined) throw outstanding(resourceOf(used).table, `for this ${called.toLowerCase()}`);
  }
  if (set === "items" && table(book, "salesQuoteLines").find("itemId", id) !== undefined)
    throw outstanding("Sales Quote", "that includes this item");
  const header = headerRow(book, set, row);
  if (header !== undefined) mustBeDraft(headerOf(set), header);
  discard(book, set, row);
  if (header !== undefined) addUp(book, set, row);
}
