/**
 * The vocabulary that every record and body is written in.
 *
 * Schemas are plain JSON Schema (made with TypeBox), so one source feeds the types, the checks, the serialiser and the
 * OpenAPI description. A record's title is its name in that description.
 */
import { type TObject, type TOptional, type TProperties, type TSchema, Type } from "typebox";
import { currencies } from "./currencies.ts";

export const text = Type.String();
export const number = Type.Number();
export const flag = Type.Boolean();
/** The calendar month, 1 to 12. */
export const month = Type.Integer({ minimum: 1, maximum: 12 });
/** `YYYY-MM-DDTHH:MM:SSZ`. Accounting days leave as that day's midnight, instants in UTC. */
export const timestamp = Type.String({ format: "date-time", examples: ["2026-02-22T00:00:00Z"] });
/** `YYYY-MM-DD`. */
export const day = Type.String({ format: "date", examples: ["2026-02-22"] });
export const url = Type.String({ format: "uri" });
/** ISO 3166-1 alpha-2. */
export const country = Type.String({ examples: ["DE"] });
/** One array of types instead of `anyOf`: the serialiser is faster with it. */
export const textOrNumber = Type.Unsafe<string | number>({ type: ["string", "number"] });
export const anything = Type.Unknown();
export const currency = oneOf(...currencies);

export const listOf = Type.Array;

export function oneOf<const Values extends string[]>(...values: Values) {
  return Type.Unsafe<Values[number]>({ type: "string", enum: values });
}

type Optionals<Fields extends TProperties> = { [Name in keyof Fields]: TOptional<Fields[Name]> };

/**
 * A named object. What is required comes first; everything else may be left out, and nothing else may be there. Required
 * of what a vendor sends is only what names it: a record without an id is left out of its list, a line without one is told
 * as it is, both with a warning.
 */
export function record<Required extends TProperties, Optional extends TProperties>(
  title: string,
  required: Required,
  optional: Optional,
): TObject<Required & Optionals<Optional>> {
  const loose = Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, Type.Optional(schema)]));
  const fields = { ...required, ...loose } as unknown as Required & Optionals<Optional>;
  return Type.Object(fields, { title, additionalProperties: false });
}

/** The same object with nothing required: the body of a PATCH. */
export function partial<Fields extends TProperties>(title: string, schema: TObject<Fields>): TSchema {
  return Type.Object(Type.Partial(schema).properties, { title, additionalProperties: false });
}
