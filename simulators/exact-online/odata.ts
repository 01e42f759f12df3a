/** The query language: OData 2 as the vendor speaks it. Conditions, orders, selections, and pages that only lead on. */
import { byOrder, type Expression, holds, parseFilter, parseOrder } from "../engine/odata.ts";
import { linkTo } from "../engine/pages.ts";
import { type Answer, type Ask, Refusal } from "../engine/routes.ts";
import type { Company } from "../engine/tables.ts";
import { type Row, text } from "../engine/values.ts";
import { derived, type Model, models, type Name } from "./models.ts";
import { refusal } from "./refusals.ts";

export const bad = (message: string): Refusal => new Refusal(refusal(400, message));

type Value = (row: Row) => unknown;

/** A moment as it is shown is a number of milliseconds. */
function comparable(value: unknown): unknown {
  const [, milliseconds] = typeof value === "string" ? (/^\/Date\((-?\d+)\)\/$/.exec(value) ?? []) : [];
  if (milliseconds !== undefined) return Number(milliseconds);
  return typeof value === "string" ? value.toLowerCase() : value;
}

const literals: Readonly<Record<string, (source: string) => unknown>> = {
  "datetime'": (source) => Date.parse(`${source}${source.length > 10 ? "Z" : ""}`),
  "guid'": (source) => source.toLowerCase(),
  ...{
    text: (source) => source,
    number: Number,
    long: Number,
    boolean: (source) => source === "true",
    null: () => null,
  },
};
const functions: Readonly<Record<string, (...given: unknown[]) => unknown>> = {
  substringof: (part, whole) => text(whole).toLowerCase().includes(text(part).toLowerCase()),
  trim: (value) => text(value).trim(),
};

function valueOf(node: Expression, model: Model): Value {
  if (node.kind === "literal") {
    const value = literals[node.type]?.(node.text);
    if (value === undefined) throw bad(`Syntax error at '${node.text}'.`);
    return () => value;
  }
  if (node.kind === "field") {
    if (!model.fields.includes(node.name)) throw bad(`No property '${node.name}' exists in type '${model.path}'.`);
    return (row) => row[node.name] ?? null;
  }
  if (node.kind === "call") {
    const [call, given] = [functions[node.name], node.given.map((each) => valueOf(each, model))];
    if (call === undefined) throw bad(`Unknown function '${node.name}'.`);
    return (row) => call(...given.map((each) => each(row)));
  }
  if (node.kind === "not") {
    const inner = valueOf(node.inner, model);
    return (row) => inner(row) !== true;
  }
  const [left, right] = [valueOf(node.left, model), valueOf(node.right, model)];
  if (node.kind === "compare") return (row) => holds(node.operator, comparable(left(row)), comparable(right(row)));
  return (row) =>
    node.kind === "or" ? left(row) === true || right(row) === true : left(row) === true && right(row) === true;
}

function conditionOf(source: string, model: Model): (row: Row) => boolean {
  const whole = valueOf(parseFilter(source, bad), model);
  return (row) => whole(row) === true;
}

type Books = Company<Name>;

/** With what the vendor shows beside references. */
function complete({ tables }: Books, name: Name, row: Row): Row {
  const shown: Row = {};
  for (const field of models[name].fields) {
    const rule = row[field] === undefined ? derived[field] : undefined;
    if (rule === undefined) shown[field] = row[field] ?? null;
    else {
      const [from, table, by, wanted] = rule;
      const { key } = models[table];
      const found = by === key ? tables[table].get(row[from]) : tables[table].under(by, row[from])[0];
      shown[field] = found?.[wanted] ?? null;
    }
  }
  return shown;
}

const site = "https://start.exactonline.nl/api/v1";
const addressOf = ({ id }: Books, { path, key }: Model, row: Row): string =>
  `${site}/${id}/${path}(guid'${text(row[key])}')`;

/** What was selected, with what was expanded; other collections are only addresses. */
export function show(company: Books, name: Name, row: Row, { $select = "", $expand = "" }: Ask["query"]): Row {
  const model = models[name];
  const wanted = $select === "" ? undefined : $select.split(",").map((field) => field.trim());
  const whole = complete(company, name, row);
  const uri = addressOf(company, model, row);
  const shown: Row = { __metadata: { uri, type: `Exact.Web.Api.Models.${name}` } };
  for (const field of wanted ?? model.fields) {
    const [head = "", below] = field.split("/");
    if (!model.fields.includes(head)) throw bad(`Could not find a property named '${head}' on type '${name}'.`);
    if (head !== model.lines?.field) shown[head] = whole[head];
    else if (below === undefined || $expand !== head) shown[head] = { __deferred: { uri: `${uri}/${head}` } };
  }
  const { lines } = model;
  if (lines === undefined || !$expand.split(",").includes(lines.field)) return shown;
  const inner = wanted?.flatMap((field) =>
    field.startsWith(`${lines.field}/`) ? [field.slice(lines.field.length + 1)] : [],
  );
  const rows = company.tables[lines.table].under(lines.by, row[model.key]);
  const query = { $select: (inner ?? []).join(",") };
  return { ...shown, [lines.field]: { results: rows.map((line) => show(company, lines.table, line, query)) } };
}

/** Sixty at a time, a thousand where whole books are read; by key, and by what was asked for before that. */
export function list({ company, query, request }: Ask<Name>, name: Name, all: readonly Row[], size = 60): Answer {
  const model = models[name];
  const { $filter, $orderby, $top, $skiptoken, $inlinecount } = query;
  const fits = $filter === undefined ? () => true : conditionOf($filter, model);
  const isDerived = $filter !== undefined || $orderby !== undefined;
  const rows = all.filter((row) => fits(isDerived ? complete(company, name, row) : row));
  const sorted = sort(rows, model, $orderby);
  const [, last = ""] = /(?:guid)?'([^']*)'$/.exec($skiptoken ?? "") ?? [];
  const from = $skiptoken === undefined ? 0 : sorted.findIndex((row) => text(row[model.key]) === last) + 1;
  const page = sorted.slice(from, from + Math.min(size, Number($top ?? size)));
  const hasMore = $top === undefined && from + page.length < sorted.length;
  const end = page.at(-1);
  const before = $orderby === undefined ? "" : `'${text(end?.[$orderby.split(/[ ,]/)[0] ?? ""])}',`;
  return {
    body: {
      d: {
        results: page.map((row) => show(company, name, row, query)),
        ...($inlinecount === "allpages" && { __count: String(sorted.length) }),
        ...(hasMore && { __next: linkTo(request.url, { $skiptoken: `${before}guid'${text(end?.[model.key])}'` }) }),
      },
    },
  };
}

function sort(rows: readonly Row[], { key, fields, path }: Model, $orderby = ""): readonly Row[] {
  const order = [...($orderby === "" ? [] : parseOrder($orderby, bad)), { name: key, sign: 1 } as const];
  for (const { name } of order)
    if (!fields.includes(name)) throw bad(`No property '${name}' exists in type '${path}'.`);
  return rows.toSorted(byOrder(order, (row, name) => comparable(row[name] ?? null)));
}
