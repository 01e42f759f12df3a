/** The part of OData's query language that Business Central speaks. */
import type { Expression, Literal, Operator } from "../engine/odata.ts";
import { byOrder, holds, parseFilter, parseOrder } from "../engine/odata.ts";
import { text } from "../engine/values.ts";
import { encoded, type Field, type Row } from "./fields.ts";
import { badRequest, notImplemented } from "./refusals.ts";
import type { Resource } from "./resources.ts";

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value: unknown;
}

export interface Filter {
  test(row: Row): boolean;
  /** The comparisons that hold for every row, for sets that must be told what to look under. */
  readonly conditions: readonly Condition[];
  readonly fields: ReadonlySet<string>;
}

export const filterOf = (source: string, resource: Resource): Filter =>
  meaning(parseFilter(source, badRequest), resource);

function meaning(node: Expression, resource: Resource): Filter {
  if (node.kind === "and" || node.kind === "or")
    return joined(node.kind, meaning(node.left, resource), meaning(node.right, resource));
  if (node.kind === "not") {
    const { test, fields } = meaning(node.inner, resource);
    return { test: (row) => !test(row), conditions: [], fields };
  }
  if (node.kind === "call") return searched(node.name, node.given, resource);
  if (node.kind !== "compare" || node.right.kind !== "literal")
    throw badRequest("A comparison of a property is expected.");
  return compared(node.left, node.operator, node.right, resource);
}

/** The vendor can ask for two values of one field, not for one of two fields. */
function joined(kind: "and" | "or", one: Filter, other: Filter): Filter {
  const fields = new Set([...one.fields, ...other.fields]);
  if (kind === "and")
    return {
      ...{ test: (row) => one.test(row) && other.test(row), fields },
      conditions: [...one.conditions, ...other.conditions],
    };
  if (fields.size > 1)
    throw notImplemented("The 'OR' operator is not supported on distinct fields on an OData filter.");
  return { test: (row) => one.test(row) || other.test(row), conditions: [], fields };
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
const unknown = (name: string) => notImplemented(`The function '${name}' is not supported in a filter.`);

function searched(name: string, [field, wanted]: readonly Expression[], resource: Resource): Filter {
  const search = searches[name];
  if (search === undefined) throw unknown(name);
  if (wanted?.kind !== "literal") throw badRequest(`A value is expected in '${name}'.`);
  const { name: own } = propertyOf(field, resource);
  return { test: (row) => search(text(row[own]), wanted.text), conditions: [], fields: new Set([own]) };
}

function compared(left: Expression, operator: Operator, right: Literal, resource: Resource): Filter {
  const letters = left.kind === "call" ? cases[left.name] : (value: string) => value;
  if (letters === undefined) throw unknown(left.kind === "call" ? left.name : "");
  const field = propertyOf(left.kind === "call" ? left.given[0] : left, resource);
  const value = comparable(field, right);
  const side = (row: Row): unknown => {
    const found = row[field.name] ?? "";
    if (field.kind === "date" || field.kind === "stamp") return Date.parse(text(found));
    return typeof found === "string" ? letters(found) : found;
  };
  return {
    ...{ test: (row) => holds(operator, side(row), value), fields: new Set([field.name]) },
    conditions: [{ field: field.name, operator, value }],
  };
}

const fitting: Readonly<Record<Field["kind"], readonly string[]>> = {
  ...{ text: ["text"], option: ["text"], guid: ["guid"], date: ["date", "stamp"], stamp: ["stamp", "date"] },
  ...{ decimal: ["number"], integer: ["number"], boolean: ["boolean"], stream: [] },
};

function comparable({ kind, name }: Field, literal: Literal): unknown {
  const type = literal.type.endsWith("'") ? "text" : literal.type;
  if (!fitting[kind].includes(type))
    throw badRequest(
      `A binary operator with incompatible types was detected. Found operand types '${kind}' and '${type}' for property '${name}'.`,
    );
  if (type === "date" || type === "stamp") return Date.parse(literal.text);
  if (kind === "boolean") return literal.text === "true";
  if (type === "number") return Number(literal.text);
  return kind === "option" ? encoded(literal.text) : type === "guid" ? literal.text.toLowerCase() : literal.text;
}

const propertyOf = (node: Expression | undefined, resource: Resource): Field =>
  fieldOf(resource, node?.kind === "field" ? node.name : "");

export function fieldOf({ fields, set }: Resource, name: string): Field {
  const field = fields.get(name);
  if (field === undefined)
    throw badRequest(`Could not find a property named '${name}' on type 'Microsoft.NAV.${set}'.`);
  return field;
}

export const orderOf = (source: string, resource: Resource): ((one: Row, other: Row) => number) => {
  const order = parseOrder(source, badRequest);
  for (const { name } of order) fieldOf(resource, name);
  return byOrder(order, (row, name) => row[name] ?? "");
};
