/** One write, from its body to the stored record. Whatever is refused on the way undoes all of it. */
import type { NativeRecord } from "../books/basics/types.ts";
import { conflict, notFound, Refusal, rejected } from "../server/errors.ts";
import type { Desk } from "./context.ts";
import { mustBeUnsettled } from "./documents.ts";
import { newId, nextNumber } from "./numbering.ts";
import { known, mustBeFree, mustFindRecord, putRecord } from "./records.ts";
import { checkFollowing, checkRequired, type Input, listIn, readShape, type Shape, valuesOf } from "./shapes/fields.ts";
import { type Verb, type Writing, writings } from "./writableCollections.ts";

export function writingOf(collection: string): Writing {
  const writing = writings[collection];
  if (writing === undefined) throw new Error(`${collection} cannot be written.`);
  return writing;
}

export const create = (desk: Desk, collection: string, body: unknown): Promise<NativeRecord> => {
  const sent = readShape(writingOf(collection).shape, body);
  return store(desk, collection, { sent, whole: sent });
};

export async function change(
  desk: Desk,
  collection: string,
  id: string,
  { verb, body }: { verb: Verb; body: unknown },
) {
  const { shape, unique } = writingOf(collection);
  const before = await mustFindRecord(desk, collection, id);
  const sent = readShape(shape, body);
  if (verb === "PATCH") return store(desk, collection, { sent, whole: { ...before, ...merged(before, sent) }, before });
  const kept = [...Object.keys(unique), "client_reference"];
  const cleared = Object.keys(shape.fields).filter((name) => !kept.includes(name));
  const whole = { ...before, ...Object.fromEntries(cleared.map((name) => [name, null])), ...sent };
  return store(desk, collection, { sent, whole, before });
}

/** Lines that are named by their id are changed, not replaced. */
function merged(before: NativeRecord, sent: Input): Input {
  if (!Array.isArray(sent["line_items"])) return sent;
  const lines = listIn(before, "line_items");
  return {
    ...sent,
    line_items: listIn(sent, "line_items").map((line) => ({ ...lines.find(({ id }) => id === line["id"]), ...line })),
  };
}

export async function remove(desk: Desk, collection: string, id: string): Promise<void> {
  const record = await mustFindRecord(desk, collection, id);
  await writingOf(collection).remove?.(desk, record);
}

export interface LineWrite {
  readonly id: string;
  /** Absent for a new line. */
  readonly line?: string;
  readonly verb: Verb;
  readonly body: unknown;
}

export async function writeLine(desk: Desk, collection: string, { id, line, verb, body }: LineWrite): Promise<Input> {
  const shape = writingOf(collection).shape.fields["line_items"]?.below;
  if (shape === undefined) throw new Error(`${collection} has no lines.`);
  const before = await mustFindRecord(desk, collection, id);
  const { id: _id, ...sent } = readShape(shape, body);
  mustBeUnsettled(before);
  const lines = listIn(before, "line_items");
  const place = line === undefined ? lines.length : lines.findIndex((one) => one["id"] === line);
  if (place === -1) throw notFound("line");
  const marker = sent["client_reference"] ?? null;
  if (marker !== null && lines.some((one, index) => index !== place && one["client_reference"] === marker))
    throw conflict("There is a line with this client_reference already.", "client_reference");
  const written = { ...(verb === "PATCH" ? lines[place] : {}), ...sent, ...(line !== undefined && { id: line }) };
  const record = await unprefixed(`line_items[${place}].`, () =>
    store(desk, collection, {
      sent: { line_items: [...lines.slice(0, place).map(() => ({})), sent] },
      whole: { ...before, line_items: [...lines.slice(0, place), written, ...lines.slice(place + 1)] },
      before,
    }),
  );
  return listIn(record, "line_items")[place] ?? {};
}

/** The body was one line, so its faults are named as the line's own. */
async function unprefixed<Result>(prefix: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.field?.startsWith(prefix)) throw error;
    throw new Refusal(error.code, error.message.replace(prefix, ""), error.field.slice(prefix.length));
  }
}

interface Change {
  /** What was said now. */
  readonly sent: Input;
  /** What there is to be stored, as far as anybody said it. */
  readonly whole: Input;
  readonly before?: NativeRecord;
}

async function store(desk: Desk, collection: string, { sent, whole, before }: Change): Promise<NativeRecord> {
  const { shape, prefix, number, unique, defaults, make, isEntry } = writingOf(collection);
  checkRequired(shape, whole);
  await checkNames(desk, shape, sent);
  const id = before?.id ?? newId(prefix);
  await checkMarker(desk, isEntry ? undefined : collection, [sent["client_reference"], id]);
  const given =
    number && (whole[number.field] ?? null) === null ? { [number.field]: await nextNumber(desk, number) } : {};
  const stamps = { created_at: before?.["created_at"] ?? desk.now, updated_at: desk.now };
  const input: NativeRecord = { ...defaults, ...whole, ...given, id, ...stamps };
  for (const [field, collections] of Object.entries(unique))
    await mustBeFree(desk, { collections, field }, [input[field], id]);
  const record = make ? await make(desk, input, before) : input;
  checkFollowing(shape, sent, record);
  if (!isEntry) await putRecord(desk, collection, record);
  return record;
}

async function checkNames(desk: Desk, shape: Shape, sent: Input): Promise<void> {
  const named = [...valuesOf(shape, sent)].filter(({ field }) => field.names);
  const groups = Map.groupBy(named, ({ field }) => `${field.names?.by}/${field.names?.collection}`);
  for (const [key, group] of groups) {
    const [by = "", collections = ""] = key.split("/");
    const found = await known(
      desk,
      collections,
      by,
      group.map(({ value }) => String(value)),
    );
    const missing = group.find(({ value }) => !found.has(String(value)));
    if (missing) throw rejected(missing.path, `names nothing in ${collections.replaceAll(" ", ", ")}`);
  }
}

async function checkMarker(desk: Desk, collection: string | undefined, [marker, id]: [unknown, string]): Promise<void> {
  if (collection !== undefined)
    return mustBeFree(desk, { collections: collection, field: "client_reference" }, [marker, id]);
  if (typeof marker !== "string") return undefined;
  const { rowCount } = await desk.client.query(
    "SELECT FROM sandbox.entries WHERE company = $1 AND client_reference = $2",
    [desk.company, marker],
  );
  if (rowCount !== 0) throw conflict("There is a record with this client_reference already.", "client_reference");
  return undefined;
}
