/**
 * A mapping is an object whose keys are unified fields and whose values are small functions of the vendor's record. The
 * compiler checks keys and types against the contract; the keys are the table of supported fields.
 */
import type { FieldTable } from "../contract/connector.ts";

type Nothing = null | undefined | "";

type Fields<Record, Native> = {
  readonly [Name in keyof Record]: (native: Native) => Exclude<Record[Name], undefined> | Nothing;
};

export interface Mapping<Record, Native> {
  (native: Native): Record;
  readonly fields: FieldTable;
  /** What of this record had to be left out, because the vendor has a word there that we do not know. */
  readonly unread: (native: Native) => readonly string[];
}

/** A field's function that also knows which fields the object or the list below it has. */
interface Nested<Native, Value> {
  (native: Native): Value;
  readonly fields: FieldTable;
  readonly unread: (native: Native) => readonly string[];
}

/** What a field's function may know besides. */
interface Knowing {
  readonly fields?: FieldTable;
  readonly unread?: (native: never) => string | readonly string[] | undefined;
}

export function mapping<Record, Native>(fields: Fields<Record, Native>): Mapping<Record, Native> {
  const steps = Object.entries(fields) as [string, (native: Native) => unknown][];
  const names = steps.map(([name]) => name);
  const reads = steps.map(([, read]) => read);
  const map = (native: Native): Record => {
    const record: { [field: string]: unknown } = {};
    // Lists have thousands of fields: counting is quicker here than taking pairs apart.
    for (let index = 0; index < names.length; index++) {
      const value = reads[index]?.(native);
      // What the vendor leaves empty it does not have: the field is left out, but zero and false are values.
      if (value === undefined || value === null || value === "") continue;
      if (!Array.isArray(value) || value.length > 0) record[names[index] as string] = value;
    }
    return record as Record;
  };
  const table = Object.fromEntries(steps.map(([field, read]) => [field, (read as Knowing).fields ?? true]));
  return Object.assign(map, { fields: table as FieldTable, unread: unreadOf(steps) });
}

/** Most mappings have nothing to look for, and then cost nothing. */
function unreadOf<Native>(
  steps: readonly (readonly [string, (native: Native) => unknown])[],
): (native: Native) => readonly string[] {
  const doubtful = steps.flatMap(([field, read]) => {
    const { unread } = read as Knowing;
    if (unread === undefined || unread === nothing) return [];
    return [{ field, unread: unread as (native: Native) => string | readonly string[] | undefined }];
  });
  if (doubtful.length === 0) return nothing;
  return (native) =>
    doubtful.flatMap(({ field, unread }) => {
      const found = unread(native);
      if (found === undefined) return [];
      return typeof found === "string" ? [`${field} "${found}"`] : found.map((below) => `${field}.${below}`);
    });
}

const nothing = (): readonly string[] => [];

/** A list of objects, each mapped: `lineItems: each(line, (invoice) => invoice.lines)`. */
export function each<Record, Item, Native>(
  map: Mapping<Record, Item>,
  pick: (native: Native) => readonly Item[] | null | undefined,
): Nested<Native, Record[] | undefined> {
  const unread = (native: Native) => pick(native)?.flatMap(map.unread) ?? [];
  return Object.assign((native: Native) => pick(native)?.map(map), {
    fields: map.fields,
    unread: map.unread === nothing ? nothing : unread,
  });
}

/** One object, mapped: `balance: one(balance, (account) => account.balance)`. */
export function one<Record, Item, Native>(
  map: Mapping<Record, Item>,
  pick: (native: Native) => Item | null | undefined,
): Nested<Native, Record | undefined> {
  const read = (native: Native): Record | undefined => {
    const item = pick(native);
    return item === null || item === undefined ? undefined : map(item);
  };
  const unread = (native: Native): readonly string[] => {
    const item = pick(native);
    return item === null || item === undefined ? [] : map.unread(item);
  };
  return Object.assign(read, { fields: map.fields, unread: map.unread === nothing ? nothing : unread });
}
