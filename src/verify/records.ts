/** Checks records against the contract, and compares their fields with those that a mapping claims. */
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { FieldTable } from "../contract/connector.ts";

type Compiled = Pick<Validator, "Check" | "Errors">;

export type RecordCheck = (schema: TSchema, record: unknown) => string[];

/** Reports contract violations, nulls and empty placeholders. */
export function openRecordCheck(): RecordCheck {
  const compiled = new Map<TSchema, Compiled>();
  return (schema, record) => {
    const check = compiled.get(schema) ?? Compile(schema);
    compiled.set(schema, check);
    const wrong = check.Check(record)
      ? []
      : check.Errors(record).map(({ instancePath, message }) => `${dotted(instancePath)} ${message}`);
    return [...wrong.map((text) => text.trim()), ...emptyIn(record, "")];
  };
}

const dotted = (pointer: string): string => pointer.slice(1).replaceAll(/\/\d+/g, "[]").replaceAll("/", ".");

function emptyIn(value: unknown, path: string): string[] {
  if (value === null) return [`${path} is null`];
  if (value === "") return [`${path} is an empty string`];
  if (typeof value === "number" && !Number.isFinite(value)) return [`${path} is ${value}`];
  if (typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap((entry) => emptyIn(entry, `${path}[]`));
  const fields = Object.entries(value);
  if (fields.length === 0) return [`${path || "the record"} is an empty object`];
  return fields.flatMap(([name, inner]) => [
    ...timeFault(inner, join(path, name)),
    ...emptyIn(inner, join(path, name)),
  ]);
}

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const ourForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const timeFault = (value: unknown, path: string): string[] =>
  typeof value === "string" && /(?:Date|At)$/.test(path) && timestamp.test(value) && !ourForm.test(value)
    ? [`${path} is ${value}, not in the form YYYY-MM-DDTHH:MM:SSZ`]
    : [];

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** Adds the paths of the fields that a value has: `lineItems.quantity`. */
export function notePaths(value: unknown, path: string, into: Set<string>): void {
  if (Array.isArray(value)) for (const entry of value) notePaths(entry, path, into);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      if (inner === undefined) continue;
      into.add(join(path, name));
      notePaths(inner, join(path, name), into);
    }
}

/** Every field that a mapping claims, as a path. */
export function claimed(table: FieldTable, path = ""): string[] {
  return Object.entries(table).flatMap(([name, inner]) => [
    join(path, name),
    ...(inner === true ? [] : claimed(inner, join(path, name))),
  ]);
}

/** Claimed fields that no record has. Fields below a missing field are not listed. */
export function unfilled(paths: readonly string[], seen: ReadonlySet<string>): string[] {
  const missing = paths.filter((path) => !seen.has(path));
  return missing.filter((path) => !missing.some((other) => path.startsWith(`${other}.`)));
}
