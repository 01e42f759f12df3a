/** The part of OData's query language that Business Central speaks. */
import { badRequest, notImplemented } from "./faults.ts";
import type { Resource } from "./resource.ts";
import { encoded, type Field, type Row, type Value } from "./shapes.ts";

export interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value: Value;
}

export interface Filter {
  test(row: Row): boolean;
  /** The comparisons that hold for every row, for sets that must be told what to look under. */
  readonly conditions: readonly Condition[];
}

interface Node extends Filter {
  readonly fields: ReadonlySet<string>;
}

interface Token {
  readonly kind: "sign" | "text" | "guid" | "stamp" | "date" | "number" | "word";
  readonly text: string;
}

const tokenForms =
  /\s*(?:(?<sign>[(),])|(?:[A-Za-z][\w.]*)?(?<text>'(?:[^']|'')*')|(?<guid>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})|(?<stamp>\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))|(?<date>\d{4}-\d\d-\d\d)|(?<number>-?\d+(?:\.\d+)?)|(?<word>[A-Za-z_]\w*))\s*/y;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  tokenForms.lastIndex = 0;
  while (tokenForms.lastIndex < source.length) {
    const at = tokenForms.lastIndex;
    const groups = tokenForms.exec(source)?.groups;
    const [kind, found] = Object.entries(groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (kind === undefined || found === undefined) throw badRequest(`Syntax error at position ${at} in '${source}'.`);
    tokens.push({ kind: kind as Token["kind"], text: found });
  }
  return tokens;
}

export function filterOf(source: string, resource: Resource): Filter {
  const tokens = tokensOf(source);
  let at = 0;
  const peek = () => tokens[at]?.text;
  const take = (): Token => {
    const token = tokens[at++];
    if (token === undefined) throw badRequest(`Expression expected at position ${source.length} in '${source}'.`);
    return token;
  };
  const expect = (sign: string) => {
    if (take().text !== sign) throw badRequest(`'${sign}' expected in '${source}'.`);
  };
  const or = (): Node => chain("or", and, either);
  const and = (): Node => chain("and", unary, both);
  const chain = (word: string, part: () => Node, join: (one: Node, other: Node) => Node): Node => {
    let node = part();
    while (peek() === word) {
      at++;
      node = join(node, part());
    }
    return node;
  };
  const unary = (): Node => {
    if (peek() === "not") {
      at++;
      const node = unary();
      return { test: (row) => !node.test(row), conditions: [], fields: node.fields };
    }
    if (peek() !== "(") return comparison();
    at++;
    const node = or();
    expect(")");
    return node;
  };
  const comparison = (): Node => {
    const { text: name } = take();
    if (peek() === "(") return call(name);
    return compared(fieldOf(resource, name), (value) => value, take().text);
  };
  const call = (name: string): Node => {
    expect("(");
    const field = fieldOf(resource, take().text);
    const letters = cases[name];
    if (letters !== undefined) {
      expect(")");
      return compared(field, letters, take().text);
    }
    const search = searches[name];
    if (search === undefined) throw notImplemented(`The function '${name}' is not supported in a filter.`);
    expect(",");
    const wanted = literal(take());
    expect(")");
    return {
      test: (row) => search(String(row[field.name]), String(wanted)),
      conditions: [],
      fields: new Set([field.name]),
    };
  };
  const compared = (field: Field, read: (value: string) => string, operator: string): Node => {
    const holds = operators[operator];
    if (holds === undefined) throw badRequest(`The operator '${operator}' is not known in '${source}'.`);
    const value = comparable(field, take());
    const side = (row: Row): Value => {
      const found = row[field.name] ?? "";
      if (field.kind === "date" || field.kind === "stamp") return Date.parse(String(found));
      return typeof found === "string" ? read(found) : found;
    };
    return {
      test: (row) => holds(side(row), value),
      conditions: [{ field: field.name, operator, value }],
      fields: new Set([field.name]),
    };
  };
  const node = or();
  if (at < tokens.length) throw badRequest(`Syntax error at position ${at} in '${source}'.`);
  return node;
}

const both = (one: Node, other: Node): Node => ({
  test: (row) => one.test(row) && other.test(row),
  conditions: [...one.conditions, ...other.conditions],
  fields: new Set([...one.fields, ...other.fields]),
});

/** The vendor can ask for two values of one field, not for one of two fields. */
function either(one: Node, other: Node): Node {
  const fields = new Set([...one.fields, ...other.fields]);
  if (fields.size > 1)
    throw notImplemented("The 'OR' operator is not supported on distinct fields on an OData filter.");
  return { test: (row) => one.test(row) || other.test(row), conditions: [], fields };
}

const operators: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
};
const cases: Readonly<Record<string, (value: string) => string>> = {
  tolower: (value) => value.toLowerCase(),
  toupper: (value) => value.toUpperCase(),
};
const searches: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  contains: (value, wanted) => value.includes(wanted),
  startswith: (value, wanted) => value.startsWith(wanted),
  endswith: (value, wanted) => value.endsWith(wanted),
};

const literal = ({ kind, text }: Token): Value =>
  kind === "text" ? text.slice(1, -1).replaceAll("''", "'") : kind === "number" ? Number(text) : text.toLowerCase();

const fitting: Readonly<Record<Field["kind"], readonly string[]>> = {
  ...{ text: ["text"], option: ["text"], guid: ["guid"], date: ["date", "stamp"], stamp: ["stamp", "date"] },
  ...{ decimal: ["number"], integer: ["number"], boolean: ["word"], stream: [] },
};

function comparable(field: Field, token: Token): Value {
  if (!fitting[field.kind].includes(token.kind))
    throw badRequest(
      `A binary operator with incompatible types was detected. Found operand types '${field.kind}' and '${token.kind}' for property '${field.name}'.`,
    );
  if (token.kind === "date" || token.kind === "stamp") return Date.parse(token.text);
  if (field.kind === "boolean") return token.text === "true";
  const value = literal(token);
  return field.kind === "option" ? encoded(String(value)) : value;
}

function fieldOf({ fields, set }: Resource, name: string): Field {
  const field = fields.get(name);
  if (field === undefined)
    throw badRequest(`Could not find a property named '${name}' on type 'Microsoft.NAV.${set}'.`);
  return field;
}

export function orderOf(source: string, resource: Resource): (one: Row, other: Row) => number {
  const parts = source.split(",").map((part) => {
    const [name = "", direction = "asc", ...more] = part.trim().split(/\s+/);
    if (more.length > 0 || !/^(asc|desc)$/.test(direction)) throw badRequest(`Syntax error in '${source}'.`);
    return { name: fieldOf(resource, name).name, sign: direction === "desc" ? -1 : 1 };
  });
  return (one, other) => {
    for (const { name, sign } of parts) {
      const [left = "", right = ""] = [one[name], other[name]];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  };
}

export function selected(source: string, resource: Resource): ReadonlySet<string> {
  return new Set(source.split(",").map((name) => fieldOf(resource, name.trim()).name));
}

/** Splits at a sign, but not inside brackets or quotes. */
export function split(source: string, sign: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let at = 0; at < source.length; at++) {
    const letter = source[at];
    if (letter === "'") quoted = !quoted;
    if (quoted) continue;
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter !== sign || depth > 0) continue;
    parts.push(source.slice(start, at));
    start = at + 1;
  }
  return [...parts, source.slice(start)].map((part) => part.trim()).filter(Boolean);
}
