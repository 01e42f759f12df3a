/** What of a value a schema has a place for. Only for answers that are not exactly what the contract describes. */

import type { FitSchema } from "./fits.ts";

interface Fitting {
  /** Undefined where nothing of it fits. */
  readonly value: unknown;
  /** Where something was left out: `[3].lineItems[0].quantity`. */
  readonly faults: readonly string[];
}

export function fitting(schema: object, value: unknown, place = ""): Fitting {
  const { type, properties, items } = schema as FitSchema;
  if (value === undefined || value === null || type === undefined) return { value: value ?? undefined, faults: [] };
  if (items !== undefined) return Array.isArray(value) ? fittingItems(items, value, place) : unfit(place);
  if (properties !== undefined) return isObject(value) ? fittingFields(properties, value, place) : unfit(place);
  const [found] = [type].flat().flatMap((kind) => asKind(kind, value) ?? []);
  return found === undefined ? unfit(place) : { value: found, faults: [] };
}

const unfit = (place: string): Fitting => ({ value: undefined, faults: [place] });

function fittingItems(schema: object, values: readonly unknown[], place: string): Fitting {
  const all = values.map((value, index) => fitting(schema, value, `${place}[${index}]`));
  return {
    value: all.filter(({ value }) => value !== undefined).map(({ value }) => value),
    faults: all.flatMap(({ faults }) => faults),
  };
}

/** Fields that the contract does not have do not leave. */
function fittingFields(properties: Readonly<Record<string, object>>, value: object, place: string): Fitting {
  const fields = value as Readonly<Record<string, unknown>>;
  const all = Object.entries(properties).map(
    ([field, schema]) => [field, fitting(schema, fields[field], `${place}.${field}`)] as const,
  );
  return {
    value: Object.fromEntries(all.map(([field, found]) => [field, found.value])),
    faults: all.flatMap(([, { faults }]) => faults),
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && !Array.isArray(value);

/** A number can be told as text, and a text that is a number as one. */
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
