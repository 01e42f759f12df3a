/** One write, from its body to the stored record. A refusal undoes all of it. */
import type { NativeRecord } from "../books/basics/types.ts";
import { ApiError, conflict, notFound, rejected } from "../server/errors.ts";
import type { WriteContext } from "./context.ts";
import { newId, nextNumber } from "./numbering.ts";
import { known, mustBeUnique, mustFindRecord, putRecord } from "./records.ts";
import { mustBeUnsettled } from "./settling/documentGuards.ts";
import { checkDerived, checkRequired, type Input, listIn, readShape, type Shape, valuesOf } from "./shapes/fields.ts";
import { type Verb, type WritableCollection, writableCollections } from "./writableCollections.ts";

export function writableCollection(collection: string): WritableCollection {
  const writing = writableCollections[collection];
  if (writing === undefined) throw new Error(`${collection} cannot be written.`);
  return writing;
}

export const create = (context: WriteContext, collection: string, body: unknown): Promise<NativeRecord> => {
  const sent = readShape(writableCollection(collection).shape, body);
  return store(context, collection, { sent, merged: sent });
};

export async function change(
  context: WriteContext,
  collection: string,
  id: string,
  { verb, body }: { verb: Verb; body: unknown },
) {
  const { shape, unique } = writableCollection(collection);
  const before = await mustFindRecord(context, collection, id);
  const sent = readShape(shape, body);
  if (verb === "PATCH")
    return store(context, collection, { sent, merged: { ...before, ...withMergedLines(before, sent) }, before });
  const keptFields = [...Object.keys(unique), "client_reference"];
  const cleared = Object.keys(shape.fields).filter((name) => !keptFields.includes(name));
  const merged = { ...before, ...Object.fromEntries(cleared.map((name) => [name, null])), ...sent };
  return store(context, collection, { sent, merged, before });
}

/** Lines with a known id are changed, not replaced. */
function withMergedLines(before: NativeRecord, sent: Input): Input {
  if (!Array.isArray(sent["line_items"])) return sent;
  const lines = listIn(before, "line_items");
  return {
    ...sent,
    line_items: listIn(sent, "line_items").map((line) =>
      changedLine(
        lines.find(({ id }) => id === line["id"]),
        line,
      ),
    ),
  };
}

const accountFields = ["account_id", "account_code", "account_number"];

/** A line has one account: a change of one of its names replaces the others, too. */
function changedLine(before: Input | undefined, sent: Input): Input {
  const isReplaced = accountFields.some((name) => (sent[name] ?? null) !== null);
  const unchanged = Object.entries(before ?? {}).filter(([name]) => !isReplaced || !accountFields.includes(name));
  return { ...Object.fromEntries(unchanged), ...sent };
}

export async function remove(context: WriteContext, collection: string, id: string): Promise<void> {
  const record = await mustFindRecord(context, collection, id);
  await writableCollection(collection).remove?.(context, record);
}

export interface LineWrite {
  readonly id: string;
  /** Absent for a new line. */
  readonly line?: string;
  readonly verb: Verb;
  readonly body: unknown;
}

export async function writeLine(
  context: WriteContext,
  collection: string,
  { id, line, verb, body }: LineWrite,
): Promise<Input> {
  const shape = writableCollection(collection).shape.fields["line_items"]?.below;
  if (shape === undefined) throw new Error(`${collection} has no lines.`);
  const before = await mustFindRecord(context, collection, id);
  const { id: _id, ...sent } = readShape(shape, body);
  mustBeUnsettled(before);
  const lines = listIn(before, "line_items");
  const position = line === undefined ? lines.length : lines.findIndex(({ id }) => id === line);
  if (position === -1) throw notFound("line");
  const marker = sent["client_reference"] ?? null;
  if (marker !== null && lines.some((existing, index) => index !== position && existing["client_reference"] === marker))
    throw conflict("A line with this client_reference already exists.", "client_reference");
  const changed = verb === "PATCH" ? changedLine(lines[position], sent) : sent;
  const written = { ...changed, ...(line !== undefined && { id: line }) };
  const record = await unprefixed(`line_items[${position}].`, () =>
    store(context, collection, {
      sent: { line_items: [...lines.slice(0, position).map(() => ({})), sent] },
      merged: { ...before, line_items: [...lines.slice(0, position), written, ...lines.slice(position + 1)] },
      before,
    }),
  );
  return listIn(record, "line_items")[position] ?? {};
}

/** The body was a single line, so paths in errors are relative to the line. */
async function unprefixed<Result>(prefix: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.field?.startsWith(prefix)) throw error;
    throw new ApiError(error.code, error.message.replace(prefix, ""), error.field.slice(prefix.length));
  }
}

interface Change {
  /** The fields in this request. */
  readonly sent: Input;
  /** All fields to store, from this request and from before. */
  readonly merged: Input;
  readonly before?: NativeRecord;
}

async function store(context: WriteContext, collection: string, { sent, merged, before }: Change) {
  const { shape, prefix, number, unique, defaults, make, isEntry } = writableCollection(collection);
  checkRequired(shape, merged);
  await checkNames(context, shape, sent);
  const id = before?.id ?? newId(prefix);
  await checkMarker(context, isEntry ? undefined : collection, [sent["client_reference"], id]);
  const numbered =
    number && (merged[number.field] ?? null) === null ? { [number.field]: await nextNumber(context, number) } : {};
  const stamps = { created_at: before?.["created_at"] ?? context.now, updated_at: context.now };
  const input: NativeRecord = { ...defaults, ...merged, ...numbered, id, ...stamps };
  for (const [field, collections] of Object.entries(unique))
    await mustBeUnique(context, { collections, field }, [input[field], id]);
  const record = make ? await make(context, input, before) : input;
  checkDerived(shape, sent, record);
  if (!isEntry) await putRecord(context, collection, record);
  return record;
}

async function checkNames(context: WriteContext, shape: Shape, sent: Input): Promise<void> {
  const named = [...valuesOf(shape, sent)].filter(({ field }) => field.references);
  const groups = Map.groupBy(named, ({ field }) => `${field.references?.by}/${field.references?.collection}`);
  for (const [key, group] of groups) {
    const [by = "", collections = ""] = key.split("/");
    const values = group.map(({ value }) => String(value));
    const found = await known(context, collections, by, values);
    const missing = group.find(({ value }) => !found.has(String(value)));
    if (missing) throw rejected(missing.path, `does not exist in ${collections.replaceAll(" ", ", ")}`);
  }
}

async function checkMarker(
  context: WriteContext,
  collection: string | undefined,
  [marker, id]: [unknown, string],
): Promise<void> {
  if (collection !== undefined)
    return mustBeUnique(context, { collections: collection, field: "client_reference" }, [marker, id]);
  if (typeof marker !== "string") return undefined;
  const { rowCount } = await context.client.query(
    "SELECT FROM sandbox.entries WHERE company = $1 AND client_reference = $2",
    [context.company, marker],
  );
  if (rowCount !== 0) throw conflict("A record with this client_reference already exists.", "client_reference");
  return undefined;
}
