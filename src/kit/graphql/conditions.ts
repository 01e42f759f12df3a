/**
 * Conditions of a query. Their structure is our own text; a value always travels as a variable with its type, so that no
 * value can change the query.
 */

/** Adds a variable to the request, and returns its name with the dollar sign. */
export type Bind = (type: string, value: unknown) => string;

/** The text of a condition, such as `{ socialName: { eq: $value1 } }`. */
export type Condition = (bind: Bind) => string;

/** `compare("journalType.code", "eq", "String", "VTE")` */
export const compare =
  (path: string, operator: string, type: string, value: unknown): Condition =>
  (bind) =>
    atPath(path, `{ ${operator}: ${bind(`${type}!`, value)} }`);

/** Compares with a word of the vendor's schema, which is our own text: `compareWord("type", "eq", "CREDIT_NOTE")`. */
export function compareWord(path: string, operator: string, word: string): Condition {
  if (!/^[_A-Za-z][_0-9A-Za-z]*$/.test(word)) throw new Error(`${word} is not a word of a schema.`);
  return () => atPath(path, `{ ${operator}: ${word} }`);
}

export const anyOf =
  (...conditions: readonly Condition[]): Condition =>
  (bind) =>
    `{ or: [${conditions.map((condition) => condition(bind)).join(", ")}] }`;

/** `journalType.code` → `{ journalType: { code: inner } }` */
export const atPath = (path: string, inner: string): string =>
  path.split(".").reduceRight((text, name) => `{ ${name}: ${text} }`, inner);
