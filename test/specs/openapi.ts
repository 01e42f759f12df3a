/** Finds the part of an OpenAPI document that describes a request. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly $ref?: string;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface OpenApiOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Found {
  readonly template: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
  readonly parameters: readonly Parameter[];
}

/** The operation for a path. If several match, the one with the fewest ids. */
export function openFinder(document: OpenApi): (method: string, path: string) => Found | undefined {
  const rows = Object.entries(document.paths)
    .map(([template, methods]) => ({ template, methods, pattern: patternOf(template) }))
    .toSorted((left, right) => idsIn(left.template) - idsIn(right.template));
  return (method, path) => {
    for (const { template, methods, pattern } of rows) {
      const operation = methods[method.toLowerCase()] as OpenApiOperation | undefined;
      if (operation === undefined || !pattern.test(path)) continue;
      const shared = (methods["parameters"] as readonly Parameter[] | undefined) ?? [];
      const parameters = [...shared, ...(operation.parameters ?? [])].map((parameter) => resolved(document, parameter));
      return { template, method, operation, parameters };
    }
    return undefined;
  };
}

const idsIn = (template: string): number => template.split("{").length;

/** `{format}` is an optional file extension. Any other name is a segment, or the text in brackets. */
function patternOf(template: string): RegExp {
  const escaped = template.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
  const source = escaped.replaceAll("{format}", "(?:\\.\\w+)?").replaceAll(/\{[^}]+\}/g, "[^/]+");
  return new RegExp(`^${source}/?$`, "i");
}

function resolved<Part extends { readonly $ref?: string }>(document: OpenApi, part: Part): Part {
  if (part.$ref === undefined) return part;
  const names = part.$ref.slice(2).split("/");
  let found: unknown = document;
  for (const name of names)
    found = (found as Record<string, unknown>)[name.replaceAll("~1", "/").replaceAll("~0", "~")];
  return resolved(document, found as Part);
}

/** The JSON schema of a body, if any. Some descriptions have one schema for all content types. */
export function jsonSchemaOf(document: OpenApi, content: Content | undefined): Schema | undefined {
  const found = content && resolved(document, content).content;
  const [, json] = Object.entries(found ?? {}).find(([type]) => /[/+]json|\/x-ndjson|\/\*$/.test(type)) ?? [];
  return json?.schema;
}

/** Fields of a value that its schema does not have. */
export function unknownFields(document: OpenApi, schema: Schema, value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const alternatives = flattened(document, schema);
  if (Array.isArray(value)) {
    const items = alternatives.flatMap(({ items: item }) => (item === undefined ? [] : [item]));
    if (items.length === 0) return [];
    const all = { anyOf: items };
    return [...new Set(value.flatMap((element: unknown) => unknownFields(document, all, element, `${at}[]`)))];
  }
  if (alternatives.some(({ additionalProperties: more }) => more !== undefined && more !== false)) return [];
  const properties = alternatives.flatMap(({ properties: fields }) => (fields === undefined ? [] : [fields]));
  if (properties.length === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = properties.flatMap((fields) => (fields[name] === undefined ? [] : [fields[name]]));
    if (known.length === 0) return [`${at}.${name}`];
    return unknownFields(document, { anyOf: known }, inner, `${at}.${name}`);
  });
}

/** The schema and its parts: a field is known if any of them has it. */
function flattened(document: OpenApi, schema: Schema): Schema[] {
  const plain = resolved(document, schema);
  const parts = [...(plain.allOf ?? []), ...(plain.oneOf ?? []), ...(plain.anyOf ?? [])];
  return [plain, ...parts.flatMap((part) => flattened(document, part))];
}
