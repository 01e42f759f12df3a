/** What a caller sent, checked to the letter. Every fault is found and named at once. */
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Failure, type Fault } from "../contract/failure.ts";
import type { Operation } from "../contract/operation.ts";
import {
  hasControlCharacter,
  type Parameter,
  rawDataParameter,
  scopeParameters,
  Unreadable,
} from "../contract/parameters.ts";

export interface ReadQuery {
  readonly values: Readonly<Record<string, unknown>>;
  /** Names that the operation does not know. */
  readonly unknown: readonly string[];
}

const longestId = 500;

export function parametersOf(operation: Operation): Readonly<Record<string, Parameter>> {
  return { ...scopeParameters, ...(operation.method === "GET" && rawDataParameter), ...operation.query };
}

export function readQuery(
  known: Readonly<Record<string, Parameter>>,
  query: Readonly<Record<string, unknown>>,
): ReadQuery {
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
  if (faults.length > 0) throw invalid(faults);
  for (const [name, { required }] of Object.entries(known))
    if (required === true && values[name] === undefined) throw missing(name);
  return { values, unknown };
}

export function readIds(ids: Readonly<Record<string, string>>): void {
  const faults = Object.entries(ids)
    .filter(([, id]) => hasControlCharacter(id) || id.length > longestId)
    .map(([field]) => ({ field, message: `${field} must be an id: at most ${longestId} printable characters` }));
  if (faults.length > 0) throw invalid(faults);
}

/** The one parameter that an operation, or a target system, can insist on is the fiscal year. */
export function missing(name: string): Failure {
  return new Failure("fiscal_year_required", `${name} is required here, for example 2026-01-01`, { field: name });
}

function invalid(faults: readonly Fault[]): Failure {
  return new Failure("invalid_request", faults.map(({ message }) => message).join("; "), { faults });
}

export type BodyReader = (schema: TSchema | undefined, body: unknown) => void;

/** Checks are compiled when first needed: a start should not pay for bodies that nobody sends. */
export function openBodyReader(): BodyReader {
  const compiled = new Map<TSchema, Pick<Validator, "Check" | "Errors">>();
  return (schema, body) => {
    if (schema === undefined) return;
    let check = compiled.get(schema);
    if (check === undefined) {
      check = Compile(schema);
      compiled.set(schema, check);
    }
    if (check.Check(body)) return;
    throw invalid(check.Errors(body).flatMap(bodyFaults));
  };
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

function bodyFaults({ keyword, instancePath, message, params }: SchemaError): Fault[] {
  const at = fieldName(instancePath);
  const named = (name: string): string => (at === "" ? name : `${at}.${name}`);
  if (keyword === "required") {
    const { requiredProperties } = params as { requiredProperties: string[] };
    return requiredProperties.map((name) => ({ field: named(name), message: `${named(name)} is required` }));
  }
  if (keyword === "additionalProperties") {
    const { additionalProperties } = params as { additionalProperties: string[] };
    return additionalProperties.map((name) => ({ field: named(name), message: `${named(name)} is not a known field` }));
  }
  if (keyword === "enum") {
    const { allowedValues } = params as { allowedValues: unknown[] };
    return [{ field: at, message: `${at} must be one of ${allowedValues.join(", ")}` }];
  }
  return [at === "" ? { message: `the body ${message}` } : { field: at, message: `${at} ${message}` }];
}

/** `/lineItems/0/quantity` → `lineItems[0].quantity`. */
function fieldName(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`), "");
}
