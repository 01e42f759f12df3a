/** One row of the operation table as OpenAPI describes it. */
import type { Connector } from "../contract/connector.ts";
import { type FailureCode, failures } from "../contract/failure.ts";
import type { Operation } from "../contract/operation.ts";
import type { OperationId } from "../contract/operations.ts";
import { type Parameter, pathParameter, rawDataParameter, scopeParameters } from "../contract/parameters.ts";
import { record, text } from "../contract/schema.ts";
import { answerSchema, isPaged } from "./answerSchema.ts";
import { exampleOf } from "./examples.ts";
import { fold, type JsonSchema, plain, type Schemas } from "./jsonSchema.ts";
import { answerHeaders, failureResponses } from "./openapiFailures.ts";
import { summaryOf, tagOf } from "./wording.ts";

/** What operations share, collected while they are described. */
export interface Components {
  readonly schemas: Schemas;
  readonly responses: Record<string, object>;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query";
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
  operation: Operation,
  connectors: readonly Connector[],
  components: Components,
): DescribedOperation {
  const offering = connectors.filter((connector) => connector.operations[id] !== undefined);
  return {
    operationId: id,
    tags: [tagOf(id)],
    summary: summaryOf(id),
    description: descriptionOf(operation, offering),
    "x-target-systems": offering.map((connector) => connector.id),
    parameters: parametersOf(operation),
    ...(operation.body && { requestBody: bodyOf(operation, operation.body, components.schemas) }),
    responses: {
      ...answersOf(operation, components.schemas),
      ...failureResponses(codesOf(operation), components.responses, components.schemas),
    },
  };
}

function descriptionOf(operation: Operation, offering: readonly Connector[]): string {
  const missing =
    operation.kind === "list"
      ? "Other target systems answer with an empty list and a warning."
      : "Other target systems answer with `operation_not_supported`.";
  const names = offering.map((connector) => connector.name).join(", ");
  return names === "" ? "No target system offers this yet." : `Target systems: ${names}. ${missing}`;
}

function parametersOf(operation: Operation): DescribedParameter[] {
  const query: Readonly<Record<string, Parameter>> = {
    ...operation.query,
    ...scopeParameters,
    ...(operation.kind !== "write" && rawDataParameter),
  };
  return [
    ...pathNames(operation.path).map((name) => pathParameterOf(name, pathParameter.meaning)),
    ...Object.entries(query).map(([name, parameter]) => queryParameterOf(name, parameter)),
  ];
}

const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

export function pathParameterOf(name: string, description: string, example?: string): DescribedParameter {
  const schema = plain(pathParameter.schema);
  return { name, in: "path", required: true, description, schema, example: example ?? exampleOf(schema, name) };
}

/** An example only where a value is needed: a reference page fills it in, and a filter must not be filled in. */
export function queryParameterOf(name: string, { required, meaning, schema }: Parameter): DescribedParameter {
  const { examples, ...rest } = plain(schema);
  const [example] = examples ?? [];
  const given = required ? { required, example } : {};
  const hint = typeof example !== "string" || required ? "" : ` For example \`${example}\`.`;
  return { name, in: "query", ...given, description: `${meaning}${hint}`, schema: rest };
}

const oneFile: JsonSchema = { type: "string", format: "binary" };

function bodyOf({ multipart, method }: Operation, body: object, schemas: Schemas): object {
  const schema = body as JsonSchema;
  // A body that describes one file is nothing without the file.
  const aboutOneFile = schema.title === "FileFields";
  const json = { schema: fold(schema, aboutOneFile ? {} : schemas), example: exampleOf(schema) };
  return {
    required: method !== "PATCH" && !aboutOneFile,
    content: {
      ...(!aboutOneFile && { "application/json": json }),
      ...(multipart && { "multipart/form-data": { schema: withFiles(schema, aboutOneFile, schemas) } }),
    },
  };
}

function withFiles(schema: JsonSchema, aboutOneFile: boolean, schemas: Schemas): JsonSchema {
  const files: Record<string, JsonSchema> = aboutOneFile
    ? { file: oneFile }
    : { files: { type: "array", items: oneFile } };
  return fold(
    { ...schema, title: `${schema.title}WithFiles`, properties: { ...schema.properties, ...files } },
    schemas,
  );
}

const TaskStarted = record("TaskStarted", { taskId: text }, {});

function answersOf(operation: Operation, schemas: Schemas): Record<string, object> {
  const started = { ...operation, kind: "write", record: TaskStarted, many: false } as const;
  const task = { 202: answerOf(started, "A task that does the work.", schemas) };
  if (operation.task && !operation.many) return task;
  const said = operation.many ? (isPaged(operation) ? "One page of records." : "The records.") : "The record.";
  return { 200: answerOf(operation, said, schemas), ...(operation.task && task) };
}

function answerOf(operation: Operation, description: string, schemas: Schemas): object {
  const schema = plain(answerSchema(operation));
  const { meta, data } = exampleOf(schema) as { meta: { pagination?: object }; data: unknown };
  const example = { ...(meta.pagination && { meta: { pagination: meta.pagination } }), data };
  return {
    description,
    headers: answerHeaders,
    content: { "application/json": { schema: fold(schema, schemas), example } },
  };
}

const notOfData = new Set<FailureCode>([
  "route_not_found",
  "target_system_unknown",
  "signing_secret_missing",
  "unknown_locale",
]);
const ofWrites = new Set<FailureCode>([
  "idempotency_in_progress",
  "idempotency_key_reused",
  "target_conflict",
  "body_too_large",
  "unsupported_media_type",
]);

function codesOf(operation: Operation): FailureCode[] {
  return (Object.keys(failures) as FailureCode[]).filter((code) => {
    if (notOfData.has(code)) return false;
    if (code === "operation_not_supported") return operation.kind !== "list";
    return operation.kind === "write" || !ofWrites.has(code);
  });
}
