/** The query language: OData 2 as the vendor speaks it. Conditions, orders, selections, and pages that only lead on. */
import { comparing, type Language, orderOf, readerOf, type Value } from "../engine/expressions.ts";
import { linkTo } from "../engine/pages.ts";
import { type Answer, type Ask, Refusal } from "../engine/routes.ts";
import type { Company } from "../engine/tables.ts";
import { type Row, text } from "../engine/values.ts";
import { beside, type Model, models, type Name } from "./models.ts";
import { refusal } from "./refusals.ts";

export const bad = (message: string): Refusal => new Refusal(refusal(400, message));

/** A moment as it is shown is a number of milliseconds; the case of letters does not count. */
function comparable(value: unknown): Value {
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "string") return null;
  const [, milliseconds] = /^\/Date\((-?\d+)\)\/$/.exec(value) ?? [];
  return milliseconds === undefined ? value.toLowerCase() : Number(milliseconds);
}

const { equal, unequal, more, less, atLeast, atMost } = comparing;
const language: Omit<Language, "field"> = {
  token:
    /\s*(?:datetime'(?<datetime>[^']*)'|guid'(?<guid>[^']*)'|'(?<text>(?:[^']|'')*)'|(?<long>-?\d+)L\b|(?<number>-?\d+(?:\.\d+)?)|(?<boolean>(?:true|false)\b)|(?<null>null\b)|(?<name>[A-Za-z_]\w*)|(?<sign>[(),]))/y,
  literals: {
    datetime: (written) => Date.parse(`${written}${written.length > 10 ? "Z" : ""}`),
    ...{ guid: comparable, text: (written) => comparable(written.replaceAll("''", "'")), long: Number, number: Number },
    ...{ boolean: (written) => written === "true", null: () => null },
  },
  ...{ or: ["OR"], and: ["AND"], not: ["NOT"], fail: bad },
  comparisons: { eq: equal, ne: unequal, gt: more, lt: less, ge: atLeast, le: atMost },
  functions: { substringof: (part, whole) => text(whole).includes(text(part)), trim: (value) => text(value).trim() },
};
const fieldsOf =
  ({ fields, path }: Model): Language["field"] =>
  (name) => {
    if (!fields.includes(name)) throw bad(`No property '${name}' exists in type '${path}'.`);
    return (row) => comparable(row[name]);
  };

type Books = Company<Name>;

/** With what the vendor shows beside references. */
function complete({ tables }: Books, name: Name, row: Row): Row {
  const told = (field: string): unknown => {
    const reference = row[field] === undefined ? beside.get(field) : undefined;
    if (reference === undefined) return row[field];
    const { field: from, set, by, shown } = reference;
    return (by === "Code" ? tables[set].under(by, row[from])[0] : tables[set].get(row[from]))?.[shown];
  };
  return Object.fromEntries(models[name].fields.map((field) => [field, told(field) ?? null]));
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
  const field = fieldsOf(model);
  const fits = $filter === undefined ? () => true : readerOf($filter, { ...language, field });
  const isDerived = $filter !== undefined || $orderby !== undefined;
  const rows = all.filter((row) => fits(isDerived ? complete(company, name, row) : row) === true);
  const sorted = rows.toSorted(orderOf([$orderby, model.key].filter(Boolean).join(), field));
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
