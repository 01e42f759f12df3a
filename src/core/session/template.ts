/** Texts with `{names}` in them: of credentials, and of what was chosen. */

/** Undefined where there is none. */
export type ValueOf = (name: string) => string | undefined;

/** `{apiKey}`, `{company|0}`, `{base64 username:password}`. */
const place = /\{(base64 )?(\w[\w|:]*)\}/g;

const partsOf = (names: string): [name: string, otherwise: string | undefined][] =>
  names.split(":").map((part) => {
    const [name = "", otherwise] = part.split("|");
    return [name, otherwise];
  });

/** The names in a template that nothing stands in for. */
export const namesIn = (template: string): string[] =>
  [...template.matchAll(place)].flatMap(([, , names = ""]) =>
    partsOf(names).flatMap(([name, otherwise]) => (otherwise === undefined ? [name] : [])),
  );

/** What has no value is empty. */
export function fill(template: string, valueOf: ValueOf): string {
  return template.replaceAll(place, (_whole, base64: string | undefined, names: string) => {
    const filled = partsOf(names)
      .map(([name, otherwise = ""]) => valueOf(name) ?? otherwise)
      .join(":");
    return base64 === undefined ? filled : Buffer.from(filled).toString("base64");
  });
}

/** Every text in a value of JSON. */
export function fillAll<Value>(value: Value, valueOf: ValueOf): Value {
  if (typeof value === "string") return fill(value, valueOf) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => fillAll(one, valueOf)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillAll(one, valueOf)])) as Value;
}
