/**
 * Takes everything personal and secret out of an answer, and leaves what checks need: amounts, dates, words of the
 * contract, ids, numbers of documents, and the structure. What is not known to be harmless is replaced, the same by the
 * same, so that records still fit together.
 */
import { createHmac } from "node:crypto";
import type { TSchema } from "typebox";

export interface Redaction {
  /** By the schema, where there is one: its enumerated words are kept. */
  value(value: unknown, schema?: TSchema): unknown;
  text(name: string, text: string): string;
}

/** Names of fields whose values are personal whatever they look like. */
const personal =
  /name|street|address|line\d|city|town|postal|zip|region|mail|phone|mobile|fax|tel\b|iban|bic|swift|bank|sort_?code|account_?n|konto|holder|vat|tax_?(?:id|number)|registration|person|contact_?p|website|url|uri|link|note|remark|comment|memo|descr|text|title|subject|intro|reference|password|secret|token|key|signature|content|file|identifier/i;
/** What holds numbers of telephones and of accounts at banks, whatever these are called in it. */
const holdsNumbers = /phone|fax|bank/i;
/** Names of fields that hold a word out of a list. */
const wordy =
  /status|state|type|kind|class|category|currency|country|language|locale|direction|indicator|reason|method|rule|unit|mode|side/i;
/** Ids that name a person or a company to everybody. */
const official = /^vat|Vat(?:Id|No|Number)?$|tax_?(?:id|number)$/;
const naming = /(?:^|_)id$|Id$|ID$|Ids$|guid|uuid|etag|version/;
const numbering = /number|_no$|No$|code$/i;

const date = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$|^\/Date\(-?\d+(?:[+-]\d{4})?\)\/$/;
const amount = /^-?\d{1,12}(?:[.,]\d+)?%?$/;
const word = /^[A-Za-z][A-Za-z_-]{0,30}$/;
const mark = /^[A-Za-z]{0,6}[\w/.-]{1,24}$/;
/** Some systems know files by their names, and people name them as they like. */
const fileName = /\.[A-Za-z]{3,4}$/;
const opaque = /^[\w.:+/=|{}-]{1,80}$/;

export function openRedaction(salt: string): Redaction {
  const digest = (text: string) => createHmac("sha256", salt).update(text).digest();
  // The same by the same: most texts come many times.
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
  // A vendor has some hundred fields, and a recording some million values in them.
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
  const inner = (place: FieldContext, value: unknown, schema: TSchema | undefined): unknown => {
    const { items, properties, enum: words, title = "" } = (schema ?? {}) as Shape;
    if (Array.isArray(value)) return value.map((one) => inner({ ...place, within: place.name }, one, items));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([field, one]) => [
          word.test(field) || /^[\w.@$-]{1,60}$/.test(field) ? field.replace("@", "_") : instead(field),
          inner({ name: field, within: `${title} ${place.name}` }, one, properties?.[field]),
        ]),
      );
    if (typeof value === "number") return number(place, value);
    return typeof value === "string" && words?.includes(value) !== true ? text(place, value) : value;
  };
  return {
    text: (name, value) => text({ name, within: "" }, value),
    value: (value, schema) => inner({ name: "", within: "" }, value, schema),
  };
}

/** What stands for a text that was taken out. */
export const isReplaced = (value: unknown): boolean => typeof value === "string" && /^text-[\da-f]{10}$/.test(value);

/** Where a value stands: in a field, of a record or of what another field holds. */
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

/** Never beginning with zero, so that it stays a number of that length. */
const digits = (bytes: Buffer, length: number): string =>
  Array.from({ length: Math.min(length, 15) }, (_, index) => ((bytes[index % bytes.length] ?? 0) % 9) + 1).join("");

/** What the name of a field says of every value in it. */
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
