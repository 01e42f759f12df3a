/** Filter languages: comparisons joined by words, with brackets, functions and field names. */
import type { Row } from "./values.ts";

export type Value = string | number | boolean | null;
export type Reader = (row: Row) => Value;

/** The differences between the vendors' filter languages. */
export interface Language {
  /** Matches one token after optional spaces (sticky), with the groups `name`, `sign`, and one for each kind of literal. */
  readonly token: RegExp;
  /** The value of a literal, by its kind. */
  readonly literals: Readonly<Record<string, (written: string) => Value>>;
  /** In upper case; matched case-insensitively. Comparisons are in lower case and matched the same way. */
  readonly or: readonly string[];
  readonly and: readonly string[];
  readonly not?: readonly string[];
  readonly comparisons: Readonly<Record<string, (left: Value, right: Value) => boolean>>;
  /** By lower-case name. In `Name.Contains("x")`, the part before the dot is the first argument. */
  readonly functions: Readonly<Record<string, (...values: readonly Value[]) => Value>>;
  /** Throws if the field does not exist. */
  field(name: string): Reader;
  /** The vendor's error for a filter that it cannot parse. */
  fail(message: string): Error;
}

interface Token {
  readonly kind: string;
  readonly text: string;
}

const end: Token = { kind: "end", text: "" };

/** A function that evaluates the filter for a row. A condition evaluates to true or false. */
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
      const first = left;
      const second = both();
      left = (row) => first(row) === true || second(row) === true;
    }
    return left;
  };
  const both = (): Reader => {
    let left = comparison();
    while (takes(...and)) {
      const first = left;
      const second = comparison();
      left = (row) => first(row) === true && second(row) === true;
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
    // A call that does not depend on the row is evaluated, or refused, immediately.
    if (values.some((read) => read.length > 0)) return (row) => work(...values.map((read) => read(row)));
    const value = work(...values.map((read) => read({})));
    return () => value;
  };
  const filter = either();
  if (peek() !== end) throw fail("Syntax error");
  return filter;
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

/** Null is neither greater nor less than any value. */
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

const onText = (work: (text: string, part: string) => Value) => (text: Value | undefined, part: Value | undefined) =>
  text === null ? null : work(String(text), String(part ?? ""));
/** Text functions that most languages have. */
export const textFunctions = {
  contains: onText((text, part) => text.includes(part)),
  trim: onText((text) => text.trim()),
  startswith: onText((text, part) => text.startsWith(part)),
  endswith: onText((text, part) => text.endsWith(part)),
  tolower: onText((text) => text.toLowerCase()),
  toupper: onText((text) => text.toUpperCase()),
};

/** Compares rows by an order such as `Date DESC, Number`. Null comes first. */
export function orderOf(order: string, read: (name: string) => Reader): (left: Row, right: Row) => number {
  const keys = order.split(",").map((part) => {
    const [name = "", direction = "ASC"] = part.trim().split(/\s+/);
    return { of: read(name), sign: /^desc/i.test(direction) ? -1 : 1 };
  });
  return (leftRow, rightRow) => {
    for (const { of, sign } of keys) {
      const left = of(leftRow);
      const right = of(rightRow);
      if (left === right) continue;
      return left === null || (right !== null && left < right) ? -sign : sign;
    }
    return 0;
  };
}
