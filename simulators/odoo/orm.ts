/** Searching and reading: domains in Polish notation, fields along relations, labels, groups. */
import type { Company } from "../engine/tables.ts";
import { type Row, sum, text } from "../engine/values.ts";
import { type Field, type Model, models } from "./models.ts";
import { userError, valueError } from "./refusals.ts";

export type Books = Company<Model>;

export function fieldOf(model: Model, name: string): Field {
  const field = models[model][name];
  if (field === undefined) throw valueError(`Invalid field '${name}' on model '${model}'`);
  return field;
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
function referred(company: Books, { relation, inverse }: Field, row: Row, name: string): readonly Row[] {
  if (relation === undefined) return [];
  const table = company.tables[relation];
  if (inverse !== undefined) return table.under(inverse, row["id"]);
  const ids = [row[name]].flat().filter((id) => id !== false && id !== undefined);
  return ids.flatMap((id): Row[] => [table.get(id)].filter((each) => each !== undefined));
}

/** All values at the end of a path; relations are their ids. */
function valuesAt(company: Books, model: Model, row: Row, path: string): readonly unknown[] {
  const [name = "", ...rest] = path.split(".");
  const field = fieldOf(model, name);
  if (field.relation === undefined) return [row[name] ?? false];
  const below = referred(company, field, row, name);
  if (rest.length === 0) return below.map(({ id }) => id);
  return below.flatMap((each) => valuesAt(company, field.relation as Model, each, rest.join(".")));
}

const pattern = (given: unknown): RegExp =>
  new RegExp(
    `^${text(given)
      .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("%", ".*")}$`,
    "s",
  );

type Test = (values: readonly unknown[], given: unknown) => boolean;
const isEmpty = (values: readonly unknown[]) => values.every((value) => value === false);
const compared =
  (holds: (value: string | number, given: string | number) => boolean): Test =>
  (values, given) =>
    values.some((value) => value !== false && holds(value as string | number, given as string | number));
const within: Test = (values, given) =>
  [given].flat().some((one) => (one === false ? isEmpty(values) : values.includes(one)));

const operators: Readonly<Record<string, Test>> = {
  "=": within,
  in: within,
  "!=": (values, given) => !within(values, given),
  "not in": (values, given) => !within(values, given),
  parent_of: within,
  ">": compared((value, given) => value > given),
  ">=": compared((value, given) => value >= given),
  "<": compared((value, given) => value < given),
  "<=": compared((value, given) => value <= given),
  "=like": (values, given) => values.some((value) => value !== false && pattern(given).test(text(value))),
  ilike: (values, given) =>
    values.some((value) => value !== false && text(value).toLowerCase().includes(text(given).toLowerCase())),
};

type Holds = (row: Row) => boolean;

/** One term from the front of a domain, and what follows it. */
function term(company: Books, model: Model, [first, ...rest]: readonly unknown[]): [Holds, readonly unknown[]] {
  if (first === "|" || first === "&") {
    const [one, after] = term(company, model, rest);
    const [other, end] = term(company, model, after);
    return [first === "|" ? (row) => one(row) || other(row) : (row) => one(row) && other(row), end];
  }
  const [path, operator, given] = first as [string, string, unknown];
  const test = operators[operator];
  if (test === undefined) throw valueError(`Invalid leaf ${JSON.stringify(first)}`);
  valuesOfPath(model, path);
  return [(row) => test(valuesAt(company, model, row, path), given), rest];
}

/** Refuses what is no field, also where there are no rows. */
function valuesOfPath(model: Model, path: string): void {
  const [name = "", ...rest] = path.split(".");
  const { relation } = fieldOf(model, name);
  if (relation !== undefined && rest.length > 0) valuesOfPath(relation, rest.join("."));
}

const mentions = (domain: readonly unknown[], field: string): boolean =>
  domain.some((each) => Array.isArray(each) && each[0] === field);

export function search(company: Books, model: Model, domain: readonly unknown[], order = "id ASC"): Row[] {
  const tests: Holds[] = [];
  for (let rest = domain; rest.length > 0; ) {
    const [holds, after] = term(company, model, rest);
    tests.push(holds);
    rest = after;
  }
  // Archived records, and files that are values of fields, are hidden from who does not ask for them.
  if ("active" in models[model] && !mentions(domain, "active")) tests.push(({ active }) => active !== false);
  if (model === "ir.attachment" && !mentions(domain, "res_field")) tests.push((row) => row["res_field"] === false);
  const found = company.tables[model].where((row) => tests.every((holds) => holds(row)));
  return sorted(model, found, order);
}

function sorted(model: Model, found: Row[], order: string): Row[] {
  const by = order.split(",").map((each) => each.trim().split(" "));
  for (const [name = ""] of by) fieldOf(model, name);
  return found.sort((one, other) => {
    for (const [name = "", direction] of by) {
      const [before, after] = [one[name], other[name]].map((value) => (value === false ? "" : value)) as [
        string,
        string,
      ];
      if (before !== after) return (before < after ? -1 : 1) * (direction?.toUpperCase() === "DESC" ? -1 : 1);
    }
    return 0;
  });
}

function shown(company: Books, model: Model, row: Row, name: string): unknown {
  const field = fieldOf(model, name);
  const value = row[name] ?? false;
  if (name === "display_name") return labelOf(model, row);
  if (field.type === "datetime") return value === false ? false : text(value).slice(0, 19);
  if (field.relation === undefined) return value;
  const below = referred(company, field, row, name);
  if (field.type !== "many2one") return below.map(({ id }) => id);
  return below[0] === undefined ? false : [below[0]["id"], labelOf(field.relation, below[0])];
}

export const show = (company: Books, model: Model, row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(["id", ...fields].map((name) => [name, shown(company, model, row, name)]));

interface Grouping {
  readonly domain: readonly unknown[];
  readonly by: readonly string[];
  /** `debit:sum`. */
  readonly sums: readonly string[];
}

export function groups(company: Books, model: Model, { domain, by: [by], sums }: Grouping): Row[] {
  const found = search(company, model, domain);
  const names = sums.filter((each) => each.endsWith(":sum")).map((each) => each.replace(":sum", ""));
  const added = (rows: readonly Row[]) =>
    Object.fromEntries(names.map((name) => [name, sum(rows.map((row) => row[name] || 0)).toNumber()]));
  if (by === undefined) return [{ __count: found.length, ...added(found) }];
  return [...Map.groupBy(found, (row) => row[by])].map(([value, rows]) => ({
    ...{ [by]: shown(company, model, rows[0] as Row, by), [`${by}_count`]: rows.length, ...added(rows) },
    __domain: ["&", [by, "=", value ?? false], ...domain],
  }));
}
