/** One row of the operation table as OpenAPI describes it. */
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
import { record, text } from "../../contract/schema.ts";
import { answerSchema, DryRunAnswer, isPaged } from "./answerSchema.ts";
import { exampleOf } from "./examples.ts";
import { answerHeaders, failureResponses, type Responses, writeHeaders } from "./failures.ts";
import { fold, type JsonSchema, plain, type Schemas } from "./jsonSchema.ts";
import { idMeaning, operationIdOf, summaryOf, tagOf } from "./wording.ts";

/** What operations share, collected while they are described. */
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
      ...answersOf(operation, components.schemas),
      ...failureResponses(codesOf(operation), components.responses, components.schemas),
    },
  };
}

/** Any list can be one that a target system puts together in its own time. */
const isStarted = ({ operations }: Connector, id: OperationId): boolean => "start" in (operations[id] ?? {});

function descriptionOf(id: OperationId, operation: Operation, offering: readonly Connector[]): string {
  if (operation.everywhere) return "Every target system, by its own paths and with its own answers.";
  const missing =
    operation.kind === "list"
      ? "Other target systems answer with an empty list and a warning."
      : "Other target systems answer with `operation_not_supported`.";
  const names = offering.map((connector) => connector.name).join(", ");
  if (names === "") return "No target system offers this yet.";
  return [`Target systems: ${names}. ${missing}`, ...rulesOf(id, offering)].join("\n\n");
}

/** What differs by target system, for whoever reads the description elsewhere than at /docs. */
function rulesOf(id: OperationId, offering: readonly Connector[]): string[] {
  const lines = offering.flatMap(({ name, operations }) => {
    const rules = operations[id]?.rules ?? [];
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

/** An example only where a value is needed: a reference page fills it in, and a filter must not be filled in. */
export function queryParameterOf(name: string, { required, meaning, schema }: Parameter): DescribedParameter {
  const { examples, ...rest } = plain(schema);
  const [example] = examples ?? [];
  const given = required ? { required, example } : {};
  const hint = typeof example !== "string" || required ? "" : ` For example \`${example}\`.`;
  return { name, in: "query", ...given, description: `${meaning}${hint}`, schema: rest };
}

function bodyOf(operation: Operation, body: TSchema, schemas: Schemas): object {
  const { multipart } = operation;
  const schema = withoutIdsOf(operation, plain(body));
  const json = { schema: fold(schema, multipart === "file" ? {} : schemas), example: exampleOf(schema) };
  return {
    required: true,
    content: {
      // What describes a file is nothing without the file.
      ...(multipart !== "file" && { "application/json": json }),
      ...(multipart && { "multipart/form-data": formOf(operation, schema, schemas) }),
    },
  };
}

/** What the path names, the body does not name again: an id in both could disagree. */
function withoutIdsOf({ path, method }: Operation, schema: JsonSchema): JsonSchema {
  const named = pathNames(path);
  if (!path.endsWith("}")) return schema;
  const { properties = {}, title = "" } = schema;
  const kept = Object.entries(properties).filter(([name]) => name !== "id" && !named.includes(name));
  if (kept.length === Object.keys(properties).length) return schema;
  return {
    ...schema,
    title: method === "PUT" ? title.replace(/Input$/, "Update") : title,
    properties: Object.fromEntries(kept),
  };
}

const oneFile: JsonSchema = { type: "string", format: "binary", description: "Up to 50 MB." };
const manyFiles: JsonSchema = { type: "array", items: oneFile, maxItems: 20 };

function formOf({ multipart = "file", query, parts = [] }: Operation, body: JsonSchema, schemas: Schemas): object {
  if (multipart === "file") {
    const properties = { file: oneFile, ...body.properties };
    return { schema: fold({ ...body, title: "FileForm", properties, required: ["file"] }, schemas) };
  }
  const beside = Object.entries(query).map(([name, { schema, meaning }]) => [
    name,
    { ...plain(schema), description: meaning },
  ]);
  const own = parts.map((name) => [name, body.properties?.[name] ?? {}]);
  const properties = { [multipart]: body, ...Object.fromEntries([...beside, ...own]), "files[]": manyFiles };
  const title = `${body.title}WithFiles`;
  return {
    schema: fold({ type: "object", title, properties, required: [multipart], additionalProperties: false }, schemas),
    encoding: { [multipart]: { contentType: "application/json" } },
  };
}

const TaskStarted = record("TaskStarted", { taskId: text }, {});

function answersOf(operation: Operation, schemas: Schemas): Record<string, object> {
  const made = madeAnswers(operation, schemas);
  if (operation.kind !== "write") return made;
  const { 200: settled, ...others } = made;
  return { ...others, 200: settled === undefined ? dryRunOnly(schemas) : withDryRun(settled, schemas) };
}

function dryRunOnly(schemas: Schemas): Answered {
  const schema = fold(plain(DryRunAnswer), schemas);
  const content = { "application/json": { schema, example: dryRunExample } };
  return { description: "What a dry run found.", headers: answerHeaders, content };
}

function withDryRun(answered: Answered, schemas: Schemas): Answered {
  const { schema, example } = answered.content["application/json"];
  const anyOf = [schema, fold(plain(DryRunAnswer), schemas)];
  const examples = { made: { value: example }, dryRun: { value: dryRunExample } };
  const description = `${answered.description} With \`dryRun=true\`: what the dry run found.`;
  return { ...answered, description, content: { "application/json": { schema: { anyOf }, examples } } };
}

const dryRunExample = {
  data: {
    valid: false,
    problems: [{ field: "lineItems[0].quantity", message: "lineItems[0].quantity must not be 0" }],
    request: { method: "POST", path: "/v1/invoices", body: { lines: [{ quantity: 0 }] } },
  },
};

interface Answered {
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

function madeAnswers(operation: Operation, schemas: Schemas): Record<string, Answered> {
  const started = { ...operation, kind: "write", record: TaskStarted, many: false } as const;
  const task = answerOf(started, "A task that does the work.", schemas);
  if (operation.task && operation.kind === "write") return { [operation.status]: task };
  const said = operation.many ? (isPaged(operation) ? "One page of records." : "The records.") : "The record.";
  return { [operation.status]: answerOf(operation, said, schemas), ...(operation.task && { 202: task }) };
}

function answerOf(operation: Operation, description: string, schemas: Schemas): Answered {
  const schema = plain(answerSchema(operation));
  const { meta, data } = exampleOf(schema) as { meta: { pagination?: object }; data: unknown };
  const example = { ...(meta.pagination && { meta: { pagination: meta.pagination } }), data };
  return {
    description,
    headers: operation.kind === "write" ? writeHeaders : answerHeaders,
    content: { "application/json": { schema: fold(schema, schemas), example } },
  };
}

const notOfData = new Set<FailureCode>([
  "route_not_found",
  "method_not_allowed",
  "target_system_unknown",
  "signing_secret_missing",
  "unknown_locale",
]);
const ofWrites = new Set<FailureCode>([
  "idempotency_in_progress",
  "idempotency_key_reused",
  "outcome_unknown",
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
