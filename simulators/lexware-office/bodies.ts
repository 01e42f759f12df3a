/** Reads a request's body field by field, by rules, and notes what is wrong with it. */
import type { FastifyRequest } from "fastify";
import { parseJson } from "../engine/routes.ts";
import { isRow, type Row, rows, text } from "../engine/values.ts";
import { type Finding, legacy, regular, type Style } from "./refusals.ts";

/** The body as JSON; without the right content type it is refused before anybody looks at it. */
export function bodyOf(request: FastifyRequest, style: Style): Row {
  const no = (status: number, message: string) =>
    style === "legacy" ? legacy(status, "bad_request_error", message) : regular(status, message);
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? ""))
    throw no(415, "Content type must be application/json.");
  try {
    const body = parseJson(request.body);
    if (isRow(body)) return body;
  } catch {
    // Falls through to the refusal.
  }
  throw no(400, "Malformed JSON.");
}

/** What may be asked of one field. Everything but `need` only counts where a value is given. */
export interface Rule {
  readonly need?: boolean;
  readonly oneOf?: readonly unknown[];
  readonly form?: (text: string) => boolean;
  readonly longest?: number;
  /** What holds of the object that it is, or of each in the list that it is. */
  readonly inside?: Rules | ((row: Row) => Rules);
  readonly each?: Rules | ((row: Row) => Rules);
  /** Anything else; says what is wrong. */
  readonly unless?: string | false | readonly [message: string, violation: string] | undefined;
}
export type Rules = Readonly<Record<string, Rule>>;

export const need: Rule = { need: true };
export const choice = (...oneOf: readonly unknown[]): Rule => ({ need: true, oneOf });
export const upTo = (longest: number): Rule => ({ longest });
/** The same rule for several. */
export const all = (fields: string, rule: Rule): Rules =>
  Object.fromEntries(fields.split(" ").map((field) => [field, rule]));

/** In the order of the rules. */
export function inspect(row: Row, rules: Rules, prefix = ""): Finding[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const [value, field] = [row[name], `${prefix}${name}`];
    const found: Finding[] = [];
    const reject = (message: string, violation = "INVALID") => void found.push({ field, violation, message });
    const isGiven = value !== null && value !== undefined;
    if (rule.need && !isGiven) reject("darf nicht null sein", "NOTNULL");
    else if (rule.need && value === "") reject("darf nicht leer sein", "NOTEMPTY");
    if (isGiven && rule.oneOf && !rule.oneOf.includes(value)) reject(`muss einer von ${rule.oneOf.join(", ")} sein`);
    if (isGiven && rule.form && !(typeof value === "string" && rule.form(value))) reject("ungültiges Format");
    if (rule.longest !== undefined && text(value).length > rule.longest)
      reject(`Länge muss zwischen 0 und ${rule.longest} sein`, "SIZE");
    if (typeof rule.unless === "string") reject(rule.unless);
    else if (rule.unless) reject(...rule.unless);
    const below = (part: Row, given: Rules | ((row: Row) => Rules), where: string) =>
      void found.push(...inspect(part, typeof given === "function" ? given(part) : given, `${where}.`));
    if (rule.inside && isRow(value)) below(value, rule.inside, field);
    for (const [index, part] of rule.each ? rows(value).entries() : [])
      below(isRow(part) ? part : {}, rule.each ?? {}, `${field}[${index}]`);
    return found;
  });
}
