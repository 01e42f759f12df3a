/** Writes the PHP client's records, as types of PHPStan and Psalm, and its resources. */
import type { Schema } from "../client/build/operations.ts";
import { type ApiFacts, allResources, classOf, nameIn, type OperationFacts, type ResourceFacts } from "./facts.ts";

const notice = `<?php

// Generated from Kontor's OpenAPI description by "npm run clients". Do not edit.

declare(strict_types=1);

namespace Kontor;
`;

export function phpRecords({ schemas }: ApiFacts): string {
  const types = Object.entries(schemas).map(([name, schema]) => ` * @phpstan-type ${name} ${typeOf(schema)}`);
  return `${notice}
/**
 * The records and bodies of the API, for PHPStan and Psalm. At runtime they are arrays.
 *
${types.join("\n")}
 */
final class Records
{
}
`;
}

function typeOf(schema: Schema): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type, properties, required = [] } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if ("const" in schema) return literalOf(schema.const);
  if (values !== undefined) return values.map(literalOf).join("|");
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join("|");
  if (allOf !== undefined) return "array<string, mixed>";
  if (Array.isArray(type)) return type.map((each: string) => typeOf({ ...schema, type: each })).join("|");
  if (type === "array") return `list<${typeOf(schema.items ?? {})}>`;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, value]) => `${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(value)}`,
    );
    return `array{${fields.join(", ")}}`;
  }
  if (type === "object") return "array<string, mixed>";
  if (schema.format === "binary") return "File";
  return simpleTypes[String(type)] ?? "mixed";
}

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));

const simpleTypes: Readonly<Record<string, string>> = {
  string: "string",
  number: "int|float",
  integer: "int",
  boolean: "bool",
  null: "null",
};

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const literalOf = (value: unknown): string => (typeof value === "string" ? quoted(value) : JSON.stringify(value));

export function phpResources({ root, schemas }: ApiFacts): string {
  const imports = Object.keys(schemas).map((name) => ` * @phpstan-import-type ${name} from Records`);
  return `${notice}
${allResources(root)
  .map((resource) => classText(resource, imports))
  .join("\n")}
/** All resources. */
abstract class Resources
{
${membersOf(root)}

    public function __construct(Transport $transport)
    {
${assignmentsOf(root)}
    }
}
`;
}

const membersOf = ({ below }: ResourceFacts): string =>
  below.map((child) => `    public readonly ${classOf(child)} $${child.path.at(-1)};`).join("\n");

const assignmentsOf = ({ below }: ResourceFacts): string =>
  below.map((child) => `        $this->${child.path.at(-1)} = new ${classOf(child)}($transport);`).join("\n");

function classText(resource: ResourceFacts, imports: readonly string[]): string {
  const { operations, below } = resource;
  const methods = operations.flatMap((operation) => [
    methodText(operation),
    ...(operation.isPaged ? [allText(operation)] : []),
  ]);
  const body = JSON.stringify(operations);
  const used = imports.filter((line) => body.includes(`/${line.split(" ")[3]}"`));
  const members =
    below.length === 0
      ? []
      : [
          `${membersOf(resource)}

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
${assignmentsOf(resource)}
    }
`,
        ];
  const wait = resource.path.join(".") === "tasks" ? [waitText] : [];
  return `${used.length === 0 ? "" : `/**\n${used.join("\n")}\n */\n`}final class ${classOf(resource)} extends Resource
{
${[...members, ...methods, ...wait].join("\n")}}
`;
}

const waitText = `    /**
     * Waits until the task has ended, at most as many seconds as given. Throws a TaskError if it failed.
     */
    public function wait(string $taskId, ?float $timeLimit = null, ?Options $options = null): Answer
    {
        return $this->transport->wait($taskId, $timeLimit, $options);
    }
`;

interface Parameter {
  readonly text: string;
  readonly doc?: string;
}

function parametersOf(operation: OperationFacts, isRest: boolean): Parameter[] {
  const { ids, query, body, multipart } = operation;
  const known = isRest ? query.filter(({ name }) => name !== "page") : query;
  const isQueryRequired = known.some(({ isRequired }) => isRequired);
  const shape = known.map(
    ({ name, schema, isRequired }) => `${keyOf(name)}${isRequired ? "" : "?"}: ${typeOf(schema)}`,
  );
  return [
    ...ids.map((id): Parameter => ({ text: `string $${id}` })),
    ...(body === undefined
      ? []
      : [{ text: `array $body${body.isRequired ? "" : " = []"}`, doc: `${typeOf(body.schema)} $body` }]),
    ...(known.length === 0
      ? []
      : [{ text: `array $query${isQueryRequired ? "" : " = []"}`, doc: `array{${shape.join(", ")}} $query` }]),
    ...(multipart === undefined || multipart === "file"
      ? []
      : [{ text: "array $files = []", doc: "list<File> $files" }]),
    { text: "?Options $options = null" },
  ];
}

function argumentsOf(operation: OperationFacts, isRest: boolean): string {
  const { method, path, ids, query, body, multipart, isWrite } = operation;
  const known = isRest ? query.filter(({ name }) => name !== "page") : query;
  return [
    quoted(method),
    quoted(path),
    `[${ids.map((id) => `$${id}`).join(", ")}]`,
    known.length === 0 ? "[]" : "$query",
    "$options",
    ...(body === undefined ? [] : ["body: $body"]),
    ...(isWrite ? ["isWrite: true"] : []),
    ...(multipart === undefined ? [] : [`multipart: ${quoted(multipart)}`]),
    ...(multipart !== undefined && multipart !== "file" ? ["files: $files"] : []),
  ].join(", ");
}

function docOf(lines: readonly string[]): string {
  return ["    /**", ...lines.map((line) => `     * ${line}`.trimEnd()), "     */"].join("\n");
}

const docsIn = (parameters: readonly Parameter[]): string[] =>
  parameters.flatMap(({ doc }) => (doc === undefined ? [] : [`@param ${doc}`]));

function methodText(operation: OperationFacts): string {
  const parameters = parametersOf(operation, false);
  const doc = docOf([`${operation.summary}.`, "", ...docsIn(parameters), `@return Answer<${typeOf(operation.data)}>`]);
  return `${doc}
    public function ${operation.name}(${parameters.map(({ text }) => text).join(", ")}): Answer
    {
        return $this->transport->send(${argumentsOf(operation, false)});
    }
`;
}

function allText(operation: OperationFacts): string {
  const parameters = parametersOf(operation, true);
  const entry = operation.entry === undefined ? "mixed" : typeOf(operation.entry);
  const doc = docOf([
    `${operation.summary}: all of them, page by page.`,
    "",
    ...docsIn(parameters),
    `@return \\Generator<int, ${entry}>`,
  ]);
  return `${doc}
    public function all(${parameters.map(({ text }) => text).join(", ")}): \\Generator
    {
        return $this->transport->all(${argumentsOf(operation, true)});
    }
`;
}
