/** What a caller sent, checked to the letter. Every fault is found and named at once. */
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/schema";
import { Settings } from "typebox/system";
import { Failure, type Fault } from "../../contract/failure.ts";
import { didYouMean } from "../../contract/nearest.ts";
import type { Operation } from "../../contract/operation.ts";
import {
  dryRunParameter,
  hasControlCharacter,
  type Parameter,
  rawDataParameter,
  scopeParameters,
  Unreadable,
} from "../../contract/parameters.ts";
import { ownForm } from "./ownForm.ts";
import { textFaults } from "./textFaults.ts";

export interface ReadQuery {
  readonly values: Readonly<Record<string, unknown>>;
  /** Names that the operation does not know. */
  readonly unknown: readonly string[];
}

export interface ReadInput extends ReadQuery {
  /** In the contract's own form. */
  readonly body: unknown;
}

export interface Expected {
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly body?: TSchema | undefined;
}

export interface Given {
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export type InputReader = (expected: Expected, given: Given) => ReadInput;

export function parametersOf(operation: Operation): Readonly<Record<string, Parameter>> {
  return {
    ...scopeParameters,
    ...(operation.method === "GET" ? rawDataParameter : dryRunParameter),
    ...operation.query,
  };
}

export function openInputReader(): InputReader {
  const bodyFaults = openBodyCheck();
  return ({ parameters, body: schema }, { ids, query, body: given }) => {
    // Nothing else looks into a body that may be too deep for it.
    const unreadable = textFaults(given);
    if (unreadable.length > 0) throw refusal(unreadable);
    const { faults: queryFaults, ...read } = readQuery(parameters, query);
    const body = schema === undefined ? given : ownForm(schema, given);
    const faults = [
      ...idFaults(ids),
      ...queryFaults,
      ...missingFaults(parameters, query),
      ...(schema === undefined ? [] : bodyFaults(schema, body)),
      ...textFaults(query).filter(({ field }) => !queryFaults.some((known) => known.field === field)),
    ];
    if (faults.length > 0) throw refusal(faults);
    return { ...read, body };
  };
}

function readQuery(known: Expected["parameters"], query: Given["query"]): ReadQuery & { faults: Fault[] } {
  const values: Record<string, unknown> = {};
  const unknown: string[] = [];
  const faults: Fault[] = [];
  for (const [name, given] of Object.entries(query)) {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (parameter === undefined) unknown.push(name);
    else if (typeof given !== "string") faults.push({ field: name, message: `${name} must be given only once` });
    else {
      try {
        values[name] = parameter.read(given);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        faults.push({ field: name, message: `${name} ${error.message}` });
      }
    }
  }
  return { values, unknown, faults };
}

const longestId = 500;

function idFaults(ids: Given["ids"]): Fault[] {
  return Object.entries(ids)
    .filter(([, id]) => id === "" || hasControlCharacter(id) || id.length > longestId)
    .map(([field]) => ({ field, message: `${field} must be an id: 1 to ${longestId} printable characters` }));
}

function missingFaults(known: Expected["parameters"], query: Given["query"]): Fault[] {
  return Object.entries(known)
    .filter(([name, { required }]) => required === true && query[name] === undefined)
    .map(([name]) => missing(name));
}

/** The fiscal year is what an operation, or a target system, can insist on; that has a code of its own. */
function missing(name: string): Fault {
  return name.startsWith("fiscalYear")
    ? { code: "fiscal_year_required", field: name, message: `${name} is required here, for example 2026-01-01` }
    : { field: name, message: `${name} is required` };
}

/** What only this target system cannot do without. */
export function requireParameters(names: readonly string[], values: object): void {
  const faults = names.filter((name) => !Object.hasOwn(values, name)).map(missing);
  if (faults.length > 0) throw refusal(faults);
}

function refusal(faults: readonly Fault[]): Failure {
  return new Failure("invalid_request", faults.map(({ message }) => message).join("; "), { faults });
}

/** Checks are compiled when first needed: a start should not pay for bodies that nobody sends. */
function openBodyCheck(): (schema: TSchema, body: unknown) => Fault[] {
  // TypeBox would stop at eight.
  Settings.Set({ maxErrors: 100 });
  const compiled = new Map<TSchema, Pick<Validator, "Check" | "Errors">>();
  return (schema, body) => {
    let check = compiled.get(schema);
    if (check === undefined) {
      check = Compile(schema);
      compiled.set(schema, check);
    }
    if (check.Check(body)) return [];
    const [, errors] = check.Errors(body);
    return errors.flatMap((error) => faultsOf(error, schema));
  };
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

function faultsOf({ keyword, instancePath, message, params }: SchemaError, schema: TSchema): Fault[] {
  // An unknown field is told of twice: here as one that nothing fits.
  if (keyword === "boolean") return [];
  const at = fieldName(instancePath);
  const named = (name: string): string => (at === "" ? name : `${at}.${name}`);
  if (keyword === "required") {
    const { requiredProperties } = params as { requiredProperties: string[] };
    return requiredProperties.map((name) => ({ field: named(name), message: `${named(name)} is required` }));
  }
  if (keyword === "additionalProperties") {
    const { additionalProperties } = params as { additionalProperties: string[] };
    const known = fieldsAt(schema, instancePath);
    return additionalProperties.map((name) => ({
      field: named(name),
      message: `${named(name)} is not a known field${didYouMean(name, known).replace(" Did", ". Did")}`,
    }));
  }
  if (keyword === "enum") {
    const { allowedValues } = params as { allowedValues: unknown[] };
    return [{ field: at, message: `${at} must be one of ${allowedValues.join(", ")}` }];
  }
  if (keyword === "format") {
    const { format } = params as { format: string };
    return [{ field: at, message: `${at} must be ${forms[format] ?? format}` }];
  }
  return [at === "" ? { message: `the body ${message}` } : { field: at, message: `${at} ${message}` }];
}

interface Shape {
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** The names that an object may have there. */
function fieldsAt(schema: TSchema, pointer: string): string[] {
  const at = pointer
    .split("/")
    .slice(1)
    .reduce<Shape | undefined>((shape, part) => shape?.items ?? shape?.properties?.[part], schema as Shape);
  return Object.keys(at?.properties ?? {});
}

const forms: Readonly<Record<string, string>> = {
  "date-time": "a day or a timestamp, such as 2026-02-22 or 2026-02-22T00:00:00Z",
  date: "a date such as 2026-02-22",
  uri: "an address such as https://example.com",
};

/** `/lineItems/0/quantity` → `lineItems[0].quantity`. */
function fieldName(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`), "");
}
