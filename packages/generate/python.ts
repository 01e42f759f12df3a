/** Writes the Python client's records and resources. */
import type { Schema } from "../client/build/operations.ts";
import { type ApiFacts, allResources, classOf, nameIn, type OperationFacts, type ResourceFacts } from "./facts.ts";

const notice = `# Generated from Kontor's OpenAPI description by "npm run clients". Do not edit.`;

export function pythonRecords({ schemas }: ApiFacts): string {
  const declarations = Object.entries(schemas).map(([name, schema]) => declarationOf(name, schema));
  return `${notice}
"""The records and bodies of the API. At runtime they are plain dictionaries."""
from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

${declarations.join("\n")}`;
}

const keywords = new Set([
  "from",
  "import",
  "class",
  "global",
  "is",
  "in",
  "not",
  "and",
  "or",
  "if",
  "else",
  "for",
  "def",
  "del",
  "pass",
]);

function declarationOf(name: string, schema: Schema): string {
  const { properties } = schema;
  // A type alias is evaluated when it is imported, so names in it are quoted.
  if (properties === undefined || schema.anyOf !== undefined || schema.allOf !== undefined)
    return `${name} = ${typeOf(schema, true)}\n`;
  const fields = Object.entries(properties);
  if (fields.some(([field]) => !isName(field))) {
    const members = fields.map(([field, value]) => `    ${JSON.stringify(field)}: ${typeOf(value, true)},`);
    return `${name} = TypedDict(${JSON.stringify(name)}, {\n${members.join("\n")}\n}, total=False)\n`;
  }
  const members = fields.map(([field, value]) => `    ${field}: ${typeOf(value, false)}`);
  return `class ${name}(TypedDict, total=False):\n${members.length === 0 ? "    pass" : members.join("\n")}\n`;
}

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text);

function typeOf(schema: Schema, isQuoted: boolean): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema;
  if ($ref !== undefined) return isQuoted ? JSON.stringify(nameIn($ref)) : nameIn($ref);
  if ("const" in schema) return `Literal[${literalOf(schema.const)}]`;
  if (values !== undefined) return `Literal[${values.map(literalOf).join(", ")}]`;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return unionOf(choices.map((choice) => typeOf(choice, isQuoted)));
  if (allOf !== undefined) return "Dict[str, Any]";
  if (Array.isArray(type)) return unionOf(type.map((each: string) => typeOf({ ...schema, type: each }, isQuoted)));
  if (type === "array") return `List[${typeOf(schema.items ?? {}, isQuoted)}]`;
  if (type === "object" || schema.properties !== undefined) return "Dict[str, Any]";
  if (schema.format === "binary") return "bytes";
  return simpleTypes[String(type)] ?? "Any";
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: "str",
  number: "float",
  integer: "int",
  boolean: "bool",
  null: "None",
};

function unionOf(types: readonly string[]): string {
  const [first = "Any", ...others] = new Set(types);
  return others.length === 0 ? first : `Union[${[first, ...others].join(", ")}]`;
}

function literalOf(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  return value === null ? "None" : JSON.stringify(value);
}

export function pythonResources({ root }: ApiFacts): string {
  return `${notice}
"""The resources of the API, with a method for each operation."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, Optional, Union

from ._transport import Answer, File, Options, Resource, Transport

if TYPE_CHECKING:
    from .records import *  # noqa: F403

${allResources(root).map(classText).join("\n\n")}

class Resources:
    """All resources."""

    def __init__(self, transport: Transport) -> None:
${root.below.map(memberText).join("\n")}
`;
}

const memberText = (child: ResourceFacts): string =>
  `        self.${snake(child.path.at(-1) ?? "")} = ${classOf(child)}(transport)`;

function classText(resource: ResourceFacts): string {
  const { operations, below } = resource;
  const init =
    below.length === 0
      ? []
      : [
          `    def __init__(self, transport: Transport) -> None:\n        super().__init__(transport)\n${below.map(memberText).join("\n")}\n`,
        ];
  const methods = operations.flatMap((operation) => [
    methodText(operation),
    ...(operation.isPaged ? [allText(operation)] : []),
  ]);
  const wait = resource.path.join(".") === "tasks" ? [waitText] : [];
  return `class ${classOf(resource)}(Resource):\n${[...init, ...methods, ...wait].join("\n")}`;
}

const waitText = `    def wait(self, task_id: str, *, time_limit: Optional[float] = None, options: Optional[Options] = None) -> Answer[AsyncTask]:
        """Wait until the task has ended. Raises a TaskError if it failed."""
        return self._transport.wait(task_id, time_limit, options)
`;

/** `createAsync` becomes `create_async`. */
const snake = (name: string): string => {
  const text = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return keywords.has(text) ? `${text}_` : text;
};

function parametersOf(operation: OperationFacts, isRest: boolean): string[] {
  const { ids, query, body } = operation;
  const required = query.filter(({ isRequired }) => isRequired);
  const optional = query.filter(({ isRequired }) => !isRequired);
  const shown = isRest ? optional.filter(({ name }) => name !== "page") : optional;
  const parameters = [
    "self",
    ...ids.map((id) => `${snake(id)}: str`),
    ...(body === undefined
      ? []
      : [
          body.isRequired
            ? `body: ${typeOf(body.schema, false)}`
            : `body: Optional[${typeOf(body.schema, false)}] = None`,
        ]),
    "*",
    ...required.map(({ name, schema }) => `${snake(name)}: ${typeOf(schema, false)}`),
    ...shown.map(({ name, schema }) => `${snake(name)}: Optional[${typeOf(schema, false)}] = None`),
    ...(operation.multipart !== undefined && operation.multipart !== "file"
      ? ["files: Optional[List[File]] = None"]
      : []),
    "options: Optional[Options] = None",
  ];
  return parameters;
}

function argumentsOf(operation: OperationFacts, isRest: boolean): string {
  const { method, path, ids, query, body, multipart, isWrite } = operation;
  const shown = isRest ? query.filter(({ name }) => name !== "page") : query;
  const members = shown.map(({ name }) => `${JSON.stringify(name)}: ${snake(name)}`);
  return [
    JSON.stringify(method),
    JSON.stringify(path),
    `[${ids.map(snake).join(", ")}]`,
    `{${members.join(", ")}}`,
    "options",
    ...(body === undefined ? [] : ["body=body"]),
    ...(isWrite ? ["is_write=True"] : []),
    ...(multipart === undefined ? [] : [`multipart=${JSON.stringify(multipart)}`]),
    ...(multipart !== undefined && multipart !== "file" ? ["files=files"] : []),
  ].join(", ");
}

function methodText(operation: OperationFacts): string {
  const { name, summary } = operation;
  return `    def ${snake(name)}(${parametersOf(operation, false).join(", ")}) -> Answer[${typeOf(operation.data, false)}]:
        """${summary}."""
        return self._transport.send(${argumentsOf(operation, false)})
`;
}

function allText(operation: OperationFacts): string {
  const entry = operation.entry === undefined ? "Any" : typeOf(operation.entry, false);
  return `    def all(${parametersOf(operation, true).join(", ")}) -> Iterator[${entry}]:
        """${operation.summary}: all of them, page by page."""
        return self._transport.all(${argumentsOf(operation, true)})
`;
}
