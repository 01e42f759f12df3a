/** What a body may say: each field's kind as data, and the strict reading of a body by it. */
import { Big } from "big.js";
import { isDay } from "../../reading/filters.ts";
import { invalidField, rejected } from "../../server/errors.ts";

export type Input = Readonly<Record<string, unknown>>;

export interface Field {
  /** Turns down what cannot be such a value, by its path in the body. */
  readonly read: (value: unknown, path: string) => unknown;
  /** A record of this collection must have the value in this field. */
  readonly references?: { readonly collection: string; readonly by: string };
  /** It is derived from the other fields: what is sent is compared, not taken. */
  readonly derived?: true;
  readonly below?: Shape;
}

export interface Shape {
  readonly fields: Readonly<Record<string, Field>>;
  readonly required: readonly string[];
}

const longestText = 4000;
const longestList = 1000;

/** PostgreSQL has no NUL and no half characters. */
const isStorable = (value: string) => !value.includes("\0") && value.isWellFormed();

const textUpTo = (most: number): Field => ({
  read: (value, path) => {
    if (typeof value !== "string" || !isStorable(value)) throw invalidField(path, "must be a text");
    if (value.length > most) throw invalidField(path, `must have no more than ${most} characters`);
    return value;
  },
});

export const text = textUpTo(longestText);
/** The marker that the sender finds its record by. */
export const clientReference = textUpTo(100);

const flag: Field = {
  read: (value, path) => {
    if (typeof value !== "boolean") throw invalidField(path, "must be true or false");
    return value;
  },
};

const whole: Field = {
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

/** Decimal texts that are small enough to be added up without losing a cent. */
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
    if (value.length > longestList) throw invalidField(path, `must have no more than ${longestList} items`);
    return value.map((one, index) => item.read(one, `${path}[${index}]`));
  },
});

export const object = (below: Shape): Field => ({ read: (value, path) => readShape(below, value, `${path}.`), below });
export const objects = (below: Shape): Field => listOf(object(below));

const kinds = { text, decimal, notNegative, whole, flag, day } as const;
type Plain = { readonly [Kind in keyof typeof kinds | "derived"]?: string };

/** Fields by their kinds, as lists of names; then those that need more to be said. */
export function shape({ derived = "", ...plain }: Plain, others: Shape["fields"] = {}, required = ""): Shape {
  const of = (list: string, field: Field) => list.split(" ").map((name) => [name, field] as const);
  const simple = Object.entries(plain).flatMap(([kind, list]) => of(list, kinds[kind as keyof typeof kinds]));
  const computed = derived === "" ? [] : of(derived, derivedField(decimal));
  return {
    fields: { ...Object.fromEntries([...simple, ...computed]), ...others },
    required: required === "" ? [] : required.split(" "),
  };
}

/** What is there is checked; what is missing is looked for when the record is complete. */
export function readShape({ fields }: Shape, value: unknown, prefix = ""): Input {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidField(prefix.slice(0, -1) || "body", "must be an object");
  const read = Object.entries(value).map(([name, one]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) throw invalidField(`${prefix}${name.slice(0, 100)}`, "is not a field of this record");
    return [name, one === null ? null : field.read(one, prefix + name)] as const;
  });
  return Object.fromEntries(read);
}

export interface Found {
  readonly path: string;
  readonly field: Field;
  readonly value: unknown;
}

/** Every value of an input with its path and its field, those in lists and in objects below too. */
export function* valuesOf({ fields }: Shape, input: Input, prefix = ""): Iterable<Found> {
  for (const [name, field] of Object.entries(fields)) {
    const value = input[name];
    if (value === undefined || value === null) continue;
    const path = prefix + name;
    const places = Array.isArray(value) ? value.map((one, index) => [one, `${path}[${index}]`]) : [[value, path]];
    for (const [one, place] of places) {
      if (field.below) yield* valuesOf(field.below, one as Input, `${place as string}.`);
      else yield { path: place as string, field, value: one };
    }
  }
}

export function checkRequired({ fields, required }: Shape, input: Input, prefix = ""): void {
  for (const name of required) if ((input[name] ?? null) === null) throw rejected(prefix + name, "is required");
  for (const [name, { below }] of Object.entries(fields)) {
    const value = input[name];
    if (below === undefined || (value ?? null) === null) continue;
    if (!Array.isArray(value)) checkRequired(below, value as Input, `${prefix}${name}.`);
    else for (const [index, one] of value.entries()) checkRequired(below, one, `${prefix}${name}[${index}].`);
  }
}

/** What was given and is derived from the rest is what came out. */
export function checkDerived({ fields }: Shape, sent: Input, made: Input, prefix = ""): void {
  for (const [name, { derived, below }] of Object.entries(fields)) {
    const given = sent[name];
    const is = made[name];
    if ((given ?? null) === null) continue;
    if (derived && !isEqual(given, is)) throw rejected(prefix + name, `does not add up: it is ${String(is)}`);
    if (below === undefined || (is ?? null) === null) continue;
    if (!Array.isArray(given)) checkDerived(below, given as Input, is as Input, `${prefix}${name}.`);
    else
      for (const [index, one] of given.entries())
        checkDerived(below, one, (is as Input[])[index] ?? {}, `${prefix}${name}[${index}].`);
  }
}

const isEqual = (given: unknown, is: unknown): boolean =>
  given === is ||
  ([given, is].every((one) => typeof one === "string" && /^-?\d+(\.\d+)?$/.test(one)) &&
    new Big(String(given)).eq(String(is)));

export const textIn = (input: Input, field: string): string | undefined => {
  const value = input[field];
  return typeof value === "string" ? value : undefined;
};
export const listIn = (input: Input, field: string): readonly Input[] => {
  const value = input[field];
  return Array.isArray(value) ? value : [];
};

export const texts = (record: Input, field: string): string[] => (record[field] ?? []) as string[];
