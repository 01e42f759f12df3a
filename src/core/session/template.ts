/** Templates with `{names}` of credentials, or of the chosen company and environment. */

/** Undefined if there is no value. */
export type ValueOf = (name: string) => string | undefined;

/** `{apiKey}`, `{company|0}`, `{base64 username:password}`. */
const placeholder = /\{(base64 )?(\w[\w|:]*)\}/g;

const partsOf = (names: string): [name: string, fallback: string | undefined][] =>
  names.split(":").map((part) => {
    const [name = "", fallback] = part.split("|");
    return [name, fallback];
  });

/** The names in a template that have no fallback. */
export const namesIn = (template: string): string[] =>
  [...template.matchAll(placeholder)].flatMap(([, , names = ""]) =>
    partsOf(names).flatMap(([name, fallback]) => (fallback === undefined ? [name] : [])),
  );

/** Names without a value become empty. */
export function fill(template: string, valueOf: ValueOf): string {
  return template.replaceAll(placeholder, (_match, base64: string | undefined, names: string) => {
    const filled = partsOf(names)
      .map(([name, fallback = ""]) => valueOf(name) ?? fallback)
      .join(":");
    return base64 === undefined ? filled : Buffer.from(filled).toString("base64");
  });
}

/** Fills every string in a JSON value. */
export function fillAll<Value>(value: Value, valueOf: ValueOf): Value {
  if (typeof value === "string") return fill(value, valueOf) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => fillAll(item, valueOf)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fillAll(field, valueOf)])) as Value;
}
