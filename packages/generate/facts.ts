/** The facts about each operation that a generated client needs, read from the OpenAPI description. */

import { describe } from "../../src/reference/openapi/openapi.ts";
import {
  type ClientOperation,
  type DescribedParameter,
  operationsOf,
  type Schema,
} from "../client/build/operations.ts";

export interface OperationFacts {
  /** Such as `lineItems` in `invoices.lineItems`. */
  readonly name: string;
  readonly method: string;
  /** With `{}` for each id. */
  readonly path: string;
  readonly summary: string;
  readonly ids: readonly string[];
  readonly query: readonly QueryParameter[];
  readonly body: BodyFacts | undefined;
  readonly multipart: string | undefined;
  /** Whether the pages can be read one after the other. */
  readonly isPaged: boolean;
  /** Whether the target system may be written to: the request has an idempotency key and may be repeated. */
  readonly isWrite: boolean;
  /** The type of `data`. */
  readonly data: Schema;
  /** The type of an element, if `data` is a list. */
  readonly entry: Schema | undefined;
}

export interface QueryParameter {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

interface BodyFacts {
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Resources in the order of the table, each with its operations and the resources below it. */
export interface ResourceFacts {
  readonly path: readonly string[];
  readonly operations: OperationFacts[];
  readonly below: ResourceFacts[];
}

export interface ApiFacts {
  readonly root: ResourceFacts;
  /** Named records and bodies. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

export function readApi(): ApiFacts {
  const description = describe({ connectors: [], baseUrl: "https://kontor.example" });
  const schemas = description.components["schemas"] as Readonly<Record<string, Schema>>;
  const parameters = description.components["parameters"] as Readonly<Record<string, DescribedParameter>>;
  const root: ResourceFacts = { path: [], operations: [], below: [] };
  for (const operation of operationsOf(description)) {
    let resource = root;
    for (const part of operation.resource.split(".")) resource = childOf(resource, part);
    resource.operations.push(factsOf(operation, schemas, parameters));
  }
  return { root, schemas };
}

function childOf(parent: ResourceFacts, name: string): ResourceFacts {
  const known = parent.below.find(({ path }) => path.at(-1) === name);
  if (known !== undefined) return known;
  const child: ResourceFacts = { path: [...parent.path, name], operations: [], below: [] };
  parent.below.push(child);
  return child;
}

function factsOf(
  { resource, name, method, path, isPaged, multipart, description }: ClientOperation,
  schemas: ApiFacts["schemas"],
  parameters: Readonly<Record<string, DescribedParameter>>,
): OperationFacts {
  const query = (description.parameters ?? [])
    .map((parameter) => (parameter.$ref === undefined ? parameter : parameters[parameter.$ref.split("/").at(-1) ?? ""]))
    .filter((parameter) => parameter?.in === "query")
    .map((parameter) => parameter as DescribedParameter);
  const { requestBody } = description;
  const kind = multipart === "file" ? "multipart/form-data" : "application/json";
  const body = requestBody?.content[kind]?.schema ?? requestBody?.content["application/json"]?.schema;
  const data = dataOf(description.responses, method, schemas);
  return {
    name,
    method,
    path: path.replaceAll(/\{\w+\}/g, "{}"),
    summary: description.summary ?? name,
    ids: Array.from(path.matchAll(/\{(\w+)\}/g), ([, id = ""]) => id),
    query: query.map((parameter) => ({
      name: parameter.name,
      schema: parameter.schema,
      isRequired: parameter.required === true,
    })),
    body: body === undefined ? undefined : { schema: body, isRequired: requestBody?.required !== false },
    multipart,
    isPaged: isPaged || resource === "events",
    isWrite: method !== "GET" && path.startsWith("/accounting/"),
    data,
    entry: data.items,
  };
}

/** A POST that has no 201 starts a task with 202; there, 200 is a dry run. */
function dataOf(
  responses: ClientOperation["description"]["responses"],
  method: string,
  schemas: ApiFacts["schemas"],
): Schema {
  const begins = method === "POST" && "202" in responses ? "202" : "200";
  const content = responses["201" in responses ? "201" : begins]?.content?.["application/json"]?.schema;
  // A dry run with the same status is the second alternative.
  const [first = content] = content?.anyOf ?? content?.oneOf ?? [];
  const schema = first?.$ref === undefined ? first : schemas[nameIn(first.$ref)];
  return schema?.properties?.["data"] ?? schema ?? {};
}

export const nameIn = (ref: string): string => ref.split("/").at(-1) ?? "";

/** `journalEntries` becomes `JournalEntries`. */
export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `invoices.lineItems` becomes `InvoicesLineItems`. */
export const classOf = ({ path }: Pick<ResourceFacts, "path">): string => path.map(capital).join("");

/** All resources, those below others first. */
export const allResources = (resource: ResourceFacts): ResourceFacts[] => [
  ...resource.below.flatMap(allResources),
  ...(resource.path.length === 0 ? [] : [resource]),
];
