/** Compares the requests of a connector and the responses of its simulator with the vendor's API description. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import type { Exchange } from "../../simulators/start.ts";
import type { Description, DescriptionFile } from "./description.ts";
import { type EntityTables, fromEntityTables } from "./entityTables.ts";
import { isLines, jsonLines } from "./lines.ts";
import { type Found, jsonSchemaOf, type OpenApi, openFinder, type Schema, unknownFields } from "./openapi.ts";
import { fromPostman } from "./postman.ts";
import { fromSwagger, type Swagger } from "./swagger.ts";

export interface SpecReport {
  /** The number of exchanges that the descriptions cover. */
  readonly checked: number;
  /** One line for each difference without an excuse. */
  readonly differences: readonly string[];
  /** Excuses without a difference: the description was corrected, or the excuse was never needed. */
  readonly idle: readonly string[];
}

export function checkExchanges(folder: string, description: Description, exchanges: readonly Exchange[]): SpecReport {
  const books = description.files.map((file) => openBook(folder, file));
  const covered = exchanges.filter(
    (exchange) => !exchange.isInjectedFault && books.some((book) => book.covers(exchange)),
  );
  const found = covered.flatMap((exchange) =>
    books.flatMap((book) => (book.covers(exchange) ? book.differences(exchange) : [])),
  );
  const lines = [...new Set(found)].toSorted();
  const { excused } = description;
  return {
    checked: covered.length,
    differences: lines.filter((line) => !excused.some(({ about }) => about.test(line))),
    idle: excused.filter(({ about }) => !lines.some((line) => about.test(line))).map(({ reason }) => reason),
  };
}

function openBook(folder: string, file: DescriptionFile) {
  const text = readFileSync(join(folder, file.name), "utf8");
  const read = (file.name.endsWith(".json") ? JSON.parse(text) : parse(text)) as OpenApi | Swagger | EntityTables;
  const document = documentOf(read, file);
  const find = openFinder(document);
  const validate = openValidator(document);
  const base = typeof file.base === "string" ? new RegExp(`^${file.base}(?=/|$)`) : file.base;
  return {
    covers: ({ host, path }: Exchange) => host === file.host && base.test(path),
    differences: (exchange: Exchange): string[] => {
      const path = decodeURIComponent(exchange.path.replace(base, ""));
      const found = find(exchange.method, path);
      if (found === undefined) return file.complete ? [`${exchange.method} ${withoutIds(path)}: no such address`] : [];
      const all = [...queryFaults(found, exchange), ...bodyFaults(found, exchange), ...replyFaults(found, exchange)];
      return all.map((fault) => `${exchange.method} ${found.template} ${fault}`);
    },
  };

  function queryFaults({ parameters }: Found, { query }: Exchange): string[] {
    const known = new Set(parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name));
    const sent = new Set(new URLSearchParams(query).keys());
    const missing = parameters.filter(
      (parameter) => parameter.in === "query" && parameter.required === true && !sent.has(parameter.name),
    );
    const unknown = file.complete ? [...sent].filter((name) => !known.has(name)) : [];
    return [
      ...unknown.map((name) => `asks with the unknown parameter ${name}`),
      ...missing.map(({ name }) => `asks without the parameter ${name}`),
    ];
  }

  function bodyFaults({ operation }: Found, { body, headers }: Exchange): string[] {
    const schema = jsonSchemaOf(document, operation.requestBody);
    if (schema === undefined || body.length === 0 || !isJson(headers["content-type"])) return [];
    return faultsOf(schema, body, headers["content-type"]).map((fault) => `is sent ${fault}`);
  }

  function replyFaults({ operation }: Found, { status, reply, replyHeaders }: Exchange): string[] {
    const { responses } = operation;
    if (Object.keys(responses).length === 0) return [];
    const described = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses["default"];
    if (described === undefined)
      return status >= 400 || !file.complete ? [] : [`answers with the unknown status ${status}`];
    const schema = jsonSchemaOf(document, described);
    if (schema === undefined || reply.length === 0 || !isJson(replyHeaders["content-type"])) return [];
    return faultsOf(schema, reply, replyHeaders["content-type"]).map((fault) => `answers ${status} ${fault}`);
  }

  function faultsOf(schema: Schema, bytes: Buffer, type: unknown): string[] {
    const lines = isLines(type) ? jsonLines(bytes) : undefined;
    // A description has the lines as a list, or only a single line.
    const value: unknown = lines === undefined ? JSON.parse(bytes.toString()) : schema.items ? lines : lines[0];
    const unknown = file.complete ? unknownFields(document, schema, value) : [];
    return [...unknown.map((field) => `with the unknown field ${field}`), ...validate(schema, value)];
  }
}

function documentOf(
  read: OpenApi | Swagger | Parameters<typeof fromPostman>[0] | EntityTables,
  { base }: DescriptionFile,
): OpenApi {
  if ("openapi" in read) return withNulls(read as OpenApi);
  if ("swagger" in read) return fromSwagger(read as Swagger);
  if ("item" in read) return fromPostman(read as Parameters<typeof fromPostman>[0]);
  return fromEntityTables(read, typeof base === "string" ? base : "");
}

/** Validators ignore `nullable` beside a reference, so it is expanded. */
function withNulls(document: OpenApi): OpenApi {
  const written = JSON.stringify(document, (name, part: unknown) => {
    if (name === "pattern" && typeof part === "string" && !isPattern(part)) return undefined;
    if (typeof part !== "object" || part === null) return part;
    const bounded = withBounds(part);
    if (!("nullable" in bounded) || "type" in bounded) return bounded;
    const { nullable, ...rest } = bounded;
    return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
  });
  return JSON.parse(written) as OpenApi;
}

/** Patterns of other languages may not be valid here. */
function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "u").source !== "";
  } catch {
    return false;
  }
}

/** OpenAPI 3.0 marks an exclusive bound with a flag. Later versions put the bound there. */
function withBounds(part: object): object {
  const { minimum, exclusiveMinimum, ...rest } = part as { readonly [name: string]: unknown };
  if (typeof exclusiveMinimum !== "boolean") return part;
  return { ...rest, ...(minimum !== undefined && { [exclusiveMinimum ? "exclusiveMinimum" : "minimum"]: minimum }) };
}

/** Compiles a validator once per schema, because a description has hundreds. */
function openValidator(document: OpenApi): (schema: Schema, value: unknown) => string[] {
  const options = { strict: false, allErrors: true, validateFormats: false, logger: false } as const;
  const ajv = document.openapi.startsWith("3.1") ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(document, "description");
  const made = new Map<Schema, ValidateFunction>();
  return (schema, value) => {
    const pinned = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"description#/')) as object;
    const validate = made.get(schema) ?? ajv.compile(pinned);
    made.set(schema, validate);
    if (validate(value)) return [];
    const lines = (validate.errors ?? []).map(
      ({ instancePath, message = "" }) => `${instancePath.replaceAll(/\/\d+/g, "[]")} ${message}`,
    );
    return [...new Set(lines)];
  };
}

const isJson = (type: unknown): boolean => typeof type === "string" && (/[/+]json/.test(type) || isLines(type));
const withoutIds = (path: string): string => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{5,}/gi, "{id}");
