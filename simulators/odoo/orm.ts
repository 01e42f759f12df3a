/** Searching and reading: domains in Polish notation, fields along relations, labels, groups. */
import { orderOf, type Value } from "../engine/expressions.ts";
import type { Company } from "../engine/tables.ts";
import { likeOf, type Row, sum, text } from "../engine/values.ts";
import { type Field, fieldOf, type Model, models } from "./models.ts";
import { userError, valueError } from "./refusals.ts";

export type Books = Company<Model>;

/** The company whose records are read, and the version whose field names apply. */
export interface Scope {
  readonly company: Books;
  readonly major: number;
}

const isModel = (name: string): name is Model => name in models;
export function modelOf(name: string): Model {
  if (!isModel(name)) throw userError(`Object ${name} doesn't exist`);
  return name;
}

const labels: Partial<Record<Model, (row: Row) => string>> = {
  "account.account": ({ code, name }) => `${text(code)} ${text(name)}`,
  "product.product": ({ default_code: code, name }) => (code ? `[${text(code)}] ${text(name)}` : text(name)),
};

const labelOf = (model: Model, row: Row): string =>
  labels[model]?.(row) ?? (text(row["name"]) || `${model},${text(row["id"])}`);

/** The rows that a field of a row refers to. */
function relatedRows({ tables }: Books, { relation, inverse, column }: Field, row: Row): readonly Row[] {
  if (relation === undefined) return [];
  if (inverse !== undefined) return tables[relation].under(inverse, row["id"]);
  return [row[column]]
    .flat()
    .flatMap((id): Row[] => [tables[relation].get(id)].filter((related) => related !== undefined));
}

/** Reads all values at the end of a path, and the ids of relations. Refuses unknown fields even if there are no rows. */
function reader(scope: Scope, model: Model, path: string): (row: Row) => readonly unknown[] {
  const [name = "", ...rest] = path.split(".");
  const field = fieldOf(model, name, scope.major);
  if (field.relation === undefined) return (row) => [row[field.column] ?? false];
  const related = (row: Row) => relatedRows(scope.company, field, row);
  if (rest.length === 0) return (row) => related(row).map(({ id }) => id);
  const inner = reader(scope, field.relation, rest.join("."));
  return (row) => related(row).flatMap(inner);
}

type Test = (values: readonly unknown[], operand: unknown) => boolean;
const isEmpty = (values: readonly unknown[]) => values.every((value) => value === false);
const comparing =
  (holds: (value: string | number, operand: string | number) => boolean): Test =>
  (values, operand) =>
    values.some((value) => value !== false && holds(value as string | number, operand as string | number));
const within: Test = (values, operands) =>
  [operands].flat().some((operand) => (operand === false ? isEmpty(values) : values.includes(operand)));
const outside: Test = (values, operand) => !within(values, operand);

const operators: Readonly<Record<string, Test>> = {
  "=": within,
  in: within,
  parent_of: within,
  "!=": outside,
  "not in": outside,
  ">": comparing((value, operand) => value > operand),
  ">=": comparing((value, operand) => value >= operand),
  "<": comparing((value, operand) => value < operand),
  "<=": comparing((value, operand) => value <= operand),
  "=like": comparing((value, operand) => likeOf(text(operand), "s").test(text(value))),
  ilike: comparing((value, operand) => text(value).toLowerCase().includes(text(operand).toLowerCase())),
};

type Holds = (row: Row) => boolean;

/** Parses the first term of a domain. Returns its test and the remaining domain. */
function term(scope: Scope, model: Model, [head, ...rest]: readonly unknown[]): [Holds, readonly unknown[]] {
  if (head === "|" || head === "&") {
    const [first, after] = term(scope, model, rest);
    const [second, end] = term(scope, model, after);
    return [head === "|" ? (row) => first(row) || second(row) : (row) => first(row) && second(row), end];
  }
  if (head === "!") {
    const [inner, end] = term(scope, model, rest);
    return [(row) => !inner(row), end];
  }
  const [path, operator, operand] = head as [string, string, unknown];
  const test = operators[operator];
  if (test === undefined) throw valueError(`Invalid leaf ${JSON.stringify(head)}`);
  const values = reader(scope, model, path);
  return [(row) => test(values(row), operand), rest];
}

const mentions = (domain: readonly unknown[], field: string): boolean =>
  domain.some((clause) => Array.isArray(clause) && clause[0] === field);

export function search(scope: Scope, model: Model, domain: readonly unknown[], order = "id ASC"): Row[] {
  const tests: Holds[] = [];
  for (let rest = domain; rest.length > 0; ) {
    const [holds, after] = term(scope, model, rest);
    tests.push(holds);
    rest = after;
  }
  // Archived records and files that belong to fields are hidden unless the domain mentions them.
  if ("active" in models[model] && !mentions(domain, "active")) tests.push(({ active }) => active !== false);
  if (model === "ir.attachment" && !mentions(domain, "res_field")) tests.push((row) => row["res_field"] === false);
  const sorted = orderOf(order, (name) => {
    const { column } = fieldOf(model, name, scope.major);
    return (row) => (row[column] === false ? null : row[column]) as Value;
  });
  return scope.company.tables[model].where((row) => tests.every((holds) => holds(row))).toSorted(sorted);
}

function fieldValue({ company, major }: Scope, model: Model, row: Row, name: string): unknown {
  const field = fieldOf(model, name, major);
  const value = row[field.column] ?? false;
  if (name === "display_name") return labelOf(model, row);
  if (field.type === "datetime") return value === false ? false : text(value).slice(0, 19);
  if (field.relation === undefined) return value;
  const related = relatedRows(company, field, row);
  if (field.type !== "many2one") return related.map(({ id }) => id);
  return related[0] === undefined ? false : [related[0]["id"], labelOf(field.relation, related[0])];
}

export const readFields = (scope: Scope, model: Model, row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(["id", ...fields].map((name) => [name, fieldValue(scope, model, row, name)]));

interface Grouping {
  readonly domain: readonly unknown[];
  readonly by: readonly string[];
  /** `debit:sum`. */
  readonly sums: readonly string[];
}

export function groups(scope: Scope, model: Model, { domain, by: [by], sums }: Grouping): Row[] {
  const records = search(scope, model, domain);
  const names = sums.filter((name) => name.endsWith(":sum")).map((name) => name.replace(":sum", ""));
  const sumsOf = (rows: readonly Row[]) =>
    Object.fromEntries(names.map((name) => [name, sum(rows.map((row) => row[name] || 0)).toNumber()]));
  if (by === undefined) return [{ __count: records.length, ...sumsOf(records) }];
  return [...Map.groupBy(records, (row) => row[by])].map(([value, rows]) => ({
    [by]: fieldValue(scope, model, rows[0] as Row, by),
    [`${by}_count`]: rows.length,
    ...sumsOf(rows),
    __domain: ["&", [by, "=", value ?? false], ...domain],
  }));
}
