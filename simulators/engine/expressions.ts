/** Filters as people write them: comparisons joined by words, with brackets, functions and the names of fields. */
import type { Row } from "./values.ts";

export type Value = string | number | boolean | null;
export type Reader = (row: Row) => Value;

/** What differs between the filter languages of vendors. */
export interface Language {
  /** One token, sticky, behind any space: the groups `name`, `sign`, and one for each kind of literal. */
  readonly token: RegExp;
  /** What a literal is worth, by its kind. */
  readonly literals: Readonly<Record<string, (written: string) => Value>>;
  /** In capitals; asked for whatever their case, as are comparisons (in small letters). */
  readonly or: readonly string[];
  readonly and: readonly string[];
  readonly not?: readonly string[];
  readonly comparisons: Readonly<Record<string, (left: Value, right: Value) => boolean>>;
  /** By their names in small letters. Behind a dot, what stands before it is the first value: `Name.Contains("x")`. */
  readonly functions: Readonly<Record<string, (...values: readonly Value[]) => Value>>;
  /** Refuses what there is none of. */
  field(name: string): Reader;
  /** How the vendor says that it did not understand. */
  fail(message: string): Error;
}

interface Token {
  readonly kind: string;
  readonly text: string;
}

const end: Token = { kind: "end", text: "" };

/** What a filter makes of a row; a condition makes true or false. */
export function readerOf(source: string, language: Language): Reader {
  const { or, and, not = [], comparisons, functions, literals, field, fail } = language;
  const tokens = tokensOf(source.trimEnd(), language);
  let at = 0;
  const peek = () => tokens[at] ?? end;
  const takes = (...words: readonly string[]): boolean => {
    const { kind, text } = peek();
    const fits = (kind === "sign" || kind === "name") && words.includes(text.toUpperCase());
    if (fits) at += 1;
    return fits;
  };
  const needs = (sign: string): void => {
    if (!takes(sign)) throw fail(`'${sign}' expected`);
  };
  const either = (): Reader => {
    let left = both();
    while (takes(...or)) {
      const one = left;
      const other = both();
      left = (row) => one(row) === true || other(row) === true;
    }
    return left;
  };
  const both = (): Reader => {
    let left = comparison();
    while (takes(...and)) {
      const one = left;
      const other = comparison();
      left = (row) => one(row) === true && other(row) === true;
    }
    return left;
  };
  const comparison = (): Reader => {
    if (takes(...not)) {
      const inner = comparison();
      return (row) => inner(row) !== true;
    }
    const left = operand();
    const compare = comparisons[peek().text.toLowerCase()];
    if (compare === undefined || peek().kind in literals) return left;
    at += 1;
    const right = operand();
    return (row) => compare(left(row), right(row));
  };
  const operand = (): Reader => {
    if (takes("(")) {
      const inner = either();
      needs(")");
      return inner;
    }
    const { kind, text } = peek();
    at += 1;
    const literal = literals[kind]?.(text);
    if (literal !== undefined) return () => literal;
    if (kind !== "name") throw fail("Expression expected");
    let read = peek().text === "(" ? called(text, []) : field(text);
    while (peek().kind === "name" && peek().text.startsWith(".")) {
      at += 1;
      read = called(tokens[at - 1]?.text.slice(1) ?? "", [read]);
    }
    return read;
  };
  const called = (name: string, before: readonly Reader[]): Reader => {
    const work = functions[name.toLowerCase()];
    const dot = name.lastIndexOf(".");
    if (work === undefined && dot > 0) return called(name.slice(dot + 1), [field(name.slice(0, dot))]);
    if (work === undefined) throw fail("No applicable method exists");
    needs("(");
    const values = [...before];
    while (!takes(")")) {
      values.push(operand());
      takes(",");
    }
    // What no row is looked at for is worked out, or refused, at once.
    if (values.some((read) => read.length > 0)) return (row) => work(...values.map((read) => read(row)));
    const value = work(...values.map((read) => read({})));
    return () => value;
  };
  const whole = either();
  if (peek() !== end) throw fail("Syntax error");
  return whole;
}

function tokensOf(source: string, { token, fail }: Language): Token[] {
  const found: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const groups = Object.entries(token.exec(source)?.groups ?? {});
    const [kind, text] = groups.find(([, written]) => written !== undefined) ?? [];
    if (kind === undefined || text === undefined) throw fail(`Syntax error '${source.charAt(at)}'`);
    found.push({ kind, text });
  }
  return found;
}

/** What is nothing is neither more nor less than anything. */
const known =
  (holds: (left: string | number | boolean, right: typeof left) => boolean) => (left: Value, right: Value) =>
    left !== null && right !== null && holds(left, right);
export const comparing = {
  equal: (left: Value, right: Value) => left === right,
  unequal: (left: Value, right: Value) => left !== right,
  more: known((left, right) => left > right),
  less: known((left, right) => left < right),
  atLeast: known((left, right) => left >= right),
  atMost: known((left, right) => left <= right),
};

const onText = (work: (whole: string, part: string) => Value) => (whole: Value | undefined, part: Value | undefined) =>
  whole === null ? null : work(String(whole), String(part ?? ""));
/** What most languages can do with a text. */
export const textFunctions = {
  contains: onText((whole, part) => whole.includes(part)),
  trim: onText((whole) => whole.trim()),
  startswith: onText((whole, part) => whole.startsWith(part)),
  endswith: onText((whole, part) => whole.endsWith(part)),
  tolower: onText((whole) => whole.toLowerCase()),
  toupper: onText((whole) => whole.toUpperCase()),
};

/** `Date DESC, Number`: each name by `read`, nothing before everything else. */
export function orderOf(order: string, read: (name: string) => Reader): (one: Row, other: Row) => number {
  const keys = order.split(",").map((part) => {
    const [name = "", direction = "ASC"] = part.trim().split(/\s+/);
    return { of: read(name), sign: /^desc/i.test(direction) ? -1 : 1 };
  });
  return (left, right) => {
    for (const { of, sign } of keys) {
      const one = of(left);
      const other = of(right);
      if (one === other) continue;
      return one === null || (other !== null && one < other) ? -sign : sign;
    }
    return 0;
  };
}
