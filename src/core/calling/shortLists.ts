/** Values of an answer that are not in the contract's list are told as what the list ends with (`oneOfOr`). */
import type { TSchema } from "typebox";

interface Shape {
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

export function hasShortLists(schema: TSchema): boolean {
  const { enum: values, default: other, items, properties = {} } = schema as Shape;
  if (values !== undefined) return other !== undefined;
  return [...(items === undefined ? [] : [items]), ...Object.values(properties)].some(hasShortLists);
}

export function withShortLists(schema: TSchema, value: unknown): unknown {
  const { enum: values, default: other, items, properties } = schema as Shape;
  if (values !== undefined) return other === undefined || values.includes(value) ? value : other;
  if (items !== undefined) return Array.isArray(value) ? value.map((one) => withShortLists(items, one)) : value;
  if (properties === undefined || typeof value !== "object" || value === null) return value;
  const fields = value as Record<string, unknown>;
  const told = Object.entries(properties).filter(([name, field]) => name in value || isTold(field));
  return { ...fields, ...Object.fromEntries(told.map(([name, field]) => [name, withShortLists(field, fields[name])])) };
}

/** Told also where the target system says nothing. */
const isTold = (schema: TSchema): boolean => (schema as Shape).enum !== undefined && hasShortLists(schema);
