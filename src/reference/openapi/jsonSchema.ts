/** The JSON Schema keywords that the OpenAPI description uses, and how named schemas become components. */
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

/** A TypeBox schema as JSON Schema, with the keywords added that only the description shows (`describedAs`). */
export const plain = (schema: TSchema): JsonSchema => withRules(schema) as JsonSchema;

function withRules(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRules);
  if (typeof value !== "object" || value === null) return value;
  const { [described]: rules, ...schema } = value as { readonly [described]?: object };
  return Object.fromEntries(Object.entries({ ...schema, ...rules }).map(([name, inner]) => [name, withRules(inner)]));
}

export type Schemas = Record<string, JsonSchema>;

/**
 * Moves every named object of the schema to `schemas`, replaces it with a reference, and adds the field descriptions.
 * `within` is the record that contains an unnamed object.
 */
export function fold(schema: JsonSchema, schemas: Schemas, within = ""): JsonSchema {
  const { title, ...rest } = schema;
  const owner = title ?? within;
  const folded: JsonSchema = {
    ...(title !== undefined && descriptionOf(schema, meaningOfRecord(title))),
    ...rest,
    ...(schema.properties && { properties: foldAll(schema.properties, schemas, owner) }),
    ...(schema.items && { items: fold(schema.items, schemas, owner) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map((choice) => fold(choice, schemas, owner)) }),
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

/** A description in the schema takes precedence over the one looked up by name. */
const descriptionOf = (schema: JsonSchema, meaning: string | undefined): { description?: string } =>
  schema.description === undefined && meaning !== undefined ? { description: meaning } : {};
