/** Looks over a connector's shoulder: every record that it makes is checked as it was made, before it is serialised. */
import type { TSchema } from "typebox";
import type { Connector, FieldTable, Found, Listing } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { hasFallbackValues, withFallbackValues } from "../../src/core/calling/fallbackValues.ts";
import { notePaths, openRecordCheck } from "../../src/verify/records.ts";

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

/** Compiling the contract's schemas takes long, and every stage has the same ones. */
const check = openRecordCheck();
const mostFaults = 10;
/** As the kit says it. */
const unreadable = /^Record [^:]+: (\S+) could not be read/;

export function gather(connector: Connector): Evidence {
  const faults = new Map<OperationId, Set<string>>();
  const counts = new Map<OperationId, number>();
  const seen = new Map<FieldTable, Set<string>>();
  const shortened = new Map<TSchema, boolean>();
  const isShortened = (schema: TSchema): boolean => {
    const known = shortened.get(schema) ?? hasFallbackValues(schema);
    shortened.set(schema, known);
    return known;
  };
  const faultSet = (id: OperationId): Set<string> => {
    const known = faults.get(id) ?? new Set();
    faults.set(id, known);
    return known;
  };
  /** A vendor may send such a record; its simulator does not, so the mapping is wrong. */
  const hear = (id: OperationId, warnings: readonly string[] = []) => {
    for (const warning of warnings) {
      const [, field] = unreadable.exec(warning) ?? [];
      if (field !== undefined) faultSet(id).add(`${field.replaceAll(/\d+/g, "")} could not be read`);
    }
  };
  const checked = (id: OperationId, record: unknown): string[] => {
    const schema: TSchema = operations[id].record;
    return check(schema, isShortened(schema) ? withFallbackValues(schema, record) : record);
  };
  const met = new Set<string>();
  const see = (id: OperationId, { fields }: AnyHandler, record: unknown) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    // Most records are read again and again, and nothing new is to be seen of them.
    const text = id + JSON.stringify(record);
    if (met.has(text)) return;
    met.add(text);
    const known = faultSet(id);
    for (const fault of known.size < mostFaults ? checked(id, record) : []) known.add(fault);
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
          hear(id, listing.warnings);
          return listing;
        },
      }),
      ...(get && {
        get: async (...asked: unknown[]) => {
          const found = await get(...asked);
          see(id, handler, found.record);
          hear(id, found.warnings);
          return found;
        },
      }),
      ...(answer && {
        answer: (...asked: unknown[]) => {
          const found = answer(...asked);
          for (const record of all(found.record)) see(id, handler, record);
          hear(id, found.warnings);
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
