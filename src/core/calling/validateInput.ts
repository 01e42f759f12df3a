/** Validates a caller's input strictly. All faults are reported together. */
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/schema";
import { Settings } from "typebox/system";
import { Failure, type Fault } from "../../contract/failure.ts";
import { didYouMean } from "../../contract/nearest.ts";
import type { Operation } from "../../contract/operation.ts";
import {
  dryRunParameter,
  hasControlCharacter,
  InvalidParameter,
  type Parameter,
  rawDataParameter,
  scopeParameters,
} from "../../contract/parameters.ts";
import { canonicalForm } from "./canonicalForm.ts";
import { textFaults } from "./textFaults.ts";

export interface ReadQuery {
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of parameters that the operation does not have. */
  readonly unknown: readonly string[];
}

export interface ReadInput extends ReadQuery {
  /** In the contract's canonical form. */
  readonly body: unknown;
}

export interface ExpectedInput {
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly body?: TSchema | undefined;
}

export interface CallerInput {
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export type InputReader = (expected: ExpectedInput, input: CallerInput) => ReadInput;

export function parametersOf(operation: Operation): Readonly<Record<string, Parameter>> {
  return {
    ...scopeParameters,
    ...(operation.method === "GET" ? rawDataParameter : dryRunParameter),
    ...operation.query,
  };
}

export function openInputReader(): InputReader {
  const bodyFaults = openBodyCheck();
  return ({ parameters, body: schema }, { ids, query, body: sentBody }) => {
    // Runs first: the other checks are recursive and could not handle a body that is nested too deeply.
    const unreadable = textFaults(sentBody);
    if (unreadable.length > 0) throw refusal(unreadable);
    const { faults: queryFaults, ...read } = readQuery(parameters, query);
    const body = schema === undefined ? sentBody : canonicalForm(schema, sentBody);
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

function readQuery(known: ExpectedInput["parameters"], query: CallerInput["query"]): ReadQuery & { faults: Fault[] } {
  const values: Record<string, unknown> = {};
  const unknown: string[] = [];
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(query)) {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (parameter === undefined) unknown.push(name);
    else if (typeof value !== "string") faults.push({ field: name, message: `${name} must be given only once` });
    else {
      try {
        values[name] = parameter.read(value);
      } catch (error) {
        if (!(error instanceof InvalidParameter)) throw error;
        faults.push({ field: name, message: `${name} ${error.message}` });
      }
    }
  }
  return { values, unknown, faults };
}

const longestId = 500;

function idFaults(ids: CallerInput["ids"]): Fault[] {
  return Object.entries(ids)
    .filter(([, id]) => id === "" || hasControlCharacter(id) || id.length > longestId)
    .map(([field]) => ({ field, message: `${field} must be an id: 1 to ${longestId} printable characters` }));
}

function missingFaults(known: ExpectedInput["parameters"], query: CallerInput["query"]): Fault[] {
  return Object.entries(known)
    .filter(([name, { required }]) => required === true && query[name] === undefined)
    .map(([name]) => missing(name));
}

/** Operations and target systems can require the fiscal year; a missing one has its own error code. */
function missing(name: string): Fault {
  return name.startsWith("fiscalYear")
    ? { code: "fiscal_year_required", field: name, message: `${name} is required, for example 2026-01-01` }
    : { field: name, message: `${name} is required` };
}

/** Checks the parameters that only this target system requires. */
export function requireParameters(names: readonly string[], values: object): void {
  const faults = names.filter((name) => !Object.hasOwn(values, name)).map(missing);
  if (faults.length > 0) throw refusal(faults);
}

function refusal(faults: readonly Fault[]): Failure {
  return new Failure("invalid_request", faults.map(({ message }) => message).join("; "), { faults });
}

/** Compiles each schema when it is first needed, so that the service starts quickly. */
function openBodyCheck(): (schema: TSchema, body: unknown) => Fault[] {
  // TypeBox stops after eight errors by default.
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
  // TypeBox reports an unknown field twice: here, and below as an additional property.
  if (keyword === "boolean") return [];
  const at = fieldName(instancePath);
  const pathOf = (name: string): string => (at === "" ? name : `${at}.${name}`);
  if (keyword === "required") {
    const { requiredProperties } = params as { requiredProperties: string[] };
    return requiredProperties.map((name) => ({ field: pathOf(name), message: `${pathOf(name)} is required` }));
  }
  if (keyword === "additionalProperties") {
    const { additionalProperties } = params as { additionalProperties: string[] };
    const known = fieldsAt(schema, instancePath);
    return additionalProperties.map((name) => ({
      field: pathOf(name),
      message: `${pathOf(name)} is not a known field${didYouMean(name, known).replace(" Did", ". Did")}`,
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
  if (keyword === "type") return [typeFault(at, (params as { type: string | readonly string[] }).type)];
  return [at === "" ? { message: `the body ${message}` } : { field: at, message: `${at} ${message}` }];
}

/** The JSON types, in words that a caller can act on. */
const typeNames: Readonly<Record<string, string>> = {
  array: "a JSON array, such as [ … ]",
  boolean: "true or false, without quotes",
  integer: "a whole number, without quotes",
  null: "null",
  number: "a number, without quotes",
  object: "a JSON object, such as { … }",
  string: "a string in quotes",
};

function typeFault(at: string, type: string | readonly string[]): Fault {
  const expected = [type]
    .flat()
    .map((name) => typeNames[name] ?? name)
    .join(" or ");
  if (at !== "") return { field: at, message: `${at} must be ${expected}` };
  return { message: `The body must be ${expected}. Send it with Content-Type: application/json.` };
}

interface Shape {
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** The names of the fields that the schema allows at that JSON pointer. */
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
  uri: "a URL such as https://example.com",
};

/** `/lineItems/0/quantity` → `lineItems[0].quantity`. */
function fieldName(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`), "");
}
