/** Checks a request body field by field and reports everything that is wrong with it. */
import { isRow, type Row, rows, text } from "./values.ts";

export interface Finding {
  readonly field: string;
  readonly violation: string;
  readonly message: string;
}

type Complaint = readonly [message: string, violation: string];

/** The vendor's messages, each with the vendor's name for the violation. */
export interface CheckMessages {
  missing(): Complaint;
  empty(): Complaint;
  notAmong(values: readonly unknown[]): Complaint;
  form(): Complaint;
  tooLong(longest: number): Complaint;
  /** For every other message. */
  other(message: string): Complaint;
}

/** The check of one field. Everything but `need` applies only if the field has a value. */
export interface Check {
  readonly need?: boolean;
  readonly oneOf?: readonly unknown[];
  readonly form?: (text: string) => boolean;
  readonly longest?: number;
  /** The checks of the object in the field, or of each object in its list. */
  readonly inside?: Checks | ((row: Row) => Checks);
  readonly each?: Checks | ((row: Row) => Checks);
  /** The message of any other check that failed. */
  readonly unless?: string | false | Complaint | undefined;
}
export type Checks = Readonly<Record<string, Check>>;

export const need: Check = { need: true };
export const choice = (...oneOf: readonly unknown[]): Check => ({ need: true, oneOf });
export const upTo = (longest: number): Check => ({ longest });
/** The same check for several fields. */
export const all = (fields: string, check: Check): Checks =>
  Object.fromEntries(fields.split(" ").map((field) => [field, check]));

/** The findings, in the order of the checks. */
export function inspect(row: Row, checks: Checks, messages: CheckMessages, prefix = ""): Finding[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const value = row[name];
    const field = `${prefix}${name}`;
    const found = complaintsAbout(value, check, messages).map(([message, violation]) => ({
      field,
      violation,
      message,
    }));
    const below = (part: Row, inner: Checks | ((row: Row) => Checks), path: string) =>
      inspect(part, typeof inner === "function" ? inner(part) : inner, messages, `${path}.`);
    const { inside, each } = check;
    if (inside && isRow(value)) found.push(...below(value, inside, field));
    for (const [index, part] of each ? rows(value).entries() : [])
      found.push(...below(isRow(part) ? part : {}, each ?? {}, `${field}[${index}]`));
    return found;
  });
}

function complaintsAbout(value: unknown, check: Check, messages: CheckMessages): Complaint[] {
  const { need: isNeeded, oneOf, form, longest, unless } = check;
  const found: Complaint[] = [];
  const hasValue = value !== null && value !== undefined;
  if (isNeeded && !hasValue) found.push(messages.missing());
  else if (isNeeded && value === "") found.push(messages.empty());
  if (hasValue && oneOf && !oneOf.includes(value)) found.push(messages.notAmong(oneOf));
  if (hasValue && form && !(typeof value === "string" && form(value))) found.push(messages.form());
  if (longest !== undefined && text(value).length > longest) found.push(messages.tooLong(longest));
  if (unless) found.push(typeof unless === "string" ? messages.other(unless) : unless);
  return found;
}
