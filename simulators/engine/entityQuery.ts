/** What can be asked of entity sets: `$filter` and `$orderby`, with the types of properties minded. */
import { type Condition, type EntityRefusals, type EntitySet, encoded, type Property } from "./entities.ts";
import { byOrder, type Expression, holds, type Literal, type Operator, parseFilter, parseOrder } from "./odata.ts";
import { type Row, text } from "./values.ts";

export interface Filter {
  test(row: Row): boolean;
  /** The comparisons that hold for every row, for sets that must be told what to look under. */
  readonly conditions: readonly Condition[];
  readonly properties: ReadonlySet<string>;
}

interface Asking {
  readonly set: EntitySet;
  readonly says: EntityRefusals;
}

export const filterOf = (source: string, set: EntitySet, says: EntityRefusals): Filter =>
  meaning(parseFilter(source, says.badRequest), { set, says });

function meaning(node: Expression, asking: Asking): Filter {
  const { badRequest } = asking.says;
  if (node.kind === "and" || node.kind === "or")
    return joined(node.kind, meaning(node.left, asking), meaning(node.right, asking), asking);
  if (node.kind === "not") {
    const { test, properties } = meaning(node.inner, asking);
    return { test: (row) => !test(row), conditions: [], properties };
  }
  if (node.kind === "call") return searched(node.name, node.given, asking);
  if (node.kind !== "compare" || node.right.kind !== "literal")
    throw badRequest("A comparison of a property is expected.");
  return compared(node.left, node.operator, node.right, asking);
}

/** One can ask for two values of one property, not for one of two properties. */
function joined(kind: "and" | "or", one: Filter, other: Filter, { says }: Asking): Filter {
  const properties = new Set([...one.properties, ...other.properties]);
  if (kind === "and")
    return {
      test: (row) => one.test(row) && other.test(row),
      properties,
      conditions: [...one.conditions, ...other.conditions],
    };
  if (properties.size > 1)
    throw says.notImplemented("The 'OR' operator is not supported on distinct fields on an OData filter.");
  return { test: (row) => one.test(row) || other.test(row), conditions: [], properties };
}

const cases: Readonly<Record<string, (value: string) => string>> = {
  tolower: (value) => value.toLowerCase(),
  toupper: (value) => value.toUpperCase(),
};
const searches: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  contains: (value, wanted) => value.includes(wanted),
  startswith: (value, wanted) => value.startsWith(wanted),
  endswith: (value, wanted) => value.endsWith(wanted),
};
const unknown = ({ says }: Asking, name: string) =>
  says.notImplemented(`The function '${name}' is not supported in a filter.`);

function searched(name: string, [left, wanted]: readonly Expression[], asking: Asking): Filter {
  const search = searches[name];
  if (search === undefined) throw unknown(asking, name);
  if (wanted?.kind !== "literal") throw asking.says.badRequest(`A value is expected in '${name}'.`);
  const { name: own } = propertyIn(left, asking);
  return { test: (row) => search(text(row[own]), wanted.text), conditions: [], properties: new Set([own]) };
}

function compared(left: Expression, operator: Operator, right: Literal, asking: Asking): Filter {
  const letters = left.kind === "call" ? cases[left.name] : (value: string) => value;
  if (letters === undefined) throw unknown(asking, left.kind === "call" ? left.name : "");
  const { name, kind } = propertyIn(left.kind === "call" ? left.given[0] : left, asking);
  const value = comparable({ name, kind }, right, asking);
  const side = (row: Row): unknown => {
    const found = row[name] ?? "";
    if (kind === "date" || kind === "stamp") return Date.parse(text(found));
    return typeof found === "string" ? letters(found) : found;
  };
  return {
    test: (row) => holds(operator, side(row), value),
    properties: new Set([name]),
    conditions: [{ property: name, operator, value }],
  };
}

const fitting: Readonly<Record<Property["kind"], readonly string[]>> = {
  text: ["text"],
  option: ["text"],
  guid: ["guid"],
  date: ["date", "stamp"],
  stamp: ["stamp", "date"],
  decimal: ["number"],
  integer: ["number"],
  boolean: ["boolean"],
  stream: [],
};

function comparable({ kind, name }: Pick<Property, "kind" | "name">, literal: Literal, { says }: Asking): unknown {
  const type = literal.type.endsWith("'") ? "text" : literal.type;
  if (!fitting[kind].includes(type))
    throw says.badRequest(
      `A binary operator with incompatible types was detected. Found operand types '${kind}' and '${type}' for property '${name}'.`,
    );
  if (type === "date" || type === "stamp") return Date.parse(literal.text);
  if (kind === "boolean") return literal.text === "true";
  if (type === "number") return Number(literal.text);
  return kind === "option" ? encoded(literal.text) : type === "guid" ? literal.text.toLowerCase() : literal.text;
}

const propertyIn = (node: Expression | undefined, { set, says }: Asking): Property =>
  propertyOf(set, node?.kind === "field" ? node.name : "", says);

export function propertyOf({ properties, name: set }: EntitySet, name: string, says: EntityRefusals): Property {
  const property = properties.get(name);
  if (property === undefined) throw says.noProperty(name, set);
  return property;
}

export function orderOf(source: string, set: EntitySet, says: EntityRefusals): (one: Row, other: Row) => number {
  const order = parseOrder(source, says.badRequest);
  for (const { name } of order) propertyOf(set, name, says);
  return byOrder(order, (row, name) => row[name] ?? "");
}
