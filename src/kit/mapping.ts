/**
 * A mapping turns a vendor's record into one of the contract. Its keys are the contract's fields, its values functions of
 * the vendor's record. TypeScript checks both against the contract, and the keys are the list of supported fields.
 */
import type { FieldTable } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import { compileRecord, type FieldStep } from "../fast/compileRecord.ts";
import { columnOf } from "./columns.ts";

type Nothing = null | undefined | "";

type Fields<Record, Native> = {
  readonly [Name in keyof Record]: (native: Native) => Exclude<Record[Name], undefined> | Nothing;
};

export interface Mapping<Record, Native> {
  (native: Native): Record;
  readonly fields: FieldTable;
  /** Fields of this record that were left out because the vendor's enumerated value is unknown. */
  readonly unread: (native: Native) => readonly string[];
  /** The fields that can be read and the faults of the others, for records on which the mapping throws. */
  readonly leniently: (native: Native) => Lenient<Record>;
}

/** A value without the parts that could not be read. Faults start with the path: `.lineItems[1].quantity could not be read`. */
interface Lenient<Value> {
  readonly value: Value;
  readonly faults: readonly string[];
}

/** A field's function that also knows the fields of the object or list it returns. */
interface Nested<Native, Value> {
  (native: Native): Value;
  readonly fields: FieldTable;
  readonly unread: (native: Native) => readonly string[];
  readonly leniently: (native: Native) => Lenient<Value>;
}

/** Optional properties of a field's function. */
interface FieldFacts {
  readonly fields?: FieldTable;
  readonly unread?: (native: never) => string | readonly string[] | undefined;
  readonly leniently?: (native: never) => Lenient<unknown>;
}

export function mapping<Record, Native>(fields: Fields<Record, Native>): Mapping<Record, Native> {
  const steps = Object.entries(fields) as Step<Native>[];
  const table = Object.fromEntries(steps.map(([field, read]) => [field, (read as FieldFacts).fields ?? true]));
  const leniently = (native: Native): Lenient<Record> => {
    const record: { [field: string]: unknown } = {};
    if (native === null || native === undefined) return { value: record as Record, faults: [" is empty"] };
    const faults: string[] = [];
    for (const [field, read] of steps) {
      const found = attempt(read, native);
      const value = orAbsent(found.value);
      if (value !== undefined) record[field] = value;
      faults.push(...found.faults.map((fault) => `.${field}${fault}`));
    }
    return { value: record as Record, faults };
  };
  return Object.assign(compiled(steps) as (native: Native) => Record, {
    fields: table as FieldTable,
    unread: unreadOf(steps),
    leniently,
  });
}

type Step<Native> = readonly [field: string, read: (native: Native) => unknown];

/** A column is read at its path, without calling its function. */
function compiled<Native>(steps: readonly Step<Native>[]): (native: Native) => object {
  const fields = steps.map(([field, read]): FieldStep => {
    const column = columnOf(read);
    return column === undefined ? { field, read } : { field, path: column.path, read: column.convert };
  });
  return compileRecord(fields, orAbsent);
}

/** Empty values are omitted. Zero and false are values. */
const orAbsent = (value: unknown): unknown =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0) ? undefined : value;

/** Reads one field of a record on which the mapping threw. */
function attempt<Native, Value>(read: (native: Native) => Value, native: Native): Lenient<Value | undefined> {
  const { leniently } = read as { leniently?: (native: Native) => Lenient<Value> };
  try {
    return leniently === undefined ? { value: read(native), faults: [] } : leniently(native);
  } catch (error) {
    return { value: undefined, faults: [` ${faultOf(error)}`] };
  }
}

const longestFault = 120;

/** A failure that is not the record's fault, such as a refusal by the vendor, is rethrown. */
function faultOf(error: unknown): string {
  if (!(error instanceof Failure)) return "could not be read";
  if (error.code !== "target_bad_response") throw error;
  return `could not be read: ${error.message.replace(/\.$/, "").slice(0, longestFault)}`;
}

/** Most mappings have no enumerated fields and skip this check entirely. */
function unreadOf<Native>(steps: readonly Step<Native>[]): (native: Native) => readonly string[] {
  const doubtful = steps.flatMap(([field, read]) => {
    const { unread } = read as FieldFacts;
    if (unread === undefined || unread === nothing) return [];
    return [{ field, unread: unread as (native: Native) => string | readonly string[] | undefined }];
  });
  if (doubtful.length === 0) return nothing;
  return (native) => {
    let all = none;
    for (const { field, unread } of doubtful) {
      const found = unread(native);
      if (found === undefined || found.length === 0) continue;
      all = [
        ...all,
        ...(typeof found === "string" ? [`${field} "${found}"`] : found.map((below) => `${field}.${below}`)),
      ];
    }
    return all;
  };
}

const none: readonly string[] = [];
const nothing = (): readonly string[] => none;

/** A list of objects, each mapped: `lineItems: nestedList(line, (invoice) => invoice.lines)`. */
export function nestedList<Record, Item, Native>(
  map: Mapping<Record, Item>,
  pick: (native: Native) => readonly Item[] | null | undefined,
): Nested<Native, Record[] | undefined> {
  const unread = (native: Native): readonly string[] => {
    let all = none;
    for (const item of pick(native) ?? []) {
      const found = map.unread(item);
      if (found.length > 0) all = [...all, ...found];
    }
    return all;
  };
  return Object.assign((native: Native) => pick(native)?.map(map), {
    fields: map.fields,
    unread: map.unread === nothing ? nothing : unread,
    leniently: (native: Native): Lenient<Record[] | undefined> => {
      const found = pick(native)?.map((item) => map.leniently(item));
      const faults = found?.flatMap((result, index) => result.faults.map((fault) => `[${index}]${fault}`)) ?? [];
      return { value: found?.map(({ value }) => value), faults };
    },
  });
}

/** One object, mapped: `balance: nestedRecord(balance, (account) => account.balance)`. */
export function nestedRecord<Record, Item, Native>(
  map: Mapping<Record, Item>,
  pick: (native: Native) => Item | null | undefined,
): Nested<Native, Record | undefined> {
  const read = (native: Native): Record | undefined => {
    const item = pick(native);
    return item === null || item === undefined ? undefined : map(item);
  };
  const unread = (native: Native): readonly string[] => {
    const item = pick(native);
    return item === null || item === undefined ? none : map.unread(item);
  };
  const leniently = (native: Native): Lenient<Record | undefined> => {
    const item = pick(native);
    return item === null || item === undefined ? { value: undefined, faults: [] } : map.leniently(item);
  };
  return Object.assign(read, { fields: map.fields, unread: map.unread === nothing ? nothing : unread, leniently });
}
