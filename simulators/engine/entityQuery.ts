/** `$filter` and `$orderby` of entity sets, checked against the types of properties. */
import { type Condition, type EntityRefusals, type EntitySet, encoded, type Property } from "./entities.ts";
import { byOrder, type Expression, holds, type Literal, type Operator, parseFilter, parseOrder } from "./odata.ts";
import { type Row, text } from "./values.ts";

export interface Filter {
  test(row: Row): boolean;
  /** The comparisons that are true for every row, for sets that need a condition on their parent. */
  readonly conditions: readonly Condition[];
  readonly properties: ReadonlySet<string>;
}

interface QueryContext {
  readonly set: EntitySet;
  readonly refusals: EntityRefusals;
}

export const filterOf = (source: string, set: EntitySet, refusals: EntityRefusals): Filter =>
  meaning(parseFilter(source, refusals.badRequest), { set, refusals });

function meaning(node: Expression, context: QueryContext): Filter {
  const { badRequest } = context.refusals;
  if (node.kind === "and" || node.kind === "or")
    return joined(node.kind, meaning(node.left, context), meaning(node.right, context), context);
  if (node.kind === "not") {
    const { test, properties } = meaning(node.inner, context);
    return { test: (row) => !test(row), conditions: [], properties };
  }
  if (node.kind === "call") return searched(node.name, node.args, context);
  if (node.kind !== "compare" || node.right.kind !== "literal")
    throw badRequest("A comparison of a property is expected.");
  return compared(node.left, node.operator, node.right, context);
}

/** `or` may combine values of one property, but not conditions on two properties. */
function joined(kind: "and" | "or", left: Filter, right: Filter, { refusals }: QueryContext): Filter {
  const properties = new Set([...left.properties, ...right.properties]);
  if (kind === "and")
    return {
      test: (row) => left.test(row) && right.test(row),
      properties,
      conditions: [...left.conditions, ...right.conditions],
    };
  if (properties.size > 1)
    throw refusals.notImplemented("The 'OR' operator is not supported on distinct fields on an OData filter.");
  return { test: (row) => left.test(row) || right.test(row), conditions: [], properties };
}

const cases: Readonly<Record<string, (value: string) => string>> = {
  tolower: (value) => value.toLowerCase(),
  toupper: (value) => value.toUpperCase(),
};
const searches: Readonly<Record<string, (value: string, part: string) => boolean>> = {
  contains: (value, part) => value.includes(part),
  startswith: (value, part) => value.startsWith(part),
  endswith: (value, part) => value.endsWith(part),
};
const unknown = ({ refusals }: QueryContext, name: string) =>
  refusals.notImplemented(`The function '${name}' is not supported in a filter.`);

function searched(name: string, [left, part]: readonly Expression[], context: QueryContext): Filter {
  const search = searches[name];
  if (search === undefined) throw unknown(context, name);
  if (part?.kind !== "literal") throw context.refusals.badRequest(`A value is expected in '${name}'.`);
  const property = propertyIn(left, context).name;
  return { test: (row) => search(text(row[property]), part.text), conditions: [], properties: new Set([property]) };
}

function compared(left: Expression, operator: Operator, right: Literal, context: QueryContext): Filter {
  const letters = left.kind === "call" ? cases[left.name] : (value: string) => value;
  if (letters === undefined) throw unknown(context, left.kind === "call" ? left.name : "");
  const { name, kind } = propertyIn(left.kind === "call" ? left.args[0] : left, context);
  const value = comparable({ name, kind }, right, context);
  const valueOf = (row: Row): unknown => {
    const found = row[name] ?? "";
    if (kind === "date" || kind === "stamp") return Date.parse(text(found));
    return typeof found === "string" ? letters(found) : found;
  };
  return {
    test: (row) => holds(operator, valueOf(row), value),
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

function comparable(
  { kind, name }: Pick<Property, "kind" | "name">,
  literal: Literal,
  { refusals }: QueryContext,
): unknown {
  const type = literal.type.endsWith("'") ? "text" : literal.type;
  if (!fitting[kind].includes(type))
    throw refusals.badRequest(
      `A binary operator with incompatible types was detected. Found operand types '${kind}' and '${type}' for property '${name}'.`,
    );
  if (type === "date" || type === "stamp") return Date.parse(literal.text);
  if (kind === "boolean") return literal.text === "true";
  if (type === "number") return Number(literal.text);
  return kind === "option" ? encoded(literal.text) : type === "guid" ? literal.text.toLowerCase() : literal.text;
}

const propertyIn = (node: Expression | undefined, { set, refusals }: QueryContext): Property =>
  propertyOf(set, node?.kind === "field" ? node.name : "", refusals);

export function propertyOf({ properties, name: set }: EntitySet, name: string, refusals: EntityRefusals): Property {
  const property = properties.get(name);
  if (property === undefined) throw refusals.noProperty(name, set);
  return property;
}

export function orderOf(source: string, set: EntitySet, refusals: EntityRefusals): (left: Row, right: Row) => number {
  const order = parseOrder(source, refusals.badRequest);
  for (const { name } of order) propertyOf(set, name, refusals);
  return byOrder(order, (row, name) => row[name] ?? "");
}
