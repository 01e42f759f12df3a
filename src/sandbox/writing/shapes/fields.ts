/** The fields of request bodies: their types as data, and strict parsing by these types. */
import { Big } from "big.js";
import { isDay } from "../../reading/filters.ts";
import { invalidField, rejected } from "../../server/errors.ts";

export type Input = Readonly<Record<string, unknown>>;

export interface Field {
  /** Parses a value. Its errors name the path in the body. */
  readonly read: (value: unknown, path: string) => unknown;
  /** A record of this collection has to have the value in this field. */
  readonly references?: { readonly collection: string; readonly by: string };
  /** Derived from other fields. A sent value is only compared. */
  readonly derived?: true;
  readonly below?: Shape;
}

export interface Shape {
  readonly fields: Readonly<Record<string, Field>>;
  readonly required: readonly string[];
}

const longestText = 4000;
const longestList = 1000;

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (value: string) => !value.includes("\0") && value.isWellFormed();

const textUpTo = (most: number): Field => ({
  read: (value, path) => {
    if (typeof value !== "string" || !isStorable(value)) throw invalidField(path, "must be a string");
    if (value.length > most) throw invalidField(path, `must have at most ${most} characters`);
    return value;
  },
});

export const text = textUpTo(longestText);
/** The reference by which callers find their record. */
export const clientReference = textUpTo(100);

const flag: Field = {
  read: (value, path) => {
    if (typeof value !== "boolean") throw invalidField(path, "must be true or false");
    return value;
  },
};

const integer: Field = {
  read: (value, path) => {
    if (!Number.isSafeInteger(value)) throw invalidField(path, "must be a whole number");
    return value;
  },
};

export const day: Field = {
  read: (value, path) => {
    if (typeof value !== "string" || !isDay(value)) throw invalidField(path, "must be a day such as 2026-01-31");
    return value;
  },
};

export const derivedField = (field: Field): Field => ({ ...field, derived: true });

/** Decimal texts, small enough that their sums are exact to the cent. */
const decimal: Field = {
  read: (value, path) => {
    if (typeof value !== "string" || !/^-?\d{1,10}(\.\d{1,8})?$/.test(value))
      throw invalidField(path, 'must be a decimal text such as "119.00"');
    return value;
  },
};

const notNegative: Field = {
  read: (value, path) => {
    if (String(decimal.read(value, path)).startsWith("-")) throw rejected(path, "must not be negative");
    return value;
  },
};

export const oneOf = (list: string): Field => ({
  read: (value, path) => {
    if (typeof value !== "string" || !list.split(" ").includes(value))
      throw invalidField(path, `must be one of ${list.replaceAll(" ", ", ")}`);
    return value;
  },
});

export const reference = (collection: string, by = "id"): Field => ({
  read: text.read,
  references: { collection, by },
});

export const listOf = (item: Field): Field => ({
  ...item,
  read: (value, path) => {
    if (!Array.isArray(value)) throw invalidField(path, "must be a list");
    if (value.length > longestList) throw invalidField(path, `must have at most ${longestList} items`);
    return value.map((element, index) => item.read(element, `${path}[${index}]`));
  },
});

export const object = (below: Shape): Field => ({ read: (value, path) => readShape(below, value, `${path}.`), below });
export const objects = (below: Shape): Field => listOf(object(below));

const kinds = { text, decimal, notNegative, integer, flag, day } as const;
type Plain = { readonly [Kind in keyof typeof kinds | "derived"]?: string };

/** Fields by type, as lists of names, then fields with their own description. */
export function shape({ derived = "", ...plain }: Plain, others: Shape["fields"] = {}, required = ""): Shape {
  const of = (list: string, field: Field) => list.split(" ").map((name) => [name, field] as const);
  const simple = Object.entries(plain).flatMap(([kind, list]) => of(list, kinds[kind as keyof typeof kinds]));
  const computed = derived === "" ? [] : of(derived, derivedField(decimal));
  return {
    fields: { ...Object.fromEntries([...simple, ...computed]), ...others },
    required: required === "" ? [] : required.split(" "),
  };
}

/** Checks the fields that are present. Missing fields are checked when the record is complete. */
export function readShape({ fields }: Shape, value: unknown, prefix = ""): Input {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidField(prefix.slice(0, -1) || "body", "must be an object");
  const read = Object.entries(value).map(([name, fieldValue]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) throw invalidField(`${prefix}${name.slice(0, 100)}`, "is not a field of this record");
    return [name, fieldValue === null ? null : field.read(fieldValue, prefix + name)] as const;
  });
  return Object.fromEntries(read);
}

export interface Found {
  readonly path: string;
  readonly field: Field;
  readonly value: unknown;
}

/** Every value of an input with its path and its field, including those in nested lists and objects. */
export function* valuesOf({ fields }: Shape, input: Input, prefix = ""): Iterable<Found> {
  for (const [name, field] of Object.entries(fields)) {
    const value = input[name];
    if (value === undefined || value === null) continue;
    const path = prefix + name;
    const elements = Array.isArray(value)
      ? value.map((element: unknown, index) => ({ element, elementPath: `${path}[${index}]` }))
      : [{ element: value, elementPath: path }];
    for (const { element, elementPath } of elements) {
      if (field.below) yield* valuesOf(field.below, element as Input, `${elementPath}.`);
      else yield { path: elementPath, field, value: element };
    }
  }
}

export function checkRequired({ fields, required }: Shape, input: Input, prefix = ""): void {
  for (const name of required) if ((input[name] ?? null) === null) throw rejected(prefix + name, "is required");
  for (const [name, { below }] of Object.entries(fields)) {
    const value = input[name];
    if (below === undefined || (value ?? null) === null) continue;
    if (!Array.isArray(value)) checkRequired(below, value as Input, `${prefix}${name}.`);
    else for (const [index, element] of value.entries()) checkRequired(below, element, `${prefix}${name}[${index}].`);
  }
}

/**
 * Refuses derived fields whose sent value differs from the computed one. Callers may round a total otherwise, by up to
 * half a cent for each line.
 */
export function checkDerived({ fields }: Shape, sent: Input, computed: Input, prefix = ""): void {
  for (const [name, { derived, below }] of Object.entries(fields)) {
    const value = sent[name];
    const expected = computed[name];
    if ((value ?? null) === null) continue;
    if (derived && !isEqual(value, expected, lineCount(fields, computed)))
      throw rejected(prefix + name, `does not match the computed value ${String(expected)}`);
    if (below === undefined || (expected ?? null) === null) continue;
    if (!Array.isArray(value)) checkDerived(below, value as Input, expected as Input, `${prefix}${name}.`);
    else
      for (const [index, element] of value.entries())
        checkDerived(below, element, (expected as Input[])[index] ?? {}, `${prefix}${name}[${index}].`);
  }
}

/** The lines that add up to the totals of a record. A line is its own only line. */
const lineCount = (fields: Shape["fields"], computed: Input): number => {
  const name = ["line_items", "credit_note_lines", "expense_lines"].find((field) => Object.hasOwn(fields, field));
  return Math.max(1, name === undefined ? 1 : listIn(computed, name).length);
};

const isEqual = (left: unknown, right: unknown, lines: number): boolean =>
  left === right ||
  (isDecimal(left) && isDecimal(right) && new Big(left).minus(right).abs().lte(new Big("0.005").times(lines)));

const isDecimal = (value: unknown): value is string => typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);

export const textIn = (input: Input, field: string): string | undefined => {
  const value = input[field];
  return typeof value === "string" ? value : undefined;
};
export const listIn = (input: Input, field: string): readonly Input[] => {
  const value = input[field];
  return Array.isArray(value) ? value : [];
};

export const texts = (record: Input, field: string): string[] => (record[field] ?? []) as string[];
