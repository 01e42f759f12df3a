/**
 * The vocabulary that every record and body is written in.
 *
 * Schemas are plain JSON Schema with TypeBox's types, so one source feeds the types, the checks, the serialiser and the
 * OpenAPI description. A record's title is its name in that description.
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

/**
 * A field of an answer whose list of values is shorter than what target systems tell: what does not fit, and where
 * nothing is told, is the last one. `Wide` is what a connector may say.
 */
export function oneOfOr<const Wide extends TSchema>(_wide: Wide, ...values: string[]) {
  return Type.Unsafe<Static<Wide>>({ type: "string", enum: values, default: values.at(-1) });
}

type Optionals<Fields extends TProperties> = { [Name in keyof Fields]: TOptional<Fields[Name]> };

const optionals = <Fields extends TProperties>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as unknown as Optionals<Fields>;

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
  const fields = { ...required, ...optionals(optional) };
  return Type.Object(fields, { title, additionalProperties: false });
}

/** The same object with nothing required: the body of a PATCH. */
export function partial<Fields extends TProperties>(title: string, schema: TObject<Fields>): TSchema {
  return Type.Object(optionals(schema.properties), { title, additionalProperties: false });
}

/**
 * Forms that a body may have besides its own, for clients that were written against another service of this kind. They are
 * brought into our own form before the body is checked (`core/calling/canonicalForm.ts`), so nobody behind knows of them.
 */
export interface OtherForms {
  /** A plain text stands for an object with this one field. */
  readonly textIs?: string;
  /** A number stands for its digits. */
  readonly numberIsText?: true;
  /** Values under another name; what means nothing here is left out. */
  readonly words?: Readonly<Record<string, string | undefined>>;
  /** Fields that may stand elsewhere or have another name: from where, to where. */
  readonly moves?: Readonly<Record<string, string>>;
}

export const otherForms = "x-other-forms";

/**
 * What the OpenAPI description says of a schema on top: rules that the code behind holds to, where it refuses with a code
 * or a text of its own.
 */
export const described = "x-described";

export const describedAs = <Schema extends TSchema>(schema: Schema, rules: object): Schema => ({
  ...schema,
  [described]: rules,
});

/** An address that a caller supplies: without a user name or password. */
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

export const alsoAs = <Schema extends TSchema>(schema: Schema, forms: OtherForms): Schema => ({
  ...schema,
  [otherForms]: forms,
});
