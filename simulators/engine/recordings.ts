/**
 * What a vendor's evidence files show of its records: the recorded rows of each list, every field of a record with its
 * emptiest recorded value, and refusals.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Refusals, Refused } from "../simulation.ts";
import { isRow, type Row, text } from "./values.ts";

export interface RecordedPath {
  /** The path of the list below the base, without a slash at the start. */
  readonly path: string;
  /** The field with a record's id. Default: `id`. */
  readonly id?: string;
}

export interface RecordingRules<Name extends string> {
  readonly slug: string;
  /** Tables that are no lists of the vendor are left out. */
  readonly lists: Readonly<Partial<Record<Name, RecordedPath>>>;
  /** The rows in the reply of a list. By default, the reply is their array. */
  readonly rowsIn?: (body: unknown) => unknown;
  /** The row in the reply with a single record. By default, the reply is the row. */
  readonly rowIn?: (body: unknown, list: Name) => unknown;
  /** A recorded path as the lists name it: `/contacts/7.json` becomes `/contacts/7`. */
  readonly pathOf?: (recordedPath: string) => string;
  /** What a recorded refusal refuses. By default, its status decides. */
  readonly refusalOf?: (reply: RecordedReply) => keyof Refusals | undefined;
  /** The folder with the evidence. Default: `src/connectors/<slug>/evidence`. */
  readonly evidenceFolder?: string;
}

export interface Recordings<Name extends string> {
  /** The rows of a list: from its pages, and from replies with a single record. */
  rowsOf(list: Name): readonly Row[];
  /**
   * The record as the vendor shows it: what is known of it, over every field that a recorded record has. Unknown fields have
   * their emptiest recorded value, and are left out if a whole recorded record leaves them out.
   */
  laidOver(list: Name, known: Row): Row;
  /**
   * The recorded refusals, the documented ones for what nobody has recorded, and for the rest the body of the first of them
   * with the usual status. Throws if there is none at all.
   */
  refusals(documented: DocumentedRefusals): Refusals;
}

/** Documented refusals. What is neither recorded nor documented has the body of a recorded refusal. */
export type DocumentedRefusals = Partial<Refusals>;

export interface RecordedReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface RecordedExchange {
  readonly request?: { readonly method?: string; readonly path: string };
  readonly reply?: RecordedReply;
}

interface RecordedFile extends RecordedExchange {
  readonly source?: string;
  readonly further?: readonly RecordedExchange[];
  readonly exchanges?: readonly RecordedExchange[];
}

export function openRecordings<Name extends string>(rules: RecordingRules<Name>): Recordings<Name> {
  const { slug, evidenceFolder = join(import.meta.dirname, "../../src/connectors", slug, "evidence") } = rules;
  const files = filesIn(evidenceFolder);
  const exchanges = exchangesOf(files.filter((file) => !isDocumented(file)));
  const documented = exchangesOf(files.filter(isDocumented));
  /** What nobody has seen only stands in for a list of which nothing was seen. */
  const recordsIn = (list: Name, isWanted: (exchange: RecordedExchange) => boolean): readonly Row[] => {
    const seen = recordsOf(exchanges.filter(isWanted), rules, list);
    return seen.length > 0 ? seen : recordsOf(documented.filter(isWanted), rules, list);
  };
  const shapes = new Map<Name, Shape>();
  const shapeOfList = (list: Name): Shape => {
    const shape = shapes.get(list) ?? shapeOf(recordsIn(list, () => true));
    shapes.set(list, shape);
    return shape;
  };
  return {
    rowsOf: (list) => rowsById(recordsIn(list, isRead), rules.lists[list]?.id),
    laidOver: (list, known) => laidOverShape(shapeOfList(list), known) as Row,
    refusals: (described) =>
      complete(
        described,
        [exchanges, documented].map((each) => recordedRefusals(each, rules.refusalOf)),
        slug,
      ),
  };
}

const filesIn = (folder: string): readonly RecordedFile[] =>
  globSync("{*.json,*/*.json}", { cwd: folder })
    .toSorted()
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as RecordedFile);

const isDocumented = ({ source = "" }: RecordedFile): boolean => source.endsWith("(documentation)");

const exchangesOf = (files: readonly RecordedFile[]): readonly RecordedExchange[] =>
  files.flatMap((file) => [file, ...(file.further ?? []), ...(file.exchanges ?? [])]);

const isAccepted = ({ reply }: RecordedExchange): boolean => reply?.body !== undefined && (reply.status ?? 200) < 300;
const isRead = ({ request }: RecordedExchange): boolean => (request?.method ?? "GET") === "GET";

/** The records of a list in all accepted replies, also in those to writes. */
function recordsOf<Name extends string>(
  exchanges: readonly RecordedExchange[],
  { lists, rowsIn = (body) => body, rowIn = (body) => body, pathOf = (path) => path }: RecordingRules<Name>,
  name: Name,
): readonly Row[] {
  const path = lists[name]?.path;
  if (path === undefined) return [];
  return exchanges.filter(isAccepted).flatMap((exchange) => {
    const requested = pathOf(exchange.request?.path ?? "").replace(/^\//, "");
    const body: unknown = exchange.reply?.body;
    const isOfList = requested === path;
    const isSingle = requested.startsWith(`${path}/`) && !requested.slice(path.length + 1).includes("/");
    if (!isOfList && !isSingle) return [];
    const listed: unknown = isOfList ? rowsIn(body) : undefined;
    return (Array.isArray(listed) ? (listed as unknown[]) : [rowIn(body, name)]).filter(isRow);
  });
}

function rowsById(rows: readonly Row[], id = "id"): readonly Row[] {
  const found = new Map<string, Row>();
  for (const row of rows) if (text(row[id]) !== "" && !found.has(text(row[id]))) found.set(text(row[id]), row);
  return [...found.values()];
}

/** The form that all recorded values at one place share. */
interface Shape {
  /** Undefined if a record may leave the field out. */
  readonly emptiest: unknown;
  readonly fields: ReadonlyMap<string, Shape>;
  readonly items?: Shape;
}

function shapeOf(values: readonly unknown[], isOptional = false): Shape {
  const rows = values.filter(isRow).toSorted((left, right) => Object.keys(right).length - Object.keys(left).length);
  const items = values.filter((value) => Array.isArray(value)).flat() as unknown[];
  const whole = rows.filter(isWholeBeside(rows[0]));
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const fields = new Map(
    [...names].map((name) => [
      name,
      shapeOf(
        rows.filter((row) => name in row).map((row) => row[name]),
        whole.some((row) => !(name in row)),
      ),
    ]),
  );
  return {
    fields,
    ...(items.length > 0 && { items: shapeOf(items) }),
    emptiest: isOptional ? undefined : emptiestOf(values, fields),
  };
}

/** A file may show only the fields of its fact. Such a record does not tell that the others are optional. */
const isWholeBeside =
  (largest: Row = {}) =>
  (row: Row): boolean =>
    Object.keys(row).length >= 0.7 * Object.keys(largest).length;

function emptiestOf(values: readonly unknown[], fields: ReadonlyMap<string, Shape>): unknown {
  if (values.includes(null)) return null;
  if (values.some((value) => Array.isArray(value))) return [];
  if (values.some(isRow))
    return Object.fromEntries([...fields].map(([name, shape]) => [name, shape.emptiest] as const).filter(isThere));
  return values.toSorted((left, right) => fullness(left) - fullness(right))[0];
}

const isThere = ([, value]: readonly [string, unknown]): boolean => value !== undefined;

const fullness = (value: unknown): number => {
  if (value === "") return 0;
  if (value === false) return 1;
  return Number(value) === 0 ? 2 : 3;
};

/** Only lists and objects could be changed by a rule. */
const copyOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? structuredClone(value) : value;

function laidOverShape(shape: Shape | undefined, known: unknown): unknown {
  if (shape === undefined) return known;
  if (Array.isArray(known)) return known.map((item) => laidOverShape(shape.items, item));
  if (!isRow(known)) return known;
  const shown: Row = {};
  for (const [name, field] of shape.fields) {
    const value = name in known ? laidOverShape(field, known[name]) : copyOf(field.emptiest);
    if (value !== undefined) shown[name] = value;
  }
  for (const [name, value] of Object.entries(known)) if (!shape.fields.has(name)) shown[name] = value;
  return shown;
}

const kindOfStatus: Readonly<Record<number, keyof Refusals>> = {
  400: "invalid",
  401: "unauthorized",
  403: "forbidden",
  404: "notFound",
  422: "invalid",
  500: "broken",
};

/** What a refusal with this status usually refuses. */
export const kindOfRefusal = ({ status = 200 }: RecordedReply): keyof Refusals | undefined => kindOfStatus[status];

const usualRefusals: Readonly<
  Record<keyof Refusals, { readonly status: number; readonly headers?: Refused["headers"] }>
> = {
  unauthorized: { status: 401 },
  forbidden: { status: 403 },
  notFound: { status: 404 },
  invalid: { status: 422 },
  rateLimited: { status: 429, headers: { "retry-after": "7" } },
  broken: { status: 500 },
};

/** Recorded refusals come first, then documented ones, those of evidence files without a recording, and derived ones. */
function complete(
  described: DocumentedRefusals,
  [seen = {}, documented = {}]: readonly Partial<Refusals>[],
  slug: string,
): Refusals {
  const [model] = [seen, described, documented].flatMap((each) => Object.values(each));
  if (model === undefined) throw new Error(`${slug}: no refusal was recorded or documented.`);
  const derived = Object.fromEntries(
    Object.entries(usualRefusals).map(([kind, usual]) => [kind, { ...usual, body: withStatus(model, usual.status) }]),
  );
  // A documented refusal may be a getter, because it has the time in it.
  const descriptors = [derived, documented, described, seen].map((each) => Object.getOwnPropertyDescriptors(each));
  return Object.defineProperties({}, Object.assign({}, ...descriptors)) as Refusals;
}

/** The body of a refusal, in which every mention of its status is another one. */
function withStatus({ status, body }: Refused, other: number): unknown {
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (isRow(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renamed(inner)]));
    if (value === status) return other;
    return value === String(status) ? String(other) : value;
  };
  return renamed(body);
}

/** The first recorded refusal of each kind. */
function recordedRefusals(exchanges: readonly RecordedExchange[], refusalOf = kindOfRefusal): Partial<Refusals> {
  const found: { -readonly [Kind in keyof Refusals]?: Refused } = {};
  for (const { reply } of exchanges) {
    if (reply?.status === undefined) continue;
    const kind = refusalOf(reply);
    if (kind === undefined || found[kind] !== undefined) continue;
    const { status, headers, body } = reply;
    found[kind] = { status, ...(headers && { headers }), body };
  }
  return found;
}
