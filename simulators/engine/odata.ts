/** OData's grammar, which all versions share. Each vendor decides what the parts mean. */
import type { Row } from "./values.ts";

export const operators = ["eq", "ne", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof operators)[number];

export interface Literal {
  readonly kind: "literal";
  /** `text`, `number`, `long`, `boolean`, `null`, `guid`, `date`, `stamp`; for typed quotes, `datetime'` and the like. */
  readonly type: string;
  readonly text: string;
}

interface Field {
  readonly kind: "field";
  readonly name: string;
}

export type Expression =
  | { readonly kind: "and" | "or"; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "not"; readonly inner: Expression }
  | { readonly kind: "compare"; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | Field
  | Literal;

type Bad = (message: string) => Error;

const tokenForm =
  /\s*(?:(?<type>[A-Za-z][\w.]*)?'(?<quoted>(?:[^']|'')*)'|(?<guid>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})|(?<stamp>\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))|(?<date>\d{4}-\d\d-\d\d)|(?<long>-?\d+)L\b|(?<number>-?\d+(?:\.\d+)?)|(?<boolean>true\b|false\b)|(?<null>null\b)|(?<word>[A-Za-z_]\w*(?:\/\w+)*|[(),]))\s*/y;

function tokensOf(source: string, bad: Bad): (Field | Literal)[] {
  const tokens: (Field | Literal)[] = [];
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < source.length) {
    const at = tokenForm.lastIndex;
    const { type, quoted, ...others } = tokenForm.exec(source)?.groups ?? {};
    const [kind, found] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
    const typed = type === undefined ? "text" : `${type}'`;
    if (quoted !== undefined) tokens.push({ kind: "literal", type: typed, text: quoted.replaceAll("''", "'") });
    else if (kind === undefined || found === undefined) throw bad(`Syntax error at position ${at} in '${source}'.`);
    else tokens.push(kind === "word" ? { kind: "field", name: found } : { kind: "literal", type: kind, text: found });
  }
  return tokens;
}

/** Parses from the operator with the lowest precedence to the one with the highest. */
export function parseFilter(source: string, bad: Bad): Expression {
  const tokens = tokensOf(source, bad);
  let at = 0;
  const take = <Word extends string>(...words: readonly Word[]): Word | undefined => {
    const token = tokens[at];
    const word = token?.kind === "field" ? words.find((candidate) => candidate === token.name) : undefined;
    if (word !== undefined) at += 1;
    return word;
  };
  const need = (sign: string) => {
    if (take(sign) === undefined) throw bad(`'${sign}' expected at position ${at} in '${source}'.`);
  };
  const chain = (kind: "and" | "or", part: () => Expression): Expression => {
    let left = part();
    while (take(kind)) left = { kind, left, right: part() };
    return left;
  };
  const either = (): Expression => chain("or", both);
  const both = (): Expression => chain("and", negated);
  const negated = (): Expression => (take("not") ? { kind: "not", inner: negated() } : compared());
  const compared = (): Expression => {
    const left = operand();
    const operator = take(...operators);
    return operator === undefined ? left : { kind: "compare", operator, left, right: operand() };
  };
  const listed = (): Expression[] => {
    const args = [either()];
    while (take(",")) args.push(either());
    need(")");
    return args;
  };
  const operand = (): Expression => {
    if (take("(")) {
      const inner = either();
      need(")");
      return inner;
    }
    const token = tokens[at++];
    if (token === undefined) throw bad(`Expression expected at position ${source.length} in '${source}'.`);
    return token.kind === "field" && take("(") ? { kind: "call", name: token.name, args: listed() } : token;
  };
  const filter = either();
  if (at < tokens.length) throw bad(`Syntax error at position ${at} in '${source}'.`);
  return filter;
}

/** Null is neither greater nor less than any value. */
export function holds(operator: Operator, left: unknown, right: unknown): boolean {
  if (operator === "eq" || operator === "ne") return (left === right) === (operator === "eq");
  return left !== null && isInOrder(operator, left as number, right as number);
}

function isInOrder(operator: Operator, left: number, right: number): boolean {
  if (operator === "gt") return left > right;
  if (operator === "ge") return left >= right;
  return operator === "lt" ? left < right : left <= right;
}

interface Order {
  readonly name: string;
  readonly sign: 1 | -1;
}

/** Parses `$orderby`: several fields, each ascending or descending. */
export const parseOrder = (source: string, bad: Bad): readonly Order[] =>
  source.split(",").map((part) => {
    const [name = "", direction = "asc", ...more] = part.trim().split(/\s+/);
    if (more.length > 0 || !/^(asc|desc)$/.test(direction)) throw bad(`Syntax error in '${source}'.`);
    return { name, sign: direction === "desc" ? -1 : 1 };
  });

/** Null comes first. */
export const byOrder =
  (order: readonly Order[], valueOf: (row: Row, name: string) => unknown) =>
  (leftRow: Row, rightRow: Row): number => {
    for (const { name, sign } of order) {
      const left = valueOf(leftRow, name) as number | null;
      const right = valueOf(rightRow, name) as number | null;
      if (left !== right) return left === null || (right !== null && left < right) ? -sign : sign;
    }
    return 0;
  };

/** Splits `$expand` and the like at a separator, but not inside brackets or quotes. */
export function split(source: string, sign: string): string[] {
  const parts = [""];
  let depth = 0;
  let quoted = false;
  for (const letter of source) {
    if (letter === "'") quoted = !quoted;
    if (!quoted && letter === "(") depth += 1;
    if (!quoted && letter === ")") depth -= 1;
    if (letter === sign && !quoted && depth <= 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
