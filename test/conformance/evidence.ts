/** Watches a connector: checks every record that it returns, before serialisation can hide mistakes. */
import type { TSchema } from "typebox";
import type { Connector, FieldTable, FoundRecord, Listing } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { hasFallbackValues, withFallbackValues } from "../../src/core/calling/fallbackValues.ts";
import { notePaths, openRecordCheck } from "../../src/verify/records.ts";

export interface Evidence {
  /** The watched connector. */
  readonly connector: Connector;
  /** The distinct faults in records of this operation. */
  faults(id: OperationId): readonly string[];
  /** The number of records that the operation returned. */
  count(id: OperationId): number;
  /** The paths of all fields that occurred in records of a mapping, by the mapping's table. */
  seen(table: FieldTable): ReadonlySet<string>;
}

type AnyHandler = {
  readonly fields: FieldTable;
  readonly list?: (...parameters: unknown[]) => Promise<Listing<unknown>>;
  readonly get?: (...parameters: unknown[]) => Promise<FoundRecord<unknown>>;
  readonly answer?: (...parameters: unknown[]) => FoundRecord<unknown>;
};

/** Shared by all stages, because compiling the contract's schemas takes long. */
const check = openRecordCheck();
const mostFaults = 10;
/** The kit's warning. */
const unreadable = /^Record [^:]+: (\S+) could not be read/;

export function watchConnector(connector: Connector): Evidence {
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
  /** The simulator sends no unreadable records, so a warning means that the mapping is wrong. */
  const noteWarnings = (id: OperationId, warnings: readonly string[] = []) => {
    for (const warning of warnings) {
      const [, field] = unreadable.exec(warning) ?? [];
      if (field !== undefined) faultSet(id).add(`${field.replaceAll(/\d+/g, "")} could not be read`);
    }
  };
  const faultsOf = (id: OperationId, record: unknown): string[] => {
    const schema: TSchema = operations[id].record;
    return check(schema, isShortened(schema) ? withFallbackValues(schema, record) : record);
  };
  const seenRecords = new Set<string>();
  const noteRecord = (id: OperationId, { fields }: AnyHandler, record: unknown) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    // Most records are read many times. Checking them once is enough.
    const text = id + JSON.stringify(record);
    if (seenRecords.has(text)) return;
    seenRecords.add(text);
    const known = faultSet(id);
    for (const fault of known.size < mostFaults ? faultsOf(id, record) : []) known.add(fault);
    const paths = seen.get(fields) ?? new Set();
    seen.set(fields, paths);
    notePaths(record, "", paths);
  };
  const watch = (id: OperationId, handler: AnyHandler): AnyHandler => {
    const { list, get, answer } = handler;
    const listOf = (value: unknown) => (Array.isArray(value) ? value : [value]) as unknown[];
    return {
      ...handler,
      ...(list && {
        list: async (...parameters: unknown[]) => {
          const listing = await list(...parameters);
          for (const record of listing.records) noteRecord(id, handler, record);
          noteWarnings(id, listing.warnings);
          return listing;
        },
      }),
      ...(get && {
        get: async (...parameters: unknown[]) => {
          const found = await get(...parameters);
          noteRecord(id, handler, found.record);
          noteWarnings(id, found.warnings);
          return found;
        },
      }),
      ...(answer && {
        answer: (...parameters: unknown[]) => {
          const found = answer(...parameters);
          for (const record of listOf(found.record)) noteRecord(id, handler, record);
          noteWarnings(id, found.warnings);
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
