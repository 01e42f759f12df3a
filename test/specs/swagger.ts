/** Reads a description in Swagger 2.0 as an OpenAPI document. Swagger cannot say that a plain value may be null, so any may. */
import type { OpenApi, Schema } from "./openapi.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Swagger {
  readonly swagger: string;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export function fromSwagger(read: Swagger): OpenApi {
  const { definitions, paths } = JSON.parse(JSON.stringify(read, withPlainNames)) as Swagger;
  return {
    openapi: "3.1.0",
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, operationOf(operation)])),
      ]),
    ),
    ...(definitions && {
      definitions: Object.fromEntries(
        Object.entries(definitions).map(([name, schema]) => [plainName(name), nullable(schema)]),
      ),
    }),
  };
}

/** Generic types have brackets in their names, which are not allowed in references. */
const plainName = (name: string): string => name.replaceAll(/[^\w#/.-]/g, "_");
const withPlainNames = (name: string, value: unknown): unknown =>
  name === "$ref" && typeof value === "string" ? plainName(value) : value;

function operationOf({ parameters = [], responses = {} }: Operation): object {
  const body = parameters.find((parameter) => parameter.in === "body")?.schema;
  return {
    parameters: parameters.filter((parameter) => parameter.in !== "body"),
    ...(body && { requestBody: contentOf(body) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { schema }]) => [status, schema === undefined ? {} : contentOf(schema)]),
    ),
  };
}

const contentOf = (schema: Schema): object => ({ content: { "application/json": { schema: nullable(schema) } } });

function nullable(schema: Schema): Schema {
  const { $ref, items, properties, type, ...rest } = schema as Schema & { readonly enum?: readonly unknown[] };
  if ($ref !== undefined) return { $ref };
  return {
    ...rest,
    ...(rest.enum && { enum: [...rest.enum, null] }),
    ...(type !== undefined && { type: [type, "null"].flat() }),
    ...(items && { items: nullable(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, nullable(inner)])),
    }),
  };
}
