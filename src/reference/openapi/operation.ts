/** Describes a row of the operation table in OpenAPI. */
import type { TSchema } from "typebox";
import type { Connector } from "../../contract/connector.ts";
import { type FailureCode, failures } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import type { OperationId } from "../../contract/operations.ts";
import {
  dryRunParameter,
  type Parameter,
  pathParameter,
  rawDataParameter,
  scopeParameters,
} from "../../contract/parameters.ts";
import { rulesOf } from "../../contract/rules.ts";
import { record, text } from "../../contract/schema.ts";
import { answerSchema, DryRunAnswer, isPaged } from "./answerSchema.ts";
import { exampleOf } from "./examples.ts";
import { answerHeaders, failureResponses, type Responses, writeHeaders } from "./failures.ts";
import { fold, type JsonSchema, plain, type Schemas } from "./jsonSchema.ts";
import { minimalExample } from "./minimalExamples.ts";
import { idMeaning, operationIdOf, summaryOf, tagOf } from "./wording.ts";

/** Shared components, collected while operations are described. */
export interface Components {
  readonly schemas: Schemas;
  readonly responses: Responses;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly parameters: readonly DescribedParameter[];
  readonly [field: string]: unknown;
}

export function describeOperation(
  id: OperationId,
  row: Operation,
  connectors: readonly Connector[],
  components: Components,
): DescribedOperation {
  const offering = connectors.filter((connector) => row.everywhere || connector.operations[id] !== undefined);
  const operation = offering.some((connector) => isStarted(connector, id)) ? { ...row, task: true as const } : row;
  return {
    operationId: operationIdOf(id),
    "x-operation": id,
    tags: [tagOf(id)],
    summary: summaryOf(id),
    description: descriptionOf(id, operation, offering),
    "x-target-systems": offering.map((connector) => connector.id),
    parameters: parametersOf(operation),
    ...(operation.body && { requestBody: bodyOf(operation, operation.body, components.schemas) }),
    responses: {
      ...responsesOf(operation, components.schemas),
      ...failureResponses(codesOf(operation), components.responses, components.schemas),
    },
  };
}

/** Whether the target system produces the list as a background task. */
const isStarted = ({ operations }: Connector, id: OperationId): boolean => "start" in (operations[id] ?? {});

function descriptionOf(id: OperationId, operation: Operation, offering: readonly Connector[]): string {
  if (operation.everywhere)
    return "Available for every target system. Paths, bodies and responses are the target system's own.";
  const missing =
    operation.kind === "list"
      ? "Other target systems return an empty list with a warning."
      : "Other target systems return `operation_not_supported`.";
  const names = offering.map((connector) => connector.name).join(", ");
  if (names === "") return "No target system supports this yet.";
  return [`Target systems: ${names}. ${missing}`, ...rulesBySystem(id, offering)].join("\n\n");
}

/** Rules by target system, for readers who use the description without the reference site. */
function rulesBySystem(id: OperationId, offering: readonly Connector[]): string[] {
  const lines = offering.flatMap(({ name, operations }) => {
    const rules = rulesOf(operations[id] ?? {});
    return rules.length === 0 ? [] : `- ${name}: ${rules.join(" ")}`;
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function parametersOf(operation: Operation): DescribedParameter[] {
  const query: Readonly<Record<string, Parameter>> = {
    ...operation.query,
    ...scopeParameters,
    ...(operation.kind === "write" ? dryRunParameter : rawDataParameter),
  };
  return [
    ...pathNames(operation.path).map((name) => pathParameterOf(name, idMeaning(name))),
    ...Object.entries(query).map(([name, parameter]) => queryParameterOf(name, parameter)),
    ...(operation.kind === "write" ? [idempotencyKey] : []),
  ];
}

const idempotencyKey: DescribedParameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Identifies this write. Use a new key for every write. If you repeat a request within 24 hours with the same key and body, nothing is written again: you get the first response, byte for byte.",
  schema: { type: "string", pattern: "^[!-~]+$", maxLength: 255 },
};

const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

export function pathParameterOf(name: string, description: string, example?: string): DescribedParameter {
  const schema = plain(pathParameter.schema);
  return { name, in: "path", required: true, description, schema, example: example ?? exampleOf(schema, name) };
}

/** Only required parameters have an example: reference pages prefill it, and a filter must not be prefilled. */
export function queryParameterOf(name: string, { required, meaning, schema }: Parameter): DescribedParameter {
  const { examples, ...rest } = plain(schema);
  const [example] = examples ?? [];
  const requirement = required ? { required, example } : {};
  const hint = typeof example !== "string" || required ? "" : ` For example \`${example}\`.`;
  return { name, in: "query", ...requirement, description: `${meaning}${hint}`, schema: rest };
}

function bodyOf(operation: Operation, body: TSchema, schemas: Schemas): object {
  const { multipart } = operation;
  const schema = withoutIdsOf(operation, plain(body));
  const json = { schema: fold(schema, multipart === "file" ? {} : schemas), ...bodyExamples(operation, schema) };
  return {
    required: true,
    content: {
      // Fields that describe a file cannot be sent without it.
      ...(multipart !== "file" && { "application/json": json }),
      ...(multipart && { "multipart/form-data": formOf(operation, schema, schemas) }),
    },
  };
}

/** Creations have a minimal and a full example. A change sends only what it changes. */
function bodyExamples({ method }: Operation, schema: JsonSchema): object {
  const full = exampleOf(schema);
  const minimal = method === "POST" ? minimalExample(schema.title, full) : undefined;
  if (minimal === undefined) return { example: full };
  return {
    examples: {
      minimal: { summary: "Only what most target systems need.", value: minimal },
      full: { summary: "All fields.", value: full },
    },
  };
}

/** Drops ids from the body that are already in the path, because the two could differ. */
function withoutIdsOf({ path, method }: Operation, schema: JsonSchema): JsonSchema {
  const named = pathNames(path);
  if (!path.endsWith("}")) return schema;
  const { properties = {}, title = "" } = schema;
  const remaining = Object.entries(properties).filter(([name]) => name !== "id" && !named.includes(name));
  if (remaining.length === Object.keys(properties).length) return schema;
  return {
    ...schema,
    title: method === "PUT" ? title.replace(/Input$/, "Update") : title,
    properties: Object.fromEntries(remaining),
  };
}

const oneFile: JsonSchema = { type: "string", format: "binary", description: "Up to 50 MB." };
const manyFiles: JsonSchema = { type: "array", items: oneFile, maxItems: 20 };

function formOf({ multipart = "file", query, parts = [] }: Operation, body: JsonSchema, schemas: Schemas): object {
  if (multipart === "file") {
    const properties = { file: oneFile, ...body.properties };
    return { schema: fold({ ...body, title: "FileForm", properties, required: ["file"] }, schemas) };
  }
  const queryParts = Object.entries(query).map(([name, { schema, meaning }]) => [
    name,
    { ...plain(schema), description: meaning },
  ]);
  const bodyParts = parts.map((name) => [name, body.properties?.[name] ?? {}]);
  const properties = { [multipart]: body, ...Object.fromEntries([...queryParts, ...bodyParts]), "files[]": manyFiles };
  const title = `${body.title}WithFiles`;
  return {
    schema: fold({ type: "object", title, properties, required: [multipart], additionalProperties: false }, schemas),
    encoding: { [multipart]: { contentType: "application/json" } },
  };
}

const StartedTask = record("StartedTask", { taskId: text }, {});

function responsesOf(operation: Operation, schemas: Schemas): Record<string, object> {
  const responses = successResponses(operation, schemas);
  if (operation.kind !== "write") return responses;
  const { 200: ok, ...others } = responses;
  return { ...others, 200: ok === undefined ? dryRunResponse(schemas) : withDryRun(ok, schemas) };
}

function dryRunResponse(schemas: Schemas): SuccessResponse {
  const schema = fold(plain(DryRunAnswer), schemas);
  const content = { "application/json": { schema, example: dryRunExample } };
  return { description: "The result of a dry run.", headers: answerHeaders, content };
}

function withDryRun(response: SuccessResponse, schemas: Schemas): SuccessResponse {
  const { schema, example } = response.content["application/json"];
  const anyOf = [schema, fold(plain(DryRunAnswer), schemas)];
  const examples = { made: { value: example }, dryRun: { value: dryRunExample } };
  const description = `${response.description} With \`dryRun=true\`: the result of the dry run.`;
  return { ...response, description, content: { "application/json": { schema: { anyOf }, examples } } };
}

const dryRunExample = {
  data: {
    valid: false,
    problems: [{ field: "lineItems[0].quantity", message: "lineItems[0].quantity must not be 0" }],
    request: { method: "POST", path: "/v1/invoices", body: { lines: [{ quantity: 0 }] } },
  },
};

interface SuccessResponse {
  readonly description: string;
  readonly headers: object;
  readonly content: {
    readonly "application/json": {
      readonly schema: JsonSchema;
      readonly example?: unknown;
      readonly examples?: object;
    };
  };
}

function successResponses(operation: Operation, schemas: Schemas): Record<string, SuccessResponse> {
  const started = { ...operation, kind: "write", record: StartedTask, many: false } as const;
  const task = responseOf(started, "The task that does the work.", schemas);
  if (operation.task && operation.kind === "write") return { [operation.status]: task };
  const description = operation.many ? (isPaged(operation) ? "A page of records." : "The records.") : "The record.";
  return { [operation.status]: responseOf(operation, description, schemas), ...(operation.task && { 202: task }) };
}

function responseOf(operation: Operation, description: string, schemas: Schemas): SuccessResponse {
  const schema = plain(answerSchema(operation));
  const { meta, data } = exampleOf(schema) as { meta: { pagination?: object }; data: unknown };
  const example = { ...(meta.pagination && { meta: { pagination: meta.pagination } }), data };
  return {
    description,
    headers: operation.kind === "write" ? writeHeaders : answerHeaders,
    content: { "application/json": { schema: fold(schema, schemas), example } },
  };
}

const notForData = new Set<FailureCode>([
  "route_not_found",
  "method_not_allowed",
  "target_system_unknown",
  "signing_secret_missing",
  "unknown_locale",
]);
const onlyForWrites = new Set<FailureCode>([
  "idempotency_in_progress",
  "idempotency_key_reused",
  "outcome_unknown",
  "target_conflict",
  "body_too_large",
  "unsupported_media_type",
]);

function codesOf(operation: Operation): FailureCode[] {
  return (Object.keys(failures) as FailureCode[]).filter((code) => {
    if (notForData.has(code)) return false;
    if (code === "operation_not_supported") return operation.kind !== "list";
    return operation.kind === "write" || !onlyForWrites.has(code);
  });
}
