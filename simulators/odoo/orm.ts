/** Searching and reading: domains in Polish notation, fields along relations, labels, groups. */
import { orderOf, type Value } from "../engine/expressions.ts";
import type { Company } from "../engine/tables.ts";
import { likeOf, type Row, sum, text } from "../engine/values.ts";
import { type Field, fieldOf, type Model, models } from "./models.ts";
import { userError, valueError } from "./refusals.ts";

export type Books = Company<Model>;

/** Who asks: a company, in the words of a version. */
export interface Asking {
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
function referred({ tables }: Books, { relation, inverse, column }: Field, row: Row): readonly Row[] {
  if (relation === undefined) return [];
  if (inverse !== undefined) return tables[relation].under(inverse, row["id"]);
  return [row[column]].flat().flatMap((id): Row[] => [tables[relation].get(id)].filter((each) => each !== undefined));
}

/** All values at the end of a path; relations are their ids. What is no field is refused, also where there are no rows. */
function reader(asking: Asking, model: Model, path: string): (row: Row) => readonly unknown[] {
  const [name = "", ...rest] = path.split(".");
  const field = fieldOf(model, name, asking.major);
  if (field.relation === undefined) return (row) => [row[field.column] ?? false];
  const below = (row: Row) => referred(asking.company, field, row);
  if (rest.length === 0) return (row) => below(row).map(({ id }) => id);
  const inner = reader(asking, field.relation, rest.join("."));
  return (row) => below(row).flatMap(inner);
}

type Test = (values: readonly unknown[], given: unknown) => boolean;
const isEmpty = (values: readonly unknown[]) => values.every((value) => value === false);
const compared =
  (holds: (value: string | number, given: string | number) => boolean): Test =>
  (values, given) =>
    values.some((value) => value !== false && holds(value as string | number, given as string | number));
const within: Test = (values, given) =>
  [given].flat().some((one) => (one === false ? isEmpty(values) : values.includes(one)));
const outside: Test = (values, given) => !within(values, given);

const operators: Readonly<Record<string, Test>> = {
  "=": within,
  in: within,
  parent_of: within,
  "!=": outside,
  "not in": outside,
  ">": compared((value, given) => value > given),
  ">=": compared((value, given) => value >= given),
  "<": compared((value, given) => value < given),
  "<=": compared((value, given) => value <= given),
  "=like": compared((value, given) => likeOf(text(given), "s").test(text(value))),
  ilike: compared((value, given) => text(value).toLowerCase().includes(text(given).toLowerCase())),
};

type Holds = (row: Row) => boolean;

/** One term from the front of a domain, and what follows it. */
function term(asking: Asking, model: Model, [first, ...rest]: readonly unknown[]): [Holds, readonly unknown[]] {
  if (first === "|" || first === "&") {
    const [one, after] = term(asking, model, rest);
    const [other, end] = term(asking, model, after);
    return [first === "|" ? (row) => one(row) || other(row) : (row) => one(row) && other(row), end];
  }
  const [path, operator, given] = first as [string, string, unknown];
  const test = operators[operator];
  if (test === undefined) throw valueError(`Invalid leaf ${JSON.stringify(first)}`);
  const values = reader(asking, model, path);
  return [(row) => test(values(row), given), rest];
}

const mentions = (domain: readonly unknown[], field: string): boolean =>
  domain.some((each) => Array.isArray(each) && each[0] === field);

export function search(asking: Asking, model: Model, domain: readonly unknown[], order = "id ASC"): Row[] {
  const tests: Holds[] = [];
  for (let rest = domain; rest.length > 0; ) {
    const [holds, after] = term(asking, model, rest);
    tests.push(holds);
    rest = after;
  }
  // Archived records, and files that are values of fields, are hidden from who does not ask for them.
  if ("active" in models[model] && !mentions(domain, "active")) tests.push(({ active }) => active !== false);
  if (model === "ir.attachment" && !mentions(domain, "res_field")) tests.push((row) => row["res_field"] === false);
  const sorted = orderOf(order, (name) => {
    const { column } = fieldOf(model, name, asking.major);
    return (row) => (row[column] === false ? null : row[column]) as Value;
  });
  return asking.company.tables[model].where((row) => tests.every((holds) => holds(row))).toSorted(sorted);
}

function shown({ company, major }: Asking, model: Model, row: Row, name: string): unknown {
  const field = fieldOf(model, name, major);
  const value = row[field.column] ?? false;
  if (name === "display_name") return labelOf(model, row);
  if (field.type === "datetime") return value === false ? false : text(value).slice(0, 19);
  if (field.relation === undefined) return value;
  const below = referred(company, field, row);
  if (field.type !== "many2one") return below.map(({ id }) => id);
  return below[0] === undefined ? false : [below[0]["id"], labelOf(field.relation, below[0])];
}

export const show = (asking: Asking, model: Model, row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(["id", ...fields].map((name) => [name, shown(asking, model, row, name)]));

interface Grouping {
  readonly domain: readonly unknown[];
  readonly by: readonly string[];
  /** `debit:sum`. */
  readonly sums: readonly string[];
}

export function groups(asking: Asking, model: Model, { domain, by: [by], sums }: Grouping): Row[] {
  const found = search(asking, model, domain);
  const names = sums.filter((each) => each.endsWith(":sum")).map((each) => each.replace(":sum", ""));
  const added = (rows: readonly Row[]) =>
    Object.fromEntries(names.map((name) => [name, sum(rows.map((row) => row[name] || 0)).toNumber()]));
  if (by === undefined) return [{ __count: found.length, ...added(found) }];
  return [...Map.groupBy(found, (row) => row[by])].map(([value, rows]) => ({
    [by]: shown(asking, model, rows[0] as Row, by),
    [`${by}_count`]: rows.length,
    ...added(rows),
    __domain: ["&", [by, "=", value ?? false], ...domain],
  }));
}
