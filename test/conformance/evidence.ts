/** Looks over a connector's shoulder: every record that it makes is checked as it was made, before it is serialised. */
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { Connector, FieldTable, Found, Listing } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";

export interface Evidence {
  /** The connector, watched. */
  readonly connector: Connector;
  /** What was wrong with records of this operation, each once. */
  faults(id: OperationId): readonly string[];
  /** How many records it made. */
  count(id: OperationId): number;
  /** The paths of fields that some record of a mapping had, by the mapping's table. */
  seen(table: FieldTable): ReadonlySet<string>;
}

type AnyHandler = {
  readonly fields: FieldTable;
  readonly list?: (...asked: unknown[]) => Promise<Listing<unknown>>;
  readonly get?: (...asked: unknown[]) => Promise<Found<unknown>>;
  readonly answer?: (...asked: unknown[]) => Found<unknown>;
};

const mostFaults = 10;

export function gather(connector: Connector): Evidence {
  const faults = new Map<OperationId, Set<string>>();
  const counts = new Map<OperationId, number>();
  const seen = new Map<FieldTable, Set<string>>();
  const compiled = new Map<TSchema, Compiled>();
  const checkFor = (schema: TSchema): Compiled => {
    const check = compiled.get(schema) ?? Compile(schema);
    compiled.set(schema, check);
    return check;
  };
  const see = (id: OperationId, { fields }: AnyHandler, record: unknown) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    const known = faults.get(id) ?? new Set();
    faults.set(id, known);
    for (const fault of known.size < mostFaults ? faultsOf(checkFor(operations[id].record), record) : [])
      known.add(fault);
    const paths = seen.get(fields) ?? new Set();
    seen.set(fields, paths);
    notePaths(record, "", paths);
  };
  const watch = (id: OperationId, handler: AnyHandler): AnyHandler => {
    const { list, get, answer } = handler;
    const all = (value: unknown) => (Array.isArray(value) ? value : [value]) as unknown[];
    return {
      ...handler,
      ...(list && {
        list: async (...asked: unknown[]) => {
          const listing = await list(...asked);
          for (const record of listing.records) see(id, handler, record);
          return listing;
        },
      }),
      ...(get && {
        get: async (...asked: unknown[]) => {
          const found = await get(...asked);
          see(id, handler, found.record);
          return found;
        },
      }),
      ...(answer && {
        answer: (...asked: unknown[]) => {
          const found = answer(...asked);
          for (const record of all(found.record)) see(id, handler, record);
          return found;
        },
      }),
    };
  };
  const watched = Object.entries(connector.operations).map(([id, handler]) => [
    id,
    watch(id as OperationId, handler as unknown as AnyHandler),
  ]);
  return {
    connector: { ...connector, operations: Object.fromEntries(watched) as Connector["operations"] },
    faults: (id) => [...(faults.get(id) ?? [])],
    count: (id) => counts.get(id) ?? 0,
    seen: (table) => seen.get(table) ?? new Set(),
  };
}

type Compiled = Pick<Validator, "Check" | "Errors">;

/** What the contract does not allow, and what it does not want: nulls and empty placeholders. */
function faultsOf(check: Compiled, record: unknown): string[] {
  const wrong = check.Check(record)
    ? []
    : check.Errors(record).map(({ instancePath, message }) => `${dotted(instancePath)} ${message}`);
  return [...wrong.map((text) => text.trim()), ...emptyIn(record, "")];
}

const dotted = (pointer: string): string => pointer.slice(1).replaceAll(/\/\d+/g, "[]").replaceAll("/", ".");

function emptyIn(value: unknown, path: string): string[] {
  if (value === null) return [`${path} is null`];
  if (value === "") return [`${path} is an empty text`];
  if (typeof value === "number" && !Number.isFinite(value)) return [`${path} is ${value}`];
  if (typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap((one) => emptyIn(one, `${path}[]`));
  const fields = Object.entries(value);
  if (fields.length === 0) return [`${path || "the record"} is an empty object`];
  return fields.flatMap(([name, one]) => [...timeFault(one, join(path, name)), ...emptyIn(one, join(path, name))]);
}

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const ourForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const timeFault = (value: unknown, path: string): string[] =>
  typeof value === "string" && /(?:Date|At)$/.test(path) && timestamp.test(value) && !ourForm.test(value)
    ? [`${path} is ${value}, not in the form YYYY-MM-DDTHH:MM:SSZ`]
    : [];

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

function notePaths(value: unknown, path: string, into: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) notePaths(one, path, into);
  else if (typeof value === "object" && value !== null)
    for (const [name, below] of Object.entries(value)) {
      if (below === undefined) continue;
      into.add(join(path, name));
      notePaths(below, join(path, name), into);
    }
}

/** Every field that a mapping claims, as a path. */
export function claimed(table: FieldTable, path = ""): string[] {
  return Object.entries(table).flatMap(([name, below]) => [
    join(path, name),
    ...(below === true ? [] : claimed(below, join(path, name))),
  ]);
}
