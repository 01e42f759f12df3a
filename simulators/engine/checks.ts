/** What holds of a body, told field by field, and all that is wrong with one. */
import { isRow, type Row, rows, text } from "./values.ts";

/** What is wrong with one field of a body. */
export interface Finding {
  readonly field: string;
  readonly violation: string;
  readonly message: string;
}

type Said = readonly [message: string, violation: string];

/** How the vendor says it, and what it calls each. */
export interface CheckWords {
  missing(): Said;
  empty(): Said;
  notAmong(values: readonly unknown[]): Said;
  form(): Said;
  tooLong(longest: number): Said;
  /** Whatever else a check says. */
  other(message: string): Said;
}

/** What may be asked of one field. Everything but `need` only counts where a value is given. */
export interface Check {
  readonly need?: boolean;
  readonly oneOf?: readonly unknown[];
  readonly form?: (text: string) => boolean;
  readonly longest?: number;
  /** What holds of the object that it is, or of each in the list that it is. */
  readonly inside?: Checks | ((row: Row) => Checks);
  readonly each?: Checks | ((row: Row) => Checks);
  /** Anything else; says what is wrong. */
  readonly unless?: string | false | Said | undefined;
}
export type Checks = Readonly<Record<string, Check>>;

export const need: Check = { need: true };
export const choice = (...oneOf: readonly unknown[]): Check => ({ need: true, oneOf });
export const upTo = (longest: number): Check => ({ longest });
/** The same check for several. */
export const all = (fields: string, check: Check): Checks =>
  Object.fromEntries(fields.split(" ").map((field) => [field, check]));

/** In the order of the checks. */
export function inspect(row: Row, checks: Checks, says: CheckWords, prefix = ""): Finding[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const value = row[name];
    const field = `${prefix}${name}`;
    const found = saidOf(value, check, says).map(([message, violation]) => ({ field, violation, message }));
    const below = (part: Row, given: Checks | ((row: Row) => Checks), where: string) =>
      inspect(part, typeof given === "function" ? given(part) : given, says, `${where}.`);
    const { inside, each } = check;
    if (inside && isRow(value)) found.push(...below(value, inside, field));
    for (const [index, part] of each ? rows(value).entries() : [])
      found.push(...below(isRow(part) ? part : {}, each ?? {}, `${field}[${index}]`));
    return found;
  });
}

function saidOf(value: unknown, { need: isNeeded, oneOf, form, longest, unless }: Check, says: CheckWords): Said[] {
  const found: Said[] = [];
  const isGiven = value !== null && value !== undefined;
  if (isNeeded && !isGiven) found.push(says.missing());
  else if (isNeeded && value === "") found.push(says.empty());
  if (isGiven && oneOf && !oneOf.includes(value)) found.push(says.notAmong(oneOf));
  if (isGiven && form && !(typeof value === "string" && form(value))) found.push(says.form());
  if (longest !== undefined && text(value).length > longest) found.push(says.tooLong(longest));
  if (unless) found.push(typeof unless === "string" ? says.other(unless) : unless);
  return found;
}
