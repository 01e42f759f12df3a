/** Bodies in the contract's own form: days where timestamps are asked for, and what `otherForms` says. */
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

/** What does not fit is left as it is, for the check to name. */
export function ownForm(schema: TSchema, value: unknown): unknown {
  const shape = schema as Shape;
  if (shape.properties !== undefined) return ownObject(shape, value);
  if (shape.items !== undefined) {
    const { items } = shape;
    return Array.isArray(value) ? value.map((one) => ownForm(items, one)) : value;
  }
  if (shape.type !== "string") return value;
  if (typeof value === "number") return shape[otherForms]?.numberIsText ? String(value) : value;
  if (typeof value !== "string") return value;
  const { words = {} } = shape[otherForms] ?? {};
  return Object.hasOwn(words, value) ? words[value] : ownTime(shape.format, value);
}

function ownObject({ properties = {}, [otherForms]: forms = {} }: Shape, given: unknown): unknown {
  const value = forms.textIs !== undefined && typeof given === "string" ? { [forms.textIs]: given } : given;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const moved = Object.entries(forms.moves ?? {}).reduce(move, value as Fields);
  const fields = Object.entries(moved).map(([name, field]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, schema === undefined ? field : ownForm(schema, field)] as const;
  });
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}

/** `account.id` → `accountId`. What stands in its own place as well wins there, and what is moved is gone where it was. */
function move(fields: Fields, [from, to]: readonly [string, string]): Fields {
  const [outer = "", inner] = from.split(".");
  if (!Object.hasOwn(fields, outer)) return fields;
  const { [outer]: source, ...others } = fields;
  if (inner === undefined) return placed(others, to, source);
  if (typeof source !== "object" || source === null || !Object.hasOwn(source, inner)) return fields;
  const { [inner]: value, ...rest } = source as Fields;
  const left = Object.keys(rest).length === 0 ? others : { ...others, [outer]: rest };
  return placed(left, to, value);
}

function placed(fields: Fields, to: string, value: unknown): Fields {
  const [outer = "", inner] = to.split(".");
  if (inner === undefined) return { [outer]: value, ...fields };
  const below = fields[outer];
  if (below !== undefined && (typeof below !== "object" || below === null)) return fields;
  return { ...fields, [outer]: { [inner]: value, ...below } };
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const localForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?<seconds>:\d{2}(?:\.\d+)?)?$/;

/** A day is its midnight, a time without a zone is UTC; where only the day counts, the rest is cut off. */
function ownTime(format: string | undefined, value: string): string {
  if (format === "date") return dayForm.test(value.slice(0, 10)) && value[10] === "T" ? value.slice(0, 10) : value;
  if (format !== "date-time") return value;
  if (dayForm.test(value)) return `${value}T00:00:00Z`;
  const local = localForm.exec(value);
  return local === null ? value : `${value}${local.groups?.["seconds"] === undefined ? ":00" : ""}Z`;
}
