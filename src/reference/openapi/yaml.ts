/** Converts JSON values to YAML 1.2 in block style. Strings are quoted if YAML could read them as another type. */

export const toYaml = (value: unknown): string => `${block(value, "").trimStart()}\n`;

const isPlain = (text: string): boolean =>
  /^[A-Za-z_/][A-Za-z0-9_ /.{}()'`-]*$/.test(text) &&
  text.trimEnd() === text &&
  !/^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i.test(text);

const scalar = (value: unknown): string =>
  typeof value === "string" && isPlain(value) ? value : JSON.stringify(value ?? null);

/** The text after a name or a dash: on the same line for scalars, indented below for objects and lists. */
function block(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return ` ${scalar(value)}`;
  if (Array.isArray(value))
    return value.length === 0 ? " []" : value.map((entry: unknown) => `\n${indent}-${item(entry, indent)}`).join("");
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  if (entries.length === 0) return " {}";
  return entries.map(([name, inner]) => `\n${indent}${scalar(name)}:${block(inner, `${indent}  `)}`).join("");
}

/** A list item. The first name of an object is on the same line as the dash. */
const item = (value: unknown, indent: string): string => block(value, `${indent}  `).replace(/^\n +/, " ");
