/** Replaces values that are not in the contract's list with the list's fallback value (`oneOfOr`). */
import type { TSchema } from "typebox";
import { fallbackIfOnly } from "../../contract/schema.ts";

interface Shape {
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly [fallbackIfOnly]?: unknown;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

export function hasFallbackValues(schema: TSchema): boolean {
  const { enum: values, default: other, items, properties = {} } = schema as Shape;
  if (values !== undefined) return other !== undefined;
  return [...(items === undefined ? [] : [items]), ...Object.values(properties)].some(hasFallbackValues);
}

/** `isOnly`: whether the value is in the only element of a list. */
export function withFallbackValues(schema: TSchema, value: unknown, isOnly = false): unknown {
  const { enum: values, default: usual, items, properties, [fallbackIfOnly]: ifOnly = usual } = schema as Shape;
  if (values !== undefined) {
    const fallback = isOnly ? ifOnly : usual;
    return fallback === undefined || values.includes(value) ? value : fallback;
  }
  if (items !== undefined)
    return Array.isArray(value) ? value.map((item) => withFallbackValues(items, item, value.length === 1)) : value;
  if (properties === undefined || typeof value !== "object" || value === null) return value;
  const fields = value as Record<string, unknown>;
  const present = Object.entries(properties).filter(([name, field]) => name in value || isAlwaysPresent(field));
  const completed = present.map(([name, field]) => [name, withFallbackValues(field, fields[name], isOnly)] as const);
  return { ...fields, ...Object.fromEntries(completed) };
}

/** A list with a fallback is set even if the target system sends no value. */
const isAlwaysPresent = (schema: TSchema): boolean => (schema as Shape).enum !== undefined && hasFallbackValues(schema);
