/** Checks values against the schemas of an OpenAPI description. */
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: object;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly object[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
  readonly responses: Readonly<Record<string, object>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly [part: string]: unknown;
}

export interface Schemas {
  /** Resolves a reference; returns any other value unchanged. */
  pointed(value: object): object;
  faults(schema: object, value: unknown): string[];
}

export function openSchemas(description: OpenApi): Schemas {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, formats });
  ajv.addSchema(description, "description");
  const made = new Map<object, ValidateFunction>();
  const pointed = (value: object): object => {
    if (!("$ref" in value)) return value;
    const steps = String(value.$ref).split("/").slice(1);
    return steps.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], description) as object;
  };
  const validatorOf = (schema: object): ValidateFunction => {
    const known = made.get(schema);
    if (known !== undefined) return known;
    const pinned = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"description#/')) as object;
    const validate = ajv.compile(pinned);
    made.set(schema, validate);
    return validate;
  };
  return {
    pointed,
    faults: (schema, value) => {
      const validate = validatorOf(schema);
      if (validate(value)) return [];
      const lines = (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
      return [...new Set(lines)];
    },
  };
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));

const formats = {
  binary: true,
  date: isDay,
  "date-time": (text: string): boolean =>
    isDay(text.slice(0, 10)) && /^T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text.slice(10)),
  uri: (text: string): boolean => URL.canParse(text) && /^[!-~]+$/.test(text),
} as const;
