/**
 * Building blocks for the schemas of records and bodies.
 *
 * Schemas are plain JSON Schema with TypeBox's types, so types, validation, serialiser and OpenAPI description come from one
 * source. A record's title is its schema name in the description.
 */
import type { Static, TObject, TOptional, TProperties, TSchema } from "typebox";
import { currencies } from "./currencies.ts";
import { localeForm, longestLocale } from "./locale.ts";
import { Type } from "./schemaBuilders.ts";

export const text = Type.String();
export const number = Type.Number();
export const integer = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
export const flag = Type.Boolean();
/** The calendar month, 1 to 12. */
export const month = Type.Integer({ minimum: 1, maximum: 12 });
/** `YYYY-MM-DDTHH:MM:SSZ`. Accounting days are written as midnight UTC of that day. */
export const timestamp = Type.String({ format: "date-time", examples: ["2026-02-22T00:00:00Z"] });
/** `YYYY-MM-DD`. */
export const day = Type.String({ format: "date", examples: ["2026-02-22"] });
export const url = Type.String({ format: "uri" });
/** ISO 3166-1 alpha-2. */
export const country = Type.String({ examples: ["DE"] });
/** An array of types instead of `anyOf`, because it serialises faster. */
export const textOrNumber = Type.Unsafe<string | number>({ type: ["string", "number"] });
export const anything = Type.Unknown();
export const currency = oneOf(...currencies);

export const listOf = Type.Array;

export function oneOf<const Values extends string[]>(...values: Values) {
  return Type.Unsafe<Values[number]>({ type: "string", enum: values });
}

/**
 * An enum field in responses that has fewer values than connectors may return (`Wide`). A missing value and any value
 * outside the list become the last one.
 */
export function oneOfOr<const Wide extends TSchema>(_wide: Wide, ...values: string[]) {
  return Type.Unsafe<Static<Wide>>({ type: "string", enum: values, default: values.at(-1) });
}

/** The fallback value of `oneOfOr` for an element that is alone in its list. */
export const fallbackIfOnly = "x-default-if-only";

export const withFallbackIfOnly = <Schema extends TSchema>(schema: Schema, value: string): Schema => ({
  ...schema,
  [fallbackIfOnly]: value,
});

type Optionals<Fields extends TProperties> = { [Name in keyof Fields]: TOptional<Fields[Name]> };

const optionals = <Fields extends TProperties>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as unknown as Optionals<Fields>;

/**
 * A named object with required and optional fields and no others. For records from vendors, only identifying fields are
 * required: a record without an id is dropped from its list and a line without an id is kept, both with a warning.
 */
export function record<Required extends TProperties, Optional extends TProperties>(
  title: string,
  required: Required,
  optional: Optional,
): TObject<Required & Optionals<Optional>> {
  const fields = { ...required, ...optionals(optional) };
  return Type.Object(fields, { title, additionalProperties: false });
}

/** The same object with every field optional: the body of a PATCH. */
export function partial<Fields extends TProperties>(title: string, schema: TObject<Fields>): TSchema {
  return Type.Object(optionals(schema.properties), { title, additionalProperties: false });
}

/**
 * Alternative forms of a body, for clients that were written for a similar service. They are converted to the standard form
 * before validation (`core/calling/canonicalForm.ts`), so the rest of the code never sees them.
 */
export interface OtherForms {
  /** A plain string is read as an object with this field. */
  readonly textIs?: string;
  /** A number is read as its digits. */
  readonly numberIsText?: true;
  /** Alternative names of values. A value without an equivalent maps to undefined and is dropped. */
  readonly words?: Readonly<Record<string, string | undefined>>;
  /** Fields with another path or name: from path, to path. */
  readonly moves?: Readonly<Record<string, string>>;
}

export const otherForms = "x-other-forms";

/** Schema keywords that only the OpenAPI description shows. Code enforces these rules with its own error codes and messages. */
export const described = "x-described";

export const describedAs = <Schema extends TSchema>(schema: Schema, rules: object): Schema => ({
  ...schema,
  [described]: rules,
});

/** A URL that a caller supplies, without a user name or password. */
export const suppliedUrl = describedAs(text, {
  format: "uri",
  pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+(?:[/?#]|$)",
  maxLength: 2000,
});
/** A BCP 47 language tag. */
export const locale = describedAs(text, {
  pattern: localeForm.source,
  maxLength: longestLocale,
  examples: ["de-CH"],
});

export const acceptingAlternatives = <Schema extends TSchema>(schema: Schema, forms: OtherForms): Schema => ({
  ...schema,
  [otherForms]: forms,
});
