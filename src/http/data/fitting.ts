/** Reduces a value to what a schema allows. Only used for responses that do not match the contract exactly. */

import type { FitSchema } from "../../fast/fits.ts";

interface FitResult {
  /** Undefined if nothing fits. */
  readonly value: unknown;
  /** The paths of dropped values: `[3].lineItems[0].quantity`. */
  readonly faults: readonly string[];
}

export function fitToSchema(schema: object, value: unknown, path = ""): FitResult {
  const { type, properties, items } = schema as FitSchema;
  if (value === undefined || value === null || type === undefined) return { value: value ?? undefined, faults: [] };
  if (items !== undefined) return Array.isArray(value) ? fittingItems(items, value, path) : unfit(path);
  if (properties !== undefined) return isObject(value) ? fittingFields(properties, value, path) : unfit(path);
  const [found] = [type].flat().flatMap((kind) => asKind(kind, value) ?? []);
  return found === undefined ? unfit(path) : { value: found, faults: [] };
}

const unfit = (path: string): FitResult => ({ value: undefined, faults: [path] });

function fittingItems(schema: object, values: readonly unknown[], path: string): FitResult {
  const results = values.map((value, index) => fitToSchema(schema, value, `${path}[${index}]`));
  return {
    value: results.filter(({ value }) => value !== undefined).map(({ value }) => value),
    faults: results.flatMap(({ faults }) => faults),
  };
}

/** Drops fields that are not in the contract. */
function fittingFields(properties: Readonly<Record<string, object>>, value: object, path: string): FitResult {
  const fields = value as Readonly<Record<string, unknown>>;
  const results = Object.entries(properties).map(
    ([field, schema]) => [field, fitToSchema(schema, fields[field], `${path}.${field}`)] as const,
  );
  return {
    value: Object.fromEntries(results.map(([field, result]) => [field, result.value])),
    faults: results.flatMap(([, { faults }]) => faults),
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && !Array.isArray(value);

/** Converts numbers to text and numeric text to numbers. */
function asKind(kind: string, value: unknown): unknown {
  switch (kind) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : textOf(value);
    case "number":
    case "integer":
      return asNumber(kind, value);
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    default:
      return isObject(value) ? value : undefined;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function asNumber(kind: string, value: unknown): number | undefined {
  const read = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(read) && (kind === "number" || Number.isInteger(read)) ? read : undefined;
}
