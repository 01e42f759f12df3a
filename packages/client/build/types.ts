/** Writes the declarations of the client: an interface for each record and body, and the methods of each resource. */
import type { Description } from "../../../src/reference/openapi/openapi.ts";
import { type ClientOperation, type DescribedParameter, type Schema } from "./operations.ts";

const head = `import type { Answer, CallOptions, ClientOptions, DeleteOptions, WriteOptions } from "./send.js";
import type { WaitOptions } from "./api.js";
export type { Answer, AnswerMeta, AnswerPagination, CallOptions, ClientOptions, DeleteOptions, RequestNotice, ResponseNotice, WriteOptions } from "./send.js";
export type { WaitOptions } from "./api.js";
export { ConnectionError, KontorError, TaskError, type Problem, type Remedy } from "./errors.js";
export type { ErrorCode } from "./errorCodes.js";
export { verifyWebhook, WebhookVerificationError, type WebhookRequest } from "./webhooks.js";

/** A target system may produce a list only as a task: then \`status\` is 202. \`all\` waits for it. */
export type Page<Entry> = Answer<readonly Entry[]>;

export declare function createClient(options: ClientOptions): Kontor;
`;

export function typesOf({ components }: Description, operations: readonly ClientOperation[]): string {
  const schemas = components["schemas"] as Readonly<Record<string, Schema>>;
  const parameters = components["parameters"] as Readonly<Record<string, DescribedParameter>>;
  const records = Object.entries(schemas).map(([name, schema]) => declarationOf(name, schema));
  const facts = { schemas, parameters };
  const queries = operations.filter(hasPages).map((operation) => queryDeclaration(operation, facts));
  const methods = treeOf(operations, facts);
  return [head, ...records, ...queries, `export interface Kontor ${methods}`, ""].join("\n");
}

function declarationOf(name: string, schema: Schema): string {
  const doc = commentOf(schema.description, "");
  if (schema.properties === undefined || schema.anyOf !== undefined || schema.allOf !== undefined)
    return `${doc}export type ${name} = ${typeOf(schema, "")};\n`;
  return `${doc}export interface ${name} ${membersOf(schema, "")}\n`;
}

const commentOf = (text: string | undefined, indent: string): string =>
  text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/").replaceAll(/\s+/g, " ")} */\n`;

function membersOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const deeper = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${commentOf(schema.description, deeper)}${deeper}${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema, deeper)};`,
  );
  return `{\n${lines.join("\n")}\n${indent}}`;
}

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

function typeOf(schema: Schema, indent: string): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema;
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return [...new Set(choices.map((choice) => typeOf(choice, indent)))].join(" | ");
  if (allOf !== undefined) return allOf.map((part) => typeOf(part, indent)).join(" & ");
  if (Array.isArray(type)) return type.map((each: string) => typeOf({ ...schema, type: each }, indent)).join(" | ");
  if (type === "array") return `readonly (${typeOf(schema.items ?? {}, indent)})[]`;
  if (type === "object" || schema.properties !== undefined) {
    if (schema.properties !== undefined) return membersOf(schema, indent);
    const { additionalProperties } = schema;
    const value = typeof additionalProperties === "object" ? typeOf(additionalProperties, indent) : "unknown";
    return `Readonly<Record<string, ${value}>>`;
  }
  if (schema.format === "binary") return "Blob";
  return simpleTypes[String(type)] ?? "unknown";
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

interface Facts {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly parameters: Readonly<Record<string, DescribedParameter>>;
}

interface Branch {
  readonly methods: string[];
  readonly below: Map<string, Branch>;
}

function treeOf(operations: readonly ClientOperation[], facts: Facts): string {
  const root: Branch = { methods: [], below: new Map() };
  for (const operation of operations) {
    let branch = root;
    for (const name of operation.resource.split(".")) {
      const next = branch.below.get(name) ?? { methods: [], below: new Map() };
      branch.below.set(name, next);
      branch = next;
    }
    branch.methods.push(...methodsOf(operation, facts));
    if (operation.resource === "tasks")
      branch.methods.push(
        "/** Waits until the task has ended. Throws a TaskError if it failed. */",
        "wait(taskId: string, options?: WaitOptions): Promise<Answer<AsyncTask>>;",
      );
  }
  return branchText(root, "");
}

function branchText({ methods, below }: Branch, indent: string): string {
  const deeper = `${indent}  `;
  const lines = [
    ...methods.map((line) => deeper + line),
    ...Array.from(below, ([name, branch]) => `${deeper}readonly ${name}: ${branchText(branch, deeper)};`),
  ];
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function methodsOf(operation: ClientOperation, facts: Facts): string[] {
  const { name, method, path, description } = operation;
  const ids = Array.from(path.matchAll(/\{(\w+)\}/g), ([, id = ""]) => `${id}: string`);
  const query = queryType(operation, facts);
  const isRead = method === "GET" || method === "DELETE";
  const options = `options?: ${optionsType(operation)}`;
  const content = isRead ? [query] : bodyOf(operation);
  const data = dataType(operation, facts);
  const comment = `/** ${description.summary ?? name}. */`;
  const single = `${name}(${[...ids, ...content, options].join(", ")}): Promise<${data.envelope}>;`;
  return hasPages(operation)
    ? [
        comment,
        single,
        "/** All of them, page by page. */",
        `all(${[...ids, query, options].join(", ")}): AsyncIterable<${data.entry}>;`,
      ]
    : [comment, single];
}

function optionsType({ method, path }: ClientOperation): string {
  if (method === "GET") return "CallOptions";
  if (method !== "DELETE") return "WriteOptions";
  // Kontor journals only writes to the books.
  return path.startsWith("/accounting/") ? "DeleteOptions" : "CallOptions";
}

/** The event log has a cursor instead of pages. */
const hasPages = ({ isPaged, resource }: ClientOperation): boolean => isPaged || resource === "events";

/** The parameter of a method. Lists have an interface of their own for it, because `all` takes the same. */
function queryType(operation: ClientOperation, facts: Facts): string {
  const { members, isRequired } = queryOf(operation, facts);
  return `query${isRequired ? "" : "?"}: ${hasPages(operation) ? queryName(operation) : `{ ${members.join("; ")} }`}`;
}

const queryName = ({ resource, name }: ClientOperation): string =>
  `${[...resource.split("."), name].map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("")}Query`;

function queryDeclaration(operation: ClientOperation, facts: Facts): string {
  const { members } = queryOf(operation, facts);
  return `export interface ${queryName(operation)} {\n${members.map((member) => `  ${member};`).join("\n")}\n}\n`;
}

interface QueryMembers {
  readonly members: readonly string[];
  readonly isRequired: boolean;
}

function queryOf({ description }: ClientOperation, { parameters }: Facts): QueryMembers {
  const known = (description.parameters ?? [])
    .map((parameter) => (parameter.$ref === undefined ? parameter : parameters[parameter.$ref.split("/").at(-1) ?? ""]))
    .filter((parameter) => parameter?.in === "query");
  const isRequired = known.some((parameter) => parameter?.required === true);
  const members = known.flatMap((parameter) =>
    parameter === undefined
      ? []
      : [`${keyOf(parameter.name)}${parameter.required === true ? "" : "?"}: ${parameterType(parameter)}`],
  );
  return { members, isRequired };
}

/** A time may be given as a date object. */
const parameterType = ({ name, schema }: DescribedParameter): string =>
  typeOf(schema, "") + (name === "lastModifiedAt" ? " | Date" : "");

function bodyOf({ description, multipart }: ClientOperation): string[] {
  const { requestBody } = description;
  if (requestBody === undefined) return ["body?: undefined"];
  const kind = multipart === "file" ? "multipart/form-data" : "application/json";
  const schema = requestBody.content[kind]?.schema ?? requestBody.content["application/json"]?.schema ?? {};
  return [`body${requestBody.required === false ? "?" : ""}: ${typeOf(schema, "")}`];
}

interface DataType {
  readonly envelope: string;
  /** An element of a list. */
  readonly entry: string;
}

function dataType(operation: ClientOperation, { schemas }: Facts): DataType {
  const content = operation.description.responses[statusOf(operation)]?.content?.["application/json"]?.schema;
  // A dry run with the same status is the second alternative.
  const [first = content] = content?.anyOf ?? content?.oneOf ?? [];
  const schema = first?.$ref === undefined ? first : schemas[first.$ref.split("/").at(-1) ?? ""];
  const data = schema?.properties?.["data"];
  if (data === undefined)
    return { envelope: `Answer<${schema === undefined ? "unknown" : typeOf(schema, "")}>`, entry: "unknown" };
  const entry = typeOf(data.items ?? data, "");
  return { envelope: hasPages(operation) ? `Page<${entry}>` : `Answer<${typeOf(data, "")}>`, entry };
}

/** A POST that has no 201 starts a task with 202; there, 200 is a dry run. */
function statusOf({ method, description: { responses } }: ClientOperation): string {
  if ("201" in responses) return "201";
  return method === "POST" && "202" in responses ? "202" : "200";
}
