/** JSON Schema as the description sees it: the parts that our records use. */
import type { TSchema } from "typebox";
import { meaningOf, meaningOfRecord } from "../../contract/meanings/meanings.ts";
import { described } from "../../contract/schema.ts";

export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

/** TypeBox schemas are plain JSON Schema, but for the rules that only the description tells: those are put in place. */
export const plain = (schema: TSchema): JsonSchema => withRules(schema) as JsonSchema;

function withRules(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRules);
  if (typeof value !== "object" || value === null) return value;
  const { [described]: rules, ...own } = value as { readonly [described]?: object };
  return Object.fromEntries(Object.entries({ ...own, ...rules }).map(([name, inner]) => [name, withRules(inner)]));
}

export type Schemas = Record<string, JsonSchema>;

/**
 * The schema with every named object moved to `schemas`, where it is kept once, and replaced by a reference; each field says
 * what it means. `within` is the record that an object without a name of its own stands in.
 */
export function fold(schema: JsonSchema, schemas: Schemas, within = ""): JsonSchema {
  const { title, ...rest } = schema;
  const owner = title ?? within;
  const folded: JsonSchema = {
    ...(title !== undefined && descriptionOf(schema, meaningOfRecord(title))),
    ...rest,
    ...(schema.properties && { properties: foldAll(schema.properties, schemas, owner) }),
    ...(schema.items && { items: fold(schema.items, schemas, owner) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map((one) => fold(one, schemas, owner)) }),
  };
  if (title === undefined) return folded;
  const known = schemas[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(folded))
    throw new Error(`two different schemas are called ${title}`);
  schemas[title] = folded;
  return { $ref: `#/components/schemas/${title}` };
}

function foldAll(
  properties: Readonly<Record<string, JsonSchema>>,
  schemas: Schemas,
  owner: string,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const folded = fold(schema, schemas, owner);
      return [name, { ...folded, ...descriptionOf(folded, meaningOf(owner, name)) }];
    }),
  );
}

/** What the schema says of itself is more exact than what its name says. */
const descriptionOf = (schema: JsonSchema, meaning: string | undefined): { description?: string } =>
  schema.description === undefined && meaning !== undefined ? { description: meaning } : {};
