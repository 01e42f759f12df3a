/**
 * Removes personal and secret data from a response and keeps what checks need: amounts, dates, enum values, ids, document
 * numbers and the structure. Anything not known to be harmless is replaced, equal values by equal values, so that records
 * still match.
 */
import { createHmac } from "node:crypto";
import type { TSchema } from "typebox";

export interface Redaction {
  /** Redacts a value. Enum values of the schema are kept. */
  value(value: unknown, schema?: TSchema): unknown;
  text(name: string, text: string): string;
}

/** Names of fields whose values are always personal. */
const personal =
  /name|street|address|line\d|city|town|postal|zip|region|mail|phone|mobile|fax|tel\b|iban|bic|swift|bank|sort_?code|account_?n|konto|holder|vat|tax_?(?:id|number)|registration|person|contact_?p|website|url|uri|link|note|remark|comment|memo|descr|text|title|subject|intro|reference|password|secret|token|key|signature|content|file|identifier/i;
/** Names of objects that contain phone or bank account numbers. */
const holdsNumbers = /phone|fax|bank/i;
/** Names of enum-like fields. */
const wordy =
  /status|state|type|kind|class|category|currency|country|language|locale|direction|indicator|reason|method|rule|unit|mode|side/i;
/** Public ids of a person or company. */
const official = /^vat|Vat(?:Id|No|Number)?$|tax_?(?:id|number)$/;
const naming = /(?:^|_)id$|Id$|ID$|Ids$|guid|uuid|etag|version/;
const numbering = /number|_no$|No$|code$/i;

const date = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$|^\/Date\(-?\d+(?:[+-]\d{4})?\)\/$/;
const amount = /^-?\d{1,12}(?:[.,]\d+)?%?$/;
const word = /^[A-Za-z][A-Za-z_-]{0,30}$/;
const mark = /^[A-Za-z]{0,6}[\w/.-]{1,24}$/;
/** Some systems identify files by name, and file names may contain personal data. */
const fileName = /\.[A-Za-z]{3,4}$/;
const opaque = /^[\w.:+/=|{}-]{1,80}$/;

export function openRedaction(salt: string): Redaction {
  const digest = (text: string) => createHmac("sha256", salt).update(text).digest();
  // Cached, because most texts occur many times.
  const known = new Map<string, string>();
  const instead = (text: string): string => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = madeUp(text);
    known.set(text, made);
    return made;
  };
  const madeUp = (text: string): string => {
    if (/^\d{2,}$/.test(text)) return digits(digest(text), text.length);
    const token = digest(text).toString("hex").slice(0, 10);
    return text.includes("@")
      ? `${token}@example.invalid`
      : /^https?:/.test(text)
        ? `https://example.invalid/${token}`
        : `text-${token}`;
  };
  // Cached, because a recording has millions of values in a few hundred fields.
  const kinds = new Map<string, Kind>();
  const kindOf = (name: string): Kind => {
    const kind = kinds.get(name) ?? kindNamed(name);
    kinds.set(name, kind);
    return kind;
  };
  const text = ({ name, within }: FieldContext, value: string): string =>
    isHarmless(kindOf(name), within, value) ? value : instead(value);
  const number = ({ name, within }: FieldContext, value: number): number =>
    Number.isInteger(value) && value > 9 && (kindOf(name).isPersonal || holdsNumbers.test(within))
      ? Number(instead(String(value)))
      : value;
  const inner = (context: FieldContext, value: unknown, schema: TSchema | undefined): unknown => {
    const { items, properties, enum: words, title = "" } = (schema ?? {}) as Shape;
    if (Array.isArray(value))
      return value.map((element) => inner({ ...context, within: context.name }, element, items));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([field, fieldValue]) => [
          word.test(field) || /^[\w.@$-]{1,60}$/.test(field) ? field.replace("@", "_") : instead(field),
          inner({ name: field, within: `${title} ${context.name}` }, fieldValue, properties?.[field]),
        ]),
      );
    if (typeof value === "number") return number(context, value);
    return typeof value === "string" && words?.includes(value) !== true ? text(context, value) : value;
  };
  return {
    text: (name, value) => text({ name, within: "" }, value),
    value: (value, schema) => inner({ name: "", within: "" }, value, schema),
  };
}

/** Whether a text is a replacement. */
export const isReplaced = (value: unknown): boolean => typeof value === "string" && /^text-[\da-f]{10}$/.test(value);

/** The field of a value and the record or field that contains it. */
interface FieldContext {
  readonly name: string;
  readonly within: string;
}

interface Shape {
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly enum?: readonly unknown[];
  readonly title?: string;
}

/** Contains no zeros, so that it stays a number of the same length. */
const digits = (bytes: Buffer, length: number): string =>
  Array.from({ length: Math.min(length, 15) }, (_, index) => ((bytes[index % bytes.length] ?? 0) % 9) + 1).join("");

/** Properties of a field derived from its name. */
interface Kind {
  readonly isOfficial: boolean;
  readonly isNaming: boolean;
  readonly isPersonal: boolean;
  readonly isWordy: boolean;
  readonly isNumbering: boolean;
}

const kindNamed = (name: string): Kind => ({
  isOfficial: official.test(name),
  isNaming: naming.test(name),
  isPersonal: personal.test(name),
  isWordy: wordy.test(name),
  isNumbering: numbering.test(name),
});

function isHarmless({ isOfficial, isNaming, isPersonal, isWordy, isNumbering }: Kind, within: string, text: string) {
  if (text.length < 2 || date.test(text)) return true;
  if (isOfficial) return false;
  if (isNaming) return opaque.test(text) && !text.includes("@") && !fileName.test(text);
  if (isPersonal) return false;
  if (holdsNumbers.test(within)) return isWordy && word.test(text);
  if (amount.test(text)) return true;
  if (isWordy) return word.test(text);
  return isNumbering && mark.test(text) && /\d/.test(text);
}
