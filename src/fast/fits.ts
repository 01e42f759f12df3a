/**
 * Checks whether a value matches a schema exactly: every field has the right type, and there are no other fields. The check
 * is compiled to code for speed, because every record of every list goes through it.
 */
import { mayGenerateCode } from "./mayGenerateCode.ts";

export interface FitSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly items?: object;
}

export type Fits = (value: unknown) => boolean;

export function compileFits(schema: object): Fits {
  if (!mayGenerateCode) return plainFits(schema);
  const { type, properties, items } = schema as FitSchema;
  if (type === undefined) return () => true;
  if (items !== undefined) return eachFits(compileFits(items));
  if (properties !== undefined) return fieldsFit(properties);
  return compiled(`return (value) => ${kindTest(type)};`);
}

/** The same check without generated code. */
export function plainFits(schema: object): Fits {
  const { type, properties, items } = schema as FitSchema;
  if (type === undefined) return () => true;
  if (items !== undefined) return eachFits(plainFits(items));
  if (properties === undefined) return (value) => [type].flat().some((kind) => isOfKind(kind, value));
  const fields = new Map(Object.entries(properties).map(([name, field]) => [name, plainFits(field)]));
  return (record) =>
    typeof record === "object" &&
    record !== null &&
    Object.entries(record).every(([name, value]) => value === undefined || fields.get(name)?.(value) === true);
}

function isOfKind(kind: string, value: unknown): boolean {
  if (kind === "number") return Number.isFinite(value);
  if (kind === "integer") return Number.isInteger(value);
  if (kind === "array") return Array.isArray(value);
  if (kind === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return (kind === "string" || kind === "boolean") && typeof value === kind;
}

/** The code contains only names and types from the contract's schemas. */
function compiled(code: string, below: readonly Fits[] = []): Fits {
  // oxlint-disable-next-line typescript/no-implied-eval -- see above
  return (new Function("below", code) as (below: readonly Fits[]) => Fits)(below);
}

function eachFits(fits: Fits): Fits {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (let index = 0; index < value.length; index++) if (!fits(value[index])) return false;
    return true;
  };
}

/** Compares the number of known fields with the number of all fields, to detect fields that are not in the contract. */
function fieldsFit(properties: Readonly<Record<string, object>>): Fits {
  const below: Fits[] = [];
  const fields = Object.entries(properties).map(([name, field]) => {
    const { type, properties: inner, items } = field as FitSchema;
    const isPlain = type !== undefined && inner === undefined && items === undefined;
    const fits = isPlain ? kindTest(type) : `below${below.push(compileFits(field)) - 1}(value)`;
    return `value = record[${JSON.stringify(name)}]; if (value !== undefined) { if (!(${fits})) return false; known++; }`;
  });
  const names = below.map((_fits, index) => `below${index}`);
  const code = `const [${names.join()}] = below;
    return (record) => {
      if (typeof record !== "object" || record === null) return false;
      let value; let known = 0; let all = 0;
      ${fields.join("\n")}
      for (const name in record) if (record[name] !== undefined) all++;
      return known === all;
    };`;
  return compiled(code, below);
}

const kindTests: Readonly<Record<string, string>> = {
  string: 'typeof value === "string"',
  boolean: 'typeof value === "boolean"',
  number: "Number.isFinite(value)",
  integer: "Number.isInteger(value)",
  object: 'typeof value === "object" && value !== null && !Array.isArray(value)',
  array: "Array.isArray(value)",
};

const kindTest = (type: string | readonly string[]): string =>
  [type]
    .flat()
    .map((kind) => `(${kindTests[kind] ?? "false"})`)
    .join(" || ");
