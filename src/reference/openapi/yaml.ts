/** JSON values as YAML 1.2: blocks for objects and lists, texts in quotes wherever they could be taken for something else. */

export const toYaml = (value: unknown): string => `${block(value, "").trimStart()}\n`;

const isPlain = (text: string): boolean =>
  /^[A-Za-z_/][A-Za-z0-9_ /.{}()'`-]*$/.test(text) &&
  text.trimEnd() === text &&
  !/^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i.test(text);

const scalar = (value: unknown): string =>
  typeof value === "string" && isPlain(value) ? value : JSON.stringify(value ?? null);

/** What stands behind a name or a dash: on the same line where it is short of one, else below it and further in. */
function block(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return ` ${scalar(value)}`;
  if (Array.isArray(value))
    return value.length === 0 ? " []" : value.map((entry: unknown) => `\n${indent}-${item(entry, indent)}`).join("");
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  if (entries.length === 0) return " {}";
  return entries.map(([name, inner]) => `\n${indent}${scalar(name)}:${block(inner, `${indent}  `)}`).join("");
}

/** The first name of an object stands beside its dash. */
const item = (value: unknown, indent: string): string => block(value, `${indent}  `).replace(/^\n +/, " ");
