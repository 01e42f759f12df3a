/** Converts bodies to the contract's canonical form: accepts days for timestamps, and the variants in `otherForms`. */
import type { TSchema } from "typebox";
import { type OtherForms, otherForms } from "../../contract/schema.ts";

interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly [otherForms]?: OtherForms;
}

type Fields = Record<string, unknown>;

/** Values that do not fit stay unchanged, so that validation reports them. */
export function canonicalForm(schema: TSchema, value: unknown): unknown {
  const shape = schema as Shape;
  if (shape.properties !== undefined) return canonicalObject(shape, value);
  if (shape.items !== undefined) {
    const { items } = shape;
    return Array.isArray(value) ? value.map((item) => canonicalForm(items, item)) : value;
  }
  if (shape.type !== "string") return value;
  if (typeof value === "number") return shape[otherForms]?.numberIsText ? String(value) : value;
  if (typeof value !== "string") return value;
  const { words = {} } = shape[otherForms] ?? {};
  return Object.hasOwn(words, value) ? words[value] : canonicalTime(shape.format, value);
}

function canonicalObject({ properties = {}, [otherForms]: forms = {} }: Shape, input: unknown): unknown {
  const value = forms.textIs !== undefined && typeof input === "string" ? { [forms.textIs]: input } : input;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const moved = Object.entries(forms.moves ?? {}).reduce(move, value as Fields);
  const fields = Object.entries(moved).map(([name, field]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, schema === undefined ? field : canonicalForm(schema, field)] as const;
  });
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}

/** `account.id` → `accountId`: removes the old field, and keeps the value of the new field if it is already set. */
function move(fields: Fields, [from, to]: readonly [string, string]): Fields {
  const [outer = "", inner] = from.split(".");
  if (!Object.hasOwn(fields, outer)) return fields;
  const { [outer]: source, ...otherFields } = fields;
  if (inner === undefined) return setIfAbsent(otherFields, to, source);
  if (typeof source !== "object" || source === null || !Object.hasOwn(source, inner)) return fields;
  const { [inner]: value, ...rest } = source as Fields;
  const remaining = Object.keys(rest).length === 0 ? otherFields : { ...otherFields, [outer]: rest };
  return setIfAbsent(remaining, to, value);
}

function setIfAbsent(fields: Fields, to: string, value: unknown): Fields {
  const [outer = "", inner] = to.split(".");
  if (inner === undefined) return { [outer]: value, ...fields };
  const below = fields[outer];
  if (below !== undefined && (typeof below !== "object" || below === null)) return fields;
  return { ...fields, [outer]: { [inner]: value, ...below } };
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const localForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?<seconds>:\d{2}(?:\.\d+)?)?$/;

/** A day becomes midnight UTC, a time without a zone becomes UTC; if only the day counts, the time is cut off. */
function canonicalTime(format: string | undefined, value: string): string {
  if (format === "date") return dayForm.test(value.slice(0, 10)) && value[10] === "T" ? value.slice(0, 10) : value;
  if (format !== "date-time") return value;
  if (dayForm.test(value)) return `${value}T00:00:00Z`;
  const local = localForm.exec(value);
  return local === null ? value : `${value}${local.groups?.["seconds"] === undefined ? ":00" : ""}Z`;
}
